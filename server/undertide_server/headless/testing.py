"""A test kit for extensions: what every run of one must hold, and hands to set a scene.

    from undertide_server.headless.testing import check_preset

    def test_its_preset_holds_what_runs_promise() -> None:
        check_preset("gloaming")

`check_preset` plays runs of a preset twice, saves and restores them in the middle, and looks at
them with the eyes of a hero for what that hero can't know.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.schema.extensions import require_extensions
from undertide_server.headless.beginning import begin_run
from undertide_server.headless.headless_run import HeadlessRun
from undertide_server.simulation.components.monsters import Mind
from undertide_server.simulation.extension import Extension
from undertide_server.simulation.mechanics.floors import spawn_monster
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.snapshot import first_difference
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.views.shared_parts import Common
from undertide_server.views.view import View
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Explore

__all__ = [
    "BrokenPromiseError",
    "check_preset",
    "give_item",
    "hero_row",
    "place_monster",
]
SEEDS: Final = (1, 2, 3)
TICKS: Final = 600
"""Ticks of each run: some rooms, and who lives there."""
EVERY: Final = 50
"""Ticks between two restores, after each of which states are compared."""
LOOK_EVERY: Final = 10
"""Ticks between two looks for leaks."""
FAR: Final = 4
"""Cells out of sight from which nobody comes into view, or reaches who is in view, in a tick."""


class BrokenPromiseError(AssertionError):
    """A run of an extension broke a promise that all runs keep. The text says which, and where."""


@dataclass(frozen=True, slots=True)
class _Check:
    """How the runs of a preset are played."""

    preset: str
    folder: Path | None
    seed: int
    prepare: Callable[[HeadlessRun], object] | None

    def begun(self) -> HeadlessRun:
        """Return a run with two heroes, as it is prepared."""
        run = begin_run(self.preset, self.seed, ["", ""], folder=self.folder)
        if self.prepare is not None:
            self.prepare(run)
        return run

    def fault(self, tick: int, what: str) -> BrokenPromiseError:
        """Return the error that something is wrong after a tick."""
        return BrokenPromiseError(f"{self.preset}, seed {self.seed}, tick {tick}: {what}")


def check_preset(
    preset: str,
    *,
    seeds: Collection[int] = SEEDS,
    ticks: int = TICKS,
    prepare: Callable[[HeadlessRun], object] | None = None,
    folder: Path | None = None,
) -> None:
    """Play runs of a preset, and raise BrokenPromiseError for the first promise that one breaks.

    Two heroes explore. `prepare` is called with each new run, to set a scene; it must do the same
    each time. The promises: the same inputs give the same state; a run that is saved and restored
    goes on as one that is not; and a hero is told nothing that hangs on what is out of its sight.
    """
    for seed in seeds:
        check = _Check(preset, folder, seed, prepare)
        with check.begun() as one, check.begun() as other:
            ears = _Ears()
            for tick in range(ticks):
                if tick % EVERY == 0:
                    _compare(check, tick, one, other)
                    other.restore(other.save())
                if tick % LOOK_EVERY == 0:
                    _look_for_leaks(check, tick, one)
                _take_tick(one)
                _take_tick(other)
                line = ears.unheard_of(one)
                if line:
                    raise check.fault(tick, f"a line names what no hero has seen: {line!r}")
            _compare(check, ticks, one, other)


def _take_tick(run: HeadlessRun) -> None:
    """Let heroes explore for a tick."""
    for seat in run.seats:
        if run.is_alive(seat) and not run.is_busy(seat):
            run.ask_hero(seat, Explore())
    run.take_tick()


def _compare(check: _Check, tick: int, one: HeadlessRun, other: HeadlessRun) -> None:
    """Raise BrokenPromiseError if two runs differ that had the same inputs."""
    if one.hash_state() == other.hash_state():
        return
    found = first_difference(one.state, other.state)
    where = f"in {found[1]} of entity {found[0]}" if found else "in the last id given"
    raise check.fault(tick, f"the same inputs, with a restore between, gave other states {where}")


def _look_for_leaks(check: _Check, tick: int, run: HeadlessRun) -> None:
    """Raise BrokenPromiseError if what heroes are told hangs on what none of them sees.

    The next tick passes in two copies of a run. In one of them the monsters that nobody sees lack
    all that the extensions keep on them, and those far out of sight are gone. Heroes can't tell the
    copies apart, unless those in sight did something else: their ways may lead around fellows.
    """
    kinds = _components_of(run)
    with run.copy() as plain, run.copy() as changed:
        _change_unseen(changed, kinds)
        for each in (plain, changed):
            _take_tick(each)
        seen, seen_there = _seen_monsters(plain), _seen_monsters(changed)
        if seen != seen_there or not seen.keys() <= _seen_monsters(run).keys():
            return
        for seat in run.seats:
            if _frame(plain, seat) != _frame(changed, seat):
                with run.copy() as again:
                    _take_tick(again)
                    _compare(check, tick, plain, again)
                what = f"the hero of seat {seat} is shown what hangs on what nobody sees"
                raise check.fault(tick, what)


def _frame(run: HeadlessRun, seat: int) -> bytes | None:
    """Return the frame from which a hero would learn all that it may know; None if it is dead."""
    if not run.is_alive(seat):
        return None
    view = View(hero_row(run, seat)[1].entity, run.look(seat).lines)
    return view.update(run.state, Common([], {}).next(run.state, {}))


def _components_of(run: HeadlessRun) -> tuple[type, ...]:
    """Return the components of the extensions of a run."""
    needed = run.state.rules.preset.extensions
    found = (each for each in require_extensions(needed) if isinstance(each, Extension))
    return tuple(kind for each in found for kind in each.components.values())


def _seen_monsters(run: HeadlessRun) -> dict[int, tuple[Cell, int]]:
    """Return the monsters that any hero sees, each with its cell and its energy."""
    floors = run.state.index.floors.values()
    return {
        monster.entity: (monster.cell, monster.actor.energy)
        for floor in floors
        for monster in floor.monsters.values()
        if any(row.sees[monster.spot] for row in floor.heroes.values())
    }


def _change_unseen(run: HeadlessRun, kinds: tuple[type, ...]) -> None:
    """Change what no hero sees.

    Monsters out of sight lose their components of these kinds; those `FAR` or more cells away from
    all that is seen are gone, but for bosses, on whom the way to the end may hang.
    """
    seen, world = _seen_monsters(run), run.state.world
    for floor in run.state.index.floors.values():
        near = _near_sight(floor)
        for monster in floor.monsters.values():
            if monster.entity in seen:
                continue
            for kind in kinds:
                if world.has(monster.entity, kind):
                    world.remove(monster.entity, kind)
            if not near[monster.cell[::-1]] and monster.boss is None:
                world.delete(monster.entity)
    world.bury()
    run.restore(run.save())  # so that the indexes know


def _near_sight(floor: FloorIndex) -> NDArray[np.bool_]:
    """Return the cells less than `FAR` cells away from one that a hero sees, indexed `[y, x]`."""
    near = np.zeros((floor.height, floor.width), dtype=np.bool_)
    for row in floor.heroes.values():
        near |= np.frombuffer(row.sees, dtype=np.uint8).reshape(near.shape) > 0
    for _ in range(FAR - 1):
        grown = np.pad(near, 1)
        near = np.logical_or.reduce(
            [np.roll(grown, (dy, dx), (0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
        )[1:-1, 1:-1]
    return near


class _Ears:
    """What the heroes of a run have seen, by which their lines may name it."""

    def __init__(self) -> None:
        self._seen: set[str] = set()

    def unheard_of(self, run: HeadlessRun) -> str:
        """Return a line of a hero that names a monster which no hero has seen; empty if none does.

        Call it after each tick.
        """
        known = [run.look(seat) for seat in run.seats if run.is_alive(seat)]
        self._seen.update(kind.name for each in known for kind in each.kinds.values())
        actors = (
            row.actor.name
            for floor in run.state.index.floors.values()
            for row in floor.monsters.values()
        )
        unseen = {name for name in actors if not any(name in each for each in self._seen)}
        if not unseen:
            return ""
        names = re.compile(r"\b(" + "|".join(map(re.escape, sorted(unseen))) + r")\b")
        rooms = [re.escape(theme.name) for theme in run.state.rules.themes.values()]
        plain = re.compile(r"\b(" + "|".join(rooms) + r")\b")  # "a guard barracks" is no guard
        lines = (line.text for each in known for line in each.lines)
        return next((line for line in lines if names.search(plain.sub("", line))), "")


def hero_row(run: HeadlessRun, seat: int) -> tuple[FloorIndex, HeroRow]:
    """Return the floor and the row of a living hero. Raises LookupError without one."""
    found = run.state.index.of_seat(seat)
    if found is None:
        raise LookupError(f"seat {seat} has no living hero")
    return found


def place_monster(run: HeadlessRun, seat: int, family: str, *, apart: int = 1) -> MonsterRow:
    """Put a monster of a family near a hero, so many cells apart or a little more; return its row.

    It is awake, and hunts. Raises LookupError if no kind of the run is of that family, or if there
    is no room.
    """
    kinds = [kind for kind in run.state.game.roster.kinds if kind.family == family]
    if not kinds:
        raise LookupError(f"no kind of this run is of the family {family!r}")
    floor, row = hero_row(run, seat)
    taken = {each.cell for each in (*floor.heroes.values(), *floor.monsters.values())}
    cells = [
        (x, y)
        for y in range(floor.height)
        for x in range(floor.width)
        if floor.walkable[y, x]
        and (x, y) not in taken
        and row.sees[y * floor.width + x]
        and distance((x, y), row.cell) >= apart
    ]
    if not cells:
        raise LookupError("there is no free cell near the hero")
    cell = min(cells, key=lambda each: (distance(each, row.cell), each))
    kind = min(kinds, key=lambda each: each.strength)
    entity = spawn_monster(run.state, floor, kind, cell, Mind("hunting"))
    return floor.monsters[entity]


def give_item(run: HeadlessRun, seat: int, item: str, count: int = 1) -> int:
    """Put items into a hero's pack, and return the id of their stack, which `Use` names.

    Raises LookupError for an item that the content doesn't have.
    """
    run.state.items.kind(item)
    return give_stack(hero_row(run, seat)[1].inventory, item, count).id
