"""Values of the content by key: `themes.courtyard.weight`, `people.*.strength_percent`.

A key names the steps from the whole ruleset down to a number, a flag or a text. A star stands for
every entry of a table or an array that has the rest of the key. A table by floors stands for the
value of each of its rows.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, Field, ValidationError

from undertide_server.content.schema.errors import InvalidValueError, NoSuchValueError
from undertide_server.content.schema.faults import Path, did_you_mean, dotted, quoted
from undertide_server.content.schema.fields import Record, TableRow
from undertide_server.content.schema.validation import problem_of

R = TypeVar("R", bound=Record)

Leaf = int | bool | str
"""A value that a key leads to."""

ANY = "*"
"""The step that stands for every entry."""
MOST_STEPS = 12
"""Most steps of a key: twice the depth of any value."""

KEYS = 2048
"""Most keys whose steps are cached: each game is made by some hundred of the content's."""

_STEP = re.compile(r'\.([\w-]+|\*)|\."([^"]+)"|\[([1-9][0-9]{0,3})\]')


@lru_cache(maxsize=KEYS)
def steps_of(key: str) -> Path:
    """Return the steps of a key in the form of `faults.dotted`, where positions count from 1.

    Raises ValueError if it is not a key.
    """
    steps: list[str | int] = []
    place, text = 0, f".{key}"
    while place < len(text):
        match = _STEP.match(text, place)
        if match is None or len(steps) == MOST_STEPS:
            raise ValueError('keys with dots between, such as "themes.courtyard.weight"')
        name, quoted_name, position = match.groups()
        steps.append(int(position) - 1 if position else name or quoted_name)
        place = match.end()
    return tuple(steps)


def _check_key(value: str) -> str:
    """Return a key. Raises ValueError for any other text."""
    steps_of(value)
    return value


KeyPath = Annotated[str, Field(min_length=1, max_length=120), AfterValidator(_check_key)]
"""A value of the content by catalogue and keys, such as "themes.courtyard.weight"."""


def leaves(whole: object, key: str) -> dict[Path, Leaf]:
    """Return all values that a key stands for, by their paths.

    Raises NoSuchValueError if there is none.
    """
    return dict(_leaves(whole, steps_of(key), ()))


def with_values(whole: R, values: Mapping[Path, Leaf]) -> R:
    """Return a record with other values at some paths, each of which must exist.

    Every record on the way is validated again. Raises InvalidValueError for the first that fails.
    """
    replaced: R = _replaced(whole, _nested(values), ())
    return replaced


def _leaves(here: object, steps: Path, above: Path) -> Iterator[tuple[Path, Leaf]]:
    if not steps:
        yield from _at_end(here, above)
        return
    first, rest = steps[0], steps[1:]
    entries = _entries(here)
    if first == ANY:
        yield from _of_any(entries, rest, above)
    elif first in entries:
        yield from _leaves(entries[first], rest, (*above, first))
    else:
        raise NoSuchValueError(_nothing_at(first, entries, above))


def _at_end(here: object, above: Path) -> Iterator[tuple[Path, Leaf]]:
    """Yield the value at the end of a key, or those of a table by floors."""
    if isinstance(here, Leaf):
        yield above, here
    elif isinstance(here, tuple) and here and all(isinstance(row, TableRow) for row in here):
        for index, row in enumerate(here):
            yield (*above, index, "value"), row.value
    else:
        found = "nothing" if here is None else "a fraction" if isinstance(here, float) else "more"
        wanted = "a whole number, a flag, a text or a table by floors"
        raise NoSuchValueError(f"expected the key of {wanted}; found {found} at {dotted(above)}")


def _of_any(
    entries: Mapping[str | int, object], rest: Path, above: Path
) -> Iterator[tuple[Path, Leaf]]:
    """Yield the values of every entry that has the rest of the key; at least one must."""
    found = False
    for step, entry in entries.items():
        try:
            values = list(_leaves(entry, rest, (*above, step)))
        except NoSuchValueError:
            continue
        found = True
        yield from values
    if not found:
        raise NoSuchValueError(f"nothing in {dotted(above)} has {quoted(dotted(rest))}")


def _nothing_at(step: str | int, entries: Mapping[str | int, object], above: Path) -> str:
    """Return the problem that a step doesn't exist, with the step that may be meant."""
    known = [key for key in entries if isinstance(key, str)]
    place = dotted(above) or "the content"
    return f"there is no {quoted(dotted((step,)))} in {place}{did_you_mean(str(step), known)}"


def _entries(here: object) -> Mapping[Any, object]:
    """Return the entries of a record, a table or an array, by key or position."""
    if isinstance(here, Record):
        return vars(here)
    if isinstance(here, Mapping):
        return here
    return dict(enumerate(here)) if isinstance(here, tuple) else {}


def _nested(values: Mapping[Path, Leaf]) -> dict[str | int, Any]:
    """Return values by path as nested tables."""
    top: dict[str | int, Any] = {}
    for path, value in values.items():
        here = top
        for step in path[:-1]:
            here = here.setdefault(step, {})
        here[path[-1]] = value
    return top


def _replaced(here: object, changes: Any, above: Path) -> Any:
    """Return a value with `changes` applied: a new value, or a table of changes."""
    if not isinstance(changes, dict):
        return changes
    after = dict(_entries(here))
    for step, change in changes.items():
        after[step] = _replaced(after[step], change, (*above, step))
    if isinstance(here, Record):
        return _validated(type(here), after, above)
    return after if isinstance(here, Mapping) else tuple(after.values())


def _validated(kind: type[Record], entries: Mapping[str | int, object], above: Path) -> Record:
    try:
        return kind.model_validate(entries)
    except ValidationError as error:
        first = error.errors()[0]
        path = (*above, *first["loc"])
        problem = f"{dotted(path)}: {problem_of(first, path, kind)}"
        raise InvalidValueError(problem) from error
