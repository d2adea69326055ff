"""R12: who comes into rooms."""

from collections import Counter
from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from support.worlds.drafts import GAME, NUMBER, dug, exactly, furnished, game_of, themed
from undertide_server.content.records.changes import with_changes
from undertide_server.content.records.layouts import LayoutName
from undertide_server.content.records.themes import Count, Decor, Inhabitants
from undertide_server.inspection.floor import rooms_data
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.floor import plan_floor
from undertide_server.worldgen.game.game import Game, make_game
from undertide_server.worldgen.game.run_tree import amulets_at, branch_at
from undertide_server.worldgen.layouts.layout import steps_from
from undertide_server.worldgen.stages.furnishing import furnish_rooms
from undertide_server.worldgen.stages.patterns import pattern_cells
from undertide_server.worldgen.stages.peopling import around, most_people, share_of_people
from undertide_server.worldgen.stages.population import headcount

GUARDS = Decor(people=(Inhabitants(person="guard", count=exactly(3)),))
RULES = shipped("default")
COMMON = ("watch_doubled", "archers_year", "full_graves", "crowded_cells", "strange_rooms")
"""Variations that bring many people."""
SOME = Decor(people=(Inhabitants(person="guard", count=Count(low=0, high=3)),))


def crowded(decor: Decor, percent: int = 100, **catalogues: Any) -> Game:
    """Return a game in which people beyond the promised may be this share of R3's total."""
    extras = GAME.ruleset.extras.model_copy(update={"people": percent})
    return game_of(decor, extras=extras, **catalogues)


def by_room(draft: Draft) -> list[int]:
    """Return how many people each room holds."""
    cells = [(spawn.x, spawn.y) for spawn in draft.spawns]
    return [sum(cell in plan.room.cells() for cell in cells) for plan in draft.rooms]


def test_people_are_those_of_the_theme_as_strong_as_the_floor_asks() -> None:
    draft = furnished(crowded(GUARDS))
    assert {spawn.kind.id for spawn in draft.spawns} == {f"guard@{NUMBER}"}
    assert by_room(draft)[0] == 0


@pytest.mark.parametrize("percent", [0, 100])
def test_those_whom_a_theme_promises_always_come(percent: int) -> None:
    population = GAME.ruleset.population.model_copy(update={"safe_steps": 0})
    numbers = by_room(furnished(crowded(GUARDS, percent, population=population)))
    assert numbers == [0] + [3] * (len(numbers) - 1)


@pytest.mark.parametrize("percent", [0, 10, 40])
def test_more_come_than_promised_while_people_are_within_their_share(percent: int) -> None:
    draft = furnished(crowded(SOME, percent))
    assert share_of_people(draft) == len(draft.spawns) == 40 * percent // 100


def test_more_than_promised_come_only_while_the_floor_may_hold_them() -> None:
    pilgrims = Decor(people=(Inhabitants(person="pilgrim", count=Count(low=0, high=9)),))
    draft = furnished(crowded(pilgrims, 0))
    assert most_people(draft) == len(draft.spawns) == 40


def test_people_leave_space_for_bosses_and_guardians() -> None:
    numbers = [floor.floor for floor in GAME.curve.floors if floor.bosses]
    for number in numbers:
        draft = themed(GAME, number=number)
        bosses = len(GAME.curve.floors[number - 1].bosses) if number >= 17 else 1
        assert most_people(draft) == headcount(GAME, 1, draft.layout.monsters) - bosses
    keep = dug(GAME, NUMBER, layout_name="small_keep", kind="keep")
    held = amulets_at(GAME, keep.branch)
    assert most_people(keep) == 40 - len(held) - len(keep.bosses)
    assert held


def test_floors_with_fewer_monsters_hold_fewer_people() -> None:
    tree = GAME.ruleset.tree
    quiet = tree.types["warren"].model_copy(update={"monsters_percent": 25})
    changed = tree.model_copy(update={"types": {**tree.types, "warren": quiet}})
    few, many = (themed(crowded(GUARDS, tree=rules)) for rules in (changed, tree))
    assert share_of_people(few) == share_of_people(many) // 4 == most_people(few)


def test_people_leave_preset_walls_and_the_middle_of_their_room_to_others() -> None:
    decor = GUARDS.model_copy(update={"pattern": "stalls"})
    draft = furnished(game_of(decor))
    for plan in draft.rooms[1:]:
        kept = {*pattern_cells("stalls", plan.room), *around(plan.room)}
        assert kept.isdisjoint((spawn.x, spawn.y) for spawn in draft.spawns)


def test_which_rooms_go_without_is_left_to_chance() -> None:
    game = crowded(SOME, 20)
    full = Counter(
        index
        for seed in range(40)
        for index, count in enumerate(
            by_room(furnished(replace(game, seed=seed.to_bytes(16, "little"))))
        )
        if count
    )
    assert len(full) > 20


def test_peaceful_people_have_no_part_in_the_share() -> None:
    trade = Decor(
        people=(
            Inhabitants(person="shopkeeper", count=Count(low=0, high=1)),
            Inhabitants(person="guard", count=Count(low=0, high=2)),
        )
    )
    draft = furnished(crowded(trade, 0))
    assert {spawn.kind.name for spawn in draft.spawns} == {"shopkeeper"}
    assert len(draft.spawns) > 8


@settings(max_examples=40)
@given(
    st.binary(min_size=16, max_size=16),
    st.integers(0, 19),
    st.integers(1, 4),
    st.sampled_from(COMMON),
    st.sampled_from(get_args(LayoutName)),
)
def test_every_room_has_those_whom_its_theme_promises(
    seed: bytes, depth: int, heroes: int, variation: str, layout: LayoutName
) -> None:
    changes = RULES.variety.variations[variation].changes
    game = make_game(with_changes(RULES, changes), seed, REPERTOIRE)
    branch = branch_at(game, (0,) * depth)
    plan = plan_floor(game, branch, (depth + 1,) * heroes, layout)
    share = game.ruleset.tree.types[branch.type].monsters_percent
    bosses = sum(spawn.kind.boss for spawn in plan.spawns)
    most = headcount(game, heroes, plan.layout.monsters, share)
    assert len(plan.spawns) <= max(most, bosses + len(amulets_at(game, branch)))
    for room in rooms_data(game, plan, (1,)):
        assert room["people"] >= room["people_promised"]


@pytest.mark.parametrize(("person", "near"), [("guard", False), ("pilgrim", True)])
def test_only_the_peaceful_are_near_the_arrival(person: str, *, near: bool) -> None:
    population = GAME.ruleset.population.model_copy(update={"safe_steps": 30})
    decor = Decor(people=(Inhabitants(person=person, count=exactly(1)),))
    draft = furnished(crowded(decor, population=population))
    steps = steps_from(draft.layout.arrival, draft.game.terrain.walkable[draft.tiles])
    nearest = min(int(steps[spawn.y, spawn.x]) for spawn in draft.spawns)
    assert (nearest <= 30) is near


def test_more_heroes_meet_the_same_people() -> None:
    game = crowded(Decor(people=(Inhabitants(person="guard", count=Count(low=0, high=4)),)), 40)
    one, five = themed(game), themed(game)
    five.levels = (3,) * 5
    for draft in (one, five):
        furnish_rooms(draft)
    assert one.spawns == five.spawns != []


def test_sleepers_sleep_by_their_chance() -> None:
    awake = furnished(crowded(Decor(people=(Inhabitants(person="gardener", count=exactly(2)),))))
    assert not any(spawn.asleep for spawn in awake.spawns)
    things = Decor(people=(Inhabitants(person="drowned_thing", count=exactly(3)),))
    asleep = furnished(crowded(things)).spawns
    assert sum(spawn.asleep for spawn in asleep) > len(asleep) // 2


def test_where_people_stand_nothing_is_built_later() -> None:
    draft = furnished(crowded(GUARDS))
    assert {(spawn.x, spawn.y) for spawn in draft.spawns} <= draft.taken
