"""What a host sets: ports, limits, pace, storage (server.toml).

The values that ship, and the reason of each, stand in `undertide_config/server.toml`; nothing is
hidden in a default here.
"""

from typing import Annotated

from pydantic import Field

from undertide_server.content.fields import Name, Record
from undertide_shared.messages import Pace

Count = Annotated[int, Field(ge=1, le=1_000_000)]
Bytes = Annotated[int, Field(ge=1024, le=2**30)]
Seconds = Annotated[float, Field(gt=0, le=86_400)]


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


class LimitSettings(Record):
    """Bounds that keep one client, or many, from hurting the rest."""

    connections: Count
    connections_per_address: Count
    sessions: Count
    seats: int = Field(ge=1, le=64)
    """Heroes of one session."""
    spectators: int = Field(ge=0, le=100_000)
    """Watchers of one session."""
    replays: int = Field(ge=0, le=1000)
    """Runs that are watched again at once."""
    messages_per_second: Count
    """From one connection, in the long run."""
    message_burst: Count
    """From one connection, at once."""
    bad_messages: Count
    """Faulty messages of one connection before it is closed."""
    handshake_seconds: Seconds
    """Until a new connection has greeted."""
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
    """What those who look back at a run may see of it."""

    delay_seconds: float = Field(ge=0, le=86_400)
    """That a replay of a run stays behind what is played of it now; 0 for not at all."""


class HouseSettings(Record):
    """House rules of this host; where it says nothing, the preset's `house.toml` holds."""

    friendly_fire: bool | None = None
    """Whether what heroes cast, read and shoot harms companions too."""
    new_heroes: bool | None = None
    """Whether a player whose hero died may go on with a new one."""


class ServerSettings(Record):
    """All of server.toml, a field a section."""

    server: HostSettings
    limits: LimitSettings
    pace: PaceSettings
    storage: StorageSettings
    watching: WatchingSettings
    house: HouseSettings
