"""All checks between records, and those between settings.

Each module lists its own, with the catalogues that they read.
"""

from collections.abc import Iterator

from undertide_server.content.checks import (
    artifacts,
    creatures,
    extensions,
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
from undertide_server.content.checks.findings import EVERYTHING, Check, Finding, expected
from undertide_server.content.checks.recheck import Recheck
from undertide_server.content.settings.settings import ServerSettings

STATED: tuple[Check, ...] = (
    *terrain.CHECKS,
    *places.CHECKS,
    *tree.CHECKS,
    *rooms.CHECKS,
    *themes.CHECKS,
    *creatures.CHECKS,
    *heroes.CHECKS,
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
    *extensions.ONLY_AS_STATED,
    Check(EVERYTHING, Recheck(STATED)),
)
"""All checks: those of the content by itself, and those of its variety."""


def settings_are_consistent(settings: ServerSettings) -> Iterator[Finding]:
    """Yield the faults between settings. Paths begin with the section.

    Frames must be left out before a connection is dropped, and a certificate needs its key.
    """
    limits, tls = settings.limits, settings.tls
    if limits.soft_buffer_bytes > limits.hard_buffer_bytes:
        wanted = f"at most {limits.hard_buffer_bytes}, `hard_buffer_bytes`"
        yield expected(("limits", "soft_buffer_bytes"), wanted, limits.soft_buffer_bytes)
    if bool(tls.certificate) != bool(tls.key):
        missing, stated = ("key", "certificate") if tls.certificate else ("certificate", "key")
        yield expected(("tls", missing), f"a file, since `{stated}` is one", "")
