"""A seat, and the token that opens it again."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from hmac import compare_digest

TOKEN_BYTES = 16


def digest(token: bytes) -> bytes:
    """Return the digest of a resume token, which is stored instead of the token."""
    return blake2b(token, digest_size=TOKEN_BYTES).digest()


def opens_one(digests: Iterable[bytes], token: bytes) -> bool:
    """Return whether `token` is one of those with these digests."""
    given = digest(token)
    return any(compare_digest(given, kept) for kept in digests)


@dataclass(slots=True)
class Seat:
    """A player's place in a session."""

    number: int
    name: str
    colour: int
    hero: int | None = None
    """The hero's entity, once the step that made it has run."""
    over: bool = False
    """Whether the hero has died."""
    renewed: bool = False
    """Whether the next step makes another hero for the seat."""
    heroes: int = 1
    """The number of heroes that the seat has had, including one about to be made."""
    member: int | None = None
    """The member who sits there now; None if nobody does."""
    tokens: list[bytes] = field(default_factory=list)
    """The digests of valid tokens: the last one used, and the newest."""
    vacated: bool = False
    """Whether the player was kicked: nobody may take the seat again, and its hero, if it lives,
    sleeps for the rest of the run."""

    away_since: float | None = None
    """The time since when its player has been away, connected or not; None while it plays."""
    lapsed: bool = False
    """Whether its player has been away so long that the seat counts as free where sessions give
    seats up."""

    @property
    def is_living(self) -> bool:
        """Whether the seat has a living hero, or one about to be made, and may be played."""
        return not self.vacated and (self.renewed or not self.over)

    def meet(self, hero: int) -> None:
        """Set the seat's present hero."""
        self.hero = hero
        self.over = self.renewed = False

    def issue(self, token: bytes) -> None:
        """Make `token` the newest; the last one used stays valid until somebody uses this one."""
        self.tokens = [*self.tokens[:1], digest(token)]

    def confirm(self) -> bool:
        """End all tokens but the newest, which has arrived; return whether there were any."""
        ends = len(self.tokens) > 1
        self.tokens = self.tokens[-1:]
        return ends

    def opens(self, token: bytes) -> bool:
        """Return whether `token` opens this seat."""
        return opens_one(self.tokens, token)

    def accept(self, token: bytes) -> None:
        """Make `token`, which opened this seat, the only valid one."""
        self.tokens = [digest(token)]
