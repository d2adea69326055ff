from support.client.bot_scenes import personality, view_of
from undertide_client.bots.floors import Floors, VisitedFloor
from undertide_shared.messages import Amulet, Climb, Explore, Wait

CALM = personality(tide_limit=60, diligence=2)


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
        floor.note(view, Explore())
    assert floor.is_enough(view, CALM)
    assert VisitedFloor(explored_with=view.known_cells).is_enough(view, CALM)


def test_a_floor_left_upwards_with_nothing_to_explore_is_spent() -> None:
    floors, up = Floors(), view_of("@..", under={"@": "<"}, amulets=[Amulet("lost", '"', 0)])
    floors.here(up).note(up, Climb())
    assert floors.spent(up) == set()
    floors.here(up).explored_with = up.known_cells
    floors.here(up).note(up, Wait())
    assert floors.spent(up) == set()
    floors.here(up).note(up, Climb())
    assert floors.spent(up) == {1}


def test_with_all_amulets_no_floor_is_spent() -> None:
    floors, view = Floors(), view_of("@")
    floors.here(view).spent = True
    assert floors.spent(view) == set()
