"""Data folders with one damaged spot, and what a check, a start and the commands make of them."""

import asyncio
import json
import random
import shutil
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from click.testing import CliRunner, Result
from msgspec.structs import replace
from structlog.testing import capture_logs

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from support.processes.waiting import LONGEST
from support.sessions.account_services import quick_hasher
from support.sessions.durable_host import Host, played
from support.sessions.fake_server import FakeServer
from support.sessions.made_sessions import make_session
from undertide_server.accounts.database import FILE as ACCOUNTS
from undertide_server.accounts.database import open_accounts
from undertide_server.accounts.moderation_repository import ModerationRepository
from undertide_server.accounts.operators import operator_key
from undertide_server.accounts.repository import AccountRepository
from undertide_server.accounts.service import account_service_of
from undertide_server.cli.accounts import accounts
from undertide_server.cli.runs import runs
from undertide_server.content.load import load_settings
from undertide_server.replays.errors import UnplayableRunError
from undertide_server.replays.playback import Playback
from undertide_server.replays.run_reader import RunReader
from undertide_server.sessions.durability.recovery import damage_told
from undertide_server.sessions.model.errors import RecoveryError, RequestRefusedError
from undertide_server.sessions.model.settings import LONG_AGO, encode_settings
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.resting import any_entry
from undertide_server.sessions.session import Session
from undertide_server.simulation.snapshot import state_hash
from undertide_server.startup.journals import journal_of, opened_folder
from undertide_server.startup.keeping import take_up
from undertide_server.store.database import FILE
from undertide_server.store.errors import StoreError
from undertide_server.store.journal import Journal
from undertide_server.store.reader import Reader
from undertide_server.store.records import Ending
from undertide_server.store.transfer.archive import export_run
from undertide_server.store.writer import Writer
from undertide_server.store.writes import RunClosed, SettingsSaved
from undertide_server.util.slices import finished
from undertide_shared.data_folder import KEY_FILE
from undertide_shared.messages import AuditEntry

PAGE: Final = 4096
EXPORT: Final = "run.undertide"
SECRET_PART: Final = 10
"""Letters in a row that give a part of a secret away."""
OFFERED: Final = {"default": shipped("tutorial")}
"""What the server offers: small worlds, which are made in a third of the time."""
STARTED_BESIDE: Final = ("undertide.lock", "undertide.owner")

Kind = Literal["flip", "zero"]


@dataclass(frozen=True)
class Template:
    """A sound folder, and what is in it."""

    folder: Path
    live: Mapping[str, str]
    """The state hash of each run that goes on."""
    over: str
    """The run that has ended."""
    secrets: tuple[str, ...]


@dataclass
class Trial:
    """What came of one damaged folder."""

    spot: str
    code: int = 0
    """The exit code of the check."""
    findings: list[dict[str, str]] = field(default_factory=list)
    refusal: str = ""
    """The sentence with which a start ended."""
    brought_back: int = 0
    """The number of runs that a start brought back without being asked."""
    served: dict[str, str] = field(default_factory=dict)
    """The state hash of each run that a start brought back or a request woke."""
    replay: str = ""
    """Why the ended run can't be shown."""
    problems: list[str] = field(default_factory=list)
    """What must never happen."""

    @property
    def in_log(self) -> bool:
        """Whether the log was damaged.

        Damage to its last transaction looks like the torn end of a write that was never finished.
        """
        return f"{FILE}-wal:" in self.spot

    def altered(self, template: Template) -> int:
        """Return how many runs were served in another state than they had."""
        return sum(self.served[run] != template.live.get(run) for run in self.served)


# --- a sound folder -----------------------------------------------------------------------------


def stopped_template(folder: Path) -> Template:
    """Return a folder whose server was stopped."""
    template, host = _filled(folder)
    host.stop()
    return template


def killed_template(folder: Path) -> Template:
    """Return a folder whose server was killed: the last transactions are in the log alone."""
    live = folder.with_name(f"{folder.name}-live")
    template, host = _filled(live)
    while not host.session.is_settled:
        host.calls.get(timeout=LONGEST)()
    shutil.copytree(live, folder)
    host.stop()
    return Template(folder, template.live, template.over, template.secrets)


def _filled(folder: Path) -> tuple[Template, Host]:
    """Return a folder with runs and people, and the host of its last run, which goes on.

    One run rests and has no snapshot, one is over, and the last is of a session on invitation.
    """
    over = played(folder, 40, first=200, rulesets=OFFERED)
    deserted = played(folder, 20, first=100, rulesets=OFFERED)
    settled = replace(deserted.session.policy.settings, left_at=LONG_AGO)
    writer = Writer(folder)
    writer.apply(
        [
            RunClosed(over.name, Ending("ended", "won")),
            SettingsSaved(deserted.name, encode_settings(settled)),
        ]
    )
    writer.close()
    host = Host(folder, rulesets=OFFERED)
    host.play(30)
    host.keep()
    host.session.policy.settings.access = "invited"
    host.session.policy.settings.secret = SECRET_PART * "xyz"
    host.session.join(2, "Eve", b"", host.now, said=host.session.policy.invite)
    host.play(30)
    live = (deserted.session, host.session)
    hashes = {each.config.run: state_hash(each.run) for each in live}
    export_run(folder, over.name, folder / EXPORT)
    password = _fill_accounts(folder)
    secrets = (operator_key(folder).hex(), password, host.session.policy.settings.secret)
    return Template(folder, hashes, over.name, secrets), host


def _fill_accounts(folder: Path) -> str:
    """Add people to a folder; return the hash of a password."""
    password = quick_hasher().hash("correct horse")
    with closing(open_accounts(folder)) as connection:
        repository, moderation = AccountRepository(connection), ModerationRepository(connection)
        for name in ("Ann", "Ben"):
            account = repository.add(name, password, 10, 1.0)
            repository.add_token(account, name.encode() * 5, 2e9, 1.0)
        moderation.ban("", "192.0.2.0/24", "Ann", 0.0, "spam")
        moderation.write(AuditEntry(1, "Ann", "banned 192.0.2.0/24", ""), 1.0)
    return password


# --- damage -------------------------------------------------------------------------------------


def damage(folder: Path, kind: Kind, seed: int) -> str:
    """Damage one spot of a folder; return where, for people.

    One time in two all files are as likely, else large ones are more.
    """
    chance = random.Random(seed)
    files = sorted(file for file in folder.iterdir() if file.stat().st_size and _is_data(file))
    sizes = [file.stat().st_size for file in files]
    (file,) = chance.choices(files, sizes if chance.random() < 0.5 else None)
    data = bytearray(file.read_bytes())
    at = chance.randrange(len(data))
    if kind == "flip":
        data[at] ^= 1 << chance.randrange(8)
    else:
        at -= at % PAGE
        data[at : at + PAGE] = bytes(len(data[at : at + PAGE]))
    file.write_bytes(data)
    return f"{kind} {file.name}:{at} (seed {seed})"


def _is_data(file: Path) -> bool:
    return not file.name.endswith("-shm") and file.name not in STARTED_BESIDE


def try_out(template: Template, place: Path, kind: Kind, seed: int) -> Trial:
    """Damage a copy of a folder, and see what everybody makes of it."""
    folder, other = place / "start", place / "commands"
    shutil.copytree(template.folder, folder)
    trial = Trial(damage(folder, kind, seed))
    shutil.copytree(folder, other)
    _check(folder, trial, template)
    asyncio.run(_start(folder, trial, template))
    _call_commands(other, trial, template)
    _compare(trial, template)
    shutil.rmtree(place)
    return trial


def _compare(trial: Trial, template: Template) -> None:
    """Note where the check said something else than the start did."""
    everything = trial.served.keys() >= template.live.keys() and not trial.replay
    expected = 3 if trial.refusal else 0 if everything else 1
    people = any(finding["file"].endswith(ACCOUNTS) for finding in trial.findings)
    if people and expected == 0:
        expected = 1
    if trial.code != expected:
        trial.problems.append(f"the check said {trial.code}, the start did {expected}")


# --- a check ------------------------------------------------------------------------------------


def _check(folder: Path, trial: Trial, template: Template) -> None:
    before = contents(folder)
    result = CliRunner().invoke(runs, ["check", "--data", str(folder), "--json"])
    _judge("check", result, trial, template)
    if contents(folder) != before:
        trial.problems.append("the check changed the folder")
    trial.code = result.exit_code
    told: dict[str, Any] = json.loads(result.stdout)
    trial.findings = told["findings"]
    if told["ok"] != (trial.code == 0):
        trial.problems.append(f"ok is {told['ok']} with exit {trial.code}")
    for finding in trial.findings:
        if not (finding["file"] and finding["what"] and finding["do"]):
            trial.problems.append(f"a finding says too little: {finding}")


def contents(folder: Path) -> dict[str, bytes]:
    """Return all files of a folder."""
    return {file.name: file.read_bytes() for file in folder.iterdir()}


# --- a start ------------------------------------------------------------------------------------


async def _start(folder: Path, trial: Trial, template: Template) -> None:
    """Start on a folder as a server does, play on, and stop."""
    settings, faults = load_settings(), list[Exception]()
    with capture_logs() as logs:
        try:
            with (
                opened_folder(folder),
                journal_of(folder, faults.append) as journal,
                account_service_of(folder, settings.accounts),
            ):
                await _serve(folder, journal, trial, template)
        except (StoreError, OSError) as refusal:
            trial.refusal = str(refusal)
            if not any(name in trial.refusal for name in (FILE, ACCOUNTS, KEY_FILE)):
                trial.problems.append(f"the refusal names no file: {refusal}")
        except Exception as fault:  # noqa: BLE001  (a finding of this test)
            trial.refusal = trial.refusal or repr(fault)
            trial.problems.append(f"the start failed with {fault!r}")
    if not trial.refusal:
        _replay(folder, trial, template)
    trial.problems += [f"the writer failed with {fault!r}" for fault in faults]
    _judge_words("the log", str(logs), template, trial)


async def _serve(folder: Path, journal: Journal, trial: Trial, template: Template) -> None:
    registry = FakeServer(rulesets=OFFERED, journal=journal, first_token=10_000).registry
    take_up(folder, registry, journal)
    trial.brought_back = len(registry.sessions)
    _wake_all(folder, registry)
    brought_back = list(registry.sessions.values())
    trial.served = {each.config.run: state_hash(each.run) for each in brought_back}
    for session in (make_session(registry, "default", "real", 0.0), *brought_back):
        await _play_on(session)


def _wake_all(folder: Path, registry: Registry) -> None:
    """Ask for each run that the start has not brought back."""
    resting_runs = registry.resting_runs
    assert resting_runs is not None
    with Reader(folder) as reader:
        going_on = {info.run for info, _ in reader.going_on()}
    for run in going_on - {session.config.run for session in registry.sessions.values()}:
        with suppress(RequestRefusedError):
            finished(resting_runs.read(run, any_entry))


async def _play_on(session: Session) -> None:
    """Let somebody new play for a moment, and wait until the disk has it."""
    session.join(7, "Zoe", b"", 0.0, said=session.policy.invite)
    for tick in range(5):
        session.advance(tick / 10)
    session.suspend()
    changed = asyncio.Event()
    session.on_outgoing = lambda _: changed.set()
    async with asyncio.timeout(LONGEST):
        while not session.is_settled:
            changed.clear()
            if not session.journal_writer.is_kept:
                session.journal_writer.once_kept(changed.set)
            await changed.wait()


def _replay(folder: Path, trial: Trial, template: Template) -> None:
    """Play the ended run to its end, as somebody who watches it does."""
    try:
        with damage_told():
            playback = Playback(RunReader(folder, template.over, REPERTOIRE))
            while not playback.at_end:
                playback.go(20)
            playback.go(-1000)
    except UnplayableRunError as fault:
        trial.replay = fault.reason
    except RecoveryError as fault:
        trial.replay = fault.reason


# --- commands -----------------------------------------------------------------------------------


def _call_commands(folder: Path, trial: Trial, template: Template) -> None:
    """Call every command for stored runs and people; each must end with words."""
    data = ("--data", str(folder))
    for words in _commands(folder, template):
        result = CliRunner().invoke(runs, [*words, *data])
        _judge(words[0], result, trial, template)
    result = CliRunner().invoke(accounts, [*data, "list"])
    _judge("accounts list", result, trial, template)


def _commands(folder: Path, template: Template) -> Iterator[tuple[str, ...]]:
    first = next(iter(template.live))
    yield ("list",)
    yield ("list", "--json")
    yield ("show", first)
    yield ("verify", "--all")
    yield ("export", template.over, str(folder / "again"))
    yield ("backup", str(folder / "copy"))
    yield ("rescue", str(folder / "rescued"))
    yield ("abandon", first)
    yield ("delete", template.over)
    yield ("import", str(folder / EXPORT))


def _judge(command: str, result: Result, trial: Trial, template: Template) -> None:
    """Note what a command must never do."""
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        trial.problems.append(f"{command} failed with {result.exception!r}")
    if "Traceback" in result.output:
        trial.problems.append(f"{command} printed a traceback")
    if result.exit_code and not result.output.strip():
        trial.problems.append(f"{command} said nothing")
    _judge_words(command, result.output, template, trial)


def _judge_words(where: str, words: str, template: Template, trial: Trial) -> None:
    for secret in template.secrets:
        parts = (secret[at : at + SECRET_PART] for at in range(len(secret) - SECRET_PART + 1))
        if any(part in words for part in parts):
            trial.problems.append(f"{where} has a part of a secret")
