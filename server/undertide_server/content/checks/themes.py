"""Checks of themes and their traps and people (R12), of regions (R13), and of extras (R14)."""

from collections.abc import Collection, Iterator, Mapping
from typing import Literal

from undertide_server.content.checks.findings import (
    Check,
    Finding,
    expected,
    no_such,
    unordered_table,
)
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.terrain import Terrain
from undertide_server.content.records.themes import PLAIN, SHOP, TREASURE, Decor, Theme
from undertide_server.content.schema.faults import Path

GROWN: Mapping[str, bool] = {
    "blood": True,
    "bones": True,
    "glass": False,
    "grass": True,
    "portal": True,
    "stone_door": True,
    "tree": False,
}
"""Terrain that floors get besides the dug cells, and whether it can be walked."""
PORTAL = "portal"


def fixed_themes_are_there(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each missing fixed theme, and a fault unless the plain one has only encounters."""
    for key in (PLAIN, TREASURE, SHOP):
        if key not in ruleset.themes:
            yield ("themes", key), "is missing; every floor needs it"
    plain = ruleset.themes.get(PLAIN)
    if plain is not None and plain.decor != Decor():
        yield ("themes", PLAIN, "decor"), "expected nothing, for where heroes arrive there is none"
    if plain is not None and not plain.combat:
        yield expected(("themes", PLAIN, "combat"), "true", False)


def types_have_themes(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each floor type on which no theme can come."""
    for key, floor_type in ruleset.tree.types.items():
        likely = (
            theme.weight * floor_type.themes.get(name, 100)
            for name, theme in ruleset.themes.items()
        )
        if not any(likely):
            where = ("tree", "types", key, "themes")
            yield where, "expected a theme whose weight is above 0 on such floors"


def themes_have_their_terrain(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield terrain that rooms can't be built of: stairs, doors, or ground that can't be walked."""
    for where, decor in _decors(ruleset.themes):
        if decor.ground is not None:
            yield from misplaced(ruleset, (*where, "ground"), decor.ground, ground=True)
        if decor.inlay is not None:
            place = (*where, "inlay", "terrain")
            yield from misplaced(ruleset, place, decor.inlay.terrain, ground=True)
        yield from misplaced(ruleset, (*where, "built_of"), decor.built_of)
        if decor.filled_with is not None:
            yield from misplaced(ruleset, (*where, "filled_with"), decor.filled_with)
        for index, strewn in enumerate(decor.strewn):
            yield from misplaced(ruleset, (*where, "strewn", index, "terrain"), strewn.terrain)


def misplaced(
    ruleset: Ruleset, where: Path, key: str, *, ground: bool = False
) -> Iterator[Finding]:
    """Yield the reason why a room can't be furnished with terrain, if there is one.

    `ground` says that the terrain covers the whole room.
    """
    record = ruleset.terrain.get(key)
    if record is None:
        yield no_such(where, "terrain", key, ruleset.terrain)
    elif record.stairs != "none" or record.opens_to is not None or key in (PORTAL, "unknown"):
        yield expected(where, "terrain without stairs, doors and portals", key)
    elif ground and (not record.walkable or record.shunned or record.harm is not None):
        yield expected(where, "terrain that can be walked without harm", key)


def themes_have_their_people(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each person of a theme that doesn't exist."""
    for where, decor in _decors(ruleset.themes):
        for index, folk in enumerate(decor.people):
            if folk.person not in ruleset.people:
                path = (*where, "people", index, "person")
                yield no_such(path, "person", folk.person, ruleset.people)


def themes_have_their_traps(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each trap of a theme that doesn't exist."""
    for where, decor in _decors(ruleset.themes):
        for index, use in enumerate(decor.traps):
            yield from _unknown((*where, "traps", index, "traps"), use.traps, ruleset.traps)


def _unknown(where: Path, keys: Collection[str], traps: Collection[str]) -> Iterator[Finding]:
    for index, key in enumerate(keys):
        if key not in traps:
            yield no_such((*where, index), "trap", key, traps)


def _decors(themes: Mapping[str, Theme]) -> Iterator[tuple[Path, Decor]]:
    """Yield all decor of themes, each with its path."""
    for key, theme in themes.items():
        yield ("themes", key, "decor"), theme.decor
        yield ("themes", key, "special"), theme.special


def traps_look_like_traps(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each trap whose terrain can't show it (R12).

    Once seen, a trap in a floor can be walked and is shunned; one in a wall is closed.
    """
    for key, trap in ruleset.traps.items():
        where: Path = ("traps", key, "terrain")
        record = ruleset.terrain.get(trap.terrain)
        if record is None:
            yield no_such(where, "terrain", trap.terrain, ruleset.terrain)
        elif trap.where == "floor" and not (record.walkable and record.shunned):
            yield expected(where, "terrain that can be walked and is shunned", trap.terrain)
        elif trap.where == "wall" and record.walkable:
            yield expected(where, "terrain that can't be walked", trap.terrain)


def disarmed_traps_leave_ground(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each terrain of a disarmed trap that is missing, or that isn't like its cell (R17)."""
    for key, trap in ruleset.traps.items():
        where: Path = ("traps", key, "leaves")
        record = ruleset.terrain.get(trap.leaves or "")
        if trap.leaves is None:
            continue
        if record is None:
            yield no_such(where, "terrain", trap.leaves, ruleset.terrain)
        elif record.shunned or record.walkable is not (trap.where == "floor"):
            wanted = "terrain that can be walked" if trap.where == "floor" else "a wall"
            yield expected(where, wanted, trap.leaves)


def what_grows_is_there(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each terrain of extras that is missing or wrong, and each unordered row (R10)."""
    for key, walkable in GROWN.items():
        record: Terrain | None = ruleset.terrain.get(key)
        if record is None:
            yield ("terrain", key), "is missing; every floor needs it"
        elif record.walkable is not walkable:
            wanted = str(walkable).lower()
            yield expected(("terrain", key, "walkable"), wanted, record.walkable)
    yield from unordered_table(("extras", "gold"), ruleset.extras.gold)
    yield from unordered_table(("extras", "heaps"), ruleset.extras.heaps)


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


CHECKS = (
    Check(("themes",), fixed_themes_are_there),
    Check(("themes", "tree"), types_have_themes),
    Check(("terrain", "themes"), themes_have_their_terrain),
    Check(("people", "themes"), themes_have_their_people),
    Check(("themes", "traps"), themes_have_their_traps),
    Check(("terrain", "traps"), traps_look_like_traps),
    Check(("terrain", "traps"), disarmed_traps_leave_ground),
    Check(("extras", "terrain"), what_grows_is_there),
    Check(("items", "regions"), regions_have_amulets_of_their_own),
    Check(("people", "regions"), regions_have_guardians),
    Check(("regions", "traps"), regions_have_their_traps),
    Check(("regions", "terrain"), regions_have_their_terrain),
)
"""These checks, each with the catalogues that it reads."""
