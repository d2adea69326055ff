from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from support.client.bot_scenes import POTION, fellow, personality, view_of
from support.client.client_examples import AMULETS, ARENA, CRYPT, KEEP, TREE, VAULT
from undertide_client.bots.roaming import brave, descend, go_on, settle, step_out, stray
from undertide_client.bots.survey import Survey
from undertide_shared.messages import (
    Amulet,
    Climb,
    Explore,
    Intent,
    Move,
    PackItem,
    Rest,
    StairInfo,
    Take,
    Travel,
    Use,
    Wait,
)

PLAIN = personality()
FORK = "<..@..>.>"
LEADS = [StairInfo(0, 0, KEEP), StairInfo(6, 0, ARENA), StairInfo(8, 0, VAULT)]
UP, NEAR, FAR = Travel(0, 0), Travel(6, 0), Travel(8, 0)


def at_fork(**changes: object) -> Survey:
    """Return a place between stairs up to a keep, and down to an arena and a vault."""
    return view_of(FORK, branch=CRYPT, branches=TREE, stairs=LEADS, amulets=AMULETS, **changes)


def going_on(view: Survey, *, enough: bool = False, spent: tuple[int, ...] = ()) -> list[Intent]:
    return list(go_on(view, PLAIN, enough=enough, spent=spent))


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
    view = view_of("z.@.#++\n   ....", life=20, dark="+")
    assert list(settle(view, PLAIN)) == [Travel(5, 0), Travel(6, 0)]


def test_a_floor_is_explored_before_it_is_left() -> None:
    assert going_on(view_of("@..>"))[:2] == [Explore(), Travel(3, 0)]
    assert going_on(view_of("@..>"), enough=True)[0] == Travel(3, 0)


def test_with_a_foe_in_view_the_unknown_is_travelled_to() -> None:
    drawing = """
########
#@..f..#
#....
########
"""
    assert going_on(view_of(drawing))[0] == Travel(4, 2)
    assert going_on(view_of(drawing.replace("f", "p")))[0] == Explore()


def test_stairs_underfoot_are_taken() -> None:
    assert list(descend(view_of("@..", under={"@": ">"}), PLAIN)) == [Climb()]


def test_of_several_stairs_each_takes_those_that_it_likes() -> None:
    assert list(descend(at_fork(), personality(bent=0))) == [NEAR, FAR]
    assert list(descend(at_fork(), personality(bent=1))) == [FAR, NEAR]
    assert list(descend(at_fork(), personality(bent=4))) == [NEAR, FAR]


def test_some_go_where_somebody_was_and_some_where_nobody_was() -> None:
    entered = [replace(one, visited=True) if one.id == VAULT else one for one in TREE]
    view = view_of(FORK, branch=CRYPT, branches=entered, stairs=LEADS)
    assert next(descend(view, personality(follows=True))) == FAR
    assert next(descend(view, personality(follows=False, bent=1))) == NEAR


def test_branches_that_are_spent_are_left_for_the_last() -> None:
    assert going_on(at_fork(), enough=True, spent=(ARENA,))[:2] == [FAR, Explore()]
    none_left = going_on(at_fork(), enough=True, spent=(ARENA, VAULT))
    assert none_left == [Explore(), UP, NEAR, FAR]


def test_nobody_goes_up_again_once_the_amulets_are_together() -> None:
    held = [Amulet("amulet of embers", '"', 0, 0)]
    view = view_of(FORK, branch=CRYPT, branches=TREE, stairs=LEADS, amulets=held)
    assert UP not in going_on(view, enough=True)
    assert UP in going_on(at_fork(), enough=True)


def test_amulets_that_lie_about_are_fetched_before_a_floor_is_left() -> None:
    potion = Amulet("health potion", "!", 0, key="health_potion")
    view = view_of("@>..!", amulets=[potion])
    assert going_on(view, enough=True)[:2] == [Travel(4, 0), Travel(1, 0)]
    assert going_on(view)[0] == Explore()
    assert going_on(view_of("@>..!"), enough=True)[0] == Travel(1, 0)


def test_what_strengthens_for_good_is_used_at_once() -> None:
    heart = PackItem(5, "heart container", 1, "♥", 0, "", does=["hearten"])
    assert next(settle(view_of("@..", pack=[heart]), PLAIN)) == Use(5)


def test_ground_that_harms_is_left_for_ground_that_does_not() -> None:
    assert list(step_out(view_of("^@.", under={"@": "^"}))) == [Move(1, 0)]
    assert list(step_out(view_of("^@."))) == []
    assert list(step_out(view_of("^@^", under={"@": "^"}))) == []
    assert list(step_out(view_of("^^@^.", under={"@": "^"}))) == [Move(1, 0)]


def test_harm_is_gone_through_where_no_way_down_is_known_without() -> None:
    assert list(brave(view_of("@^.>"))) == [Move(1, 0)]
    assert list(brave(view_of("@.>^. "))) == []
    assert list(brave(view_of("@.."))) == []


def test_only_the_fit_set_out_through_harm_and_nobody_stops_on_the_way() -> None:
    assert list(brave(view_of("@^.>", life=20))) == []
    assert list(brave(view_of("^@^.>", life=20, under={"@": "^"}))) == [Move(1, 0)]


def test_who_is_poisoned_and_weak_drinks_rather_than_rests() -> None:
    assert next(settle(view_of("@..", life=6, pack=[POTION]), PLAIN)) == Rest()
    poisoned = view_of("@..", life=6, pack=[POTION], status_effects=["harm"])
    assert next(settle(poisoned, PLAIN)) == Use(11)


@given(st.integers())
def test_a_stray_steps_on_what_harms_only_where_nothing_else_is_left(seed: int) -> None:
    steps = [one for one in stray(view_of("^@."), Random(seed)) if isinstance(one, Move)]
    assert steps == [Move(1, 0), Move(-1, 0)]


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


def test_a_hero_behind_another_waits_until_it_is_out_of_harm() -> None:
    under = {"@": "^", "B": "^"}
    party = [fellow(0), fellow(1)]
    assert list(step_out(view_of("^@B.", under=under, party=party))) == [Wait()]
    assert list(step_out(view_of("^@B.", under={"@": "^"}, party=party))) == [Move(1, 0)]
