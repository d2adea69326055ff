"""Callings, and new heroes for players whose hero has died (R7)."""

from dataclasses import replace
from pathlib import Path

import pytest

from support.content.shipped import shipped
from support.sessions.durable_host import PATIENCE, Host
from support.sessions.fake_server import FakeServer
from support.sessions.lobby import Lobby
from support.worlds.staging import make_test_game
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.sessions.durability.recovery import recover
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.snapshot import state_hash
from undertide_server.simulation.state.inputs import SeatTaken
from undertide_server.store.reader import Reader
from undertide_server.worldgen.game.game import Game
from undertide_shared.limits import MAX_HEROES
from undertide_shared.messages import (
    Anew,
    Bestiary,
    Chat,
    Delta,
    Ended,
    Joined,
    Keyframe,
    ListKinds,
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
    lobby.strike_down(1)
    lobby.wait(3.0)
    seat = lobby.session.members.seating.of_member(1)
    assert seat is not None
    assert seat.over
    return lobby


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
        lobby.strike_down(1)
        lobby.wait(3.0)
        lobby.tell(1, Say("boo"))
        assert [chat.name for chat in lobby.took(2, Chat)] == ["A" * 15 + "†"]


class TestAnew:
    def test_a_ghost_goes_on_with_a_new_hero_in_the_same_seat(self) -> None:
        lobby = with_a_ghost()
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

    def test_it_comes_where_late_joiners_come_and_as_able(self) -> None:
        lobby = with_a_ghost()
        levels = lobby.session.run.rules.heroes.levels
        heroes(lobby)[1].experience = levels[3].experience
        lobby.tell(1, Anew())
        newest = heroes(lobby)[-1]
        assert (newest.seat, newest.level) == (0, 4)

    def test_the_token_of_the_seat_stays_good(self) -> None:
        lobby = with_a_ghost()
        (joined,) = lobby.took(1, Joined)
        lobby.tell(1, Anew("mender"))
        lobby.session.disconnect(1, lobby.now)
        lobby.join(7, "Ann", joined.token)
        frame = lobby.took(7, Keyframe)[-1]
        assert frame.hero is not None
        assert frame.hero.calling == "mender"

    def test_it_may_die_as_well_and_the_run_ends_when_all_are_dead_at_once(self) -> None:
        lobby = with_a_ghost()
        lobby.tell(1, Anew())
        lobby.strike_down(1)
        lobby.wait(3.0)
        assert lobby.took(1, Ended) == []
        lobby.tell(1, Anew())
        lobby.strike_down(2)
        lobby.wait(3.0)
        assert lobby.took(1, Ended) == []
        lobby.strike_down(1)
        lobby.wait(3.0)
        (ended,) = lobby.took(1, Ended)
        assert [hero.name for hero in ended.heroes] == ["Ann", "Ben", "Ann", "Ann"]

    def test_what_the_first_one_carried_stays_where_it_fell(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann", calling="reaver")
        lobby.join(2, "Ben")
        run = lobby.session.run
        floor, row = run.index.of_seat(0) or pytest.fail("nobody there")
        carried, cell = sorted(stack.item for stack in row.inventory.stacks), row.cell
        lobby.strike_down(1)
        lobby.wait(3.0)
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
        assert len(heroes(lobby)) == 3

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
        lobby.strike_down(2)
        lobby.wait(3.0)
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


def short_lives() -> Ruleset:
    """Return rules by which heroes die of hunger soon after they came."""
    rules = shipped("default")
    hunger = rules.hunger.model_copy(update={"full": 30, "toll_percent": 100, "toll_every": 1})
    return rules.model_copy(update={"hunger": hunger})


def beat(host: Host) -> None:
    """Let a beat pass, and wait for the disk where the run does."""
    host.now += 0.1
    host.session.advance(host.now)
    while host.session.due(host.now) is None:
        host.calls.get(timeout=PATIENCE)()


def test_a_run_with_a_second_hero_in_a_seat_comes_back_as_it_was(tmp_path: Path) -> None:
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
        back = recover(reader, host.name)
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
    assert (ann.hero, ann.heroes, ann.over) == (
        next(iter(host.session.members.seating)).hero,
        2,
        False,
    )
    assert (ben.heroes, ben.over) == (1, False)


def test_the_party_is_told_the_kinds_that_it_has_met() -> None:
    lobby = Lobby()
    lobby.join(1, "Ann")
    lobby.watch(2)
    for member in (1, 2):
        lobby.tell(member, ListKinds())
        (told,) = lobby.took(member, Bestiary)
        assert len(told.kinds) == len(lobby.session.run.progress.met)
