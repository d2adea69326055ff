"""What the network says, made fit to be shown: text, glyphs and parts of messages.

Each function returns its argument itself where nothing had to change, so that honest servers cost
little.
"""

import unicodedata
from functools import lru_cache
from typing import Final

import msgspec

from undertide_shared.messages import (
    MAX_NAME,
    Amulet,
    BranchInfo,
    Ended,
    FloorInfo,
    HeroEnd,
    HeroStatus,
    IntentReport,
    Kind,
    PackItem,
    PartyMember,
    SeatInfo,
    SessionInfo,
    TideGauge,
    TileLook,
)
from undertide_shared.text import clean

MAX_WORD: Final = 40
"""Characters of a name of a thing, a place or an effect: half a small terminal's line."""
MAX_LINE: Final = 400
"""Characters of one line of the log or of a description: five lines of a small terminal."""
MAX_EFFECTS: Final = 32
"""Effects or resistances of one hero: more than a character sheet can list."""
MAX_AMULETS: Final = 9
"""Amulets of a run: three times what the rules have (R15)."""
UNREADABLE: Final = "?"
"""Stands for a glyph that is not exactly one visible cell wide."""


def text(raw: str, limit: int) -> str:
    """Return `raw` as one printable line of at most `limit` characters."""
    # `clean` reads no further than this, and a cut key keeps the cache small.
    return _cleaned(raw[: limit * 4], limit)


@lru_cache(maxsize=2048)
def _cleaned(raw: str, limit: int) -> str:
    return clean(raw, limit)


def name(raw: str) -> str:
    """Return a hero's or watcher's name; something to point at even where nothing is left."""
    return text(raw, MAX_NAME) or UNREADABLE


@lru_cache(maxsize=2048)
def is_one_cell(character: str) -> bool:
    """Whether a character is visible (or a space) and takes exactly one cell of a terminal."""
    if character == " ":
        return True
    return (
        character.isprintable()
        and unicodedata.category(character)[0] not in "MZ"
        and unicodedata.category(character) != "Co"
        and unicodedata.east_asian_width(character) not in {"W", "F"}
    )


def glyph(raw: str) -> str:
    """Return `raw` if it is exactly one character of one cell, else `UNREADABLE`."""
    return raw if len(raw) == 1 and is_one_cell(raw) else UNREADABLE


def tile_look(look: TileLook) -> TileLook:
    """Return a tile's look fit to be drawn."""
    return msgspec.structs.replace(
        look,
        name=text(look.name, MAX_WORD),
        glyph=glyph(look.glyph),
        description=text(look.description, MAX_LINE),
    )


def kind(raw: Kind) -> Kind:
    """Return a kind fit to be drawn."""
    return msgspec.structs.replace(
        raw,
        name=text(raw.name, MAX_WORD),
        glyph=glyph(raw.glyph),
        description=text(raw.description, MAX_LINE),
    )


def floor(info: FloorInfo) -> FloorInfo:
    """Return a floor's description fit to be drawn."""
    return msgspec.structs.replace(
        info, name=text(info.name, MAX_WORD), type=text(info.type, MAX_WORD)
    )


def branch(info: BranchInfo) -> BranchInfo:
    """Return a branch of the run fit to be drawn."""
    return msgspec.structs.replace(info, name=text(info.name, MAX_WORD), glyph=glyph(info.glyph))


def amulet(raw: Amulet) -> Amulet:
    """Return an amulet fit to be drawn."""
    return msgspec.structs.replace(raw, name=text(raw.name, MAX_WORD), glyph=glyph(raw.glyph))


def hero(status: HeroStatus) -> HeroStatus:
    """Return a hero's status fit to be drawn."""
    if not status.effects and not status.resistances:
        return status
    return msgspec.structs.replace(
        status, effects=_counted(status.effects), resistances=_counted(status.resistances)
    )


def _counted(pairs: list[tuple[str, int]]) -> list[tuple[str, int]]:
    return [(text(word, MAX_WORD), count) for word, count in pairs[:MAX_EFFECTS]]


def report(raw: IntentReport) -> IntentReport:
    """Return a report on an intent fit to be drawn."""
    if not raw.reason:
        return raw
    return msgspec.structs.replace(raw, reason=text(raw.reason, MAX_LINE))


def pack_item(item: PackItem) -> PackItem:
    """Return an item of the pack fit to be drawn."""
    return msgspec.structs.replace(
        item,
        name=text(item.name, MAX_WORD),
        glyph=glyph(item.glyph),
        description=text(item.description, MAX_LINE),
    )


def member(raw: PartyMember) -> PartyMember:
    """Return a party member fit to be drawn."""
    shown = name(raw.name)
    return raw if shown == raw.name else msgspec.structs.replace(raw, name=shown)


def tide(gauge: TideGauge) -> TideGauge:
    """Return a tide gauge fit to be drawn."""
    return msgspec.structs.replace(gauge, name=text(gauge.name, MAX_WORD))


def seat(info: SeatInfo) -> SeatInfo:
    """Return a seat fit to be drawn."""
    return msgspec.structs.replace(info, name=name(info.name))


def session(info: SessionInfo) -> SessionInfo:
    """Return a lobby's entry fit to be drawn. Its id stays as it is: it goes back to the server."""
    return msgspec.structs.replace(
        info, preset=text(info.preset, MAX_WORD), subtitle=text(info.subtitle, MAX_LINE)
    )


def ended(raw: Ended, most_heroes: int) -> Ended:
    """Return the summary of a run fit to be drawn, with at most `most_heroes` heroes."""
    return msgspec.structs.replace(
        raw,
        title=text(raw.title, MAX_LINE),
        heroes=[_hero_end(one) for one in raw.heroes[:most_heroes]],
        subtitle=text(raw.subtitle, MAX_LINE),
        amulets=[amulet(one) for one in raw.amulets[:MAX_AMULETS]],
    )


def _hero_end(one: HeroEnd) -> HeroEnd:
    return msgspec.structs.replace(one, name=name(one.name), fate=text(one.fate, MAX_LINE))
