"""The state of a run as bytes, back again, and as hashes that name what differs."""

import importlib
import pkgutil
from dataclasses import is_dataclass

import msgspec
import numpy as np
import pytest

from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation import components
from undertide_server.simulation.components.actors import Body, Position
from undertide_server.simulation.components.floors import (
    Agreement,
    Chamber,
    Floor,
    Graves,
    PlacedMark,
    Remains,
    Risen,
    Trap,
    Traps,
)
from undertide_server.simulation.components.heroes import (
    FloorMemory,
    FloorStay,
    Hero,
    ItemStack,
    Memory,
)
from undertide_server.simulation.components.progress import Progress, Trade, TradeSide
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.snapshot import (
    REST,
    STORED_NAMES,
    first_difference,
    first_marked,
    joined,
    marks_of,
    parts_of,
    restore,
    split,
    state_hash,
    take_snapshot,
)
from undertide_server.simulation.state.inputs import Asked, SeatTaken, Ticked, Turned
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.simulation.state.world import World
from undertide_shared.messages import Climb, Explore, Take, Travel, Use

ROOM = ["########", "#@.....#", "#......#", "########"]
PARTS = {
    *(Agreement, Chamber, FloorMemory, FloorStay, ItemStack, PlacedMark, Remains),
    *(Trade, TradeSide, Trap),
}
"""Dataclasses that are held by components and are none themselves."""


def busy_stage() -> Stage:
    """Return a run with something in every component."""
    stage = Stage(ROOM)
    row = stage.hero()
    stage.item((5, 2), "health_potion", 3)
    monster = stage.monster((6, 2), mood="hunting")
    monster.mind.path = [(2, 1), (3, 1)]
    monster.effects.remaining["confused"] = 7
    stage.step(Asked(0, 1, Travel(3, 2)), Ticked(1))
    row.hero.foes = (monster.entity,)
    stage.trap((4, 2), "spikes", facing=(1, 0))
    stage.portals((2, 2), (4, 1))
    world, floor = stage.run.world, stage.floor.entity
    world.get(floor, Traps).reloading[(4, 2)] = 9
    world.get(floor, Graves).waiting.append(Remains("rat", (3, 2), 5))
    world.add(monster.entity, Risen())
    row.intents.waiting = [(2, Use(1, 3, None)), (3, Explore())]
    return stage


def sorted_components(world: World, entity: int) -> list[str]:
    """Return the components of an entity as text, in an order that is always the same."""
    return sorted(map(repr, world.components(entity)))


def test_every_component_that_there_is_belongs_to_the_state() -> None:
    declared = {
        each
        for module in pkgutil.iter_modules(components.__path__, components.__name__ + ".")
        for each in vars(importlib.import_module(module.name)).values()
        if is_dataclass(each) and isinstance(each, type) and each.__module__ == module.name
    }
    assert declared - PARTS == set(STORED_NAMES.values())


def test_stored_names_are_those_of_the_first_runs() -> None:
    assert list(STORED_NAMES) == [
        "Actor",
        "Attack",
        "Body",
        "Effects",
        "Position",
        "Resistance",
        "Graves",
        "Portals",
        "Risen",
        "Traps",
        "Floor",
        "Tide",
        "Errand",
        "Hero",
        "Magic",
        "Memory",
        "Orders",
        "Pack",
        "Lying",
        "Boss",
        "LastBoss",
        "Loaded",
        "Spoils",
        "Mind",
        "Monster",
        "Post",
        "Spent",
        "Progress",
    ]


def test_everything_comes_back() -> None:
    stage = busy_stage()
    other = restore(stage.game, take_snapshot(stage.run))
    ours = [sorted_components(stage.run.world, each) for each in stage.run.world.entities()]
    theirs = [sorted_components(other.world, each) for each in other.world.entities()]
    assert ours == theirs
    assert other.world.last_id == stage.run.world.last_id
    assert first_difference(stage.run, other) is None


def test_arrays_that_came_back_can_be_written() -> None:
    stage = busy_stage()
    other = restore(stage.game, take_snapshot(stage.run))
    floor = other.index.floors[stage.floor.entity]
    floor.set_tile((3, 2), stage.game.terrain.codes["wall"], stage.game.terrain)
    assert other.world.get(floor.entity, Floor).tiles is floor.state.tiles
    ((_, memory),) = other.world.each(Memory)
    memory.floors[1].tiles[0, 0] = 0


def test_ids_of_the_buried_are_not_given_again_after_a_restore() -> None:
    stage = Stage(ROOM)
    entity = stage.item((2, 2), "health_potion")
    stage.run.index.leave(entity)
    stage.run.world.delete(entity)
    stage.step()
    other = restore(stage.game, take_snapshot(stage.run))
    assert other.world.create() == entity + 1


def test_the_hash_says_whether_states_are_the_same() -> None:
    one, other = busy_stage(), busy_stage()
    assert state_hash(one.run) == state_hash(other.run)
    other.tick()
    assert state_hash(one.run) != state_hash(other.run)


def test_the_first_difference_names_entity_and_component() -> None:
    one, other = busy_stage(), busy_stage()
    assert first_difference(one.run, other.run) is None
    ((entity, hero),) = other.run.world.each(Hero)
    hero.kills += 1
    assert first_difference(one.run, other.run) == (entity, "Hero")


def test_an_entity_that_only_one_has_is_a_difference() -> None:
    one, other = busy_stage(), busy_stage()
    extra = other.item((1, 2), "health_potion")
    assert first_difference(one.run, other.run) == (extra, "Lying")
    assert first_difference(other.run, one.run) == (extra, "Lying")


def test_parts_come_in_order() -> None:
    parts = [(part.entity, part.component) for part in parts_of(busy_stage().run)]
    assert parts == sorted(parts)
    assert len(parts) > 20


@pytest.mark.parametrize("damage", [b"", b"\x00", b"\x93\x01\x02\x03", b"\xc1" * 40])
def test_what_is_no_snapshot_is_refused(damage: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        restore(Stage(ROOM).game, damage)


def test_a_snapshot_with_an_unknown_component_is_refused() -> None:
    data = msgspec.msgpack.encode((3, [(1, {"Wings": {}})]))
    with pytest.raises(KeyError, match="Wings"):
        restore(Stage(ROOM).game, data)


def test_a_snapshot_without_progress_is_refused() -> None:
    data = msgspec.msgpack.encode((3, []))
    with pytest.raises(KeyError, match="without progress"):
        restore(Stage(ROOM).game, data)


def test_what_components_must_not_hold_is_not_written() -> None:
    stage = busy_stage()
    stage.floor.state.name = np.random  # type: ignore[assignment]  # a careless component
    with pytest.raises(NotImplementedError, match="can't hold module"):
        take_snapshot(stage.run)


def test_a_run_before_its_first_step_comes_back_too() -> None:
    game = Stage(ROOM).game
    run = new_run(game)
    other = restore(game, take_snapshot(run))
    assert step(run, []) == step(other, []) == []
    assert state_hash(run) == state_hash(other)


def two_floors() -> Stage:
    """Return a run whose first hero has gone down, and whose second died upstairs."""
    stage = Stage(["########", "#@.....#", "#...>..#", "########"])
    stage.hero(cell=(4, 2))
    dead = stage.hero("Ben", cell=(5, 1))
    stage.monster((6, 1), mood="hunting", power=500)
    stage.let_leave()
    stage.step(Asked(0, 1, Climb()), Turned(1))
    dead.body.life = 1
    stage.tick(200)
    assert dead.hero.fate
    return stage


def test_parts_of_a_snapshot_are_joined_to_the_same_bytes() -> None:
    for stage in (busy_stage(), two_floors()):
        whole = take_snapshot(stage.run)
        assert joined(split(whole)) == whole


def test_there_is_a_part_for_each_floor_and_for_who_is_on_none() -> None:
    stage = two_floors()
    (dead,) = (entity for entity, hero in stage.run.world.each(Hero) if hero.fate)
    ((progress, _),) = stage.run.world.each(Progress)
    assert split(take_snapshot(stage.run)).keys() == {
        REST,
        progress,
        dead,
        *stage.run.index.floors,
    }


def test_only_the_parts_in_which_something_happens_change() -> None:
    stage = two_floors()
    first, second = stage.run.index.floors.values()
    before = split(take_snapshot(stage.run))
    stage.step(Ticked(second.state.branch))
    after = split(take_snapshot(stage.run))
    changed = {part for part in before if before[part] != after[part]}
    assert second.entity in changed
    assert first.entity not in changed
    assert len(changed) == 2, "and the progress"


def test_what_is_no_part_is_refused() -> None:
    for damage in (b"", b"\x00", b"not a snapshot"):
        with pytest.raises(msgspec.DecodeError):
            split(damage)
        with pytest.raises(msgspec.DecodeError):
            joined({1: damage})


def test_a_snapshot_from_before_letters_comes_back_with_what_it_had() -> None:
    stage = busy_stage()
    last_id, entities = msgspec.msgpack.decode(take_snapshot(stage.run), strict=False)
    for _, parts in entities:
        parts.get("Pack", {}).pop("lettered", None)
        parts.get("Lying", {}).pop("dropped_by", None)
        parts.get("Errand", {}).pop("companion", None)
        for stack in parts.get("Pack", {}).get("stacks", []):
            del stack["letter"]
        for memory in parts.get("Memory", {}).get("floors", {}).values():
            del memory["own"], memory["warned"]
    older = restore(stage.game, msgspec.msgpack.encode((last_id, entities)))
    row = next(iter(older.index.heroes.values()))[1]
    assert [stack.letter for stack in row.inventory.stacks] == [""] * len(row.inventory.stacks)
    assert [stack.item for stack in row.inventory.stacks] == [
        stack.item for stack in stage.floor.heroes[row.entity].inventory.stacks
    ]
    assert row.memory.floors[1].own == {}
    assert row.auto_action.companion == 0
    step(older, [Asked(0, 9, Take()), Turned(1)])
    older.world.close()


def played() -> Run:
    run = new_run(make_test_game())
    step(run, (SeatTaken(0, "Ann"), SeatTaken(1, "Ben")))
    step(run, (Ticked(next(iter(run.index.floors.values())).state.branch),))
    return run


def heroes(run: Run) -> list[int]:
    return [entity for entity, _ in run.world.each(Hero)]


def test_the_same_state_has_the_same_marks() -> None:
    run = played()
    other = restore(run.game, take_snapshot(run))
    assert marks_of(run) == marks_of(other)
    assert first_marked(other, marks_of(run)) is None


@pytest.mark.parametrize("seat", [0, 1])
def test_what_differs_is_named(seat: int) -> None:
    run = played()
    marks = marks_of(run)
    entity = heroes(run)[seat]
    run.world.get(entity, Body).life -= 1
    assert first_marked(run, marks) == (entity, "Body")


def test_of_several_the_first_is_named() -> None:
    run = played()
    marks = marks_of(run)
    first, second = heroes(run)
    run.world.get(second, Body).life -= 1
    run.world.get(first, Position).x += 1
    assert first_marked(run, marks) == (first, "Position")


def test_an_entity_too_many_is_named() -> None:
    run = played()
    marks = marks_of(run)
    spare = run.world.create(Position(1, 1, 1))
    assert first_marked(run, marks) == (spare, "Position")


def test_a_missing_entity_is_noticed_where_it_was() -> None:
    run = played()
    marks = marks_of(run)
    first = heroes(run)[0]
    run.world.delete(first)
    run.world.bury()
    found = first_marked(run, marks)
    assert found is not None
    assert found[0] > first
