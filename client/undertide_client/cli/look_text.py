"""What a server tells operators about itself and its runs, as text for a terminal."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from undertide_client.model import safe
from undertide_shared.limits import MAX_LINE
from undertide_shared.tables import table

Told = Mapping[str, Any]
"""The answer to `LookInto`, decoded, or a part of it."""
FLOORS: Final = ("floor", "name", "type", "clock", "tide", "heroes", "monsters", "items", "entity")
HEROES: Final = (
    "entity", "seat", "hero", "calling", "level", "floor", "cell", "life", "presence", "waiting",
    "fate",
)  # fmt: skip
RIGHT: Final = frozenset({"entity", "seat", "level", "floor", "clock", "tide", "waiting"})
NODES: Final = ("node", "state", "sessions", "players", "watchers", "lease_age_s")
SESSIONS: Final = (
    "session", "preset", "pace", "access", "players", "watchers", "floor", "steps", "waiting",
)  # fmt: skip
LATEST: Final = 10
"""The landmarks that a terminal shows: the latest."""


def look_text(told: Told) -> str:
    """Return what a look tells, in words and tables."""
    parts = [_head(told), _floors(told), _heroes(told)]
    if "changes" in told:
        parts += [_changes(told)]
    elif "entities" in told:
        parts += [*_maps(told), _entities(told)]
    else:
        parts += [_census(told), _pipeline(told), _landmarks(told)]
    parts += [_happened(told)]
    return "\n\n".join(filter(None, parts))


def _head(told: Told) -> str:
    seconds, since = told["elapsed"] / 1000, told.get("since")
    compared = "" if since is None else f", compared with step {since}"
    ticks = told["progress"].get("ticks", 0)
    lines = [
        f"Run {told['run']}, session {told['session']}, preset {told['preset']}: {told['state']}",
        f"Step {told['step']} of {told['first']} to {told['last']}{compared}",
        f"Tick {ticks}, after {seconds:.1f} s",
    ]
    return "\n".join(map(_line, lines))


def _floors(told: Told) -> str:
    rows = [
        _row(
            *(each["number"], each["name"], each["type"], each["clock"]),
            *(each["tide"].get("clock", 0), each["heroes"], each["monsters"], each["items"]),
            each["entity"],
        )
        for each in told["floors"]
    ]
    return table(FLOORS, rows, RIGHT)


def _heroes(told: Told) -> str:
    return table(HEROES, [_hero(each) for each in told["heroes"]], RIGHT)


def _hero(hero: Told) -> list[str]:
    cell = "" if hero["x"] is None else f"{hero['x']},{hero['y']}"
    return _row(
        *(hero["entity"], hero["seat"], hero["name"], hero["calling"], hero["level"]),
        *(hero["floor"] or "", cell, f"{hero['life']}/{hero['max_life']}", hero["presence"]),
        *(len(hero["inbox"].get("waiting", ())), hero["cause"] or hero["fate"]),
    )


def _census(told: Told) -> str:
    counts = ", ".join(f"{name} {count}" for name, count in told["components"].items())
    return _line(f"Components: {counts}")


def _pipeline(told: Told) -> str:
    return "\n".join(
        _line(f"Systems of a {part}: {', '.join(names)}")
        for part, names in told["pipeline"].items()
    )


def _landmarks(told: Told) -> str:
    rows = [_row(each["step"], each["kind"], each["text"]) for each in told["landmarks"][-LATEST:]]
    return table(("step", "landmark", ""), rows, {"step"}) if rows else ""


def _maps(told: Told) -> Iterator[str]:
    """Yield the map of each wanted floor, row by row."""
    for each in told.get("maps", ()):
        rows = [
            "".join(glyph if safe.is_one_cell(glyph) else safe.UNREADABLE for glyph in row).rstrip()
            for row in each["rows"]
        ]
        yield "\n".join([f"Floor {int(each['number'])}:", *rows])


def _entities(told: Told) -> str:
    return "\n\n".join(map(_entity, told["entities"])) or "No entity is like that."


def _entity(entity: Told) -> str:
    place = f" on floor {entity['floor']}" if entity["floor"] else ""
    cell = "" if entity["x"] is None else f" at {entity['x']},{entity['y']}"
    head = f"{entity['entity']} {entity['name']}{place}{cell}"
    parts = [f"  {name}: {_value(value)}" for name, value in entity["components"].items()]
    return "\n".join(map(_line, [head, *parts]))


def _changes(told: Told) -> str:
    return "\n\n".join(map(_change, told["changes"])) or "Nothing changed that was asked for."


def _change(change: Told) -> str:
    head = f"{change['entity']} {change['name']}: {change['kind']}"
    if change["kind"] != "changed":
        names = dict.fromkeys(path.partition(".")[0] for path in change["fields"])
        return _line(f"{head}, with {', '.join(names)}")
    fields = [
        f"  {path}: {_value(old)} -> {_value(new)}" for path, (old, new) in change["fields"].items()
    ]
    return "\n".join([_line(head), *(_line(each) for each in fields)])


def _happened(told: Told) -> str:
    lines = [
        f"{each['step']} {each['kind']}: {_words(each)}"
        for each in (*told["inputs"], *told["events"])
        if each["kind"] not in {"Ticked", "Turned"}
    ]
    return "\n".join(["What happened:", *map(_line, lines)]) if lines else ""


def _words(happened: Told) -> str:
    """Return the fields of an event or an input; of actors only the name and the entity."""
    told = (
        f"{name} {_value(each)}"
        for name, each in happened.items()
        if name not in {"step", "kind"} and each not in (None, "", [])
    )
    return ", ".join(told)


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        if "entity" in value and "name" in value:
            return f"{value['name']} ({value['entity']})"
        return f"{{{', '.join(f'{key}: {_value(each)}' for key, each in value.items())}}}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(_value, value))}]"
    return value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False)


def _line(text: str) -> str:
    """Return a line, with its indent, without anything that could steer a terminal."""
    return " " * (len(text) - len(text.lstrip(" "))) + safe.text(text, MAX_LINE)


def _row(*words: object) -> list[str]:
    return [safe.text(str(word), MAX_LINE) for word in words]


def status_text(told: Told) -> str:
    """Return how a server is, and a table of its sessions and of its workers."""
    reasons = [*told["obstacles"], *filter(None, [told["trouble"]]), *told.get("notes", ())]
    state = f"not ready: {'; '.join(reasons)}" if told["obstacles"] else "ready"
    notes = f" ({'; '.join(reasons)})" if reasons and not told["obstacles"] else ""
    parts = [_line(f"{told['name']}, Undertide {told['build']}: {state}{notes}"), _samples(told)]
    if told.get("nodes"):
        parts.append(_rows_of(NODES, told["nodes"]))
    if told["sessions"]:
        parts.append(_rows_of(SESSIONS, told["sessions"]))
    return "\n\n".join(parts)


def _samples(told: Told) -> str:
    """Return the latest figures of the plots."""
    latest = {name: values[-1] for name, values in told["samples"].items() if values}
    latest.pop("at", None)
    return _line(", ".join(f"{name} {value:g}" for name, value in latest.items()))


def _rows_of(columns: Sequence[str], rows: Sequence[Told]) -> str:
    return table(columns, [_row(*(each.get(name, "") for name in columns)) for each in rows])
