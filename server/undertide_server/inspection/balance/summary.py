"""The sums of many runs, skill by skill."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, median, stdev
from typing import Final, TypedDict, get_args

from undertide_server.inspection.balance.plan import Plan
from undertide_server.inspection.balance.records import Activity, Arrival, Played

PERCENT = 100
NORMAL_95 = 1.96
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""
ACTIVITIES: Final[tuple[Activity, ...]] = get_args(Activity)
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
    ended: float
    """Share of these parties, from 0 to 1, whose run was lost while they had come no deeper."""
    times: dict[Activity, float]
    """Percent of the time of their heroes on such floors, by what it went into."""
    deaths: dict[str, int]
    """Heroes that fell on such floors, by the killer's family or the name of the harm."""


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
    lived: tuple[float, float]
    """Mean of the ticks of the run by which heroes fell, and half of its 95 % interval."""
    tide_share: float
    """Percent of the fallen heroes that the tide's monsters killed."""
    kills: int
    """Monsters that fell."""
    tide_kills: int
    """Those of them that the tide brought."""
    won_interval: tuple[float, float]
    """Wilson's 95 % interval of the share of runs that are won, from 0 to 1."""
    reached: dict[str, float]
    """Share of the runs, from 0 to 1, that reached each floor of the game."""
    worth_ratio: dict[str, float]
    """Mean of the worth of heroes on arrival, divided by the floor's average, by floor."""


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
        "lived": _lived([fall.tick for fall in falls]),
        "tide_share": _share(deaths["tide"], len(falls)),
        "kills": sum(run.kills for run in runs),
        "tide_kills": sum(run.tide_kills for run in runs),
        "won_interval": wilson(sum(run.won for run in runs), len(runs)),
        "reached": _reached(runs),
        "worth_ratio": _worth_ratio(runs),
    }


def _lived(ticks: Sequence[int]) -> tuple[float, float]:
    """Return the mean of these ticks and half of its 95 % interval; 0 if they are too few."""
    spread = NORMAL_95 * stdev(ticks) / sqrt(len(ticks)) if len(ticks) > 1 else 0.0
    return round(fmean(ticks), 1) if ticks else 0.0, round(spread, 1)


def wilson(won: int, runs: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of the share of `won` among `runs`, of which there are some."""
    share, spread = won / runs, NORMAL_95**2 / runs
    middle = share + spread / 2
    half = NORMAL_95 * sqrt(share * (1 - share) / runs + spread / (4 * runs))
    low, high = (middle - half) / (1 + spread), (middle + half) / (1 + spread)
    return round(max(0.0, low), 4), round(min(1.0, high), 4)


def _reached(runs: Sequence[Played]) -> dict[str, float]:
    last = max(max(run.last_floor, run.floor) for run in runs)
    floors = range(1, last + 1)
    return {
        str(floor): round(sum(run.floor >= floor for run in runs) / len(runs), 4)
        for floor in floors
    }


def _worth_ratio(runs: Iterable[Played]) -> dict[str, float]:
    ratios: dict[int, list[float]] = {}
    for arrival in (arrival for run in runs for arrival in run.arrivals):
        found = ratios.setdefault(arrival.floor, [])
        found.extend(worth / arrival.average for worth in arrival.worths)
    return {str(floor): round(fmean(ratios[floor]), 2) for floor in sorted(ratios) if ratios[floor]}


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
    last = [run for _, run in came if run.floor == floor]
    killers = Counter(fall.by for _, run in came for fall in run.falls if fall.floor == floor)
    return {
        "floor": floor,
        "parties": len(came),
        "average": round(fmean(arrival.average for arrival, _ in came), 2),
        "worth": round(fmean(worths), 1),
        "weakest": min(worths),
        "strongest": max(worths),
        "level": round(fmean(levels), 1),
        "ticks": float(median(run.floor_ticks.get(floor, 0) for _, run in came)),
        "ended": round(sum(run.ended and not run.won for run in last) / len(came), 4),
        "times": _times(floor, [run for _, run in came]),
        "deaths": dict(killers.most_common()),
    }


def _times(floor: int, runs: Sequence[Played]) -> dict[Activity, float]:
    """Return the percent of the time on floors of a number by activity; 0 without time."""
    found = [run.times.get(floor, {}) for run in runs]
    whole = sum(sum(times.values()) for times in found)
    return {each: _share(sum(times.get(each, 0) for times in found), whole) for each in ACTIVITIES}
