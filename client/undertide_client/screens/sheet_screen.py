"""The followed hero in full."""

from undertide_client.screens import palette
from undertide_client.screens.page_screen import PageScreen, Row
from undertide_client.screens.words import seconds
from undertide_shared.messages import HeroStatus


class SheetScreen(PageScreen):
    """Level, life, attack, what the hero is under, and what its resistances count for (R6)."""

    title = "Your hero"
    widest = 52

    def rows(self, _width: int) -> list[Row]:
        """Return a line a figure."""
        hero = self.ui.mirror.hero
        if hero is None:
            return [(("There is no hero behind this view.", palette.SOFT),)]
        rows = [_figure(name, value) for name, value in _figures(hero)]
        rows += [(), (("Effects", palette.GOLD),)]
        rows += [
            _figure(name, f"for {seconds(ticks)} s") for name, ticks in hero.effects
        ] or _none()
        rows += [(), (("Resistances", palette.GOLD),)]
        rows += [_figure(name, f"{count} of 10") for name, count in hero.resistances] or _none()
        return rows


def _figures(hero: HeroStatus) -> list[tuple[str, str]]:
    return [
        ("life", f"{hero.life} of {hero.max_life}"),
        ("level", str(hero.level)),
        ("experience", _experience(hero)),
        ("attack", str(hero.attack)),
        ("gold", str(hero.gold)),
    ]


def _experience(hero: HeroStatus) -> str:
    if hero.next_level <= 0:
        return f"{hero.experience}, the highest level"
    return f"{hero.experience}, next level at {hero.next_level}"


def _figure(name: str, value: str) -> Row:
    return ((f"  {name:<14}", palette.SOFT), (value, palette.INK))


def _none() -> list[Row]:
    return [(("  none", palette.FAINT),)]
