import pytest

from support.client.screen_text import drawn, find, playing, text_of
from undertide_client.keys import Command, Context
from undertide_client.screens.hero.items_screen import PackScreen
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.menus.help_screen import HelpScreen
from undertide_client.screens.widgets.hints import Hint, Spots, fitting, hints_text

HINTS = (Hint("enter", "choose"), Hint("", "arrows move"), Hint("escape", "back"))


def test_hints_are_shown_as_keys_and_words() -> None:
    assert hints_text(HINTS) == "Enter choose  arrows move  Esc back"


@pytest.mark.parametrize(("width", "count"), [(0, 0), (11, 0), (12, 1), (13, 1), (35, 3), (80, 3)])
def test_as_many_hints_as_fit_are_kept(width: int, count: int) -> None:
    assert fitting(HINTS, width) == HINTS[:count]


def test_a_hint_can_be_clicked_on_from_end_to_end() -> None:
    spots = Spots()
    spots.place(10, 3, HINTS, 40)
    assert [spots.key_at(x, 3) for x in (9, 10, 21, 22)] == ["", "enter", "enter", ""]
    assert spots.key_at(30, 3) == spots.key_at(10, 4) == ""
    assert spots.key_at(44, 3) == "escape"
    spots.clear()
    assert spots.key_at(10, 3) == ""


def test_a_hint_that_is_cut_is_no_spot() -> None:
    spots = Spots()
    spots.place(0, 0, HINTS, 20)
    assert spots.key_at(0, 0) == "enter"
    assert spots.key_at(30, 0) == ""


def test_a_command_without_a_key_has_no_hint() -> None:
    ui = playing()
    assert ui.hints(Context.PLAY, (Command.PACK, "pack"), (Command.YES, "yes")) == (
        Hint("i", "pack"),
    )


def test_hints_stand_where_they_can_be_clicked_on() -> None:
    ui = playing()
    console = drawn(MapScreen(ui), PackScreen(ui))
    x, y = find(console, "╰")[0]
    row = text_of(console).splitlines()[y]
    assert "Enter use or wear Esc back" in row
    assert "escape" in {ui.spots.key_at(column, y) for column in range(x, 80)}


def test_a_box_takes_the_place_of_the_hints_below() -> None:
    ui = playing()
    drawn(MapScreen(ui))
    assert any(ui.spots.key_at(x, 23) for x in range(80))
    drawn(MapScreen(ui), HelpScreen(ui))
    assert not any(ui.spots.key_at(x, 23) for x in range(80))


def test_a_notice_stands_in_place_of_the_hints_and_is_no_spot() -> None:
    ui = playing()
    ui.notice = "You have too little mana."
    console = drawn(MapScreen(ui), PackScreen(ui))
    assert "╰─ You have too little mana. ─" in text_of(console)
    assert not any(ui.spots.key_at(x, y) for x in range(80) for y in range(24))
