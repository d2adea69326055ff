"""The picture of `inspect balance`. Imported only to draw: matplotlib is slow to load."""

from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from undertide_server.inspection.balance.summary import BalanceData, SkillData, share_that_reached
from undertide_server.inspection.plots import new_plots, save

COLOURS = ("#5ad1e6", "#ffd166", "#ff8fb1", "#9be564", "#c9a7ff", "#ff9f5a")
"""Colours of the skills, in their order. Markers tell the skills apart as well."""
MARKERS = "osD^vP"
CURVE = "#d7dde3"
CAUSES = ("monster", "boss", "tide", "companion", "harm")


def plot_balance(data: BalanceData, path: Path) -> None:
    """Write a picture: worth against the curve, depth reached, time per floor, causes of death."""
    figure, ((power, depth), (time, deaths)) = new_plots(width=14, height=9)
    _power(power, data["skills"])
    _depth(depth, data["skills"])
    _time(time, data["skills"])
    _deaths(deaths, data["skills"])
    for axes in (power, depth, time):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    save(figure, path)


def _power(axes: Axes, skills: list[SkillData]) -> None:
    curve = {
        depth["floor"]: depth["average"]
        for skill in sorted(skills, key=lambda skill: len(skill["depths"]))
        for depth in skill["depths"]
    }
    axes.plot(list(curve), list(curve.values()), color=CURVE, ls="--", label="floor's average")
    for number, skill in enumerate(skills):
        floors = [depth["floor"] for depth in skill["depths"]]
        worths = [depth["worth"] for depth in skill["depths"]]
        axes.plot(floors, worths, **_style(number), label=skill["skill"])
        low = [depth["weakest"] for depth in skill["depths"]]
        high = [depth["strongest"] for depth in skill["depths"]]
        axes.fill_between(floors, low, high, color=COLOURS[number % len(COLOURS)], alpha=0.15)
    axes.set(yscale="log", xlabel="floor", ylabel="strength", title="What a hero is worth")
    axes.legend(loc="upper left")


def _depth(axes: Axes, skills: list[SkillData]) -> None:
    deepest = max(max(skill["floors"]) for skill in skills)
    floors = list(range(1, deepest + 1))
    for number, skill in enumerate(skills):
        shares = [share_that_reached(skill, floor) for floor in floors]
        axes.plot(floors, shares, **_style(number), label=f"{skill['skill']} ({skill['runs']})")
    axes.set(xlabel="floor", ylabel="percent of runs", title="How deep parties come", ylim=(0, 104))
    axes.legend(loc="upper right")


def _time(axes: Axes, skills: list[SkillData]) -> None:
    for number, skill in enumerate(skills):
        floors = [depth["floor"] for depth in skill["depths"]]
        ticks = [depth["ticks"] for depth in skill["depths"]]
        axes.plot(floors, ticks, **_style(number), label=skill["skill"])
    axes.set(xlabel="floor", ylabel="ticks (median)", title="Time on a floor", ylim=(0, None))
    axes.legend(loc="upper right")


def _deaths(axes: Axes, skills: list[SkillData]) -> None:
    left = [0.0] * len(skills)
    names = [skill["skill"] for skill in skills]
    for number, cause in enumerate(CAUSES):
        shares = [
            100 * skill["deaths"].get(cause, 0) / max(1, sum(skill["deaths"].values()))
            for skill in skills
        ]
        axes.barh(names, shares, left=left, color=COLOURS[number], label=cause)
        left = [start + share for start, share in zip(left, shares, strict=True)]
    axes.set(xlabel="percent of the fallen", title="What heroes fall to", xlim=(0, 100))
    axes.invert_yaxis()
    axes.legend(loc="lower center", ncols=len(CAUSES), bbox_to_anchor=(0.5, -0.3))


def _style(number: int) -> dict[str, Any]:
    return {"color": COLOURS[number % len(COLOURS)], "marker": MARKERS[number % len(MARKERS)]}
