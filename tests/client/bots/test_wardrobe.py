from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from support.client.bot_scenes import BOLT, POTION, view_of
from support.client.client_examples import hero_status
from undertide_client.bots.wardrobe import CROWDED, dress, leave_behind, put_away, worth_of
from undertide_shared.messages import Drop, PackItem, Slot, Wear

HERO = hero_status(life=30, max_life=30, attack=10, magic=10)


def gear(number: int, *slots: Slot, slot: str = "", glyph: str = "[", **figures: int) -> PackItem:
    looks: dict[str, Any] = {"slots": list(slots), "slot": slot, "figures": list(figures.items())}
    return PackItem(number, "piece", 1, glyph, 0, "", usable=False, **looks)


def test_figures_count_by_what_the_hero_has() -> None:
    blade, coat = gear(1, "main_hand", attack=5), gear(2, "body", life=15)
    assert (
        worth_of(blade.figures, HERO, casts=False)
        == worth_of(coat.figures, HERO, casts=False)
        == 50
    )
    assert worth_of(gear(3, "ring", magic=5).figures, HERO, casts=False) == 0
    assert worth_of(gear(3, "ring", magic=5).figures, HERO, casts=True) > 0


def test_gear_is_put_on_where_nothing_is_worn() -> None:
    helm = gear(1, "head", life=3)
    assert list(dress(view_of("@", pack=[helm]), ())) == [Wear(1, "head")]


def test_the_best_change_comes_first() -> None:
    pack = [gear(1, "head", life=3), gear(2, "body", life=9)]
    assert list(dress(view_of("@", pack=pack), ())) == [Wear(2, "body"), Wear(1, "head")]


def test_worse_gear_stays_in_the_pack() -> None:
    pack = [gear(1, "head", slot="head", life=9), gear(2, "head", life=9), gear(3, "head", life=3)]
    assert list(dress(view_of("@", pack=pack), ())) == []


def test_what_was_worn_once_is_not_put_on_again() -> None:
    assert list(dress(view_of("@", pack=[gear(1, "head", life=9)]), {1})) == []


def test_a_hand_keeps_to_what_it_has_learned() -> None:
    bow = gear(1, "main_hand", slot="main_hand", glyph="}", attack=3)
    blade = gear(2, "main_hand", glyph=")", attack=30)
    better = gear(3, "main_hand", glyph="}", attack=5)
    assert list(dress(view_of("@", pack=[bow, blade, better]), ())) == [Wear(3, "main_hand")]


def test_anything_is_better_than_bare_skin() -> None:
    scrap = gear(1, "head", sight=1)
    assert list(dress(view_of("@", pack=[scrap]), ())) == [Wear(1, "head")]


def test_a_crowded_pack_is_relieved_of_gear_alone() -> None:
    potion = replace(POTION, takes_slot=False)
    spare = [gear(number, "head", life=1) for number in range(CROWDED - 1)]
    worn = gear(91, "body", slot="body", life=9)
    view = view_of("@", pack=[*spare, worn, potion, BOLT])
    assert list(leave_behind(view)) == [Drop(item.item) for item in spare]
    assert list(leave_behind(view_of("@", pack=[*spare[1:], worn, potion, BOLT]))) == []


@given(st.integers(1, 50), st.integers(1, 50))
def test_more_of_a_figure_is_never_worth_less(less: int, more: int) -> None:
    for stat in ("attack", "life", "absorb", "speed", "res.fire", "attack.fire", "leech"):
        low, high = sorted((less, more))
        one, other = (replace(gear(1, "ring"), figures=[(stat, each)]) for each in (low, high))
        assert worth_of(one.figures, HERO, casts=True) <= worth_of(other.figures, HERO, casts=True)


def test_useless_items_are_put_away_only_from_a_crowded_pack() -> None:
    books = [PackItem(number, "book", 1, "+", 0, "") for number in range(1, CROWDED + 1)]
    assert list(put_away(view_of("@", pack=books), {2})) == [Drop(2)]
    assert list(put_away(view_of("@", pack=books[1:]), {2})) == []
