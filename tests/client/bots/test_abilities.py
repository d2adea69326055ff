"""When bots use the abilities of their callings, by what the wire tells."""

from msgspec.structs import replace

from support.client.bot_scenes import fellow, personality, view_of
from undertide_client.bots import tactics
from undertide_client.bots.abilities import perform
from undertide_client.bots.survey import Survey
from undertide_shared.messages import AbilityInfo, Perform

ANN, BOB = fellow(0), fellow(1)
HURT_BOB = fellow(1, health=40)
TAUNT = AbilityInfo("taunt", "taunt", "", radius=3, cooldown=150, does=["taunt"])
BRACE = AbilityInfo("brace", "brace", "", radius=2, cooldown=150, does=["guard", "guard"])
LINK = AbilityInfo("link", "link", "", "cell", 7, mana=3, cooldown=100, does=["guard"])
MARK = AbilityInfo("mark", "mark", "", "cell", 10, cooldown=100, does=["mark"])
PIN = AbilityInfo("pin", "pin", "", "cell", cooldown=60, does=["shot", "hinder"])
CRY = AbilityInfo("cry", "cry", "", radius=3, cooldown=150, does=["weaken"])
CLEAVE = AbilityInfo("cleave", "cleave", "", cooldown=40, does=["sweep"])
BURST = AbilityInfo("burst", "burst", "", "cell", 8, 1, 4, 60, does=["detonate"])
EMPOWER = AbilityInfo("empower", "empower", "", "cell", 7, mana=4, cooldown=150, does=["empower"])
DISARM = AbilityInfo("disarm", "disarm", "", "cell", 1, cooldown=60, does=["disarm", "weaken"])
CARE = AbilityInfo("care", "care", "", passive=True, does=["care"])


def uses(scene: str, ability: AbilityInfo, **how: object) -> list[object]:
    return list(perform(seen(scene, ability, **how)))


def seen(scene: str, ability: AbilityInfo, **how: object) -> Survey:
    return view_of(scene, abilities=[ability], **{"mana": 9, **how})


def struck_by(view: Survey, *effects: str) -> Survey:
    """Return the view, with a status of these effects on each foe."""
    view.foes = [
        type(foe)(foe.id, foe.cell, foe.apart, foe.health, foe.mood, False, frozenset(effects))
        for foe in view.foes
    ]
    return view


def test_a_taunt_is_for_a_hurt_companion_and_from_one_who_can_bear_it() -> None:
    assert uses("@.gB", TAUNT, party=[ANN, HURT_BOB]) == [Perform("taunt")]
    assert uses("@.gB", TAUNT, party=[ANN, BOB]) == []
    assert uses("@.gB", TAUNT, party=[ANN, HURT_BOB], life=12) == []
    assert uses("@....gB", TAUNT, party=[ANN, HURT_BOB]) == []
    assert uses("@.g", TAUNT) == []


def test_a_hero_braces_against_several_or_when_somebody_is_hurt() -> None:
    assert uses("@gg", BRACE) == [Perform("brace")]
    assert uses("@g", BRACE) == []
    assert uses("@g", BRACE, life=15) == [Perform("brace")]


def test_a_link_goes_to_the_worst_hurt_in_reach() -> None:
    assert uses("@gB", LINK, party=[ANN, HURT_BOB]) == [Perform("link", 2, 0)]
    assert uses("@gB", LINK, party=[ANN, BOB]) == []
    assert uses("@gB", LINK, party=[ANN, HURT_BOB], life=9) == []


def test_one_fresh_foe_is_marked_once() -> None:
    assert uses("@..g.g", MARK) == [Perform("mark", 3, 0)]
    assert uses("@..g", MARK, health=40) == []
    assert list(perform(struck_by(seen("@..g", MARK), "mark"))) == []


def test_a_pinning_shot_flies_before_anybody_is_beside() -> None:
    assert uses("@..g", PIN, range=5) == [Perform("pin", 3, 0)]
    assert uses("@g.g", PIN, range=5) == []
    assert uses("@..g", PIN, range=2) == []


def test_a_cry_and_a_sweep_are_for_several() -> None:
    assert uses("@gg", CRY) == [Perform("cry")]
    assert uses("@g", CRY) == []
    assert uses("@g", CRY, life=15) == [Perform("cry")]
    assert uses("@ggz", CRY) == []
    assert uses("g@g", CLEAVE) == [Perform("cleave")]
    assert uses("@gg", CLEAVE) == []


def test_what_burns_is_set_off_where_most_stand() -> None:
    view = struck_by(seen("@.g...gg", BURST), "harm")
    assert next(perform(view)) == Perform("burst", 6, 0)
    assert uses("@.g", BURST) == []


def test_strength_is_for_who_stands_beside_a_foe_and_else_for_oneself() -> None:
    assert next(perform(seen("@..Bgg", EMPOWER, party=[ANN, BOB]))) == Perform("empower", 3, 0)
    assert uses("@.gg", EMPOWER) == [Perform("empower", 0, 0)]
    assert uses("@.gg", EMPOWER, status_effects=["empower"]) == []


def test_a_foe_is_disarmed_once() -> None:
    assert uses("@g", DISARM) == [Perform("disarm", 1, 0)]
    assert uses("@.g", DISARM) == []
    assert list(perform(struck_by(seen("@g", DISARM), "weaken"))) == []


def test_what_rests_is_too_dear_or_always_works_is_not_performed() -> None:
    assert uses("@gg", BRACE, resting=[("brace", 20)]) == []
    assert uses("@.gg", EMPOWER, mana=3) == []
    assert uses("@gg", CARE) == []
    assert uses("@gg", replace(BRACE, does=[])) == []


def test_without_hunters_near_nothing_is_performed() -> None:
    assert uses("@zz", CLEAVE) == []
    assert uses("@......gg", BRACE) == []


def test_resourceful_fighters_perform_before_they_strike() -> None:
    view = seen("g@g", CLEAVE)
    assert next(tactics.fight(view, personality(), under_fire=False)) == Perform("cleave")
    rash = personality(resourceful=False)
    assert Perform("cleave") not in list(tactics.fight(view, rash, under_fire=False))
