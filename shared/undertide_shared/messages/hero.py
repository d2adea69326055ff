"""The parts of a view about the followed hero: what it is, carries and can do."""

from typing import Annotated, Literal

from undertide_shared.limits import MAX_ABILITIES, MAX_LEVELS, MAX_PIECES
from undertide_shared.messages.fields import (
    Colour,
    Count,
    Durations,
    Figures,
    FirmCount,
    Glyph,
    Key,
    Letter,
    Listed,
    Otherwise,
    Percent,
    Sentence,
    Slots,
    Thing,
    Word,
    Words,
)
from undertide_shared.messages.sights import EffectList
from undertide_shared.messages.wire import WireStruct
from undertide_shared.messages.words import Activity, HeroState, Hunger, Outcome, Slot


class HeroStatus(WireStruct, frozen=True):
    """The followed hero, as its own player knows it."""

    seat: int
    id: int
    life: Count
    max_life: Count
    level: Count
    experience: Count
    next_level: Count
    attack: int
    state: HeroState
    activity: Activity
    effects: Durations
    """Name and remaining ticks of each effect."""
    resistances: Figures
    """Damage type, and the resistance that counts after the limits of R6."""
    gold: Count = 0
    calling: Word = ""
    """Name of its calling."""
    worn: Figures = []
    """Damage type, and the resistance of worn gear before the limits of R6."""
    mana: Count = 0
    max_mana: Count = 0
    magic: int = 0
    """Power of its spells."""
    extra: Figures = []
    """Damage type, and the extra damage of that type in each blow."""
    absorb: int = 0
    """Amount taken off every hit."""
    speed: int = 10
    """Energy a tick; 10 is normal."""
    hunger: Hunger = "sated"
    food: Percent = 100
    """Food left in its stomach, in percent of the most that it can eat."""
    range: Count = 0
    """Range of the weapon in hand, in cells; 0 means that it strikes only adjacent cells."""
    status_effects: Words = []
    """The `Effect` of each of `effects`."""
    pack_size: Count = 0
    """Slots of the hero's pack; 0 if the server doesn't tell."""
    dies_in: Count = 0
    """Ticks until it dies, if it has fallen (R16); 0 while it stands. It can't act then."""
    revived_in: Count = 0
    """Ticks of care that it still needs to get up, while a companion tends it; otherwise 0."""
    tends: bool = False
    """Whether it tends a fallen companion. Its `activity` is "rest" then."""
    fights: bool = False
    """Whether it fights by itself. Its `activity` is "travel" then."""
    follows: int = -1
    """Seat of the companion whom it follows (R17); -1 if none. Its `activity` is "travel" then."""
    resting: Durations = []
    """Keys of the abilities that it can't perform yet (R17), and the ticks until each is ready, in
    steps of ten."""
    close: Count = 100
    """Percent of its damage that the weapon in hand does at the next cell, and anywhere while a
    hunter stands beside the hero (R6)."""
    status_figures: EffectList = []
    """Each of `effects` in figures."""
    reach: Count = 1
    """Most cells to a companion to whom it can give something, or with whom it can trade (R17)."""


class IntentReport(WireStruct, frozen=True):
    """The results of the hero's intents.

    `received` is the highest sequence that arrived. `sequence` is the latest one that `outcome` is
    about. `reason` says why an intent was refused.
    """

    received: Count
    sequence: Count
    outcome: Outcome
    reason: Sentence = ""


Levels = Annotated[list[Figures], Listed(MAX_LEVELS + 1)]
"""The stats of a piece of gear: plain, then with each level of an affix."""


class EssenceInfo(WireStruct, frozen=True):
    """The affix that an essence brings to gear, and the cost of each level.

    `costs` lists how many essences each level takes, from 1 to the highest that the depth of the
    run allows. `slots` are the slots whose gear can have the affix.
    """

    affix: Word
    costs: Annotated[list[FirmCount], Listed(MAX_LEVELS)]
    slots: Slots
    pieces: Annotated[list[int], Listed(MAX_PIECES)] = []
    """Ids of the gear in the pack that can have it."""
    makes: Annotated[list[Levels], Listed(MAX_PIECES)] = []
    """The stats that each of `pieces` would give: forged plain, then with each level that the stack
    is enough for."""
    exchange: FirmCount = 0
    """Other essences that a forge turns into one of this; 0: no forge does."""


class PackItem(WireStruct, frozen=True):
    """A stack in the followed hero's pack. `target` says which target its use asks for."""

    item: int
    name: Thing
    count: Count
    glyph: Glyph
    colour: Colour
    description: Sentence
    target: Literal["none", "cell"] = "none"
    radius: Count = 0
    """Radius of the struck area around the target in cells, for the preview."""
    usable: bool = True
    """Whether its use does anything. A hero can only hold an amulet."""
    slots: Slots = []
    """The slots that it fits; empty if it is no gear."""
    slot: Annotated[Slot | Literal[""], Otherwise("")] = ""
    """The slot in which it is worn."""
    quality: Word = ""
    """For gear, the name of its quality."""
    figures: Figures = []
    """The stats that it gives when worn: "attack", "life", "res.fire" and so on."""
    affixes: Figures = []
    """For gear, the names of its affixes and the level of each. Breaking it gives their
    essences."""
    essence: EssenceInfo | None = None
    """The use of an essence at a forge."""
    does: Words = []
    """The effects of its use: each an `Effect`, the main one first."""
    tenths: Figures = []
    """For gear, the tenths of a point, from -5 to 4, by which small `figures` are higher."""
    letter: Letter = ""
    """The letter by which a player chooses it; the stack keeps it. Empty if it has none."""
    takes_slot: bool = True
    """Whether it takes a slot of the pack. Worn gear takes none, and neither do potions, food,
    essences, amulets and hearts."""
    offer: Count = 0
    """Gold that the trader beside the hero pays for it; 0 if there is no offer."""
    scrap: Count = 0
    """Gold that breaking it gives: plain gear has no essence to give."""
    effects: EffectList = []
    """The effects of its use, in figures."""
    suits: int | None = None
    """The seat of the companion whom it suits clearly better than its bearer (R17), if it is gear
    or a spell book that the bearer doesn't wear."""


class TradeTable(WireStruct, frozen=True):
    """The open trade of the followed hero (R17): nobody but the two heroes sees it.

    `number` changes with the offers of either side; `AcceptTrade` names it.
    """

    number: int
    seat: int
    """The companion's seat."""
    gives: Annotated[list[tuple[int, Count]], Listed(MAX_PIECES)]
    """What the hero offers: the id of an item in its pack, and how many of it."""
    gives_gold: FirmCount
    gets: Annotated[list[PackItem], Listed(MAX_PIECES)]
    """What the companion offers. The ids count from 1 and name nothing."""
    gets_gold: FirmCount
    accepts: bool
    """Whether the hero accepts what both offer."""
    is_accepted: bool
    """Whether the companion does."""


class SpellInfo(WireStruct, frozen=True):
    """A spell that the followed hero knows."""

    spell: Key
    """Its key, with which `Cast` names it."""
    name: Word
    glyph: Glyph
    colour: Colour
    description: Sentence
    mana: Count
    target: Literal["none", "cell"] = "none"
    range: Count = 0
    """Its range in cells."""
    radius: Count = 0
    """Radius of the struck area around the target in cells, for the preview."""
    harms: bool = False
    """Whether it harms its targets."""
    helps: bool = False
    """Whether it is for the caster or a friend."""
    does: Words = []
    """The effects of the spell: each an `Effect`, the main one first."""
    effects: EffectList = []
    """The effects of the spell, in figures."""


class AbilityInfo(WireStruct, frozen=True):
    """An ability of a calling (R17)."""

    ability: Key
    """Its key, with which `Perform` names it."""
    name: Word
    description: Sentence
    """Sentences with all its figures; durations are ticks."""
    target: Literal["none", "cell"] = "none"
    range: Count = 0
    """Its range in cells; 0 if it has none, or that of the weapon in hand."""
    radius: Count = 0
    """Radius of the area around the hero or the target, in cells."""
    mana: Count = 0
    cooldown: Count = 0
    """Ticks until the hero can perform it again."""
    passive: bool = False
    """Whether it always works, so that nobody performs it."""
    harms: bool = False
    """Whether it is for foes."""
    does: Words = []
    """The effects of the ability: each an `Effect`, the main one first."""


Abilities = Annotated[list[AbilityInfo], Listed(MAX_ABILITIES)]
