"""The map of the run."""

from undertide_client.displays.cells import Console
from undertide_client.keys import DIRECTIONS, Command, Context
from undertide_client.model import run_tree
from undertide_client.screens.map.routes import intent_towards
from undertide_client.screens.run.run_layout import laid_out
from undertide_client.screens.run.run_map_view import draw_run_map, heroes_on
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Pop, Send, ShowNote
from undertide_client.screens.widgets.drawing import Area, draw_text, put_spans, wrapped
from undertide_client.screens.widgets.hints import Hint, Hints
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.widgets.screen import NOTHING, Actions, Screen
from undertide_client.screens.widgets.screen_text import ScreenText
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.grammar import listed
from undertide_client.screens.words.words import branch_words

INDENT = "  "
"""The indent of a floor in the told tree, for each floor above it."""
UNKNOWN = "Nobody knows this run yet."
MOST_SUBTITLE_ROWS = 3
"""Most rows of the subtitle: enough for every variation of a run at the least width."""


class RunMapScreen(Screen):
    """The run tree with one floor marked. Its choice sends the hero towards that floor."""

    context: Context = Context.RUN_MAP

    covers = True

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        self._chosen = 0
        self._choose_present()

    def draw(self, console: Console) -> None:
        """Draw the subtitle, the map, and the facts about the marked floor."""
        self._hold()
        inside = self.box(console, (console.width, console.height), "The run", self._hints())
        lines = wrapped(self.ui.mirror.subtitle, inside.width)[:MOST_SUBTITLE_ROWS]
        for row, line in enumerate(lines):
            draw_text(console, inside.x, inside.y + row, line, palette.GOLD)
        top = inside.y + len(lines) + 1
        area = Area(inside.x, top, inside.width, inside.bottom - 3 - top)
        if self.ui.mirror.tree:
            draw_run_map(console, area, self.ui.mirror, self._chosen)
            self._draw_chosen(console, Area(inside.x, inside.bottom - 2, inside.width, 2))
        else:
            draw_text(console, inside.x, top, UNKNOWN, palette.SOFT)

    def as_text(self) -> ScreenText:
        """Return the tree as choices: each floor below its parent, indented by its depth."""
        self._hold()
        floors = self._told_order()
        return ScreenText(
            "The run",
            (self.ui.mirror.subtitle,) if floors else (UNKNOWN,),
            choices=tuple(map(self._told_floor, floors)),
            chosen=floors.index(self._chosen) if floors else -1,
            hints=self._hints()[1:],
        )

    def pick(self, index: int, /) -> Actions:
        """Mark a floor of the told tree."""
        self._chosen = self._told_order()[index]
        return NOTHING

    def _told_order(self) -> list[int]:
        """Return the branches, each after its parent, and siblings in their order."""
        tree = self.ui.mirror.tree
        root, children = run_tree.root_of(tree), run_tree.below(tree)
        order, rest = [], [root] if root else []
        while rest:
            branch = rest.pop()
            order.append(branch.id)
            rest += reversed(children.get(branch.id, []))
        return order

    def _told_floor(self, chosen: int) -> str:
        mirror = self.ui.mirror
        branch = mirror.tree[chosen]
        heroes = listed([one.name for one in heroes_on(mirror, chosen)])
        words = f"floor {branch.depth + 1}, {branch_words(mirror, branch)}"
        return f"{INDENT * branch.depth}{words}{f': {heroes}' if heroes else ''}"

    def press(self, key: str) -> Actions:
        """Move along the tree, set out, or go back."""
        self._hold()
        match self.ui.command(self.context, key):
            case Command.BACK:
                return (Pop(),)
            case Command.CHOOSE:
                return self._set_out()
            case Command.RECENTRE:
                self._choose_present()
            case Command.NEXT:
                self._choose_next_with_heroes()
            case Command.NORTH:
                self._choose_above()
            case Command.SOUTH:
                self._choose_below()
            case Command.WEST | Command.EAST as command:
                self._choose_beside(DIRECTIONS[command][0])
            case _:
                pass
        return NOTHING

    # --- the marked floor --------------------------------------------------------------------

    def _hold(self) -> None:
        """Mark a floor that exists."""
        if self._chosen not in self.ui.mirror.tree:
            self._choose_present()

    def _choose_present(self) -> None:
        mirror = self.ui.mirror
        root = run_tree.root_of(mirror.tree)
        here = mirror.floor.branch if mirror.floor else 0
        self._chosen = here if here in mirror.tree else root.id if root else 0

    def _choose_above(self) -> None:
        branch = self.ui.mirror.tree.get(self._chosen)
        if branch is not None and branch.parent in self.ui.mirror.tree:
            self._chosen = branch.parent

    def _choose_below(self) -> None:
        """Mark a floor below, preferably an entered one."""
        children = run_tree.below(self.ui.mirror.tree).get(self._chosen, [])
        wanted = [child for child in children if child.visited] or children
        if wanted:
            self._chosen = wanted[0].id

    def _choose_beside(self, step: int) -> None:
        """Mark the next floor of the same depth to the left (-1) or to the right (1)."""
        places = laid_out(self.ui.mirror.tree)
        column, row = places.get(self._chosen, (0, 0))
        gaps = {(x - column) * step: branch for branch, (x, y) in places.items() if y == row}
        ahead = [gap for gap in gaps if gap > 0]
        if ahead:
            self._chosen = gaps[min(ahead)]

    def _choose_next_with_heroes(self) -> None:
        mirror = self.ui.mirror
        peopled = [branch for branch in mirror.tree if heroes_on(mirror, branch)]
        if peopled:
            here = peopled.index(self._chosen) if self._chosen in peopled else -1
            self._chosen = peopled[(here + 1) % len(peopled)]

    def _set_out(self) -> Actions:
        """Go to the stairs that lead towards the marked floor, or take them."""
        mirror = self.ui.mirror
        if self.ui.spectating or mirror.floor is None or mirror.floor.branch == self._chosen:
            return NOTHING
        intent = intent_towards(mirror, self._chosen)
        if intent is None:
            return (Pop(), ShowNote("You know of no stairs here that lead there."))
        return (Pop(), Send(intent))

    # --- words -------------------------------------------------------------------------------

    def _draw_chosen(self, console: Console, area: Area) -> None:
        mirror = self.ui.mirror
        branch = mirror.tree[self._chosen]
        words = f"{branch_words(mirror, branch)}, floor {branch.depth + 1}"
        x = draw_text(console, area.x, area.y, f"{branch.glyph} ", legible(rgb(branch.colour)))
        draw_text(console, x, area.y, words, palette.BRIGHT, width=area.right - x)
        heroes = heroes_on(mirror, branch.id)
        spans = [(f"@ {one.name}  ", legible(rgb(one.colour))) for one in heroes]
        put_spans(console, area.x, area.y + 1, spans, area.width)

    def _hints(self) -> Hints:
        pairs = (
            (Command.CHOOSE, "set out"),
            (Command.NEXT, "next hero"),
            (Command.RECENTRE, "here"),
            (Command.BACK, "back"),
        )
        return (Hint("", "arrows move"), *self.ui.hints(Context.RUN_MAP, *pairs))
