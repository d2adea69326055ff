"""The run tree as a picture. Slow to import: matplotlib."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from undertide_server.inspection.plots import GRID, INK, PAPER, new_plot, save
from undertide_server.inspection.tree_records import BranchData, TypeData
from undertide_server.worldgen.game.run_tree import MOST_CHILDREN

Spot = tuple[float, float]

WIDEST = 60.0
"""Inches: 9000 pixels, which picture viewers can still open."""
RING, THICK_RING = 1.0, 3.0
"""Line widths of the ring around a branch: without amulets, and with some."""


def draw_tree(
    title: str,
    branches: Sequence[BranchData],
    types: Mapping[str, TypeData],
    path: Path,
) -> None:
    """Write a tree as PNG, one row per depth, root on top. Parents come before their children."""
    spots = branch_spots(branches)
    leaves = max(x for x, _ in spots.values()) + 1
    deepest = max(branch["depth"] for branch in branches)
    figure, axes = new_plot(width=min(WIDEST, 5 + 0.5 * leaves), height=2.5 + 0.7 * deepest)
    for branch in branches:
        _draw_branch(axes, branch, types[branch["type"]], spots)
    axes.grid(visible=False)
    axes.set(xlim=(-1, leaves), ylim=(deepest + 0.7, -0.7), xticks=[], yticks=range(deepest + 1))
    axes.set(title=title, ylabel="depth")
    _explain(axes, types)
    save(figure, path)


def branch_spots(branches: Sequence[BranchData]) -> dict[str, Spot]:
    """Return the place of each branch: leaves side by side, parents above their children.

    The origins say which leaf is left of which.
    """
    below: dict[str, list[str]] = {branch["id"]: [] for branch in branches}
    for branch in branches:
        if branch["parent"] is not None:
            below[branch["parent"]].append(branch["id"])
    leaves = sorted((branch for branch in branches if not below[branch["id"]]), key=_share)
    columns = {leaf["id"]: float(column) for column, leaf in enumerate(leaves)}
    for branch in reversed(branches):
        if below[branch["id"]]:
            own = [columns[child] for child in below[branch["id"]]]
            columns[branch["id"]] = sum(own) / len(own)
    return {branch["id"]: (columns[branch["id"]], float(branch["depth"])) for branch in branches}


def _share(branch: BranchData) -> Fraction:
    """Return the share of the map's width that lies left of a branch."""
    column, row = branch["origin"]
    return Fraction(column, MOST_CHILDREN**row)


def _draw_branch(axes: Axes, branch: BranchData, kind: TypeData, spots: Mapping[str, Spot]) -> None:
    x, y = spots[branch["id"]]
    if branch["parent"] is not None:
        above = spots[branch["parent"]]
        axes.plot([above[0], x], [above[1], y], color=GRID, linewidth=1.5, zorder=1)
    ring = {
        "boxstyle": "circle",
        "facecolor": PAPER,
        "edgecolor": kind["colour"],
        "linewidth": THICK_RING if branch["amulets"] else RING,
    }
    axes.text(
        x, y, kind["glyph"], color=kind["colour"], size=11, weight="bold", ha="center",
        va="center", bbox=ring, parse_math=False, zorder=2,
    )  # fmt: skip


def _explain(axes: Axes, types: Mapping[str, TypeData]) -> None:
    """Draw a legend of the glyphs beside the tree."""
    marks = [
        Line2D([], [], linestyle="", marker="o", color=kind["colour"],
               label=f"{kind['glyph']}  {kind['name']}")
        for kind in types.values()
    ]  # fmt: skip
    marks.append(Line2D([], [], linestyle="", marker="o", fillstyle="none", color=INK,
                        markeredgewidth=THICK_RING, label="holds an amulet"))  # fmt: skip
    legend = axes.legend(handles=marks, loc="upper left", bbox_to_anchor=(1.01, 1.0))
    for text in legend.get_texts():
        text.set_parse_math(False)
