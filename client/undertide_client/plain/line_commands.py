"""What a typed line does: it presses keys, picks a line of a list, writes a text, or asks.

`LineHost` is the contract between screens and whatever shows them line by line.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from undertide_client.keys import Context
from undertide_client.plain.command_words import Typed, command_lines, understood, unknown_words
from undertide_client.plain.news_lines import status_of
from undertide_client.plain.screen_lines import ScreenLines, index_of
from undertide_client.screens.map.routes import enemies_in_sight
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.menus.quit_screen import QuitScreen
from undertide_client.screens.spoken.surroundings import surroundings
from undertide_client.screens.widgets.actions import Pop, Speak
from undertide_client.screens.widgets.page_screen import PageScreen
from undertide_client.screens.widgets.screen import Actions, Push, Screen
from undertide_client.screens.widgets.screen_text import ScreenText
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.errors import BadTextError
from undertide_shared.text import clean_chat


class LineHost(Protocol):
    """A stack of screens, and the reaction to what the player does with the top one."""

    @property
    def ui(self) -> Ui:
        """Return the state that the screens show."""
        ...

    @property
    def top(self) -> Screen:
        """Return the screen that gets the keys."""
        ...

    @property
    def is_settled(self) -> bool:
        """Return whether nothing that the player asked for is under way."""
        ...

    def press(self, key: str) -> None:
        """Pass a key to the top screen."""
        ...

    def perform(self, actions: Actions) -> None:
        """Carry out the actions that a screen returned."""
        ...

    def close(self) -> None:
        """Leave: the player is gone."""
        ...


POLL_SECONDS: Final = 0.05
"""Seconds between two looks whether an action is over."""
ACTION_SECONDS: Final = 5.0
"""Seconds that a line with several actions waits for the end of each: far longer than any takes."""
MAX_SLEEP: Final = 60
"""Seconds that `sleep` waits at most."""
QUESTIONS: Final = frozenset({Context.CONFIRM, Context.WARNING})
"""The contexts of questions, which an empty line repeats instead of answering."""
STOPPED: Final = "You stop to look."
NOBODY_HEARS: Final = "Nobody hears you here."
NO_LIST: Final = "There is no list here. To move, type `north`, or `keys` and the digit."
ALL_READ: Final = "That was all."
MORE_WORDS: Final = "`lines` tells how to use the client line by line."
HELP: Final = (
    "Type a command and press Enter: a key, such as `i`, or its name, such as `pack`.",
    "`commands` lists the commands of the place where you are. `again` reads this place again.",
    "`north 3` goes three steps. `kkl` and `i c` press several keys, one after the other.",
    "A number or a letter picks a line of a list, and so does the beginning of its words.",
    "An empty line is the Enter key. On the map it tells how you are, as `status` does anywhere.",
    "`around` tells what surrounds you. `on` reads a long text on.",
    "`say` and a text talks to everyone. `keys` and some characters presses each of them.",
    "`sleep` and a number waits that many seconds. `quit` leaves, and so does the end of input.",
)
"""The answer to `lines`: how to use the client line by line."""
Answer = Callable[[Sequence[str]], None]
"""Prints the lines of an answer."""


class LineCommands:
    """Carries out typed lines. `answer` prints what they ask for, `read_on` the rest of that."""

    def __init__(self, screens: ScreenLines, answer: Answer, read_on: Callable[[], None]) -> None:
        self._screens = screens
        self._answer = answer
        self._read_on = read_on

    async def obey(self, host: LineHost, line: str) -> None:
        """Do what a line says. Where the screen asks for text, a line is that, but for `/…`."""
        told = host.top.as_text()
        is_command = line.startswith("/") and not line.startswith("//")
        if told.asks and not is_command:
            self._write(host, told, line.removeprefix("/"))
            return
        words = _words(host, line)
        if not words:
            self._press_enter(host, told)
        elif not await self._ask(host, words):
            await self._press(host, words)

    def _press_enter(self, host: LineHost, told: ScreenText) -> None:
        """Press Enter, but choose and confirm nothing of which the player has not heard."""
        top = host.top
        if isinstance(top, MapScreen):
            self._answer(status_of(host.ui))
        elif QUESTIONS.intersection(top.contexts()):
            self._answer(self._screens.again(top))
        elif told.choices and not self._screens.has_announced(top, told):
            self._answer(self._screens.announced(top, told))
        else:
            host.press("enter")

    async def _ask(self, host: LineHost, words: Sequence[str]) -> bool:
        """Answer a question to the client itself; return False if the first word asks nothing."""
        match words[0].lower():
            case "again":
                self._answer(self._screens.again(host.top))
            case "status":
                self._answer(status_of(host.ui))
            case "around" | "surroundings":
                self._answer(surroundings(host.ui.mirror))
            case "lines":
                self._answer(HELP)
            case "commands":
                contexts = host.top.contexts()
                self._answer([*command_lines(contexts, host.ui.keymap), MORE_WORDS])
            case "on":
                self._read_on()
            case "say":
                self._say(host, " ".join(words[1:]))
            case "keys":
                _press_each(host, "".join(words[1:]))
            case "sleep":
                await _sleep("".join(words[1:]))
            case _:
                return False
        return True

    def _say(self, host: LineHost, text: str) -> None:
        if not host.ui.mirror.session:
            self._answer([NOBODY_HEARS])
            return
        try:
            host.perform((Speak(clean_chat(text)),))
        except BadTextError as fault:
            self._answer([fault.reason])

    def _pick(self, host: LineHost, index: int) -> None:
        """Pick a line of the top screen; tell it, unless it leads to another screen."""
        top, before = host.top, host.top.as_text()
        host.perform(top.pick(index))
        told = top.as_text()
        is_news = told == before or not self._screens.has_announced(top, told)
        if host.top is top and is_news:
            self._answer(self._screens.announced(top, told))

    def _write(self, host: LineHost, told: ScreenText, text: str) -> None:
        """Write a line into the text field of the top screen, in place of what is there."""
        index = index_of(told, text) if told.is_filter and text.isdecimal() else None
        if index is not None:
            self._pick(host, index)
            return
        if text:
            host.press("ctrl+u")
            host.perform(host.top.paste(text))
        if not (text and told.is_filter):
            host.press("enter")

    async def _press(self, host: LineHost, words: Sequence[str]) -> None:
        """Press the keys that words mean, each on the screen that is on top by then."""
        rest, has_pressed = tuple(words), False
        while rest:
            told, contexts = host.top.as_text(), host.top.contexts()
            if told.asks and has_pressed:
                self._write(host, told, " ".join(rest))
                return
            typed = understood(rest, contexts, host.ui.keymap, told.names) or _hinted(rest, told)
            if rest[0].isdecimal() and {Context.PLAY, Context.WATCH}.intersection(contexts):
                typed = None  # It was meant for a list that has closed, so it moves nobody.
            index = index_of(told, " ".join(rest))
            if index is not None and (typed is None or rest[0].isdecimal()):
                self._pick(host, index)
                return
            if typed is None and isinstance(host.top, PageScreen):
                host.perform((Pop(),))
                continue
            if typed is None:
                self._answer_unknown(host, " ".join(rest), told)
                return
            if not await self._press_times(host, typed):
                return
            rest, has_pressed = typed.rest, True

    def _answer_unknown(self, host: LineHost, line: str, told: ScreenText) -> None:
        """Leave from any screen, or say what a line without a meaning could have meant."""
        on_map = isinstance(host.top, MapScreen)
        if line == "quit":
            host.perform((Push(QuitScreen(host.ui)),))
        elif line.isdecimal() and on_map:
            self._answer([NO_LIST])
        elif line == "back" and on_map:
            self._answer([told.title])
        else:
            place, contexts = "" if on_map else told.title, host.top.contexts()
            self._answer([unknown_words(line, place, contexts, host.ui.keymap)])

    async def _press_times(self, host: LineHost, typed: Typed) -> bool:
        """Press a key some times; return False if the rest of the line should not follow.

        A refusal, new enemies, a wound and another screen end the repetition.
        """
        for number in range(1, typed.times + 1):
            top, before = host.top, _dangers(host)
            host.press(typed.key)
            if number == typed.times and not typed.rest:
                return True
            await until(lambda: host.is_settled, ACTION_SECONDS)
            if host.ui.fate.stage in {"refused", "lost"}:
                return False
            life, enemies = _dangers(host)
            if life < before[0] or enemies - before[1]:
                self._answer([STOPPED])
                return False
            if host.top is not top and number < typed.times:
                return False
        return True


def _hinted(words: Sequence[str], told: ScreenText) -> Typed | None:
    """Return the key that a hint of the screen gives for just these words; None if none does."""
    line = " ".join(words).lower()
    keys = (hint.key for hint in told.hints if hint.key and hint.words.lower() == line)
    key = next(keys, "")
    return Typed(key, 1, ()) if key else None


def _words(host: LineHost, line: str) -> list[str]:
    """Return the words of a line that is no text. A slash before them searches on the map."""
    stripped = line.strip()
    if not stripped.startswith("/") or stripped == "/":
        return stripped.split()
    slash = ["/"] if isinstance(host.top, MapScreen) else []
    return [*slash, *stripped.removeprefix("/").split()]


def _press_each(host: LineHost, characters: str) -> None:
    """Press the keys of characters, as long as the same screen is on top."""
    top = host.top
    for character in characters:
        if host.top is top:
            host.press(character)


def _dangers(host: LineHost) -> tuple[int, frozenset[int]]:
    """Return the hero's life and the ids of the enemies in sight."""
    mirror = host.ui.mirror
    life = mirror.hero.life if mirror.hero else 0
    return life, frozenset(one.id for one in enemies_in_sight(mirror))


async def until(is_true: Callable[[], bool], seconds: float) -> None:
    """Wait until something is true, but no longer than `seconds`."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    await asyncio.sleep(POLL_SECONDS)
    while not is_true() and loop.time() < end:  # noqa: ASYNC110  (nothing tells of a change)
        await asyncio.sleep(POLL_SECONDS)


async def _sleep(seconds: str) -> None:
    """Wait for some seconds that a script asks for."""
    if seconds.isascii() and seconds.isdecimal():
        await asyncio.sleep(min(MAX_SLEEP, int(seconds[:4])))
