"""R10, R15: what lies in dead ends."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped, unvaried, without_gear
from support.worlds.drafts import Games, dug
from undertide_server.content.records.layouts import LayoutName
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.plan import Loot
from undertide_server.worldgen.game.game import Game, make_game
from undertide_server.worldgen.game.run_tree import amulets_at
from undertide_server.worldgen.layouts.maze import rooms_away
from undertide_server.worldgen.stages.treasures import place_treasures
from undertide_shared.geometry import distance

RULES = unvaried(shipped("default"))
KEEP = unvaried(shipped("keep"))
AMULETS = RULES.victory.amulets


GAMES, KEEPS = Games(RULES, 20), Games(KEEP, 20)


def furnished(game: Game, layout: LayoutName, number: int = 4) -> Draft:
    draft = dug(game, number, (1,), layout)
    place_treasures(draft)
    return draft


def at_a_keep(game: Game, layout: LayoutName) -> Draft:
    """Return a floor that holds an amulet, before its treasures, dug in some way."""
    draft = dug(game, 2, (1,), layout, "keep")
    assert len(amulets_at(game, draft.branch)) == 1
    return draft


def with_layout(rules: Ruleset, name: str, **changes: Any) -> Ruleset:
    layout = getattr(rules.layouts, name).model_copy(update=changes)
    return rules.model_copy(update={"layouts": rules.layouts.model_copy(update={name: layout})})


def items(draft: Draft) -> list[tuple[str, ...]]:
    return [tuple(loot.item for loot in treasure.loot) for treasure in draft.treasures]


def test_a_full_keep_holds_amulets_spells_and_hearts_in_the_rest() -> None:
    for game in KEEPS:
        draft = dug(game, 1, (1,), "keep", "start")
        place_treasures(draft)
        found = Counter(loot.item for treasure in draft.treasures for loot in treasure.loot)
        rooms = len(draft.layout.treasures)
        assert [treasure.room for treasure in draft.treasures] == list(draft.layout.treasures)
        assert all(found[amulet] == 1 for amulet in AMULETS)
        assert sum(found[spell] for spell in KEEP.loot.spells) == 6
        assert found["heart_container"] == rooms - 9
        assert found.total() == rooms


def test_amulets_lie_furthest_from_the_arrival() -> None:
    for game in KEEPS:
        draft = dug(game, 1, (1,), "keep", "start")
        place_treasures(draft)
        away = rooms_away(0, draft.layout.connections)
        with_one = [each.room for each in draft.treasures if each.loot[0].item in AMULETS]
        others = set(draft.layout.treasures) - set(with_one)
        assert min(away[room] for room in with_one) >= max(away[room] for room in others)


def test_spells_come_by_the_stack_and_differ() -> None:
    drafts = [furnished(game, "small_keep") for game in GAMES]
    spells = [
        loot
        for draft in drafts
        for treasure in draft.treasures
        for loot in treasure.loot
        if len(treasure.loot) == 1 and loot.item in RULES.loot.spells
    ]
    assert {loot.count for loot in spells} == {RULES.loot.spell_count}
    found = {loot.item for loot in spells}
    assert found <= set(RULES.loot.spells)
    assert len(found) > len(RULES.loot.spells) // 2
    assert len(spells) == len(GAMES) * RULES.layouts.small_keep.spells


def test_what_is_left_of_a_small_keep_are_heaps_in_the_middle() -> None:
    for game in GAMES:
        draft = furnished(game, "small_keep")
        heaps = [each for each in draft.treasures if len(each.loot) == RULES.loot.treasure]
        keep = RULES.layouts.small_keep
        assert len(heaps) == len(draft.treasures) - keep.spells - keep.hearts > 0
        for heap in heaps:
            x, y = draft.rooms[heap.room].room.centre
            assert all(distance((loot.x, loot.y), (x, y)) <= 2 for loot in heap.loot)


@pytest.mark.parametrize(
    ("layout", "count"), [("rooms_and_corridors", 0), ("caverns", 0), ("arena", 2)]
)
def test_other_layouts_have_heaps_only_in_the_corners_of_an_arena(
    layout: LayoutName, count: int
) -> None:
    for game in GAMES.first(3):
        draft = furnished(game, layout)
        assert [len(each.loot) for each in draft.treasures] == [RULES.loot.treasure] * count


def test_keeps_of_one_size_are_told_apart_by_their_rooms() -> None:
    rules = with_layout(RULES, "keep", columns=6, rows=5, side=9, hearts=0, spells=50)
    game = make_game(rules, bytes(16), REPERTOIRE)
    for layout, hearts in (("keep", 0), ("small_keep", 1)):
        draft = furnished(game, layout)  # type: ignore[arg-type]
        assert items(draft).count(("heart_container",)) == hearts


@pytest.mark.parametrize("layout", ["rooms_and_corridors", "caverns"])
def test_an_amulet_lies_in_the_last_room_where_there_are_no_dead_ends(layout: LayoutName) -> None:
    for game in GAMES.first(5):
        draft = at_a_keep(game, layout)
        place_treasures(draft)
        [treasure] = draft.treasures
        assert treasure.room == len(draft.rooms) - 1
        assert [loot.item for loot in treasure.loot] == list(amulets_at(game, draft.branch))


def test_a_single_hall_holds_all_three_amulets() -> None:
    game = KEEPS[0]
    draft = dug(game, 1, (1,), "rooms_and_corridors", "start")
    draft.layout = replace(draft.layout, rooms=draft.layout.rooms[:1], connections=())
    draft.rooms = draft.rooms[:1]
    place_treasures(draft)
    [treasure] = draft.treasures
    assert {loot.item for loot in treasure.loot} == set(AMULETS)
    assert len({(loot.x, loot.y) for loot in treasure.loot}) == 3


def test_amulets_go_round_rooms_that_are_full() -> None:
    game = GAMES[0]
    draft = at_a_keep(game, "rooms_and_corridors")
    draft.taken |= set(draft.rooms[-1].room.cells())
    place_treasures(draft)
    assert [treasure.room for treasure in draft.treasures] == [len(draft.rooms) - 2]


def test_no_bound_leaves_an_amulet_out() -> None:
    loot = KEEP.loot.model_copy(update={"most_on_floor": 4})
    game = make_game(KEEP.model_copy(update={"loot": loot}), bytes(16), REPERTOIRE)
    draft = dug(game, 1, (1,), "keep", "start")
    x, y = draft.rooms[1].room.centre
    draft.loot += [Loot("health_potion", 1, x, y, price=5)] * 4
    place_treasures(draft)
    assert [loot.item for loot in draft.loot[:3]] == list(amulets_at(game, draft.branch))
    assert len(draft.treasures) == 3


def test_heaps_keep_within_what_may_lie_on_a_floor() -> None:
    loot = RULES.loot.model_copy(update={"most_on_floor": 4})
    game = make_game(RULES.model_copy(update={"loot": loot}), bytes(16), REPERTOIRE)
    draft = furnished(game, "arena")
    assert [len(treasure.loot) for treasure in draft.treasures] == [3]
    assert len(draft.loot) == 3


def test_treasures_stay_where_they_are() -> None:
    draft = furnished(GAMES[0], "small_keep")
    cells = {(loot.x, loot.y) for loot in draft.loot}
    assert cells
    assert cells <= draft.taken
    assert draft.lay(sorted(cells), "wall") == []


def test_without_items_for_a_floor_there_are_no_heaps() -> None:
    late = {key: RULES.items[key] for key in ("fireball_scroll", "gold")}
    game = make_game(without_gear(RULES.model_copy(update={"items": late})), bytes(16), REPERTOIRE)
    assert furnished(game, "arena", 5).treasures == []
    assert furnished(game, "arena", 6).treasures != []


def test_heaps_hold_good_gear_as_often_as_the_rules_say() -> None:
    for percent, most in ((0, 0), (100, 3)):
        loot = RULES.loot.model_copy(update={"treasure_gear": percent, "gear": ()})
        always = RULES.loot.gear if percent else ()
        rules = RULES.model_copy(update={"loot": loot.model_copy(update={"gear": always})})
        game = make_game(rules, bytes(16), REPERTOIRE)
        for treasure in furnished(game, "arena", 5).treasures:
            gear = [each for each in treasure.loot if game.items.kind(each.item).gear is not None]
            assert len(gear) == most
