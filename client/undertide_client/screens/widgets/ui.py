"""What screens draw from: the mirror, and what the client knows beside it."""

from dataclasses import dataclass, field
from typing import Final

from undertide_client.keys import Command, Context, Keymap
from undertide_client.model.mirror import Mirror
from undertide_client.model.replay_state import NORMAL_SPEED
from undertide_client.net.intents import Fate
from undertide_client.net.status import LinkStatus
from undertide_client.screens.widgets.hints import Hint, Spots
from undertide_shared.messages import (
    Access,
    AccountInfo,
    AuditEntry,
    CallingInfo,
    Customs,
    Invited,
    Listening,
    MetKind,
    PartyMember,
    People,
    RunInfo,
    SessionInfo,
)

NOBODY: Final = AccountInfo("")
"""Who one is without an account."""


@dataclass(slots=True)
class Lobby:
    """What the lobby lists. `notice` says why a session was left or an entry refused."""

    presets: list[str] = field(default_factory=list)
    callings: list[CallingInfo] = field(default_factory=list)
    """What heroes may be here (R7)."""
    customs: Customs | None = None
    """What a session has whose maker chooses nothing; None from a server that doesn't say."""
    making: Access = "public"
    """Access of the session that was asked for last."""
    sessions: list[SessionInfo] | None = None
    """None until the server has answered."""
    runs: list[RunInfo] | None = None
    """Old runs, the latest first; None until they were asked for and told."""
    notice: str = ""

    def calling_name(self, key: str) -> str:
        """Return what a calling is called; that of the first for no key, empty if unknown."""
        names = {one.calling: one.name for one in self.callings}
        return names.get(key, "") if key else next(iter(names.values()), "")


@dataclass(slots=True)
class Ui:
    """Everything that any screen shows. The application keeps it true; screens only read it."""

    address: str
    name: str
    calling: str = ""
    """Key of the calling to play as; empty: the host's first."""
    account: AccountInfo = NOBODY
    """Who one is to this server."""
    people: People | None = None
    """Who is in a session, or on the server; None until the server has told."""
    audit_entries: list[AuditEntry] | None = None
    """What was done to keep order, the latest first; None until the server has told."""
    invite: Invited | None = None
    """The invite code that was told last."""
    hearing: Listening = "all"
    """Whose chat one is sent."""
    bestiary: list[MetKind] | None = None
    """The kinds that the party has met; None until the server has told."""
    mirror: Mirror = field(default_factory=Mirror)
    keymap: Keymap = field(default_factory=Keymap)
    keys_file: str = ""
    """Where the player can change keys; empty: nowhere."""
    notice: str = ""
    """What the last key or click was answered with, until the next one."""
    spots: Spots = field(default_factory=Spots)
    """What can be clicked on."""
    lobby: Lobby = field(default_factory=Lobby)
    status: LinkStatus = field(default_factory=lambda: LinkStatus("connecting", attempt=1))
    fate: Fate = field(default_factory=lambda: Fate(0, "none"))
    latency: float = 0.0
    """Seconds."""
    wait_left: float = 0.0
    """Seconds until the next attempt to connect, while there is no connection."""
    now: float = 0.0
    """Seconds since 1970, as this machine has it."""
    speed: int = NORMAL_SPEED
    """Percent of a run's own time at which it is played again, unless it stands still."""

    def command(self, context: Context, key: str) -> Command | None:
        """Return what a key means in a context."""
        return self.keymap.command(context, key)

    def hints(self, context: Context, *pairs: tuple[Command, str]) -> tuple[Hint, ...]:
        """Return hints at commands, each with its first key; one without a key is left out."""
        hints = (Hint(self.keymap.key(context, command), words) for command, words in pairs)
        return tuple(hint for hint in hints if hint.key)

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
    def replaying(self) -> bool:
        """Whether a run is watched again."""
        return self.mirror.replay_state is not None

    @property
    def followed(self) -> PartyMember | None:
        """The hero whose eyes the view shows; None for the party's."""
        seat = self.mirror.following
        return next((one for one in self.mirror.party if one.seat == seat), None)
