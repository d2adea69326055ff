"""Verification of a stored run: simulate it again, and compare every stored hash."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from undertide_server.headless.headless_run import HeadlessRun
from undertide_server.sessions.durability.recovery import damage_told, game_of, restored
from undertide_server.simulation.snapshot import first_difference, first_marked, take_snapshot
from undertide_server.simulation.state.run import new_run
from undertide_server.simulation.version import RULES
from undertide_server.store.reader import Reader
from undertide_server.store.records import RulesStretch, StepRecord
from undertide_server.worldgen.game.repertoire import Repertoire


@dataclass(frozen=True, slots=True)
class HashDifference:
    """The first difference between a run and its stored hashes and snapshots."""

    step: int
    """The first step with a hash or a snapshot that differs."""
    entity: int | None
    """None if the differing data is missing from the run as simulated now."""
    component: str


@dataclass(frozen=True, slots=True)
class Foreign:
    """Steps that were played by other rules, which this version can't verify."""

    first: int
    last: int
    rules: int


@dataclass(slots=True)
class VerifyReport:
    """The result of verifying a run."""

    run: str
    hashes: int = 0
    """The number of hashes that were compared and match."""
    snapshots: int = 0
    """The number of snapshots that were compared and match."""
    foreign: list[Foreign] = field(default_factory=list)
    difference: HashDifference | None = None

    @property
    def holds(self) -> bool:
        """Whether nothing differs."""
        return self.difference is None


@dataclass(frozen=True, slots=True)
class _Part:
    """The steps of one rules stretch."""

    rules_stretch: RulesStretch
    last: int


def verify(reader: Reader, name: str, repertoire: Repertoire) -> VerifyReport:
    """Simulate a run again and compare it with all stored hashes and snapshots.

    Each part that was played by the present rules starts at its own rules stretch. The first
    difference ends the verification.

    Raises RecoveryError if the run is damaged or this version can't read it, OSError or
    StoreFaultError when the disk can't be read.
    """
    with damage_told():
        return _verified(reader, name, repertoire)


def _verified(reader: Reader, name: str, repertoire: Repertoire) -> VerifyReport:
    verdict = VerifyReport(name)
    header = reader.header(name)
    game = game_of(header, repertoire)
    for part in _parts(reader, name):
        if part.rules_stretch.rules != RULES:
            if part.last > part.rules_stretch.after:
                verdict.foreign.append(
                    Foreign(part.rules_stretch.after + 1, part.last, part.rules_stretch.rules)
                )
            continue
        snapshot = part.rules_stretch.snapshot
        state = restored(game, snapshot) if snapshot else new_run(game)
        with HeadlessRun(state, header.preset, header.content_hash) as run:
            verdict.difference = _verify_part(reader, run, part, verdict)
        if verdict.difference is not None:
            break
    return verdict


def _parts(reader: Reader, name: str) -> Iterator[_Part]:
    rules_stretches = reader.rules_stretches(name)
    for stretch, after in pairwise(rules_stretches):
        yield _Part(stretch, after.after)
    yield _Part(rules_stretches[-1], reader.info(name).steps)


def _verify_part(
    reader: Reader, run: HeadlessRun, part: _Part, verdict: VerifyReport
) -> HashDifference | None:
    hashes = reader.hashes(verdict.run)
    kept = {moment.step for moment in reader.moments(verdict.run)}
    for record in _steps(reader, verdict.run, part):
        run.apply_inputs(record.inputs)
        if record.step in hashes:
            if run.hash_state() != hashes[record.step]:
                return _named(reader, verdict.run, run)
            verdict.hashes += 1
        if record.step in kept:
            found = _parted(reader, verdict.run, run)
            if found is not None:
                return found
            verdict.snapshots += 1
    return None


def _steps(reader: Reader, name: str, part: _Part) -> Iterator[StepRecord]:
    """Yield the steps of a part."""
    for record in reader.steps(name, part.rules_stretch.after):
        if record.step > part.last:
            break
        yield record


def _named(reader: Reader, name: str, run: HeadlessRun) -> HashDifference:
    """Return the difference between a run and the marks that were stored with a hash."""
    found = first_marked(run.state, reader.marks(name, run.steps))
    return HashDifference(run.steps, *found) if found else HashDifference(run.steps, None, "")


def _parted(reader: Reader, name: str, run: HeadlessRun) -> HashDifference | None:
    """Return the difference between a run and the snapshot of the same step, if any."""
    kept = reader.snapshot(name, run.steps)
    if kept is None or kept.state == take_snapshot(run.state):
        return None
    other = restored(run.state.game, kept)
    try:
        found = first_difference(run.state, other)
    finally:
        other.world.close()
    return HashDifference(kept.step, *found) if found else None
