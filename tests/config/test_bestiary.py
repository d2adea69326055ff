"""The shipped families: each has ways of its own, and all that the rules know is somewhere."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from undertide_server.content.records.monsters import Behaviour, Family
from undertide_server.content.records.tricks import PLAIN, Tricks, together
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_server.worldgen.game.game import make_game

RULES = shipped("default")
FAMILIES = RULES.families
SEEDS = [number.to_bytes(16, "little") for number in range(40)]
SIGNS = ("flees_below", "shoots", "pack", "rises", "guards", "lurks")
"""What players can tell of how a family behaves."""
ELEMENTS = {"red": "fire", "blue": "cold", "green": "poison", "white": "divine", "black": "arcane"}


def signs(family: Family) -> frozenset[str]:
    """Return what players can tell of a family: how it behaves, its tricks, its quickness."""
    own = {name for name in SIGNS if getattr(family.behaviour, name)}
    own |= {name for name in Tricks.model_fields if getattr(family.behaviour.tricks, name)}
    if all(member.tricks.spells for member in family.classes.values()):
        own.add("spells")
    return frozenset(own | {name for name, level in family.mods.items() if abs(level) >= 2})


def all_tricks() -> Iterator[Tricks]:
    for family in FAMILIES.values():
        yield from (family.behaviour.tricks, family.boss)
        yield from (member.tricks for member in family.classes.values())
    for person in RULES.people.values():
        yield person.behaviour.tricks


def behaviours() -> list[Behaviour]:
    return [family.behaviour for family in FAMILIES.values()]


def test_no_two_families_are_alike_to_those_who_meet_them() -> None:
    for one, other in combinations(FAMILIES, 2):
        assert signs(FAMILIES[one]) != signs(FAMILIES[other]), (one, other)


@pytest.mark.parametrize("trick", sorted(Tricks.model_fields.keys() - {"extended"}))
def test_every_trick_is_known_to_somebody(trick: str) -> None:
    assert any(getattr(tricks, trick) for tricks in all_tricks())


@pytest.mark.parametrize("way", SIGNS)
def test_every_way_to_behave_belongs_to_some_family(way: str) -> None:
    assert any(getattr(behaviour, way) for behaviour in behaviours())


def test_every_family_has_a_trick_for_its_bosses() -> None:
    for key, family in FAMILIES.items():
        assert together(family.behaviour.tricks, family.boss) != family.behaviour.tricks, key


def test_bosses_differ_in_what_they_do() -> None:
    kinds = {
        tuple(name for name in Tricks.model_fields if getattr(family.boss, name))
        for family in FAMILIES.values()
    }
    assert len(kinds) >= 6


def test_somebody_casts_spells_of_every_damage_type() -> None:
    cast = {use.spell for tricks in all_tricks() for use in tricks.spells}
    types = {getattr(RULES.spells[spell].effect, "damage", None) for spell in cast}
    assert {"cold", "fire", "poison", "arcane", "divine", "physical"} <= types


def kinds_of(seed: bytes) -> tuple[MonsterKind, ...]:
    return make_game(RULES, seed, REPERTOIRE).roster.kinds


def test_most_games_have_something_of_everything() -> None:
    wanted = {"lurks", "guards", "shoots", "pack"}
    met = [
        {way for way in wanted for kind in kinds_of(seed) if getattr(kind.behaviour, way)}
        for seed in SEEDS
    ]
    assert sum(len(ways) == len(wanted) for ways in met) >= len(SEEDS) * 3 // 4


def test_a_dragon_is_hardy_and_heals_quickly() -> None:
    mods = dict(FAMILIES["dragon"].mods)
    assert mods.pop("regen") >= 4
    assert mods == {"life": 4, "absorb": 1, "res.physical": 2}
    assert FAMILIES["dragon"].classes.keys() == ELEMENTS.keys()


@pytest.mark.parametrize(("colour", "element"), ELEMENTS.items())
def test_a_dragon_of_each_colour_has_an_element_of_its_own(colour: str, element: str) -> None:
    dragon = FAMILIES["dragon"].classes[colour]
    assert dragon.mods == {f"res.{element}": 5, f"attack.{element}": 4}
    breath = [RULES.spells[use.spell].effect for use in dragon.tricks.spells]
    assert [getattr(effect, "damage", None) for effect in breath] == [element]


def test_goblins_are_told_apart_by_their_glyphs() -> None:
    tiers = {tier.name: tier.glyph for tier in FAMILIES["goblin"].tiers}
    assert tiers.items() >= {"goblin": "g", "hobgoblin": "h", "greater goblin": "G"}.items()


def test_descriptions_name_the_tier() -> None:
    naming = {key for key, family in FAMILIES.items() if "{0}" in family.description}
    assert {"dragon", "goblin", "troll"} <= naming
    met = [kind for seed in SEEDS for kind in kinds_of(seed) if kind.family in naming]
    tiers = {kind.id: FAMILIES[kind.family].tiers[int(kind.id.split(".")[1])] for kind in met}
    assert len({tier.name for tier in tiers.values()}) > len(naming)
    assert all(tiers[kind.id].name in kind.description for kind in met)
    assert not [kind for kind in met if "{" in kind.description]


def test_every_family_says_how_mighty_it_is() -> None:
    assert {family.might for family in FAMILIES.values()} == {1, 2, 3, 4, 5}


def test_bosses_of_every_game_know_tricks() -> None:
    for seed in SEEDS:
        bosses = [kind for kind in kinds_of(seed) if kind.boss]
        assert all(kind.behaviour.tricks != PLAIN for kind in bosses)
