"""The settings of an operator: ports, limits, pace, storage (server.toml).

`undertide_config/server.toml` holds the shipped values and their reasons. No default hides here.
"""

from ipaddress import ip_network
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from undertide_server.content.schema.fields import Message, Name, Record
from undertide_server.content.settings.sites import check_address, read_site
from undertide_shared.limits import MAX_ADDRESS, MAX_DELAY, MAX_SEATS, MAX_TICK_RATE
from undertide_shared.messages import Pace

Count = Annotated[int, Field(ge=1, le=1_000_000)]
Bytes = Annotated[int, Field(ge=1024, le=2**30)]
Seconds = Annotated[float, Field(gt=0, le=86_400)]
LogLevel = Literal["debug", "info", "warning", "error"]


def _check_network(value: str) -> str:
    """Return a network of IP addresses. Raises ValueError for any other text."""
    try:
        ip_network(value)
    except ValueError:
        raise ValueError('a network such as "127.0.0.1/32" or "fd00::/8"') from None
    return value


def _check_site(value: str) -> str:
    """Return a web site. Raises ValueError for any other text."""
    read_site(value)
    return value


def _check_address(value: str) -> str:
    """Return the address of a page, or "". Raises ValueError for any other text."""
    if value:
        check_address(value)
    return value


Network = Annotated[str, Field(max_length=64), AfterValidator(_check_network)]
Origin = Annotated[str, Field(max_length=300), AfterValidator(_check_site)]
Address = Annotated[str, Field(max_length=MAX_ADDRESS), AfterValidator(_check_address)]
File = Annotated[str, Field(max_length=4096)]
"""A path: absolute, or relative to the folder in which the server is started."""


class HostSettings(Record):
    """The server's addresses, its name and its preset."""

    host: str = Field(min_length=1, max_length=253)
    """Address to listen on. `0.0.0.0` and `::` are all addresses, of IPv4 and IPv6."""
    port: int = Field(ge=0, le=65535)
    """Port to listen on; 0 picks a free one."""
    name: Name
    """Name of this server in clients."""
    motd: Message
    """Message that players read in the lobby; "" for none."""
    source: Address
    """Web address of the source that this server runs; "" for none."""
    preset: str
    """Preset of sessions that ask for no other."""
    proxies: tuple[Network, ...] = Field(max_length=64)
    """Networks of proxies that the server trusts to name the client's address."""
    origins: tuple[Origin, ...] = Field(max_length=64)
    """Web sites whose pages may open a websocket here, besides the server's own."""


class TlsSettings(Record):
    """The server's own TLS. Either both files are stated, or neither: then there is no TLS."""

    certificate: File
    """File with the certificate and its chain, in PEM."""
    key: File
    """File with the certificate's private key, in PEM, not encrypted."""


class LimitSettings(Record):
    """Bounds that keep one client, or many, from harming the rest."""

    connections: Count
    """Open connections in all."""
    connections_per_address: Count
    """Connections from one address; it may also open as many new ones at once."""
    connections_per_second: Count
    """New connections from one address, in the long run."""
    handshakes: Count
    """Connections without a request so far; one more makes the server cut the oldest of them, if
    that is two seconds old or the server is full."""
    handshakes_per_address: Count
    """Connections without a request so far from one address."""
    sessions: Count
    """Live sessions."""
    sessions_per_second: Count
    """Sessions that the whole server makes, or brings back, in a second; also at once."""
    seats: int = Field(ge=1, le=MAX_SEATS)
    """Heroes of one session."""
    spectators: int = Field(ge=0, le=100_000)
    """Spectators of one session."""
    sessions_per_day_per_address: Count
    """Sessions that one address may make, or bring back, at once and in a day."""
    replays: int = Field(ge=0, le=1000)
    """Replays that are watched at the same time."""
    messages_per_second: Count
    """Messages from one connection, in the long run."""
    message_burst: Count
    """Messages from one connection, at once."""
    bytes_per_second: Bytes
    """Bytes from one connection, in the long run."""
    bytes_per_second_per_address: Bytes
    """Bytes from all connections of one address, in the long run."""
    journal_bytes_per_hour: int = Field(ge=65_536, le=2**30)
    """Bytes that one seat may add to the journal of its run, at once and in an hour."""
    audit_entries_per_hour: int = Field(ge=1, le=100_000)
    """Entries that the orders of one address may add to the audit log, at once and in an hour."""
    bad_messages: Count
    """Faulty messages of one connection before it is closed."""
    handshake_seconds: Seconds
    """Time for the TLS handshake of a new connection, again for its request, and for its greeting.
    """
    idle_lobby_seconds: Seconds
    """Silence after which a connection in the lobby is closed."""
    idle_session_seconds: Seconds
    """Time without players after which a session is closed."""
    give_way_minutes: float = Field(ge=0, le=10_080)
    """Minutes in which nobody does anything, after which a public session, a replay or a place in
    line gives way to somebody who wants in; 0 for never."""
    return_minutes: int = Field(ge=0, le=10_080)
    """Minutes since somebody was in a session, within which a start brings its run back."""
    soft_buffer_bytes: Bytes
    """Unsent bytes of one connection at which its frames are left out."""
    hard_buffer_bytes: Bytes
    """Unsent bytes of one connection at which it is dropped."""
    stuck_seconds: Seconds
    """Time after which a connection that accepts no data is dropped."""


class PaceSettings(Record):
    """The passage of time in a session."""

    mode: Pace
    """Pace of sessions whose party leader asks for no other."""
    ticks_per_second: int = Field(ge=1, le=MAX_TICK_RATE)
    """Ticks of a floor in a second of real time, where a party leader asks for no other."""
    slow_below_percent: int = Field(ge=0, le=100)
    """Percent of life below which a waking hero halves the speed of its floor in real time."""
    warning_seconds: Seconds
    """Time from the warning until solo turns end."""
    party_limit_seconds: Seconds
    """Time that party turns wait for the slowest player."""
    party_nudge_seconds: Seconds
    """Time after which party turns nudge the players that they wait for."""
    steps_per_second: int = Field(ge=1, le=1000)
    """Single actions that a lone hero takes while turns are solo, in the long run."""
    step_burst: int = Field(ge=1, le=1000)
    """Single actions that a lone hero takes while turns are solo, at once."""
    errand_steps_per_second: int = Field(ge=1, le=1000)
    """Steps that exploring, travelling and resting take while turns are solo."""
    linkdead_seconds: Seconds
    """Time until a hero whose player is gone falls into sleep."""


class SeatSettings(Record):
    """The seats and heroes of players who are away."""

    give_up_minutes: float = Field(ge=0, le=10_080)
    """Minutes until the seat of a player who left counts as free in a public session; 0 for never.
    """
    guard_seconds: Seconds
    """Time without a key after which a hero in real time strikes back by itself."""
    idle_minutes: float = Field(ge=0, le=10_080)
    """Minutes without a key after which a hero out of danger falls asleep; 0 for never."""


class StorageSettings(Record):
    """How long runs are kept, if the server has a data folder."""

    keep_ended_days: int = Field(ge=0, le=36_500)
    """Days until a run that has ended, or that was abandoned, is deleted; 0 keeps all for ever."""
    keep_resting_days: int = Field(ge=0, le=36_500)
    """Days until a run that goes on, or was set aside, is deleted if nobody plays it; 0 keeps all
    for ever."""
    most_bytes: int = Field(ge=0, le=2**50)
    """Bytes of kept runs from which on nobody can make a session; 0 for no bound."""
    warn_free_bytes: int = Field(ge=0, le=2**50)
    """Free bytes of the disk below which the server warns; 0 for never."""


class ReplaySettings(Record):
    """Renders: the pictures of kept runs, from which replays can be shown after an update.

    A server with a data folder makes them in a process of low priority.
    """

    most_bytes: int = Field(ge=0, le=2**50)
    """Bytes that the renders of all runs may take; 0 for no renders."""
    most_bytes_of_run: int = Field(ge=0, le=2**27)
    """Bytes that the renders of one run may take."""


class WatchingSettings(Record):
    """The view of a run for people without a hero."""

    delay_seconds: float = Field(ge=0, le=MAX_DELAY)
    """Time by which spectators and replays stay behind the play of a run; 0 for no delay. A party
    leader may choose a longer one.
    """


class HouseSettings(Record):
    """House rules of this server; where one is absent, the preset's `house.toml` holds."""

    friendly_fire: bool | None = None
    """Whether heroes' spells, scrolls and missiles also harm companions."""
    new_heroes: bool | None = None
    """Whether a player whose hero died may go on with a new one."""
    gentle: bool | None = None
    """Whether runs draw no harmful variations."""


class SshSettings(Record):
    """Visitors by ssh, if the server is started with `--ssh`."""

    keys_only: bool
    """Whether only those may come whose ssh proves a key, whichever it is."""
    workers: int = Field(ge=1, le=64)
    """Processes that show the game to visitors."""
    visitors_per_worker: int = Field(ge=1, le=1000)
    """Visitors of one process, logged in or not. Any more are turned away."""
    worker_megabytes: int = Field(ge=128, le=65_536)
    """Memory that one process may take, on Linux."""
    visitors_per_address: Count
    """Visitors from one address."""
    logins: Count
    """Connections that have not logged in; one more makes the server cut the oldest of them, if
    that is five seconds old."""
    login_seconds: Seconds
    """Time for a visitor to log in, with the passphrase of a key."""
    idle_minutes: float = Field(ge=0, le=10_080)
    """Minutes without a key pressed after which a visit ends; 0 for never."""
    keep_days: int = Field(ge=0, le=36_500)
    """Days until the way back to a seat is forgotten, if nobody uses it; 0 for never."""


class OperationsSettings(Record):
    """The operator's view of the running server."""

    open_to: tuple[Network, ...] = Field(max_length=64)
    """Networks whose addresses may read `/metrics` and `/status`; others find nothing there."""
    log_level: LogLevel
    """Least severe level that is logged. debug includes the messages of libraries."""
    drain_seconds: float = Field(ge=0, le=3600)
    """Time for which the server plays on after the order to stop, while `/readyz` announces it."""


class AccountSettings(Record):
    """Who may have an account, and how long data about people is kept (`--data`)."""

    sign_up: bool
    """Whether anybody may make an account."""
    most: Count
    """Most accounts of the server."""
    sign_ups_per_hour: int = Field(ge=1, le=10_000)
    """Accounts that one address may make, at once and in an hour."""
    login_days: int = Field(ge=1, le=3650)
    """Days until an unused login ends."""
    audit_days: int = Field(ge=1, le=36_500)
    """Days that the audit log reaches back."""
    report_days: int = Field(ge=1, le=36_500)
    """Days that players' reports of others are kept, with the chat in them."""


class ServerSettings(Record):
    """All of server.toml; each field is a section."""

    server: HostSettings
    tls: TlsSettings
    limits: LimitSettings
    pace: PaceSettings
    seats: SeatSettings
    storage: StorageSettings
    replays: ReplaySettings
    watching: WatchingSettings
    house: HouseSettings
    ssh: SshSettings
    operations: OperationsSettings
    accounts: AccountSettings
