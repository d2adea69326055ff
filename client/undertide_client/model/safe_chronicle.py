"""Cleaning of a hero's chronicle, before anything keeps or shows it. Pure."""

from typing import Final

import msgspec

from undertide_client.model.safe import name, text
from undertide_shared.limits import MAX_HEROES, MAX_KEY, MAX_LINE, MAX_THING, MAX_WORD
from undertide_shared.messages import Chronicle, CompanionLife, FloorVisit, GearWorn, Line, Slain

MAX_VISITS: Final = 100
"""Floors and kinds of monsters in a chronicle, at most: more than a run has."""
MAX_WORN: Final = 20
"""Pieces of gear: twice as many as a hero has slots."""
MAX_LAST_LINES: Final = 60
"""Lines of the log: as many as a keyframe repeats."""


def chronicle(raw: Chronicle) -> Chronicle:
    """Return a chronicle in which all text is one printable line and all lists are bounded."""
    return msgspec.structs.replace(
        raw,
        run=text(raw.run, MAX_KEY),
        name=name(raw.name),
        calling=text(raw.calling, MAX_WORD),
        preset=text(raw.preset, MAX_WORD),
        subtitle=text(raw.subtitle, MAX_LINE),
        cause=text(raw.cause, MAX_LINE),
        floors=[_visit(one) for one in raw.floors[:MAX_VISITS]],
        slain=[Slain(text(one.name, MAX_WORD), one.count) for one in raw.slain[:MAX_VISITS]],
        gear=[_worn(one) for one in raw.gear[:MAX_WORN]],
        companions=[_companion(one) for one in raw.companions[:MAX_HEROES]],
        lines=[Line(one.tone, text(one.text, MAX_LINE)) for one in raw.lines[:MAX_LAST_LINES]],
    )


def _visit(one: FloorVisit) -> FloorVisit:
    return msgspec.structs.replace(
        one, name=text(one.name, MAX_WORD), kind=text(one.kind, MAX_WORD)
    )


def _worn(one: GearWorn) -> GearWorn:
    return GearWorn(text(one.slot, MAX_WORD), text(one.name, MAX_THING))


def _companion(one: CompanionLife) -> CompanionLife:
    return msgspec.structs.replace(one, name=name(one.name), calling=text(one.calling, MAX_WORD))
