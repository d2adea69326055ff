from support.client.screen_text import drawn, find, shown, ui_of
from undertide_client.screens.widgets.actions import Pop, ShowNote
from undertide_client.screens.widgets.form import Option, Writing, one_of
from undertide_client.screens.widgets.form_screen import FormScreen, closed
from undertide_client.screens.widgets.screen import Actions
from undertide_shared.errors import BadTextError


class Order(FormScreen):
    title = "An order"
    verb = "give it"

    def __init__(self) -> None:
        self.size = one_of("Size", "How many.", [Option(1, "one"), Option(2, "two")])
        self.why = Writing("Why", "In a few words.", 20)
        super().__init__(ui_of(), self.size, self.why)

    def finish(self) -> Actions:
        if not self.why.text:
            raise BadTextError("a reason is needed")
        return (ShowNote(f"{self.size.value} {self.why.text}"),)


def typed(screen: FormScreen, *keys: str) -> Actions:
    done: Actions = ()
    for key in keys:
        done = screen.press(key)
    return done


def test_choices_turn_with_arrows_and_with_enter() -> None:
    screen = Order()
    assert "◂ one ▸" in shown(screen)
    typed(screen, "right")
    assert "◂ two ▸" in shown(screen)
    typed(screen, "left", "left", "enter")
    assert screen.size.value == 1


def test_letters_are_written_where_one_writes_and_nowhere_else() -> None:
    screen = Order()
    assert typed(screen, "q", "space", "k") == ()
    typed(screen, "tab", "q", "space", "j", "kp5", "left", "x", "backspace")
    assert screen.why.text == "q j5"
    assert screen.size.value == 1


def test_enter_on_the_last_line_that_is_filled_finishes() -> None:
    assert typed(Order(), "right", "down", "n", "o", "enter") == (ShowNote("2 no"),)


def test_the_last_line_finishes() -> None:
    screen = Order()
    assert typed(screen, "down", "n", "o", "down", "enter") == (ShowNote("1 no"),)
    assert "» give it" in shown(screen)


def test_what_will_not_do_is_told_until_something_changes() -> None:
    screen = Order()
    assert typed(screen, "down", "enter") == ()
    assert "a reason is needed" in shown(screen)
    typed(screen, "n")
    assert "a reason is needed" not in shown(screen)
    assert "In a few words." in shown(screen)


def test_it_can_be_left_from_everywhere() -> None:
    assert typed(Order(), "escape") == (Pop(),)
    assert typed(Order(), "down", "x", "ctrl+c") == (Pop(),)


def test_pasted_text_is_written_and_finishes_nothing() -> None:
    screen = Order()
    assert screen.paste("lost") == ()
    typed(screen, "down")
    assert screen.paste("two\nlines\x1b[2J") == ()
    assert screen.why.text == "two lines[2J"


def test_the_mouse_chooses_lines_turns_choices_and_finishes() -> None:
    screen = Order()
    console = drawn(screen)
    ((x, y),) = find(console, "◂")
    assert screen.click(x, y, False) == ()
    assert screen.size.value == 2
    ((x, y),) = find(console, "»")
    screen.why.suggest("so")
    assert screen.click(x, y, False) == ()
    assert screen.click(x, y, False) == (ShowNote("2 so"),)


def test_a_click_beside_it_loses_nothing_and_the_right_button_leaves() -> None:
    screen = Order()
    drawn(screen)
    assert screen.click(0, 0, False) == ()
    assert screen.click(0, 0, True) == (Pop(),)


def test_what_closes_a_form_closes_what_it_was_opened_from() -> None:
    assert closed((ShowNote("done"),)) == (Pop(), Pop(), ShowNote("done"))


def test_the_foot_says_what_the_keys_do_on_each_line() -> None:
    screen = Order()
    assert "→ change" in shown(screen)
    typed(screen, "down")
    assert "Enter give it" in shown(screen)
