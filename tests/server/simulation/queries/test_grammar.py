"""The few words of English that the rules need."""

import pytest

from support.worlds.staging import Stage
from undertide_server.simulation.components.monsters import Boss
from undertide_server.simulation.queries.grammar import (
    a,
    first_mention_of,
    full_name,
    killer_words,
    listed,
    listed_in_part,
    mention_of,
    name_of,
    who,
)
from undertide_server.simulation.state.events import Who, thing


@pytest.mark.parametrize(
    ("noun", "expected"),
    [("rat", "a rat"), ("orc", "an orc"), ("Ooze", "an Ooze")],
)
def test_an_article_fits_its_noun(noun: str, expected: str) -> None:
    assert a(noun) == expected


def test_heroes_go_by_their_names_and_monsters_by_their_kinds() -> None:
    stage = Stage(["#####", "#@..#", "#####"])
    row, monster = stage.hero("Ann"), stage.monster((3, 1))
    assert name_of(row) == "Ann"
    assert name_of(monster) == f"The {monster.actor.name}"
    assert mention_of(row) == "Ann"
    assert mention_of(monster) == f"the {monster.actor.name}"


@pytest.mark.parametrize(
    ("killer", "expected"),
    [
        (Who(4, "Ann", True, (1, 1)), "Ann"),
        (Who(4, "imp", False, (1, 1)), "an imp"),
        (Who(4, "ogre", False, (1, 1), title="Grak"), "Grak, the ogre"),
        (thing("pangs of hunger", (1, 1)), "the pangs of hunger"),
    ],
)
def test_a_cause_of_death_reads_as_part_of_a_sentence(killer: Who, expected: str) -> None:
    assert killer_words(killer) == expected


def test_names_are_listed_with_and() -> None:
    assert listed(["fire"]) == "fire"
    assert listed(["fire", "cold"]) == "fire and cold"
    assert listed(["fire", "cold", "poison"]) == "fire, cold and poison"


def test_of_many_names_some_are_listed_and_the_others_counted() -> None:
    assert listed_in_part(["Ann"], 2) == "Ann"
    assert listed_in_part(["Ann", "Ben"], 2) == "Ann and Ben"
    assert listed_in_part(["Ann", "Ben", "Cat"], 2) == "Ann, Ben and 1 more"


def test_a_boss_goes_by_its_own_name() -> None:
    stage = Stage(["#####", "#@..#", "#####"])
    boss = stage.monster((3, 1))
    boss.actor.name = "ooze"
    names = [(mention_of(boss), first_mention_of(boss), full_name(boss))]
    boss.boss = Boss("Skerrit")
    names.append((mention_of(boss), first_mention_of(boss), full_name(boss)))
    assert names == [
        ("the ooze", "an ooze", "the ooze"),
        ("Skerrit", "Skerrit", "Skerrit, the ooze"),
    ]


def test_events_name_actors_with_their_kind_and_their_own_name() -> None:
    stage = Stage(["#####", "#@..#", "#####"])
    row, boss = stage.hero("Ann"), stage.monster((3, 1))
    boss.boss = Boss("Skerrit")
    assert who(row) == Who(row.entity, "Ann", is_hero=True, cell=(1, 1), key="", title="")
    kind, name = boss.monster.kind, boss.actor.name
    assert who(boss) == Who(boss.entity, name, False, (3, 1), kind, "Skerrit")
