"""Drawn moments that bots decide on.

`@` is the hero Ann, `B` and `C` are Bob and Cat, her companions; `g` a goblin that hunts, `z` one
asleep, `f` one that flees, `i` one that is idle, `p` one that is peaceful, `s` one that is sealed;
`t` a trader; `!` a thing on the ground; `#` wall, `.` ground, `^` spikes, `+` door, `Π` a forge,
`<` and `>` stairs, a space what is unknown. Beneath people and things is ground, unless `under`
says otherwise.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from support.client.client_examples import CODES, hero_status, joined, keyframe, run_lengths
from undertide_client.bots.personality import Personality
from undertide_client.bots.survey import Survey, survey
from undertide_client.model.mirror import Mirror
from undertide_shared.messages import (
    AbilityInfo,
    Amulet,
    BranchInfo,
    FloorInfo,
    Kind,
    PackItem,
    PartyMember,
    Sighting,
    SpellInfo,
    StairAgreement,
    StairInfo,
    TideGauge,
    WareInfo,
)

HERO_KIND, GOBLIN_KIND, ITEM_KIND, TRADER_KIND = 1, 2, 3, 6
COMPANIONS = {"B": 4, "C": 5}
KINDS = [
    Kind(HERO_KIND, "hero", "Ann", "@", 0x60C0FF),
    Kind(COMPANIONS["B"], "hero", "Bob", "@", 0xFFD166),
    Kind(COMPANIONS["C"], "hero", "Cat", "@", 0xFF8FB1),
    Kind(GOBLIN_KIND, "monster", "goblin", "g", 0x70C050),
    Kind(TRADER_KIND, "monster", "shopkeeper", "@", 0xE8C46A, trades=True),
    Kind(ITEM_KIND, "item", "health potion", "!", 0xE05080, key="health_potion"),
]
HERO_ID = 1
MOODS = {
    "g": "hunting",
    "z": "asleep",
    "f": "fleeing",
    "i": "idle",
    "c": "confused",
    "p": "peaceful",
    "s": "sealed",
}

POTION = PackItem(11, "health potion", 2, "!", 0xE05080, "", does=["heal"])
BOLT = PackItem(12, "lightning scroll", 1, "?", 0xFFFF80, "", does=["chain"])
FIRE = PackItem(13, "fireball scroll", 1, "?", 0xFF9040, "", "cell", 1, does=["ball"])
HEX = PackItem(14, "confusion scroll", 1, "?", 0xC080FF, "", "cell", does=["hinder"])


def personality(**changes: int | bool | float) -> Personality:
    """Return the whims of somebody plain, with changes."""
    values: dict[str, int | bool | float] = {
        "caution": 40,
        "rest_below": 70,
        "tide_limit": 60,
        "diligence": 50,
        "patience": 30,
        "lies_in_wait": False,
        "thinking": 0.0,
        "follows": False,
        "bent": 0,
        "resourceful": True,
        "sociable": False,
    }
    return Personality(**(values | changes))  # type: ignore[arg-type]  # the keys decide the types


def mirror_of(
    drawing: str,
    *,
    life: int = 30,
    activity: str = "none",
    pack: Sequence[PackItem] = (),
    tide: int = 0,
    branch: int = 1,
    health: int = 100,
    under: Mapping[str, str] = {},
    number: int = 1,
    dark: str = "",
    branches: Sequence[BranchInfo] = (),
    stairs: Sequence[StairInfo] = (),
    amulets: Sequence[Amulet] = (),
    party: Sequence[PartyMember] = (),
    spells: Sequence[SpellInfo] = (),
    abilities: Sequence[AbilityInfo] = (),
    seats: str = "ABC",
    agreements: Sequence[StairAgreement] = (),
    ware: WareInfo | None = None,
    **hero: object,
) -> Mirror:
    """Return the mirror of a hero with at most 30 life in a drawn place.

    `health` is the monsters', in percent. What is drawn with a character of `dark` is remembered
    only; all else is in sight. A shop offers each `!` as a `ware`, if there is one. Unless told
    otherwise, the run is unknown and needs no amulets. `seats` are the heroes' initials, by seat.
    `hero` are further figures of the hero's.
    """
    rows = drawing.strip("\n").split("\n")
    width = max(map(len, rows))
    rows = [row.ljust(width) for row in rows]
    text = "".join(rows)
    cells = {glyph: CODES[under.get(glyph, ".")] for glyph in "@BC!t" + "".join(MOODS)}
    frame = keyframe(
        number=number,
        floor=FloorInfo(branch, branch, "the drowned warren", width, len(rows)),
        tiles=run_lengths([(CODES | cells)[glyph] for glyph in text]),
        sight=_sight([glyph not in dark for glyph in text]),
        kinds=[_offered(_seated(kind, seats), ware) for kind in KINDS],
        sightings=_sightings(rows, health),
        tide=TideGauge(tide, 0, ""),
        hero=hero_status(
            **{"max_life": 30, "effects": [], "resistances": []} | hero,
            life=life,
            activity=activity,
        ),
        party=list(party),
        spells=list(spells),
        abilities=list(abilities),
        pack=list(pack),
        branches=list(branches),
        stairs=list(stairs),
        amulets=list(amulets),
        agreements=list(agreements),
    )
    mirror = Mirror()
    mirror.apply(joined())
    mirror.apply(frame)
    return mirror


def _seated(kind: Kind, seats: str) -> Kind:
    return replace(kind, seat=seats.index(kind.name[0])) if kind.role == "hero" else kind


def _offered(kind: Kind, ware: WareInfo | None) -> Kind:
    return replace(kind, ware=ware) if kind.role == "item" else kind


def fellow(seat: int, branch: int = 1, health: int = 100, state: str = "alive") -> PartyMember:
    """Return what the party panel says of a hero: Ann, Bob or Cat, by seat."""
    name = ("Ann", "Bob", "Cat")[seat]
    return PartyMember(seat, name, 0, branch, health, 1, state, branch)  # type: ignore[arg-type]


def view_of(drawing: str, **changes: object) -> Survey:
    """Return the survey of `mirror_of`."""
    view = survey(mirror_of(drawing, **changes))  # type: ignore[arg-type]  # passed through
    assert view is not None
    return view


def _sight(seen: list[bool]) -> list[int]:
    """Return the run lengths of a sight mask, which begin with what is unseen."""
    runs = run_lengths([0, *map(int, seen)])[1::2]
    return [runs[0] - 1, *runs[1:]]


def _sightings(rows: list[str], health: int) -> list[Sighting]:
    """Return what is drawn, the hero first; ids go by reading order from 2."""
    found: list[Sighting] = []
    for y, row in enumerate(rows):
        for x, glyph in enumerate(row):
            if glyph == "@":
                found.insert(0, Sighting(HERO_ID, HERO_KIND, x, y))
            elif glyph in "BC!":
                found.append(Sighting(len(found) + 2, COMPANIONS.get(glyph, ITEM_KIND), x, y))
            elif glyph == "t":
                found.append(Sighting(len(found) + 2, TRADER_KIND, x, y, 100, "peaceful"))
            elif glyph in MOODS:
                found.append(Sighting(len(found) + 2, GOBLIN_KIND, x, y, health, MOODS[glyph]))
    return found
