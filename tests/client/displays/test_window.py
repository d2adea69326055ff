import asyncio
from collections.abc import Iterator
from itertools import pairwise

import pytest
import tcod.console
import tcod.context
import tcod.event
import tcod.sdl.video
from hypothesis import given
from hypothesis import strategies as st
from tcod.cffi import ffi, lib

from undertide_client.displays.attention import Attention
from undertide_client.displays.base import (
    Closed,
    FontSize,
    KeyPress,
    MousePress,
    MouseWheel,
    Pasted,
    Resized,
)
from undertide_client.displays.cells import Console
from undertide_client.displays.errors import DisplayUnavailableError
from undertide_client.displays.window import (
    CELLS,
    LEAST,
    ZOOMS,
    WindowDisplay,
    choose_cell,
    choose_grid,
    fitting,
    zoomed,
)


@pytest.mark.parametrize(
    ("desktop", "cell"),
    [
        ((1024, 768), (10, 19)),
        ((1366, 768), (10, 19)),
        ((1920, 1040), (12, 22)),
        ((2560, 1440), (16, 30)),
        ((3840, 2160), (16, 30)),
        ((640, 480), (10, 19)),
    ],
)
def test_cells_are_as_large_as_is_comfortable(
    desktop: tuple[int, int], cell: tuple[int, int]
) -> None:
    assert choose_cell("auto", desktop) == cell


@pytest.mark.parametrize("size", CELLS)
def test_a_chosen_size_is_kept(size: FontSize) -> None:
    assert choose_cell(size, (640, 480)) == CELLS[size]


@given(
    st.sampled_from(sorted(CELLS.values())), st.tuples(st.integers(1, 8000), st.integers(1, 5000))
)
def test_a_window_has_at_least_the_least_and_no_more_than_fits(
    cell: tuple[int, int], desktop: tuple[int, int]
) -> None:
    grid = choose_grid(cell, desktop)
    for axis in (0, 1):
        assert grid[axis] >= LEAST[axis]
        assert grid[axis] == LEAST[axis] or grid[axis] * cell[axis] <= desktop[axis]


def test_zooming_goes_step_by_step_and_ends() -> None:
    usual = CELLS["small"]
    cells = [usual]
    for _ in range(len(ZOOMS)):
        cells.append(zoomed(cells[-1], 1, usual))
    assert cells[-1] == cells[-2] == ZOOMS[-1]
    assert all(one[1] <= other[1] for one, other in pairwise(cells))
    assert zoomed(ZOOMS[0], -1, usual) == ZOOMS[0]
    assert zoomed(ZOOMS[-1], 0, usual) == usual


@pytest.fixture
def sdl_of_its_own() -> Iterator[None]:
    """SDL as in a new process: it reads the environment once, when it starts."""
    lib.SDL_Quit()
    yield
    lib.SDL_Quit()


@pytest.fixture
def without_screen(sdl_of_its_own: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """SDL draws into memory, on a desktop of its own."""
    monkeypatch.setenv("SDL_VIDEO_DRIVER", "dummy")
    monkeypatch.setenv("SDL_RENDER_DRIVER", "software")


@pytest.fixture
def window(without_screen: None) -> Iterator[WindowDisplay]:
    """An open window that has told the news of its opening."""
    with WindowDisplay("small") as display:
        display.present(Console(*display.size()))
        list(tcod.event.get())
        yield display


def send(kind: int, **fields: object) -> None:
    """Put an event into SDL's queue, as the system would."""
    event = ffi.new("SDL_Event*")
    event.type = kind
    name = {
        lib.SDL_EVENT_KEY_DOWN: "key",
        lib.SDL_EVENT_TEXT_INPUT: "text",
        lib.SDL_EVENT_MOUSE_BUTTON_DOWN: "button",
        lib.SDL_EVENT_MOUSE_WHEEL: "wheel",
        lib.SDL_EVENT_WINDOW_RESIZED: "window",
        lib.SDL_EVENT_QUIT: "quit",
    }[kind]
    for field, value in fields.items():
        setattr(getattr(event, name), field, value)
    assert lib.SDL_PushEvent(event)


def open_windows() -> list[tcod.sdl.video.Window]:
    """Return the windows that SDL has open."""
    count = ffi.new("int*")
    windows = ffi.gc(lib.SDL_GetWindows(count), lib.SDL_free)
    return [tcod.sdl.video.Window(windows[number]) for number in range(count[0])]


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """An event that is set when somebody looks for SDL's events."""
    event, get = asyncio.Event(), tcod.event.get

    def noted() -> Iterator[tcod.event.Event]:
        event.set()
        return iter(get())

    monkeypatch.setattr(tcod.event, "get", noted)
    return event


def test_a_window_opens_and_closes(without_screen: None) -> None:
    with WindowDisplay("auto") as display:
        columns, rows = display.size()
        assert columns >= 80
        assert rows >= 24
        display.present(Console(columns, rows))


def test_a_window_closes_when_something_fails(without_screen: None) -> None:
    display = WindowDisplay("small")
    with pytest.raises(RuntimeError, match="a bug"), display:
        raise RuntimeError("a bug")
    assert open_windows() == []


def test_without_a_desktop_the_advice_is_the_terminal(
    sdl_of_its_own: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEO_DRIVER", "none such")
    with pytest.raises(DisplayUnavailableError) as caught, WindowDisplay("auto"):
        pass
    assert "no window can be opened here" in caught.value.reason
    assert caught.value.advice == "use the terminal display"


async def test_a_key_that_is_also_text_comes_once(window: WindowDisplay) -> None:
    text = ffi.new("char[]", b"7")
    send(lib.SDL_EVENT_KEY_DOWN, key=tcod.event.KeySym.KP_7, mod=tcod.event.Modifier.NUM, down=True)
    send(lib.SDL_EVENT_TEXT_INPUT, text=text)
    greater = ffi.new("char[]", b">")
    send(lib.SDL_EVENT_KEY_DOWN, key=tcod.event.KeySym.PERIOD, mod=tcod.event.Modifier.LSHIFT)
    send(lib.SDL_EVENT_TEXT_INPUT, text=greater)
    send(lib.SDL_EVENT_KEY_DOWN, key=tcod.event.KeySym.UP, mod=tcod.event.Modifier.NONE)
    events = [await window.next_event() for _ in range(3)]
    assert events == [KeyPress("kp7"), KeyPress(">"), KeyPress("up")]


async def test_clicks_tell_the_cell(window: WindowDisplay) -> None:
    width, height = CELLS["small"]
    for button, x, y in (
        (tcod.event.MouseButton.LEFT, 12, 7),
        (tcod.event.MouseButton.RIGHT, 0, 0),
    ):
        send(
            lib.SDL_EVENT_MOUSE_BUTTON_DOWN,
            button=button,
            x=(x + 0.5) * width,
            y=(y + 0.5) * height,
            down=True,
        )
    events = [await window.next_event() for _ in range(2)]
    assert events == [MousePress(12, 7, "left"), MousePress(0, 0, "right")]


async def test_the_wheel_is_told_by_notches(window: WindowDisplay) -> None:
    for notches in (1, -1, 0):
        send(lib.SDL_EVENT_MOUSE_WHEEL, integer_y=notches)
    send(lib.SDL_EVENT_QUIT)
    events = [await window.next_event() for _ in range(3)]
    assert events == [MouseWheel(True), MouseWheel(False), Closed("the window was closed")]


async def test_clicks_beside_the_screen_are_nothing(window: WindowDisplay) -> None:
    send(lib.SDL_EVENT_MOUSE_BUTTON_DOWN, button=tcod.event.MouseButton.LEFT, x=-5.0, y=9.0)
    send(lib.SDL_EVENT_QUIT)
    assert await window.next_event() == Closed("the window was closed")


async def test_a_new_size_is_told(window: WindowDisplay) -> None:
    (shown,) = open_windows()
    width, height = CELLS["small"]
    shown.size = (90 * width + 3, 30 * height + 3)
    assert await window.next_event() == Resized()
    assert window.size() == (90, 30)


def test_a_window_too_small_shows_a_smaller_picture(window: WindowDisplay) -> None:
    (shown,) = open_windows()
    shown.size = (400, 300)
    list(tcod.event.get())
    assert window.size() == (80, 24)
    window.present(Console(80, 24))


async def test_pasting_gives_the_clipboards_text(window: WindowDisplay) -> None:
    assert lib.SDL_SetClipboardText(b"one\r\ntwo\x1b\xc3\xa9")
    send(lib.SDL_EVENT_KEY_DOWN, key=tcod.event.KeySym.V, mod=tcod.event.Modifier.LCTRL)
    assert await window.next_event() == Pasted("one\ntwoé")


async def test_a_key_that_comes_while_waiting_is_heard(
    window: WindowDisplay, looked: asyncio.Event
) -> None:
    waiting = asyncio.ensure_future(window.next_event())
    await looked.wait()
    assert not waiting.done()
    send(lib.SDL_EVENT_KEY_DOWN, key=tcod.event.KeySym.ESCAPE)
    assert await waiting == KeyPress("escape")


async def test_cancelling_loses_no_key(window: WindowDisplay, looked: asyncio.Event) -> None:
    send(lib.SDL_EVENT_KEY_DOWN, key=tcod.event.KeySym.UP)
    send(lib.SDL_EVENT_KEY_DOWN, key=tcod.event.KeySym.DOWN)
    assert await window.next_event() == KeyPress("up")
    assert await window.next_event() == KeyPress("down")
    waiting = asyncio.ensure_future(window.next_event())
    looked.clear()
    await looked.wait()
    waiting.cancel()
    send(lib.SDL_EVENT_KEY_DOWN, key=tcod.event.KeySym.LEFT)
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await window.next_event() == KeyPress("left")


def test_a_character_without_a_tile_is_a_question_mark(
    window: WindowDisplay, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[tcod.console.Console] = []

    def present(_: object, console: tcod.console.Console, **_options: object) -> None:
        shown.append(console)

    monkeypatch.setattr(tcod.context.Context, "present", present)
    console = Console(4, 1)
    for x, code in enumerate((ord("@"), 0x754C, 0x07, ord("│"))):
        console.rgb[0, x] = (code, (1, 2, 3), (4, 5, 6))
    window.present(console)
    assert shown[0].rgb["ch"].tolist() == [[ord("@"), ord("?"), ord("?"), ord("│")]]
    assert shown[0].rgb["fg"].tolist() == [[[1, 2, 3]] * 4]
    assert console.rgb["ch"][0, 1] == 0x754C, "the console itself stays as it was"


async def test_ctrl_and_plus_make_everything_larger_and_0_gives_the_usual_size(
    window: WindowDisplay,
) -> None:
    def press(key: int) -> None:
        send(lib.SDL_EVENT_KEY_DOWN, key=key, mod=tcod.event.Modifier.LCTRL, down=True)

    press(tcod.event.KeySym.EQUALS)
    assert await window.next_event() == Resized()
    larger = window.size()
    press(tcod.event.KeySym.MINUS)
    press(tcod.event.KeySym.MINUS)
    assert [await window.next_event() for _ in range(2)] == [Resized()] * 2
    assert window.size() > larger
    press(tcod.event.KeySym.N0)
    assert await window.next_event() == Resized()


async def test_f11_covers_the_screen_and_uncovers_it(window: WindowDisplay) -> None:
    for fullscreen in (True, False):
        send(lib.SDL_EVENT_KEY_DOWN, key=tcod.event.KeySym.F11, down=True)
        assert await window.next_event() == Resized()
        (shown,) = open_windows()
        assert bool(shown.fullscreen) is fullscreen


def test_the_title_tells_what_should_not_be_missed(window: WindowDisplay) -> None:
    window.attend(Attention("your turn", 1))
    (shown,) = open_windows()
    assert shown.title == "your turn"


def test_the_window_tells_what_its_font_has() -> None:
    display = WindowDisplay("small")
    assert display.shows("José, Ольга")
    assert not display.shows("王小明")
    assert not display.shows("שרה")


@pytest.mark.parametrize(
    ("pixels", "grid", "cell"),
    [
        ((1200, 798), (80, 24), (14, 26)),
        ((1200, 798), (90, 30), (12, 22)),
        ((1200, 798), (101, 30), (10, 19)),
        ((1200, 798), (240, 100), (10, 19)),
        ((1920, 1080), (80, 24), (24, 45)),
        ((3840, 2160), (80, 24), (32, 60)),
        ((400, 300), (80, 24), (10, 19)),
    ],
)
def test_cells_are_as_large_as_what_is_to_be_in_view_allows(
    pixels: tuple[int, int], grid: tuple[int, int], cell: tuple[int, int]
) -> None:
    assert fitting(pixels, grid, CELLS["small"]) == cell


async def test_cells_fit_a_grid_until_the_player_chooses_a_size(without_screen: None) -> None:
    def press(key: int) -> None:
        send(lib.SDL_EVENT_KEY_DOWN, key=key, mod=tcod.event.Modifier.LCTRL, down=True)

    with WindowDisplay("auto") as display:
        (shown,) = open_windows()
        shown.size = (1300, 800)
        usual = display.size()
        display.fit_grid(*LEAST)
        largest = display.size()
        assert largest < usual
        list(tcod.event.get())
        press(tcod.event.KeySym.MINUS)
        assert await display.next_event() == Resized()
        chosen = display.size()
        assert chosen > largest
        display.fit_grid(*LEAST)
        assert display.size() == chosen
        press(tcod.event.KeySym.N0)
        assert await display.next_event() == Resized()
        display.fit_grid(*LEAST)
        assert display.size() == largest
        display.fit_grid(*usual)
        assert display.size() == usual
