import pytest

from support.client.bot_scenes import personality, view_of
from undertide_client.bots.memory import Floors, Fruitless, VisitedFloor
from undertide_shared.messages import Amulet, Cast, Climb, Craft, Explore, Intent, Rest, Use, Wait

CALM = personality(tide_limit=60, diligence=2)
HEAL = Cast("heal", 0, 0)
FORGED = Craft(3, [(8, 2)])


def test_a_floor_is_explored_until_more_of_it_is_known() -> None:
    floor, view = VisitedFloor(), view_of("@..")
    assert not floor.is_explored(view)
    floor.explored_with = view.known_cells
    assert floor.is_explored(view)
    assert not floor.is_explored(view_of("@..."))


def test_a_floor_is_left_when_it_is_explored_or_wearisome_or_under_the_tide() -> None:
    floor, view = VisitedFloor(), view_of("@..")
    assert not floor.is_enough(view, CALM)
    assert floor.is_enough(view_of("@..", tide=60), CALM)
    for _ in range(2):
        floor.record_intent(view, Explore())
    assert floor.is_enough(view, CALM)
    assert VisitedFloor(explored_with=view.known_cells).is_enough(view, CALM)


def test_a_floor_left_upwards_with_nothing_to_explore_is_spent() -> None:
    floors, up = Floors(), view_of("@..", under={"@": "<"}, amulets=[Amulet("lost", '"', 0)])
    floors.here(up).record_intent(up, Climb())
    assert floors.spent(up) == set()
    floors.here(up).explored_with = up.known_cells
    floors.here(up).record_intent(up, Wait())
    assert floors.spent(up) == set()
    floors.here(up).record_intent(up, Climb())
    assert floors.spent(up) == {1}


def test_with_all_amulets_no_floor_is_spent() -> None:
    floors, view = Floors(), view_of("@")
    floors.here(view).spent = True
    assert floors.spent(view) == set()


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
    memory.drop_situation()
    assert HEAL in memory
    assert Use(7) in memory
    assert Rest() not in memory
    memory.is_unchanged(view_of(".@."))
    assert HEAL not in memory


@pytest.mark.parametrize("intent", [Use(7), FORGED])
def test_a_refused_item_is_remembered_until_the_hero_leaves_its_floor(intent: Intent) -> None:
    memory = fruitless()
    memory.drop_situation()
    memory.is_unchanged(view_of(".@."))
    assert intent in memory
    memory.is_unchanged(view_of(".@.", branch=2))
    assert intent not in memory


def test_a_moment_is_compared_with_the_last_one() -> None:
    memory = Fruitless()
    assert not memory.is_unchanged(view_of("@.."))
    assert memory.is_unchanged(view_of("@.."))
    assert not memory.is_unchanged(view_of(".@."))
