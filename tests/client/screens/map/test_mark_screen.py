from typing import Any

import pytest

from support.client.client_examples import GOBLIN, hero_status
from support.client.screen_text import playing, shown
from undertide_client.screens.map.mark_screen import MarkScreen
from undertide_client.screens.widgets.actions import Pop, Send, ShowNote
from undertide_shared.messages import MarkCell, MarkInfo, Sighting


def at(x: int, y: int, **changes: Any) -> MarkScreen:
    """Return the screen with its cursor on a cell."""
    screen = MarkScreen(playing(**changes))
    screen.cell = (x, y)
    return screen


@pytest.mark.parametrize(
    ("key", "kind"), [("!", "danger"), ("$", "loot"), (".", "here"), ("?", "help")]
)
def test_one_key_says_what_the_mark_means(key: str, kind: Any) -> None:
    assert at(5, 3).press(key) == (Pop(), Send(MarkCell(kind, 5, 3)))


def test_the_cursor_starts_at_the_nearest_foe_and_enter_marks_danger() -> None:
    screen = MarkScreen(playing())
    goblin = screen.ui.mirror.sightings[GOBLIN]
    assert "Mark (danger?): goblin" in shown(screen)
    assert screen.press("enter") == (Pop(), Send(MarkCell("danger", goblin.x, goblin.y)))


def test_enter_marks_loot_and_places_and_a_badly_hurt_hero() -> None:
    assert at(3, 1).press("enter") == (Pop(), Send(MarkCell("here", 3, 1)))
    item = at(3, 1, sightings=[Sighting(1, 1, 2, 2), Sighting(7, 3, 3, 1)])
    assert item.press("enter") == (Pop(), Send(MarkCell("loot", 3, 1)))
    hurt = at(2, 2, hero=hero_status(life=8, max_life=30))
    assert hurt.press("enter") == (Pop(), Send(MarkCell("help", 2, 2)))
    well = at(2, 2, hero=hero_status(life=9, max_life=30))
    assert well.press("enter") == (Pop(), Send(MarkCell("here", 2, 2)))


def test_the_same_mark_again_or_a_key_of_its_own_removes_a_mark() -> None:
    marks = [MarkInfo(5, 3, "danger", 1)]
    gone = (Pop(), Send(MarkCell("", 5, 3)))
    assert at(5, 3, marks=marks).press("!") == gone
    assert at(5, 3, marks=marks).press("x") == gone
    assert at(5, 3, marks=marks).press("$") == (Pop(), Send(MarkCell("loot", 5, 3)))
    assert at(4, 3, marks=marks).press("x") == (Pop(), ShowNote("There is no mark."))


def test_the_cursor_jumps_to_marks_first() -> None:
    screen = at(1, 1, marks=[MarkInfo(7, 2, "loot", 0)])
    screen.press("tab")
    assert screen.cell == (7, 2)


def test_what_nobody_has_seen_can_not_be_marked() -> None:
    note = "You can't mark a place that nobody has seen."
    assert at(5, 2, tiles=[0, 60]).press(".") == (Pop(), ShowNote(note))


def test_moving_and_leaving_work_as_with_any_cursor() -> None:
    screen = at(5, 3)
    screen.press("l")
    screen.press("up")
    assert screen.cell == (6, 2)
    assert screen.press("escape") == (Pop(),)
