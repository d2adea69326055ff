"""Checks of variety: every change is tried on the content before anybody plays it (R14).

A preset that draws no variations may inherit some that don't fit it.
"""

from collections.abc import Iterator, Mapping

from undertide_server.content.checks.findings import EVERYTHING, Check, Finding, expected, no_such
from undertide_server.content.records.changes import at_ends, changed, drawn_as
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.variety import Change, Variation
from undertide_server.content.schema.errors import (
    InvalidValueError,
    NoSuchValueError,
    UnfitChangeError,
)
from undertide_server.content.schema.faults import Path, dotted, quoted
from undertide_server.content.schema.keys import Leaf, leaves, steps_of

OUT_OF_REACH = ("preset", "variety")
"""Catalogues that no change may touch, because they define the changes."""


def changes_lead_somewhere(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each key that leads to no value, and each change that doesn't suit its value."""
    for index, variable in enumerate(ruleset.variety.variables):
        where: Path = ("variety", "variables", index)
        yield from _misled(ruleset, drawn_as(variable, variable.low), where)
    for key, variation in drawable(ruleset).items():
        for index, change in enumerate(variation.changes):
            where = ("variety", "variations", key, "changes", index)
            yield from _misled(ruleset, change, where)


def changes_do_something(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each change of a variation that changes nothing, at either end of the variables."""
    try:
        ends = at_ends(ruleset)
    except (NoSuchValueError, UnfitChangeError, InvalidValueError):
        return  # reported where the variables are stated
    for key, variation in drawable(ruleset).items():
        for index, change in enumerate(variation.changes):
            idle = next((end for end in ends if _stays(end, change)), None)
            if idle is not None:
                where: Path = ("variety", "variations", key, "changes", index)
                found = ", ".join(map(quoted, dict.fromkeys(leaves(idle, change.key).values())))
                yield where, f"changes nothing where {change.key} is {found}"


def values_are_changed_once(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each value that two variables, or two changes of one variation, would change."""
    variety = ruleset.variety
    keys = [variable.key for variable in variety.variables]
    yield from _met_again(ruleset, ("variety", "variables"), keys)
    for key, variation in drawable(ruleset).items():
        keys = [change.key for change in variation.changes]
        yield from _met_again(ruleset, ("variety", "variations", key, "changes"), keys)


def variations_are_told_apart(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each variation whose name another has, and a fault if more are drawn than exist."""
    variety = ruleset.variety
    owners: dict[str, str] = {}
    for key, variation in variety.variations.items():
        if variation.name in owners:
            wanted = f'a name that "{owners[variation.name]}" doesn\'t have'
            yield expected(("variety", "variations", key, "name"), wanted, variation.name)
        owners[variation.name] = key
    if variety.drawn.high > len(variety.variations):
        wanted = f"at most {len(variety.variations)}, as many as there are variations"
        yield expected(("variety", "drawn", "high"), wanted, variety.drawn.high)


def themes_are_left(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each kept theme that doesn't exist, and each floor type that could lose all themes."""
    tweaks = ruleset.variety.themes
    for index, key in enumerate(tweaks.kept):
        if key not in ruleset.themes:
            yield no_such(("variety", "themes", "kept", index), "theme", key, ruleset.themes)
    for type_key, floor_type in ruleset.tree.types.items():
        likely = {
            key
            for key, theme in ruleset.themes.items()
            if theme.weight * floor_type.themes.get(key, 100) > 0
        }
        if likely and likely.isdisjoint(tweaks.kept) and len(likely) <= tweaks.removed.high:
            wanted = f'fewer than the {len(likely)} themes of floors of type "{type_key}"'
            yield expected(("variety", "themes", "removed", "high"), wanted, tweaks.removed.high)


def drawable(ruleset: Ruleset) -> Mapping[str, Variation]:
    """Return the variations that a run can draw."""
    return ruleset.variety.variations if ruleset.variety.drawn.high else {}


def _misled(ruleset: Ruleset, change: Change, where: Path) -> Iterator[Finding]:
    """Yield the reason why a change can never be made, if there is one."""
    if steps_of(change.key)[0] in OUT_OF_REACH:
        yield expected((*where, "key"), "a key of another catalogue", change.key)
        return
    try:
        for value in leaves(ruleset, change.key).values():
            changed(value, change)
    except (NoSuchValueError, UnfitChangeError) as problem:
        yield (*where, "key"), str(problem)


def _stays(ruleset: Ruleset, change: Change) -> bool:
    """Return whether a change leaves every value of its key as it is."""
    try:
        return all(
            changed(value, change) == value for value in leaves(ruleset, change.key).values()
        )
    except (NoSuchValueError, UnfitChangeError):
        return False  # reported by `changes_lead_somewhere`


def _met_again(ruleset: Ruleset, where: Path, keys: list[str]) -> Iterator[Finding]:
    """Yield each key that leads to a value which an earlier key leads to as well."""
    owners: dict[Path, int] = {}
    for index, key in enumerate(keys):
        values = _reached(ruleset, key)
        again = [path for path in values if path in owners]
        if again:
            problem = f"{dotted(again[0])} is changed at [{owners[again[0]] + 1}] already"
            yield (*where, index, "key"), problem
        owners |= dict.fromkeys(values, index)


def _reached(ruleset: Ruleset, key: str) -> Mapping[Path, Leaf]:
    """Return the values that a key leads to; none if it leads nowhere."""
    try:
        return leaves(ruleset, key)
    except NoSuchValueError:
        return {}


CHECKS = (Check(("themes", "tree", "variety"), themes_are_left),)
"""These checks, each with the catalogues that it reads."""
ONLY_AS_STATED = (
    Check(EVERYTHING, changes_lead_somewhere),
    Check(EVERYTHING, changes_do_something),
    Check(EVERYTHING, values_are_changed_once),
    Check(("variety",), variations_are_told_apart),
)
"""Checks of the content as it is stated only, each with the catalogues that it reads."""
