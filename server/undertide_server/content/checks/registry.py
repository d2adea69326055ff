"""All checks between records, in one visible tuple."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from undertide_server.content.checks import creatures, heroes, places
from undertide_server.content.checks.findings import Finding
from undertide_server.content.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Check:
    """A search for faults. It runs when every catalogue that it reads is sound in itself."""

    reads: tuple[str, ...]
    find: Callable[[Ruleset], Iterator[Finding]]


CHECKS: tuple[Check, ...] = (
    Check(("terrain",), places.terrain_is_complete),
    Check(("terrain",), places.terrain_is_consistent),
    Check(("curve",), places.curve_is_consistent),
    Check(("curve", "floors"), places.layouts_can_be_drawn),
    Check(("layouts",), places.rooms_fit_the_map),
    Check(("layouts",), places.keeps_fit_the_map),
    Check(("families",), creatures.races_have_names_of_their_own),
    Check(("families",), creatures.a_family_can_be_drawn),
    Check(("curve", "population"), creatures.regular_types_have_weights),
    Check(("population",), creatures.tables_fill_floors),
    Check(("population",), creatures.population_tables_rise),
    Check(("population",), creatures.floors_hold_their_monsters),
    Check(("layouts", "population"), creatures.keeps_hold_their_monsters),
    Check(("tide",), creatures.tide_is_consistent),
    Check(("heroes",), heroes.levels_rise),
    Check(("heroes",), heroes.thresholds_rise),
    Check(("heroes", "items"), heroes.start_items_exist),
    Check(("items",), heroes.item_tables_rise),
    Check(("loot",), heroes.loot_tables_rise),
)
