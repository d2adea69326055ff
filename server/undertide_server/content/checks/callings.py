"""Checks of heroes' callings, of the things they begin with, and of hunger (R7)."""

from collections.abc import Iterator, Sequence

from undertide_server.content.checks.findings import (
    Check,
    Finding,
    expected,
    no_such,
    shared_names,
    unknown_or_repeated,
)
from undertide_server.content.records.heroes import StartItem
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.faults import Path


def some_calling_is_everybodys(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault if the default calling doesn't exist."""
    named = ruleset.heroes.calling
    if named not in ruleset.callings:
        yield no_such(("heroes", "calling"), "calling", named, ruleset.callings)


def callings_are_told_apart(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each calling whose name another calling has."""
    names = {key: calling.name for key, calling in ruleset.callings.items()}
    return shared_names("callings", names)


def start_items_exist(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each item that new heroes can't carry, and each calling whose items overfill a pack."""
    heroes = ruleset.heroes
    yield from _not_there(ruleset, ("heroes", "start"), heroes.start)
    for key, calling in ruleset.callings.items():
        where: Path = ("callings", key, "start")
        yield from _not_there(ruleset, where, calling.start)
        found = len(heroes.start) + len(calling.start)
        if found > heroes.pack_size:
            wanted = f"at most {heroes.pack_size} stacks with those of all heroes, `pack_size`"
            yield expected(where, wanted, found)


def callings_know_spells(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each spell of a calling that doesn't exist or that is named twice."""
    for key, calling in ruleset.callings.items():
        where: Path = ("callings", key, "spells")
        yield from unknown_or_repeated(where, "a spell", calling.spells, ruleset.spells)


def hunger_grows(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each stage of hunger that isn't below the one before it, or that heals faster."""
    hunger = ruleset.hunger
    stages = {
        "hungry": hunger.hungry,
        "starving": hunger.starving,
        "famished": hunger.famished,
    }
    before = None
    for name, stage in stages.items():
        if before is not None and stage.percent >= before.percent:
            wanted = f"less than {before.percent}, the previous value"
            yield expected(("hunger", name, "percent"), wanted, stage.percent)
        if before is not None and stage.healing > before.healing:
            wanted = f"at most {before.healing}, the previous value"
            yield expected(("hunger", name, "healing"), wanted, stage.healing)
        before = stage


def _not_there(ruleset: Ruleset, where: Path, start: Sequence[StartItem]) -> Iterator[Finding]:
    """Yield each entry that is neither an item nor gear, or that is more than one stack."""
    bases = ruleset.gear.bases
    for index, each in enumerate(start):
        item = ruleset.items.get(each.item)
        if item is None and each.item not in bases:
            known = [*ruleset.items, *bases]
            yield no_such((*where, index, "item"), "item or gear", each.item, known)
            continue
        most = 1 if item is None else item.stack
        if each.count > most:
            yield expected((*where, index, "count"), f"at most {most}, a stack", each.count)


CHECKS = (
    Check(("callings", "heroes"), some_calling_is_everybodys),
    Check(("callings",), callings_are_told_apart),
    Check(("callings", "gear", "heroes", "items"), start_items_exist),
    Check(("callings", "spells"), callings_know_spells),
    Check(("hunger",), hunger_grows),
)
"""These checks, each with the catalogues that it reads."""
