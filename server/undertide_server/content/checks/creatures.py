"""Checks of monsters' families and behaviour, the population of floors, encounters and the tide."""

from collections.abc import Iterator

from undertide_server.content.checks.findings import (
    Check,
    Finding,
    expected,
    no_such,
    not_rising,
    unordered_table,
)
from undertide_server.content.records.monsters import BAND_LIMIT, Behaviour
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.tricks import Tricks
from undertide_server.content.schema.faults import Path
from undertide_server.content.schema.fields import row_at


def races_have_names_of_their_own(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each race whose name another race has: players know a race by its name."""
    owners: dict[str, str] = {}
    for key, family in ruleset.families.items():
        for index, tier in enumerate(family.tiers):
            if tier.name in owners:
                wanted = f'a name that "{owners[tier.name]}" doesn\'t have'
                yield expected(("families", key, "tiers", index, "name"), wanted, tier.name)
            owners[tier.name] = key


def a_family_can_be_drawn(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault if no family has a weight."""
    if not any(family.weight for family in ruleset.families.values()):
        yield ("families",), "expected a family whose weight is above 0"


def families_fill_bands_on_the_first_floor(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each family with fewer classes from floor 1 than a band may have values (R2)."""
    for key, family in ruleset.families.items():
        early = sum(member.floor == 1 for member in family.classes.values())
        if early < BAND_LIMIT:
            wanted = f"at least {BAND_LIMIT} classes whose `floor` is 1"
            yield expected(("families", key, "classes"), wanted, early)


def regular_types_have_weights(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault unless each regular type of a floor has its entry among the weights (R3).

    One of the fewest types that a floor can have must have a weight above 0.
    """
    weights = ruleset.population.type_weights
    regular, fewest = ruleset.curve.regular, ruleset.curve.types.fewest
    where: Path = ("population", "type_weights")
    if len(weights) != regular:
        yield expected(where, f"{regular} weights, as many as regular types", len(weights))
    if not any(weights[: min(fewest, regular)]):
        yield expected(where, f"a weight above 0 among the first {fewest}", weights)


def tables_fill_floors(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each kind that doesn't exist, and each table that the source "tables" lacks (R8)."""
    population = ruleset.population
    for key in population.kind_weights:
        if key not in population.kinds:
            yield no_such(("population", "kind_weights", key), "kind", key, population.kinds)
    if population.source == "tables":
        for name in ("kinds", "kind_weights", "most_monsters_per_room"):
            if not getattr(population, name):
                yield ("population", name), 'is missing; source "tables" needs it'


def population_tables_rise(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each row whose floor isn't above that of the row before."""
    population = ruleset.population
    for key, table in population.kind_weights.items():
        yield from unordered_table(("population", "kind_weights", key), table)
    for name in ("most_monsters_per_room", "bosses"):
        yield from unordered_table(("population", name), getattr(population, name))


def floors_hold_their_monsters(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault if a floor may hold fewer monsters than one hero finds on it."""
    population = ruleset.population
    if population.most_alive < population.monsters:
        wanted = f"at least {population.monsters}, `monsters`"
        yield expected(("population", "most_alive"), wanted, population.most_alive)


def keeps_hold_their_monsters(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each keep that states more monsters than a floor may hold."""
    most, layouts = ruleset.population.most_alive, ruleset.layouts
    for name, keep in (("keep", layouts.keep), ("small_keep", layouts.small_keep)):
        if keep.monsters > most:
            where: Path = ("layouts", name, "monsters")
            yield expected(where, f"at most {most}, `most_alive`", keep.monsters)


def tide_is_consistent(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault if the pool's bounds are swapped, or the marks don't rise from 0."""
    tide = ruleset.tide
    if tide.pool_low_percent > tide.pool_high_percent:
        wanted = f"at most {tide.pool_high_percent}, `pool_high_percent`"
        yield expected(("tide", "pool_low_percent"), wanted, tide.pool_low_percent)
    marks = [mark.percent for mark in tide.marks]
    if marks[0] != 0:
        yield expected(("tide", "marks", 0, "percent"), "0 at the first mark", marks[0])
    yield from not_rising(("tide", "marks"), "percent", marks)


def high_tide_gives_statuses(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each status of newcomers at full tide that doesn't exist, or can't last as long."""
    high = ruleset.tide.high_tide
    for index, key in enumerate(high.statuses if high else ()):
        status = ruleset.statuses.get(key)
        if status is None:
            where: Path = ("tide", "high_tide", "statuses", index)
            yield no_such(where, "status", key, ruleset.statuses)
        elif high and high.ticks > status.most:
            wanted = f'at most {status.most}, `most` of "{key}"'
            yield expected(("tide", "high_tide", "ticks"), wanted, high.ticks)


def dangers_rise(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault if the words of danger don't rise from 0."""
    percents = [danger.percent for danger in ruleset.monsters.dangers]
    if percents and percents[0] != 0:
        yield expected(("monsters", "dangers", 0, "percent"), "0 at the first word", percents[0])
    yield from not_rising(("monsters", "dangers"), "percent", percents)


def casters_know_their_spells(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each spell of a monster that doesn't exist, or that it can't use in a fight.

    A monster's spell must hurt or hinder others, or do good to the monster itself.
    """
    for path, tricks in _all_tricks(ruleset):
        for index, use in enumerate(tricks.spells):
            where: Path = (*path, "spells", index, "spell")
            spell = ruleset.spells.get(use.spell)
            if spell is None:
                yield no_such(where, "spell", use.spell, ruleset.spells)
            elif not (spell.effect.is_hostile or hasattr(spell.effect, "whom")):
                wanted = "a spell that hurts, hinders, heals or helps"
                yield expected(where, wanted, use.spell)


def lurkers_sleep(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each monster that lurks but never sleeps: it can only lie in wait while asleep."""
    for path, behaviour in _behaviours(ruleset):
        if behaviour.lurks and not behaviour.asleep:
            yield expected((*path, "asleep"), "more than 0, since it lurks", behaviour.asleep)


def _all_tricks(ruleset: Ruleset) -> Iterator[tuple[Path, Tricks]]:
    """Yield all tricks, each with the path where it is stated."""
    for path, behaviour in _behaviours(ruleset):
        yield (*path, "tricks"), behaviour.tricks
    for key, family in ruleset.families.items():
        yield ("families", key, "boss"), family.boss
        for name, member in family.classes.items():
            yield ("families", key, "classes", name, "tricks"), member.tricks
    sorts = ruleset.encounters.sorts
    for key, form in sorts.champions.forms.items() if sorts else ():
        yield (*CHAMPIONS, "forms", key, "tricks"), form.tricks


def _behaviours(ruleset: Ruleset) -> Iterator[tuple[Path, Behaviour]]:
    """Yield all behaviours, each with the path where it is stated."""
    for key, family in ruleset.families.items():
        yield ("families", key, "behaviour"), family.behaviour
    for key, person in ruleset.people.items():
        yield ("people", key, "behaviour"), person.behaviour
    for key, kind in ruleset.population.kinds.items():
        yield ("population", "kinds", key, "behaviour"), kind.behaviour


DIFFICULTIES: Path = ("encounters", "difficulties")
MULTIPLIERS: Path = ("encounters", "multipliers")
SORTS: Path = ("encounters", "sorts")
CHAMPIONS: Path = (*SORTS, "champions")


def sorts_are_consistent(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each fault of the sorts of encounters: tables, bounds and names of champions."""
    sorts = ruleset.encounters.sorts
    if sorts is None:
        return
    for sort, table in sorts.weights.items():
        yield from unordered_table((*SORTS, "weights", sort), table)
    yield from unordered_table((*CHAMPIONS, "most_percent"), sorts.champions.most_percent)
    crowds = sorts.crowds
    if crowds.low_percent > crowds.high_percent:
        wanted = f"at most {crowds.high_percent}, `high_percent`"
        yield expected((*SORTS, "crowds", "low_percent"), wanted, crowds.low_percent)
    for key, form in sorts.champions.forms.items():
        if "{0}" not in form.name:
            wanted = "a name with {0}, for that of the kind"
            yield expected((*CHAMPIONS, "forms", key, "name"), wanted, form.name)


def difficulty_tables_rise(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each row whose floor isn't above that of the row before."""
    for difficulty, table in ruleset.encounters.difficulties.items():
        yield from unordered_table((*DIFFICULTIES, difficulty), table)


def rooms_can_be_of_some_difficulty(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield the first floor on which no difficulty has a weight."""
    tables = ruleset.encounters.difficulties.values()
    for floor in range(1, ruleset.curve.floors + 1):
        if not any(row_at(table, floor) for table in tables):
            yield DIFFICULTIES, f"expected a difficulty whose weight on floor {floor} is above 0"
            return


def multipliers_rise_from_one(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield a fault unless the multipliers begin at one monster and rise with their number."""
    multipliers = ruleset.encounters.multipliers
    first = multipliers[0].monsters
    if first != 1:
        yield expected((*MULTIPLIERS, 0, "monsters"), "1 at the first multiplier", first)
    for key in ("monsters", "percent"):
        numbers = [getattr(multiplier, key) for multiplier in multipliers]
        yield from not_rising(MULTIPLIERS, key, numbers)


CHECKS = (
    Check(("families",), races_have_names_of_their_own),
    Check(("families",), a_family_can_be_drawn),
    Check(("families",), families_fill_bands_on_the_first_floor),
    Check(("encounters", "families", "people", "population", "spells"), casters_know_their_spells),
    Check(("families", "people", "population"), lurkers_sleep),
    Check(("curve", "population"), regular_types_have_weights),
    Check(("population",), tables_fill_floors),
    Check(("population",), population_tables_rise),
    Check(("population",), floors_hold_their_monsters),
    Check(("layouts", "population"), keeps_hold_their_monsters),
    Check(("tide",), tide_is_consistent),
    Check(("tide", "statuses"), high_tide_gives_statuses),
    Check(("monsters",), dangers_rise),
    Check(("encounters",), difficulty_tables_rise),
    Check(("encounters",), sorts_are_consistent),
    Check(("curve", "encounters"), rooms_can_be_of_some_difficulty),
    Check(("encounters",), multipliers_rise_from_one),
)
"""These checks, each with the catalogues that it reads."""
