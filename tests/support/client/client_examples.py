"""Messages that tests of the client begin from: a small floor, a hero on it, and a goblin.

The floor is a crypt on the third depth of a run of which eight floors are known.
"""

from typing import Any

from undertide_shared.messages import (
    Amulet,
    BranchInfo,
    Delta,
    FloorInfo,
    HeroStatus,
    IntentReport,
    Joined,
    Keyframe,
    Kind,
    Line,
    PaceStatus,
    PackItem,
    PartyMember,
    Phrase,
    Roster,
    SeatInfo,
    SessionInfo,
    Sighting,
    StairInfo,
    TideGauge,
    TileLook,
    VariationInfo,
    Watching,
)

UNKNOWN, WALL, GROUND, DOOR, DOWN, UP, SPIKES, FORGE = range(8)
LOOKS = [
    TileLook(UNKNOWN, "unknown", " ", 0, False, False),
    TileLook(WALL, "wall", "#", 0x8C8473, False, False),
    TileLook(GROUND, "floor", "·", 0x6B6659, True, True),
    TileLook(DOOR, "door", "+", 0xB08040, True, False),
    TileLook(DOWN, "stairs down", ">", 0xF0E0A0, True, True, "down"),
    TileLook(UP, "stairs up", "<", 0xF0E0A0, True, True, "up"),
    TileLook(SPIKES, "spikes", "^", 0xB5A08A, True, True, "none", True, "They hurt."),
    TileLook(FORGE, "forge", "Π", 0xE0813A, False, True, forge=True),
]
CODES = {look.glyph: look.code for look in LOOKS} | {".": GROUND}
ROOM = """\
##########
#........#
#........#
#..<...>.+
#........#
##########"""
HERO, GOBLIN, POTION = 1, 2, 3
KINDS = [
    Kind(1, "hero", "Ann", "@", 0x60C0FF, seat=0),
    Kind(2, "monster", "goblin", "g", 0x70C050, "It is small, green and not alone."),
    Kind(3, "item", "health potion", "!", 0xE05080, "Closes wounds.", key="health_potion"),
]
SIGHTINGS = [
    Sighting(HERO, 1, 2, 2),
    Sighting(GOBLIN, 2, 6, 2, 60, "hunting"),
    Sighting(POTION, 3, 1, 4),
]
PACK = [
    PackItem(11, "health potions", 3, "!", 0xE05080, "Closes wounds."),
    PackItem(12, "scroll of fireball", 1, "?", 0xFF9040, "Burns all near it.", "cell", 2),
]
ROOT, WARREN, KEEP, CAVERNS, CRYPT, SANCTUARY, ARENA, VAULT = range(1, 9)
TREE = [
    BranchInfo(ROOT, 0, 0, 0, "the entrance", "s", 0xF2E6B6, True),
    BranchInfo(WARREN, ROOT, 1, 0, "a warren", "w", 0x9A8C78, False),
    BranchInfo(KEEP, ROOT, 1, 1, "a keep", "K", 0xC9A7FF, True),
    BranchInfo(CAVERNS, ROOT, 1, 2, "caverns", "v", 0x80A0A0, False),
    BranchInfo(CRYPT, KEEP, 2, 0, "a crypt", "c", 0xA0A0A0, True),
    BranchInfo(SANCTUARY, KEEP, 2, 1, "a sanctuary", "S", 0xFFFF80, True),
    BranchInfo(ARENA, CRYPT, 3, 0, "an arena", "a", 0xC2A66B, False),
    BranchInfo(VAULT, CRYPT, 3, 1, "a vault", "V", 0xFFD166, False),
]
STAIRS = [StairInfo(7, 3, ARENA), StairInfo(3, 3, KEEP)]
AMULETS = [
    Amulet("amulet of embers", '"', 0xFF8C42, 0, "amulet_of_embers"),
    Amulet("amulet of frost", '"', 0x8FD8FF, key="amulet_of_frost"),
]
PARTY = [
    PartyMember(0, "Ann", 0x60C0FF, 3, 77, 2, "alive", CRYPT),
    PartyMember(1, "Bob", 0xFFC060, 4, 100, 3, "asleep", ARENA),
]
BONES = VariationInfo("restless bones", "Skeletons get up again.")
"""The variation of the example run."""


def run_lengths(cells: list[int]) -> list[int]:
    """Return [value, how many, …] of a list of tile codes."""
    runs: list[int] = []
    for cell in cells:
        if runs and runs[-2] == cell:
            runs[-1] += 1
        else:
            runs += [cell, 1]
    return runs


def codes_of(drawing: str) -> list[int]:
    """Return the tile codes of a drawn floor, row after row."""
    return [CODES[glyph] for glyph in drawing.replace("\n", "")]


def size_of(drawing: str) -> tuple[int, int]:
    """Return the width and height of a drawn floor."""
    rows = drawing.split("\n")
    return len(rows[0]), len(rows)


def hero_status(**changes: Any) -> HeroStatus:
    """Return the example hero's status."""
    values: dict[str, Any] = {
        "seat": 0,
        "id": HERO,
        "life": 23,
        "max_life": 30,
        "level": 2,
        "experience": 45,
        "next_level": 120,
        "attack": 7,
        "state": "alive",
        "activity": "none",
        "effects": [("confused", 12)],
        "resistances": [("physical", 2), ("fire", 5)],
        "gold": 120,
    }
    return HeroStatus(**(values | changes))


def keyframe(drawing: str = ROOM, **changes: Any) -> Keyframe:
    """Return a keyframe of a drawn floor, all of it in sight, from the example hero's eyes."""
    width, height = size_of(drawing)
    values: dict[str, Any] = {
        "number": 1,
        "seat": 0,
        "floor": FloorInfo(CRYPT, 3, "the drowned warren", width, height, "a crypt"),
        "tiles": run_lengths(codes_of(drawing)),
        "sight": [0, width * height],
        "kinds": KINDS,
        "sightings": SIGHTINGS,
        "party": PARTY,
        "tide": TideGauge(34, 1, "the first wave"),
        "pace": PaceStatus("solo"),
        "hero": hero_status(),
        "intent": IntentReport(0, 0, "none"),
        "pack": PACK,
        "lines": [Line("info", "You enter the drowned warren."), Line("bad", "A goblin shouts!")],
        "branches": TREE,
        "amulets": AMULETS,
    }
    return Keyframe(**(values | changes))


def delta(number: int = 2, **changes: Any) -> Delta:
    """Return a delta that follows the example keyframe."""
    return Delta(number, **changes)


PHRASES = [
    Phrase("lamp.glows", "lights {radius} cells up for {ticks}, with {percent} % of its oil"),
    Phrase("lamp.blinds", "blind"),
]
"""The words of an extension."""


def joined(**changes: Any) -> Joined:
    """Return the answer to a player who took the first seat."""
    values: dict[str, Any] = {
        "session": "k7m2q",
        "preset": "default",
        "seat": 0,
        "name": "Ann",
        "token": b"secret-1",
        "tiles": LOOKS,
        "subtitle": "restless bones",
        "variations": [BONES],
        "phrases": PHRASES,
    }
    return Joined(**(values | changes))


def watching(**changes: Any) -> Watching:
    """Return the answer to a spectator."""
    values: dict[str, Any] = {
        "session": "k7m2q",
        "preset": "default",
        "name": "Zoe",
        "tiles": LOOKS,
        "subtitle": "restless bones",
        "variations": [BONES],
        "phrases": PHRASES,
    }
    return Watching(**(values | changes))


def roster(*names: str, watchers: tuple[str, ...] = ()) -> Roster:
    """Return a roster of connected players and watchers."""
    seats = [SeatInfo(seat, name, 0x60C0FF, True) for seat, name in enumerate(names)]
    return Roster(seats, list(watchers))


def session_info(session: str = "k7m2q", **changes: Any) -> SessionInfo:
    """Return one entry of the lobby."""
    values: dict[str, Any] = {
        "preset": "default",
        "pace": "auto",
        "heroes": 2,
        "spectators": 1,
        "seats": 8,
        "deepest_floor": 4,
        "subtitle": "of restless bones",
    }
    return SessionInfo(session, **(values | changes))
