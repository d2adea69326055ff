from collections.abc import Sequence

from support.client.screen_text import drawn, find, playing, shown
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Pop, ShowNote
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.screen import Actions, Push


class Things(ListScreen):
    title = "Things"
    lettered = True
    details = 1
    count = 40

    def nothing(self) -> str:
        return "No things."

    def lines(self) -> Sequence[Row]:
        return [((f"thing {index}", palette.INK),) for index in range(self.count)]

    def detail(self, index: int, _width: int, /) -> Sequence[Row]:
        return [((f"all about {index}", palette.SOFT),)]

    def choose(self, index: int) -> Actions:
        return (ShowNote(f"chose {index}"),)


class Boxes(Things):
    def choose(self, index: int) -> Actions:
        return (Push(Things(self.ui)),) if index else (ShowNote("an empty box"),)


def test_a_letter_shows_a_line_and_enter_or_the_same_letter_chooses_it() -> None:
    screen = Things(playing())
    assert screen.press("c") == ()
    assert "all about 2" in shown(screen)
    assert screen.press("enter") == (ShowNote("chose 2"),)
    assert screen.press("b") == ()
    assert screen.press("b") == (ShowNote("chose 1"),)
    screen.press("down")
    screen.press("up")
    assert screen.press("b") == (), "the arrows went elsewhere meanwhile"
    assert screen.press("Z") == ()
    assert screen.press("escape") == (Pop(),)


def test_a_letter_opens_what_does_nothing_by_itself() -> None:
    screen = Boxes(playing())
    (push,) = screen.press("b")
    assert isinstance(push, Push)
    assert screen.press("a") == ()


def test_the_chosen_line_stays_in_view_and_is_explained() -> None:
    screen = Things(playing())
    screen.press("end")
    text = shown(screen)
    assert "thing 39" in text
    assert "thing 0" not in text
    assert "all about 39" in text
    assert "40/40" in text


def test_a_click_marks_a_line_and_a_second_chooses_it() -> None:
    screen = Things(playing())
    x, y = find(drawn(screen), "t")[2]
    assert screen.click(x, y, False) == ()
    assert "all about 2" in shown(screen)
    assert screen.click(x, y, False) == (ShowNote("chose 2"),)


def test_the_right_button_and_a_click_beside_the_box_go_back() -> None:
    screen = Things(playing())
    x, y = find(drawn(screen), "t")[0]
    assert screen.click(x, y, True) == (Pop(),)
    assert screen.click(0, 0, False) == (Pop(),)


def test_a_click_on_the_frame_or_the_details_does_nothing() -> None:
    screen = Things(playing())
    console = drawn(screen)
    x, y = find(console, "╭")[0]
    assert screen.click(x, y, False) == ()
    assert screen.click(x + 3, console.height - 4, False) == ()


def test_an_empty_list_says_so() -> None:
    screen = Things(playing())
    screen.count = 0
    assert "No things." in shown(screen)
    assert screen.press("enter") == screen.press("a") == ()


def test_the_wheel_chooses_and_a_list_that_is_read_only_has_no_verb() -> None:
    screen = Things(playing())
    assert screen.turn_wheel(False) == screen.turn_wheel(False) == screen.turn_wheel(True) == ()
    assert "all about 1" in shown(screen)
    assert "Enter choose Esc back" in shown(screen)
    screen.verb = ""
    assert "Enter" not in shown(screen)


def test_a_box_is_no_taller_than_what_its_lines_have_to_say() -> None:
    screen = Things(playing())
    screen.count, screen.details = 3, 9
    rows = [row for row in shown(screen).splitlines() if row]
    # The frame, three lines, a gap, and the one line that there is to say of each.
    assert len(rows) == 2 + 3 + 1 + 1
