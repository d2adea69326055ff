"""The plans of the runs to play, and of their players."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import NotRequired, TypedDict, Unpack

from undertide_server.util.rng import SEED_BYTES
from undertide_shared.messages import Pace


class How(TypedDict):
    """The options that all runs of one call share; see `Plan`."""

    calling: NotRequired[str]
    heroes: int
    pace: Pace
    ticks: int
    staged: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """One run to play. The same content and the same bots always give the same result."""

    preset: str
    config: Path | None
    """Folder of the content, as for `serve`."""
    seed: bytes
    skill: str
    """Name of the brain that plays each hero; see `undertide_shared.brains`."""
    heroes: int
    pace: Pace
    ticks: int
    """Ticks of all floors together after which the run is given up."""
    staged: bool
    """Whether the heroes start before the last boss, with the equipment of that depth."""
    calling: str = ""
    """Key of the calling of all heroes; if it is empty, they have different ones, by the seed."""


def seed_of_run(seed: bytes, number: int) -> bytes:
    """Return the seed of run `number`, one of the many that one seed gives."""
    return blake2b(seed + number.to_bytes(8, "big"), digest_size=SEED_BYTES).digest()


def plans_of(
    preset: str,
    config: Path | None,
    seed: bytes,
    skills: Sequence[str],
    runs: int,
    **how: Unpack[How],
) -> list[Plan]:
    """Return `runs` plans per skill, skill by skill. All skills have the same seeds."""
    return [
        Plan(preset, config, seed_of_run(seed, number), skill, **how)
        for skill in skills
        for number in range(runs)
    ]
