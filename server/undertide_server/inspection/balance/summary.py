"""The sums of many runs, skill by skill."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean, median
from typing import TypedDict

from undertide_server.inspection.balance.plan import Plan
from undertide_server.inspection.balance.records import Arrival, Played

PERCENT = 100
MOST_KILLERS = 12
"""Most killers to list for each skill, worst first."""


class DepthData(TypedDict):
    """Figures of the parties of one skill that reached floors of one number."""

    floor: int
    parties: int
    """Parties that reached such a floor."""
    average: float
    """R1's average strength, as the mean of their games."""
    worth: float
    """Mean worth of their heroes on arrival, as a strength; see `worth`."""
    weakest: int
    strongest: int
    level: float
    ticks: float
    """Median of the ticks that these parties spent there."""


class SkillData(TypedDict):
    """Results of the runs of one skill."""

    skill: str
    heroes: int
    runs: int
    won: int
    given_up: int
    """Runs that did not end by themselves."""
    floors: list[int]
    """The deepest floor of each run."""
    median_floor: float
    depths: list[DepthData]
    deaths: dict[str, int]
    """Fallen heroes by cause."""
    killers: dict[str, int]
    """Fallen heroes by the killer's family or the name of the harm; only the worst."""
    tide_share: float
    """Percent of the fallen heroes that the tide's monsters killed."""
    kills: int
    """Monsters that fell."""
    tide_kills: int
    """Those of them that the tide brought."""


class BalanceData(TypedDict):
    """Results of all runs."""

    preset: str
    pace: str
    ticks: int
    """Ticks after which a run was given up."""
    staged: bool
    """Whether the heroes started before the last boss."""
    skills: list[SkillData]


def balance_data(plans: Sequence[Plan], played: Sequence[Played]) -> BalanceData:
    """Return the figures of plans and their runs. The plans differ only in skill and seed."""
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
    """Return the figures of runs of one skill; there is at least one run."""
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
    """Return the percent of runs that reached a floor of this number."""
    return _share(sum(deepest >= floor for deepest in data["floors"]), data["runs"])


def _share(part: int, whole: int) -> float:
    return round(PERCENT * part / whole, 1) if whole else 0.0


def _depths(runs: Iterable[Played]) -> list[DepthData]:
    """Return the figures of each depth that any run reached, from the first."""
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
