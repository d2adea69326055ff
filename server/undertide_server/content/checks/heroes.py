"""Faults in heroes, what they carry and what they find."""

from collections.abc import Iterator
from itertools import pairwise

from undertide_server.content.checks.findings import (
    Finding,
    expected,
    no_such,
    not_rising,
    unordered_table,
)
from undertide_server.content.faults import Path
from undertide_server.content.ruleset import Ruleset


def levels_rise(ruleset: Ruleset) -> Iterator[Finding]:
    """Heroes get no weaker with a level, and begin at the first."""
    levels = ruleset.heroes.levels
    where: Path = ("heroes", "levels")
    if levels[0].experience != 0:
        found = levels[0].experience
        yield expected((*where, 0, "experience"), "0 at the first level", found)
    yield from not_rising(where, "experience", [level.experience for level in levels])
    for index, (before, level) in enumerate(pairwise(levels), start=1):
        if level.life < before.life:
            yield expected(
                (*where, index, "life"), f"at least {before.life}, as before", level.life
            )
        if level.attack < before.attack:
            wanted = f"at least {before.attack}, as before"
            yield expected((*where, index, "attack"), wanted, level.attack)


def thresholds_rise(ruleset: Ruleset) -> Iterator[Finding]:
    """R4: a harder encounter is worth more."""
    for index, level in enumerate(ruleset.heroes.levels):
        if sorted(set(level.thresholds)) != list(level.thresholds):
            where = ("heroes", "levels", index, "thresholds")
            yield expected(where, "rising numbers", level.thresholds)


def start_items_exist(ruleset: Ruleset) -> Iterator[Finding]:
    """New heroes carry what there is, in packs that hold it."""
    heroes = ruleset.heroes
    for index, start in enumerate(heroes.start):
        where: Path = ("heroes", "start", index)
        item = ruleset.items.get(start.item)
        if item is None:
            yield no_such((*where, "item"), "item", start.item, ruleset.items)
        elif start.count > item.stack:
            yield expected((*where, "count"), f"at most {item.stack}, a stack", start.count)
    if len(heroes.start) > heroes.pack_size:
        wanted = f"at most {heroes.pack_size} stacks, `pack_size`"
        yield expected(("heroes", "start"), wanted, len(heroes.start))


def item_tables_rise(ruleset: Ruleset) -> Iterator[Finding]:
    """Rows come in the order of floors."""
    for key, item in ruleset.items.items():
        yield from unordered_table(("items", key, "weights"), item.weights)


def loot_tables_rise(ruleset: Ruleset) -> Iterator[Finding]:
    """Rows come in the order of floors."""
    where = ("loot", "most_items_per_room")
    yield from unordered_table(where, ruleset.loot.most_items_per_room)
