"""What players read of callings before they have a hero."""

import pytest

from support.content.shipped import shipped
from support.worlds.staging import Stage
from undertide_server.simulation.state.inputs import SeatTaken
from undertide_server.views.callings import callings_of

TOLD = {each.calling: each for each in callings_of(shipped("default"))}


def test_the_default_comes_first() -> None:
    assert next(iter(TOLD)) == shipped("default").heroes.calling
    assert set(TOLD) == set(shipped("default").callings)


def test_what_a_calling_begins_with_is_named() -> None:
    mender = TOLD["mender"]
    assert mender.start == [("health potions", 3), ("cudgel", 1), ("hand bell", 1)]
    assert mender.spells == ["heal", "smite"]
    assert [each.ability for each in mender.abilities] == ["link", "field_care"]


@pytest.mark.parametrize("calling", TOLD)
def test_the_figures_are_those_of_its_first_hero(calling: str) -> None:
    stage = Stage(["#####", "#@..#", "#####"])
    stage.step(SeatTaken(1, "Ann", calling))
    row = next(row for row in stage.floor.heroes.values() if row.hero.seat == 1)
    assert dict(TOLD[calling].figures) == {
        "life": row.body.max_life,
        "attack": row.attack.power,
        "magic": row.magic.power,
        "mana": row.magic.max_mana,
        "speed": row.actor.speed,
        "sight": row.hero.sight,
    }


def test_every_shipped_calling_says_how_it_plays() -> None:
    assert all(each.plays for each in TOLD.values())
