from support.client.bot_scenes import fellow, view_of
from undertide_client.bots.stronghold import MOST_FLIGHTS, Flight, is_failing, leave
from undertide_shared.messages import Climb, Rest, StairInfo, Travel

ANN, BOB = fellow(0), fellow(1)


def test_a_fight_fails_when_anybody_in_it_is_weak() -> None:
    assert not is_failing(view_of("@g"))
    assert is_failing(view_of("@g", life=10))
    assert is_failing(view_of("@Bg", party=[ANN, fellow(1, health=30)]))
    assert not is_failing(view_of("@.g", party=[ANN, fellow(1, health=30)]))


def test_nobody_leaves_a_fight_that_is_nearly_won() -> None:
    assert not is_failing(view_of("@g", life=10, health=20))
    assert not is_failing(view_of("@z", life=10))


def test_the_weak_leave_by_the_nearest_stairs() -> None:
    assert list(leave(view_of("<..@..g.....>", life=10))) == [Travel(0, 0), Travel(12, 0)]
    assert next(leave(view_of("@..g", life=10, under={"@": "<"}))) == Climb()


def test_a_foe_beside_a_hero_keeps_it_from_a_long_way() -> None:
    assert list(leave(view_of("<....@g", life=10))) == []
    assert list(leave(view_of("<..@g", life=10))) == [Travel(0, 0)]


def test_companions_are_followed() -> None:
    gone = fellow(1, branch=2)
    stairs = [StairInfo(0, 0, 3), StairInfo(12, 0, 2)]
    view = view_of("<..@..g.....>", life=10, party=[ANN, gone], stairs=stairs)
    assert next(leave(view)) == Travel(12, 0)


def test_nobody_runs_back_to_as_many_hunters_before_it_recovers() -> None:
    flight, stairs = Flight(), [StairInfo(0, 0, 2)]
    flight.record_intent(view_of("@.gg", branch=2, life=10), Climb())
    here = view_of("@..g", under={"@": "<"}, life=10, stairs=stairs)
    assert flight.leads_back(here, Climb())
    assert not flight.leads_back(view_of("@ggg", under={"@": "<"}, stairs=stairs), Climb())
    assert flight.leads_back(view_of("<.@g", stairs=stairs), Travel(0, 0))
    assert not flight.leads_back(view_of("<.@g", stairs=stairs), Travel(1, 0))
    flight.record_intent(view_of("<.@.", life=30), Rest())
    assert not flight.leads_back(here, Climb())


def test_a_climb_without_hunters_is_no_flight() -> None:
    flight, stairs = Flight(), [StairInfo(0, 0, 2)]
    flight.record_intent(view_of("@.z", branch=2, life=10), Climb())
    assert not flight.leads_back(view_of("@g", stairs=stairs), Climb())


def test_who_has_fled_from_a_floor_often_enough_stays_there_to_fight() -> None:
    flight, fight = Flight(), view_of("@.gg", branch=2, life=10)
    for _ in range(MOST_FLIGHTS):
        assert not flight.is_pointless(fight)
        flight.record_intent(fight, Climb())
    assert flight.is_pointless(fight)
    assert not flight.is_pointless(view_of("@.gg", branch=3, life=10))
