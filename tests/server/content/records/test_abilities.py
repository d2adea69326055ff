"""What a record of an ability says of it."""

import pytest
from pydantic import ValidationError

from support.content.shipped import shipped
from undertide_server.content.records.abilities import MOST_ABILITIES, Ability
from undertide_server.content.records.heroes import Calling

ABILITIES = shipped("default").abilities


def test_lasting_gifts_are_passive_and_aims_are_told() -> None:
    assert {key for key, each in ABILITIES.items() if each.is_passive} == {
        "field_care",
        "sneak_attack",
    }
    assert {key for key, each in ABILITIES.items() if each.is_aimed} == {
        "mark",
        "pinning_shot",
        "detonate",
        "empower",
        "link",
        "disarm",
    }


@pytest.mark.parametrize(
    "effect",
    [
        {"does": "taunt"},
        {"does": "sweep"},
        {"does": "inflict_all", "status": "marked", "ticks": 9, "whom": "everybody", "radius": 2},
        {"does": "ambush", "power": 300, "noticed_percent": 101},
    ],
)
def test_unknown_words_and_missing_figures_are_refused(effect: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Ability.model_validate({"name": "x", "description": "x", "effects": (effect,)})


def test_a_calling_has_no_more_abilities_than_players_have_keys() -> None:
    with pytest.raises(ValidationError):
        Calling(name="x", description="x", abilities=("a",) * (MOST_ABILITIES + 1))
