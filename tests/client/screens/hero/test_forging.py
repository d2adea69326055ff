import msgspec
import pytest

from support.client.hero_examples import CAP, KEEN, SMART, SWORD, WARM
from undertide_client.screens.hero.forging import Chosen, Outlook, most_level, outlook
from undertide_shared.messages import EssenceInfo, PackItem


def chosen(item: PackItem, level: int) -> Chosen:
    assert item.essence is not None
    return Chosen(item, item.essence, level)


def test_without_a_level_a_piece_stays_as_it_is() -> None:
    assert outlook(SWORD, []) == outlook(SWORD, [chosen(KEEN, 0)]) == Outlook({"attack": 4})


@pytest.mark.parametrize(("level", "attack"), [(1, 7), (2, 9)])
def test_one_essence_makes_what_the_server_says(level: int, attack: int) -> None:
    assert outlook(SWORD, [chosen(KEEN, level), chosen(SMART, 0)]) == Outlook({"attack": attack})


def test_what_several_essences_add_adds_up_and_shared_figures_are_rounded() -> None:
    then = outlook(SWORD, [chosen(KEEN, 2), chosen(SMART, 1)])
    assert then == Outlook({"attack": 10, "magic": 2}, frozenset({"attack"}))


def test_figures_that_come_to_nothing_are_left_out() -> None:
    essence = EssenceInfo("light", [1], ["main_hand"], [21], [[[("speed", -1)], [("life", 1)]]])
    light = msgspec.structs.replace(SMART, essence=essence)
    assert outlook(SWORD, [chosen(light, 1)]).figures == {"life": 1}


def test_levels_go_as_far_as_the_stack_and_the_forge() -> None:
    assert KEEN.essence is not None
    assert most_level(KEEN, KEEN.essence, SWORD.item) == 2
    few = msgspec.structs.replace(KEEN, count=2)
    assert most_level(few, KEEN.essence, SWORD.item) == 1
    fewer = [KEEN.essence.makes[0][:2]]
    limited = msgspec.structs.replace(KEEN.essence, makes=fewer)
    assert most_level(KEEN, limited, SWORD.item) == 1
    assert most_level(KEEN, KEEN.essence, CAP.item) == 0


@pytest.mark.parametrize("makes", [[], [[]]])
def test_a_server_that_says_less_allows_no_level(makes: list[list[list[tuple[str, int]]]]) -> None:
    assert WARM.essence is not None
    odd = msgspec.structs.replace(WARM.essence, makes=makes)
    assert most_level(WARM, odd, CAP.item) == 0


def test_a_level_costs_what_the_list_says() -> None:
    assert [chosen(KEEN, level).cost for level in (0, 1, 2)] == [0, 1, 3]
