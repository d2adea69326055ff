import asyncio

import pytest

from support.client.fake_display import FakeDisplay
from support.processes.waiting import LONGEST
from undertide_client.app.preferences import PlayerSettings
from undertide_client.app.surface import ConsoleSurface
from undertide_client.app.title import Choice, choose
from undertide_client.displays.base import MousePress, Pasted
from undertide_client.screens.menus.title_screen import TitleEntry

ENTRIES = (
    TitleEntry("n", "new game", "A dungeon of your own.", ("play",)),
    TitleEntry("j", "join", "Join others.", ("join",), wants_address=True),
    TitleEntry("q", "quit", "Leave.", ()),
)


async def chosen(display: FakeDisplay, failure: str = "") -> Choice:
    return await asyncio.wait_for(
        choose(ConsoleSurface(display), PlayerSettings(), ENTRIES, failure), LONGEST
    )


@pytest.mark.parametrize(
    ("keys", "wanted"),
    [("n", ("play",)), ("qq", None), (("escape",), None), (("down", "up", "enter"), ("play",))],
)
async def test_the_choice_ends_the_title(keys: tuple[str, ...], wanted: Choice) -> None:
    display = FakeDisplay()
    display.press(*keys)
    assert await chosen(display, "it broke") == wanted
    assert not display.entered
    assert "it broke" in display.text


async def test_an_address_can_be_pasted_and_the_form_left() -> None:
    display = FakeDisplay()
    display.press("j", "escape", "j")
    display.do(Pasted("host:1"))
    display.press("enter")
    assert await chosen(display) == ("join", "--", "host:1")


async def test_a_closed_display_leaves() -> None:
    display = FakeDisplay()
    display.close()
    assert await chosen(display) is None


@pytest.mark.parametrize(("line", "wanted"), [("n) new game", ("play",)), ("Esc quit", None)])
async def test_lines_and_hints_work_by_mouse(line: str, wanted: Choice) -> None:
    display = FakeDisplay()
    choosing = asyncio.create_task(chosen(display))
    await display.until(line)
    y = next(y for y, row in enumerate(display.text.splitlines()) if line in row)
    for x in range(59, 20, -1):  # The last hint leaves, the first one chooses.
        display.do(MousePress(x, y, "left"))
    assert await choosing == wanted


async def test_another_size_is_drawn() -> None:
    display = FakeDisplay()
    display.room = (120, 40)
    display.press("n")
    await chosen(display)
    assert len(display.text.splitlines()) > 24
