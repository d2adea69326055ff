"""Checks of artifacts: a forge at its depth could make each, and found gear is never as good."""

from collections.abc import Iterator

from undertide_server.content.checks.findings import Check, Finding, expected, no_such
from undertide_server.content.records.gear import Affix, Artifact, GearBase
from undertide_server.content.records.gearing import (
    WORDS,
    broken_limits,
    highest_level,
    levels_of,
    resistance_of,
)
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.faults import Path
from undertide_server.content.schema.fields import row_at


def artifacts_are_gear(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each base or affix of an artifact that doesn't exist or doesn't fit."""
    for key, artifact in ruleset.artifacts.items():
        where: Path = ("artifacts", key)
        base = ruleset.gear.bases.get(artifact.base)
        if base is None:
            yield no_such((*where, "base"), "gear", artifact.base, ruleset.gear.bases)
        for name in artifact.affixes:
            affix = ruleset.affixes.get(name)
            if affix is None:
                yield no_such((*where, "affixes", name), "affix", name, ruleset.affixes)
            elif base is not None and base.sort not in affix.sorts:
                yield (*where, "affixes", name), f"{affix.name} goes on no {base.sort}"


def artifacts_keep_limits(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each limit of R6 that an artifact breaks."""
    for key, artifact in ruleset.artifacts.items():
        made = _made(ruleset, artifact)
        if made is not None:
            base, affixes = made
            for limit in broken_limits(base.sort, levels_of(base.stats, affixes)):
                yield ("artifacts", key, "affixes"), f"{WORDS[limit]} ({limit})"


def artifacts_can_be_forged(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each affix, number of affixes or sum of levels that a forge can't make.

    R8: a forge at an artifact's depth can make the same piece from essences that are found there.
    """
    rules = ruleset.crafting
    for key, artifact in ruleset.artifacts.items():
        where: Path = ("artifacts", key, "affixes")
        for name, level in artifact.affixes.items():
            affix = ruleset.affixes.get(name)
            if affix is not None:
                yield from _unforgeable(affix, level, artifact.floor, rules.ahead, (*where, name))
        most = row_at(rules.most_affixes, artifact.floor)
        if len(artifact.affixes) > most:
            wanted = f"at most {most} affixes on floor {artifact.floor}, `crafting.most_affixes`"
            yield expected(where, wanted, len(artifact.affixes))
        most, levels = row_at(rules.most_levels, artifact.floor), sum(artifact.affixes.values())
        if levels > most:
            wanted = f"at most {most} levels on floor {artifact.floor}, `crafting.most_levels`"
            yield expected(where, wanted, levels)
        yield from _unforgeable_resistance(ruleset, artifact, where)


def artifacts_are_more_than_is_found(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each artifact without more levels than the gear that is found at its depth (R8)."""
    for key, artifact in ruleset.artifacts.items():
        found = row_at(ruleset.crafting.found_levels, artifact.floor)
        levels = sum(artifact.affixes.values())
        if levels <= found:
            wanted = f"more than {found} levels on floor {artifact.floor}, `crafting.found_levels`"
            yield expected(("artifacts", key, "affixes"), wanted, levels)


def _unforgeable_resistance(ruleset: Ruleset, artifact: Artifact, where: Path) -> Iterator[Finding]:
    """Yield a fault if an artifact resists more in all than a forge of its depth can give (R6)."""
    made = _made(ruleset, artifact)
    most = row_at(ruleset.crafting.most_resistance, artifact.floor)
    resistance = 0 if made is None else resistance_of(levels_of(made[0].stats, made[1]))
    if resistance > most:
        wanted = (
            f"at most {most} resistance in all on floor {artifact.floor}, "
            "`crafting.most_resistance`"
        )
        yield expected(where, wanted, resistance)


def _unforgeable(
    affix: Affix, level: int, floor: int, ahead: int, where: Path
) -> Iterator[Finding]:
    """Yield the reasons why a forge on a floor can't give an affix this level."""
    if affix.floor > floor or not affix.weight:
        yield where, f"{affix.name} is not found down to floor {floor}"
    highest = highest_level(affix, floor + ahead)
    if level > highest:
        yield expected(where, f"at most level {highest} on floor {floor}", level)


def _made(ruleset: Ruleset, artifact: Artifact) -> tuple[GearBase, list[tuple[Affix, int]]] | None:
    """Return an artifact's base and its affixes with levels; None if one of them doesn't exist."""
    base = ruleset.gear.bases.get(artifact.base)
    if base is None or not ruleset.affixes.keys() >= artifact.affixes.keys():
        return None
    return base, [(ruleset.affixes[name], level) for name, level in artifact.affixes.items()]


CHECKS = (
    Check(("affixes", "artifacts", "gear"), artifacts_are_gear),
    Check(("affixes", "artifacts", "gear"), artifacts_keep_limits),
    Check(("affixes", "artifacts", "crafting", "gear"), artifacts_can_be_forged),
    Check(("artifacts", "crafting"), artifacts_are_more_than_is_found),
)
"""These checks, each with the catalogues that it reads."""
