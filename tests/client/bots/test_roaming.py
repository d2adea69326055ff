from itertools import islice
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bot_scenes import view_of, whims
from undertide_client.bots.roaming import descend, go_on, settle, stray
from undertide_shared.messages import Climb, Explore, Move, Rest, Take, Travel, Wait

PLAIN = whims()


def test_what_lies_underfoot_is_taken() -> None:
    view = view_of("@..")
    view.stands_on_item = True
    assert next(settle(view, PLAIN)) == Take()


def test_the_hurt_rest_while_nobody_is_in_view() -> None:
    assert list(settle(view_of("@..", life=20), PLAIN)) == [Rest()]
    assert list(settle(view_of("@..", life=21), PLAIN)) == []


def test_nobody_rests_in_a_flood() -> None:
    assert list(settle(view_of("@..", life=20, tide=80), PLAIN)) == []


def test_the_hurt_leave_the_sight_of_a_sleeper_before_they_rest() -> None:
    view = view_of("z.@.#++", life=20, dark="+")
    assert list(settle(view, PLAIN)) == [Travel(5, 0), Travel(6, 0)]


def test_a_floor_is_explored_before_it_is_left() -> None:
    assert list(go_on(view_of("@..>"), enough=False)) == [Explore(), Travel(3, 0)]
    assert next(go_on(view_of("@..>"), enough=True)) == Travel(3, 0)


def test_with_somebody_in_view_the_unknown_is_travelled_to() -> None:
    drawing = """
########
#@..f..#
#....
########
"""
    assert list(islice(go_on(view_of(drawing), enough=False), 1)) == [Travel(4, 2)]


def test_stairs_underfoot_are_taken() -> None:
    assert list(descend(view_of("@..", under={"@": ">"}))) == [Climb()]


@given(st.integers(), st.sampled_from(["@", "@.", "#@#", "..@..", "@#."]))
def test_a_stray_always_finds_something_to_do(seed: int, drawing: str) -> None:
    view = view_of(drawing)
    intents = list(stray(view, Random(seed)))
    assert intents[-1] == Wait()
    for intent in intents[:-1]:
        assert isinstance(intent, Travel | Move)
        if isinstance(intent, Travel):
            assert view.is_walkable((intent.x, intent.y))
            assert (intent.x, intent.y) != view.cell
        else:
            assert view.is_walkable((view.cell[0] + intent.dx, view.cell[1] + intent.dy))
