"""Callings, and new heroes for players whose hero has died (R7)."""

from dataclasses import replace
from pathlib import Path

import pytest

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from support.processes.waiting import LONGEST
from support.sessions.durable_host import Host
from support.sessions.fake_server import FakeServer
from support.sessions.lobby import Lobby
from support.worlds.staging import make_test_game
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.sessions.durability.recovery import recover
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.snapshot import state_hash
from undertide_server.simulation.state.inputs import PlayerLost, SeatTaken
from undertide_server.simulation.systems.sight import update_sight_everywhere
from undertide_server.store.reader import Reader
from undertide_server.worldgen.game.game import Game
from undertide_shared.limits import MAX_HEROES
from undertide_shared.messages import (
    Anew,
    Bestiary,
    Chat,
    Climb,
    Delta,
    Ended,
    Joined,
    Keyframe,
    ListKinds,
    Resync,
    Say,
    Wait,
)


def strict_game() -> Game:
    """Return a game in which nobody gets a second hero."""
    game = make_test_game()
    house = game.ruleset.house.model_copy(update={"new_heroes": False})
    return replace(game, ruleset=game.ruleset.model_copy(update={"house": house}))


def with_a_ghost(game: Game | None = None) -> Lobby:
    """Return a lobby in which the hero of member 1, Ann, has died, and member 2's lives."""
    lobby = Lobby("real", game=game)
    lobby.join(1, "Ann")
    lobby.join(2, "Ben")
    lobby.let_die(1)
    seat = lobby.session.members.seating.of_member(1)
    assert seat is not None
    assert seat.over
    return lobby


def reach_the_end(lobby: Lobby) -> None:
    """Let the party have been on the last floor, so that new heroes begin at once."""
    lobby.session.run.progress.deepest = len(lobby.session.run.game.curve.floors)


def refused(lobby: Lobby, member: int, calling: str = "") -> RequestRefusedError:
    with pytest.raises(RequestRefusedError) as caught:
        lobby.tell(member, Anew(calling))
    return caught.value


def heroes(lobby: Lobby) -> list[Hero]:
    return [hero for _, hero in lobby.session.run.world.each(Hero)]


class TestCallings:
    def test_a_player_gets_the_calling_that_it_asks_for_and_everybody_sees_it(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann", calling="mender")
        lobby.join(2, "Ben")
        rules = lobby.session.run.rules
        assert [hero.calling for hero in heroes(lobby)] == ["mender", rules.heroes.calling]
        frame = lobby.took(2, Keyframe)[-1]
        assert frame.party[0].calling == rules.callings["mender"].name
        mine = lobby.took(1, Keyframe)[0].hero
        assert mine is not None
        assert mine.calling == rules.callings["mender"].name

    def test_one_that_there_is_not_is_refused_and_takes_no_seat(self) -> None:
        lobby = Lobby()
        with pytest.raises(RequestRefusedError) as caught:
            lobby.join(1, "Ann", calling="baker")
        assert caught.value.code == "bad_calling"
        assert '"baker"' in caught.value.reason
        assert "mender" in caught.value.reason
        assert lobby.session.members.seating.living == 0

    def test_who_comes_back_is_what_it_was_whatever_it_says(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann", calling="strider")
        (joined,) = lobby.took(1, Joined)
        lobby.session.disconnect(1, lobby.now)
        lobby.join(3, "Ann", joined.token, "mender")
        assert [hero.calling for hero in heroes(lobby)] == ["strider"]


class TestGhosts:
    def test_a_ghost_may_talk_and_is_told_from_the_living(self) -> None:
        lobby = with_a_ghost()
        lobby.tell(1, Say("boo"))
        lobby.tell(2, Say("brr"))
        assert [chat.name for chat in lobby.took(2, Chat)] == ["Ann†", "Ben"]

    def test_a_ghost_of_the_longest_name_fits_too(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "A" * 16)
        lobby.join(2, "Ben")
        lobby.let_die(1)
        lobby.tell(1, Say("boo"))
        assert [chat.name for chat in lobby.took(2, Chat)] == ["A" * 15 + "†"]


class TestAnew:
    def test_a_ghost_goes_on_with_a_new_hero_in_the_same_seat(self) -> None:
        lobby = with_a_ghost()
        reach_the_end(lobby)
        lobby.forget_mail()
        lobby.tell(1, Anew("footpad"))
        lobby.wait(0.2)
        frame = lobby.took(1, Keyframe)[-1]
        assert frame.hero is not None
        assert (frame.seat, frame.hero.seat, frame.hero.state) == (0, 0, "alive")
        assert [(one.name, one.state) for one in frame.party] == [
            ("Ann", "alive"),
            ("Ben", "alive"),
        ]
        assert [hero.calling for hero in heroes(lobby) if hero.seat == 0][-1] == "footpad"
        lobby.act(1, Wait())
        lobby.wait(1.0)
        told = [delta.intent for delta in lobby.took(1, Delta) if delta.intent]
        assert told[-1].outcome == "done"

    def test_it_comes_a_level_behind(self) -> None:
        lobby = with_a_ghost()
        reach_the_end(lobby)
        levels = lobby.session.run.rules.heroes.levels
        heroes(lobby)[1].experience = levels[3].experience
        lobby.tell(1, Anew())
        newest = heroes(lobby)[-1]
        assert (newest.seat, newest.level) == (0, 3)

    def test_the_token_of_the_seat_stays_good(self) -> None:
        lobby = with_a_ghost()
        reach_the_end(lobby)
        (joined,) = lobby.took(1, Joined)
        lobby.tell(1, Anew("mender"))
        lobby.session.disconnect(1, lobby.now)
        lobby.join(7, "Ann", joined.token)
        frame = lobby.took(7, Keyframe)[-1]
        assert frame.hero is not None
        assert frame.hero.calling == "mender"

    def test_it_may_die_as_well_and_the_run_ends_when_all_are_dead_at_once(self) -> None:
        lobby = with_a_ghost()
        reach_the_end(lobby)
        lobby.tell(1, Anew())
        lobby.let_die(1)
        assert lobby.took(1, Ended) == []
        lobby.tell(1, Anew())
        lobby.let_die(2)
        assert lobby.took(1, Ended) == []
        lobby.let_die(1)
        (ended,) = lobby.took(1, Ended)
        assert [hero.name for hero in ended.heroes] == ["Ann", "Ben", "Ann", "Ann"]

    def test_what_the_first_one_carried_stays_where_it_fell(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann", calling="reaver")
        lobby.join(2, "Ben")
        run = lobby.session.run
        floor, row = run.index.of_seat(0) or pytest.fail("nobody there")
        carried, cell = sorted(stack.item for stack in row.inventory.stacks), row.cell
        lobby.let_die(1)
        reach_the_end(lobby)
        lobby.tell(1, Anew("reaver"))
        assert len(floor.items[cell]) == len(carried)

    @pytest.mark.parametrize("member", [2, 3])
    def test_only_who_has_died_may(self, member: int) -> None:
        lobby = with_a_ghost()
        lobby.watch(3)
        assert refused(lobby, member).code == "wrong_state"

    def test_nobody_begins_twice_at_once(self) -> None:
        lobby = with_a_ghost()
        lobby.session.requests.handle_message(1, Anew(), lobby.now)
        assert refused(lobby, 1).code == "wrong_state"
        lobby.settle()
        assert "next new floor" in refused(lobby, 1).reason
        assert lobby.session.run.progress.waiting == [(0, "Ann", "")]

    def test_an_unknown_calling_is_refused(self) -> None:
        assert refused(with_a_ghost(), 1, "baker").code == "bad_calling"

    def test_a_host_may_forbid_it(self) -> None:
        lobby = with_a_ghost(strict_game())
        assert "second hero" in refused(lobby, 1).reason
        lobby.session.leave(1, lobby.now)
        with pytest.raises(RequestRefusedError, match="Ann has died"):
            lobby.join(1, "Ann")

    def test_not_in_a_run_that_is_over(self) -> None:
        lobby = with_a_ghost()
        lobby.let_die(2)
        assert "over" in refused(lobby, 1).reason

    def test_a_full_session_has_no_room_for_it(self) -> None:
        lobby = with_a_ghost()
        for member in range(3, 2 + lobby.settings.limits.seats):
            lobby.join(member, f"Hero {member}")
        assert refused(lobby, 1).code == "session_full"

    def test_whoever_took_the_name_meanwhile_keeps_it(self) -> None:
        lobby = with_a_ghost()
        lobby.join(3, "ann")
        assert refused(lobby, 1).code == "name_taken"

    def test_a_run_sees_no_more_heroes_than_it_can_hold(self) -> None:
        lobby = with_a_ghost()
        seat = lobby.session.members.seating.of_member(1)
        assert seat is not None
        seat.heroes = MAX_HEROES - 1
        assert refused(lobby, 1).code == "session_full"


class TestWaiting:
    """R16: a new hero begins on the next new floor that the party enters."""

    def waiting(self) -> Lobby:
        """Return a lobby in which Ann, of member 1, waits, and Ben stands on the stairs down."""
        lobby = with_a_ghost()
        lobby.tell(1, Anew("footpad"))
        floor, row = lobby.row_of(2)
        row.body.life = row.body.max_life = 10**6
        lobby.session.run.index.move(row, floor.state.stairs_down[0])
        update_sight_everywhere(lobby.session.run)
        lobby.forget_mail()
        return lobby

    def test_everybody_sees_that_it_waits_and_then_that_it_comes(self) -> None:
        lobby = self.waiting()
        lobby.tell(2, Resync())
        party = lobby.took(2, Keyframe)[-1].party
        assert [(one.name, one.state, one.returns) for one in party] == [
            ("Ann", "dead", True),
            ("Ben", "alive", False),
        ]
        lobby.act(2, Climb())
        lobby.wait(2.0)
        frame = lobby.took(1, Keyframe)[-1]
        assert frame.hero is not None
        assert (frame.seat, frame.floor.number, frame.hero.state) == (0, 2, "alive")
        assert [(one.state, one.returns) for one in frame.party] == [("alive", False)] * 2
        lobby.act(1, Wait())
        lobby.wait(4.0)
        told = [delta.intent for delta in lobby.took(1, Delta) if delta.intent]
        assert told[-1].outcome == "done"

    def test_nobody_takes_its_place_meanwhile(self) -> None:
        lobby = self.waiting()
        seating = lobby.session.members.seating
        assert seating.living == 2
        with pytest.raises(RequestRefusedError) as caught:
            lobby.join(5, "Ann")
        assert caught.value.code == "name_taken"

    def test_who_leaves_waits_no_longer_and_may_ask_again(self) -> None:
        lobby = with_a_ghost()
        (joined,) = lobby.took(1, Joined)
        lobby.tell(1, Anew())
        seating = lobby.session.members.seating
        seat = seating.of_member(1)
        assert seat is not None
        lobby.session.disconnect(1, lobby.now)
        lobby.settle()
        assert lobby.session.run.progress.waiting == []
        assert (seat.renewed, seat.heroes, seating.living) == (False, 1, 1)
        lobby.join(7, "Ann", joined.token)
        lobby.tell(7, Anew())
        assert lobby.session.run.progress.waiting == [(0, "Ann", "")]
        assert (seat.renewed, seat.heroes, seating.living) == (True, 2, 2)


def short_lives() -> Ruleset:
    """Return rules by which heroes die of hunger soon after they came, without a fall."""
    rules = shipped("default")
    hunger = rules.hunger.model_copy(update={"full": 30, "toll_percent": 100, "toll_every": 1})
    falling = rules.heroes.falling.model_copy(update={"ticks": 0})
    heroes = rules.heroes.model_copy(update={"falling": falling})
    return rules.model_copy(update={"hunger": hunger, "heroes": heroes})


def beat(host: Host) -> None:
    """Let a beat pass, and wait for the disk where the run does."""
    host.now += 0.1
    host.session.advance(host.now)
    while host.session.due(host.now) is None:
        host.calls.get(timeout=LONGEST)()


def test_a_run_comes_back_as_it_was_but_nobody_waits_whose_player_is_gone(tmp_path: Path) -> None:
    host = Host(tmp_path, rulesets={"default": short_lives()})
    host.play(20)
    host.session.join(2, "Ben", b"", host.now, "mender")
    (ann, _) = host.session.members.seating
    while not ann.over:
        beat(host)
    host.session.requests.handle_message(1, Anew("footpad"), host.now)
    beat(host)
    run = host.session.run
    host.stop()
    with Reader(tmp_path) as reader:
        back = recover(reader, host.name, REPERTOIRE)
        inputs = [each for record in reader.steps(host.name, 0) for each in record.inputs]
    assert state_hash(back.run) == state_hash(run)
    seats = [each for each in inputs if isinstance(each, SeatTaken)]
    assert seats == [
        SeatTaken(0, "Ann"),
        SeatTaken(1, "Ben", "mender"),
        SeatTaken(0, "Ann", "footpad"),
    ]
    session = FakeServer(rulesets={}).registry.adopt(back, 0.0)
    (ann, ben) = session.members.seating
    assert back.run.progress.waiting == [(0, "Ann", "footpad")]
    assert (ann.heroes, ann.over, ann.renewed) == (1, True, False)
    assert (ben.heroes, ben.over) == (1, False)
    assert PlayerLost(0) in session.requests.inbox.seating


def test_the_party_is_told_the_kinds_that_it_has_met() -> None:
    lobby = Lobby()
    lobby.join(1, "Ann")
    lobby.watch(2)
    for member in (1, 2):
        lobby.tell(member, ListKinds())
        (told,) = lobby.took(member, Bestiary)
        assert len(told.kinds) == len(lobby.session.run.progress.met)
