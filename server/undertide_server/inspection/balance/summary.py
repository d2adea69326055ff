"""Many runs added up, skill by skill."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean, median
from typing import TypedDict

from undertide_server.inspection.balance.plan import Plan
from undertide_server.inspection.balance.records import Arrival, Played

PERCENT = 100
MOST_KILLERS = 12
"""Killers that are named of each skill, the worst first."""


class DepthData(TypedDict):
    """How parties of one skill came to floors of one number."""

    floor: int
    parties: int
    """How many came that far."""
    average: float
    """R1's average strength, as their games have it in the mean."""
    worth: float
    """Mean worth of their heroes on arrival, as a strength; see `worth`."""
    weakest: int
    strongest: int
    level: float
    ticks: float
    """Median of the moments that those spent there who came."""


class SkillData(TypedDict):
    """What came of the runs of one skill."""

    skill: str
    heroes: int
    runs: int
    won: int
    given_up: int
    """Runs whose ticks ran out."""
    floors: list[int]
    """The deepest floor of each run."""
    median_floor: float
    depths: list[DepthData]
    deaths: dict[str, int]
    """Heroes that fell, by cause."""
    killers: dict[str, int]
    """By family, or by what harmed: the worst ones."""
    tide_share: float
    """Percent of the fallen heroes whom the tide killed."""
    kills: int
    """Monsters that fell."""
    tide_kills: int
    """Those of them that the tide had brought."""


class BalanceData(TypedDict):
    """What came of all runs."""

    preset: str
    pace: str
    ticks: int
    """Moments after which a run was given up."""
    staged: bool
    """Whether heroes began before the last boss."""
    skills: list[SkillData]


def balance_data(plans: Sequence[Plan], played: Sequence[Played]) -> BalanceData:
    """Return the figures of plans that share all but skill and seed, and of what came of each."""
    by_skill: dict[str, list[Played]] = {}
    for run in played:
        by_skill.setdefault(run.skill, []).append(run)
    first = plans[0]
    return {
        "preset": first.preset,
        "pace": first.pace,
        "ticks": first.ticks,
        "staged": first.staged,
        "skills": [skill_data(runs) for runs in by_skill.values()],
    }


def skill_data(runs: Sequence[Played]) -> SkillData:
    """Return the figures of runs of one skill, of which there is at least one."""
    falls = [fall for run in runs for fall in run.falls]
    killers = Counter(fall.by for fall in falls)
    deaths = Counter(fall.cause for fall in falls)
    return {
        "skill": runs[0].skill,
        "heroes": runs[0].heroes,
        "runs": len(runs),
        "won": sum(run.won for run in runs),
        "given_up": sum(not run.ended for run in runs),
        "floors": [run.floor for run in runs],
        "median_floor": float(median(run.floor for run in runs)),
        "depths": _depths(runs),
        "deaths": dict(sorted(deaths.items())),
        "killers": dict(killers.most_common(MOST_KILLERS)),
        "tide_share": _share(deaths["tide"], len(falls)),
        "kills": sum(run.kills for run in runs),
        "tide_kills": sum(run.tide_kills for run in runs),
    }


def share_that_reached(data: SkillData, floor: int) -> float:
    """Return the percent of runs that came to a floor of this number."""
    return _share(sum(deepest >= floor for deepest in data["floors"]), data["runs"])


def _share(part: int, whole: int) -> float:
    return round(PERCENT * part / whole, 1) if whole else 0.0


def _depths(runs: Iterable[Played]) -> list[DepthData]:
    """Return the figures of each depth that anybody reached, from the first."""
    by_floor: dict[int, list[tuple[Arrival, Played]]] = {}
    for run in runs:
        for arrival in run.arrivals:
            by_floor.setdefault(arrival.floor, []).append((arrival, run))
    return [_depth(floor, by_floor[floor]) for floor in sorted(by_floor)]


def _depth(floor: int, came: Sequence[tuple[Arrival, Played]]) -> DepthData:
    worths = [worth for arrival, _ in came for worth in arrival.worths] or [0]
    levels = [level for arrival, _ in came for level in arrival.levels] or [0]
    return {
        "floor": floor,
        "parties": len(came),
        "average": round(fmean(arrival.average for arrival, _ in came), 2),
        "worth": round(fmean(worths), 1),
        "weakest": min(worths),
        "strongest": max(worths),
        "level": round(fmean(levels), 1),
        "ticks": float(median(run.floor_ticks.get(floor, 0) for _, run in came)),
    }
