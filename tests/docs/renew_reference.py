"""Write docs/reference.md from the code: run this when a setting, metric or log event has changed.

    .venv/bin/python tests/docs/renew_reference.py

Settings come from `settings.py`, `reloadable.py` and the shipped `server.toml`; metrics from
`metrics.py`; log events from the calls in the server's source. `log_words.py` explains the events.
"""

import ast
import inspect
import json
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Final

from pydantic import BaseModel

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.content.log_words import EVENTS, KEYS, events
from support.content.schema_words import words
from undertide_server.content.load import load_settings
from undertide_server.content.settings import settings
from undertide_server.content.settings.reloadable import EFFECTS, Effect
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.gateway.connections.census import Census
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.http.metrics import Metrics

PAGE: Final = Path(__file__).parents[2] / "docs" / "reference.md"
COLUMNS: Final = 100
APPLIES: Final[Mapping[Effect, str]] = {
    "at once": "at once",
    "new connections": "to new connections",
    "new sessions": "to new sessions",
    "next start": "at the next start",
}
LEVELS: Final = ("error", "warning", "info", "debug")
HEAD: Final = """\
# Reference

<!-- tests/docs/renew_reference.py writes this page from the code. Change the code, then run it. -->

All settings, metrics and log events of a server. [operations.md](operations.md) explains how to use
them.
"""
SETTINGS: Final = """\
## Settings

`server.toml` holds the settings, in a section for each heading below. A file of your own states
only the settings that differ: see [operations.md](operations.md#settings).
[The shipped file](../config/undertide_config/server.toml) gives the reason for each value.

The last column says when a running server applies a change after a
[reload](operations.md#reload-the-settings):

- *at once*: to everybody.
- *to new connections*: existing connections keep the old value.
- *to new sessions*: live sessions keep the old value.
- *at the next start*: the server keeps the old value until it starts again.
"""
METRICS: Final = """\
## Metrics

`/metrics` gives these numbers to Prometheus. Each belongs to one process and starts anew with it.
With several workers, all of them have a label more, `node`: the id of the worker.
A counter only grows. A gauge is a number at this moment. A histogram counts durations by their
length: its series end in `_bucket`, `_sum` and `_count`. Braces hold the labels. The metrics whose
names begin with `process_` are those of every Prometheus client: CPU, memory and open files.
"""
LOG: Final = """\
## Log events

Each line of the log holds `timestamp`, `level`, `event` and the keys of the event. An event that
reports a fault of the program also has an `exception`: please report those.
"""


def main() -> None:
    """Write the page, and tell whether it has changed."""
    before, after = PAGE.read_text(encoding="utf-8") if PAGE.exists() else "", page()
    PAGE.write_text(after, encoding="utf-8")
    print("changed" if before != after else "unchanged")


def page() -> str:
    """Return the text of `docs/reference.md`."""
    blocks = [HEAD, SETTINGS, *_sections(), METRICS, _metrics(), LOG, _events(), _keys()]
    return "\n".join(blocks)


def _sections() -> Iterator[str]:
    """Yield the heading, the description and the table of each section of server.toml."""
    shipped = load_settings()
    described = _descriptions()
    for section in ServerSettings.model_fields:
        record: BaseModel = getattr(shipped, section)
        schema = type(record).model_json_schema()["properties"]
        rows = [
            (
                f"`{key}`",
                words(schema[key]),
                _value(getattr(record, key)),
                described[type(record).__name__, key],
                APPLIES[EFFECTS[f"{section}.{key}"]],
            )
            for key in type(record).model_fields
        ]
        yield f"### `[{section}]`\n"
        yield textwrap.fill(inspect.getdoc(type(record)) or "", COLUMNS) + "\n"
        yield _table(("Setting", "Type", "Shipped value", "Meaning", "A change applies"), rows)


def _descriptions() -> dict[tuple[str, str], str]:
    """Return the docstring below each field of settings.py, by the field's class and name."""
    found = {}
    for record in ast.parse(inspect.getsource(settings)).body:
        body = record.body if isinstance(record, ast.ClassDef) else []
        for field, text in pairwise(body):
            if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
                name = ast.unparse(field.target)
                assert isinstance(record, ast.ClassDef)
                found[record.name, name] = " ".join(str(ast.literal_eval(text.value)).split())
    return found


def _value(value: object) -> str:
    """Return a value as TOML has it; a setting without one is absent."""
    return "absent" if value is None else f"`{json.dumps(value)}`"


def _metrics() -> str:
    """Return the table of all metrics, each with its labels."""
    counters = Counters()
    for field in fields(Counters):
        counts = getattr(counters, field.name)
        if isinstance(counts, Counter):
            # A family shows its label only where it has a sample.
            counts[b"" if field.name == "sent" else ""] = 1
    census = Census(**dict.fromkeys((field.name for field in fields(Census)), 0))
    rows = []
    for family in Metrics(counters, lambda: census, lambda: True).collect():
        labels = [label for label in family.samples[0].labels if label != "le"]
        ending = {"counter": "_total", "info": "_info"}.get(family.type, "")
        name = family.name + ending + (f"{{{','.join(labels)}}}" if labels else "")
        rows.append((f"`{name}`", family.type, family.documentation))
    return _table(("Metric", "Type", "Meaning"), rows)


def _events() -> str:
    """Return the table of all events, the most severe first; calls of one event make one row."""
    keys: dict[tuple[str, str], frozenset[str]] = {}
    for call in events():
        keys[call.event, call.level] = keys.get((call.event, call.level), frozenset()) | call.keys
    ordered = sorted(keys, key=lambda event: (LEVELS.index(event[1]), event[0]))
    return _table(
        ("Event", "Level", "Keys", "Meaning"),
        (
            (f"`{event}`", level, _quoted(sorted(keys[event, level])), EVENTS[event])
            for event, level in ordered
        ),
    )


def _keys() -> str:
    """Return the table of all keys of events."""
    logged = {key for call in events() for key in call.keys}
    return _table(("Key", "Meaning"), ((f"`{key}`", KEYS[key]) for key in sorted(logged)))


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


if __name__ == "__main__":
    main()
