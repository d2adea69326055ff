"""`inspect roster`: the races and kinds of a game (R2)."""

from pathlib import Path
from typing import TypedDict

from rich.console import Group
from rich.table import Table
from rich.text import Text

from undertide_server.content.records.monsters import Behaviour
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.tricks import Tricks
from undertide_server.inspection.colours import hex_of
from undertide_server.worldgen.creatures.roster import Band, MonsterKind
from undertide_server.worldgen.game.game import make_game
from undertide_server.worldgen.game.repertoire import Repertoire


class ContentData(TypedDict):
    """The number of families, races and kinds in the content, whatever the seed."""

    families: int
    races: int
    kinds: int


class BandData(TypedDict):
    """A band and its race; `tier` counts from 0."""

    strengths: list[int]
    family: str
    tier: int
    race: str


class KindData(TypedDict):
    """A kind of this game; `colour` is "#rrggbb", `experience` the reward for its death."""

    strength: int
    name: str
    glyph: str
    colour: str
    life: int
    attack: int
    speed: int
    experience: int
    boss: bool
    mods: dict[str, int]
    """Levels of its family's and its class's mods."""
    ways: list[str]
    """Names of the fields of `Behaviour` and `Tricks` that set it apart."""


class RosterData(TypedDict):
    """The roster of one game: bands and kinds from weakest to strongest."""

    content: ContentData
    bands: list[BandData]
    kinds: list[KindData]


def roster_data(ruleset: Ruleset, seed: bytes, repertoire: Repertoire) -> RosterData:
    """Return the roster of the game of `seed`. Presets with tables as source have no bands."""
    roster = make_game(ruleset, seed, repertoire).roster
    return {
        "content": _content(ruleset),
        "bands": [_band(band) for band in roster.bands],
        "kinds": [_kind(kind) for kind in roster.kinds],
    }


def render_roster(data: RosterData) -> Group:
    """Return a line on the content, and a table: each band's race, then one row per kind.

    Mods and special behaviour stand below a kind's name.
    """
    content = data["content"]
    head = (
        f"Content: {content['families']} families, {content['races']} races,"
        f" {content['kinds']} kinds. This game: {len(data['bands'])} bands,"
        f" {len(data['kinds'])} kinds."
    )
    races = {
        strength: f"{band['race']} ({band['family']} {band['tier'] + 1})"
        for band in data["bands"]
        for strength in band["strengths"][:1]
    }
    table = Table(title="Roster", title_style="bold")
    for heading in _HEADINGS:
        table.add_column(heading, justify="left" if heading in {"", "kind"} else "right")
    for kind in data["kinds"]:
        if kind["strength"] in races:
            table.add_section()
            table.add_row("", "", Text(races[kind["strength"]], style="bold"))
        table.add_row(*_cells(kind))
    return Group(Text(head), table)


def plot_roster(data: RosterData, path: Path) -> None:
    """Write a picture with one row per race, strongest on top; kinds have glyphs and colours."""
    # Imported here: matplotlib is slow to load, and most calls draw nothing.
    from undertide_server.inspection.plots import INK, new_plot, save  # noqa: PLC0415

    rows = _rows(data)
    most = max(len(kinds) for _, kinds in rows)
    figure, axes = new_plot(width=2 + 2.4 * most, height=1 + 0.36 * len(rows))
    for floor, (_, kinds) in enumerate(rows):
        for column, kind in enumerate(kinds):
            caption = f"{kind['name']} {kind['strength']}"
            for shift, text, colour, size in (
                (0.0, kind["glyph"], kind["colour"], 15),
                (0.09, caption, INK, 8),
            ):
                axes.text(
                    column + shift, floor, text, color=colour, size=size, va="center",
                    parse_math=False,
                )  # fmt: skip
    axes.grid(visible=False)
    axes.set(xlim=(-0.1, most), ylim=(-0.8, len(rows) - 0.2), xticks=[])
    axes.set_yticks(range(len(rows)), [race for race, _ in rows])
    axes.set_title("Roster")
    save(figure, path)


_HEADINGS = ("strength", "", "kind", "life", "attack", "speed", "pays")
"""Short, so that kinds have room on a narrow screen; the second is the glyph."""
_WAYS = ("flees_below", "shoots", "pack", "casts", "rises", "peaceful", "guards", "lurks")
"""Fields of `Behaviour` that are listed if a kind has them."""


def _content(ruleset: Ruleset) -> ContentData:
    families = ruleset.families.values()
    return {
        "families": len(families),
        "races": sum(len(family.tiers) for family in families),
        "kinds": sum(len(family.tiers) * len(family.classes) for family in families),
    }


def _band(band: Band) -> BandData:
    return {
        "strengths": list(band.strengths),
        "family": band.family,
        "tier": band.tier,
        "race": band.race,
    }


def _kind(kind: MonsterKind) -> KindData:
    return {
        "strength": kind.strength,
        "name": kind.name,
        "glyph": kind.glyph,
        "colour": hex_of(kind.colour),
        "life": kind.life,
        "attack": kind.attack,
        "speed": kind.speed,
        "experience": kind.experience,
        "boss": kind.boss,
        "mods": dict(kind.mods),
        "ways": _ways(kind.behaviour),
    }


def _ways(behaviour: Behaviour) -> list[str]:
    """Return the names of a kind's special behaviour; those of its tricks come last."""
    own = [name for name in _WAYS if getattr(behaviour, name)]
    tricks = [name for name in Tricks.model_fields if getattr(behaviour.tricks, name)]
    return own + tricks


def _cells(kind: KindData) -> list[Text]:
    name = kind["name"] + (" (boss)" if kind["boss"] else "")
    mods = [f"{mod} {level:+}" for mod, level in kind["mods"].items()]
    about = Text("\n" + ", ".join(mods + kind["ways"]), style="dim") if mods or kind["ways"] else ""
    figures = (kind["life"], kind["attack"], kind["speed"], kind["experience"])
    return [
        Text(str(kind["strength"])),
        Text(kind["glyph"], style=f"bold {kind['colour']}"),
        Text(name, style=kind["colour"]) + about,
        *(Text(str(figure)) for figure in figures),
    ]


def _rows(data: RosterData) -> list[tuple[str, list[KindData]]]:
    """Return the kinds of each band under the name of its race; without bands, one row per kind."""
    if not data["bands"]:
        return [(kind["name"], [kind]) for kind in data["kinds"]]
    by_strength = {kind["strength"]: kind for kind in data["kinds"]}
    return [
        (band["race"], [by_strength[strength] for strength in band["strengths"]])
        for band in data["bands"]
    ]
