"""The choices of the command line, and the settings with them in place of the operator's."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec
import structlog

from undertide_server.cluster.supervisor.place import WorkerPlace
from undertide_server.content.load import list_presets, load_settings
from undertide_server.content.settings.renamed import OldName, pass_over
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.startup.errors import UnknownPresetError
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_shared.messages import Pace

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of the command line; None means that the settings decide."""

    host: str | None = None
    port: int | None = None
    preset: str | None = None
    pace: Pace | None = None
    ticks_per_second: int | None = None
    config: Path | None = None
    """Folder with the operator's own server.toml and rules/."""
    data: Path | None = None
    """Folder for data that must outlive the process; in a cluster, for this machine's own files."""
    seed: bytes | None = None
    """Seed of every run; if there is none, each run gets a new one."""
    ssh: int | None = None
    """Port for visitors by ssh; None for none."""
    attended: bool = False
    """Whether the server belongs to one player, without an operator, and ends with that player."""
    worker: WorkerPlace | None = None
    """What the supervisor has decided for this worker; None for a server of one process."""
    cluster: PostgresAddress | None = None
    """Database of the runs and accounts, which several machines share; None for the folder."""
    advertise: str | None = None
    """Host and port where other nodes of the cluster reach this one; None for what the machine
    says itself."""

    @property
    def store(self) -> StoreAddress | None:
        """Where runs and accounts are kept; None if they end with the process."""
        return self.data if self.cluster is None else self.cluster

    @property
    def is_one_of_several(self) -> bool:
        """Whether other processes may play runs of the same store."""
        return self.worker is not None or self.cluster is not None

    def to_json(self) -> bytes:
        """Return the choices as one line for another process."""
        return msgspec.json.encode(self, enc_hook=str) + b"\n"

    @classmethod
    def from_json(cls, line: bytes) -> "Choices":
        """Return the choices that `to_json` wrote. Raises msgspec.MsgspecError."""
        return msgspec.json.decode(line, type=cls, dec_hook=_path_of)


def _path_of(kind: type, text: str) -> object:
    """Return the path that `to_json` wrote as text."""
    return kind(text)


def settings_of(
    choices: Choices, on_old_name: Callable[[OldName], object] = pass_over
) -> ServerSettings:
    """Return the settings, with the operator's choices in place of theirs.

    `on_old_name` is called with each setting that is stated under its old name.

    Raises ContentError, or UnknownPresetError when a choice names an unknown preset.
    """
    settings = load_settings(choices.config, on_old_name)
    known = list_presets(choices.config)
    if choices.preset is not None and choices.preset not in known:
        raise UnknownPresetError(choices.preset, known)
    chosen: dict[str, object] = {
        "host": choices.host,
        "port": choices.port,
        "preset": choices.preset,
    }
    stated = {key: value for key, value in chosen.items() if value is not None}
    server = settings.server.model_copy(update=stated)
    chosen = {"mode": choices.pace, "ticks_per_second": choices.ticks_per_second}
    stated = {key: value for key, value in chosen.items() if value is not None}
    pace = settings.pace.model_copy(update=stated)
    return settings.model_copy(update={"server": server, "pace": pace})


def tell_old_name(name: OldName) -> None:
    """Log which name the operator should use from now on."""
    if name.new:
        log.warning("setting renamed", file=name.file, key=name.old, now=name.new)
    else:
        log.warning("setting removed", file=name.file, key=name.old)
