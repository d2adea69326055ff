"""The tables of `inspect balance`, and its progress."""

import math
from collections.abc import Sequence

from rich.console import Group
from rich.table import Table

from undertide_server.inspection.balance.summary import (
    ACTIVITIES,
    BalanceData,
    SkillData,
    share_that_reached,
)

MARKS = (4, 8, 12, 16, 20)
"""Floors for which the table gives the share of runs that reached them."""


def render_balance(data: BalanceData) -> Group:
    """Return a table of all skills, one of the causes of death, and two per skill of its depths."""
    skills = data["skills"]
    return Group(_overview(data), _deaths(skills), *map(_way_down, skills), *map(_times, skills))


def _table(title: str) -> Table:
    return Table(title=title, title_style="bold", title_justify="left")


def _overview(data: BalanceData) -> Table:
    where = ", before the last boss" if data["staged"] else ""
    table = _table(f"Balance of {data['preset']}, {data['pace']} pace{where}")
    table.add_column("skill", style="bold")
    for heading in ("heroes", "runs", "won", "floor", *(f"≥ {mark}" for mark in MARKS)):
        table.add_column(heading, justify="right")
    for skill in data["skills"]:
        table.add_row(
            skill["skill"],
            str(skill["heroes"]),
            str(skill["runs"]),
            _wins(skill),
            f"{skill['median_floor']:g}",
            *(f"{share_that_reached(skill, mark):.0f} %" for mark in MARKS),
        )
    return table


def _deaths(skills: Sequence[SkillData]) -> Table:
    table = _table("What heroes fell to")
    table.add_column("skill", style="bold")
    table.add_column("causes")
    table.add_column("killers")
    table.add_column("lived", justify="right")
    table.add_column("the tide's", justify="right")
    for skill in skills:
        share = f"{skill['tide_share']:.0f} %"
        causes, killers = _counts(skill["deaths"]), _counts(skill["killers"])
        mean, half = skill["lived"]
        table.add_row(skill["skill"], causes, killers, f"{mean:.0f} ± {half:.0f}", share)
    return table


def _way_down(skill: SkillData) -> Table:
    table = _table(f"{skill['skill']}: the way down")
    headings = ("floor", "parties", "level", "worth", "from", "to", "average", "ticks", "lost")
    for heading in headings:
        table.add_column(heading, justify="right")
    for depth in skill["depths"]:
        table.add_row(
            str(depth["floor"]),
            str(depth["parties"]),
            f"{depth['level']:.1f}",
            f"{depth['worth']:.0f}",
            str(depth["weakest"]),
            str(depth["strongest"]),
            f"{depth['average']:.1f}",
            f"{depth['ticks']:.0f}",
            f"{depth['ended']:.0%}",
        )
    return table


def _times(skill: SkillData) -> Table:
    table = _table(f"{skill['skill']}: what the time went into, in percent")
    for heading in ("floor", "ticks", *ACTIVITIES):
        table.add_column(heading, justify="right")
    for depth in skill["depths"]:
        shares = (f"{depth['times'][each]:.0f}" for each in ACTIVITIES)
        table.add_row(str(depth["floor"]), f"{depth['ticks']:.0f}", *shares)
    return table


def _wins(skill: SkillData) -> str:
    """Return the number of wins, and the 95 % interval of their share."""
    low, high = skill["won_interval"]
    return f"{skill['won']} ({100 * low:.0f}-{100 * high:.0f} %)"


def _counts(counted: dict[str, int]) -> str:
    ordered = sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{name} {count}" for name, count in ordered)


class PlayedCount:
    """How many runs of a measurement are done, `done` of them before it began."""

    def __init__(self, total: int, done: int) -> None:
        self._total = total
        self._done = done
        self._played = 0

    def count_run(self) -> None:
        """Count a run that was played."""
        self._done += 1
        self._played += 1

    def tell_time_left(self, seconds: float) -> str:
        """Return the progress after so many seconds, with the time left once a run was played."""
        runs = f"{self._done} of {self._total} runs"
        left = self._total - self._done
        if not self._played or not left:
            return runs
        return f"{runs}, {_duration(seconds / self._played * left)} left"


def _duration(seconds: float) -> str:
    """Return a time as people estimate it, rounded up."""
    minutes = math.ceil(seconds / 60)
    if minutes < 60:
        return f"about {minutes} min"
    return f"about {minutes // 60} h {minutes % 60} min"
