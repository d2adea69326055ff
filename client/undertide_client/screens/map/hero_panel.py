"""The upper part of the side panel: the followed hero, the floor, its tide and its pace."""

from undertide_client.displays.cells import Console
from undertide_client.model.mirror import Mirror
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import Area, bar, draw_text, fill, put_right, wrapped
from undertide_client.screens.widgets.palette import legible, life_colour, rgb
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.ability_words import readiness
from undertide_client.screens.words.agreement_words import agreement_words, own_agreement
from undertide_client.screens.words.words import (
    STATES,
    activity_words,
    change_words,
    comer_words,
    effect_words,
    fall_words,
    hunger_words,
    mark_words,
    pace_words,
    tide_words,
)
from undertide_shared.messages import HeroStatus

MOST_CONDITIONS = 3
"""Most rows for the hero's conditions: a small panel needs its rows for other things too."""
AGREEMENT_ROWS = 3
"""Most rows of an agreement on stairs."""
GAP = "  "
MISSING = "·"
"""The glyph instead of an amulet that nobody carries."""


def draw_hero(console: Console, area: Area, ui: Ui) -> int:
    """Draw the followed hero's name, figures and conditions. Return the next free row."""
    hero, member = ui.mirror.hero, ui.followed
    if hero is None:
        draw_text(console, area.x, area.y, "The party's view", palette.BRIGHT, width=area.width)
        return area.y + 1
    colour = legible(rgb(member.colour)) if member else palette.BRIGHT
    level = put_right(console, area.right, area.y, f"level {hero.level}", palette.SOFT, 12)
    x = draw_text(console, area.x, area.y, "@ ", colour)
    draw_text(console, x, area.y, member.name if member else "", colour, width=level - x - 1)
    share = hero.life / hero.max_life if hero.max_life > 0 else 0.0
    life = Area(area.x, area.y + 1, area.width, 1)
    colour = life_colour(round(share * 100))
    bar(console, life, share, colour, ("Life", f"{hero.life}/{hero.max_life}"))
    _experience(console, Area(area.x, area.y + 2, area.width, 1), ui.mirror)
    y = _mana(console, Area(area.x, area.y + 3, area.width, 1), hero)
    y = _abilities(console, Area(area.x, y, area.width, 1), ui)
    return _conditions(console, Area(area.x, y, area.width, 1), ui)


def _mana(console: Console, area: Area, hero: HeroStatus) -> int:
    """Draw the hero's mana, if it has any. Return the next free row."""
    if hero.max_mana <= 0:
        return area.y
    share = hero.mana / hero.max_mana
    bar(console, area, share, palette.MANA, ("Mana", f"{hero.mana}/{hero.max_mana}"))
    return area.y + 1


def _abilities(console: Console, area: Area, ui: Ui) -> int:
    """Draw the hero's abilities and when each is ready. Return the next free row."""
    x, y = area.x, area.y
    spans = readiness(ui)
    for words, ink in spans:
        if x > area.x and x + len(words) > area.right:
            x, y = area.x, y + 1
        x = draw_text(console, x, y, words, ink, width=area.right - x) + len(GAP)
    return y + bool(spans)


def _experience(console: Console, area: Area, mirror: Mirror) -> None:
    hero = mirror.hero
    if hero is None:
        return
    highest = hero.next_level <= 0
    share = 1.0 if highest else hero.experience / hero.next_level
    right = f"{hero.experience}" if highest else f"{hero.experience}/{hero.next_level}"
    bar(console, area, share, palette.EXPERIENCE, ("Exp", right))


def _conditions(console: Console, area: Area, ui: Ui) -> int:
    """Draw the hero's state, action, hunger and effects. Return the next free row."""
    rows = _laid(condition_words(ui), area.width)[:MOST_CONDITIONS]
    for y, row in enumerate(rows, area.y):
        draw_text(console, area.x, y, row, palette.WARNING, width=area.width)
    return area.y + max(1, len(rows))


def condition_words(ui: Ui) -> list[str]:
    """Return the hero's state, action, hunger and effects, each in a few words."""
    mirror, hero = ui.mirror, ui.mirror.hero
    if hero is None:
        return []
    effects = [effect_words(name, ticks, mirror) for name, ticks in hero.effects]
    is_own_sleep = hero.state == "asleep" and not ui.spectating
    state = "asleep: any key wakes" if is_own_sleep else STATES[hero.state]
    is_bound = hero.activity == "travel" and own_agreement(mirror) is not None
    activity = "going to the stairs…" if is_bound else activity_words(mirror, hero)
    words = [fall_words(hero, mirror), state, activity, hunger_words(hero), *effects]
    return [word for word in words if word]


def _laid(words: list[str], width: int) -> list[str]:
    """Return words side by side, in as many rows of `width` cells as they need."""
    rows: list[str] = []
    for word in words:
        if rows and len(rows[-1]) + len(GAP) + len(word) <= width:
            rows[-1] += GAP + word
        else:
            rows.append(word)
    return rows


def draw_riches(console: Console, area: Area, y: int, mirror: Mirror) -> int:
    """Draw the hero's gold and the party's amulets, if there are any. Return the next free row."""
    gold = mirror.hero.gold if mirror.hero else 0
    if not gold and not mirror.amulets:
        return y
    if gold:
        draw_text(console, area.x, y, f"Gold {gold}", palette.GOLD, width=area.width // 2)
    x = area.right
    for amulet in reversed(mirror.amulets):
        x -= 1
        held = amulet.bearer is not None
        ink = legible(rgb(amulet.colour)) if held else palette.FAINT
        draw_text(console, x, y, amulet.glyph if held else MISSING, ink, width=1)
    if mirror.amulets:
        put_right(console, x - 1, y, "Amulets", palette.SOFT, area.width // 2)
    return y + 1


def draw_floor_status(console: Console, area: Area, y: int, ui: Ui) -> int:
    """Draw the floor, its tide and its pace. Return the next free row."""
    mirror = ui.mirror
    floor = mirror.floor
    if floor is None:
        return y
    x = draw_text(console, area.x, y, f"Floor {floor.number} ", palette.GOLD, width=area.width)
    draw_text(console, x, y, floor.name, palette.INK, width=area.right - x)
    share = mirror.tide.percent / 100
    gauge = Area(area.x, y + 1, area.width, 1)
    bar(console, gauge, share, palette.TIDE, ("~ Tide", tide_words(mirror.tide)))
    return _pace(console, area, _marks(console, area, y + 2, mirror), ui)


def _marks(console: Console, area: Area, y: int, mirror: Mirror) -> int:
    """Draw the tide's last mark and its next newcomer, if any. Return the next free row."""
    words = [word for word in (mark_words(mirror.tide), comer_words(mirror)) if word]
    rows = _laid(words, area.width - 1)
    for row, line in enumerate(rows, y):
        draw_text(console, area.x + 1, row, line, palette.WATER, width=area.width - 1)
    return y + len(rows)


def _pace(console: Console, area: Area, y: int, ui: Ui) -> int:
    """Draw how time passes, with a pulse when it begins to run. Return the next free row.

    A coming change of pace has its own row.
    """
    mirror = ui.mirror
    first, *others = wrapped(pace_words(mirror), area.width - 2)
    begins = ui.moment is not None and ui.moment.kind == "time"
    if begins and ui.beats % 2:
        fill(console, Area(area.x, y, area.width, 1), palette.PULSE)
    draw_text(console, area.x, y, "◷ ", palette.SOFT)
    draw_text(console, area.x + 2, y, first, palette.INK)
    for line in others[:1]:
        y += 1
        draw_text(console, area.x + 2, y, line, palette.INK)
    change = change_words(mirror.pace)
    if change:
        y += 1
        draw_text(console, area.x, y, f"! {change}", palette.WARNING, width=area.width)
    return _agreements(console, area, y + 1, mirror)


def _agreements(console: Console, area: Area, y: int, mirror: Mirror) -> int:
    """Draw who agrees to take which stairs. Return the next free row."""
    for one in mirror.agreements:
        for line in wrapped(agreement_words(mirror, one), area.width)[:AGREEMENT_ROWS]:
            draw_text(console, area.x, y, line, palette.FRIEND, width=area.width)
            y += 1
    return y
