"""Callings as players read them before they have a hero (R7)."""

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.mechanics.inventory import outfit
from undertide_server.simulation.mechanics.stats import figures_of, worn_figures
from undertide_server.views.abilities import abilities_of_calling
from undertide_server.worldgen.creatures.curve import build_curve
from undertide_server.worldgen.items.catalogue import ItemCatalogue, ItemKind
from undertide_shared.messages import CallingInfo

ANY_SEED = b""
"""The figures of the first gear differ little from run to run."""


def callings_of(rules: Ruleset) -> list[CallingInfo]:
    """Return the callings of a preset, the default first."""
    items = ItemCatalogue(rules, build_curve(rules.curve, ANY_SEED))
    first = rules.heroes.calling
    ordered = sorted(rules.callings, key=lambda key: (key != first, key))
    return [_calling(rules, items, key) for key in ordered]


def _calling(rules: Ruleset, items: ItemCatalogue, key: str) -> CallingInfo:
    calling, pack = rules.callings[key], outfit(rules, items, key)
    figures = figures_of(rules, Hero(0, 0, key), worn_figures(items, pack))
    return CallingInfo(
        calling=key,
        name=calling.name,
        description=calling.description,
        abilities=abilities_of_calling(rules, key),
        plays=calling.plays,
        figures=list(figures._asdict().items()),
        start=[_named(items.kind(stack.item), stack.count) for stack in pack.stacks],
        spells=[rules.spells[spell].name for spell in calling.spells],
    )


def _named(kind: ItemKind, count: int) -> tuple[str, int]:
    """Return the name of `count` items of a kind, without the number, and the number."""
    return (kind.name if count == 1 else kind.plural, count)
