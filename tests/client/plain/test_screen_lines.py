import pytest

from support.client.client_examples import PACK, delta
from support.client.screen_text import playing
from undertide_client.plain.screen_lines import ScreenLines, choice_line, index_of
from undertide_client.screens.hero.items_screen import PackScreen
from undertide_client.screens.lobby.name_screen import RenameScreen
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.menus.help_screen import HelpScreen
from undertide_client.screens.widgets.screen_text import ScreenText

TOLD = ScreenText(choices=("a health potion", "a hat", "gloves"), names=("a", "", "c"))


def test_a_screen_is_told_whole_when_it_opens_and_then_only_what_changes() -> None:
    ui = playing()
    pack, screens = PackScreen(ui), ScreenLines()
    lines = screens.pop_changes(pack)
    assert lines[1:3] == ["a: 3 health potions", "b: scroll of fireball"]
    assert lines[-1].startswith("Keys: ")
    assert screens.pop_changes(pack) == []
    ui.mirror.apply(delta(pack=[PACK[0]]))
    assert [line for line in screens.pop_changes(pack) if not line.startswith("Pack")] == []


def test_another_choice_is_told_with_what_is_known_about_it() -> None:
    pack, screens = PackScreen(playing()), ScreenLines()
    screens.pop_changes(pack)
    pack.press("down")
    assert screens.pop_changes(pack) == ["b: scroll of fireball", "Burns all near it."]


def test_a_screen_to_which_one_comes_back_is_told_by_its_title() -> None:
    ui = playing()
    pack, bottom, screens = PackScreen(ui), MapScreen(ui), ScreenLines()
    screens.pop_changes(bottom)
    screens.pop_changes(pack)
    assert screens.pop_changes(bottom) == ["The map: Ann"]
    assert screens.pop_changes(pack)[0].startswith("Pack")
    screens.go_back(bottom)
    assert screens.pop_changes(bottom) == []


def test_another_page_of_the_help_is_told_whole_but_for_what_stays() -> None:
    help_screen, screens = HelpScreen(playing()), ScreenLines()
    screens.pop_changes(help_screen)
    help_screen.press("right")
    title, *lines = screens.pop_changes(help_screen)
    assert "[In sight]" in title
    assert "goblin: It is small, green and not alone." in lines


def test_all_can_be_told_again() -> None:
    pack, screens = PackScreen(playing()), ScreenLines()
    assert screens.pop_changes(pack) == screens.again(pack)


def test_the_keys_of_a_screen_are_told_once() -> None:
    ui, screens = playing(), ScreenLines()
    assert screens.pop_changes(PackScreen(ui))[-1].startswith("Keys: ")
    assert not screens.pop_changes(PackScreen(ui))[-1].startswith("Keys: ")


def test_the_choice_of_enter_is_known_once_it_was_told() -> None:
    pack, screens = PackScreen(playing()), ScreenLines()
    screens.pop_changes(pack)
    assert not screens.has_announced(pack, pack.as_text())
    assert screens.announced(pack, pack.as_text())[0] == "a: 3 health potions"
    assert screens.has_announced(pack, pack.as_text())
    assert screens.pop_changes(pack) == []


def test_a_text_is_asked_for_and_how_to_write_only_once() -> None:
    ui, screens = playing(), ScreenLines()
    first, second = screens.pop_changes(RenameScreen(ui)), screens.pop_changes(RenameScreen(ui))
    assert first[-1].endswith("`/back` goes back.")
    assert second[-1] == first[-1].partition(":")[0] + ":"


@pytest.mark.parametrize(
    ("words", "index"),
    [("1", 0), ("3", 2), ("4", None), ("0", None), ("a ha", 1), ("A HEALTH", 0), ("a h", None)],
)
def test_a_number_or_a_beginning_picks_a_choice(words: str, index: int | None) -> None:
    assert index_of(TOLD, words) == index


def test_a_choice_without_a_letter_has_its_number() -> None:
    assert [choice_line(TOLD, index) for index in range(3)] == [
        "a: a health potion",
        "2: a hat",
        "c: gloves",
    ]
