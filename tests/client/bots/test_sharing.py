import pytest
from msgspec.structs import replace

from support.client.bot_scenes import POTION, fellow, view_of
from undertide_client.bots.sharing import KEPT, fetch, share
from undertide_shared.messages import Give, PackItem, Take, Travel

ANN, BOB, CAT = (fellow(seat) for seat in range(3))
HELM = PackItem(1, "helm", 1, "[", 0, "", usable=False, slots=["head"], slot="head")
CAP = PackItem(2, "cap", 1, "[", 0, "", usable=False, slots=["head"])


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
