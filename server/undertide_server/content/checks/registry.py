"""All checks between records. Each module lists its own, with the catalogues that they read."""

from undertide_server.content.checks import (
    artifacts,
    callings,
    creatures,
    gear,
    glyphs,
    heroes,
    magic,
    places,
    rooms,
    terrain,
    themes,
    tree,
    variety,
)
from undertide_server.content.checks.findings import EVERYTHING, Check
from undertide_server.content.checks.recheck import Recheck

STATED: tuple[Check, ...] = (
    *terrain.CHECKS,
    *places.CHECKS,
    *tree.CHECKS,
    *rooms.CHECKS,
    *themes.CHECKS,
    *creatures.CHECKS,
    *heroes.CHECKS,
    *callings.CHECKS,
    *gear.CHECKS,
    *artifacts.CHECKS,
    *magic.CHECKS,
    *variety.CHECKS,
)
"""Checks of the content by itself, both as it is stated and as it is played."""

CHECKS: tuple[Check, ...] = (
    *STATED,
    *glyphs.ONLY_AS_STATED,
    *variety.ONLY_AS_STATED,
    Check(EVERYTHING, Recheck(STATED)),
)
"""All checks: those of the content by itself, and those of its variety."""
