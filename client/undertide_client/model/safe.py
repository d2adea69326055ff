"""Checks that make the network's text, glyphs and parts of messages safe to show.

Each function returns its argument itself if nothing had to change, so that honest servers cost
little.
"""

import unicodedata
from functools import lru_cache
from typing import Final

import msgspec

from undertide_shared.letters import LETTERS
from undertide_shared.limits import (
    MAX_AGREEMENTS,
    MAX_AMULETS,
    MAX_EFFECTS,
    MAX_GLOW,
    MAX_GOAL,
    MAX_HEROES,
    MAX_LINE,
    MAX_LOBBY_HEROES,
    MAX_NAME,
    MAX_THING,
    MAX_TICK_RATE,
    MAX_WORD,
)
from undertide_shared.messages import (
    AbilityInfo,
    Amulet,
    BranchInfo,
    CallingInfo,
    EffectFigures,
    Ended,
    EssenceInfo,
    FloorInfo,
    HeroEnd,
    HeroStatus,
    IntentReport,
    Kind,
    Landmark,
    LobbyHero,
    MetKind,
    NewRun,
    PackItem,
    PartyMember,
    PresetInfo,
    RunInfo,
    SeatInfo,
    SessionInfo,
    SpellInfo,
    StairAgreement,
    Threat,
    TideGauge,
    TileLook,
    TradeTable,
    VariationInfo,
    WareInfo,
)
from undertide_shared.text import clean

MAX_ABILITIES: Final = 8
"""Abilities of a calling: four times as many as there are keys for them."""
MAX_START: Final = 52
"""Items, or spells, that a hero begins with: all that the rules allow."""
MAX_PIECES: Final = 64
"""Pieces of gear that can take an essence: all that a pack holds."""
MAX_LEVELS: Final = 20
"""Levels of an affix: four times as many as the rules have."""
MAX_TICK: Final = 10**9
"""Ticks of a run: some years."""
MAX_MILLISECONDS: Final = 10**11
"""Real time of a run: three years."""
UNREADABLE: Final = "?"
"""Replaces a glyph that is not exactly one visible cell wide."""


def text(raw: str, limit: int) -> str:
    """Return `raw` as one printable line of at most `limit` characters."""
    # `clean` reads no further than this, and a shortened key keeps the cache small.
    return _cleaned(raw[: limit * 4], limit)


@lru_cache(maxsize=2048)
def _cleaned(raw: str, limit: int) -> str:
    return clean(raw, limit)


def name(raw: str) -> str:
    """Return the name of a hero or spectator, or `UNREADABLE` if nothing of it is left."""
    return text(raw, MAX_NAME) or UNREADABLE


@lru_cache(maxsize=2048)
def is_one_cell(character: str) -> bool:
    """Return whether a character is visible (or a space) and exactly one terminal cell wide."""
    if character == " ":
        return True
    return (
        character.isprintable()
        and unicodedata.category(character)[0] not in "MZ"
        and unicodedata.category(character) != "Co"
        and unicodedata.east_asian_width(character) not in {"W", "F"}
    )


def glyph(raw: str) -> str:
    """Return `raw` if it is exactly one character of one cell, otherwise `UNREADABLE`."""
    return raw if len(raw) == 1 and is_one_cell(raw) else UNREADABLE


def effects(raw: list[EffectFigures]) -> list[EffectFigures]:
    """Return effects in figures, safe to show."""
    return [_effect(each) for each in raw[:MAX_EFFECTS]]


def _effect(raw: EffectFigures) -> EffectFigures:
    return msgspec.structs.replace(
        raw,
        does=text(raw.does, MAX_WORD),
        name=text(raw.name, MAX_WORD),
        of=text(raw.of, MAX_WORD),
        damage=text(raw.damage, MAX_WORD),
    )


def tile_look(look: TileLook) -> TileLook:
    """Return a tile's look, safe to draw."""
    return msgspec.structs.replace(
        look,
        name=text(look.name, MAX_WORD),
        glyph=glyph(look.glyph),
        description=text(look.description, MAX_LINE),
        effects=effects(look.effects),
        grain=min(100, max(0, look.grain)),
        glow=min(MAX_GLOW, max(0, look.glow)),
    )


def kind(raw: Kind) -> Kind:
    """Return a kind, safe to draw."""
    return msgspec.structs.replace(
        raw,
        name=text(raw.name, MAX_THING),
        glyph=glyph(raw.glyph),
        description=text(raw.description, MAX_LINE),
        ware=_ware(raw.ware) if raw.ware else None,
        effects=effects(raw.effects),
    )


def _ware(raw: WareInfo) -> WareInfo:
    """Return the offer of a shop, safe to draw."""
    return msgspec.structs.replace(
        raw,
        slots=raw.slots[:MAX_EFFECTS],
        figures=_counted(raw.figures),
        tenths=_counted(raw.tenths),
        does=words(raw.does),
    )


def threat(raw: Threat) -> Threat:
    """Return what a monster means to the hero, safe to show."""
    return msgspec.structs.replace(
        raw,
        danger=text(raw.danger, MAX_WORD),
        tricks=words(raw.tricks),
        spells=words(raw.spells),
    )


def floor(info: FloorInfo) -> FloorInfo:
    """Return a floor's description, safe to draw."""
    return msgspec.structs.replace(
        info, name=text(info.name, MAX_WORD), type=text(info.type, MAX_WORD)
    )


def branch(info: BranchInfo) -> BranchInfo:
    """Return a branch of the run, safe to draw."""
    return msgspec.structs.replace(info, name=text(info.name, MAX_WORD), glyph=glyph(info.glyph))


def amulet(raw: Amulet) -> Amulet:
    """Return an amulet, safe to draw."""
    return msgspec.structs.replace(raw, name=text(raw.name, MAX_WORD), glyph=glyph(raw.glyph))


def agreements(raw: list[StairAgreement]) -> list[StairAgreement]:
    """Return the agreements on stairs, no more of them and of their heroes than there can be."""
    return [
        msgspec.structs.replace(
            one,
            agreed=one.agreed[:MAX_HEROES],
            awaited=one.awaited[:MAX_HEROES],
            ticks=tick(one.ticks),
        )
        for one in raw[:MAX_AGREEMENTS]
    ]


def hero(status: HeroStatus) -> HeroStatus:
    """Return a hero's status, safe to draw."""
    cleaned = msgspec.structs.replace(
        status,
        calling=text(status.calling, MAX_WORD),
        effects=_counted(status.effects),
        resistances=_counted(status.resistances),
        worn=_counted(status.worn),
        extra=_counted(status.extra),
        status_effects=words(status.status_effects),
        status_figures=effects(status.status_figures),
        resting=_counted(status.resting),
    )
    return status if cleaned == status else cleaned


def words(raw: list[str]) -> list[str]:
    """Return the statuses or effects of a thing or a hero, safe to draw."""
    return [text(word, MAX_WORD) for word in raw[:MAX_EFFECTS]]


def _counted(pairs: list[tuple[str, int]]) -> list[tuple[str, int]]:
    return [(text(word, MAX_WORD), count) for word, count in pairs[:MAX_EFFECTS]]


def report(raw: IntentReport) -> IntentReport:
    """Return a report on an intent, safe to draw."""
    if not raw.reason:
        return raw
    return msgspec.structs.replace(raw, reason=text(raw.reason, MAX_LINE))


def pack_item(item: PackItem) -> PackItem:
    """Return an item of the pack, safe to draw."""
    return msgspec.structs.replace(
        item,
        name=text(item.name, MAX_THING),
        glyph=glyph(item.glyph),
        description=text(item.description, MAX_LINE),
        slots=item.slots[:MAX_EFFECTS],
        quality=text(item.quality, MAX_WORD),
        figures=_counted(item.figures),
        tenths=_counted(item.tenths),
        affixes=_counted(item.affixes),
        essence=essence(item.essence) if item.essence else None,
        does=words(item.does),
        effects=effects(item.effects),
        letter=item.letter if len(item.letter) == 1 and item.letter in LETTERS else "",
    )


def trade(raw: TradeTable) -> TradeTable:
    """Return an open trade, safe to draw."""
    return msgspec.structs.replace(
        raw,
        gives=raw.gives[:MAX_PIECES],
        gives_gold=max(0, raw.gives_gold),
        gets=[pack_item(item) for item in raw.gets[:MAX_PIECES]],
        gets_gold=max(0, raw.gets_gold),
    )


def essence(raw: EssenceInfo) -> EssenceInfo:
    """Return the use of an essence, safe to draw."""
    return msgspec.structs.replace(
        raw,
        affix=text(raw.affix, MAX_WORD),
        costs=[max(0, cost) for cost in raw.costs[:MAX_LEVELS]],
        slots=raw.slots[:MAX_EFFECTS],
        pieces=raw.pieces[:MAX_PIECES],
        makes=[
            [_counted(figures) for figures in levels[: MAX_LEVELS + 1]]
            for levels in raw.makes[:MAX_PIECES]
        ],
        exchange=max(0, raw.exchange),
    )


def spell(raw: SpellInfo) -> SpellInfo:
    """Return a spell, safe to draw. Its key stays as it is, since it goes back to the server."""
    return msgspec.structs.replace(
        raw,
        name=text(raw.name, MAX_WORD),
        glyph=glyph(raw.glyph),
        description=text(raw.description, MAX_LINE),
        does=words(raw.does),
        effects=effects(raw.effects),
    )


def calling(raw: CallingInfo) -> CallingInfo:
    """Return a calling, safe to draw. Its key stays as it is, since it goes back to the server."""
    return msgspec.structs.replace(
        raw,
        name=text(raw.name, MAX_WORD),
        description=text(raw.description, MAX_LINE),
        abilities=abilities(raw.abilities),
        plays=text(raw.plays, MAX_LINE),
        figures=_counted(raw.figures),
        start=_counted(raw.start),
        spells=[text(spell, MAX_WORD) for spell in raw.spells[:MAX_START]],
    )


def variation(raw: VariationInfo) -> VariationInfo:
    """Return a variation of a run, safe to draw."""
    return VariationInfo(text(raw.name, MAX_WORD), text(raw.description, MAX_LINE))


def preset(raw: PresetInfo) -> PresetInfo:
    """Return a preset, safe to draw. Its key stays as it is, since it goes back to the server."""
    return msgspec.structs.replace(
        raw,
        title=text(raw.title, MAX_WORD) or text(raw.preset, MAX_WORD),
        description=text(raw.description, MAX_LINE),
        goal=[text(line, MAX_LINE) for line in raw.goal[:MAX_GOAL]],
    )


def abilities(raw: list[AbilityInfo]) -> list[AbilityInfo]:
    """Return abilities, safe to draw. Their keys stay, since they go back to the server."""
    return [
        msgspec.structs.replace(
            one,
            name=text(one.name, MAX_WORD),
            description=text(one.description, MAX_LINE),
            does=words(one.does),
        )
        for one in raw[:MAX_ABILITIES]
    ]


def met_kind(raw: MetKind) -> MetKind:
    """Return an entry of the bestiary, safe to draw."""
    return msgspec.structs.replace(
        raw,
        name=text(raw.name, MAX_THING),
        glyph=glyph(raw.glyph),
        description=text(raw.description, MAX_LINE),
        facts=[text(fact, MAX_LINE) for fact in raw.facts[:MAX_EFFECTS]],
    )


def member(raw: PartyMember) -> PartyMember:
    """Return a party member, safe to draw."""
    shown, called = name(raw.name), text(raw.calling, MAX_WORD)
    if (shown, called) == (raw.name, raw.calling):
        return raw
    return msgspec.structs.replace(raw, name=shown, calling=called)


def tide(gauge: TideGauge) -> TideGauge:
    """Return a tide gauge, safe to draw."""
    return msgspec.structs.replace(gauge, name=text(gauge.name, MAX_WORD))


def seat(info: SeatInfo) -> SeatInfo:
    """Return a seat, safe to draw."""
    return msgspec.structs.replace(info, name=name(info.name))


def session(info: SessionInfo) -> SessionInfo:
    """Return an entry of the lobby, safe to draw.

    Its id stays, since it goes back to the server.
    """
    return msgspec.structs.replace(
        info,
        preset=text(info.preset, MAX_WORD),
        subtitle=text(info.subtitle, MAX_LINE),
        host=text(info.host, MAX_WORD),
        party=[lobby_hero(one) for one in info.party[:MAX_LOBBY_HEROES]],
        elapsed=milliseconds(info.elapsed),
    )


def lobby_hero(raw: LobbyHero) -> LobbyHero:
    """Return a hero of a listed session, safe to draw."""
    return msgspec.structs.replace(raw, name=name(raw.name))


def run(info: RunInfo, most_heroes: int) -> RunInfo:
    """Return a kept run, safe to draw, with at most `most_heroes` heroes.

    Its name stays as it is, since it goes back to the server.
    """
    return msgspec.structs.replace(
        info,
        preset=text(info.preset, MAX_WORD),
        ticks=tick(info.ticks),
        elapsed=milliseconds(info.elapsed),
        heroes=[name(one) for one in info.heroes[:most_heroes]],
    )


def landmark(raw: Landmark) -> Landmark:
    """Return a landmark, safe to draw."""
    return msgspec.structs.replace(
        raw,
        tick=tick(raw.tick),
        text=text(raw.text, MAX_LINE),
        elapsed=milliseconds(raw.elapsed),
    )


def tick(raw: int) -> int:
    """Return the nearest possible tick of a run."""
    return min(MAX_TICK, max(0, raw))


def milliseconds(raw: int) -> int:
    """Return the nearest possible real time of a run."""
    return min(MAX_MILLISECONDS, max(0, raw))


def tick_rate(raw: int) -> int:
    """Return the nearest possible number of ticks in a second."""
    return min(MAX_TICK_RATE, max(1, raw))


def ended(raw: Ended, most_heroes: int) -> Ended:
    """Return the summary of a run, safe to draw, with at most `most_heroes` heroes."""
    return msgspec.structs.replace(
        raw,
        title=text(raw.title, MAX_LINE),
        heroes=[_hero_end(one) for one in raw.heroes[:most_heroes]],
        subtitle=text(raw.subtitle, MAX_LINE),
        amulets=[amulet(one) for one in raw.amulets[:MAX_AMULETS]],
        run=text(raw.run, MAX_WORD),
        seed=text(raw.seed, MAX_WORD),
    )


def new_run(raw: NewRun) -> NewRun:
    """Return the way to the next session of a party, with a name that is safe to draw."""
    return msgspec.structs.replace(raw, by=name(raw.by) if raw.by else "")


def _hero_end(one: HeroEnd) -> HeroEnd:
    return msgspec.structs.replace(one, name=name(one.name), fate=text(one.fate, MAX_LINE))
