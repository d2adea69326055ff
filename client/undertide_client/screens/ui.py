"""What screens draw from: the mirror, and what the client knows beside it."""

from dataclasses import dataclass, field

from undertide_client.intents import Fate
from undertide_client.keys import Command, Context, Keymap
from undertide_client.mirror import Mirror
from undertide_client.status import Status
from undertide_shared.messages import PartyMember, SessionInfo


@dataclass(slots=True)
class Lobby:
    """What the lobby lists. `notice` says why a session was left or an entry refused."""

    presets: list[str] = field(default_factory=list)
    sessions: list[SessionInfo] | None = None
    """None until the server has answered."""
    notice: str = ""


@dataclass(slots=True)
class Ui:
    """Everything that any screen shows. The application keeps it true; screens only read it."""

    address: str
    name: str
    mirror: Mirror = field(default_factory=Mirror)
    keymap: Keymap = field(default_factory=Keymap)
    lobby: Lobby = field(default_factory=Lobby)
    status: Status = field(default_factory=lambda: Status("connecting", attempt=1))
    fate: Fate = field(default_factory=lambda: Fate(0, "none"))
    latency: float = 0.0
    """Seconds."""
    wait_left: float = 0.0
    """Seconds until the next attempt to connect, while there is no connection."""

    def command(self, context: Context, key: str) -> Command | None:
        """Return what a key means in a context."""
        return self.keymap.command(context, key)

    def hint(self, context: Context, *pairs: tuple[Command, str]) -> str:
        """Return a line of hints, such as "Enter choose  Esc back"."""
        hints = ((self.keymap.key(context, command), text) for command, text in pairs)
        return "  ".join(f"{key} {text}" for key, text in hints if key)

    @property
    def own_member(self) -> PartyMember | None:
        """This client's own hero on the party panel."""
        mirror = self.mirror
        if mirror.seat is None:
            return None
        return next((one for one in mirror.party if one.seat == mirror.seat), None)

    @property
    def dead(self) -> bool:
        """Whether this client's own hero has died."""
        mirror = self.mirror
        if mirror.seat is None:
            return False
        own = mirror.hero if mirror.hero and mirror.hero.seat == mirror.seat else self.own_member
        return own is not None and own.state == "dead"

    @property
    def spectating(self) -> bool:
        """Whether keys scroll and change eyes instead of acting."""
        return self.mirror.watching or self.dead

    @property
    def followed(self) -> PartyMember | None:
        """The hero whose eyes the view shows; None for the party's."""
        seat = self.mirror.following
        return next((one for one in self.mirror.party if one.seat == seat), None)
