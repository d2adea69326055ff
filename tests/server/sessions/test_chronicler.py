"""The chronicles of heroes, and who gets them."""

from support.sessions.lobby import RUN, Lobby
from undertide_server.simulation.mechanics.victory import end_run
from undertide_server.simulation.state.events import RunEnded
from undertide_shared.messages import Chronicle, Ended, Joined


def test_a_hero_that_dies_leaves_its_chronicle_to_its_player_alone() -> None:
    lobby = Lobby("real")
    lobby.join(1, "Ann")
    lobby.join(2, "Ben")
    lobby.watch(3)
    worn = lobby.row_of(1)[1].inventory.stacks
    slots = {stack.slot for stack in worn if stack.slot}
    lobby.wait(2.0)
    lobby.row_of(1)[1].hero.slain[lobby.session.run.game.roster.kinds[0].id] = 3
    lobby.let_die(1)
    (life,) = lobby.took(1, Chronicle)
    assert (life.run, life.number, life.name) == (RUN, 1, "Ann")
    assert life.cause
    assert {piece.slot for piece in life.gear} == slots != set()
    assert [(one.name, one.alive) for one in life.companions] == [("Ben", True)]
    assert life.slain[0].count == 3
    (visit,) = life.floors
    assert visit.number == 1
    assert visit.ticks > 0
    assert any("You" in line.text for line in life.lines)
    assert any("left undrunk" in line for line in life.hindsight)
    assert life.sight is not None
    assert ("@", lobby.session.run.rules.heroes.colours[0]) in life.sight.looks
    assert lobby.took(2, Chronicle) == lobby.took(3, Chronicle) == []


def test_all_who_live_at_the_end_get_theirs_before_it() -> None:
    lobby = Lobby("real")
    lobby.join(1, "Ann")
    lobby.join(2, "Ben")
    lobby.let_die(2)
    end_run(lobby.session.run, won=True)
    lobby.session.chronicler.write([RunEnded(won=True)])
    lobby.session.announcer.roster_changed = True
    lobby.settle()
    (life,) = lobby.took(1, Chronicle)
    assert life.cause == ""
    assert life.hindsight == []
    kinds = [type(message) for message in lobby.mail[1]]
    assert kinds.index(Chronicle) < kinds.index(Ended)
    assert len(lobby.took(2, Chronicle)) == 1


def test_who_was_away_gets_it_on_the_way_back() -> None:
    lobby = Lobby("real")
    lobby.join(1, "Ann")
    (joined,) = lobby.took(1, Joined)
    lobby.strike_down(1)
    row = lobby.row_of(1)[1]
    lobby.session.disconnect(1, lobby.now)
    lobby.wait(3.0)
    assert row.hero.fate
    assert lobby.took(1, Chronicle) == []
    lobby.join(4, "Ann", joined.token)
    assert [life.name for life in lobby.took(4, Chronicle)] == ["Ann"]
