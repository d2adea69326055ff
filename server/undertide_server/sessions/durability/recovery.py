"""Recovery of a run from its header, its latest snapshot and the journal after that."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import msgspec
from pydantic import ValidationError

from undertide_server.content.records.digest import read_canonical
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.sessions.model.errors import RecoveryError
from undertide_server.sessions.model.settings import SessionSettings, decode_settings
from undertide_server.simulation.mechanics.floor_transitions import plan_entry
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.snapshot import restore, take_snapshot
from undertide_server.simulation.state.run import PlanKey, Run, new_run
from undertide_server.simulation.version import RULES
from undertide_server.store.reader import Reader
from undertide_server.store.records import (
    Header,
    RulesStretch,
    SeatRecord,
    Snapshot,
    StepRecord,
)
from undertide_server.util.slices import Slices, finished
from undertide_server.worldgen.draft.plan import FloorPlan
from undertide_server.worldgen.game.game import Game, make_game

CONTENTS_KEPT = 4
"""The most rulesets cached for runs that share them: most runs play one of a few presets."""


@dataclass(frozen=True, slots=True)
class StoredState:
    """All that a journal holds of a run in its last durable state; nothing of it runs yet."""

    header: Header
    settled: SessionSettings
    """The settings of its session."""
    seats: tuple[SeatRecord, ...]
    game: Game
    planned: Mapping[PlanKey, FloorPlan]
    """Floors that the run will need at once."""
    snapshot: Snapshot | None
    tail: tuple[StepRecord, ...]
    """The steps after the snapshot."""
    rules: int
    """The version of the rules by which it was played last."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """A run in its state after the last durable step."""

    header: Header
    run: Run
    seats: tuple[SeatRecord, ...]
    settled: SessionSettings
    """The settings of its session."""
    epoch: RulesStretch | None
    """The new rules, if it goes on by other rules than those it was played by so far."""


def recover(reader: Reader, name: str) -> Recovered:
    """Return a run in its last durable state, however its server ended.

    Raises RecoveryError if this version can't read its content or its state, or if steps that were
    played by other rules would have to be played again: nothing is guessed.
    """
    return finished(restoring(read_state(reader, name)))


def read_state(reader: Reader, name: str) -> StoredState:
    """Return what is stored of a run. Any thread may call this. Raises RecoveryError."""
    header = reader.header(name)
    settled = stored_settings(reader, name)
    snapshot = _latest(reader, name)
    rules = reader.epochs(name)[-1].rules
    tail = tuple(reader.steps(name, after=snapshot.step if snapshot else 0))
    if tail and rules != RULES:
        raise RecoveryError(
            f"its last steps were played by rules {rules}, this server plays by {RULES}:"
            " start the version it ran on, stop it with SIGTERM, and start this one again"
        )
    game, seats = game_of(header), tuple(reader.seats(name))
    planned = {} if snapshot else plan_entry(game)
    return StoredState(header, settled, seats, game, planned, snapshot, tail, rules)


def restoring(stored: StoredState) -> Slices[Recovered]:
    """Restore a run, and play its last steps again, in slices of a few milliseconds.

    Returns the run. Raises RecoveryError.
    """
    snapshot = stored.snapshot
    game = stored.game
    run = restored(game, snapshot) if snapshot else new_run(game, stored.planned)
    try:
        yield
        for record in stored.tail:
            step(run, record.inputs)
            yield
    except BaseException:
        run.world.close()
        raise
    epoch = None
    if stored.rules != RULES:
        epoch = RulesStretch(RULES, snapshot or Snapshot(0, take_snapshot(run)))
    return Recovered(stored.header, run, stored.seats, stored.settled, epoch)


def stored_settings(reader: Reader, name: str) -> SessionSettings:
    """Return the settings of a run's session, or the defaults if none were stored.

    Raises RecoveryError if they can't be read, rather than open a closed session to all.
    """
    data = reader.settled(name)
    try:
        return decode_settings(data) if data else SessionSettings()
    except msgspec.DecodeError as fault:
        raise RecoveryError(f"its session settings can't be read: {fault}") from fault


def _latest(reader: Reader, name: str) -> Snapshot | None:
    try:
        return reader.snapshot(name)
    except (msgspec.DecodeError, zlib.error) as fault:
        raise _unreadable(fault) from fault


def game_of(header: Header) -> Game:
    """Return the game of a run. Raises RecoveryError if its content can't be read."""
    try:
        return make_game(ruleset_of(header), header.seed)
    except ValidationError as fault:
        raise _unplayable(fault) from fault


def ruleset_of(header: Header) -> Ruleset:
    """Return the content of a run. Raises RecoveryError if it can't be read."""
    try:
        return _read_content(header.content)
    except ValidationError as fault:
        raise _unplayable(fault) from fault


def _unplayable(fault: ValidationError) -> RecoveryError:
    return RecoveryError(f"this version can't play by its content: {fault.error_count()} faults")


@lru_cache(maxsize=CONTENTS_KEPT)
def _read_content(content: bytes) -> Ruleset:
    return read_canonical(content)


def restored(game: Game, snapshot: Snapshot) -> Run:
    """Return the run of a snapshot. Raises RecoveryError if it can't be read."""
    try:
        return restore(game, snapshot.state)
    except (msgspec.DecodeError, msgspec.ValidationError, KeyError, ValueError) as fault:
        raise _unreadable(fault) from fault


def _unreadable(fault: Exception) -> RecoveryError:
    return RecoveryError(f"its snapshot can't be read: {fault}")
