"""Where companions are: arrows, bearings, and the intents that lead to them."""

import pytest
from msgspec.structs import replace

from support.client.client_examples import ARENA, HERO, STAIRS
from support.client.people_examples import PARTY, SIGHTINGS, in_company
from support.client.screen_text import colours_at, playing, rows_of
from undertide_client.displays.cells import Console
from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.companions import (
    companions_to_follow,
    draw_arrows,
    heroes_on_floor,
    intent_to_companion,
    intent_to_party,
    next_eyes,
    previous_eyes,
    seat_of,
    way_words,
)
from undertide_client.screens.map.map_view import aim
from undertide_client.screens.widgets.drawing import Area
from undertide_shared.messages import Climb, Move, PartyMember, Regroup, Sighting

SEATED = [
    PartyMember(0, "Ann", 0, 1, 100, 1, "alive"),
    PartyMember(2, "Bob", 0, 1, 0, 1, "dead"),
    PartyMember(5, "Cid", 0, 1, 100, 1, "asleep"),
]


def test_the_heroes_of_the_floor_are_known_by_seat_without_the_followed_one() -> None:
    found = heroes_on_floor(in_company().mirror)
    assert {seat: (one.x, one.y) for seat, one in found.items()} == {1: (8, 1), 2: (26, 1)}


def test_a_bearing_has_steps_and_an_arrow() -> None:
    mirror = in_company().mirror
    assert [way_words(mirror, seat) for seat in range(4)] == ["", "4→", "22→", ""]
    on_top = [SIGHTINGS[0], replace(SIGHTINGS[1], x=4, mood="fallen")]
    assert way_words(in_company(sightings=on_top).mirror, 1) == "here"


def test_who_can_be_followed_is_awake_stands_and_is_on_this_floor() -> None:
    assert [one.name for one in companions_to_follow(in_company().mirror)] == ["Bob", "Cat"]
    near = [*SIGHTINGS[:2], replace(SIGHTINGS[2], x=3)]
    names = [one.name for one in companions_to_follow(in_company(sightings=near).mirror)]
    assert names == ["Cat", "Bob"], "nearest first"
    for change in ({"state": "asleep"}, {"dies_in": 50}, {"state": "dead"}):
        party = [PARTY[0], replace(PARTY[1], **change), PARTY[2]]
        assert [one.name for one in companions_to_follow(in_company(party=party).mirror)] == ["Cat"]
    assert companions_to_follow(in_company(sightings=SIGHTINGS[:1]).mirror) == []


def test_an_arrow_at_the_edge_stands_for_each_hero_beyond_it() -> None:
    mirror = in_company().mirror
    area = Area(2, 1, 12, 3)
    console = Console(20, 6)
    draw_arrows(console, mirror, aim(area, (30, 3), (4, 1)))
    assert [row.strip() for row in rows_of(console)] == ["", "", "→", "", "", ""]
    assert rows_of(console)[2][area.right - 1] == "→"
    assert colours_at(console, area.right - 1, 2)[0] == (0xFF, 0x8F, 0xB1)
    console = Console(20, 6)
    draw_arrows(console, mirror, aim(Area(0, 0, 30, 3), (30, 3), (4, 1)))
    assert "".join(rows_of(console)).strip() == ""


def test_an_arrow_stands_for_each_enemy_in_sight_beyond_the_edge_too() -> None:
    def edge_of(one: Sighting) -> str:
        console = Console(20, 6)
        mirror = in_company(sightings=[SIGHTINGS[0], one]).mirror
        draw_arrows(console, mirror, aim(Area(2, 1, 6, 3), (30, 3), (4, 1)))
        return "".join(rows_of(console)).strip()

    assert edge_of(Sighting(30, 2, 13, 1, 100, "hunting")) == "→"
    assert edge_of(Sighting(30, 2, 13, 1, 100, "peaceful")) == ""
    assert edge_of(Sighting(30, 2, 5, 1, 100, "hunting")) == ""


def test_one_out_of_sight_is_reached_by_regrouping_and_one_in_sight_by_travel() -> None:
    mirror = in_company().mirror
    assert intent_to_companion(mirror, (26, 1)) == Regroup(2)
    assert intent_to_companion(mirror, (8, 1)) is None
    assert intent_to_companion(mirror, (9, 1)) is None


def test_the_party_is_on_this_floor_or_behind_stairs() -> None:
    assert intent_to_party(in_company().mirror) == Regroup()
    fallen = [PARTY[0], *(replace(one, dies_in=80) for one in PARTY[1:])]
    assert intent_to_party(in_company(party=fallen).mirror) == Regroup(1), "the nearest fallen"
    fallen = [*PARTY[:2], replace(PARTY[2], dies_in=80)]
    assert intent_to_party(in_company(party=fallen).mirror) == Regroup(2)
    beside = [SIGHTINGS[0], SIGHTINGS[1], replace(SIGHTINGS[2], x=5, mood="fallen")]
    there = in_company(party=fallen, sightings=beside).mirror
    assert intent_to_party(there) == Move(1, 0), "a step into it tends it"
    alone = [Sighting(HERO, 1, 2, 2)]
    below = [PARTY[0], *(replace(one, floor=4, branch=ARENA) for one in PARTY[1:])]
    there = playing(sightings=alone, party=below, stairs=STAIRS).mirror
    assert intent_to_party(there) == Climb(7, 3)
    unknown = playing(sightings=alone, party=below, stairs=[]).mirror
    words = "Your party is on floor 4; you know no stairs that lead there."
    assert intent_to_party(unknown) == words
    assert intent_to_party(playing(sightings=alone, party=PARTY[:1]).mirror) == (
        "You have no companions."
    )


@pytest.mark.parametrize(
    ("here", "following", "before"), [(None, 0, 5), (0, 5, None), (5, None, 0), (2, 0, 5)]
)
def test_eyes_go_round_the_living_and_the_party(
    here: int | None, following: int | None, before: int | None
) -> None:
    mirror = playing(party=SEATED, seat=here).mirror
    assert next_eyes(mirror) == following
    assert previous_eyes(mirror) == before


def test_without_heroes_there_are_only_the_party_s() -> None:
    assert next_eyes(Mirror()) is None


def test_a_hero_is_found_by_name_in_any_case() -> None:
    mirror = playing(party=SEATED).mirror
    assert (seat_of(mirror, "cID"), seat_of(mirror, "Zed")) == (5, None)
