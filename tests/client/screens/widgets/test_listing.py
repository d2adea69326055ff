import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_client.keys import Command
from undertide_client.screens.widgets.listing import Choice, Scroll

MOVES = st.sampled_from([None, *Command])


@pytest.mark.parametrize(
    ("command", "index"),
    [
        (Command.NEXT, 6),
        (Command.PREVIOUS, 4),
        (Command.PAGE_DOWN, 9),
        (Command.PAGE_UP, 1),
        (Command.FIRST, 0),
        (Command.LAST, 9),
        (Command.DROP, 5),
        (None, 5),
    ],
)
def test_a_choice_moves_as_told(command: Command | None, index: int) -> None:
    choice = Choice(5)
    choice.move(command, 10, 4)
    assert choice.index == index


@pytest.mark.parametrize(
    ("command", "index", "beyond"),
    [
        (Command.NEXT, 9, 1),
        (Command.PAGE_DOWN, 9, 1),
        (Command.NEXT, 8, 0),
        (Command.LAST, 9, 0),
        (Command.PREVIOUS, 0, -1),
        (Command.PAGE_UP, 0, -1),
        (Command.PREVIOUS, 1, 0),
        (None, 0, 0),
    ],
)
def test_a_move_beyond_an_end_is_told(command: Command | None, index: int, beyond: int) -> None:
    assert Choice(index).beyond(command, 10) == beyond


@given(st.lists(MOVES), st.integers(0, 30), st.integers(1, 9))
def test_a_choice_stays_in_its_list_and_in_view(
    commands: list[Command | None], count: int, rows: int
) -> None:
    choice = Choice()
    for command in commands:
        choice.move(command, count, rows)
        assert 0 <= choice.index <= max(0, count - 1)
        top = choice.first_shown(count, rows)
        assert top <= choice.index < top + rows


@given(st.lists(MOVES), st.integers(0, 30), st.integers(1, 9))
def test_a_page_scrolls_no_further_than_its_end(
    commands: list[Command | None], count: int, rows: int
) -> None:
    scroll = Scroll()
    for command in commands:
        scroll.move(command, count, rows)
        assert 0 <= scroll.top <= max(0, count - rows)
