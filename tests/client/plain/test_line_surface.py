import asyncio
import io
import os
import pty
import signal
import sys
import termios
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from support.client.client_examples import delta
from support.client.line_host import FakeLineHost
from support.client.screen_text import playing
from support.processes.waiting import LONGEST
from undertide_client.displays.errors import DisplayUnavailableError
from undertide_client.plain.line_commands import ALL_READ, MORE_WORDS
from undertide_client.plain.line_surface import AT_ONCE, LineSurface, surface_of_process
from undertide_client.plain.typed_lines import TypedLines
from undertide_client.screens.lobby.login_screens import LogInScreen
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.menus.quit_screen import QuitScreen
from undertide_client.screens.widgets.actions import Send
from undertide_client.screens.widgets.screen import Push, Screen
from undertide_shared.messages import Explore, Line


@dataclass
class Player:
    """A host of screens, shown in lines that a test reads, and the pipe into which it types."""

    host: FakeLineHost
    surface: LineSurface
    stream: io.StringIO
    pipe: int

    async def type(self, *lines: str) -> None:
        """Type lines; each is followed and its effect shown."""
        for line in lines:
            os.write(self.pipe, f"{line}\n".encode())
            await self.follow()

    async def follow(self) -> None:
        """Take in what comes next, and show its effect."""
        await asyncio.wait_for(self.surface.follow(self.host), LONGEST)
        self.surface.present(self.host)

    def ended(self) -> list[str]:
        """End the surface, and return all that it printed."""
        self.surface.__exit__(None, None, None)
        return self.stream.getvalue().splitlines()


@asynccontextmanager
async def at_lines(*screens: Screen) -> AsyncIterator[Player]:
    """Give a player at some screens over the map."""
    reading, pipe = os.pipe()
    stream = io.StringIO()
    surface = LineSurface(TypedLines(reading), stream)
    host = FakeLineHost(screens[0].ui if screens else playing(), *screens)
    with surface:
        surface.present(host)
        yield Player(host, surface, stream, pipe)
    os.close(pipe)


async def test_the_view_is_told_at_the_beginning_and_nothing_while_nothing_changes() -> None:
    async with at_lines() as player:
        player.surface.present(player.host)
        lines = player.ended()
    assert lines[0] == MORE_WORDS
    assert "Floor 3: the drowned warren." in lines
    assert lines[-1].startswith("Keys: ")
    assert len(lines) == len(set(lines))


async def test_a_line_is_obeyed_and_its_effect_told() -> None:
    async with at_lines() as player:
        await player.type("explore", "quit", "escape")
        assert player.host.done == [Send(Explore(passes=True))]
        assert "Leave the game?" in player.ended()


async def test_a_page_is_read_and_closed_at_once() -> None:
    async with at_lines() as player:
        await player.type("sheet", "around")
        assert isinstance(player.host.top, MapScreen)
        lines = player.ended()
    assert "attack, 7" in lines
    assert lines.count("The map: Ann") == 1


async def test_a_long_answer_is_told_in_parts() -> None:
    ui = playing()
    ui.mirror.apply(delta(lines=[Line("info", f"step {number}") for number in range(50)]))
    async with at_lines(QuitScreen(ui)) as player:
        player.host.press("escape")
        await player.type("history")
        more = f"({50 + 4 - AT_ONCE} more lines: `on` reads on.)"
        await player.type("on", "on")
        lines = player.ended()
    assert more in lines
    assert lines.index("step 20") > lines.index(more)
    assert lines[-1] == ALL_READ


async def test_the_end_of_input_leaves() -> None:
    async with at_lines() as player:
        os.close(os.dup(player.pipe))
        player.surface.copy("a line to copy")
        player.host.close()
        assert "a line to copy" in player.ended()
    reading, pipe = os.pipe()
    os.close(pipe)
    surface = LineSurface(TypedLines(reading), io.StringIO())
    host = FakeLineHost(playing())
    with surface:
        await asyncio.wait_for(surface.follow(host), LONGEST)
    assert host.is_closed
    assert not surface.is_stale()


async def test_signals_are_a_key_or_the_end() -> None:
    async with at_lines() as player:
        signal.raise_signal(signal.SIGINT)
        await player.follow()
        assert isinstance(player.host.top, QuitScreen)
        signal.raise_signal(signal.SIGTERM)
        await player.follow()
        assert player.host.is_closed


async def test_lines_of_a_file_wait_until_what_they_began_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = [False, False, True]
    monkeypatch.setattr(FakeLineHost, "is_settled", property(lambda _host: answers.pop(0)))
    async with at_lines() as player:
        await player.type("explore")
        assert answers == []
        assert player.host.done == [Send(Explore(passes=True))]


async def test_a_terminal_that_is_gone_ends_the_client() -> None:
    async with at_lines() as player:
        player.stream.close()
        await player.type("status")
        await player.type("status")
        assert player.host.is_closed


async def test_a_secret_is_told_by_its_length_alone() -> None:
    async with at_lines(LogInScreen(playing())) as player:
        await player.type("Ann", "correct horse", "again")
        lines = player.ended()
    assert "2: Password: 13 characters" in lines
    assert not any("horse" in line for line in lines)


def test_a_terminal_shows_a_secret_at_no_time() -> None:
    controller, terminal = pty.openpty()
    form = LogInScreen(playing())
    host = FakeLineHost(form.ui, form)

    def echoes() -> bool:
        return bool(termios.tcgetattr(terminal)[3] & termios.ECHO)

    with LineSurface(TypedLines(terminal), io.StringIO()) as surface:
        surface.present(host)
        assert echoes()
        form.pick(1)
        surface.present(host)
        surface.present(host)
        assert not echoes()
        host.press("escape")
        surface.present(host)
        assert echoes()
        host.perform((Push(form),))
        surface.present(host)
        assert not echoes()
    assert echoes()
    os.close(controller)
    os.close(terminal)


def test_a_process_without_streams_has_no_surface(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(surface_of_process(), LineSurface)
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(DisplayUnavailableError):
        surface_of_process()


@pytest.mark.parametrize(("encoding", "shown"), [("utf-8", True), ("latin-1", False)])
def test_lines_show_what_their_encoding_has(encoding: str, shown: bool) -> None:
    reading, writing = os.pipe()
    os.close(writing)
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    surface = LineSurface(TypedLines(reading), stream)
    assert surface.shows("José")
    assert surface.shows("Ольга") == shown
    os.close(reading)
