"""What would have helped a hero that has just died, as far as it knew. It changes nothing."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from undertide_server.content.records.effects import Blink, EffectRecord, Heal, Inflict
from undertide_server.content.records.items import Feed
from undertide_server.simulation.components.heroes import Hero, ItemStack, Magic, Memory
from undertide_server.simulation.mechanics.inventory import counted_name
from undertide_server.simulation.queries.grammar import capitalised, listed
from undertide_server.simulation.queries.pathfinding import safe_way
from undertide_server.simulation.rules.hunger import hunger_of
from undertide_server.simulation.state.events import Fell
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run
from undertide_server.simulation.state.walk_grid import ground_of
from undertide_shared.geometry import Cell

NEAR_STEPS: Final = 12
"""The most steps to stairs that are told: somebody who flees takes blows on a longer way."""


def hindsight_of(run: Run, fell: Fell) -> list[str]:
    """Return what would have helped a hero, in sentences: the likeliest help first.

    `fell` is its death in the step that just ended.
    """
    return [*_unused(run, fell), *_uncast(run, fell), *_way_out(run, fell), *_uneaten(run, fell)]


def _unused(run: Run, fell: Fell) -> Iterator[str]:
    """Yield what the hero neither drank nor read."""
    magic_works = not _is_quelled(run, fell)
    drinks = _stacks(run, fell, lambda effect: _saves(effect) and not effect.is_magic)
    scrolls = _stacks(
        run,
        fell,
        lambda effect: magic_works and effect.is_magic and (effect.is_hostile or _saves(effect)),
    )
    yield from _left(run, drinks, "undrunk")
    yield from _left(run, scrolls, "unread")


def _uncast(run: Run, fell: Fell) -> Iterator[str]:
    """Yield the spells that would have saved the hero, and for which it had the mana."""
    magic, spells = run.world.get(fell.victim.entity, Magic), run.rules.spells
    if _is_quelled(run, fell):
        return
    able = (spells[key] for key in magic.spells if spells[key].mana <= magic.mana)
    names = [spell.name for spell in able if _saves(spell.effect)]
    if names:
        yield f"There was mana left for {listed(names)}."


def _way_out(run: Run, fell: Fell) -> Iterator[str]:
    """Yield how near the nearest stairs were that the hero knew."""
    floor = run.index.floors[fell.floor]
    ways = {
        name: steps
        for name, stairs in (("down", floor.state.stairs_down), ("up", _stairs_up(floor)))
        if (steps := _steps_to(run, floor, fell, stairs)) is not None
    }
    if not ways:
        return
    name = min(ways, key=lambda each: ways[each])
    steps = ways[name]
    if steps == 0:
        yield f"The stairs {name} were underfoot."
    else:
        yield f"The stairs {name} were {steps} {'step' if steps == 1 else 'steps'} away."


def _uneaten(run: Run, fell: Fell) -> Iterator[str]:
    """Yield the food that a hungry hero carried: the wounds of the hungry close slower."""
    if hunger_of(run.rules.hunger, run.world.get(fell.victim.entity, Hero).food) != "sated":
        food = _stacks(run, fell, lambda effect: isinstance(effect, Feed))
        yield from _left(run, food, "uneaten, in spite of hunger")


def _saves(effect: EffectRecord) -> bool:
    """Return whether an effect heals, strengthens or moves away the one who uses it."""
    if isinstance(effect, Heal | Inflict):
        return effect.whom in {"self", "friend"}
    return isinstance(effect, Blink)


def _stacks(run: Run, fell: Fell, helps: Callable[[EffectRecord], bool]) -> list[ItemStack]:
    """Return the carried stacks whose effect helps."""
    return [
        stack
        for stack in fell.carried
        if (effect := run.items.kind(stack.item).effect) is not None and helps(effect)
    ]


def _left(run: Run, stacks: Sequence[ItemStack], how: str) -> Iterator[str]:
    if stacks:
        names = [counted_name(run, stack.item, stack.count) for stack in stacks]
        verb = "was" if sum(stack.count for stack in stacks) == 1 else "were"
        yield f"{capitalised(listed(names))} {verb} left {how}."


def _is_quelled(run: Run, fell: Fell) -> bool:
    """Return whether no magic worked where the hero died."""
    x, y = fell.victim.cell
    code = int(run.index.floors[fell.floor].state.tiles[y, x])
    return run.game.terrain.records[code].quells_magic


def _stairs_up(floor: FloorIndex) -> tuple[Cell, ...]:
    """Return the stairs up that lead to a floor; those of the first floor lead nowhere."""
    state = floor.state
    return (state.stairs_up,) if state.stairs_up is not None and state.path else ()


def _steps_to(run: Run, floor: FloorIndex, fell: Fell, stairs: Sequence[Cell]) -> int | None:
    """Return the steps to the nearest of these stairs on ground that the hero knew; None if far."""
    memory = run.world.get(fell.victim.entity, Memory).floors.get(floor.state.branch)
    if memory is None:
        return None
    known = [(x, y) for x, y in stairs if memory.tiles[y, x]]
    if fell.victim.cell in known:
        return 0
    ground = ground_of(memory.tiles, run.game.terrain)
    goals = 0
    for cell in known:
        goals |= ground.only(cell)
    return len(safe_way(ground, fell.victim.cell, goals, NEAR_STEPS)) or None
