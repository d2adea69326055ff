"""Changes to values of the content, carried out (R14). Pure: the content itself stays as it is."""

from collections.abc import Iterable

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.variety import Change, Variable
from undertide_server.content.schema.errors import UnfitChangeError
from undertide_server.content.schema.faults import Path, dotted, quoted
from undertide_server.content.schema.keys import Leaf, leaves, with_values


def with_changes(ruleset: Ruleset, changes: Iterable[Change]) -> Ruleset:
    """Return a ruleset with changes made, one after another.

    Raises NoSuchValueError for a key that leads nowhere, UnfitChangeError for a change of the wrong
    sort, InvalidValueError when a record is not valid any more.
    """
    values: dict[Path, Leaf] = {}
    for change in changes:
        for path, stated in leaves(ruleset, change.key).items():
            values[path] = changed(values.get(path, stated), change)
    return with_values(ruleset, values)


def changed(value: Leaf, change: Change) -> Leaf:
    """Return a value after a change; shares are rounded, halves up.

    Raises UnfitChangeError when the value is of another sort than the change needs.
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
    """Return what drawing a number for a variable does."""
    if variable.percent:
        return Change(key=variable.key, percent=number)
    return Change(key=variable.key, value=number)


def removed(theme: str) -> Change:
    """Return what it takes that a theme does not occur."""
    return Change(key=dotted(("themes", theme, "weight")), value=0)


def doubled(theme: str) -> Change:
    """Return what it takes that a theme is twice as common."""
    return Change(key=dotted(("themes", theme, "weight")), percent=200)


def at_ends(ruleset: Ruleset) -> tuple[Ruleset, Ruleset]:
    """Return the content with all its variables at their low ends, and at their high ends.

    Raises as `with_changes`.
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
