"""Bots help fallen companions: with a potion in a fight, by care where it is safe."""

from msgspec.structs import replace

from support.client.bot_scenes import POTION, fellow, mirror_of, view_of
from undertide_client.bots.company import has_rested, is_left_alone, leader_of
from undertide_client.bots.reviving import revive
from undertide_client.bots.survey import survey
from undertide_shared.messages import Give, Move, PartyMember, Regroup, Travel

ANN, CAT = fellow(0), fellow(2)


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
