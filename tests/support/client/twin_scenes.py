"""States of a client that between them have something of everything that is told in words."""

from typing import Any

from msgspec import structs

from support.client.client_examples import (
    GOBLIN,
    HERO,
    KINDS,
    LOOKS,
    PACK,
    SIGHTINGS,
    STAIRS,
    hero_status,
    joined,
    keyframe,
    roster,
    watching,
)
from support.client.hero_examples import (
    BLINK,
    BOLT,
    BURNING,
    CARE,
    DISARM,
    GEAR,
    HEALING,
    LINK,
    MARK,
    PIN,
    TAUNT,
    reading,
)
from support.client.people_examples import BOBS_HERO, CATS_HERO, PARTY, in_company
from support.client.people_examples import SIGHTINGS as IN_HALL
from support.client.replay_examples import watched_again
from support.client.screen_text import playing, ui_of
from undertide_client.net.status import LinkStatus
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import (
    CallingInfo,
    Customs,
    EffectFigures,
    Ended,
    Invited,
    Kind,
    MarkInfo,
    PaceStatus,
    PackItem,
    PartyMember,
    PresetInfo,
    Sighting,
    StairAgreement,
    StairInfo,
    Terms,
    Threat,
    TideGauge,
    TradeTable,
    WareInfo,
)

STAIRWAY = "\n".join(["#" * 30, "#.....>...<.>" + "." * 16 + "#", "#" * 30])
WAYS = [StairInfo(6, 1, 7), StairInfo(10, 1, 3), StairInfo(12, 1, 8)]
BOSS, TRADER, WOLF, WARE = 31, 32, 33, 34
FLAMES = EffectFigures("ground", percent=5, of="life", damage="fire", every=10)
VENT = EffectFigures("trap", percent=25, of="average", damage="cold", radius=1)
DRAUGHT = PackItem(
    41, "bitter draught", 2, "!", 0xE05080, "It cures.", does=["heal"],
    effects=[structs.replace(HEALING, percent=10, least=4)],
)  # fmt: skip
BALM = PackItem(
    42, "balm", 1, "!", 0xE05080, "It closes wounds.", "cell", does=["heal"],
    effects=[structs.replace(HEALING, percent=80)],
)  # fmt: skip
MORE_KINDS = [
    Kind(31, "monster", "Old Gall, the rat", "r", 0x70C050, "It gnaws.", boss=True),
    Kind(32, "monster", "pedlar", "p", 0xC0C0C0, "He sells.", trades=True),
    Kind(33, "monster", "wolf", "w", 0xC0C0C0),
    Kind(34, "item", "long sword", ")", 0xC0C0C0, ware=WareInfo(90)),
    Kind(35, "item", "draught", "!", 0xC0C0C0, effects=[HEALING]),
]
CROWDED = [
    *SIGHTINGS,
    Sighting(BOSS, 31, 5, 3, 35, "sealed"),
    Sighting(TRADER, 32, 8, 1, 100, "peaceful"),
    Sighting(WOLF, 33, 3, 2, 10, "hunting", ["burning", "odd"], ["ally"]),
    Sighting(WARE, 34, 4, 4, meant=True),
    Sighting(35, 35, 1, 4),
    Sighting(36, 99, 2, 4),
]
ADEPT = CallingInfo(
    "adept", "adept", "It casts.", [TAUNT, LINK], "You stand back.", [("life", 20)],
    [("oak staff", 1), ("potions of healing", 2)], ["slow", "ember"],
)  # fmt: skip
PRESET = PresetInfo("default", "Undertide", "A descent.", ["Find all amulets.", "Come back."])


def scenes() -> list[Ui]:
    """Return the states: alone, in company, fallen, watching, and without a session."""
    uis = [
        *(playing(), *_alone(), *_together(), *_fallen()),
        *(_watching(), _over(), watched_again(), ui_of(), _reading(), _crowded()),
    ]
    for ui in uis:
        ui.address = "ws://undertide.test"
        ui.lobby.callings = [ADEPT, CallingInfo("rover", "rover", "It roams.", [CARE, PIN])]
        ui.lobby.preset_infos = {"default": PRESET}
        ui.lobby.customs = Customs("default", "auto", 8, 0, True, 7)
    own = [CallingInfo("pupil", "pupil", "It learns.", [CARE], figures=[("life", 20)])]
    uis[1].lobby.preset_infos = {"default": structs.replace(PRESET, callings=own)}
    uis[0].invite = Invited("k7m2q", "owl-42/x")
    uis[0].hinting, uis[1].silence = False, 4.0
    uis[2].status = LinkStatus("waiting", "the connection broke", 3.0, 2)
    uis[3].latency, uis[4].latency = 0.0425, 0.3
    return uis


def _reading() -> Ui:
    ui = ui_of()
    ui.mirror = reading()
    return ui


def _crowded() -> Ui:
    """Return a room with something of every kind, in real time of 7 ticks a second."""
    looks = [structs.replace(look, effects=_effects(look.glyph)) for look in LOOKS]
    threats = [
        Threat(GOBLIN, 250, 2000, 3, "dire", 3, ["steals", "lurks", "sings"], ["slow"]),
        Threat(BOSS, 0, 0),
        Threat(TRADER, 2300, 10_000, danger="mild"),
        Threat(WOLF, 400, 900, 1, "great", 2, costs=32),
    ]
    hero = hero_status(
        mana=2, max_mana=9, magic=8, range=6, hunger="hungry", food=12, resting=[("mark", 33)],
        status_figures=[BURNING], effects=[("burning", 30), ("warded", 5)],
    )  # fmt: skip
    frame = keyframe(
        kinds=[*KINDS, *MORE_KINDS], sightings=CROWDED, threats=threats, hero=hero,
        stairs=STAIRS, marks=[MarkInfo(7, 3, "danger", 0), MarkInfo(9, 5, "help", 1)],
        pace=PaceStatus("real", "party", 3500, slow=True), abilities=[MARK, PIN],
        pack=[*PACK, *GEAR, DRAUGHT, BALM], spells=[BOLT, BLINK],
        tide=TideGauge(140, 12, "rising", 45, 30),
    )  # fmt: skip
    floor = structs.replace(frame.floor, average=2850)
    entered = joined(tiles=looks, statuses=[BURNING], ticks_per_second=7)
    return ui_of(entered, structs.replace(frame, floor=floor), roster("Ann", "Bob"))


def _effects(glyph: str) -> list[EffectFigures]:
    return {"^": [VENT], "+": [FLAMES]}.get(glyph, [])


def _alone() -> list[Ui]:
    """Return heroes who lack something: life, an end of the grace time, stairs."""
    weak = hero_status(life=3, level=9, next_level=0, state="asleep", gold=0)
    grace = TideGauge(-1, 0, "calm", 12, 4)
    return [
        playing(hero=weak, tide=grace, abilities=[TAUNT, CARE], pack=[DRAUGHT, BALM]),
        playing(
            hero=hero_status(activity="explore", range=5), abilities=[CARE, DISARM], stairs=STAIRS
        ),
        playing(pace=PaceStatus("idle", "solo", 900), sightings=[], pack=[], stairs=STAIRS[:1]),
        playing(drawing="##########\n#<.....<.#\n#.>.^..>.#\n##########", sightings=SIGHTINGS[:2]),
    ]


def _together() -> list[Ui]:
    """Return company: with agreements, a trade, marks, party turns and a pause."""
    agreed = [StairAgreement(7, [1], [0, 2], 40), StairAgreement(3, [0, 1], [], 0)]
    turns = PaceStatus("party", "real", 2500, [0, 1], limit_in=8499, nudge=True)
    table = TradeTable(3, 1, [(11, 1)], 5, [GEAR[1]], 12, accepts=False, is_accepted=True)
    travel = hero_status(activity="travel", follows=1, life=8)
    stairs: dict[str, Any] = {"drawing": STAIRWAY, "stairs": WAYS}
    apart = [structs.replace(PARTY[1], floor=4, branch=7), PARTY[2]]
    return [
        in_company(agreements=agreed[:1], pace=turns, trades=[table], **stairs, abilities=[LINK]),
        in_company(
            agreements=agreed, pace=PaceStatus("solo", paused_for=90_001), hero=travel, **stairs
        ),
        in_company(agreements=[StairAgreement(7, [2], [1], 0)], pace=_asked(1, 2), **stairs),
        in_company(
            agreements=[StairAgreement(8, [0, 1], [], 0)],
            drawing=STAIRWAY.replace("#.....>", "#....>>"),
            stairs=[*WAYS, StairInfo(5, 1, 4)],
            sightings=[Sighting(HERO, 1, 5, 1)],
        ),
        in_company(pace=_asked(0, 1), hero=hero_status(fights=True, activity="travel")),
        in_company(pace=_asked(1), hero=hero_status(tends=True)),
        in_company(party=[PARTY[0], *apart], sightings=IN_HALL[:1], **stairs),
        in_company(
            party=[PARTY[0], structs.replace(PARTY[1], branch=1, floor=1)], sightings=IN_HALL[:1]
        ),
    ]


def _asked(*seats: int) -> PaceStatus:
    return PaceStatus("real", pause_asked=list(seats))


def _fallen() -> list[Ui]:
    """Return parties of which somebody has fallen."""
    bob = structs.replace(PARTY[1], dies_in=120)
    away = structs.replace(PARTY[2], state="asleep", away=True)
    near = [
        IN_HALL[0],
        Sighting(BOBS_HERO, 11, 5, 1, 0, "fallen"),
        Sighting(CATS_HERO, 12, 9, 1, 90, "asleep"),
    ]
    dead = [
        structs.replace(PARTY[0], state="dead", returns=True),
        *(bob, PartyMember(5, "Dag", 0xFFFFFF, 0, 0, 1, "linkdead")),
    ]
    return [
        in_company(party=[PARTY[0], bob, away], sightings=near),
        in_company(party=[PARTY[0], bob, away]),
        in_company(hero=hero_status(dies_in=40, life=0)),
        in_company(hero=hero_status(dies_in=40, revived_in=15, life=0)),
        in_company(party=dead, hero=hero_status(state="dead", life=0)),
    ]


def _watching() -> Ui:
    party = [structs.replace(each, state="dead") if each.seat == 1 else each for each in PARTY]
    frame = keyframe(seat=None, hero=None, party=party, sightings=[Sighting(HERO, 1, 3, 2)])
    return ui_of(watching(delay=5), frame, roster("Ann", "Bob"))


def _over() -> Ui:
    ui = playing()
    ended = Ended(True, "You are out.", [], 400, "", 3, [], 5000, "0123", "seed")
    ui.mirror.apply(ended)
    terms = Terms(
        "invited", locked=True, watchers_talk=False, friendly_fire=False, new_heroes=False
    )
    ui.mirror.apply(structs.replace(roster("Ann"), terms=terms))
    return ui
