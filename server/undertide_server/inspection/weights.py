"""`inspect weights`: the likelihood of each floor type, depth by depth (R9)."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TypedDict

from rich.console import Group
from rich.table import Table
from rich.text import Text

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.inspection.tree_records import TypeData, types_data
from undertide_server.util.rng import derive
from undertide_server.worldgen.game.game import Game, make_game
from undertide_server.worldgen.game.repertoire import Repertoire
from undertide_server.worldgen.game.run_tree import Branch, children_of, root_of

WALKS = 500
"""Paths to walk, in half a second: few shares are off by more than four percent."""
LEAST_LABELLED = 2.5
"""Percent of the least share whose glyph fits its part of the bar."""


class WeightsData(TypedDict):
    """Share of each type by its key, in percent, from the root's depth on.

    A hero walks down `walks` trees of different seeds and takes random stairs on each floor. The
    shares are those of all stairs that the hero sees.
    """

    walks: int
    types: dict[str, TypeData]
    percent: dict[str, list[float]]


def weights_data(ruleset: Ruleset, seed: bytes, repertoire: Repertoire) -> WeightsData:
    """Return the shares for the content of the game of `seed`, which also draws the walks."""
    game = make_game(ruleset, seed, repertoire)
    counts: list[Counter[str]] = [Counter() for _ in game.curve.floors]
    for walk in range(WALKS):
        # A longer seed is the seed of another tree.
        _count(replace(game, seed=seed + walk.to_bytes(4, "little")), counts)
    seen = {key for count in counts for key in count}
    types = types_data(game.ruleset.tree, seen)
    return {
        "walks": WALKS,
        "types": types,
        "percent": {key: [_percent(count[key]) for count in counts] for key in types},
    }


def render_weights(data: WeightsData) -> Group:
    """Return a table with one row per depth and one column per type, and a legend below it."""
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
    """Write a picture with one bar per depth, divided by the shares of the types, with glyphs."""
    # Imported here: matplotlib is slow to load, and most calls draw nothing.
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
    """Walk down one random path. The branches of a depth that the hero sees share one count."""
    rng = derive(game.seed, "walk")
    level: tuple[Branch, ...] = (root_of(game),)
    while level:
        for branch in level:
            counts[branch.depth][branch.type] += _WHOLE // len(level)
        level = children_of(game, rng.pick(level))


_WHOLE = 6
"""Evenly divisible by 1, 2 and 3 stairs."""


def _percent(count: int) -> float:
    return round(100 * count / (_WHOLE * WALKS), 1)
