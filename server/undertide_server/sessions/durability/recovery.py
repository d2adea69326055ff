"""Recovery of a run from its header, its latest snapshot and the journal after that."""

import traceback
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import msgspec
from pydantic import ValidationError

from undertide_server.content.records.ruleset import Ruleset, read_canonical
from undertide_server.content.schema.extensions import (
    MissingExtensionError,
    needed_by,
    require_extensions,
)
from undertide_server.content.schema.validation import named_faults
from undertide_server.sessions.model.errors import LackingError, RecoveryError
from undertide_server.sessions.model.info import Legend
from undertide_server.sessions.model.legend import legend_of
from undertide_server.sessions.model.settings import SessionSettings, decode_settings
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.extension import blamed
from undertide_server.simulation.mechanics.floors import entry
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.snapshot import (
    DecodedState,
    decode_state,
    decoded_hash,
    draft_of,
    restore,
    state_hash,
    take_snapshot,
)
from undertide_server.simulation.state.inputs import Input
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.simulation.version import RULES
from undertide_server.store.errors import DamagedDatabaseError, DamagedRunError
from undertide_server.store.reader import Reader
from undertide_server.store.records import (
    ChatLine,
    Header,
    RulesStretch,
    SeatRecord,
    Snapshot,
    StepRecord,
)
from undertide_server.util.slices import Slices, finished
from undertide_server.views.view import PARTY, View, read_log
from undertide_server.worldgen.game.game import Game, make_game
from undertide_server.worldgen.game.repertoire import Repertoire
from undertide_shared.errors import UndertideError

CONTENTS_KEPT = 4
"""The most rulesets cached for runs that share them: most runs play one of a few presets."""


@dataclass(frozen=True, slots=True)
class StoredRows:
    """All that a journal holds of a run in its last durable state, but for what is only shown."""

    header: Header
    settled: SessionSettings
    """The settings of its session."""
    seats: tuple[SeatRecord, ...]
    snapshot: Snapshot | None
    state: DecodedState | None
    """The state at the snapshot, if there is one."""
    tail: tuple[StepRecord, ...]
    """The steps after the snapshot."""
    rules: int
    """The version of the rules by which it was played last."""
    hashes: Mapping[int, str]
    """State hashes by step; none if it was played by other rules than this server's."""


@dataclass(frozen=True, slots=True)
class StoredState:
    """A run in its last durable state, of which nothing runs yet."""

    rows: StoredRows
    run: Run
    """The run at its snapshot, or with its first floor before its first step. Its world is a draft,
    and it can be restored only once."""
    legend: Legend
    logs: Mapping[int, bytes]
    """The logs of its views at the snapshot, by the view's entity."""
    chat: tuple[ChatLine, ...]
    elapsed: int
    """The milliseconds of real time that it has taken."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """A run in its state after the last durable step."""

    header: Header
    run: Run
    seats: tuple[SeatRecord, ...]
    settled: SessionSettings
    """The settings of its session."""
    kept: int
    """The step of its latest snapshot; 0 if there is none."""
    rules_stretch: RulesStretch | None
    """The new rules, if it goes on by other rules than those it was played by so far."""
    legend: Legend
    views: tuple[View, ...] = ()
    """The party's view and those of living heroes, which have shown nothing but know their logs."""
    chat: tuple[ChatLine, ...] = ()
    elapsed: int = 0
    """The milliseconds of real time that it has taken."""


def recover(reader: Reader, name: str, repertoire: Repertoire) -> Recovered:
    """Return a run in its last durable state, however its server ended.

    Raises RecoveryError if the run is damaged, if this version can't read its content or its state,
    or if steps that were played by other rules would have to be played again: nothing is guessed.
    Raises OSError or StoreFaultError when the disk can't be read now.
    """
    return finished(restoring(read_state(reader, name, repertoire)))


@contextmanager
def damage_told() -> Iterator[None]:
    """Raise RecoveryError for everything that a damaged run can bring about.

    Damaged inputs may break any rule of the simulation. The error then says where that happened and
    holds no value, since a value may be secret.
    """
    try:
        yield
    except DamagedRunError as fault:
        raise RecoveryError(fault.problem) from fault
    except DamagedDatabaseError as fault:
        raise RecoveryError(f"its rows can't be read: {fault.problem}") from fault
    except (UndertideError, OSError):
        raise
    except Exception as fault:
        last = traceback.extract_tb(fault.__traceback__)[-1]
        place = f"{type(fault).__name__} in {last.name}, line {last.lineno}"
        if extension := blamed(fault):
            place += f", by the extension {extension}"
        raise RecoveryError(f"it can't be played on: {place}") from fault


class StateKind(NamedTuple):
    """What decides whether a version can play a state, apart from the state itself."""

    content_hash: str
    rules: int


def check_rest(reader: Reader, name: str) -> StateKind | None:
    """Read a run; return the kind of its state if its rows prove that state, and None if not.

    They do if no step came after its snapshot, which has the hash that was stored when it was
    played, and a hero for each seat. Raises as `recover`.
    """
    with damage_told():
        rows = _read_rows(reader, name)
        if rows.state is None or rows.tail:
            return None
        heroes = (each for _, parts in rows.state.entities for each in parts)
        _check_seats((each for each in heroes if isinstance(each, Hero)), rows.seats)
        return StateKind(rows.header.content_hash, rows.rules)


def read_state(reader: Reader, name: str, repertoire: Repertoire) -> StoredState:
    """Return what is stored of a run. Any thread may call this. Raises as `recover`."""
    with damage_told():
        rows = _read_rows(reader, name)
        run = _draft(game_of(rows.header, repertoire), rows.state)
        return StoredState(
            rows,
            run,
            legend_of(run.game),
            _logs(reader, name) if rows.snapshot else {},
            tuple(_chat(reader, name)),
            reader.info(name).elapsed,
        )


def _read_rows(reader: Reader, name: str) -> StoredRows:
    """Return the rows of a run, whose snapshot has the hash that was stored, if one was.

    Raises RecoveryError or the reader's errors.
    """
    header = reader.header(name)
    reader.check_end(name)
    settled = stored_settings(reader, name)
    snapshot = reader.snapshot(name)
    rules = reader.rules_stretches(name)[-1].rules
    tail = tuple(reader.steps(name, after=snapshot.step if snapshot else 0))
    if tail and rules != RULES:
        raise RecoveryError(
            f"its last steps were played by rules {rules}, this server plays by {RULES}",
            "start the version it ran on, stop it with SIGTERM, and start this one again",
        )
    hashes = reader.hashes(name) if rules == RULES else {}
    state = _decoded(snapshot, hashes) if snapshot else None
    seats = tuple(reader.seats(name))
    return StoredRows(header, settled, seats, snapshot, state, tail, rules, hashes)


def restoring(stored: StoredState) -> Slices[Recovered]:
    """Restore a run, and play its last steps again, in slices of a few milliseconds.

    Returns the run. Raises RecoveryError.
    """
    with damage_told():
        rows, run = stored.rows, stored.run
        try:
            yield from run.world.settling()
            views = yield from _catching_up(run, stored)
            yield
            _check_seats((hero for _, hero in run.world.each(Hero)), rows.seats)
        except BaseException:
            run.world.close()
            raise
        rules_stretch = None
        if rows.rules != RULES:
            rules_stretch = RulesStretch(RULES, rows.snapshot or Snapshot(0, take_snapshot(run)))
        return Recovered(
            header=rows.header,
            run=run,
            seats=rows.seats,
            settled=rows.settled,
            kept=rows.snapshot.step if rows.snapshot else 0,
            rules_stretch=rules_stretch,
            legend=stored.legend,
            views=views,
            chat=stored.chat,
            elapsed=stored.elapsed,
        )


def _catching_up(run: Run, stored: StoredState) -> Slices[tuple[View, ...]]:
    """Play the steps after the snapshot; return the views, whose logs know them."""
    logged, hashes = LoggedRun(run, stored.logs), stored.rows.hashes
    for record in stored.rows.tail:
        yield
        logged.take_step(record.inputs)
        number = run.progress.step
        if number in hashes and state_hash(run) != hashes[number]:
            raise _other_state(number)
    return logged.views


def stored_settings(reader: Reader, name: str) -> SessionSettings:
    """Return the settings of a run's session, or the defaults if none were stored.

    Raises RecoveryError if they can't be read, rather than open a closed session to all.
    """
    data = reader.settled(name)
    try:
        return decode_settings(data) if data else SessionSettings()
    except msgspec.DecodeError as fault:
        raise RecoveryError(f"its session settings can't be read: {fault}") from fault


def _check_seats(heroes: Iterable[Hero], seats: tuple[SeatRecord, ...]) -> None:
    """Raise RecoveryError unless each seat has a hero, and each hero a seat to come back to."""
    missing = {hero.seat for hero in heroes} ^ {seat.number for seat in seats}
    if missing:
        raise RecoveryError(f"seat {min(missing)} is not in both of its heroes and its seats")


def _logs(reader: Reader, name: str) -> dict[int, bytes]:
    """Return the stored logs of a run, or none if they are damaged: no rule needs them."""
    with suppress(DamagedRunError):
        return reader.logs(name)
    return {}


def _chat(reader: Reader, name: str) -> list[ChatLine]:
    """Return the stored chat of a session, or none if it is damaged."""
    with suppress(DamagedRunError):
        return reader.chat(name)
    return []


def _other_state(step: int) -> RecoveryError:
    return RecoveryError(f"its state after step {step} is not the one that was played")


def game_of(header: Header, repertoire: Repertoire) -> Game:
    """Return the game of a run. Raises RecoveryError if its content can't be read."""
    try:
        return make_game(ruleset_of(header), header.seed, repertoire)
    except ValidationError as fault:
        raise _unplayable(fault) from fault


def ruleset_of(header: Header) -> Ruleset:
    """Return the content of a run. Raises RecoveryError if it can't be read."""
    return read_content(header.content)


def read_content(content: bytes) -> Ruleset:
    """Return stored content. Raises RecoveryError that names its faults if it can't be read.

    Raises LackingError if it needs an extension that is not here, or has other rules here.
    """
    try:
        require_extensions(needed_by(content))
        return _read_content(content)
    except MissingExtensionError as fault:
        raise LackingError(str(fault), "a server that has it can play it") from fault
    except msgspec.DecodeError as fault:
        raise RecoveryError(f"its content can't be read: {fault}") from fault
    except ValidationError as fault:
        raise _unplayable(fault) from fault


def _unplayable(fault: ValidationError) -> RecoveryError:
    return RecoveryError(f"this version can't play by its content: {named_faults(Ruleset, fault)}")


@lru_cache(maxsize=CONTENTS_KEPT)
def _read_content(content: bytes) -> Ruleset:
    return read_canonical(content)


def restored(game: Game, snapshot: Snapshot) -> Run:
    """Return the run of a snapshot. Raises RecoveryError if it can't be read."""
    with _readable():
        return restore(game, snapshot.state)


def _decoded(snapshot: Snapshot, hashes: Mapping[int, str]) -> DecodedState:
    """Return the state of a snapshot.

    Raises RecoveryError if it can't be read, or if it is another one than was played.
    """
    with _readable():
        state = decode_state(snapshot.state)
    if snapshot.step in hashes and decoded_hash(state) != hashes[snapshot.step]:
        raise _other_state(snapshot.step)
    return state


def _draft(game: Game, state: DecodedState | None) -> Run:
    """Return a run in a state, or with its first floor before its first step.

    Its world is a draft. Raises RecoveryError if the state is none of this version.
    """
    if state is None:
        run = new_run(game, is_draft=True)
        entry(run)
        return run
    with _readable():
        return draft_of(game, state)


@contextmanager
def _readable() -> Iterator[None]:
    """Raise RecoveryError for what a snapshot that can't be read brings about."""
    try:
        yield
    except (msgspec.DecodeError, msgspec.ValidationError, KeyError, ValueError) as fault:
        raise _unreadable(fault) from fault


def _unreadable(fault: Exception) -> RecoveryError:
    return RecoveryError(f"its snapshot can't be read: {fault}")


class LoggedRun:
    """A run that is played again, with views whose logs go on as they did in the session."""

    def __init__(self, run: Run, logs: Mapping[int, bytes]) -> None:
        self.run = run
        self._views = {PARTY: View(PARTY, read_log(logs.get(PARTY, b"")))}
        for entity, hero in run.world.each(Hero):
            if not hero.fate:
                self._views[entity] = View(entity, read_log(logs.get(entity, b"")))

    @property
    def views(self) -> tuple[View, ...]:
        """The party's view and those of living heroes."""
        return tuple(self._views.values())

    def take_step(self, inputs: tuple[Input, ...]) -> None:
        """Take a step, and write its events into the logs that could notice them."""
        events = step(self.run, inputs)
        if not events:
            return
        heroes = dict(self.run.world.each(Hero))
        for entity in heroes.keys() - self._views.keys():
            if not heroes[entity].fate:
                self._views[entity] = View(entity)
        for view in self._views.values():
            view.log_events(self.run, events)
        for entity in self._views.keys() & {each for each, hero in heroes.items() if hero.fate}:
            del self._views[entity]
