"""The spells that the hero knows (R8)."""

from collections.abc import Sequence

from undertide_client.screens.map.aim import Aim
from undertide_client.screens.map.nova_screen import NovaScreen
from undertide_client.screens.map.struck import strikes_friends
from undertide_client.screens.map.target_screen import TargetScreen
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Actions, Home, Note, Push, Send
from undertide_client.screens.widgets.drawing import wrapped
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Cast, SpellInfo

NAME_WIDTH = 26
"""Cells of a spell's name."""


class SpellsScreen(ListScreen):
    """Spells by letter, what each costs, and what it does."""

    verb = "cast"
    widest = 64
    details = 4
    lettered = True

    def nothing(self) -> str:
        """Say so."""
        return "You know no spell. Books teach them, and they lie in dead ends."

    def heading(self) -> str:
        """Say how much mana there is."""
        hero = self.ui.mirror.hero
        return f"Spells (mana {hero.mana} of {hero.max_mana})" if hero else "Spells"

    def lines(self) -> Sequence[Row]:
        """Return a line a spell; those that are too dear now say so."""
        return [self._row(spell) for spell in self.ui.mirror.spells]

    def _row(self, spell: SpellInfo) -> Row:
        dear = spell.mana > self._mana
        ink = palette.FAINT if dear else palette.INK
        cost = f"{spell.mana:>3} mana" + (", too dear now" if dear else "")
        glyph = (f"{spell.glyph} ", legible(rgb(spell.colour)))
        return (glyph, (f"{spell.name:<{NAME_WIDTH}}", ink), (cost, palette.SOFT))

    @property
    def _mana(self) -> int:
        return self.ui.mirror.hero.mana if self.ui.mirror.hero else 0

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return what a spell does and how far it reaches."""
        spell = self.ui.mirror.spells[index]
        about = [((text, palette.SOFT),) for text in wrapped(spell.description, width)]
        reach = _reach(spell)
        rows = about[: self.details - 1]
        return [*rows, ((reach, palette.INK),)] if reach else rows

    def choose(self, index: int) -> Actions:
        """Cast it: at once, or at a cell."""
        spell = self.ui.mirror.spells[index]
        if spell.mana > self._mana:
            return (Note(f"You have too little mana for {spell.name}."),)
        return cast(self.ui, spell)


def _reach(spell: SpellInfo) -> str:
    """Return how far a spell reaches and how wide it spreads; empty where neither is said."""
    measures = (("range", spell.range), ("radius", spell.radius))
    words = ", ".join(f"{name} {cells}" for name, cells in measures if cells)
    return f"In cells: {words}." if words else ""


def cast(ui: Ui, spell: SpellInfo) -> Actions:
    """Return what casts a spell: at once, after a question, or after a cell was chosen for it.

    It is asked where the spell goes off around the hero and a friend would be struck.
    """
    key = spell.spell
    if spell.target == "cell":
        aim = Aim(spell.name, spell.radius, lambda cell: Cast(key, *cell), spell.range, spell.helps)
        return (Home(), Push(TargetScreen(ui, aim)))
    if spell.harms and spell.radius and strikes_friends(ui.mirror, spell.radius):
        wave = Aim(spell.name, spell.radius, lambda _cell: Cast(key))
        return (Home(), Push(NovaScreen(ui, wave)))
    return (Home(), Send(Cast(key)))
