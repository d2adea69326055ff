from support.client.bot_scenes import BOLT, FIRE, HEX, POTION, personality, view_of
from undertide_client.bots.personality import Personality
from undertide_client.bots.survey import Survey
from undertide_client.bots.tactics import fight
from undertide_shared.messages import Climb, Intent, Move, Shoot, Travel, Use, Wait

PLAIN = personality()


def first(view: Survey, temper: Personality = PLAIN, *, under_fire: bool = False) -> Intent:
    return next(fight(view, temper, under_fire=under_fire))


def test_a_foe_beside_the_hero_is_struck() -> None:
    assert first(view_of("..@g.")) == Move(1, 0)


def test_the_one_that_hunts_is_struck_before_the_one_asleep() -> None:
    assert first(view_of(".z@g.")) == Move(1, 0)


def test_the_weakest_of_several_is_struck_first() -> None:
    view = view_of("g@g")
    view.foes[1] = type(view.foes[1])(3, (2, 0), 1, 20, "hunting")
    assert first(view) == Move(1, 0)


def test_a_far_hunter_is_gone_to() -> None:
    assert first(view_of("@....g")) == Move(1, 0)


def test_the_way_round_a_corner_is_left_to_the_server() -> None:
    view = view_of(
        """
@#g
.#.
...
""",
        under={"g": "."},
    )
    assert Travel(2, 0) in list(fight(view, PLAIN, under_fire=False))


def test_who_lies_in_wait_lets_a_hunter_come_the_last_step() -> None:
    patient = personality(lies_in_wait=True)
    assert first(view_of("@.g"), patient) == Wait()
    assert first(view_of("@..g"), patient) == Move(1, 0)
    assert first(view_of("@.g"), patient, under_fire=True) == Move(1, 0)


def test_several_hunters_are_awaited_in_a_narrow_place() -> None:
    mouth = """
#####....
....@..gg
#####....
"""
    assert first(view_of(mouth)) == Move(-1, 0)
    inside = mouth.replace("..@..", "@....")
    assert first(view_of(inside)) == Wait()
    assert first(view_of(inside), under_fire=True) == Move(1, 0)


def test_a_sleeper_is_fallen_upon_only_in_good_health() -> None:
    assert first(view_of("@...z")) == Move(1, 0)
    assert list(fight(view_of("@...z", life=15), PLAIN, under_fire=False)) == []


def test_nobody_runs_after_who_flees() -> None:
    assert list(fight(view_of("@...f"), PLAIN, under_fire=False)) == []
    assert first(view_of("@f")) == Move(1, 0)


def test_the_weak_drink_before_all_else() -> None:
    assert first(view_of("@g.", life=6, pack=[BOLT, POTION])) == Use(11)


def test_a_fight_nearly_won_is_finished() -> None:
    assert first(view_of("<.@g", life=6, health=20)) == Move(1, 0)


def test_the_weak_run_for_stairs_and_take_them() -> None:
    assert first(view_of("<..@g", life=6)) == Travel(0, 0)
    assert first(view_of("@g", life=6, under={"@": "<"})) == Climb()


def test_the_weak_step_back_where_there_are_no_stairs() -> None:
    assert first(view_of("..@.g", life=6)) == Move(-1, 0)


def test_the_cornered_strike() -> None:
    assert first(view_of("@g.", life=6)) == Move(1, 0)


def test_one_foe_is_worth_a_scroll_only_in_a_hard_fight() -> None:
    assert first(view_of("@..g", pack=[BOLT])) == Move(1, 0)
    assert first(view_of("@..g", pack=[BOLT], life=20)) == Use(12)
    assert first(view_of("@.gg", pack=[BOLT])) == Use(12)


def test_a_scroll_that_would_not_reach_is_kept() -> None:
    assert first(view_of("@.......gg", pack=[BOLT])) == Wait()


def test_fire_strikes_several_foes_and_no_friend() -> None:
    assert first(view_of("@..gg.", pack=[FIRE])) == Use(13, 3, 0)
    assert first(view_of("@..gB..", pack=[FIRE], life=20)) == Move(1, 0)
    assert first(view_of("@gg..", pack=[FIRE])) == Use(13, 2, 0)


def test_the_strongest_is_confused_once() -> None:
    assert first(view_of("@..g", pack=[HEX], life=20)) == Use(14, 3, 0)
    assert first(view_of("@..c", pack=[HEX], life=20)) == Move(1, 0)
    assert first(view_of("@..g", pack=[HEX], life=20, health=40)) == Move(1, 0)


def test_a_bow_strikes_from_afar_what_hunts_first() -> None:
    view = view_of("z.@..g", range=6)
    assert first(view) == Shoot(5, 0)
    assert first(view_of("@......g", range=6)) == Move(1, 0)
    assert first(view_of("z.@..g", range=6), personality(resourceful=False)) != Shoot(5, 0)


def test_nobody_shoots_past_a_hunter_beside_them() -> None:
    assert first(view_of("g@..g", range=6)) == Move(-1, 0)


def test_in_company_nobody_runs_from_a_foe_at_its_throat() -> None:
    loyal = personality(sociable=True)
    assert first(view_of("<...@g", life=6), loyal) == Move(1, 0)
    assert first(view_of("<...@.g", life=6), loyal) == Travel(0, 0)


def test_nobody_shoots_at_what_is_only_remembered() -> None:
    assert Shoot(3, 0) not in list(
        fight(view_of("@..g", range=6, dark="g"), PLAIN, under_fire=False)
    )
