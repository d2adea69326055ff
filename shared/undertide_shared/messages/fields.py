"""The types of the fields that servers send, each with its bound.

A client refuses what is of another type, and cleans the rest: text becomes one printable line, a
list loses what is too much, a number becomes the nearest possible one. The terminal does so with
`undertide_client.model.safe`. The page does it with a table that is made from these types, and so
are the tables of `docs/protocol.md`.

A field without a bound here goes on as it came. `bounds` has the types of what clients send: a
server refuses what is out of them.
"""

from dataclasses import dataclass
from typing import Annotated

from undertide_shared.limits import (
    MAX_CHAT,
    MAX_CODE,
    MAX_DELAY,
    MAX_EFFECTS,
    MAX_KEY,
    MAX_LINE,
    MAX_MILLISECONDS,
    MAX_MOTD,
    MAX_NAME,
    MAX_PORT,
    MAX_SEATS,
    MAX_THING,
    MAX_TICK,
    MAX_TICK_RATE,
    MAX_WORD,
)
from undertide_shared.messages.words import Slot

# --- bounds -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Printable:
    """Text that screens show: one printable line of at most `limit` characters."""

    limit: int


@dataclass(frozen=True, slots=True)
class Named:
    """The name of somebody, as `Printable`; a sign to point at if nothing of it can be shown."""

    limit: int = MAX_NAME
    optional: bool = False
    """Whether an empty name stays empty: it is nobody's."""


@dataclass(frozen=True, slots=True)
class OneGlyph:
    """Exactly one visible character of one cell."""


@dataclass(frozen=True, slots=True)
class OneLetter:
    """One of the letters by which players choose things in lists, or empty."""


@dataclass(frozen=True, slots=True)
class Returned:
    """Text that goes back to the server as it came, such as a key, an id or a code."""


@dataclass(frozen=True, slots=True)
class WebAddress:
    """The address of a page on the web, for a link of the page."""


@dataclass(frozen=True, slots=True)
class SitePath:
    """A path on the server's own site, for a link of the page."""


@dataclass(frozen=True, slots=True)
class Rgb:
    """A colour, 0xRRGGBB. On the page, any other number is -1: none."""


@dataclass(frozen=True, slots=True)
class Number:
    """An integer from `least` to `most`; without `most`, as large as it likes.

    The page takes the nearest one. The terminal shows a number as it came, unless it is `firm`.
    """

    least: int
    most: int | None = None
    firm: bool = False
    """Whether every client takes the nearest one, since it works with the number."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of at most `most` elements."""

    most: int
    latest: bool = False
    """Whether those that stay are the last ones."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """A word; the page takes `word` for one that only newer servers know.

    Without this bound it takes the first of the words. The terminal refuses unknown words.
    """

    word: str


# --- text ---------------------------------------------------------------------------------------

Key = Annotated[str, Returned()]
"""A key of the content, the id of a session, an invite code, or the name of a run."""
Word = Annotated[str, Printable(MAX_WORD)]
Thing = Annotated[str, Printable(MAX_THING)]
Sentence = Annotated[str, Printable(MAX_LINE)]
ChatLine = Annotated[str, Printable(MAX_CHAT)]
DayMessage = Annotated[str, Printable(MAX_MOTD)]
ShownCode = Annotated[str, Printable(MAX_CODE)]
ShownRun = Annotated[str, Printable(MAX_KEY)]
PersonName = Annotated[str, Named()]
OptionalName = Annotated[str, Named(optional=True)]
BannedName = Annotated[str, Named(MAX_WORD)]
Glyph = Annotated[str, OneGlyph()]
Letter = Annotated[str, OneLetter()]
Link = Annotated[str, WebAddress()]
SiteLink = Annotated[str, SitePath()]

# --- numbers ------------------------------------------------------------------------------------

Count = Annotated[int, Number(0)]
Percent = Annotated[int, Number(0, 100)]
Colour = Annotated[int, Rgb()]
FirmCount = Annotated[int, Number(0, firm=True)]
FirmPercent = Annotated[int, Number(0, 100, firm=True)]
Tick = Annotated[int, Number(0, MAX_TICK, firm=True)]
Milliseconds = Annotated[int, Number(0, MAX_MILLISECONDS, firm=True)]
ShownDelay = Annotated[int, Number(0, MAX_DELAY, firm=True)]
ShownTickRate = Annotated[int, Number(1, MAX_TICK_RATE, firm=True)]
ShownPort = Annotated[int, Number(0, MAX_PORT, firm=True)]
ShownSeats = Annotated[int, Number(1, MAX_SEATS, firm=True)]

# --- lists --------------------------------------------------------------------------------------

Words = Annotated[list[Word], Listed(MAX_EFFECTS)]
Slots = Annotated[list[Slot], Listed(MAX_EFFECTS)]
Figures = Annotated[list[tuple[Word, int]], Listed(MAX_EFFECTS)]
"""Words, each with its number."""
Durations = Annotated[list[tuple[Word, Count]], Listed(MAX_EFFECTS)]
"""Words, each with ticks."""
