"""What ships of magic: enough of it, every damage type, and a way to learn each spell."""

import pytest

from support.content.shipped import shipped
from undertide_server.content.records.items import Teach
from undertide_server.content.schema.fields import DAMAGE_TYPES

RULES = shipped("default")
BOOKS = {
    key: item.effect.spell for key, item in RULES.items.items() if isinstance(item.effect, Teach)
}


def test_at_least_fourteen_spells_ship() -> None:
    assert len(RULES.spells) >= 14


def test_there_are_spells_of_every_damage_type() -> None:
    dealt = {getattr(spell.effect, "damage", None) for spell in RULES.spells.values()}
    assert set(DAMAGE_TYPES) <= dealt


@pytest.mark.parametrize(
    "key",
    ["burning", "frozen", "poisoned", "confused", "slowed", "hasted", "regenerating", "warded"],
)
def test_the_statuses_of_the_issue_ship_and_something_brings_each(key: str) -> None:
    brought = {
        getattr(effect, "status", None) or getattr(inflicts, "status", None)
        for effect in [
            *(spell.effect for spell in RULES.spells.values()),
            *(item.effect for item in RULES.items.values()),
        ]
        for inflicts in [getattr(effect, "inflicts", None)]
    }
    assert key in RULES.statuses
    assert key in brought


def test_each_spell_has_a_book_of_its_own_that_lies_in_dead_ends_and_is_sold() -> None:
    assert sorted(BOOKS.values()) == sorted(RULES.spells)
    assert set(RULES.loot.spells) == set(BOOKS)
    assert all(RULES.items[key].price for key in BOOKS)


def test_books_say_what_they_teach() -> None:
    for key in BOOKS:
        assert " teaches " in RULES.items[key].description


def test_elsewhere_books_are_rare() -> None:
    weights = {key: sum(row.value for row in item.weights) for key, item in RULES.items.items()}
    assert sum(weights[key] for key in BOOKS) < weights["health_potion"]


def test_a_first_spell_can_be_cast_by_a_new_hero() -> None:
    first = RULES.heroes.levels[0].mana
    for calling in RULES.callings.values():
        for spell in calling.spells:
            assert RULES.spells[spell].mana <= first * calling.mana // 100


def test_no_bad_status_stops_somebody_for_as_long_as_its_casters_can_renew_it() -> None:
    for status in RULES.statuses.values():
        if not status.speed_percent:
            assert status.stacks == "keeps"


def test_names_and_descriptions_are_there_once_each() -> None:
    for records in (RULES.spells.values(), RULES.statuses.values()):
        descriptions = [record.description for record in records]
        assert all(descriptions)
        assert len(set(descriptions)) == len(descriptions)
