"""`inspect gear`: bases, affixes and artifacts, and which of them heroes find by floor (R6, R8)."""

from collections import Counter
from pathlib import Path
from typing import Any, TypedDict

from rich.console import Group
from rich.table import Table
from rich.text import Text

from undertide_server.content.records.gear import SLOTS
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.inspection.colours import hex_of
from undertide_server.util.rng import derive
from undertide_server.worldgen.game.game import Game, make_game
from undertide_server.worldgen.game.repertoire import Repertoire
from undertide_server.worldgen.items.generation import draw_gear, gear_odds
from undertide_server.worldgen.stages.artifacts import depth_of

SHOWN = 4
"""Drawn pieces to show for each floor: a screenful for a game of 20 floors."""
DRAWN = 200
"""Pieces to draw for each floor to count qualities: few shares are off by three percent."""


class BaseData(TypedDict):
    """A base. `stats` are levels; `floor` is the first floor where it is found, None if never."""

    key: str
    name: str
    sort: str
    slots: list[str]
    stats: dict[str, int]
    floor: int | None


class AffixData(TypedDict):
    """An affix. `stats` are levels of stats for each level of it; `floor` is its first floor."""

    key: str
    name: str
    sorts: list[str]
    stats: dict[str, int]
    levels: int
    floor: int


class ArtifactData(TypedDict):
    """An artifact. `depth` is the number of the floors where it lies, None if it lies nowhere."""

    key: str
    name: str
    base: str
    affixes: dict[str, int]
    floor: int
    depth: int | None


class PieceData(TypedDict):
    """A piece of gear. `figures` are the figures that it gives."""

    key: str
    name: str
    quality: str
    colour: str
    figures: dict[str, int]


class FoundData(TypedDict):
    """The finds on floors of a number: some pieces, and shares of qualities in percent."""

    floor: int
    pieces: list[PieceData]
    percent: dict[str, float]


class GearData(TypedDict):
    """All gear of one game. `content` has the numbers of bases, affixes and artifacts."""

    content: dict[str, int]
    bases: list[BaseData]
    affixes: list[AffixData]
    artifacts: list[ArtifactData]
    found: list[FoundData]


def gear_data(ruleset: Ruleset, seed: bytes, repertoire: Repertoire) -> GearData:
    """Return the gear of the game of `seed`."""
    game = make_game(ruleset, seed, repertoire)
    rules = game.ruleset
    return {
        "content": {
            "bases": len(rules.gear.bases),
            "affixes": len(rules.affixes),
            "artifacts": len(rules.artifacts),
        },
        "bases": _bases(rules),
        "affixes": _affixes(rules),
        "artifacts": _artifacts(game),
        "found": [_found(game, floor.floor) for floor in game.curve.floors],
    }


def render_gear(data: GearData) -> Group:
    """Return tables of bases, affixes and artifacts, and of the finds by floor."""
    return Group(
        _table("Bases", data["bases"], ("name", "sort", "floor"), "stats"),
        _table("Affixes", data["affixes"], ("name", "levels", "floor"), "stats"),
        _table("Artifacts", data["artifacts"], ("name", "floor", "depth"), "affixes"),
        _found_table(data),
    )


def plot_gear(data: GearData, path: Path) -> None:
    """Write a picture of the share of each quality among the finds, by floor."""
    # Imported here: matplotlib is slow to load, and most calls draw nothing.
    from undertide_server.inspection.plots import new_plot, save  # noqa: PLC0415

    floors = [found["floor"] for found in data["found"]]
    below = [0.0] * len(floors)
    figure, axes = new_plot(width=10, height=5)
    colours = (
        "#7a8794",
        "#8fd8ff",
        "#ffd166",
        "#ff8fb1",
        "#c9a7ff",
        "#9be564",
        "#ff9f5a",
        "#ffffff",
    )
    qualities = dict.fromkeys(name for found in data["found"] for name in found["percent"])
    for name, colour in zip(qualities, colours, strict=False):
        shares = [found["percent"].get(name, 0.0) for found in data["found"]]
        axes.bar(floors, shares, bottom=below, color=colour, label=name)
        below = [one + share for one, share in zip(below, shares, strict=True)]
    axes.set(xlabel="floor", ylabel="percent of gear found", xticks=floors)
    axes.set_title("Quality of gear")
    axes.legend(loc="upper right")
    save(figure, path)


def _bases(rules: Ruleset) -> list[BaseData]:
    return [
        {
            "key": key,
            "name": base.name,
            "sort": base.sort,
            "slots": list(SLOTS[base.sort]),
            "stats": dict[str, int](base.stats.items()),
            "floor": next((row.floor for row in base.weights if row.value), None),
        }
        for key, base in rules.gear.bases.items()
    ]


def _affixes(rules: Ruleset) -> list[AffixData]:
    return [
        {
            "key": key,
            "name": affix.name,
            "sorts": list(affix.sorts),
            "stats": dict[str, int](affix.stats.items()),
            "levels": affix.levels,
            "floor": affix.floor,
        }
        for key, affix in rules.affixes.items()
    ]


def _artifacts(game: Game) -> list[ArtifactData]:
    return [
        {
            "key": key,
            "name": artifact.name,
            "base": artifact.base,
            "affixes": dict(artifact.affixes),
            "floor": artifact.floor,
            "depth": depth_of(game, key),
        }
        for key, artifact in game.ruleset.artifacts.items()
    ]


def _found(game: Game, number: int) -> FoundData:
    """Return the finds on floors of a number; empty if such floors have no gear."""
    if not any(gear_odds(game.ruleset, number).values()):
        return {"floor": number, "pieces": [], "percent": {}}
    pieces = [_piece(game, number, index) for index in range(DRAWN)]
    counts = Counter(piece["quality"] for piece in pieces)
    names = [quality.name for quality in game.ruleset.gear.qualities]
    return {
        "floor": number,
        "pieces": pieces[:SHOWN],
        "percent": {name: round(100 * counts[name] / DRAWN, 1) for name in names},
    }


def _piece(game: Game, number: int, index: int) -> PieceData:
    rng = derive(game.seed, "inspected gear", number, index)
    kind = game.items.kind(draw_gear(game.ruleset, number, rng))
    return {
        "key": kind.key,
        "name": kind.name,
        "quality": kind.gear.quality if kind.gear else "",
        "colour": hex_of(kind.colour),
        "figures": dict(kind.gear.figures) if kind.gear else {},
    }


def _table(title: str, rows: list[Any], columns: tuple[str, ...], levels: str) -> Table:
    """Return a table of rows: `columns` as they are, and the column `levels` as text."""
    table = Table(title=f"{title}: {len(rows)}", title_style="bold")
    for column in columns:
        table.add_column(column, style="cyan" if column == "name" else "")
    table.add_column(levels)
    for row in rows:
        table.add_row(*(_said(row[column]) for column in columns), _levels(row[levels]))
    return table


def _found_table(data: GearData) -> Table:
    table = Table(title="Found, by floor", title_style="bold")
    table.add_column("floor", justify="right")
    table.add_column("piece")
    table.add_column("figures")
    for found in data["found"]:
        for piece in found["pieces"]:
            name = Text(piece["name"], style=piece["colour"])
            table.add_row(str(found["floor"]), name, _levels(piece["figures"]))
    return table


def _said(value: object) -> str:
    return "" if value is None else str(value)


def _levels(levels: dict[str, int]) -> str:
    return ", ".join(f"{name} {level}" for name, level in levels.items())
