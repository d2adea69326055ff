"""Faults in monsters, in who is on a floor, and in the tide."""

from collections.abc import Iterator

from undertide_server.content.checks.findings import (
    Finding,
    expected,
    no_such,
    not_rising,
    unordered_table,
)
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.faults import Path


def races_have_names_of_their_own(ruleset: Ruleset) -> Iterator[Finding]:
    """A race is known by its name, so no two have the same."""
    owners: dict[str, str] = {}
    for key, family in ruleset.families.items():
        for index, tier in enumerate(family.tiers):
            if tier.name in owners:
                wanted = f'a name that "{owners[tier.name]}" doesn\'t have'
                yield expected(("families", key, "tiers", index, "name"), wanted, tier.name)
            owners[tier.name] = key


def a_family_can_be_drawn(ruleset: Ruleset) -> Iterator[Finding]:
    """Some family has a weight."""
    if not any(family.weight for family in ruleset.families.values()):
        yield ("families",), "expected a family whose weight is above 0"


def regular_types_have_weights(ruleset: Ruleset) -> Iterator[Finding]:
    """R3: each regular type of a floor has a weight, and even of the fewest one can come."""
    weights = ruleset.population.type_weights
    regular, fewest = ruleset.curve.regular, ruleset.curve.types.fewest
    where: Path = ("population", "type_weights")
    if len(weights) != regular:
        yield expected(where, f"{regular} weights, as many as regular types", len(weights))
    if not any(weights[: min(fewest, regular)]):
        yield expected(where, f"a weight above 0 among the first {fewest}", weights)


def tables_fill_floors(ruleset: Ruleset) -> Iterator[Finding]:
    """R8: with tables as source there are kinds, weights and numbers of monsters."""
    population = ruleset.population
    for key in population.kind_weights:
        if key not in population.kinds:
            yield no_such(("population", "kind_weights", key), "kind", key, population.kinds)
    if population.source == "tables":
        for name in ("kinds", "kind_weights", "most_monsters_per_room"):
            if not getattr(population, name):
                yield ("population", name), 'is missing; source "tables" needs it'


def population_tables_rise(ruleset: Ruleset) -> Iterator[Finding]:
    """Rows come in the order of floors."""
    population = ruleset.population
    for key, table in population.kind_weights.items():
        yield from unordered_table(("population", "kind_weights", key), table)
    where = ("population", "most_monsters_per_room")
    yield from unordered_table(where, population.most_monsters_per_room)


def floors_hold_their_monsters(ruleset: Ruleset) -> Iterator[Finding]:
    """A floor has room for what one hero finds on it."""
    population = ruleset.population
    if population.most_alive < population.monsters:
        wanted = f"at least {population.monsters}, `monsters`"
        yield expected(("population", "most_alive"), wanted, population.most_alive)


def keeps_hold_their_monsters(ruleset: Ruleset) -> Iterator[Finding]:
    """A keep states no more monsters than a floor may hold."""
    most, layouts = ruleset.population.most_alive, ruleset.layouts
    for name, keep in (("keep", layouts.keep), ("small_keep", layouts.small_keep)):
        if keep.monsters > most:
            where: Path = ("layouts", name, "monsters")
            yield expected(where, f"at most {most}, `most_alive`", keep.monsters)


def tide_is_consistent(ruleset: Ruleset) -> Iterator[Finding]:
    """The pool's bounds are in order; marks rise from 0."""
    tide = ruleset.tide
    if tide.pool_low_percent > tide.pool_high_percent:
        wanted = f"at most {tide.pool_high_percent}, `pool_high_percent`"
        yield expected(("tide", "pool_low_percent"), wanted, tide.pool_low_percent)
    marks = [mark.percent for mark in tide.marks]
    if marks[0] != 0:
        yield expected(("tide", "marks", 0, "percent"), "0 at the first mark", marks[0])
    yield from not_rising(("tide", "marks"), "percent", marks)
