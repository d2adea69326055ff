"""What is said in a session reaches everyone in it, and so does the end of its run."""

import pytest

from support.sessions.lobby import Lobby
from support.worlds.staging import Stage
from undertide_server.sessions.announcer import ended
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.simulation.mechanics.dying import die, strike_down, succumb
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.mechanics.victory import end_run
from undertide_server.simulation.state.events import Who, thing
from undertide_server.util.rng import seed_of
from undertide_shared.messages import Chat, Hear, Say
from undertide_shared.text import SERVER_MARK


class TestTalking:
    def test_everyone_hears_cleaned_text_and_newcomers_the_last_of_it(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        lobby.watch(2)
        lobby.tell(1, Say("hello \x1b[31mdeep\u202e  one"))
        for member in (1, 2):
            (chat,) = lobby.took(member, Chat)
            assert (chat.name, chat.text) == ("Ann", "hello [31mdeep one")
        lobby.join(3, "Ben")
        assert [chat.text for chat in lobby.took(3, Chat)] == ["hello [31mdeep one"]

    def test_nobody_speaks_as_the_server_by_name_or_by_mark(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        for name in (lobby.settings.server.name, f"{SERVER_MARK} Will", "Will: hello"):
            with pytest.raises(RequestRefusedError, match="bad_name"):
                lobby.watch(2, name=name)
            with pytest.raises(RequestRefusedError, match="bad_name"):
                lobby.join(3, name)
        lobby.watch(2)
        lobby.tell(2, Say(f"{SERVER_MARK} Undertide: {SERVER_MARK}leave"))
        assert lobby.took(1, Chat) == [Chat("Will", -1, "Undertide: leave", server=False)]

    def test_the_server_tells_everyone_even_who_hears_nobody(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        lobby.watch(2)
        lobby.tell(2, Hear("nobody"))
        lobby.session.announcer.announce("Undertide", "It restarts.")
        lobby.settle()
        told = Chat("Undertide", -1, "It restarts.", server=True)
        assert (lobby.took(1, Chat), lobby.took(2, Chat)) == ([told], [told])
        lobby.join(3, "Ben")
        assert lobby.took(3, Chat) == []

    def test_nothing_to_say_is_refused(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        with pytest.raises(RequestRefusedError, match="bad_text"):
            lobby.tell(1, Say("\x00\x1b"))


ROOM = ["#####", "#@..#", "#...#", "#####"]


def test_each_hero_is_named_with_what_it_did_and_what_became_of_it() -> None:
    stage = Stage(ROOM)
    ann, ben = stage.hero("Ann"), stage.hero("Ben")
    ann.hero.kills, ann.hero.deepest, ann.hero.level = 4, 3, 2
    stage.put_to_sleep(0)
    ben.body.life = 1
    monster = stage.monster((3, 2), mood="hunting", power=99)
    stage.run.index.move(ben, (3, 1))
    stage.run.index.move(ann, (1, 1))
    stage.tick(2)
    summary = ended(stage.run)
    first, second = summary.heroes
    assert (first.name, first.level, first.deepest_floor, first.kills) == ("Ann", 2, 3, 4)
    assert first.fate == "alive"
    assert second.fate == f"killed by a {monster.actor.name}"
    assert summary.ticks == stage.run.progress.ticks == 2
    assert first.colour != second.colour


def title_of(stage: Stage, *, won: bool) -> str:
    end_run(stage.run, won=won)
    summary = ended(stage.run)
    assert summary.won is won
    return summary.title


def test_the_title_says_whether_the_run_was_won() -> None:
    stage = Stage(ROOM)
    stage.hero("Ann")
    assert title_of(stage, won=True) == "The deep falls silent"


def test_the_title_says_what_killed_a_hero_who_went_alone() -> None:
    stage = Stage(ROOM)
    ann = stage.hero("Ann")
    die(stage.run, stage.floor, ann, Who(7, "bone archer", False, (1, 1)))
    assert title_of(stage, won=False) == "Ann was killed by a bone archer"


def test_the_title_counts_the_heroes_of_a_party() -> None:
    stage = Stage(ROOM)
    for name in ("Ann", "Ben"):
        die(stage.run, stage.floor, stage.hero(name), thing("fire", (1, 1)))
    assert title_of(stage, won=False) == "All 2 heroes have fallen"


def test_a_hero_that_fell_first_died_of_what_felled_it() -> None:
    stage = Stage(ROOM)
    ann, _ = stage.hero("Ann"), stage.hero("Ben")
    strike_down(stage.run, stage.floor, ann, Who(7, "ogre", False, (1, 1), title="Grak"))
    succumb(stage.run, stage.floor, ann)
    assert ended(stage.run).heroes[0].fate == "killed by Grak, the ogre"


def test_it_tells_the_seed_as_a_new_session_takes_it() -> None:
    stage = Stage(ROOM)
    summary = ended(stage.run, name="a run")
    assert seed_of(summary.seed) == stage.game.seed
    assert summary.run == "a run"


def test_it_tells_what_was_special_how_far_it_went_and_who_held_the_amulets() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    first, *others = stage.run.rules.victory.amulets
    give_stack(row.inventory, first, 1)
    summary = ended(stage.run)
    assert summary.subtitle == stage.game.variety.subtitle
    assert summary.floors == 1
    assert [amulet.bearer for amulet in summary.amulets] == [0, *[None] * len(others)]
