"""The screen on top in lines: all of it when it opens, and then what changes."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final
from weakref import WeakKeyDictionary

from undertide_client.screens.widgets.hints import Hints, hints_text
from undertide_client.screens.widgets.screen import Screen
from undertide_client.screens.widgets.screen_text import ScreenText, plain_text

WRITING: Final = "Type it. An empty line keeps what is there, and `/back` goes back."
FILTERING: Final = "Type a part of the name, or the number of a line. `/back` goes back."


class ScreenLines:
    """What the player was told of each screen that is open."""

    def __init__(self) -> None:
        self._top: Screen | None = None
        self._told: WeakKeyDictionary[Screen, ScreenText] = WeakKeyDictionary()
        self._announced: WeakKeyDictionary[Screen, str] = WeakKeyDictionary()
        """The chosen line of each screen, as the player last heard it."""
        self._hinted: set[str] = set()

    def pop_changes(self, top: Screen) -> list[str]:
        """Return what is new about the screen on top, and count it as told."""
        now, before = top.as_text(), self._told.get(top)
        is_opened, self._top = top is not self._top, top
        self._told[top] = now
        if before is None:
            return [*self._whole(top, now)]
        title = [now.title] if now.title and (is_opened or now.title != before.title) else []
        return [*title, *self._changed(top, before, now), *self._asked(now, is_opened=is_opened)]

    def go_back(self, top: Screen) -> None:
        """Note that the player knows of the way back to a screen, which needs no words."""
        self._top = top

    def again(self, top: Screen) -> list[str]:
        """Return all of the screen on top."""
        self._hinted.clear()
        self._told[top] = now = top.as_text()
        return [*self._whole(top, now)]

    def has_announced(self, top: Screen, now: ScreenText) -> bool:
        """Return whether the player knows which line Enter would choose."""
        return now.chosen < 0 or self._announced.get(top) == choice_line(now, now.chosen)

    def announced(self, top: Screen, now: ScreenText) -> list[str]:
        """Return the chosen line, and what is told about it, and count it as told."""
        self._told[top] = replace(self._told.get(top, now), chosen=now.chosen, detail=now.detail)
        return [*self._choice(top, now)]

    def _whole(self, top: Screen, now: ScreenText) -> Iterator[str]:
        yield from filter(None, (now.title, *now.lines))
        yield from (choice_line(now, index) for index in range(len(now.choices)))
        if (now.asks and not now.is_filter) or now.chosen < 0:
            self._note_choice(top, now)
            yield from now.detail
        yield from self._hints(now.hints)
        yield from self._asked(now, is_opened=True)

    def _changed(self, top: Screen, before: ScreenText, now: ScreenText) -> Iterator[str]:
        yield from (line for line in now.lines if line and line not in before.lines)
        if now.is_filter and now.choices != before.choices:
            yield from (choice_line(now, index) for index in range(len(now.choices)))
            return
        known = {*before.choices}
        for index, words in enumerate(now.choices):
            if words not in known and index != now.chosen:
                yield choice_line(now, index)
        chosen = now.choices[now.chosen] if now.chosen >= 0 else ""
        is_moved = now.chosen != before.chosen or (chosen and chosen not in known)
        if is_moved:
            yield from self._choice(top, now)
        elif now.detail != before.detail:
            yield from (line for line in now.detail if line not in before.detail)

    def _choice(self, top: Screen, now: ScreenText) -> Iterator[str]:
        self._note_choice(top, now)
        if now.chosen >= 0:
            yield choice_line(now, now.chosen)
        yield from now.detail

    def _note_choice(self, top: Screen, now: ScreenText) -> None:
        self._announced[top] = choice_line(now, now.chosen) if now.chosen >= 0 else ""

    def _hints(self, hints: Hints) -> Iterator[str]:
        """Yield the keys of a screen, if they were not told before."""
        text = plain_text(hints_text(hints))
        if text and text not in self._hinted:
            self._hinted.add(text)
            yield f"Keys: {text}."

    def _asked(self, now: ScreenText, *, is_opened: bool) -> Iterator[str]:
        """Yield what the player shall write, if the screen has just begun to wait for it."""
        if not now.asks or not is_opened:
            return
        how = FILTERING if now.is_filter else WRITING
        is_known = how in self._hinted
        self._hinted.add(how)
        yield f"{now.asks.rstrip(':?')}:" if is_known else f"{now.asks.rstrip(':?')}: {how}"


def choice_line(now: ScreenText, index: int) -> str:
    """Return a choice with the letter or the number that picks it."""
    name = now.names[index] if index < len(now.names) and now.names[index] else str(index + 1)
    return f"{name}: {now.choices[index]}"


def index_of(now: ScreenText, words: str) -> int | None:
    """Return the index of the choice that a number or the beginning of its words picks, or None.

    A beginning that several choices share picks none.
    """
    if words.isascii() and words.isdecimal():
        index = int(words[:4]) - 1
        return index if 0 <= index < len(now.choices) else None
    fitting = [
        index
        for index, choice in enumerate(now.choices)
        if choice.strip().lower().startswith(words.lower())
    ]
    return fitting[0] if words and len(fitting) == 1 else None
