from support.client.bot_scenes import fellow, personality, view_of
from undertide_client.bots import tactics
from undertide_client.bots.magic import strengthen_company
from undertide_shared.messages import Cast, PackItem, SpellInfo, Use

ANN, BOB, CAT = fellow(0), fellow(1), fellow(2)
WARD = SpellInfo("ward", "ward", "]", 0, "", 5, "cell", 5, does=["boost"])
CALL = SpellInfo("call", "call", "_", 0, "", 5, does=["summon"])
DRAUGHT = PackItem(7, "draught", 1, "!", 0, "", does=["boost"])
CASTER = {"spells": [WARD], "mana": 9}


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
