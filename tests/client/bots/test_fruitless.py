"""The memory of intents that lead nowhere."""

import pytest

from support.client.bot_scenes import view_of
from undertide_client.bots.fruitless import Fruitless
from undertide_shared.messages import Cast, Craft, Intent, Rest, Use, Wait

HEAL = Cast("heal", 0, 0)
FORGED = Craft(3, [(8, 2)])


def fruitless() -> Fruitless:
    """Return the memory of a hero that was refused a rest, a spell, a book and a forged piece."""
    memory = Fruitless()
    memory.is_unchanged(view_of("@.."))
    memory.add(Wait())
    for intent in (Rest(), HEAL, Use(7), FORGED):
        memory.refuse(intent)
    return memory


def test_what_led_nowhere_is_remembered() -> None:
    memory = fruitless()
    assert all(intent in memory for intent in (Wait(), Rest(), HEAL, Use(7)))
    assert Cast("heal", 1, 0) not in memory


def test_a_refused_spell_is_remembered_until_the_hero_leaves_its_cell() -> None:
    memory = fruitless()
    memory.is_unchanged(view_of("@..", life=3))
    memory.forget()
    assert HEAL in memory
    assert Use(7) in memory
    assert Rest() not in memory
    memory.is_unchanged(view_of(".@."))
    assert HEAL not in memory


@pytest.mark.parametrize("intent", [Use(7), FORGED])
def test_a_refused_item_is_remembered_until_the_hero_leaves_its_floor(intent: Intent) -> None:
    memory = fruitless()
    memory.forget()
    memory.is_unchanged(view_of(".@."))
    assert intent in memory
    memory.is_unchanged(view_of(".@.", branch=2))
    assert intent not in memory


def test_a_moment_is_compared_with_the_last_one() -> None:
    memory = Fruitless()
    assert not memory.is_unchanged(view_of("@.."))
    assert memory.is_unchanged(view_of("@.."))
    assert not memory.is_unchanged(view_of(".@."))
