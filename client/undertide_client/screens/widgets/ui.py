"""The state that screens draw: the mirror, and what else the client knows."""

from dataclasses import dataclass, field
from typing import Final

from undertide_client.keys import Command, Context, Keymap
from undertide_client.model.mirror import Mirror
from undertide_client.model.moments import NotableMoment
from undertide_client.model.replay_state import NORMAL_SPEED
from undertide_client.net.address import LOBBY, Place, page_link
from undertide_client.net.destination import HOUSE_OPTIONS
from undertide_client.net.intents import Fate
from undertide_client.net.status import LinkStatus
from undertide_client.saved.profile import Signs
from undertide_client.screens.widgets.hints import Hint, Spots
from undertide_shared.messages import (
    Access,
    AccountInfo,
    AuditEntry,
    CallingInfo,
    Chronicle,
    Customs,
    Invited,
    Listening,
    MetKind,
    Options,
    PartyMember,
    People,
    PresetInfo,
    RunInfo,
    SeatStatus,
    SessionInfo,
    Thumbnail,
)
from undertide_shared.options import TUTORIAL
from undertide_shared.own_addresses import addresses_for_others

NOBODY: Final = AccountInfo("")
"""The account of a guest."""
GENTLE: Final = Options(gentle=True)
"""The options that leave everything to the server but that the run is gentle."""


@dataclass(slots=True)
class Lobby:
    """The state of the lobby. `notice` says why the player left a session or was refused."""

    presets: list[str] = field(default_factory=list)
    preset_infos: dict[str, PresetInfo] = field(default_factory=dict)
    """Titles and descriptions of presets, by their keys; empty if the server tells none."""
    callings: list[CallingInfo] = field(default_factory=list)
    """The callings of this server's own preset (R7)."""
    customs: Customs | None = None
    """The server's defaults for a new session; None if the server sends none."""
    making: Access = "public"
    """Access of the session that the player last asked the server to make."""
    sessions: list[SessionInfo] | None = None
    """A page of the listed sessions; None until the server has answered."""
    seats: dict[str, SeatStatus] = field(default_factory=dict)
    """What became of the player's latest seats, by session, as far as the server says."""
    thumbnails: dict[str, Thumbnail] = field(default_factory=dict)
    """The latest small maps of sessions, by session."""
    skipped: int = 0
    """Number of sessions before the page."""
    more_sessions: bool = False
    """Whether another page follows."""
    runs: list[RunInfo] | None = None
    """A page of the old runs, latest first; None until the client has asked and the server has
    answered."""
    more_runs: bool = False
    """Whether another page follows."""
    notice: str = ""
    motd: str = ""
    """The server's message to everyone who comes; empty if there is none."""

    def title_of(self, preset: str) -> str:
        """Return a preset's title, or its key if the server tells no title."""
        info = self.preset_infos.get(preset)
        return info.title if info else preset

    def callings_of(self, preset: str) -> list[CallingInfo]:
        """Return the callings of a preset, or those of the server's own if it tells no others."""
        info = self.preset_infos.get(preset)
        return info.callings if info and info.callings else self.callings

    def calling_name(self, key: str) -> str:
        """Return a calling's name: the first calling's for an empty key, "" for an unknown one."""
        names = {one.calling: one.name for one in self.callings}
        return names.get(key, "") if key else next(iter(names.values()), "")


@dataclass(frozen=True, slots=True)
class Hosting:
    """The player's own server: it ends when the player leaves."""

    keeps_runs: bool
    """Whether the runs go on when the player plays again."""


@dataclass(slots=True)
class Ui:
    """The state that any screen shows. The application keeps it current; screens only read it."""

    address: str
    """Where the server listens: a wildcard stands for all addresses of this machine."""
    name: str
    calling: str = ""
    """Key of the calling to play as; empty means the server's first."""
    is_newcomer: bool = False
    """Whether no run of the player's has ended yet, as far as this client knows."""
    began_as_newcomer: bool = False
    """Whether the player was a newcomer when the session began."""
    hosting: Hosting | None = None
    """The server, if it is the player's own."""
    way_back: str = "Join again under the same name to go on with it."
    """How a player who has left comes back to the hero, in sentences."""
    seat_code: str = ""
    """The code by which a visitor without an ssh key comes back; empty for anybody else."""
    account: AccountInfo = NOBODY
    """The player's account on this server."""
    people: People | None = None
    """The people in a session or on the server; None until the server has answered."""
    audit_entries: list[AuditEntry] | None = None
    """The audit entries, latest first; None until the server has answered."""
    invite: Invited | None = None
    """The last invite code from the server."""
    hearing: Listening = "all"
    """Whose chat the player receives."""
    bestiary: list[MetKind] | None = None
    """The kinds that the party has met; None until the server has answered."""
    plain_glyphs: bool = False
    """Whether walls have plain glyphs instead of lines."""
    chosen_stairs: dict[tuple[int, str], tuple[int, int]] = field(default_factory=dict)
    """The stairs that the player chose on each floor, by its branch and their way: "up", "down"."""
    passes_weak: bool = True
    """Whether exploring and fighting pass sleepers that aren't dire, and foes that cost little."""
    mirror: Mirror = field(default_factory=Mirror)
    keymap: Keymap = field(default_factory=Keymap)
    keys_file: str = ""
    """The file in which the player can change keys; empty if there is none."""
    hinting: bool = True
    """Whether the player wants hints for newcomers."""
    signs: Signs = "shown"
    """What tells the player of moments."""
    moment: NotableMoment | None = None
    """The moment that has a sign now, or had the last one."""
    beats: int = 0
    """Beats for which its sign still shows; 0 for none."""
    held: int = 0
    """The news for which keys and clicks answer nothing yet, since they were meant for the fight
    before it; 0 for none."""
    notice: str = ""
    """The answer to the last key or click, until the next one."""
    chronicle: str = ""
    """The file of the last chronicle of this player's heroes here; empty if there is none."""
    life: Chronicle | None = None
    """That chronicle: how this player's last hero here lived."""
    spots: Spots = field(default_factory=Spots)
    """The areas of clickable hints."""
    lobby: Lobby = field(default_factory=Lobby)
    status: LinkStatus = field(default_factory=lambda: LinkStatus("connecting", attempt=1))
    fate: Fate = field(default_factory=lambda: Fate(0, "none"))
    is_seat_new: bool = True
    """Whether the server has received no intent yet from the seat, here or elsewhere."""
    latency: float = 0.0
    """Seconds from a message to its answer."""
    silence: float = 0.0
    """Seconds for which the server has owed an answer, from three on; 0 while it answers."""
    wait_left: float = 0.0
    """Seconds until the next attempt to connect, while there is no connection."""
    now: float = 0.0
    """Seconds since 1970, by this machine's clock."""
    speed: int = NORMAL_SPEED
    """Speed of replays in percent of the run's own time. It stays the same during a pause."""

    @property
    def usual_options(self) -> Options:
        """The options of a session that is made for the player without a form."""
        return GENTLE if self.is_newcomer else HOUSE_OPTIONS

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses by which others reach the server now, the likeliest first."""
        return addresses_for_others(self.address)

    def links(self, place: Place = LOBBY) -> tuple[str, ...]:
        """Return the links by which others find a place of the server, the likeliest first."""
        return tuple(page_link(address, place) for address in self.addresses)

    @property
    def silence_words(self) -> str:
        """The silence of the server in words; empty while it answers."""
        return f"no answer for {int(self.silence)} s" if self.silence else ""

    def command(self, context: Context, key: str) -> Command | None:
        """Return the command of a key in a context, if there is one."""
        return self.keymap.command(context, key)

    def hints(self, context: Context, *pairs: tuple[Command, str]) -> tuple[Hint, ...]:
        """Return hints for commands, each with its first key. Leave out commands without a key."""
        hints = (Hint(self.keymap.key(context, command), words) for command, words in pairs)
        return tuple(hint for hint in hints if hint.key)

    @property
    def own_member(self) -> PartyMember | None:
        """This client's own hero on the party panel, if there is one."""
        mirror = self.mirror
        if mirror.seat is None:
            return None
        return next((one for one in mirror.party if one.seat == mirror.seat), None)

    @property
    def dead(self) -> bool:
        """Whether this client's own hero is dead."""
        mirror = self.mirror
        if mirror.seat is None:
            return False
        own = mirror.hero if mirror.hero and mirror.hero.seat == mirror.seat else self.own_member
        return own is not None and own.state == "dead"

    @property
    def offers_tutorial(self) -> bool:
        """Whether a newcomer has died outside of the lessons, and the server has them."""
        is_known = TUTORIAL in self.lobby.presets and self.mirror.preset != TUTORIAL
        return self.began_as_newcomer and self.dead and is_known

    @property
    def returning(self) -> bool:
        """Whether a new hero of this client begins on the next new floor."""
        return self.own_member is not None and self.own_member.returns

    @property
    def spectating(self) -> bool:
        """Whether keys scroll the map and change eyes instead of moving a hero.

        So they do once the run is over.
        """
        return self.mirror.watching or self.dead or self.mirror.ended is not None

    @property
    def may_play_again(self) -> bool:
        """Whether the run is over, and this client has a seat in its party."""
        return self.mirror.ended is not None and self.mirror.seat is not None

    @property
    def replaying(self) -> bool:
        """Whether the client watches a replay."""
        return self.mirror.replay_state is not None

    @property
    def followed(self) -> PartyMember | None:
        """The hero whose eyes the view shows; None for the party's."""
        seat = self.mirror.following
        return next((one for one in self.mirror.party if one.seat == seat), None)
