"""A seat, and the secret that takes it up again."""

from dataclasses import dataclass, field
from hashlib import blake2b
from hmac import compare_digest

TOKEN_BYTES = 16


def digest(token: bytes) -> bytes:
    """Return what is kept of a resume token."""
    return blake2b(token, digest_size=TOKEN_BYTES).digest()


@dataclass(slots=True)
class Seat:
    """A player's place in a session."""

    number: int
    name: str
    colour: int
    hero: int | None = None
    """The hero's entity, once the step that made it has run."""
    over: bool = False
    """Whether its hero has died."""
    renewed: bool = False
    """Whether the next step gives it another hero."""
    heroes: int = 1
    """How many heroes it has had, one to come included."""
    member: int | None = None
    """Who sits there now."""
    tokens: list[bytes] = field(default_factory=list)
    """Digests that are good: the token used last, and the newest."""

    @property
    def is_living(self) -> bool:
        """Whether it has a hero that lives, or is about to."""
        return self.renewed or not self.over

    def meet(self, hero: int) -> None:
        """Note the hero that it has now."""
        self.hero = hero
        self.over = self.renewed = False

    def issue(self, token: bytes) -> None:
        """Make `token` the newest; the one used last stays good until this one was used."""
        self.tokens = [*self.tokens[:1], digest(token)]

    def opens(self, token: bytes) -> bool:
        """Whether `token` takes this seat up."""
        given = digest(token)
        return any(compare_digest(given, kept) for kept in self.tokens)

    def accept(self, token: bytes) -> None:
        """Note that `token`, which opens this seat, took it up: all others end."""
        self.tokens = [digest(token)]
