"""The parts of messages that list what there is: sessions, runs, presets and callings.

They are arrays without a tag, as all parts.
"""

from typing import Annotated

from undertide_shared.limits import (
    MAX_CALLINGS,
    MAX_COSTS,
    MAX_GOAL,
    MAX_LISTED_HEROES,
    MAX_LOBBY_HEROES,
    MAX_SEATS,
    MAX_START,
    MAX_THUMBNAIL_COLOURS,
    MAX_THUMBNAIL_HEIGHT,
    MAX_THUMBNAIL_WIDTH,
)
from undertide_shared.messages.bounds import Delay, SaidText, SeatCount, SeedText, TickRate, Token
from undertide_shared.messages.fields import (
    Colour,
    Count,
    Figures,
    Key,
    Listed,
    Milliseconds,
    Number,
    OptionalName,
    Otherwise,
    PersonName,
    Sentence,
    ShownDelay,
    ShownPort,
    ShownSeats,
    ShownTickRate,
    Tick,
    Word,
)
from undertide_shared.messages.hero import Abilities
from undertide_shared.messages.wire import WireStruct
from undertide_shared.messages.words import (
    Access,
    Coordinate,
    HeroState,
    LandmarkKind,
    Pace,
    RunState,
    SeatState,
)
from undertide_shared.time import UNSTATED_RATE


class LobbyHero(WireStruct, frozen=True):
    """One hero of a listed session."""

    seat: int
    name: PersonName
    colour: Colour
    floor: Count
    """Number of the floor that it is on; 0 if it is on none."""
    level: Count
    state: HeroState
    away: bool = False
    """Whether it sleeps because its player, who is connected, has pressed no key for long."""


class SessionInfo(WireStruct, frozen=True):
    """One live session in the lobby's list. The seed is secret, since it would be a map."""

    session: Key
    preset: Word
    pace: Pace
    heroes: Count
    spectators: Count
    seats: Count
    deepest_floor: Count
    subtitle: Sentence = ""
    access: Access = "public"
    locked: bool = False
    """Whether nobody new may enter."""
    host: Word = ""
    """Name of its party leader, if it has one."""
    delay: Count = 0
    """The spectators' delay, in seconds."""
    asleep: Count = 0
    """Those of `heroes` who sleep because their players are away."""
    full: bool = False
    """Whether nobody new can take a seat; seats of long sleepers may count as free."""
    party: Annotated[list[LobbyHero], Listed(MAX_LOBBY_HEROES)] = []
    """Its heroes, the dead last; a page names those of its first 100 sessions alone."""
    elapsed: Milliseconds = 0
    """Milliseconds of real time that the run has taken, in whole units of ten seconds."""
    watchable: bool = True
    """Whether a stranger can watch: it is not locked, and has room for spectators."""
    ended: bool = False
    """Whether the run is over, so that nobody can join."""


class SeatQuestion(WireStruct, frozen=True):
    """The token of a seat, whose player asks what became of it."""

    session: SaidText
    """The session's id."""
    token: Token


class SeatStatus(WireStruct, frozen=True):
    """What became of a seat, for whoever has its token."""

    session: Key
    state: Annotated[SeatState, Otherwise("gone")]
    name: OptionalName = ""
    """Name of its hero; empty if the server doesn't look it up at the moment."""
    floor: Count = 0
    """Number of the floor that it is on; 0 if it is on none."""


class Thumbnail(WireStruct, frozen=True):
    """A small picture of the floor of a listed session, from the party's view for spectators.

    A large floor is drawn at a whole fraction of its size. `cells` is run-length coded, row after
    row: index, count, index, count, … Index 0 is a cell that nobody has seen, and others are
    numbers of `colours` from 1 on. Cells in sight have brighter colours than remembered ones.
    """

    session: Key
    floor: Count
    """Number of the floor, from 1."""
    name: Word
    """Name of the floor."""
    width: Annotated[int, Number(1, MAX_THUMBNAIL_WIDTH)]
    height: Annotated[int, Number(1, MAX_THUMBNAIL_HEIGHT)]
    colours: Annotated[list[Colour], Listed(MAX_THUMBNAIL_COLOURS)]
    cells: Annotated[list[Count], Listed(2 * MAX_THUMBNAIL_WIDTH * MAX_THUMBNAIL_HEIGHT)]
    heroes: Annotated[list[tuple[Coordinate, Coordinate, int]], Listed(MAX_SEATS)] = []
    """X and y of the heroes on the floor, each with its colour."""


class Options(WireStruct, frozen=True):
    """The choices of the maker of a session. The server's settings replace those left out."""

    access: Access = "public"
    seed: SeedText = ""
    """Number or text that decides all chance of the run, at most 64 characters: the same dungeon
    each time, and no secret; 32 digits of hexadecimal are a seed itself, as `Ended` tells it; empty
    for a secret one."""
    seats: SeatCount = 0
    """The most heroes at once; 0 for as many as the server allows."""
    friendly_fire: bool | None = None
    """Whether spells, scrolls and shots of heroes harm companions; None for the server's
    default."""
    new_heroes: bool | None = None
    """Whether a player whose hero died may go on with a new one; None for the server's default."""
    delay: Delay | None = None
    """The spectators' delay in seconds, at most 600 and no less than the server's; None for the
    server's."""
    ticks_per_second: TickRate = 0
    """Ticks of a floor in a second of real time, at most 20; 0 for the server's."""
    gentle: bool | None = None
    """Whether the run has no harmful variations; None for the server's default."""


class Rates(WireStruct, frozen=True):
    """The rates at which the server reads the messages of one connection.

    A connection may send `burst` messages at once, and `per_second` in the long run. A message
    counts as one unless `costs` gives its tag and another number.
    """

    per_second: Count = 30
    burst: Count = 60
    costs: Annotated[list[tuple[Key, Count]], Listed(MAX_COSTS)] = []


class Customs(WireStruct, frozen=True):
    """The settings of a session whose maker chooses nothing."""

    preset: Key
    pace: Pace
    seats: ShownSeats
    """The most heroes at once, and the most that a maker may choose."""
    delay: ShownDelay
    """The spectators' delay in seconds, and the least that a maker may choose."""
    accounts: bool
    """Whether people may make accounts."""
    ticks_per_second: ShownTickRate = UNSTATED_RATE
    ssh_port: ShownPort = 0
    """The port at which people visit by ssh; 0 for none."""


class Terms(WireStruct, frozen=True):
    """The settings of a session that everybody in it may know."""

    access: Access = "public"
    locked: bool = False
    watchers_talk: bool = True
    """Whether spectators may chat."""
    delay: ShownDelay = 0
    """The spectators' delay, in seconds."""
    friendly_fire: bool = True
    new_heroes: bool = True
    gentle: bool = False
    """Whether the run has no harmful variations."""


class RunInfo(WireStruct, frozen=True):
    """One run that people can watch again. `begun` is in seconds since 1970."""

    run: Key
    """Its name, which no other run has."""
    session: Key
    preset: Word
    state: Annotated[RunState, Otherwise("aside")]
    ticks: Tick
    begun: Count
    heroes: Annotated[list[PersonName], Listed(MAX_LISTED_HEROES)]
    """Names of its heroes, by seat."""
    elapsed: Milliseconds = 0
    """The real time that it took; 0 if the server doesn't tell."""


class Landmark(WireStruct, frozen=True):
    """A moment that a run's timeline marks: its tick, its kind, and a sentence about it."""

    tick: Tick
    kind: LandmarkKind
    text: Sentence
    elapsed: Milliseconds = 0
    """The same moment in real time."""


class CallingInfo(WireStruct, frozen=True):
    """A calling that a new hero may have (R7): its key, its name, and a sentence about it."""

    calling: Key
    name: Word
    description: Sentence
    abilities: Abilities = []
    """Its abilities."""
    plays: Sentence = ""
    """How it plays, for people who choose one for the first time."""
    figures: Figures = []
    """Figures of its first hero with the gear that it wears: `life`, `attack`, `magic`, `mana`,
    `speed` and `sight`."""
    start: Figures = []
    """Names of the items that it begins with, in the plural for more than one, and how many."""
    spells: Annotated[list[Word], Listed(MAX_START)] = []
    """Names of the spells that it knows from the beginning."""


class PresetInfo(WireStruct, frozen=True):
    """A preset that the server offers: its key, and its title and a sentence about it."""

    preset: Key
    title: Word
    description: Sentence = ""
    goal: Annotated[list[Sentence], Listed(MAX_GOAL)] = []
    """What its players try to do, line by line."""
    callings: Annotated[list[CallingInfo], Listed(MAX_CALLINGS)] = []
    """Its callings where they differ from those of `Welcome`, the default first; else empty."""


class VariationInfo(WireStruct, frozen=True):
    """One difference of a run from others (R14): its name, and what it means."""

    name: Word
    description: Sentence


class Phrase(WireStruct, frozen=True):
    """The words about a trick or an effect of an extension.

    `key` is what `tricks` of a `Threat`, or `does` of an effect, says of it. The words of a trick
    are as those of a `Trick`. In those of an effect, braces hold names of its figures.
    """

    key: Word
    words: Sentence
