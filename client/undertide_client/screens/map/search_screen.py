"""The screen to search what was seen, and to travel there."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from undertide_client.keys import Command, Context
from undertide_client.model.finds import Find, finds_on
from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.routes import focus_of, intent_towards, nearest_first
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Pop, Send, ShowNote
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.widgets.screen import NOTHING, Actions
from undertide_client.screens.widgets.screen_text import ScreenText
from undertide_client.screens.widgets.text_field import SPELLED, TextField
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.bearings import bearing_words, place_words
from undertide_shared.geometry import Cell
from undertide_shared.limits import MAX_WORD
from undertide_shared.messages import Travel

SORT_WORDS: Final = {
    "item": "item",
    "ware": "shop ware",
    "person": "person people",
    "monster": "monster creature",
    "hero": "hero companion",
    "stairs": "stairs",
    "forge": "forge smithy",
    "trap": "trap",
    "ground": "",
}
"""Words by which each sort is found, besides the name."""
FILLERS: Final = frozenset({"a", "an", "any", "are", "find", "is", "some", "the", "where"})
"""Words of a question that name nothing."""
NAME_WIDTH: Final = 40
"""Cells of a name's column. A longer name pushes the place aside."""
Result = tuple[Find, int]
"""Something that was found, and the branch of its floor; 0 for the floor that is shown."""


class SearchScreen(ListScreen):
    """A word to write, and what was seen that fits it: here first, then on other floors."""

    verb = "go there"
    context = Context.FORM
    widest = 72

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        self._field = TextField(MAX_WORD)

    def heading(self) -> str:
        """Return the title."""
        return "Search what you have seen"

    def columns(self) -> Row:
        """Return the written text, above the list."""
        return (("Find: ", palette.GOLD), (f"{self._field.text}▏", palette.BRIGHT))

    def nothing(self) -> str:
        """Return the text of an empty list."""
        return "You have seen nothing like that."

    def lines(self) -> Sequence[Row]:
        """Return a line for each find: its name, and where it is."""
        mirror = self.ui.mirror
        return [self._row(mirror, find, branch) for find, branch in self._results]

    @property
    def _results(self) -> list[Result]:
        return search(self.ui.mirror, self._field.text)

    def _row(self, mirror: Mirror, find: Find, branch: int) -> Row:
        name = name_words(mirror, find).ljust(NAME_WIDTH)
        where = (
            _floor_words(mirror, branch) if branch else bearing_words(focus_of(mirror), find.cell)
        )
        glyph = (f"{find.glyph} ", legible(rgb(find.colour)))
        return (glyph, (name, palette.INK), (f" {where}", palette.SOFT))

    def as_text(self) -> ScreenText:
        """Return what was found as choices, each with its place in words."""
        told = super().as_text()
        return replace(
            told,
            lines=told.lines if not told.choices else (),
            choices=tuple(self._told_result(*result) for result in self._results),
            asks="A word to find",
            is_filter=True,
        )

    def _told_result(self, find: Find, branch: int) -> str:
        mirror = self.ui.mirror
        here = place_words(focus_of(mirror), find.cell)
        where = _floor_words(mirror, branch) if branch else here
        return f"{name_words(mirror, find)}: {where}"

    def footer(self) -> Hints:
        """Return the hints at the foot of the box."""
        pairs = ((Command.NEXT, "next"), (Command.CHOOSE, self.verb), (Command.BACK, "back"))
        return self.ui.hints(self.context, *pairs)

    def press(self, key: str) -> Actions:
        """Write, move along the list, or choose."""
        command = self.ui.command(self.context, key)
        if command in {None, Command.LESS, Command.MORE} or len(key) == 1 or key in SPELLED:
            self._field.press(key)
            self.choice.index = 0
            return NOTHING
        return self.command(command, len(self._results))

    def paste(self, text: str, /) -> Actions:
        """Write pasted text."""
        self._field.paste(text)
        return NOTHING

    def choose(self, index: int) -> Actions:
        """Travel to the find, or towards its floor."""
        find, branch = self._results[index]
        mirror = self.ui.mirror
        if branch:
            intent = intent_towards(mirror, branch)
            return (Pop(), Send(intent) if intent else ShowNote("You know no way to that floor."))
        goal = _walkable(mirror, find.cell)
        if goal == mirror.cell:
            return (Pop(), ShowNote("You are there."))
        return (Pop(), Send(Travel(*goal)) if goal else ShowNote("You know no way there."))


def search(mirror: Mirror, text: str) -> list[Result]:
    """Return what was seen that has all words of a question in its name or sort.

    What lies on the shown floor comes first, the nearest at its head. Without a question, ground
    and traps are left out.
    """
    words = [word for word in text.lower().replace("?", " ").split() if word not in FILLERS]
    here = [(find, 0) for find in finds_on(mirror)]
    elsewhere = [
        (find, branch) for branch, finds in sorted(mirror.elsewhere.items()) for find in finds
    ]
    return [
        (find, branch)
        for find, branch in (*here, *elsewhere)
        if (words or find.sort not in {"trap", "ground"}) and _fits(mirror, find, words)
    ]


def _fits(mirror: Mirror, find: Find, words: Sequence[str]) -> bool:
    named = f"{name_words(mirror, find)} {SORT_WORDS[find.sort]}".lower()
    return all(word in named or word.removesuffix("s") in named for word in words)


def name_words(mirror: Mirror, find: Find) -> str:
    """Return the name of a find; for stairs, with the floor that they lead to."""
    branch = mirror.tree.get(find.leads)
    return f"{find.name}: {branch.name}" if branch else find.name


def _floor_words(mirror: Mirror, branch: int) -> str:
    known = mirror.tree.get(branch)
    return f"floor {known.depth + 1}, {known.name}" if known else "on another floor"


def _walkable(mirror: Mirror, cell: Cell) -> Cell | None:
    """Return a cell, or the nearest one beside it if nobody can walk there; None if none can."""
    x, y = cell
    beside = [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    open_cells = [each for each in beside if (look := mirror.look_at(each)) and look.walkable]
    if cell in open_cells or not open_cells:
        return cell if cell in open_cells else None
    return nearest_first(open_cells, mirror.cell)[0]
