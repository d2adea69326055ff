"""Checks of regions (R13)."""

from collections.abc import Iterator
from typing import Literal

from undertide_server.content.checks.findings import Finding, expected, no_such
from undertide_server.content.checks.themes import misplaced
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.faults import Path


def regions_have_amulets_of_their_own(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each region whose amulet doesn't exist, or belongs to another region."""
    owners: dict[str, str] = {}
    for element, region in ruleset.regions.items():
        where: Path = ("regions", element, "amulet")
        if region.amulet not in ruleset.items:
            yield no_such(where, "item", region.amulet, ruleset.items)
        elif region.amulet in owners:
            wanted = f'an item that "{owners[region.amulet]}" doesn\'t have'
            yield expected(where, wanted, region.amulet)
        owners[region.amulet] = element


def regions_have_guardians(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each guardian that doesn't exist or that is peaceful."""
    for element, region in ruleset.regions.items():
        where: Path = ("regions", element, "guardian")
        person = ruleset.people.get(region.guardian)
        if person is None:
            yield no_such(where, "person", region.guardian, ruleset.people)
        elif person.behaviour.peaceful:
            yield expected(where, "a person who is not peaceful", region.guardian)


def regions_have_their_traps(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each trap of a region that doesn't exist or that belongs elsewhere."""
    for element, region in ruleset.regions.items():
        where = ("regions", element)
        yield from _misfit(ruleset, (*where, "floor_trap"), region.floor_trap, "floor")
        yield from _misfit(ruleset, (*where, "wall_trap"), region.wall_trap, "wall")


def _misfit(
    ruleset: Ruleset, where: Path, key: str, place: Literal["floor", "wall"]
) -> Iterator[Finding]:
    trap = ruleset.traps.get(key)
    if trap is None:
        yield no_such(where, "trap", key, ruleset.traps)
    elif trap.where != place:
        yield expected(where, f"a trap in a {place}", key)


def regions_have_their_terrain(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each terrain that a region leaves behind, spares or builds but that can't be so."""
    for element, region in ruleset.regions.items():
        if region.spared is not None:
            path = ("regions", element, "spared")
            yield from misplaced(ruleset, path, region.spared, ground=True)
        if region.tower is not None:
            yield from _no_tower(ruleset, ("regions", element, "tower"), region.tower)
        for index, strewn in enumerate(region.strewn):
            where: Path = ("regions", element, "strewn", index, "terrain")
            yield from misplaced(ruleset, where, strewn.terrain)


def _no_tower(ruleset: Ruleset, where: Path, key: str) -> Iterator[Finding]:
    yield from misplaced(ruleset, where, key)
    record = ruleset.terrain.get(key)
    if record is not None and record.walkable:
        yield expected(where, "terrain that can't be walked", key)
