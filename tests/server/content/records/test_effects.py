"""What deeds ask for, and what they are, follows from their records."""

from typing import get_args

import pytest

from support.content.shipped import shipped
from undertide_server.content.records.effects import SpellEffect

RULES = shipped("default")


@pytest.mark.parametrize(
    ("item", "aimed"),
    [
        ("health_potion", False),
        ("lightning_scroll", False),
        ("fireball_scroll", True),
        ("confusion_scroll", True),
        ("blink_scroll", True),
        ("seeing_scroll", False),
        ("quick_draught", False),
        ("book_blink", False),
    ],
)
def test_some_ask_for_a_cell(item: str, aimed: bool) -> None:
    assert RULES.items[item].effect.is_aimed is aimed


@pytest.mark.parametrize(
    ("item", "magic"),
    [
        ("health_potion", False),
        ("bitter_draught", False),
        ("quick_draught", False),
        ("book_blink", False),
        ("heart_container", False),
        ("confusion_scroll", True),
        ("lightning_scroll", True),
        ("seeing_scroll", True),
        ("bones_scroll", True),
    ],
)
def test_words_are_magic_and_draughts_are_not(item: str, magic: bool) -> None:
    assert RULES.items[item].effect.is_magic is magic


@pytest.mark.parametrize(
    ("spell", "turns"),
    [
        ("fireball", True),
        ("slow", True),
        ("dawn", True),
        ("haste", False),
        ("heal", False),
        ("blink", False),
        ("wake_bones", False),
    ],
)
def test_some_turn_on_others(spell: str, turns: bool) -> None:
    assert RULES.spells[spell].effect.is_hostile is turns


def test_spells_of_every_kind_of_deed_ship() -> None:
    kinds = get_args(get_args(SpellEffect)[0])
    assert {type(spell.effect) for spell in RULES.spells.values()} == set(kinds)
