"""The display of a visit: the visitor's size, colours and characters, and no more than it takes."""

import asyncio
from pathlib import Path

import pytest

from support.client.fake_visit import FakeVisit, visitor
from undertide_client.displays.base import Closed, KeyPress, MousePress, Pasted, Resized
from undertide_client.displays.cells import Console
from undertide_client.displays.errors import DisplayUnavailableError
from undertide_client.displays.remote import HUNG_UP, KEYS_AT_ONCE, KEYS_PER_SECOND, RemoteDisplay
from undertide_client.screens.widgets.drawing import draw_text

NOWHERE = Path("/nowhere")


def visit(**told: str) -> FakeVisit:
    return FakeVisit(visitor(NOWHERE, told=told))


def console(text: str, size: tuple[int, int] = (80, 24)) -> Console:
    shown = Console(*size)
    draw_text(shown, 0, 0, text, (250, 130, 40))
    return shown


async def test_it_shows_a_screen_and_leaves_the_terminal_as_it_was() -> None:
    seen = visit()
    display = RemoteDisplay(seen)
    with display:
        display.present(console("a goblin"))
        assert "a goblin" in seen.text
    assert b"\x1b[?1049l" in seen.written[-40:]


@pytest.mark.parametrize(
    ("told", "colour"),
    [
        ({"COLORTERM": "truecolor"}, b"38;2;250;130;40"),
        ({}, b"38;5;"),
        ({"TERM": "vt100"}, b"\x1b[9"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, b"\x1b[9"),
    ],
)
async def test_colours_follow_the_visitors_terminal(told: dict[str, str], colour: bytes) -> None:
    seen = visit(**told)
    with RemoteDisplay(seen) as display:
        display.present(console("a goblin"))
    assert colour in seen.written


@pytest.mark.parametrize(
    ("told", "is_unicode"),
    [({"LANG": "de_DE.UTF-8"}, True), ({}, True), ({"LC_ALL": "C", "LANG": "C.UTF-8"}, False)],
)
async def test_characters_follow_the_visitors_locale(
    told: dict[str, str], is_unicode: bool
) -> None:
    seen = visit(**told)
    with RemoteDisplay(seen) as display:
        display.present(console("x♣x"))
    assert ("♣".encode() in seen.written) == is_unicode
    assert seen.written.isascii() != is_unicode


async def test_keys_clicks_and_sizes_are_heard() -> None:
    seen = visit()
    with RemoteDisplay(seen) as display:
        display.present(console(""))
        seen.press(b"\x1b[A", b"x\x1b[<0;3;4M", None)
        heard = [await display.next_event() for _ in range(4)]
    assert heard == [KeyPress("up"), KeyPress("x"), MousePress(2, 3, "left"), Resized()]


async def test_escape_alone_is_a_key() -> None:
    seen = visit()
    with RemoteDisplay(seen) as display:
        seen.press(b"\x1b")
        assert await display.next_event() == KeyPress("escape")


async def test_a_visitor_who_hung_up_keeps_nobody_busy() -> None:
    seen = visit()
    display = RemoteDisplay(seen)
    seen.hang_up()

    async def hear_for_ever() -> None:
        while True:
            assert await display.next_event() == Closed(HUNG_UP)

    hearing = asyncio.create_task(hear_for_ever())
    for _ in range(3):
        await asyncio.sleep(0)
    hearing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await hearing


@pytest.mark.parametrize("key", [b"x", b"\x1b[B"])
async def test_a_key_that_is_held_down_counts_so_often_and_lets_others_go_on(
    key: bytes,
) -> None:
    seen = visit()
    display = RemoteDisplay(seen, lambda: 0.0)
    turns = 0

    async def count_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    others = asyncio.create_task(count_turns())
    seen.press(key * 10_000, None)
    heard = 0
    while await display.next_event() != Resized():
        heard += 1
    assert heard == KEYS_AT_ONCE
    assert turns > KEYS_AT_ONCE
    others.cancel()


async def test_who_types_on_after_a_flood_is_heard() -> None:
    seen, now = visit(), 0.0
    display = RemoteDisplay(seen, lambda: now)
    seen.press(b"x" * 1_000, None)
    while await display.next_event() != Resized():
        pass
    now = 3 / KEYS_PER_SECOND
    seen.press(b"y", b"\x1b[200~" + b"z" * 1_000 + b"\x1b[201~", b"w")
    heard = [await display.next_event() for _ in range(3)]
    assert heard == [KeyPress("y"), Pasted("z" * 1_000), KeyPress("w")]


async def test_a_terminal_that_is_behind_gets_the_newest_picture_alone() -> None:
    seen = visit()
    with RemoteDisplay(seen) as display:
        seen.fall_behind()
        display.present(console("first"))
        display.present(console("second"))
        display.present(console("third"))
        assert not display.copy("words")
        seen.catch_up()
        await seen.until("third")
        assert b"second" not in seen.written


async def test_a_resized_terminal_is_drawn_anew() -> None:
    seen = visit()
    with RemoteDisplay(seen) as display:
        display.present(console("a goblin"))
        seen.room, seen.written = (100, 30), b""
        seen.press(None)
        assert await display.next_event() == Resized()
        assert display.size() == (100, 30)
        assert b"a goblin" in seen.written


async def test_the_clipboard_is_asked_where_the_terminal_has_one() -> None:
    seen, simple = visit(), visit(TERM="linux")
    with RemoteDisplay(seen) as display:
        assert display.copy("words")
        assert b"\x1b]52;c;" in seen.written
    with RemoteDisplay(simple) as display:
        assert not display.copy("words")


def test_a_terminal_that_cannot_move_its_cursor_is_refused() -> None:
    with pytest.raises(DisplayUnavailableError, match="can't move its cursor"):
        RemoteDisplay(visit(TERM="dumb"))
