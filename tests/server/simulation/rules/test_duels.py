"""Figures for players: what a blow takes on average, and what a duel costs."""

import pytest

from undertide_server.content.records.damage import DamageRules
from undertide_server.simulation.rules.duels import (
    FULL,
    MOST_PERCENT,
    Blow,
    Defence,
    Fighter,
    cost_of_duel,
    mean_damage,
    share_taken,
)

BARE = Defence(0, 0, (0,) * 6)
STEADY = Blow(10, 0, 0, (), "melee")
PLAIN = DamageRules()


@pytest.mark.parametrize(
    ("blow", "defence", "damage"),
    [
        (STEADY, BARE, 1000),
        (STEADY._replace(power=100, spread=25), BARE, 10_000),
        (STEADY._replace(tenths=1), BARE, 1010),
        (STEADY._replace(tenths=3), BARE, 1030),
        (STEADY._replace(tenths=-5), BARE, 950),
        (STEADY._replace(extra=(("fire", 4),)), BARE, 1400),
        (STEADY, BARE._replace(absorb=3), 700),
        (STEADY, BARE._replace(absorb=3, absorb_tenths=5), 650),
        (STEADY, BARE._replace(absorb=30), 100),
        (STEADY, BARE._replace(resistances=(5, 0, 0, 0, 0, 0)), 500),
        (STEADY, BARE._replace(resistances=(12, 0, 0, 0, 0, 0)), 0),
        (STEADY, BARE._replace(wards=((2, 50),)), 800),
    ],
)
def test_a_blow_takes_what_it_takes_on_average(blow: Blow, defence: Defence, damage: int) -> None:
    assert mean_damage(blow, defence, PLAIN) == damage


def test_multipliers_of_the_run_count_by_the_form_of_the_blow() -> None:
    rules = DamageRules(melee=200)
    assert mean_damage(STEADY, BARE, rules) == 2000
    assert mean_damage(STEADY._replace(form="arrows"), BARE, rules) == 1000
    burning = STEADY._replace(extra=(("fire", 4),))
    assert mean_damage(burning, BARE, DamageRules(fire=200)) == 1000 + 800


@pytest.mark.parametrize(
    ("damage", "life", "share"), [(500, 20, 2500), (0, 20, 0), (9900, 20, FULL)]
)
def test_the_share_of_a_life_that_a_blow_takes(damage: int, life: int, share: int) -> None:
    assert share_taken(damage, life) == share


def test_hardly_any_harm_is_still_some() -> None:
    assert share_taken(100, 100_000) == 1


HERO = Fighter(30, 10, Blow(4, 0, 0, (), "melee"), BARE)
FOE = Fighter(20, 10, Blow(4, 0, 0, (), "melee"), BARE)


@pytest.mark.parametrize(
    ("foe", "percent"),
    [
        (FOE, 66),
        (FOE._replace(speed=20), 133),
        (FOE._replace(life=4), 13),
        (FOE._replace(life=21), 80),
        (FOE._replace(defence=BARE._replace(resistances=(10, 0, 0, 0, 0, 0))), MOST_PERCENT),
        (FOE._replace(blow=Blow(1000, 0, 0, (), "melee")), MOST_PERCENT),
    ],
)
def test_a_duel_costs_the_blows_that_come_until_the_foe_falls(foe: Fighter, percent: int) -> None:
    assert cost_of_duel(HERO, foe, PLAIN) == percent


def test_who_cannot_be_hurt_loses_nothing() -> None:
    immune = HERO._replace(defence=BARE._replace(resistances=(10, 0, 0, 0, 0, 0)))
    assert cost_of_duel(immune, FOE, PLAIN) == 0
