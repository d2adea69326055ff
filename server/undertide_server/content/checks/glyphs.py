"""Check of glyphs: on the map of a floor each has one meaning, so that colour alone tells nothing.

A meaning is what players must know of a thing before they step there or take it: what ground does
to those who walk on it, what an item is for, to which family a creature belongs. A letter means the
same in both its cases: the upper case is for the higher members of one family.
"""

import string
from collections.abc import Iterator
from typing import Final

from undertide_server.content.checks.findings import Check, Finding, expected, no_such
from undertide_server.content.records.heroes import HERO_GLYPH
from undertide_server.content.records.items import (
    Coin,
    Essence,
    Feed,
    Hearten,
    Item,
    Keepsake,
    Teach,
)
from undertide_server.content.records.population import Person
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.terrain import Terrain
from undertide_server.content.schema.faults import Path

Meaning = tuple[object, ...]
"""Things whose meanings are equal may share a glyph."""

OTHER_LETTERS: Final = "γδθλξπσφψωбджицчшыэюя"
"""Letters of other alphabets that every client has, in their lower case: those that are like no
other letter to the eye, in both cases. Any other character of one cell may be a glyph, too."""
_LIVING: Final = frozenset({"creature", "person"})
"""The kinds of meanings whose glyphs are letters."""
_LETTERS: Final = string.ascii_lowercase + OTHER_LETTERS

_OF_THEIR_OWN = (Coin, Essence, Feed, Hearten, Keepsake, Teach)
"""Effects that make an item a thing of its own. All others are for use: potions and scrolls."""


def glyphs_have_one_meaning(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each thing whose glyph has another meaning already."""
    owners: dict[str, tuple[Meaning, str]] = {HERO_GLYPH: (("hero",), "heroes")}
    for where, glyph, meaning in meanings(ruleset):
        name = ".".join(map(str, where[:-1]))
        taken, owner = owners.setdefault(glyph.casefold(), (meaning, name))
        if taken != meaning:
            wanted = f"a glyph of its own; {owner} means something else"
            if meaning[0] in _LIVING:
                wanted += f"; free letters are {', '.join(free_letters(ruleset))}"
            yield expected(where, wanted, glyph)


def free_letters(ruleset: Ruleset) -> list[str]:
    """Return the letters that mean nothing on maps yet, in their lower case, the Latin ones first.

    Both cases of each are free.
    """
    taken = {glyph.casefold() for _, glyph, _ in meanings(ruleset)}
    return [letter for letter in _LETTERS if letter.casefold() not in taken]


def people_are_of_families(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield each person whose family doesn't exist."""
    for key, person in ruleset.people.items():
        if person.family is not None and person.family not in ruleset.families:
            yield no_such(("people", key, "family"), "family", person.family, ruleset.families)


def meanings(ruleset: Ruleset) -> Iterator[tuple[Path, str, Meaning]]:
    """Yield the path, the glyph and the meaning of everything that the map of a floor can show."""
    for key, terrain in ruleset.terrain.items():
        yield ("terrain", key, "glyph"), terrain.glyph, _of_terrain(key, terrain)
    for key, item in ruleset.items.items():
        yield ("items", key, "glyph"), item.glyph, _of_item(item)
    for key, base in ruleset.gear.bases.items():
        yield ("gear", "bases", key, "glyph"), base.glyph, ("gear", base.sort)
    for key, family in ruleset.families.items():
        for index, tier in enumerate(family.tiers):
            yield ("families", key, "tiers", index, "glyph"), tier.glyph, ("creature", key)
    for key, kind in ruleset.population.kinds.items():
        yield ("population", "kinds", key, "glyph"), kind.glyph, ("creature", key)
    for key, person in ruleset.people.items():
        yield ("people", key, "glyph"), person.glyph, _of_person(person)


def _of_terrain(key: str, terrain: Terrain) -> Meaning:
    """Return what a hero must know before it walks there."""
    if key == "unknown":
        return ("unknown",)
    if terrain.stairs != "none":
        return ("stairs", terrain.stairs)
    return _of_ground(terrain) if terrain.walkable else _of_barrier(terrain)


def _of_barrier(terrain: Terrain) -> Meaning:
    """Return whether one sees past it, works gear at it, and whether it changes what is near."""
    lives = terrain.element is not None or terrain.harm is not None
    return ("barrier", terrain.transparent, terrain.forge, lives)


def _of_ground(terrain: Terrain) -> Meaning:
    if terrain.opens_to is not None:
        return ("door",)
    if terrain.harm is not None:
        return ("harm", terrain.harm.damage)
    if terrain.shunned:
        return ("shunned", terrain.stands_on is not None)
    slows, covers = terrain.step_percent > 100, terrain.cover > 0
    return ("ground", slows, covers, terrain.quells_magic)


def _of_item(item: Item) -> Meaning:
    return ("item", item.effect.does if isinstance(item.effect, _OF_THEIR_OWN) else "use")


def _of_person(person: Person) -> Meaning:
    if person.family is not None:
        return ("creature", person.family)
    return ("person", "peaceful" if person.behaviour.peaceful else "hostile")


WITH_GLYPHS = ("families", "gear", "items", "people", "population", "terrain")
"""The catalogues of all that the map of a floor shows."""
ONLY_AS_STATED = (
    Check(("families", "people"), people_are_of_families),
    Check(WITH_GLYPHS, glyphs_have_one_meaning),
)
"""Checks of the content as it is stated only, each with the catalogues that it reads."""
