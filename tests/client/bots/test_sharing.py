from msgspec.structs import replace

from support.client.bot_scenes import POTION, fellow, view_of
from undertide_client.bots.sharing import KEPT, hand_on, share
from undertide_shared.messages import Give, PackItem

ANN, BOB, CAT = (fellow(seat) for seat in range(3))
HELM = PackItem(1, "helm", 1, "[", 0, "", usable=False, slots=["head"], slot="head")
CAP = PackItem(2, "cap", 1, "[", 0, "", usable=False, slots=["head"])


def test_gear_that_is_left_over_goes_to_a_companion_of_a_higher_seat() -> None:
    view = view_of("B@C", seat=1, pack=[HELM, CAP], party=[ANN, BOB, CAT])
    assert list(share(view, 0)) == [Give(2, 2)]
    assert list(share(view_of("@.C", pack=[HELM, CAP], party=[ANN, CAT]), 0)) == []


def test_of_what_all_need_each_keeps_a_few() -> None:
    kept = KEPT["heal"]
    few, many = replace(POTION, count=kept), replace(POTION, count=kept + 1)
    assert list(share(view_of("@B", pack=[few], party=[ANN, BOB]), 0)) == []
    assert list(share(view_of("@B", pack=[many], party=[ANN, BOB]), 0)) == [Give(POTION.item, 1)]


def test_companions_take_turns() -> None:
    view = view_of("B@C", pack=[CAP], party=[ANN, BOB, CAT])
    assert [list(share(view, turn)) for turn in range(3)] == [
        [Give(2, 1)],
        [Give(2, 2)],
        [Give(2, 1)],
    ]


def test_books_that_the_hero_knows_are_handed_on() -> None:
    view = view_of("@B", pack=[POTION], party=[ANN, BOB])
    assert list(hand_on(view, {POTION.item}, 0)) == [Give(POTION.item, 1)]
    assert list(hand_on(view, {99}, 0)) == []
    assert list(hand_on(view_of("@.B", pack=[POTION], party=[ANN, BOB]), {POTION.item}, 0)) == []
