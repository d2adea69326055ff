"""The few words of English that the rules need."""

import pytest

from support.worlds.staging import Stage
from undertide_server.simulation.queries.grammar import a, mention_of, name_of


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
