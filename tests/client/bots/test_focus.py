from support.client.bot_scenes import fellow, personality, view_of
from undertide_client.bots import magic, tactics
from undertide_client.bots.focus import foremost
from undertide_client.bots.survey import Survey
from undertide_shared.geometry import Cell
from undertide_shared.messages import Cast, Move, Shoot, SpellInfo

ANN, BOB = fellow(0), fellow(1)
TOGETHER = personality(concerted=True)
BOW = {"range": 9}
SPARK = SpellInfo("spark", "spark", "*", 0, "", 5, "cell", 6, does=["bolt"])


def cells(view: Survey) -> list[Cell]:
    return [foe.cell for foe in foremost(view, view.foes)]


def test_the_foe_that_most_heroes_stand_beside_comes_first() -> None:
    view = view_of("g@gB", party=[ANN, BOB])
    assert cells(view) == [(2, 0), (0, 0)]


def test_of_two_such_foes_the_most_hurt_comes_first() -> None:
    view = view_of("g@g")
    view.foes[1] = type(view.foes[1])(3, (2, 0), 1, 20, "hunting")
    assert cells(view) == [(2, 0), (0, 0)]


def test_companions_choose_the_same_of_equal_foes() -> None:
    ann = view_of(".g.\n@.B\n.g.", party=[ANN, BOB])
    bob = view_of(".g.\nB.@\n.g.", party=[ANN, BOB], seat=1, seats="BAC")
    assert cells(ann) == cells(bob)


def test_sleepers_come_last() -> None:
    assert cells(view_of("z@..g", party=[ANN])) == [(4, 0), (0, 0)]


def test_a_focused_hero_strikes_shoots_and_casts_at_that_foe() -> None:
    view = view_of("g@gB", party=[ANN, BOB])
    assert next(tactics.strike(view, TOGETHER)) == Move(1, 0)
    assert next(tactics.strike(view, personality())) == Move(-1, 0)
    far = view_of("g.@..gB", party=[ANN, BOB], **BOW)
    assert next(tactics.shoot(far, TOGETHER)) == Shoot(5, 0)
    assert next(tactics.shoot(far, personality())) == Shoot(0, 0)
    casts = view_of("g.@..gB", party=[ANN, BOB], spells=[SPARK], mana=9)
    assert next(magic.assail(casts, TOGETHER)) == Cast("spark", 5, 0)


def test_a_focused_hero_goes_to_the_foe_beside_its_companion() -> None:
    view = view_of("g..@..gB", party=[ANN, BOB])
    assert Move(1, 0) == next(tactics.fight(view, TOGETHER, under_fire=True))


def test_heroes_in_concert_cast_at_those_who_flee() -> None:
    view = view_of("@...f", spells=[SPARK], mana=9)
    assert list(magic.assail(view, TOGETHER)) == [Cast("spark", 4, 0)]
    assert list(magic.assail(view, personality())) == []
