"""A measurement that is kept in a file, so that another call can continue it.

The file has one line of JSON for each run that was played to its end. Each line says under which
conditions it was played, so runs of other content, other bots or other parties are never mixed. A
line that a crash cut short is dropped.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from io import BufferedRandom
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from undertide_server.content.load import load_ruleset
from undertide_server.content.records.ruleset import HASH_BYTES, content_hash
from undertide_server.inspection.balance.errors import MeasurementError
from undertide_server.inspection.balance.plan import Plan
from undertide_server.inspection.balance.records import Played
from undertide_server.simulation.version import RULES
from undertide_shared.brains import brain_maker


class Conditions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that decides how the runs of one skill come out."""

    preset: str
    content: str
    """Hash of the preset's content."""
    rules: int
    seed: str
    """The seed of the call, in hexadecimal: it gives each run its own."""
    heroes: int
    pace: str
    ticks: int
    staged: bool
    skill: str
    brain: str
    """Hash of the source of the brain's package."""
    calling: str = ""


class KeptRun(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the file."""

    conditions: Conditions
    number: int
    """Number of the run among those of its skill."""
    run: Played


def conditions_of(plans: Sequence[Plan], seed: bytes) -> dict[str, Conditions]:
    """Return the conditions of each skill of the plans of one call, made from `seed`.

    Raises ContentError or UnknownBrainError.
    """
    first = plans[0]
    content = content_hash(load_ruleset(first.preset, first.config))
    return {
        skill: Conditions(
            preset=first.preset,
            content=content,
            rules=RULES,
            seed=seed.hex(),
            heroes=first.heroes,
            pace=first.pace,
            ticks=first.ticks,
            staged=first.staged,
            skill=skill,
            brain=brain_hash(skill),
            calling=first.calling,
        )
        for skill in dict.fromkeys(plan.skill for plan in plans)
    }


class Measurement:
    """An open measurement: a context that closes its file.

    `plans` are those of one call, and `seed` is the call's. Runs of other skills, and of higher
    numbers, stay in the file. Raises MeasurementError if the file holds runs that were played under
    other conditions, ContentError or UnknownBrainError for the plans, and OSError.
    """

    def __init__(self, path: Path, plans: Sequence[Plan], seed: bytes) -> None:
        self._path = path
        self._conditions = conditions_of(plans, seed)
        counts: Counter[str] = Counter()
        self._places: list[tuple[str, int]] = []
        """Skill and number of each plan."""
        for plan in plans:
            self._places.append((plan.skill, counts[plan.skill]))
            counts[plan.skill] += 1
        path.touch()
        self._file: BufferedRandom = path.open("r+b")
        try:
            self._kept = self._read()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def kept_runs(self) -> dict[int, Played]:
        """Return the runs that are there already, by the place of their plan."""
        places = enumerate(self._places)
        return {plan: self._kept[place] for plan, place in places if place in self._kept}

    def append_run(self, plan: int, run: Played) -> None:
        """Add the run of the plan at this place. It outlives this process from now on."""
        skill, number = self._places[plan]
        self._file.write(msgspec.json.encode(KeptRun(self._conditions[skill], number, run)) + b"\n")
        self._file.flush()

    def _read(self) -> dict[tuple[str, int], Played]:
        """Return the runs of all whole lines, and cut off a line that a crash cut short."""
        found: dict[tuple[str, int], Played] = {}
        end = 0
        for place, line in enumerate(self._file, 1):
            if not line.endswith(b"\n"):
                break
            kept = self._decoded(place, line)
            self._compare(place, kept.conditions)
            found[kept.conditions.skill, kept.number] = kept.run
            end += len(line)
        self._file.seek(end)
        self._file.truncate()
        return found

    def _decoded(self, number: int, line: bytes) -> KeptRun:
        try:
            return msgspec.json.decode(line, type=KeptRun)
        except (msgspec.DecodeError, UnicodeDecodeError) as fault:
            raise MeasurementError(self._path, number, f"this is no kept run: {fault}") from fault

    def _compare(self, place: int, kept: Conditions) -> None:
        """Raise MeasurementError if a kept run was played under other conditions than this call."""
        wanted = self._conditions.get(kept.skill)
        if wanted is None:
            some = next(iter(self._conditions.values()))
            wanted = msgspec.structs.replace(some, skill=kept.skill, brain=kept.brain)
        differences = [
            f"{field} was {getattr(kept, field)}, and is {getattr(wanted, field)} now"
            for field in Conditions.__struct_fields__
            if getattr(kept, field) != getattr(wanted, field)
        ]
        if differences:
            raise MeasurementError(self._path, place, "; ".join(differences))


def brain_hash(skill: str) -> str:
    """Return a hash of the source files of the package that a brain comes from.

    Raises UnknownBrainError.
    """
    source = sys.modules[brain_maker(skill).__module__].__file__
    assert source is not None
    digest = blake2b(digest_size=HASH_BYTES)
    for path in sorted(Path(source).parent.glob("*.py")):
        digest.update(path.name.encode() + b"\n" + path.read_bytes())
    return digest.hexdigest()
