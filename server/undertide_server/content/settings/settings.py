"""What a host sets: ports, limits, pace, storage (server.toml).

The values that ship, and the reason of each, stand in `undertide_config/server.toml`; nothing is
hidden in a default here.
"""

from ipaddress import ip_network
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from undertide_server.content.schema.fields import Name, Record
from undertide_server.content.settings.sites import read_site
from undertide_shared.limits import MAX_DELAY, MAX_SEATS
from undertide_shared.messages import Pace

Count = Annotated[int, Field(ge=1, le=1_000_000)]
Bytes = Annotated[int, Field(ge=1024, le=2**30)]
Seconds = Annotated[float, Field(gt=0, le=86_400)]
LogLevel = Literal["debug", "info", "warning", "error"]


def _check_network(value: str) -> str:
    """Refuse what names no network of IP addresses."""
    try:
        ip_network(value)
    except ValueError:
        raise ValueError('a network such as "127.0.0.1/32" or "fd00::/8"') from None
    return value


def _check_site(value: str) -> str:
    """Refuse what names no web site."""
    read_site(value)
    return value


Network = Annotated[str, Field(max_length=64), AfterValidator(_check_network)]
Origin = Annotated[str, Field(max_length=300), AfterValidator(_check_site)]
File = Annotated[str, Field(max_length=4096)]
"""A path: absolute, or from where the server is started."""


class HostSettings(Record):
    """Where the server listens and what it plays."""

    host: str = Field(min_length=1, max_length=253)
    """Address to listen on."""
    port: int = Field(ge=0, le=65535)
    """0 picks a free one."""
    name: Name
    """What clients show of this server."""
    preset: str
    """What sessions play when nobody asks for another."""
    proxies: tuple[Network, ...] = Field(max_length=64)
    """Networks of proxies that are believed when they say for whom they ask."""
    origins: tuple[Origin, ...] = Field(max_length=64)
    """Web sites whose pages may open a websocket here, besides the server's own."""


class TlsSettings(Record):
    """The server's own TLS. Both are stated, or neither: then it speaks none."""

    certificate: File
    """File with the certificate and those that vouch for it, in PEM."""
    key: File
    """File with the private key of it, in PEM, not encrypted."""


class LimitSettings(Record):
    """Bounds that keep one client, or many, from hurting the rest."""

    connections: Count
    connections_per_address: Count
    """Of those, from one address; and new ones that it may open at once."""
    connections_per_second: Count
    """New ones from one address, in the long run."""
    handshakes: Count
    """Connections that have asked for nothing yet; for one more the longest of them is cut."""
    handshakes_per_address: Count
    """Of those, from one address."""
    sessions: Count
    seats: int = Field(ge=1, le=MAX_SEATS)
    """Heroes of one session."""
    spectators: int = Field(ge=0, le=100_000)
    """Watchers of one session."""
    replays: int = Field(ge=0, le=1000)
    """Runs that are watched again at once."""
    messages_per_second: Count
    """From one connection, in the long run."""
    message_burst: Count
    """From one connection, at once."""
    messages_per_second_per_address: Count
    """From all connections of one address, in the long run."""
    bytes_per_second: Bytes
    """From one connection, in the long run."""
    bytes_per_second_per_address: Bytes
    """From all connections of one address, in the long run."""
    bad_messages: Count
    """Faulty messages of one connection before it is closed."""
    handshake_seconds: Seconds
    """Until a new connection has spoken TLS, again until it has asked, and until it has greeted."""
    idle_lobby_seconds: Seconds
    """Until a connection that has no place and says nothing is closed."""
    idle_session_seconds: Seconds
    """Until a session without players is closed."""
    soft_buffer_bytes: Bytes
    """Unsent bytes of one connection at which its frames are left out."""
    hard_buffer_bytes: Bytes
    """Unsent bytes of one connection at which it is dropped."""
    stuck_seconds: Seconds
    """Until a connection that takes nothing is dropped."""


class PaceSettings(Record):
    """How time passes for a session."""

    mode: Pace
    """For sessions whose maker asks for nothing else."""
    warning_seconds: Seconds
    """From the warning until solo turns end."""
    party_limit_seconds: Seconds
    """That party turns wait for the slowest."""
    errand_steps_per_second: int = Field(ge=1, le=1000)
    """Steps that exploring, travelling and resting take while turns are solo."""
    linkdead_seconds: Seconds
    """Until a hero whose player is gone withdraws into sleep."""


class StorageSettings(Record):
    """How long runs are kept, where they are kept in a folder."""

    keep_ended_days: int = Field(ge=0, le=36_500)
    """Until a run that is over is deleted, at a start of the server; 0 keeps all for ever."""


class WatchingSettings(Record):
    """What those who have no hero may see of a run."""

    delay_seconds: float = Field(ge=0, le=MAX_DELAY)
    """That spectators, and replays of a run, stay behind what is played of it; 0 for not at all.
    Who makes a session may choose more."""


class HouseSettings(Record):
    """House rules of this host; where it says nothing, the preset's `house.toml` holds."""

    friendly_fire: bool | None = None
    """Whether what heroes cast, read and shoot harms companions too."""
    new_heroes: bool | None = None
    """Whether a player whose hero died may go on with a new one."""


class OperationsSettings(Record):
    """What a host sees of the server while it runs."""

    open_to: tuple[Network, ...] = Field(max_length=64)
    """Networks whose addresses may read `/metrics` and `/status`; for others there are none."""
    log_level: LogLevel
    """The least that is logged. debug: what libraries have to say too."""
    drain_seconds: float = Field(ge=0, le=3600)
    """That the server still plays, once it is told to stop, while `/readyz` says so."""


class AccountSettings(Record):
    """Who may have an account, and how long what is known of people is kept (`--data`)."""

    sign_up: bool
    """Whether anybody may make an account."""
    most: Count
    """Accounts in all."""
    sign_ups_per_hour: int = Field(ge=1, le=10_000)
    """Accounts that may be made from one address, at once and in an hour."""
    login_days: int = Field(ge=1, le=3650)
    """Until a login that nobody uses ends."""
    audit_days: int = Field(ge=1, le=36_500)
    """That the audit log reaches back."""


class ServerSettings(Record):
    """All of server.toml, a field a section."""

    server: HostSettings
    tls: TlsSettings
    limits: LimitSettings
    pace: PaceSettings
    storage: StorageSettings
    watching: WatchingSettings
    house: HouseSettings
    operations: OperationsSettings
    accounts: AccountSettings
