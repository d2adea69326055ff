"""What the next start of a server would find: its settings, its accounts, and every stored run.

Nothing is changed, and a server may use the folder meanwhile. The same functions as in a start look
at the same things, so the verdict says what a start would do.
"""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from undertide_server.accounts.database import FILE as ACCOUNTS
from undertide_server.accounts.database import TABLES as TABLES_OF_ACCOUNTS
from undertide_server.accounts.moderation_repository import ModerationRepository
from undertide_server.accounts.repository import AccountRepository
from undertide_server.app import build_registry, registry_without_presets
from undertide_server.content.schema.errors import ContentError
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.gateway.edge.errors import BadCertificateError
from undertide_server.gateway.edge.tls import context_of
from undertide_server.sessions.durability.recovery import (
    StateKind,
    check_rest,
    damage_told,
    game_of,
    restoring,
    stored_settings,
)
from undertide_server.sessions.model.errors import RecoveryError
from undertide_server.sessions.model.info import unrecorded
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_server.startup.choices import Choices, settings_of
from undertide_server.startup.errors import UnknownPresetError
from undertide_server.startup.kept_runs import NAMELESS, read_run, taken_up
from undertide_server.store.contents import damaged_contents, restore_contents
from undertide_server.store.database import FILE, TABLES
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.engine.sqlite.connection import SqliteConnection
from undertide_server.store.engine.sqlite.mending import as_mended
from undertide_server.store.engine.sqlite.unchanged import copy_of
from undertide_server.store.errors import DamagedDatabaseError, StoreError, WrongSchemaError
from undertide_server.store.journal import MemoryJournal
from undertide_server.store.reader import Reader
from undertide_server.store.records import GOING_ON, StoredRun
from undertide_server.store.trials import stays_aside
from undertide_server.util.slices import finished
from undertide_server.worldgen.game.repertoire import Repertoire
from undertide_shared.data_folder import KEY_FILE, read_key
from undertide_shared.errors import BadOperatorKeyError

SERVES_ALL, SETS_ASIDE, CANT_START = 0, 1, 3
"""Exit codes: what a start would do."""


OnRun = Callable[[int, int], object]
"""Takes the number of runs that were looked at, and of all, after each."""


def keep_quiet(_done: int, _all: int) -> None:
    """Tell nobody how far a check is."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a start would not serve."""

    file: str
    run: str
    """The name of the run; empty if it is about none, or about all."""
    what: str
    do: str
    """What the operator can do about it."""


@dataclass(slots=True)
class Verdict:
    """What a start would find."""

    runs: int = 0
    findings: list[Finding] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    """What a start would warn of, though it would serve everything."""
    starts: bool = True
    """Whether a server could start at all."""
    on_run: OnRun = field(default=keep_quiet, repr=False, compare=False)

    @property
    def exit_code(self) -> int:
        """The code that tells scripts what a start would do."""
        if not self.starts:
            return CANT_START
        return SETS_ASIDE if self.findings else SERVES_ALL

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as scripts read it."""
        findings = [asdict(each) for each in self.findings]
        told = {"ok": self.exit_code == SERVES_ALL, "runs": self.runs, "findings": findings}
        return told | {"warnings": self.warnings}

    def stop(self, file: StoreAddress | str, what: str, do: str) -> None:
        """Note a finding that keeps a server from starting."""
        self.starts = False
        self.findings.append(Finding(str(file), "", what, do))


def check_start(choices: Choices, on_run: OnRun = keep_quiet) -> Verdict:
    """Return what a start with these choices would find in its settings and its data folder."""
    verdict = Verdict(on_run=on_run)
    with _settings_told(verdict):
        settings = settings_of(choices)
        build_registry(settings, choices, MemoryJournal(), unrecorded)
        context_of(settings.tls)
    if choices.data is not None:
        _check_data(choices.data, choices if verdict.starts else Choices(), verdict)
    return verdict


def check_data(folder: Path, on_run: OnRun = keep_quiet) -> Verdict:
    """Return what a start would find in a data folder."""
    verdict = Verdict(on_run=on_run)
    _check_data(folder, Choices(), verdict)
    return verdict


@contextmanager
def _settings_told(verdict: Verdict) -> Iterator[None]:
    try:
        yield
    except ContentError as error:
        for fault in error.faults:
            verdict.stop(fault.file, f"{fault.key}: {fault.problem}".lstrip(": "), "correct it")
    except UnknownPresetError as fault:
        verdict.stop("--preset", str(fault), "name one of these")
    except BadCertificateError as fault:
        verdict.stop("server.toml", str(fault), "correct the section [tls], or the file")


def _check_data(folder: Path, choices: Choices, verdict: Verdict) -> None:
    check_key(folder, verdict)
    accounts = folder / ACCOUNTS
    with faults_noted(accounts, verdict):
        if accounts.is_file():
            with as_mended(accounts, TABLES_OF_ACCOUNTS) as connection:
                check_accounts(accounts, connection, verdict)
    with faults_noted(folder / FILE, verdict):
        if (folder / FILE).is_file():
            with (
                as_mended(folder / FILE, TABLES) as connection,
                _with_contents(connection, choices) as whole,
            ):
                check_runs(folder, Reader(whole), settings_of(choices), verdict)


def check_key(folder: Path, verdict: Verdict) -> None:
    """Check the operator key of a data folder, if there is one."""
    with faults_noted(folder / KEY_FILE, verdict):
        if (folder / KEY_FILE).exists():
            read_key(folder)


@contextmanager
def faults_noted(file: StoreAddress, verdict: Verdict) -> Iterator[None]:
    """Note a file or a database that a server can't use."""
    try:
        yield
    except (DamagedDatabaseError, WrongSchemaError) as fault:
        verdict.stop(fault.place, fault.problem, fault.remedy)
    except BadOperatorKeyError:
        verdict.stop(file, "it holds no operator key", "delete it: the next start makes another")
    except (OSError, StoreError) as fault:
        if isinstance(file, Path):
            verdict.stop(file, f"it can't be read: {fault}", "see to the disk, or restore a backup")
        else:
            what = str(fault).removeprefix(str(file)).lstrip(": ")
            verdict.stop(file, what, "see to the database server, and to its address")


# --- accounts -----------------------------------------------------------------------------------


def check_accounts(place: StoreAddress, connection: StoreConnection, verdict: Verdict) -> None:
    """Note the accounts and bans that can't be read. `place` is the file or the database."""
    accounts = AccountRepository(connection).damaged()
    bans = ModerationRepository(connection).damaged()
    found = [(f"account number {number}", "nobody can log in to it") for number in accounts]
    found += [(f"ban number {number}", "nobody is banned by it") for number in bans]
    for who, effect in found:
        what = f"the entry of {who} can't be read: {effect}"
        verdict.findings.append(Finding(str(place), "", what, "restore a backup"))


# --- runs ---------------------------------------------------------------------------------------


@contextmanager
def _with_contents(connection: SqliteConnection, choices: Choices) -> Iterator[SqliteConnection]:
    """Show a database with the contents that a start would restore."""
    damaged = damaged_contents(connection)
    if not damaged:
        yield connection
        return
    registry = build_registry(settings_of(choices), choices, MemoryJournal(), unrecorded)
    sound = registry.offers.playbook.contents(damaged)
    with closing(copy_of(connection)) as copy:
        restore_contents(copy, sound)
        yield copy


def check_runs(
    store: StoreAddress, reader: Reader, settings: ServerSettings, verdict: Verdict
) -> None:
    """Count the runs of a store, and note those that could not be served."""
    place = store / FILE if isinstance(store, Path) else store
    registry = registry_without_presets(settings)
    runs, playable, taken = reader.runs(), set[str](), set[StateKind]()
    for info in runs:
        verdict.runs += 1
        verdict.on_run(verdict.runs, len(runs))
        try:
            if info.state in GOING_ON:
                _check_going_on(reader, info, registry, taken)
            else:
                _check_replay(reader, info.run, registry.repertoire, playable)
        except RecoveryError as fault:
            do = fault.remedy or _remedy(store, info, named=reader.has(info.run))
            verdict.findings.append(Finding(str(place), info.run, fault.reason, do))


def _check_going_on(
    reader: Reader, info: StoredRun, registry: Registry, taken: set[StateKind]
) -> None:
    """Check whether a start, or whoever asks for it later, could bring a run back.

    A run whose rows prove its state needs no more if one of its kind was brought back before: to
    make the games of thousands of runs at rest would take minutes. Raises RecoveryError.
    """
    if stays_aside(info):
        raise RecoveryError(info.reason)
    if not reader.has(info.run):
        raise RecoveryError(NAMELESS)
    kind = check_rest(reader, info.run)
    if kind in taken:
        return
    stored = read_run(reader, info.run, registry.repertoire)
    found = taken_up(finished(restoring(stored)), registry, 0.0)
    if isinstance(found, Session):
        registry.close(found, "checked")
    if kind is not None:
        taken.add(kind)


def _check_replay(reader: Reader, run: str, repertoire: Repertoire, playable: set[str]) -> None:
    """Read everything that a replay of a run needs. Raises RecoveryError.

    A game is made once from each content, and its hash goes into `playable`: to make those of
    thousands of runs, which differ by their seeds alone, would take minutes.
    """
    with damage_told():
        header = reader.header(run)
        if header.content_hash not in playable:
            game_of(header, repertoire)
            playable.add(header.content_hash)
        reader.check_end(run)
        for read in (reader.rules_stretches, reader.seats, reader.landmarks, reader.hashes):
            read(run)
        stored_settings(reader, run)
        for moment in reader.moments(run):
            reader.snapshot(run, moment.step)
        for _ in reader.steps(run):
            pass


def _remedy(store: StoreAddress, info: StoredRun, *, named: bool) -> str:
    """Return what an operator can do about a damaged run."""
    is_folder = isinstance(store, Path)
    if not named and is_folder:
        return f"restore a backup, or leave it out: `undertide runs rescue NEW --data {store}`"
    if not named:
        return "restore a backup"
    command = "abandon" if info.state in GOING_ON else "delete"
    place = f"--data {store}" if is_folder else "--cluster URL"
    return f"restore a backup, or give it up: `undertide runs {command} {info.run} {place}`"
