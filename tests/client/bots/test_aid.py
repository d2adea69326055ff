"""Bots help fallen companions: with a potion in a fight, by care where it is safe."""

import pytest
from msgspec.structs import replace

from support.client.bot_scenes import POTION, fellow, mirror_of, view_of
from undertide_client.bots.aid import KEPT, fetch, revive, share
from undertide_client.bots.company import has_rested, is_left_alone, leader_of
from undertide_client.bots.survey import survey
from undertide_shared.messages import (
    Give,
    Hunger,
    Move,
    PackItem,
    PartyMember,
    Regroup,
    Take,
    Travel,
)

ANN, BOB, CAT = (fellow(seat) for seat in range(3))
HELM = PackItem(1, "helm", 1, "[", 0, "", usable=False, slots=["head"], slot="head")
BREAD = PackItem(9, "heel of bread", 1, "%", 0, "", does=["feed"])
CAP = PackItem(2, "cap", 1, "[", 0, "", usable=False, slots=["head"])


def fallen(seat: int = 1, ticks: int = 150) -> PartyMember:
    return replace(fellow(seat, health=0), dies_in=ticks)


def test_it_tends_a_companion_beside_it() -> None:
    view = view_of("@B", party=[ANN, fallen()])
    assert next(revive(view)) == Move(1, 0)


def test_it_goes_to_a_companion_further_off() -> None:
    view = view_of("@...B.", party=[ANN, fallen()])
    assert next(revive(view)) == Travel(3, 0)


def test_it_goes_to_one_out_of_sight_also_over_unknown_ground() -> None:
    around = view_of("@...B.", dark="B.", party=[ANN, fallen()])
    assert next(revive(around)) == Travel(3, 0)
    beyond = view_of("@    B", dark="B", party=[ANN, fallen()])
    assert next(revive(beyond)) == Regroup(1)


def test_without_a_potion_it_does_nothing_while_a_hunter_is_near() -> None:
    assert list(revive(view_of("g@B", party=[ANN, fallen()]))) == []


def test_with_a_potion_it_revives_in_the_fight() -> None:
    view = view_of("g@B", party=[ANN, fallen()], pack=[POTION])
    assert next(revive(view)) == Give(POTION.item, 1)


def test_a_potion_is_kept_where_there_is_time_for_care() -> None:
    view = view_of("@B", party=[ANN, fallen()], pack=[POTION])
    assert next(revive(view)) == Move(1, 0)


def test_it_leaves_whom_it_can_not_reach_in_time() -> None:
    assert list(revive(view_of("@...B.", party=[ANN, fallen(ticks=7)]))) == []


def test_the_fallen_lead_nobody_and_are_no_company() -> None:
    view = view_of("B@", seat=2, party=[fallen(1), CAT])
    assert leader_of(view) is None
    assert view.near == {}
    assert view.lying == {1: (0, 0)}


def test_it_goes_on_with_its_care_however_rested_it_is() -> None:
    view = view_of("@B", activity="rest", tends=True, party=[ANN, fallen()])
    assert not has_rested(view)
    assert not is_left_alone(view)


def test_a_fallen_hero_decides_nothing() -> None:
    assert survey(mirror_of("@", dies_in=9)) is None


def test_gear_goes_to_the_companion_whom_it_suits_better_whatever_the_seats() -> None:
    pack = [HELM, replace(CAP, suits=0)]
    view = view_of("B@C", seat=1, seats="BAC", pack=pack, party=[ANN, BOB, CAT])
    assert list(share(view, 0)) == [Give(2, 0)]
    assert list(share(view_of("@B", pack=[HELM, CAP], party=[ANN, BOB]), 0)) == []


@pytest.mark.parametrize(("drawing", "gifts"), [("@..B", [Give(2, 1)]), ("@...B", [])])
def test_gifts_go_as_far_as_the_server_says(drawing: str, gifts: list[Give]) -> None:
    pack = [replace(CAP, suits=1)]
    assert list(share(view_of(drawing, pack=pack, party=[ANN, BOB], reach=3), 0)) == gifts


def test_of_what_all_need_each_keeps_a_few() -> None:
    kept = KEPT["heal"]
    few, many = replace(POTION, count=kept), replace(POTION, count=kept + 1)
    assert list(share(view_of("@B", pack=[few], party=[ANN, BOB]), 0)) == []
    assert list(share(view_of("@B", pack=[many], party=[ANN, BOB]), 0)) == [Give(POTION.item, 1)]


def test_companions_take_turns() -> None:
    many = replace(POTION, count=KEPT["heal"] + 1)
    view = view_of("B@C", pack=[many], party=[ANN, BOB, CAT])
    assert [list(share(view, turn)) for turn in range(3)] == [
        [Give(POTION.item, 1)],
        [Give(POTION.item, 2)],
        [Give(POTION.item, 1)],
    ]


def test_gear_that_a_companion_left_for_the_hero_is_fetched() -> None:
    view = view_of("@..!B", party=[ANN, BOB])
    assert list(fetch(view)) == []
    view.meant = [(3, 0), (1, 0)]
    assert list(fetch(view)) == [Travel(1, 0), Travel(3, 0)]
    view.meant = [view.cell]
    assert list(fetch(view)) == [Take()]


@pytest.mark.parametrize(("hunger", "is_fed"), [("hungry", False), ("starving", True)])
def test_who_starves_gets_the_last_food_of_the_sated(hunger: Hunger, is_fed: bool) -> None:
    view = view_of("@B", pack=[BREAD], party=[ANN, replace(BOB, hunger=hunger)])
    assert list(share(view, 0)) == ([Give(BREAD.item, 1)] if is_fed else [])


def test_the_hungry_feed_nobody_else() -> None:
    party = [ANN, replace(BOB, hunger="famished")]
    assert list(share(view_of("@B", pack=[BREAD], party=party, hunger="hungry"), 0)) == []
    assert list(share(view_of("@B", pack=[], party=party), 0)) == []
