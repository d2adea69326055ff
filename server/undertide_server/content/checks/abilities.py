"""Checks of abilities: callings have them, and players can perform them (R17)."""

from collections.abc import Iterator

from undertide_server.content.checks.findings import (
    Finding,
    expected,
    no_such,
    shared_names,
    unknown_or_repeated,
)
from undertide_server.content.records.abilities import Detonate, Passive, needs_cell
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.faults import Path


def callings_have_their_abilities(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each ability of a calling that doesn't exist or comes twice, and each that none has."""
    for key, calling in ruleset.callings.items():
        where: Path = ("callings", key, "abilities")
        yield from unknown_or_repeated(where, "an ability", calling.abilities, ruleset.abilities)
    had = {ability for calling in ruleset.callings.values() for ability in calling.abilities}
    for key in ruleset.abilities:
        if key not in had:
            yield ("abilities", key), "can't be performed: no calling has it"


def abilities_are_told_apart(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each ability whose name another ability has."""
    names = {key: ability.name for key, ability in ruleset.abilities.items()}
    return shared_names("abilities", names)


def abilities_are_sound(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each ability that is half a lasting gift, that costs nothing, or that aims twice."""
    for key, ability in ruleset.abilities.items():
        where: Path = ("abilities", key)
        gifts = sum(isinstance(effect, Passive) for effect in ability.effects)
        price = ability.cooldown + ability.mana
        if 0 < gifts < len(ability.effects):
            yield (*where, "effects"), "expected only lasting effects, or none"
        elif gifts and price:
            yield expected((*where, "cooldown"), "no cooldown and no mana: it always works", price)
        elif not gifts and not price:
            yield (*where, "cooldown"), "expected a cooldown or a price in mana above 0"
        if sum(map(needs_cell, ability.effects)) > 1:
            yield (*where, "effects"), "expected at most one effect with a target"


def detonations_have_their_statuses(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each status to be set off that doesn't exist."""
    for key, ability in ruleset.abilities.items():
        for index, effect in enumerate(ability.effects):
            if isinstance(effect, Detonate):
                for status in effect.elements:
                    if status not in ruleset.statuses:
                        where: Path = ("abilities", key, "effects", index, "elements", status)
                        yield no_such(where, "status", status, ruleset.statuses)
