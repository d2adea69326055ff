"""Changes to values of the content (R14). Pure: the content itself stays unchanged."""

from collections.abc import Iterable

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.variety import Change, Variable
from undertide_server.content.schema.errors import UnfitChangeError
from undertide_server.content.schema.faults import Path, dotted, quoted
from undertide_server.content.schema.keys import Leaf, leaves, with_values


def with_changes(ruleset: Ruleset, changes: Iterable[Change]) -> Ruleset:
    """Return a ruleset with the changes made, one after another.

    Raises NoSuchValueError for a key that leads nowhere, UnfitChangeError for a change of the wrong
    sort, and InvalidValueError if a record is no longer valid.
    """
    values: dict[Path, Leaf] = {}
    for change in changes:
        for path, stated in leaves(ruleset, change.key).items():
            values[path] = changed(values.get(path, stated), change)
    return with_values(ruleset, values)


def changed(value: Leaf, change: Change) -> Leaf:
    """Return a value after a change; shares are rounded, halves up.

    Raises UnfitChangeError if the value is of another sort than the change needs.
    """
    if change.value is not None:
        if type(change.value) is not type(value):
            raise UnfitChangeError(
                f"expected {_sort(value)}, as it is; found {quoted(change.value)}"
            )
        return change.value
    if type(value) is not int:
        raise UnfitChangeError(f"expected a key of numbers; found {_sort(value)}, {quoted(value)}")
    if change.percent is not None:
        return (value * change.percent + 50) // 100
    return value + (change.add or 0)


def drawn_as(variable: Variable, number: int) -> Change:
    """Return the change that a number drawn for a variable makes."""
    if variable.percent:
        return Change(key=variable.key, percent=number)
    return Change(key=variable.key, value=number)


def removed(theme: str) -> Change:
    """Return the change that keeps a theme from occurring."""
    return Change(key=dotted(("themes", theme, "weight")), value=0)


def doubled(theme: str) -> Change:
    """Return the change that makes a theme twice as common."""
    return Change(key=dotted(("themes", theme, "weight")), percent=200)


def at_ends(ruleset: Ruleset) -> tuple[Ruleset, Ruleset]:
    """Return the content with all variables at their low ends, and with all at their high ends.

    Raises the errors of `with_changes`.
    """
    variables = ruleset.variety.variables
    return (
        with_changes(ruleset, [drawn_as(variable, variable.low) for variable in variables]),
        with_changes(ruleset, [drawn_as(variable, variable.high) for variable in variables]),
    )


def _sort(value: Leaf) -> str:
    if isinstance(value, bool):
        return "true or false"
    return "text" if isinstance(value, str) else "a whole number"
