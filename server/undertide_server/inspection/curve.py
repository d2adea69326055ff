"""`inspect curve`: the rise of strength with depth (R1)."""

from pathlib import Path
from typing import TypedDict

from rich.table import Table

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.worldgen.creatures.curve import build_curve


class CurveFloorData(TypedDict):
    """One floor. `strengths` are those of the regular types, `bosses` the others."""

    floor: int
    step: int
    strengths: list[int]
    bosses: list[int]
    average: float


class CurveData(TypedDict):
    """The curve of one game, from the first floor."""

    floors: list[CurveFloorData]


def curve_data(ruleset: Ruleset, seed: bytes) -> CurveData:
    """Return the curve of the game of `seed`."""
    return {
        "floors": [
            {
                "floor": floor.floor,
                "step": floor.step,
                "strengths": list(floor.strengths),
                "bosses": list(floor.bosses),
                "average": floor.average,
            }
            for floor in build_curve(ruleset.curve, seed).floors
        ]
    }


def render_curve(data: CurveData) -> Table:
    """Return a table with one row per floor."""
    table = Table(title="Strength curve", title_style="bold")
    for heading in ("floor", "step", "types"):
        table.add_column(heading, justify="right")
    table.add_column("strengths", style="cyan")
    table.add_column("average", justify="right", style="bold")
    table.add_column("bosses", style="red")
    for floor in data["floors"]:
        table.add_row(
            str(floor["floor"]),
            str(floor["step"]),
            str(len(floor["strengths"]) + len(floor["bosses"])),
            " ".join(map(str, floor["strengths"])),
            f"{floor['average']:.2f}",
            " ".join(map(str, floor["bosses"])),
        )
    return table


def plot_curve(data: CurveData, path: Path) -> None:
    """Write a picture of the curve: strengths of each floor, its average, its bosses."""
    # Imported here: matplotlib is slow to load, and most calls draw nothing.
    from undertide_server.inspection.plots import new_plot, save  # noqa: PLC0415

    floors = data["floors"]
    depths = [floor["floor"] for floor in floors]
    regular = [(floor["floor"], value) for floor in floors for value in floor["strengths"]]
    bosses = [(floor["floor"], value) for floor in floors for value in floor["bosses"]]
    figure, axes = new_plot(width=10, height=6)
    axes.plot(depths, [floor["average"] for floor in floors], color="#5ad1e6", label="average")
    axes.scatter(*_columns(regular), s=26, color="#ffd166", label="regular type")
    axes.scatter(*_columns(bosses), s=46, marker="D", color="#ff6b6b", label="boss")
    axes.set(yscale="log", xlabel="floor", ylabel="strength", xticks=depths)
    axes.set_title("Strength curve")
    axes.legend(loc="upper left")
    save(figure, path)


def _columns(points: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
    return [x for x, _ in points], [y for _, y in points]
