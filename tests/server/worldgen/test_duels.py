"""R2: a family's mods make it strong or weak against others of equal strength."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from support.content.shipped import shipped
from support.worlds.duels import first_wins, kind_like
from undertide_server.worldgen.creatures.roster import MonsterKind

RULES = shipped("default")
STRENGTHS = (20, 100, 700)
DUELS = 20
"""Of each pair of families and strength: each class meets several of the other's."""


def classes_of(family: str, strength: int) -> list[MonsterKind]:
    return [kind_like(RULES, family, name, strength) for name in RULES.families[family].classes]


def wins(first: str, second: str, strength: int, duels: int = DUELS) -> int:
    """Return how many duels at equal strength the first of two families wins."""
    ours, theirs = classes_of(first, strength), classes_of(second, strength)
    return sum(
        first_wins(
            ours[number % len(ours)], theirs[(number // len(ours) + number) % len(theirs)], number
        )
        for number in range(duels)
    )


def far_apart() -> Iterator[tuple[str, str]]:
    """Yield pairs of families of which the first is clearly the mightier."""
    families = RULES.families
    for pair in combinations(sorted(families, key=lambda key: -families[key].might), 2):
        if families[pair[0]].might - families[pair[1]].might >= 2:
            yield pair


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_dragon_beats_a_goblin_far_more_often_than_not(strength: int) -> None:
    assert wins("dragon", "goblin", strength, 100) >= 90


@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_mightier_family_wins_most_duels(strength: int) -> None:
    lost = {pair: won for pair in far_apart() if (won := wins(*pair, strength)) < DUELS * 3 // 4}
    assert lost == {}


def test_might_rises_with_the_share_of_all_duels_that_a_family_wins() -> None:
    families = RULES.families
    share = {
        family: sum(wins(family, other, 100, 10) for other in families if other != family)
        for family in families
    }
    by_might = {
        might: [share[key] for key, record in families.items() if record.might == might]
        for might in range(1, 6)
    }
    means = [sum(each) / len(each) for each in by_might.values()]
    assert means == sorted(means)
    assert len(set(means)) == 5


def test_equals_win_about_as_often() -> None:
    assert 10 <= wins("orc", "orc", 100, 40) <= 30
