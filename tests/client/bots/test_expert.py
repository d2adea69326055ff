from msgspec.structs import replace

from support.client.bot_scenes import POTION, fellow, mirror_of
from support.client.client_examples import CRYPT, KEEP, TREE, WARREN
from support.client.hero_examples import CAP, WARM
from undertide_client.bots.expert import FOLLOWED, MOST_WAITS, Expert
from undertide_client.bots.skills import personality_of
from undertide_client.model.mirror import Mirror
from undertide_shared.messages import (
    Amulet,
    Climb,
    Craft,
    Explore,
    Intent,
    Move,
    Rest,
    Sell,
    StairInfo,
    Travel,
    Use,
    WareInfo,
)

ANN = fellow(0)


def expert(*, forges: bool = True) -> Expert:
    return Expert(personality_of("expert", 0), forges=forges)


def wanted(brain: Expert, *mirrors: Mirror) -> list[Intent | None]:
    return [brain.decide(mirror) for mirror in mirrors]


def test_a_party_leaves_a_fight_that_goes_badly() -> None:
    hurt = fellow(1, health=20)
    mirror = mirror_of("@Bg", under={"@": "<"}, party=[ANN, hurt])
    assert wanted(expert(), mirror) == [Climb()]


def test_an_expert_forges_what_it_has_essences_for() -> None:
    worn = replace(CAP, item=30, slot="head")
    mirror = mirror_of("@Π.....", pack=[worn, CAP, WARM], max_life=30)
    assert expert().decide(mirror) == Craft(CAP.item, [(WARM.item, 1)])
    assert not isinstance(expert(forges=False).decide(mirror), Craft)


def test_a_companion_that_fights_alone_is_helped() -> None:
    brain = expert()
    brain.decide(mirror_of("@......B..", party=[ANN, fellow(1)]))
    hurt = mirror_of("@......B..", dark="B", party=[ANN, fellow(1, health=40)])
    assert brain.decide(hurt) == Travel(6, 0)


def test_floors_beside_the_way_down_are_explored_before_it() -> None:
    brain = expert()
    root = [StairInfo(3, 0, WARREN), StairInfo(5, 0, KEEP)]
    brain.decide(mirror_of("@..>.>", branches=TREE, stairs=root))
    deeper = CRYPT + 1
    crypt = mirror_of(
        "<..@..>", branch=CRYPT, branches=TREE,
        stairs=[StairInfo(0, 0, KEEP), StairInfo(6, 0, deeper)], tide=50, level=1,
    )  # fmt: skip
    assert brain.decide(crypt) == Travel(0, 0)


def test_the_strong_go_straight_down() -> None:
    brain = expert()
    brain.decide(mirror_of("@..>.>", branches=TREE, stairs=[StairInfo(3, 0, WARREN)]))
    stairs = [StairInfo(0, 0, 1), StairInfo(6, 0, CRYPT)]
    keep = mirror_of("<..@..>", branch=KEEP, branches=TREE, stairs=stairs, tide=50, level=9)
    assert brain.decide(keep) == Travel(6, 0)


def test_a_new_floor_is_explored() -> None:
    assert wanted(expert(), mirror_of("@...")) == [Explore()]


def test_a_leader_goes_back_for_a_companion_on_another_floor() -> None:
    stairs = [StairInfo(0, 0, 1), StairInfo(6, 0, CRYPT)]
    party = [ANN, fellow(1, branch=1)]
    keep = mirror_of("<..@..>", branch=KEEP, branches=TREE, stairs=stairs, party=party, level=9)
    brain = expert()
    intents = [brain.decide(keep) for _ in range(FOLLOWED + 1)]
    assert intents == [Rest()] * FOLLOWED + [Travel(0, 0)]


def test_a_leader_soon_stops_waiting_for_the_lost() -> None:
    brain, waits = expert(), 0
    for number in range(3 * MOST_WAITS):
        news = mirror_of("@...>", party=[ANN, fellow(1)], experience=number)
        waits += isinstance(brain.decide(news), Rest)
    assert waits == MOST_WAITS


def test_a_leader_goes_back_for_an_amulet_before_it_goes_deeper() -> None:
    brain = expert()
    lost = [Amulet("lost", '"', 0, key="health_potion")]
    brain.decide(mirror_of("<.@.!>", branch=KEEP, branches=TREE, amulets=lost))
    stairs = [StairInfo(0, 0, KEEP)]
    crypt = mirror_of(
        "<..@..>", branch=CRYPT, branches=TREE, stairs=stairs, amulets=lost, tide=50, level=9
    )
    assert brain.decide(crypt) == Travel(0, 0)


def test_an_expert_trades_in_shops() -> None:
    shop = mirror_of("@..!", ware=WareInfo(9, does=["heal"]), gold=9)
    assert expert().decide(shop) == Travel(3, 0)
    pack = [replace(CAP, slot="head"), replace(CAP, item=30, offer=5)]
    assert expert(forges=False).decide(mirror_of("@t", pack=pack)) == Sell(30)


def test_the_weak_drink_when_somebody_who_flees_strikes_them() -> None:
    brain = expert()
    brain.decide(mirror_of("@....f", life=12, pack=[POTION]))
    assert brain.decide(mirror_of("@....f", life=9, pack=[POTION])) == Use(POTION.item)


def test_the_weak_do_not_run_to_and_fro() -> None:
    brain, stairs = expert(), [StairInfo(0, 0, 2)]
    assert brain.decide(mirror_of("@.gg", under={"@": ">"}, life=9, branch=2)) == Climb()
    assert brain.decide(mirror_of("@g", under={"@": "<"}, life=9, stairs=stairs)) == Move(1, 0)
