"""A party on one floor: Ann, who is followed, Bob in her sight, and Cat behind a wall."""

from typing import Any

from support.client.client_examples import CRYPT, HERO, KINDS
from support.client.screen_text import playing
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Kind, PartyMember, Sighting

HALL = "#" * 30 + "\n#" + "." * 28 + "#\n" + "#" * 30
BOB, CAT = 21, 22
PARTY = [
    PartyMember(0, "Ann", 0x60C0FF, 3, 77, 2, "alive", CRYPT),
    PartyMember(1, "Bob", 0xFFD166, 3, 50, 3, "alive", CRYPT),
    PartyMember(2, "Cat", 0xFF8FB1, 3, 90, 4, "alive", CRYPT),
]
SIGHTINGS = [
    Sighting(HERO, 1, 4, 1),
    Sighting(BOB, 11, 8, 1, 50, "alive"),
    Sighting(CAT, 12, 26, 1, 90, "alive"),
]
HERO_KINDS = [
    *KINDS,
    Kind(11, "hero", "Bob", "@", 0xFFD166, seat=1),
    Kind(12, "hero", "Cat", "@", 0xFF8FB1, seat=2),
]


def in_company(**changes: Any) -> Ui:
    """Return the state of Ann's client. She knows and sees the left half of the hall."""
    seen = [count for _ in range(3) for count in (15, 15)]
    values: dict[str, Any] = {
        "drawing": HALL,
        "kinds": HERO_KINDS,
        "sightings": SIGHTINGS,
        "party": PARTY,
        "sight": [0, *seen],
    }
    ui = playing(**values | changes)
    ui.mirror.tiles[:, 15:] = 0
    return ui
