"""The form of the faults that checks find."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.faults import Path, did_you_mean, quoted
from undertide_server.content.schema.fields import Table

Finding = tuple[Path, str]
"""The path, from the name of the catalogue on, and the problem."""


def expected(where: Path, wanted: str, found: object) -> Finding:
    """Return the finding that a value isn't the expected one."""
    return where, f"expected {wanted}; found {quoted(found)}"


def no_such(where: Path, what: str, key: str, known: Iterable[str]) -> Finding:
    """Return the finding that a key names nothing that exists."""
    return where, f"there is no {what} {quoted(key)}{did_you_mean(key, known)}"


def unknown_or_repeated(
    where: Path, what: str, keys: Sequence[str], known: Collection[str]
) -> Iterator[Finding]:
    """Yield each key of a list that isn't `known`, or that the list has named before.

    `what` says what a key names, with its article: "a spell".
    """
    for index, key in enumerate(keys):
        if key not in known:
            yield no_such((*where, index), what.partition(" ")[2], key, known)
        elif key in keys[:index]:
            yield expected((*where, index), f"{what} that isn't named before", key)


def shared_names(catalogue: str, names: Mapping[str, str]) -> Iterator[Finding]:
    """Yield each record of a catalogue whose name another one has; `names` are by key."""
    owners: dict[str, str] = {}
    for key, name in names.items():
        owner = owners.setdefault(name, key)
        if owner != key:
            yield expected((catalogue, key, "name"), f'a name that "{owner}" doesn\'t have', name)


def not_rising(where: Path, key: str, numbers: Sequence[int]) -> Iterator[Finding]:
    """Yield each number, found at `where`[position].key, that is not above the one before."""
    for index, (before, number) in enumerate(pairwise(numbers), start=1):
        if number <= before:
            yield expected((*where, index, key), f"more than {before}, the previous value", number)


def unordered_table(where: Path, table: Table) -> Iterator[Finding]:
    """Yield each row whose floor is not above that of the row before."""
    return not_rising(where, "floor", [row.floor for row in table])


@dataclass(frozen=True, slots=True)
class Check:
    """A search for faults. It runs only if every catalogue that it reads is sound by itself."""

    reads: tuple[str, ...]
    find: Callable[[Ruleset], Iterator[Finding]]


EVERYTHING = tuple(Ruleset.model_fields)
"""The names of all catalogues."""
