"""`inspect weights`: how likely each floor type is, from depth to depth (R9)."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TypedDict

from rich.console import Group
from rich.table import Table
from rich.text import Text

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.inspection.floor_types import TypeData, types_data
from undertide_server.util.rng import derive
from undertide_server.worldgen.game.game import Game, make_game
from undertide_server.worldgen.game.run_tree import Branch, children_of, root_of

WALKS = 500
"""Paths that are walked: few shares come out more than four percent off, in half a second."""
LEAST_LABELLED = 2.5
"""Percent: the glyph of a smaller share would not fit its part of the bar."""


class WeightsData(TypedDict):
    """Share of each type by its key, in percent from the root's depth on.

    Shares are those of stairs that a hero sees who takes one at random on each floor, counted over
    `walks` such paths through trees of different seeds.
    """

    walks: int
    types: dict[str, TypeData]
    percent: dict[str, list[float]]


def weights_data(ruleset: Ruleset, seed: bytes) -> WeightsData:
    """Return the shares by the content of the game of `seed`, which also draws the walks."""
    game = make_game(ruleset, seed)
    counts: list[Counter[str]] = [Counter() for _ in game.curve.floors]
    for walk in range(WALKS):
        # A seed is any bytes: a longer one is that of another tree.
        _count(replace(game, seed=seed + walk.to_bytes(4, "little")), counts)
    seen = {key for count in counts for key in count}
    types = types_data(game.ruleset.tree, seen)
    return {
        "walks": WALKS,
        "types": types,
        "percent": {key: [_percent(count[key]) for count in counts] for key in types},
    }


def render_weights(data: WeightsData) -> Group:
    """Return a table with a row a depth and a column a type, and below it what glyphs mean."""
    types, percent = data["types"], data["percent"]
    table = Table(title="Share of floor types in percent, by depth", title_style="bold")
    table.add_column("depth", justify="right")
    for kind in types.values():
        table.add_column(Text(kind["glyph"], style=kind["colour"]), justify="right")
    for depth, row in enumerate(zip(*percent.values(), strict=True)):
        shares = (f"{share:.0f}" if share else "" for share in row)
        table.add_row(str(depth), *shares)
    legend = Text("  ").join(
        Text(f"{kind['glyph']} {kind['name']}", style=kind["colour"]) for kind in types.values()
    )
    return Group(table, legend, Text(f"Over {data['walks']} random paths.", style="dim"))


def plot_weights(data: WeightsData, path: Path) -> None:
    """Write a picture with a bar a depth, cut by the shares of the types, each with its glyph."""
    # Here, as matplotlib takes long to import and most calls draw nothing.
    from undertide_server.inspection.plots import PAPER, new_plot, save  # noqa: PLC0415

    figure, axes = new_plot(width=12, height=7)
    depths = range(_floors(data))
    below = [0.0 for _ in depths]
    for key, kind in data["types"].items():
        shares = data["percent"][key]
        bars = axes.bar(
            depths, shares, bottom=below, width=0.9, color=kind["colour"], edgecolor=PAPER,
            label=f"{kind['glyph']}  {kind['name']}",
        )  # fmt: skip
        glyphs = [kind["glyph"] if share >= LEAST_LABELLED else "" for share in shares]
        axes.bar_label(
            bars, glyphs, label_type="center", color=PAPER, weight="bold", parse_math=False
        )
        below = [low + share for low, share in zip(below, shares, strict=True)]
    axes.set(xlabel="depth", ylabel="percent of stairs", xticks=depths, ylim=(0, 100))
    axes.set_title("Share of floor types")
    legend = axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), reverse=True)
    for text in legend.get_texts():
        text.set_parse_math(False)
    save(figure, path)


def _floors(data: WeightsData) -> int:
    return len(next(iter(data["percent"].values())))


def _count(game: Game, counts: list[Counter[str]]) -> None:
    """Walk down one random path; the stairs of a floor count as one of these shares together."""
    rng = derive(game.seed, "walk")
    level: tuple[Branch, ...] = (root_of(game),)
    while level:
        for branch in level:
            counts[branch.depth][branch.type] += _WHOLE // len(level)
        level = children_of(game, rng.pick(level))


_WHOLE = 6
"""Divides evenly by 1, 2 and 3 stairs."""


def _percent(count: int) -> float:
    return round(100 * count / (_WHOLE * WALKS), 1)
