"""All figures of the followed hero."""

from collections.abc import Iterable

from undertide_client.model.mirror import Mirror
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import column, wrapped
from undertide_client.screens.widgets.page_screen import PageScreen, Row
from undertide_client.screens.words.ability_words import ability_rows
from undertide_client.screens.words.effect_words import status_words
from undertide_client.screens.words.item_words import figure_name
from undertide_client.screens.words.time_words import span_words
from undertide_shared.messages import HeroStatus

TYPES = ("physical", "cold", "fire", "poison", "arcane", "divine")
"""Damage types, in the order of the rules."""
NAME_WIDTH = 22
"""Width of a figure's name with its margin, in cells."""
ALL = 100
"""Percent of the damage of a weapon that is no worse beside a foe (R6)."""
PLAIN_SPEED = 10
"""Energy per tick at normal speed."""


class SheetScreen(PageScreen):
    """The hero's level, figures and effects, abilities, and resistances as worn and as counted."""

    title = "Your hero"
    widest = 64

    def rows(self, width: int) -> list[Row]:
        """Return one line per figure, and the abilities."""
        hero = self.ui.mirror.hero
        if hero is None:
            return [(("There is no hero behind this view.", palette.SOFT),)]
        abilities = list(ability_rows(self.ui, self.ui.mirror.abilities, width))
        return [
            *(_figure(name, value) for name, value in _figures(hero)),
            *(_part("Abilities", abilities) if abilities else ()),
            *_part("Effects", _effects(self.ui.mirror, hero)),
            *_part("Resistances: what is worn, and what counts", _resistances(hero, width)),
        ]


def _figures(hero: HeroStatus) -> Iterable[tuple[str, str]]:
    if hero.calling:
        yield "calling", hero.calling
    yield "level", str(hero.level)
    yield "experience", _experience(hero)
    yield "life", f"{hero.life} of {hero.max_life}"
    if hero.max_mana:
        yield "mana", f"{hero.mana} of {hero.max_mana}"
        yield "magic", f"{hero.magic}, the power of spells"
    yield "attack", _attack(hero)
    if hero.absorb:
        yield "absorb", f"{hero.absorb} off every hit"
    if hero.speed != PLAIN_SPEED:
        yield "speed", f"{hero.speed}, where {PLAIN_SPEED} is normal"
    yield "hunger", f"{hero.hunger}, {hero.food}% full"
    yield "gold", str(hero.gold)


def _attack(hero: HeroStatus) -> str:
    """Return the damage and the reach of a hero's attack."""
    extra = "".join(f" + {power} {kind}" for kind, power in hero.extra)
    reach = f" at up to {hero.range} cells" if hero.range else ""
    close = f"; {hero.close}% beside a foe" if hero.close != ALL else ""
    return f"{hero.attack}{extra}{reach}{close}"


def _experience(hero: HeroStatus) -> str:
    if hero.next_level <= 0:
        return f"{hero.experience}, the highest level"
    return f"{hero.experience}, next level at {hero.next_level}"


def _effects(mirror: Mirror, hero: HeroStatus) -> list[Row]:
    """Return each status with the time that it has left and what it does."""
    told = [status_words(mirror, each) for each in hero.status_figures]
    told += [""] * len(hero.effects)
    return [
        _figure(name, f"for {span_words(ticks, mirror)}{f': {words}' if words else ''}")
        for (name, ticks), words in zip(hero.effects, told, strict=False)
    ]


def _resistances(hero: HeroStatus, width: int) -> list[Row]:
    """Return each resistance as worn and as counted, and the reason if the two differ."""
    counted, worn = dict(hero.resistances), dict(hero.worn)
    kinds = [kind for kind in TYPES if counted.get(kind) or worn.get(kind)]
    rows = [_figure(kind, _counted(worn.get(kind, 0), counted.get(kind, 0))) for kind in kinds]
    if any(worn.get(kind, 0) != counted.get(kind, 0) for kind in kinds):
        reason = wrapped(_reason(worn, counted), width - 2)
        rows += [((f"  {line}", palette.WARNING),) for line in reason]
    return rows


def _counted(worn: int, counted: int) -> str:
    counts = f"{counted} of 10"
    return counts if worn == counted else f"{counts}, of {worn} worn"


def _reason(worn: dict[str, int], counted: dict[str, int]) -> str:
    """Return which of R6's limits lowers a resistance."""
    if any(worn.get(kind, 0) != counted.get(kind, 0) for kind in TYPES[1:]):
        total = sum(counted.values())
        return f"All together count for no more than {total}: the highest lose the excess."
    return "Physical resistance never stops a blow: the excess is lost."


def _part(title: str, rows: list[Row]) -> list[Row]:
    """Return a titled part of the page."""
    return [(), ((title, palette.GOLD),), *(rows or [(("  none", palette.FAINT),)])]


def _figure(name: str, value: str) -> Row:
    return ((column(f"  {figure_name(name)}", NAME_WIDTH), palette.SOFT), (value, palette.INK))
