"""Which runs are played, and by whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TypedDict, Unpack

from undertide_server.util.rng import SEED_BYTES
from undertide_shared.messages import Pace


class How(TypedDict):
    """What all runs of one call share; see `Plan`."""

    heroes: int
    pace: Pace
    ticks: int
    staged: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """One run to play. With the same content and bots it always comes out the same."""

    preset: str
    config: Path | None
    """Folder of the content, as of `serve`."""
    seed: bytes
    skill: str
    """Name of the brain that plays each hero; see `undertide_shared.brains`."""
    heroes: int
    pace: Pace
    ticks: int
    """Moments of floors, all together, after which the run is given up."""
    staged: bool
    """Whether the heroes begin before the last boss, with all that its depth gives."""


def seed_of_run(seed: bytes, number: int) -> bytes:
    """Return the seed of the run with this number, of the many that one seed gives."""
    return blake2b(seed + number.to_bytes(8, "big"), digest_size=SEED_BYTES).digest()


def plans_of(
    preset: str,
    config: Path | None,
    seed: bytes,
    skills: Sequence[str],
    runs: int,
    **how: Unpack[How],
) -> list[Plan]:
    """Return so many plans for each skill, skill by skill; the same seeds for all of them."""
    return [
        Plan(preset, config, seed_of_run(seed, number), skill, **how)
        for skill in skills
        for number in range(runs)
    ]
