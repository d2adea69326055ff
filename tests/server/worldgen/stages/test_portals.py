"""R12: portals pair up."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.content.own_rules import game_with
from support.worlds.drafts import GAME, dug, exactly, is_sound, name_at
from undertide_server.content.records.layouts import LayoutName
from undertide_server.content.records.themes import NONE
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.stages.portals import link_portals
from undertide_shared.geometry import distance


def linked(numbers: dict[int, int], layout: LayoutName = "small_keep", seed: int = 0) -> Draft:
    """Return a floor some of whose rooms have so many portals."""
    game = replace(GAME, seed=seed.to_bytes(16, "little"))
    draft = dug(game, 4, layout_name=layout)
    counts = [exactly(numbers[i]) if i in numbers else NONE for i in range(len(draft.rooms))]
    link_portals(draft, counts)
    return draft


def room_of(draft: Draft, cell: tuple[int, int]) -> int:
    return next(i for i, plan in enumerate(draft.rooms) if cell in plan.room.cells())


def rooms_of(draft: Draft) -> list[int]:
    """Return the rooms of all portals, in order."""
    return sorted(room_of(draft, cell) for cell in draft.portals)


@given(
    st.dictionaries(st.integers(1, 29), st.integers(0, 5), max_size=6),
    st.integers(0, 10_000),
    st.sampled_from(["small_keep", "rooms_and_corridors", "caverns", "arena"]),
)
@settings(max_examples=60)
def test_each_portal_leads_to_another_room_and_back(
    numbers: dict[int, int], seed: int, layout: LayoutName
) -> None:
    draft = linked(numbers, layout, seed)
    for cell, twin in draft.portals.items():
        assert draft.portals[twin] == cell
        assert room_of(draft, cell) != room_of(draft, twin)
        assert name_at(draft, cell) == "portal"
        assert cell in draft.taken
    assert is_sound(draft)


@pytest.mark.parametrize(
    ("numbers", "rooms"),
    [
        ({}, []),
        ({3: 1, 8: 1}, [3, 8]),
        ({3: 2, 8: 1, 9: 1}, [3, 3, 8, 9]),
        ({3: 1, 8: 1, 9: 2, 12: 2}, [3, 8, 9, 9, 12, 12]),
    ],
)
def test_portals_of_a_floor_pair_up(numbers: dict[int, int], rooms: list[int]) -> None:
    assert rooms_of(linked(numbers)) == rooms


@pytest.mark.parametrize("seed", range(8))
def test_a_portal_without_a_twin_gets_one_in_some_other_room(seed: int) -> None:
    rooms = rooms_of(linked({3: 1}, seed=seed))
    assert len(rooms) == 2
    assert 3 in rooms
    assert 0 not in rooms
    assert len(rooms_of(linked({3: 1, 8: 1, 9: 1}, seed=seed))) == 4


def test_a_room_with_more_than_all_others_leads_to_rooms_that_have_none() -> None:
    rooms = rooms_of(linked({3: 4, 8: 1}))
    assert rooms.count(3) == 4
    assert rooms.count(8) == 1
    assert len(set(rooms)) == 5


def test_where_there_are_no_other_rooms_portals_stay_away() -> None:
    draft = dug(GAME, 4, layout_name="arena")
    draft.rooms = draft.rooms[:2]
    link_portals(draft, [NONE, exactly(2)])
    assert not draft.portals


@pytest.mark.parametrize("layout", ["small_keep", "rooms_and_corridors", "caverns"])
@pytest.mark.parametrize("seed", range(4))
def test_a_portal_stands_on_a_block_in_the_middle_of_its_room(
    layout: LayoutName, seed: int
) -> None:
    draft = linked({2: 1, 5: 1, 6: 1, 7: 1}, layout, seed)
    assert draft.portals
    for cell in draft.portals:
        room = draft.rooms[room_of(draft, cell)].room
        free = [c for c in room.cells() if c in draft.portals or draft.is_walkable(c)]
        nearest = min(distance(room.centre, c) for c in free)
        assert distance(room.centre, cell) <= nearest + 1
        around = [c for c in room.cells() if distance(c, cell) == 1]
        block = [c for c in around if name_at(draft, c) == "stone_block"]
        assert {c for c in around if draft.is_walkable(c)} - set(block) <= {
            draft.layout.arrival,
            draft.layout.stairs_up,
            *draft.layout.stairs_down,
        }
        assert draft.taken.issuperset(block)
        assert len(block) >= 7 or layout == "caverns"


def test_further_portals_of_a_room_stand_anywhere_in_it() -> None:
    draft = linked({3: 4})
    inside = [cell for cell in draft.portals if room_of(draft, cell) == 3]
    assert len(inside) == 4
    assert draft.rooms[3].room.centre in inside
    assert is_sound(draft)


def test_content_may_do_without_blocks() -> None:
    terrain = {**GAME.ruleset.terrain}
    terrain["portal"] = terrain["portal"].model_copy(update={"stands_on": None})
    draft = dug(game_with(terrain=terrain), 4, layout_name="small_keep")
    link_portals(draft, [exactly(int(i in (2, 5))) for i in range(len(draft.rooms))])
    assert len(draft.portals) == 2
    assert not any(name_at(draft, c) == "stone_block" for c in draft.rooms[2].room.cells())
