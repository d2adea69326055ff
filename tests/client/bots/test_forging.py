from collections.abc import Sequence
from typing import Any

from support.client.bot_scenes import fellow, view_of
from undertide_client.bots.forging import CROWDED, Improvement, break_down, exchange, forge, lighten
from undertide_shared.messages import Break, Craft, Drop, EssenceInfo, PackItem, Slot, Travel

ANN, BOB = fellow(0), fellow(1)
WORN_COAT = PackItem(1, "coat", 1, "[", 0, "", slots=["body"], figures=[("life", 2)])
USED = [Improvement(2, 1, 10.0)]


def gear(number: int, *slots: Slot, slot: str = "", level: int = 0, **figures: int) -> PackItem:
    looks: dict[str, Any] = {"slots": list(slots), "slot": slot, "figures": list(figures.items())}
    affixes = [("keen", level)] if level else []
    return PackItem(number, "piece", 1, "[", 0, "", usable=False, affixes=affixes, **looks)


def essence(number: int, count: int, piece: int, lives: Sequence[int]) -> PackItem:
    """Return essences of which a first level costs 1 and a second 3.

    `lives` are what the piece gives: forged plain, then with each level.
    """
    made: list[list[tuple[str, int]]] = [[("life", life)] for life in lives]
    told = EssenceInfo("keen", [1, 3], ["body"], [piece], [made])
    return PackItem(number, "essence", count, "*", 0, "", usable=False, essence=told)


COAT = gear(1, "body", life=2)
KEEN = essence(2, 3, 1, [6, 9, 12])
WARM = essence(3, 1, 1, [6, 7])


def test_the_best_piece_that_the_essences_give_is_forged() -> None:
    view = view_of("@Π", pack=[COAT, KEEN, WARM])
    assert list(forge(view)) == [Craft(1, [(2, 3), (3, 1)]), Craft(1, [(2, 3)])]


def test_a_hero_goes_to_a_forge_where_it_has_work_there() -> None:
    assert next(forge(view_of("@..Π", pack=[COAT, KEEN]))) == Travel(2, 0)
    assert list(forge(view_of("@..Π", pack=[COAT]))) == []
    assert list(forge(view_of("@...", pack=[COAT, KEEN]))) == []


def test_what_is_worn_already_as_good_is_not_forged() -> None:
    worn = gear(4, "body", slot="body", life=12)
    assert list(forge(view_of("@Π", pack=[COAT, KEEN, worn]))) == []


def test_only_plain_gear_can_be_forged() -> None:
    assert list(forge(view_of("@Π", pack=[gear(1, "body", level=1), KEEN]))) == []


def test_gear_that_nobody_needs_is_broken() -> None:
    fine = gear(5, "body", level=2)
    assert list(break_down(view_of("@", pack=[COAT, fine]))) == [Break(5)]


def test_gear_that_a_companion_may_need_is_kept_while_there_is_room() -> None:
    fine = [gear(number, "body", level=2) for number in range(1, CROWDED + 1)]
    assert list(break_down(view_of("@", pack=fine[1:], party=[ANN, BOB]))) == []
    assert next(break_down(view_of("@", pack=fine, party=[ANN, BOB]))) == Break(1)
    assert next(break_down(view_of("@", seat=1, pack=fine[1:], party=[ANN, BOB]))) == Break(2)


def test_a_crowded_pack_keeps_essences_and_one_piece_for_each_slot() -> None:
    coats = [gear(number, "body") for number in range(1, CROWDED)]
    assert list(lighten(view_of("@", pack=coats))) == []
    assert list(lighten(view_of("@", pack=[*coats, KEEN]))) == [
        Drop(number) for number in range(2, CROWDED)
    ]


def exchangeable(number: int, count: int, *lives: int, exchange: int = 2) -> PackItem:
    """Return essences of which a first level costs 1 and a second 3, and the lives of the coat."""
    made: list[list[tuple[str, int]]] = [[("life", life)] for life in lives]
    told = (
        EssenceInfo("keen", [1, 3], ["body"], [1], [made], exchange)
        if lives
        else EssenceInfo("odd", [1, 3], ["feet"], exchange=exchange)
    )
    return PackItem(number, "essence", count, "*", 0, "", usable=False, essence=told)


SPARE_KEEN = exchangeable(2, 2, 6, 9)


def swaps(*others: PackItem) -> list[tuple[float, Craft]]:
    return list(exchange(view_of("@Π", pack=[WORN_COAT, *others]), USED))


def test_what_a_piece_does_not_use_is_exchanged_for_its_next_level() -> None:
    assert swaps(SPARE_KEEN, exchangeable(3, 2)) == [(10.0, Craft(2, [(3, 2)]))]


def test_small_stacks_are_given_first() -> None:
    assert swaps(SPARE_KEEN, exchangeable(3, 5), exchangeable(4, 1)) == [
        (10.0, Craft(2, [(4, 1), (3, 1)]))
    ]


def test_nothing_is_exchanged_without_enough_for_the_whole_level() -> None:
    assert swaps(SPARE_KEEN, exchangeable(3, 1)) == []
    assert swaps(exchangeable(2, 1, 6, 9), exchangeable(3, 3)) == []


def test_nothing_is_exchanged_beyond_the_highest_level() -> None:
    top = [Improvement(2, 3, 10.0, level=2)]
    view = view_of("@Π", pack=[WORN_COAT, exchangeable(2, 3, 6, 9, 12), exchangeable(3, 9)])
    assert list(exchange(view, top)) == []


def test_some_forges_exchange_nothing() -> None:
    assert swaps(exchangeable(2, 2, 6, 9, exchange=0), exchangeable(3, 9)) == []


def test_an_exchange_comes_before_the_forging() -> None:
    view = view_of("@Π", pack=[WORN_COAT, SPARE_KEEN, exchangeable(3, 2)])
    assert list(forge(view)) == [Craft(2, [(3, 2)]), Craft(1, [(2, 1)])]
    enough = view_of("@Π", pack=[WORN_COAT, exchangeable(2, 3, 6, 9, 12)])
    assert list(forge(enough)) == [Craft(1, [(2, 3)])]
