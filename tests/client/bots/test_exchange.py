from support.client.bot_scenes import view_of
from undertide_client.bots.exchange import Improvement, exchange
from undertide_client.bots.forging import forge
from undertide_shared.messages import Craft, EssenceInfo, PackItem

COAT = PackItem(1, "coat", 1, "[", 0, "", slots=["body"], figures=[("life", 2)])


def essence(number: int, count: int, *lives: int, exchange: int = 2) -> PackItem:
    """Return essences of which a first level costs 1 and a second 3, and the lives of the coat."""
    made: list[list[tuple[str, int]]] = [[("life", life)] for life in lives]
    told = (
        EssenceInfo("keen", [1, 3], ["body"], [1], [made], exchange)
        if lives
        else EssenceInfo("odd", [1, 3], ["feet"], exchange=exchange)
    )
    return PackItem(number, "essence", count, "*", 0, "", usable=False, essence=told)


KEEN = essence(2, 2, 6, 9)
USED = [Improvement(2, 1, 10.0)]


def swaps(*others: PackItem) -> list[tuple[float, Craft]]:
    return list(exchange(view_of("@Π", pack=[COAT, *others]), USED))


def test_what_a_piece_does_not_use_is_exchanged_for_its_next_level() -> None:
    assert swaps(KEEN, essence(3, 2)) == [(10.0, Craft(2, [(3, 2)]))]


def test_small_stacks_are_given_first() -> None:
    assert swaps(KEEN, essence(3, 5), essence(4, 1)) == [(10.0, Craft(2, [(4, 1), (3, 1)]))]


def test_nothing_is_exchanged_without_enough_for_the_whole_level() -> None:
    assert swaps(KEEN, essence(3, 1)) == []
    assert swaps(essence(2, 1, 6, 9), essence(3, 3)) == []


def test_nothing_is_exchanged_beyond_the_highest_level() -> None:
    top = [Improvement(2, 3, 10.0, level=2)]
    view = view_of("@Π", pack=[COAT, essence(2, 3, 6, 9, 12), essence(3, 9)])
    assert list(exchange(view, top)) == []


def test_some_forges_exchange_nothing() -> None:
    assert swaps(essence(2, 2, 6, 9, exchange=0), essence(3, 9)) == []


def test_an_exchange_comes_before_the_forging() -> None:
    view = view_of("@Π", pack=[COAT, KEEN, essence(3, 2)])
    assert list(forge(view)) == [Craft(2, [(3, 2)]), Craft(1, [(2, 1)])]
    enough = view_of("@Π", pack=[COAT, essence(2, 3, 6, 9, 12)])
    assert list(forge(enough)) == [Craft(1, [(2, 3)])]
