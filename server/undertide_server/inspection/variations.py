"""`inspect variations`: the variety of runs, and the draws of a seed (R14)."""

from pathlib import Path
from typing import TypedDict

from rich.console import Group
from rich.table import Table
from rich.text import Text

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.variety import Change
from undertide_server.worldgen.game.variety import draw_variety

BAR_INCHES = 0.32
"""Height of one bar of the plot, in inches."""


class ChangeData(TypedDict):
    """One change: its target's key, and its effect as `900 %`, `+2` or `= 5`."""

    key: str
    effect: str


class VariationData(TypedDict):
    """One variation, and whether the seed draws it."""

    key: str
    name: str
    description: str
    changes: list[ChangeData]
    harmful: bool
    drawn: bool


class VariableData(TypedDict):
    """One variable: its range and the drawn number, absolute or in percent of the stated figure."""

    key: str
    low: int
    high: int
    percent: bool
    value: int


class ThemesData(TypedDict):
    """Themes that the seed removes, and themes that it makes twice as common."""

    removed: list[str]
    doubled: list[str]


class VarietyData(TypedDict):
    """All variations of the content, and the draws of the seed."""

    variations: list[VariationData]
    variables: list[VariableData]
    themes: ThemesData
    subtitle: str


def variations_data(ruleset: Ruleset, seed: bytes) -> VarietyData:
    """Return the variety of the content, and which of it the run of `seed` has."""
    rules, variety = ruleset.variety, draw_variety(ruleset, seed)
    return {
        "variations": [
            {
                "key": key,
                "name": variation.name,
                "description": variation.description,
                "changes": [
                    {"key": change.key, "effect": _effect(change)} for change in variation.changes
                ],
                "harmful": variation.harmful,
                "drawn": key in variety.variations,
            }
            for key, variation in rules.variations.items()
        ],
        "variables": [
            {
                "key": variable.key,
                "low": variable.low,
                "high": variable.high,
                "percent": variable.percent,
                "value": variety.variables[variable.key],
            }
            for variable in rules.variables
        ],
        "themes": {"removed": list(variety.removed), "doubled": list(variety.doubled)},
        "subtitle": variety.subtitle,
    }


def render_variations(data: VarietyData) -> Group:
    """Return the subtitle, the themes, a table of variables and one of variations."""
    subtitle = Text(data["subtitle"] or "no variations", style="bold")
    return Group(subtitle, _themes(data["themes"]), _variables(data), _variations(data))


def plot_variations(data: VarietyData, path: Path) -> None:
    """Write a picture of each variable's place in its range."""
    # Imported here: matplotlib is slow to load, and most calls draw nothing.
    from undertide_server.inspection.plots import new_plot, save  # noqa: PLC0415

    variables = list(reversed(data["variables"]))
    figure, axes = new_plot(width=10, height=2 + BAR_INCHES * len(variables))
    rows = range(len(variables))
    axes.barh(rows, [100] * len(variables), color="#2b333c", label="range")
    axes.barh(rows, [_floor(variable) for variable in variables], color="#5ad1e6", label="drawn")
    for row, variable in zip(rows, variables, strict=True):
        axes.text(102, row, _figure(variable), color="#ffd166", va="center")
    axes.set_yticks(list(rows), [variable["key"] for variable in variables])
    axes.set(xlim=(0, 130), xlabel="percent of the way from the lowest to the highest")
    axes.set_title(data["subtitle"] or "No variations")
    axes.legend(loc="lower right")
    save(figure, path)


def _themes(themes: ThemesData) -> Text:
    said = [
        f"{what}: {', '.join(keys)}"
        for what, keys in (("without", themes["removed"]), ("twice", themes["doubled"]))
        if keys
    ]
    return Text(f"themes {'; '.join(said)}" if said else "themes as ever")


def _variables(data: VarietyData) -> Table:
    table = Table(title="Variables", title_style="bold")
    table.add_column("key", style="cyan")
    for heading in ("lowest", "drawn", "highest"):
        table.add_column(heading, justify="right")
    for variable in data["variables"]:
        sign = "%" if variable["percent"] else ""
        low, high = variable["low"], variable["high"]
        table.add_row(variable["key"], f"{low}{sign}", _figure(variable), f"{high}{sign}")
    return table


def _variations(data: VarietyData) -> Table:
    table = Table(title="Variations", title_style="bold")
    table.add_column("drawn", justify="center", style="bold")
    table.add_column("name", style="cyan")
    table.add_column("harmful", justify="center")
    table.add_column("what it does")
    table.add_column("changes", overflow="fold")
    for variation in data["variations"]:
        changes = "\n".join(f"{each['key']} {each['effect']}" for each in variation["changes"])
        drawn, style = ("yes", "bold") if variation["drawn"] else ("", "")
        harmful = "yes" if variation["harmful"] else ""
        told = (drawn, variation["name"], harmful, variation["description"], Text(changes))
        table.add_row(*told, style=style)
    return table


def _effect(change: Change) -> str:
    """Return the effect of a change in a few characters."""
    if change.percent is not None:
        return f"{change.percent} %"
    if change.add is not None:
        return f"{change.add:+}"
    value = change.value
    return f"= {str(value).lower() if isinstance(value, bool) else value}"


def _figure(variable: VariableData) -> str:
    return f"{variable['value']}{'%' if variable['percent'] else ''}"


def _floor(variable: VariableData) -> float:
    """Return how far a variable lies from its lowest to its highest, in percent."""
    return 100 * (variable["value"] - variable["low"]) / (variable["high"] - variable["low"])
