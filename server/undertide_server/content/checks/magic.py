"""Checks of effects, spells, statuses and abilities: all that they name exists and can be used."""

from collections.abc import Iterator

from undertide_server.content.checks.findings import (
    Check,
    Finding,
    expected,
    no_such,
    shared_names,
    unknown_or_repeated,
)
from undertide_server.content.records.abilities import Detonate, Disarm, InflictAll, Passive
from undertide_server.content.records.effects import Inflict, Summon
from undertide_server.content.records.items import Teach
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.statuses import RULED, SUMMONED
from undertide_server.content.schema.faults import Path
from undertide_server.content.schema.fields import Record


def known_statuses_are_there(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each status that the rules use but that doesn't exist."""
    for key in RULED:
        if key not in ruleset.statuses:
            yield ("statuses", key), "is missing; every run needs it"


def statuses_end_others(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each status to be ended that doesn't exist, and each status that ends itself."""
    for key, status in ruleset.statuses.items():
        for index, ended in enumerate(status.ends):
            where: Path = ("statuses", key, "ends", index)
            if ended not in ruleset.statuses:
                yield no_such(where, "status", ended, ruleset.statuses)
            elif ended == key:
                yield expected(where, "another status", ended)


def statuses_are_told_apart(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each status that shares its adjective or letter: colour alone never tells two apart."""
    for field in ("adjective", "glyph"):
        owners: dict[str, str] = {}
        for key, status in ruleset.statuses.items():
            found = getattr(status, field)
            if found in owners:
                wanted = f'one that "{owners[found]}" doesn\'t have'
                yield expected(("statuses", key, field), wanted, found)
            owners[found] = key


def statuses_are_caught_for_a_time(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each status that damage brings for longer than the status can last."""
    for key, status in ruleset.statuses.items():
        if status.caught is not None and status.caught.ticks > status.most:
            where: Path = ("statuses", key, "caught", "ticks")
            yield expected(where, f"at most {status.most}, `most`", status.caught.ticks)


def deeds_have_what_they_need(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each status, person or spell that an effect names but that doesn't exist."""
    for where, effect in _effects(ruleset):
        if isinstance(effect, Inflict | InflictAll | Disarm):
            yield from _wrong_status(ruleset, where, effect.status, effect.ticks)
        elif isinstance(effect, Summon):
            if effect.person not in ruleset.people:
                yield no_such((*where, "person"), "person", effect.person, ruleset.people)
            yield from _too_long(ruleset, where, SUMMONED, effect.ticks)
        elif isinstance(effect, Teach) and effect.spell not in ruleset.spells:
            yield no_such((*where, "spell"), "spell", effect.spell, ruleset.spells)
        inflicts = getattr(effect, "inflicts", None)
        if inflicts is not None:
            yield from _wrong_status(ruleset, (*where, "inflicts"), inflicts.status, inflicts.ticks)


def spells_can_be_learned(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each spell that no book teaches and no calling knows (R8)."""
    effects = [item.effect for item in ruleset.items.values()]
    taught = {effect.spell for effect in effects if isinstance(effect, Teach)}
    known = {spell for calling in ruleset.callings.values() for spell in calling.spells}
    for key in ruleset.spells:
        if key not in taught | known:
            yield ("spells", key), "can't be learned: no item teaches it, and no calling knows it"


def _effects(ruleset: Ruleset) -> Iterator[tuple[Path, Record]]:
    """Yield each effect of an item, a spell or an ability, with the path where it is stated."""
    for key, item in ruleset.items.items():
        yield ("items", key, "effect"), item.effect
    for key, spell in ruleset.spells.items():
        yield ("spells", key, "effect"), spell.effect
    for key, ability in ruleset.abilities.items():
        for index, each in enumerate(ability.effects):
            yield ("abilities", key, "effects", index), each


def _wrong_status(ruleset: Ruleset, where: Path, key: str, ticks: int) -> Iterator[Finding]:
    """Yield a fault if a status doesn't exist, or can't last this many ticks."""
    if key not in ruleset.statuses:
        yield no_such((*where, "status"), "status", key, ruleset.statuses)
    else:
        yield from _too_long(ruleset, where, key, ticks)


def _too_long(ruleset: Ruleset, where: Path, key: str, ticks: int) -> Iterator[Finding]:
    status = ruleset.statuses.get(key)
    if status is not None and ticks > status.most:
        wanted = f'at most {status.most}, `most` of "{key}"'
        yield expected((*where, "ticks"), wanted, ticks)


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
        if sum(effect.is_aimed for effect in ability.effects) > 1:
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


CHECKS = (
    Check(("statuses",), known_statuses_are_there),
    Check(("statuses",), statuses_end_others),
    Check(("statuses",), statuses_are_told_apart),
    Check(("statuses",), statuses_are_caught_for_a_time),
    Check(("abilities", "items", "people", "spells", "statuses"), deeds_have_what_they_need),
    Check(("abilities", "callings"), callings_have_their_abilities),
    Check(("abilities",), abilities_are_told_apart),
    Check(("abilities",), abilities_are_sound),
    Check(("abilities", "statuses"), detonations_have_their_statuses),
    Check(("callings", "items", "spells"), spells_can_be_learned),
)
"""These checks, each with the catalogues that it reads."""
