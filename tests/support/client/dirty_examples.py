"""What a hostile server may say: text that no screen should show, and lists without an end."""

from typing import Any, Final

from undertide_client.model import safe
from undertide_shared.messages import (
    AbilityInfo,
    Audit,
    AuditEntry,
    BanInfo,
    Bestiary,
    CallingInfo,
    Chronicle,
    CompanionLife,
    Customs,
    EffectFigures,
    Ended,
    EssenceInfo,
    FloorVisit,
    GearWorn,
    HeroEnd,
    Invited,
    Kind,
    Line,
    MetKind,
    NewRun,
    PackItem,
    People,
    PersonInfo,
    ReportInfo,
    ReportLine,
    Reports,
    SpellInfo,
    Terms,
    TradeTable,
    WareInfo,
    Welcome,
)
from undertide_shared.messages.wire import PROTOCOL

DIRT: Final = "\x1b[31m one\ntwo\u202e\u200b " + "x" * 80
LONG: Final = DIRT + "x" * 500
PAIRS: Final = [(DIRT, number) for number in range(35)]
EFFECTS: Final = [EffectFigures(DIRT, DIRT, of=DIRT, damage=DIRT)] * 40
ESSENCE: Final = EssenceInfo(
    DIRT,
    list(range(50)),
    ["head"] * 40,
    list(range(100)),
    [[PAIRS[:2]] * 30],
    3,
)
ITEM: Final = PackItem(
    *(11, DIRT, 3, "ab", 0xE05080, LONG),
    slots=["feet"] * 40,
    quality=DIRT,
    figures=PAIRS,
    affixes=PAIRS,
    essence=ESSENCE,
    does=[DIRT] * 40,
    tenths=PAIRS,
    letter="ab",
    effects=EFFECTS,
)
WARE: Final = Kind(
    *(4, "item", DIRT, "\x1b", 0xE05080, DIRT),
    ware=WareInfo(12, ["head"] * 40, PAIRS, PAIRS, [DIRT] * 40),
    effects=EFFECTS,
)
SPELL: Final = SpellInfo(
    "bolt", DIRT, "\u0301", 0xE05080, LONG, 4, does=[DIRT] * 40, effects=EFFECTS
)
ABILITY: Final = AbilityInfo("guard", DIRT, LONG, does=[DIRT] * 40)
TRADE: Final = TradeTable(1, 2, [(1, 1)] * 100, -3, [ITEM], -4, accepts=True, is_accepted=False)
CALLING: Final = CallingInfo(
    *("mender", DIRT, LONG),
    abilities=[ABILITY] * 20,
    plays=LONG,
    figures=PAIRS,
    start=PAIRS,
    spells=[DIRT] * 60,
)
PERSON: Final = PersonInfo(1, DIRT, "player", account=DIRT, address=DIRT, session="k7m2q")
REPORT: Final = ReportInfo(
    *(1, 5, DIRT, DIRT, DIRT, DIRT, DIRT, DIRT, DIRT),
    [ReportLine(str(number), LONG[:200]) for number in range(30)],
)
CHRONICLE: Final = Chronicle(
    *("r", 1, DIRT, DIRT, DIRT, DIRT, 2, 3, DIRT, 4, 5),
    floors=[FloorVisit(1, DIRT, DIRT, 10)] * 120,
    slain=[],
    gear=[GearWorn(DIRT, DIRT)] * 30,
    companions=[CompanionLife(DIRT, DIRT, 3, alive=True)],
    lines=[Line("bad", DIRT)] * 70,
)
ENDED: Final = Ended(
    *(False, DIRT, [HeroEnd(DIRT, 0, 1, 2, 3, DIRT)], 10),
    subtitle=DIRT,
    run="r",
    seed=DIRT,
)
DEEDS: Final = [AuditEntry(1, DIRT, LONG, DIRT)] * 210
MET: Final = MetKind(DIRT, "ab", 1, DIRT, 2, [DIRT] * 50)
CUSTOMS: Final = Customs("default", "auto", 900, -5, accounts=False)
PEOPLE: Final = People(
    *("k7m2q", [PERSON] * 3, 1, "player", Terms(delay=9_999)),
    bans=[BanInfo(1, "\u200b", DIRT, 10**9, LONG)] * 3,
)

CLEANED: Final[list[tuple[Any, Any]]] = [
    (dirty, safe.message(dirty))
    for dirty in (
        PEOPLE,
        Audit(DEEDS),
        Reports([REPORT] * 20),
        Invited("k7m2q", DIRT),
        CHRONICLE,
        ENDED,
        NewRun("s", "c", DIRT),
        Bestiary([MET]),
        Welcome(PROTOCOL, "s", [], [CALLING], CUSTOMS),
    )
]
"""Messages, and each as the terminal shows it."""
