"""R12: who comes into rooms."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from support.worlds.furnished_drafts import GAME, NUMBER, exactly, furnished, game_of, themed
from undertide_server.content.records.themes import Count, Decor, Inhabitants
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.layouts.layout import steps_from
from undertide_server.worldgen.stages.furnishing import furnish_rooms
from undertide_server.worldgen.stages.peopling import most_people

GUARDS = Decor(people=(Inhabitants(person="guard", count=exactly(3)),))


def crowded(decor: Decor, percent: int = 100, **catalogues: Any) -> Game:
    """Return a game in which people may be this share of R3's total."""
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


def test_all_of_a_room_come_or_none() -> None:
    assert set(by_room(furnished(crowded(GUARDS)))) <= {0, 3}


@pytest.mark.parametrize("percent", [0, 10, 40, 100])
def test_people_keep_within_their_share_of_the_floors_total(percent: int) -> None:
    draft = furnished(crowded(GUARDS, percent))
    most = draft.layout.monsters * percent // 100 if draft.layout.monsters else 0
    assert most_people(draft) == most
    assert most - 3 < len(draft.spawns) <= most or percent == len(draft.spawns) == 0


def test_floors_with_fewer_monsters_hold_fewer_people() -> None:
    tree = GAME.ruleset.tree
    quiet = tree.types["warren"].model_copy(update={"monsters_percent": 25})
    changed = tree.model_copy(update={"types": {**tree.types, "warren": quiet}})
    few, many = (themed(crowded(GUARDS, tree=rules)) for rules in (changed, tree))
    assert most_people(few) == most_people(many) // 4


def test_which_rooms_go_without_is_left_to_chance() -> None:
    game = crowded(GUARDS, 20)
    full = Counter(
        index
        for seed in range(40)
        for index, count in enumerate(
            by_room(furnished(replace(game, seed=seed.to_bytes(16, "little"))))
        )
        if count
    )
    assert len(full) > 20


def test_peaceful_people_always_come_and_count_for_nothing() -> None:
    trade = Decor(
        people=(
            Inhabitants(person="shopkeeper", count=exactly(1)),
            Inhabitants(person="guard", count=exactly(2)),
        )
    )
    draft = furnished(crowded(trade, 0))
    assert by_room(draft) == [0] + [1] * (len(draft.rooms) - 1)
    assert {spawn.kind.name for spawn in draft.spawns} == {"shopkeeper"}


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
