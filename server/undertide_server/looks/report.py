"""What a look tells, as values of JSON: the run, its floors and heroes, and the wanted entities."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from undertide_server.content.records.heroes import HERO_GLYPH
from undertide_server.looks.changes import EntityChange, changes_between
from undertide_server.looks.state import (
    Components,
    Selection,
    State,
    floor_numbers,
    floor_of,
    name_of,
    plain,
)
from undertide_server.simulation.extension import system_names
from undertide_server.simulation.snapshot import STORED_NAMES
from undertide_server.simulation.state.events import Event, Told, Who
from undertide_server.simulation.state.inputs import Input
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import Landmark

RUN_BYTES: Final = 128 * 1024
"""The most bytes of all that an answer tells but entities or changes."""
PAGE_BYTES: Final = 96 * 1024
"""The most bytes of entities or changes in one answer: with all else in it, they fit into a
message."""
ENTITY_BYTES: Final = 32 * 1024
"""The most bytes of one entity or change; of a larger one the largest parts are left out."""
MOST_FLOORS: Final = 100
"""The most floors in the list, the latest: three times as many as a run leads through."""
MOST_HEROES: Final = 100
"""The most heroes in the list, the latest: seats have a new one after each death."""
MOST_LANDMARKS: Final = 100
"""The most landmarks in the list, the latest."""
MOST_EVENTS: Final = 100
"""The most events, and the most inputs, of an answer: the latest before its step."""
CUT: Final = ("events", "floors", "heroes", "inputs", "landmarks", "maps")
"""The lists that are shortened where they don't fit."""
GROUND_ORDER: Final = ("Lying", "Monster", "Hero")
"""What a map shows on a cell: the last of these that is there."""


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What the store knows of a run besides its state."""

    run: str
    session: str
    preset: str
    state: str
    """Whether it is live, or how it ended."""
    rules: int
    """The version of the rules by which it is simulated."""
    first: int
    """The first step that can be looked at."""
    last: int
    """The last step that is stored."""
    landmarks: Sequence[tuple[int, Landmark]]
    """The landmarks of its timeline, each with its step, in order."""


@dataclass(frozen=True, slots=True)
class RunAtStep:
    """A run after one of its steps, and what happened until then."""

    step: int
    elapsed: int
    """The milliseconds of real time that the run had taken."""
    state: State
    run: Run
    """The run itself, for the looks of its kinds; nothing changes it while somebody looks."""
    happened: Sequence[tuple[int, Sequence[Input], Sequence[Event]]] = ()
    """The latest steps before this one that were asked for, with their inputs and events."""


def report_of(
    facts: RunFacts, now: RunAtStep, before: RunAtStep | None, wanted: Selection, after: int
) -> dict[str, Any]:
    """Return the answer to a look. `before` is what it is compared with, if it is.

    Entities up to the number `after` are left out: an answer before this one had them. Raises
    BadLookError if the component that is asked for doesn't exist.
    """
    state = now.state
    known = {*STORED_NAMES, *(name for each in state.values() for name in each)}
    wanted.check(known)
    told: dict[str, Any] = {
        "run": facts.run,
        "session": facts.session,
        "preset": facts.preset,
        "state": facts.state,
        "rules": facts.rules,
        "first": facts.first,
        "last": facts.last,
        "step": now.step,
        "since": None if before is None else before.step,
        "elapsed": now.elapsed,
        "progress": _progress(state),
        "pipeline": _pipeline(now.run),
        "components": _census(state),
        "floors": _floors(state),
        "heroes": _heroes(state),
        "landmarks": _landmarks(facts.landmarks),
        "inputs": _inputs(now),
        "events": _events(now, wanted.entity),
    }
    if wanted.floor is not None:
        told["maps"] = [map_of(now.run, state, each) for each in sorted(wanted.floors(state))]
    _cut_lists(told)
    if before is not None:
        changes = changes_between(before.state, state, wanted, now.run.game.terrain.names)
        told["changes"], told["more"] = _page(_changes(changes, after), "fields")
    elif not wanted.is_empty:
        entities = _entities(state, wanted, after)
        told["entities"], told["more"] = _page(entities, "components")
    else:
        told["more"] = 0
    return told


def _cut_lists(told: dict[str, Any]) -> None:
    """Leave out the first half of the largest list until all is at most `RUN_BYTES`."""
    told["cut"] = []
    while len(msgspec.json.encode(told)) > RUN_BYTES:
        name = max(CUT, key=lambda each: len(msgspec.json.encode(told.get(each, []))))
        rows = told[name]
        told[name] = rows[(len(rows) + 1) // 2 :]
        told["cut"] = sorted({*told["cut"], name})


# --- the run ------------------------------------------------------------------------------------


def _progress(state: State) -> dict[str, Any]:
    """Return the progress of the run: its counters, and what ends it."""
    found: Mapping[str, Any] = next(
        (each["Progress"] for each in state.values() if "Progress" in each), {}
    )
    return {name: each for name, each in plain(found).items() if not isinstance(each, list | dict)}


def _pipeline(run: Run) -> dict[str, list[str]]:
    """Return the order of all systems: those of a step, and those of each tick of a floor in it."""
    systems = run.systems
    return {"step": system_names(systems.step), "tick": system_names(systems.floor_tick)}


def _census(state: State) -> dict[str, int]:
    """Return how many entities have each component."""
    counted = Counter(name for each in state.values() for name in each)
    return dict(sorted(counted.items()))


def _floors(state: State) -> list[dict[str, Any]]:
    """Return a row for each floor that heroes have entered, with its clocks and its company."""
    there: dict[int, Counter[str]] = {}
    for components in state.values():
        place = components.get("Position")
        if place is not None:
            kinds = [name for name in GROUND_ORDER if name in components]
            there.setdefault(int(place["floor"]), Counter()).update(kinds)
    rows = [
        _floor(entity, each, there.get(entity, Counter()))
        for entity, each in state.items()
        if "Floor" in each
    ]
    return rows[-MOST_FLOORS:]


def _floor(entity: int, components: Components, there: Counter[str]) -> dict[str, Any]:
    floor, tide = components["Floor"], components.get("Tide", {})
    return {
        "entity": entity,
        "number": floor["number"],
        "branch": floor["branch"],
        "name": floor["name"],
        "type": floor["types"][-1] if floor["types"] else "",
        "clock": floor["clock"],
        "tide": plain(tide),
        "heroes": there["Hero"],
        "monsters": there["Monster"],
        "items": there["Lying"],
    }


def _heroes(state: State) -> list[dict[str, Any]]:
    """Return a row for each hero, alive or dead, with its inbox: the intents that wait."""
    numbers = floor_numbers(state)
    rows = [
        _hero(entity, each, numbers[floor_of(entity, each)])
        for entity, each in state.items()
        if "Hero" in each
    ]
    return rows[-MOST_HEROES:]


def _hero(entity: int, components: Components, floor: int) -> dict[str, Any]:
    hero, orders = components["Hero"], components.get("Orders", {})
    place, body = components.get("Position", {}), components.get("Body", {})
    return {
        "entity": entity,
        "seat": hero["seat"],
        "name": name_of(components),
        "calling": hero["calling"],
        "level": hero["level"],
        "presence": hero["presence"],
        "floor": floor,
        "x": place.get("x"),
        "y": place.get("y"),
        "life": body.get("life", 0),
        "max_life": body.get("max_life", 0),
        "energy": components.get("Actor", {}).get("energy", 0),
        "fate": hero["fate"],
        "cause": hero["cause"],
        "inbox": plain(orders),
    }


def _landmarks(landmarks: Sequence[tuple[int, Landmark]]) -> list[dict[str, Any]]:
    return [
        {"step": step, "tick": each.tick, "kind": each.kind, "text": each.text}
        for step, each in landmarks[-MOST_LANDMARKS:]
    ]


# --- what happened ------------------------------------------------------------------------------


def _inputs(now: RunAtStep) -> list[dict[str, Any]]:
    found = [{"step": step, **plain(each)} for step, inputs, _ in now.happened for each in inputs]
    return found[-MOST_EVENTS:]


def _events(now: RunAtStep, entity: int | None) -> list[dict[str, Any]]:
    """Return the latest events; if an entity is named, those that name it."""
    found = [
        {"step": step, **plain(each)}
        for step, _, events in now.happened
        for each in events
        if entity is None or _names(each, entity)
    ]
    return found[-MOST_EVENTS:]


def _names(event: Event, entity: int) -> bool:
    """Return whether an event is about an entity."""
    if isinstance(event, Told):
        return event.hero == entity
    parts = [getattr(event, name, None) for name in type(event).__slots__]
    return any(isinstance(part, Who) and part.entity == entity for part in parts)


# --- entities -----------------------------------------------------------------------------------


def _entities(state: State, wanted: Selection, after: int) -> Iterator[tuple[int, dict[str, Any]]]:
    numbers = floor_numbers(state)
    for entity in wanted.pick(state):
        if entity > after:
            components = state[entity]
            place = components.get("Position", {})
            told = {
                "entity": entity,
                "name": name_of(components),
                "floor": numbers[floor_of(entity, components)],
                "x": place.get("x"),
                "y": place.get("y"),
                "components": {name: plain(each) for name, each in components.items()},
            }
            yield entity, told


def _changes(changes: Iterable[EntityChange], after: int) -> Iterator[tuple[int, dict[str, Any]]]:
    for each in changes:
        if each.entity > after:
            told = {
                "entity": each.entity,
                "name": each.name,
                "floor": each.floor,
                "kind": each.kind,
                "fields": {path: list(pair) for path, pair in each.fields.items()},
            }
            yield each.entity, told


def _page(
    found: Iterable[tuple[int, dict[str, Any]]], parts: str
) -> tuple[list[dict[str, Any]], int]:
    """Return as many rows as fit, and the last entity among them if more follow; else 0.

    `parts` is the field of a row whose largest values are left out if the row is too large.
    """
    rows: list[dict[str, Any]] = []
    room, last = PAGE_BYTES, 0
    for entity, row in found:
        told = _cut(row, parts)
        room -= len(msgspec.json.encode(told))
        if room < 0 and rows:
            return rows, last
        rows.append(told)
        last = entity
    return rows, 0


def _cut(row: dict[str, Any], parts: str) -> dict[str, Any]:
    """Return a row of at most `ENTITY_BYTES`."""
    sizes = {name: len(msgspec.json.encode(each)) for name, each in row[parts].items()}
    excess = sum(sizes.values()) + sum(map(len, sizes)) - ENTITY_BYTES
    told = dict(row[parts])
    for name in sorted(sizes, key=sizes.__getitem__, reverse=True):
        if excess <= 0:
            break
        told[name] = f"too large to be shown: {sizes[name]} bytes"
        excess -= sizes[name]
    return {**row, parts: told}


# --- maps ---------------------------------------------------------------------------------------


def map_of(run: Run, state: State, floor: int) -> dict[str, Any]:
    """Return the map of a floor: rows of glyphs, with the actors and items on their cells.

    Cells that nobody can ever see are empty.
    """
    rows, columns, cells = state[floor]["Floor"]["tiles"]
    table = run.game.terrain
    ground = [table.records[code].glyph for code in cells]
    for at in range(len(cells)):
        if not any(table.walkable[cells[each]] for each in _around(at, rows, columns)):
            ground[at] = " "
    for (_rank, x, y), glyph in sorted(_glyphs(run, state, floor)):
        ground[y * columns + x] = glyph
    lines = ["".join(ground[row * columns : (row + 1) * columns]) for row in range(rows)]
    return {"floor": floor, "number": state[floor]["Floor"]["number"], "rows": lines}


def _around(at: int, rows: int, columns: int) -> Iterator[int]:
    """Yield the places of a cell and of those next to it in a grid."""
    y, x = divmod(at, columns)
    for row in range(max(0, y - 1), min(rows, y + 2)):
        for column in range(max(0, x - 1), min(columns, x + 2)):
            yield row * columns + column


def _glyphs(run: Run, state: State, floor: int) -> Iterator[tuple[tuple[int, int, int], str]]:
    """Yield the glyph of each thing of a floor, with its rank on its cell, and the cell."""
    for components in state.values():
        place: Mapping[str, int] = components.get("Position", {})
        kind = next((name for name in reversed(GROUND_ORDER) if name in components), None)
        if kind is not None and place.get("floor") == floor:
            at = GROUND_ORDER.index(kind), place["x"], place["y"]
            yield at, _glyph(run, kind, components)


def _glyph(run: Run, kind: str, components: Components) -> str:
    if kind == "Hero":
        return HERO_GLYPH
    if kind == "Monster":
        return run.kinds[components["Monster"]["kind"]].glyph
    return run.items.kind(components["Lying"]["item"]).glyph
