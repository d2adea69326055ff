"""Checks of monsters' behaviour and tricks."""

from collections.abc import Iterator

from undertide_server.content.checks.findings import Finding, expected, no_such
from undertide_server.content.records.effects import turns_on_others
from undertide_server.content.records.monsters import Behaviour
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.tricks import Tricks
from undertide_server.content.schema.faults import Path


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
            elif not (turns_on_others(spell.effect) or hasattr(spell.effect, "whom")):
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


def _behaviours(ruleset: Ruleset) -> Iterator[tuple[Path, Behaviour]]:
    """Yield all behaviours, each with the path where it is stated."""
    for key, family in ruleset.families.items():
        yield ("families", key, "behaviour"), family.behaviour
    for key, person in ruleset.people.items():
        yield ("people", key, "behaviour"), person.behaviour
    for key, kind in ruleset.population.kinds.items():
        yield ("population", "kinds", key, "behaviour"), kind.behaviour
