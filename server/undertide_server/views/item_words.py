"""Words about an item: its description, and the stats of gear."""

from collections.abc import Mapping

from undertide_server.content.records.gear import Affix
from undertide_server.content.records.gearing import highest_level, levels_of
from undertide_server.content.schema.fields import DAMAGE_TYPES
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.items.catalogue import GearFigures, ItemKind
from undertide_server.worldgen.items.figures import depth_made_on, figures_of, worth_at

STATS: Mapping[str, str] = {
    "attack": "attack {0:+}",
    "magic": "magic {0:+}",
    "life": "life {0:+}",
    "absorb": "absorb {0:+}",
    **{f"attack.{kind}": kind + " damage {0:+}" for kind in DAMAGE_TYPES},
    "regen": "healing {0:+}%",
    "speed": "speed {0:+}",
    "sight": "sight {0:+}",
    "mana": "mana {0:+}",
    "mana_regen": "mana comes back {0:+}%",
    "nourish": "hunger {1:+}%",
    "thorns": "thorns {0:+}%",
    "leech": "leech {0:+}%",
    **{f"res.{kind}": kind + " resistance {0:+}" for kind in DAMAGE_TYPES},
}
"""The words for each stat: format strings for the figure {0} and its negative {1}."""


def about(run: Run, kind: ItemKind) -> str:
    """Return the text that somebody who looks at an item reads."""
    if kind.gear is not None:
        return f"{kind.description} {_of_gear(kind.gear)}"
    if kind.essence is not None:
        sorts = run.rules.affixes[kind.essence].sorts
        return f"{kind.description} It goes into gear of these sorts: {', '.join(sorts)}."
    return kind.description


def levels_said(run: Run, affix: Affix, depth: int) -> str:
    """Return words for each level of an affix that a forge can work at this depth.

    `depth` is the number of the forge's floor.
    """
    highest = highest_level(affix, depth + run.rules.crafting.ahead)
    if not highest:
        return "Forges on this floor can't use it; go deeper."
    worth = worth_at(run.items.curve, depth_made_on(run.rules.gear, depth))
    given = [f"level {level} {_given(run, affix, level, worth)}" for level in range(1, highest + 1)]
    return f"At a forge here it gives: {'; '.join(given)}."


def _given(run: Run, affix: Affix, level: int, worth: int) -> str:
    """Return words for the stats of one level by itself; rounding may add a point to a piece."""
    given = figures_of(levels_of({}, [(affix, level)]), run.rules.gear.stats, worth)
    return ", ".join(_said(given)) or "nothing yet"


def _said(figures: Mapping[str, float]) -> list[str]:
    return [STATS[stat].format(figure, -figure) for stat, figure in figures.items()]


def _of_gear(gear: GearFigures) -> str:
    """Return a sentence about a piece of gear: its quality, slots and stats."""
    hands = "both hands" if gear.two_handed else gear.slots[0].replace("_", " ")
    reach = [f"range {gear.range}"] if gear.range else []
    return f"{gear.quality.capitalize()}, for {hands}: {', '.join(reach + _said(_exact(gear)))}."


def _exact(gear: GearFigures) -> Mapping[str, float]:
    """Return the figures of gear with their tenths."""
    keys = dict.fromkeys([*gear.figures, *gear.tenths])
    exact = {key: 10 * gear.figures.get(key, 0) + gear.tenths.get(key, 0) for key in keys}
    return {key: tenths / 10 if tenths % 10 else tenths // 10 for key, tenths in exact.items()}
