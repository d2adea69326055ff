"""Who is in a session, by which names they talk, and through whose eyes they may look."""

import pytest

from support.content.shipped import shipped
from support.worlds.staging import Stage
from undertide_server.content.load import load_settings
from undertide_server.sessions.members.members import NAMELESS, WATCHER_COLOUR, Members, Watchers
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import NOBODY
from undertide_server.simulation.mechanics.dying import strike_down, succumb
from undertide_server.simulation.mechanics.seats import is_waiting
from undertide_server.simulation.state.events import thing
from undertide_server.simulation.state.inputs import PlayerLost, SeatTaken
from undertide_server.util.names import ReservedNames
from undertide_server.views.view import PARTY
from undertide_shared.limits import MAX_LISTED_WATCHERS, MAX_NAME
from undertide_shared.text import GHOST_MARK


def test_a_name_is_cleaned_and_cut_or_given() -> None:
    watchers = Watchers(9)
    assert watchers.add(1, " Wi\x1bll ") == "Will"
    assert len(watchers.add(2, "x" * 99)) == MAX_NAME
    assert watchers.add(3, "\u202e") == NAMELESS
    assert watchers.name(1) == "Will"
    assert list(watchers) == [1, 2, 3]


@pytest.mark.parametrize("name", ["Undertide", "UNDERTIDE", "Undertid\u0435", "◆ Will", "Will:"])
def test_nobody_takes_the_name_of_the_server_or_its_marks(name: str) -> None:
    watchers = Watchers(9, ReservedNames("Undertide"))
    with pytest.raises(RequestRefusedError, match="bad_name"):
        watchers.add(1, name)
    assert list(watchers) == []


def test_a_full_house_takes_nobody_more() -> None:
    watchers = Watchers(1)
    watchers.check_room()
    watchers.add(1, "Will")
    with pytest.raises(RequestRefusedError, match="session_full"):
        watchers.check_room()
    watchers.remove(1)
    watchers.check_room()
    assert 1 not in watchers


def test_a_spectators_name_reads_like_nobody_elses() -> None:
    watchers = Watchers(9)
    heroes = ["Ann", "Bob 2"]
    assert watchers.add(1, "Ann", heroes) == "Ann 2"
    assert watchers.add(2, "\u0410nn", heroes) == "\u0410nn 3", "a Cyrillic A"
    assert watchers.add(3, "Bob", heroes) == "Bob"
    assert watchers.add(4, "bob", heroes) == "bob 3"
    long = "x" * MAX_NAME
    assert watchers.add(5, long, [long]) == long[:-2] + " 2"
    assert [watchers.add(each, "", heroes) for each in (6, 7)] == [NAMELESS] * 2
    watchers.remove(1)
    assert watchers.add(8, "Ann", heroes) == "Ann 2"


def test_a_spectator_gives_its_name_up_to_a_new_hero_who_is_called_so() -> None:
    watchers = Watchers(9)
    for member, name in enumerate(("Cat", "Dan", "\u0421at")):
        watchers.add(member, name)
    watchers.free_name("cat")
    assert [watchers.name(member) for member in range(3)] == ["Cat 3", "Dan", "\u0421at 2"]
    watchers.free_name("Eve")
    assert watchers.listed() == ["Cat 3", "Dan", "\u0421at 2"]
    assert watchers.add(3, "Cat") == "Cat", "where no hero is called so, nobody is by now"


def test_a_roster_lists_the_first_of_many() -> None:
    watchers = Watchers(10**6)
    for member in range(MAX_LISTED_WATCHERS + 5):
        watchers.add(member, f"w{member}")
    assert watchers.listed() == [f"w{member}" for member in range(MAX_LISTED_WATCHERS)]
    assert len(watchers) == MAX_LISTED_WATCHERS + 5


@pytest.fixture
def members() -> Members:
    """Return the company of member 1, who watches, and member 2, in seat 0."""
    members = Members(shipped("default"), load_settings().limits)
    members.watchers.add(1, "Will")
    members.seating.give_seat(2, "A" * MAX_NAME)
    return members


def test_members_are_those_in_seats_and_then_those_who_watch(members: Members) -> None:
    assert list(members.members) == [2, 1]
    members.seating.leave(2)
    assert list(members.members) == [1]


def test_who_is_not_here_has_no_say(members: Members) -> None:
    with pytest.raises(RequestRefusedError, match="wrong_state"):
        members.speaker(3)


def test_a_ghost_is_known_by_its_mark_and_called_by_no_longer_name(members: Members) -> None:
    seat = members.seating.get(0)
    assert seat is not None
    assert members.speaker(1) == ("Will", WATCHER_COLOUR)
    assert members.speaker(2) == (seat.name, seat.colour)
    members.seating.note_death(seat)
    name, _ = members.speaker(2)
    assert name.endswith(GHOST_MARK)
    assert len(name) == MAX_NAME


def test_eyes_are_those_of_a_living_hero_or_the_party_s(members: Members) -> None:
    assert members.eyes(None) == PARTY
    for number in (0, 1, -1, 2**63):
        with pytest.raises(RequestRefusedError, match="there is no hero in seat"):
            members.eyes(number)
    seat = members.seating.get(0)
    assert seat is not None
    seat.meet(77)
    assert members.eyes(0) == 77
    members.seating.note_death(seat)
    with pytest.raises(RequestRefusedError, match="has died"):
        members.eyes(0)


def test_a_member_with_a_new_number_has_its_name_and_its_place_in_the_list() -> None:
    watchers = Watchers(9)
    for member, name in ((1, "Will"), (2, "Zoe"), (3, "Max")):
        watchers.add(member, name)
    watchers.rename(2, 12)
    assert [(member, watchers.name(member)) for member in watchers] == [
        (1, "Will"),
        (12, "Zoe"),
        (3, "Max"),
    ]


def company(*, second_lives: bool = True, gives_up: bool = False) -> Members:
    """Return the members of a session of two seats on a server called Undertide."""
    rules = shipped("default")
    house = rules.house.model_copy(update={"new_heroes": second_lives})
    rules = rules.model_copy(update={"house": house})
    return Members(rules, load_settings().limits, 2, "Undertide", lambda: gives_up)


def test_neither_players_nor_spectators_have_the_name_of_the_server() -> None:
    members = company()
    with pytest.raises(RequestRefusedError, match="bad_name"):
        members.seating.give_seat(1, "Undertide")
    with pytest.raises(RequestRefusedError, match="bad_name"):
        members.watchers.add(1, "Undertide")


@pytest.mark.parametrize("second_lives", [True, False])
def test_the_house_rules_say_whether_a_name_may_live_again(second_lives: bool) -> None:
    members = company(second_lives=second_lives)
    members.seating.note_death(members.seating.give_seat(1, "Ann"))
    if second_lives:
        assert members.seating.give_seat(2, "Ann").number == 1
    else:
        with pytest.raises(RequestRefusedError, match="name_taken"):
            members.seating.give_seat(2, "Ann")


@pytest.mark.parametrize("gives_up", [True, False])
def test_seats_of_the_absent_are_free_where_the_session_gives_them_up(gives_up: bool) -> None:
    seating = company(gives_up=gives_up).seating
    for member in (1, 2):
        seating.lose(seating.give_seat(member, f"Hero {member}"), 0.0)
    seating.lapse(10.0, 10.0)
    assert seating.has_room is gives_up


def test_who_hears_players_is_here_and_wants_to() -> None:
    members = company()
    assert not members.hears_players(1)
    person = members.directory.watch(1, NOBODY)
    heard = []
    for person.hears in ("all", "players", "nobody"):
        heard.append(members.hears_players(1))
    assert heard == [True, True, False]


def test_a_seat_meets_the_hero_that_was_made_for_it_once() -> None:
    stage, members = Stage(["#####", "#@..#", "#####"]), company()
    ann, ben = (members.seating.give_seat(member, f"Hero {member}") for member in range(2))
    assert members.meet_new_heroes(stage.run) == []
    first = stage.hero("Hero 0")
    assert members.meet_new_heroes(stage.run) == [ann]
    assert (ann.hero, ben.hero) == (first.entity, None)
    assert members.meet_new_heroes(stage.run) == []


def test_a_hero_that_was_ordered_is_awaited_as_long_as_it_waits_for_a_floor() -> None:
    stage, members = Stage(["#####", "#@..#", "#####"]), company()
    seats = [members.seating.give_seat(member, f"Hero {member}") for member in range(2)]
    rows = [stage.hero(f"Hero {seat.number}") for seat in seats]
    members.meet_new_heroes(stage.run)
    strike_down(stage.run, stage.floor, rows[0], thing("a trap", rows[0].cell))
    succumb(stage.run, stage.floor, rows[0])
    members.count_the_dead(stage.run)
    assert [seat.over for seat in seats] == [True, False]
    members.seating.renew(seats[0])
    stage.step(SeatTaken(0, "Hero 0"))
    assert is_waiting(stage.run, 0)
    assert members.meet_new_heroes(stage.run) == []
    assert [seat.renewed for seat in seats] == [True, False]
    stage.step(PlayerLost(0))
    assert members.meet_new_heroes(stage.run) == []
    assert [(seat.renewed, seat.heroes, seat.is_living) for seat in seats] == [
        (False, 1, False),
        (False, 1, True),
    ]
    assert members.seating.living == 1


def test_the_dead_are_counted_once_whoever_sits_before_them() -> None:
    stage, members = Stage(["#####", "#@..#", "#####"]), company()
    members.seating.give_seat(0, "Not made")
    seat = members.seating.give_seat(1, "Dead")
    row = stage.hero("Dead")
    seat.meet(row.entity)
    members.count_the_dead(stage.run)
    assert (seat.over, members.seating.living) == (False, 2)
    row.hero.fate = "a trap"
    for _ in range(2):
        members.count_the_dead(stage.run)
        assert (seat.over, members.seating.living) == (True, 1)
