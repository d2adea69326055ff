from msgspec.structs import replace

from support.client.bot_scenes import fellow, personality, view_of
from undertide_client.bots import magic, tactics
from undertide_client.bots.magic import foremost, strengthen_company
from undertide_client.bots.survey import Survey
from undertide_shared.geometry import Cell
from undertide_shared.messages import Cast, Move, PackItem, Shoot, SpellInfo, Use

BOLT = SpellInfo("bolt", "bolt", "*", 0, "", 5, "cell", 6, does=["bolt"])
BALL = SpellInfo("ball", "ball", "*", 0, "", 5, "cell", 6, 1, does=["ball"])
RING = SpellInfo("ring", "ring", "*", 0, "", 5, radius=2, does=["nova"])
HEX = SpellInfo("slow", "slow", "~", 0, "", 5, "cell", 6, does=["hinder"])
HEAL = SpellInfo("heal", "heal", "+", 0, "", 5, "cell", 5, does=["heal"])
WARD = SpellInfo("ward", "ward", "]", 0, "", 5, "cell", 5, does=["boost"])
CALL = SpellInfo("call", "call", "_", 0, "", 5, does=["summon"])
ANN, BOB, CAT = fellow(0), fellow(1), fellow(2)
PLAIN = personality()
TOGETHER = personality(concerted=True)
BOW = {"range": 9}
SPARK = SpellInfo("spark", "spark", "*", 0, "", 5, "cell", 6, does=["bolt"])
DRAUGHT = PackItem(7, "draught", 1, "!", 0, "", does=["boost"])
CASTER = {"spells": [WARD], "mana": 9}


def test_a_spell_is_cast_at_whoever_hunts_within_reach() -> None:
    assert list(magic.assail(view_of("@....g", spells=[BOLT], mana=9), PLAIN)) == [
        Cast("bolt", 5, 0)
    ]
    assert list(magic.assail(view_of("@......g", spells=[BOLT], mana=9), PLAIN)) == []
    assert list(magic.assail(view_of("@....z", spells=[BOLT], mana=9), PLAIN)) == []


def test_a_burst_needs_several_foes_and_spares_friends() -> None:
    assert next(magic.assail(view_of("@...gg", spells=[BALL], mana=9), PLAIN)) == Cast("ball", 4, 0)
    assert list(magic.assail(view_of("@....g", spells=[BALL], mana=9), PLAIN)) == []
    assert list(magic.assail(view_of("@..Bgg", spells=[BALL], mana=9), PLAIN)) == [
        Cast("ball", 5, 0)
    ]


def test_a_ring_strikes_around_the_hero_but_no_friend() -> None:
    assert list(magic.assail(view_of("g@g...", spells=[RING], mana=9), PLAIN)) == [Cast("ring")]
    assert list(magic.assail(view_of("g@gB..", spells=[RING], mana=9), PLAIN)) == []


def test_the_strongest_of_several_is_hindered_once() -> None:
    assert list(magic.assail(view_of("@.gg", spells=[HEX], mana=9), PLAIN)) == [Cast("slow", 2, 0)]
    assert list(magic.assail(view_of("@..g", spells=[HEX], mana=9), PLAIN)) == []
    assert list(magic.assail(view_of("@.cc", spells=[HEX], mana=9), PLAIN)) == []


def test_nobody_drinks_what_would_befall_itself() -> None:
    for effect in ("harm", "hinder"):
        draught = PackItem(7, "foul draught", 1, "!", 0, "", does=[effect])
        assert list(magic.assail(view_of("@.gg", life=9, pack=[draught]), PLAIN)) == []
        flung = replace(draught, target="cell")
        assert next(magic.assail(view_of("@.gg", life=9, pack=[flung]), PLAIN)) == Use(7, 2, 0)


def test_the_worst_off_is_healed() -> None:
    both = view_of("@B", life=15, spells=[HEAL], mana=9, party=[ANN, fellow(1, health=20)])
    assert list(magic.heal(both)) == [Cast("heal", 1, 0), Cast("heal", 0, 0)]
    well = view_of("@B", spells=[HEAL], mana=9, party=[ANN, BOB])
    assert list(magic.heal(well)) == []


def test_a_hard_fight_is_prepared_for_once() -> None:
    ready = {"spells": [WARD, CALL], "mana": 9}
    assert list(magic.prepare(view_of("@.gg", **ready))) == [Cast("call"), Cast("ward", 0, 0)]
    warded = view_of("@.gg", status_effects=["boost"], **ready)
    assert list(magic.prepare(warded)) == [Cast("call")]
    assert list(magic.prepare(view_of("@..g", **ready))) == []
    assert list(magic.prepare(view_of("@......gg", **ready))) == []


def test_what_ails_is_cured() -> None:
    draught = PackItem(7, "bitter draught", 1, "!", 0, "", does=["cure"])
    ill = view_of("@", pack=[draught], status_effects=["harm"])
    assert list(magic.cure(ill)) == [Use(7)]
    assert list(magic.cure(view_of("@", pack=[draught], status_effects=["boost"]))) == []


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


def test_the_hero_among_most_hunters_is_warded() -> None:
    assert next(strengthen_company(view_of("@.Bgg", party=[ANN, BOB], **CASTER))) == Cast(
        "ward", 2, 0
    )
    assert next(strengthen_company(view_of("gg@.B", party=[ANN, BOB], **CASTER))) == Cast(
        "ward", 2, 0
    )


def test_of_heroes_in_equal_need_the_weakest_is_warded() -> None:
    row = "B.gg.@"
    weak = view_of(row, party=[ANN, fellow(1, health=30)], **CASTER)
    assert next(strengthen_company(weak)) == Cast("ward", 0, 0)
    assert next(strengthen_company(view_of(row, life=9, party=[ANN, BOB], **CASTER))) == Cast(
        "ward", 5, 0
    )


def test_a_ward_stays_where_it_is() -> None:
    warded = view_of("@.Bgg", party=[ANN, BOB], **CASTER)
    warded.boosted.add(1)
    assert list(strengthen_company(warded)) == []
    assert list(strengthen_company(view_of("@gg", status_effects=["boost"], **CASTER))) == []


def test_a_harmless_fight_needs_no_ward() -> None:
    assert list(strengthen_company(view_of("@.g", **CASTER))) == []
    assert list(strengthen_company(view_of("@g", life=20, health=30, **CASTER))) == []
    assert list(strengthen_company(view_of("@g", life=20, **CASTER))) == [Cast("ward", 0, 0)]


def test_potions_and_summons_help_too() -> None:
    view = view_of("@gg", spells=[CALL], mana=9, pack=[DRAUGHT])
    assert list(strengthen_company(view)) == [Cast("call"), Use(7)]


def test_heroes_that_fight_in_concert_ward_before_they_strike() -> None:
    view = view_of("@.Bgg", party=[ANN, BOB], **CASTER)
    temper = personality(concerted=True)
    assert next(tactics.fight(view, temper, under_fire=False)) == Cast("ward", 2, 0)
