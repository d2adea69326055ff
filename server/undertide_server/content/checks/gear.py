"""Checks of gear and affixes (R6, R8)."""

import re
from collections.abc import Iterator
from itertools import pairwise

from undertide_server.content.checks.findings import Check, Finding, expected, unordered_table
from undertide_server.content.records.gear import ARMS, MOST_AFFIXES, SLOTS
from undertide_server.content.records.gearing import WORDS, broken_limits, levels_of
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.faults import Path, dotted
from undertide_server.content.schema.fields import Table

ESSENCE = "essence"
"""Key of the essence item."""
_KEY = re.compile(r"[\w-]+")


def gear_has_keys_of_its_own(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each key that an item, a base or an artifact shares with another, or that is malformed.

    Keys may contain only letters, digits, `_` and `-`, since item keys use other signs.
    """
    taken: dict[str, str] = dict.fromkeys(ruleset.items, "an item")
    for where in _keys(ruleset):
        key = str(where[-1])
        if not _KEY.fullmatch(key):
            yield expected(where, "a key of letters, digits, _ and -", key)
        if where[0] != "affixes" and taken.setdefault(key, dotted(where)) != dotted(where):
            yield where, f"expected a unique key; {taken[key]} already has it"


def _keys(ruleset: Ruleset) -> Iterator[Path]:
    """Yield the path of each base, artifact and affix."""
    yield from (("gear", "bases", key) for key in ruleset.gear.bases)
    yield from (("artifacts", key) for key in ruleset.artifacts)
    yield from (("affixes", key) for key in ruleset.affixes)


def gear_keeps_limits(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each limit of R6 that a base breaks."""
    for key, base in ruleset.gear.bases.items():
        for limit in broken_limits(base.sort, levels_of(base.stats)):
            yield ("gear", "bases", key, "stats"), f"{WORDS[limit]} ({limit})"


def affixes_keep_limits(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each limit of R6 that an affix breaks by itself, for each sort of gear that has it."""
    for key, affix in ruleset.affixes.items():
        levels = levels_of({}, [(affix, affix.levels)])
        for sort in affix.sorts:
            for limit in broken_limits(sort, levels):
                problem = f"at level {affix.levels} on a {sort}: {WORDS[limit]} ({limit})"
                yield ("affixes", key, "stats"), problem


def gear_is_held_as_it_can_be(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield gear that is two-handed or shoots though its sort can't.

    Only gear for the main hand alone can be two-handed, and only weapons can shoot.
    """
    for key, base in ruleset.gear.bases.items():
        where: Path = ("gear", "bases", key)
        if base.two_handed and SLOTS[base.sort] != ("main_hand",):
            yield expected(
                (*where, "two_handed"), f"false for gear of sort {base.sort}", base.two_handed
            )
        if base.range and base.sort not in ARMS:
            yield expected((*where, "range"), f"0 for gear of sort {base.sort}", base.range)


def qualities_rise(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault unless the qualities cover 0 to `MOST_AFFIXES` affixes without a gap.

    Plain gear has no affixes, and each quality begins one above the quality before.
    """
    qualities = ruleset.gear.qualities
    where: Path = ("gear", "qualities")
    if qualities[0].affixes.high:
        yield expected(
            (*where, 0, "affixes", "high"), "0 for plain gear", qualities[0].affixes.high
        )
    for index, (before, quality) in enumerate(pairwise(qualities), start=1):
        if quality.affixes.low != before.affixes.high + 1:
            wanted = f"{before.affixes.high + 1}, one more than the quality before"
            yield expected((*where, index, "affixes", "low"), wanted, quality.affixes.low)
    if qualities[-1].affixes.high != MOST_AFFIXES:
        last = (*where, len(qualities) - 1, "affixes", "high")
        yield expected(last, f"{MOST_AFFIXES} for the last", qualities[-1].affixes.high)


def gear_tables_rise(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each row whose floor isn't above that of the row before."""
    for key, base in ruleset.gear.bases.items():
        yield from unordered_table(("gear", "bases", key, "weights"), base.weights)
    yield from unordered_table(("gear", "ahead"), ruleset.gear.ahead)
    for index, quality in enumerate(ruleset.gear.qualities):
        yield from unordered_table(("gear", "qualities", index, "weights"), quality.weights)
    for name in ("gear", "essences"):
        yield from unordered_table(("loot", name), getattr(ruleset.loot, name))


def forges_grow_better(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each limit of forges that falls with depth, and each cost that doesn't rise."""
    crafting = ruleset.crafting
    for name in ("most_affixes", "most_levels", "found_levels", "most_resistance"):
        table: Table = getattr(crafting, name)
        yield from unordered_table(("crafting", name), table)
        for index, (before, row) in enumerate(pairwise(table), start=1):
            if row.value < before.value:
                where: Path = ("crafting", name, index, "value")
                yield expected(where, f"at least {before.value}, the previous value", row.value)
    for index, (lower, cost) in enumerate(pairwise(crafting.costs), start=1):
        if cost <= lower:
            yield expected(
                ("crafting", "costs", index), f"more than {lower}, the previous value", cost
            )


def essences_are_one_item(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault unless there is an essence item and no other item has its effect."""
    if ESSENCE not in ruleset.items:
        yield ("items", ESSENCE), "is missing; gear breaks into it"
    for key, item in ruleset.items.items():
        does = item.effect.does
        if (key == ESSENCE) is not (does == "essence"):
            wanted = '"essence"' if key == ESSENCE else f'another effect than "{ESSENCE}"\'s'
            yield expected(("items", key, "effect", "does"), wanted, does)


CHECKS = (
    Check(("affixes", "artifacts", "gear", "items"), gear_has_keys_of_its_own),
    Check(("gear",), gear_keeps_limits),
    Check(("affixes",), affixes_keep_limits),
    Check(("gear",), gear_is_held_as_it_can_be),
    Check(("gear",), qualities_rise),
    Check(("gear", "loot"), gear_tables_rise),
    Check(("crafting",), forges_grow_better),
    Check(("items",), essences_are_one_item),
)
"""These checks, each with the catalogues that it reads."""
