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
    """Statuses, such as "burning", and the ticks left of each."""
    resistances: Figures
    """Damage types, and the resistance that counts after the limits of R6; 0 is left out."""
    gold: Count = 0
    calling: Word = ""
    """The name of its calling."""
    worn: Figures = []
    """Damage types, and the resistance of worn gear before those limits; 0 is left out."""
    mana: Count = 0
    max_mana: Count = 0
    magic: int = 0
    """Power of its spells."""
    extra: Figures = []
    """Damage types, and the damage of each that a blow adds."""
    absorb: int = 0
    """Amount taken off every hit."""
    speed: int = 10
    """Energy a tick, 10 as a rule; statuses go on top."""
    hunger: Hunger = "sated"
    food: Percent = 100
    """How full it is, in percent, rounded up."""
    range: Count = 0
    """Cells that it can `Shoot`; 0 if it holds nothing for that."""
    status_effects: Words = []
    """What each of `effects` does: an `Effect`."""
    pack_size: Count = 0
    """Slots of its pack; 0 if the server doesn't tell."""
    dies_in: Count = 0
    """Ticks until it dies, if it has fallen (R16); 0 while it stands. It can't act then."""
    revived_in: Count = 0
    """Ticks of one companion's care that it still needs, while somebody tends it."""
    tends: bool = False
    """Whether it tends a fallen companion; `activity` is `rest` then."""
    fights: bool = False
    """Whether it fights by itself; `activity` is `travel` then."""
    follows: int = -1
    """Seat of the companion whom it follows, `-1` if none; `activity` is `travel` then."""
    resting: Durations = []
    """Keys of the abilities that aren't ready, and the ticks until each is, in steps of ten."""
    close: Count = 100
    """Percent of its damage that the weapon in hand does at the next cell, and anywhere while a
    hunter stands beside the hero."""
    status_figures: EffectList = []
    """Each of `effects` in figures."""
    reach: Count = 1
    """Most cells to a companion to whom it can `Give` something, or with whom it can trade."""


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
    """`item` of each piece of gear in the pack that can take it here; worn gear can't."""
    makes: Annotated[list[Levels], Listed(MAX_PIECES)] = []
    """For each of `pieces`, in their order: the `figures` that it would have, as in a `PackItem`,
    forged plain, with level 1, with level 2, and so on as far as the stack lasts."""
    exchange: FirmCount = 0
    """How many other essences a forge turns into one of this; 0 if no forge does."""


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
    """Cells around the target that it also strikes, or around the hero if there is no target."""
    usable: bool = True
    """Whether `Use` does anything; gear, essences and amulets are not used."""
    slots: Slots = []
    """Slots where it can be worn, the usual one first; empty if it is no gear."""
    slot: Annotated[Slot | Literal[""], Otherwise("")] = ""
    """The slot where it is worn; empty if it is not worn."""
    quality: Word = ""
    """Of gear: the name of its quality."""
    figures: Figures = []
    """Of gear: figures such as "attack", "life" and "res.fire", and how much it gives of each."""
    affixes: Figures = []
    """Of gear: names of its affixes, and the level of each from 1; empty if it is plain. Breaking
    it gives their essences."""
    essence: EssenceInfo | None = None
    """Of an essence: its use at a forge."""
    does: Words = []
    """What `Use` does: each an `Effect`, the main one first."""
    tenths: Figures = []
    """Of gear: tenths of a point, from -5 to 4, by which small `figures` are higher, or by which
    others are above 0."""
    letter: Letter = ""
    """The letter that stands for it in lists, and that it keeps; empty for essences."""
    takes_slot: bool = True
    """Whether it takes a slot of the pack. Worn gear takes none, and neither do potions, food,
    essences, amulets and hearts."""
    offer: Count = 0
    """Gold that the trader beside the hero pays for it: see `Sell`; 0 for no offer."""
    scrap: Count = 0
    """Gold that `Break` makes of it; 0 if it gives essences, or nothing."""
    effects: EffectList = []
    """What its use does, in figures."""
    suits: int | None = None
    """Seat of the companion whom it suits clearly better than its bearer: gear or a spell book."""
    gain: int | None = None
    """Of gear that isn't worn: by how much wearing it would make its bearer stronger, in hundredths
    of a percent, below 0 for weaker; None for another sort of weapon than the hero holds."""


class TradeTable(WireStruct, frozen=True):
    """The open trade of the followed hero (R17): nobody but the two heroes sees it.

    `number` changes with the offers of either side; `AcceptTrade` names it.
    """

    number: int
    seat: int
    """Seat of the companion."""
    gives: Annotated[list[tuple[int, Count]], Listed(MAX_PIECES)]
    """What the hero offers: `item` of a `PackItem`, and how many of it."""
    gives_gold: FirmCount
    gets: Annotated[list[PackItem], Listed(MAX_PIECES)]
    """What the companion offers; `item` counts from 1 and names nothing."""
    gets_gold: FirmCount
    accepts: bool
    """Whether the hero accepts both."""
    is_accepted: bool
    """Whether the companion does."""


class SpellInfo(WireStruct, frozen=True):
    """A spell that the followed hero knows."""

    spell: Key
    """Its key, for `Cast`."""
    name: Word
    glyph: Glyph
    colour: Colour
    description: Sentence
    mana: Count
    target: Literal["none", "cell"] = "none"
    range: Count = 0
    """Its range in cells."""
    radius: Count = 0
    """Cells around the target that it strikes, or around the hero if there is no target."""
    harms: bool = False
    """Whether it harms or hinders those that it strikes; around the hero, everybody else."""
    helps: bool = False
    """Whether it is for the hero or a friend."""
    does: Words = []
    """What `Cast` does: each an `Effect`, the main one first."""
    effects: EffectList = []
    """What it does, in figures."""


class AbilityInfo(WireStruct, frozen=True):
    """An ability of a calling (R17)."""

    ability: Key
    """Its key, for `Perform`."""
    name: Word
    description: Sentence
    """What it does, with all its figures, for people; durations are ticks."""
    target: Literal["none", "cell"] = "none"
    range: Count = 0
    """Its range in cells; 0 if it has none, or that of the weapon in hand."""
    radius: Count = 0
    """Cells around the target that it reaches, or around the hero if there is no target."""
    mana: Count = 0
    cooldown: Count = 0
    """Ticks until the hero can perform it again."""
    passive: bool = False
    """Whether it always works, so that nobody performs it."""
    harms: bool = False
    """Whether it is for enemies."""
    does: Words = []
    """What it does: each an `Effect`, the main one first."""


Abilities = Annotated[list[AbilityInfo], Listed(MAX_ABILITIES)]
