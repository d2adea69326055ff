"""The side panel: the hero, the floor, the party, and the monsters in sight."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Final, TypeVar

from undertide_client.displays.cells import Console
from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.companions import way_words
from undertide_client.screens.map.hero_panel import draw_floor_status, draw_hero, draw_riches
from undertide_client.screens.map.map_view import glyph_of, kind_of
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import Area, bar, draw_text, fill, put_right, rule
from undertide_client.screens.widgets.palette import legible, life_colour, rgb
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.bearings import bearing_words
from undertide_client.screens.words.mark_words import GLYPHS, INKS
from undertide_client.screens.words.threat_words import called_briefly, danger_span, threat_of
from undertide_client.screens.words.words import (
    floor_words,
    member_state,
    name_of_seat,
    visible_words,
)
from undertide_shared.geometry import distance
from undertide_shared.messages import MarkInfo, PartyMember, Sighting

Thing = TypeVar("Thing")
RIGHT: Final = 12
"""Most cells of the mood at the right of a monster's line, if its statuses have a row below."""
BESIDE: Final = 5
"""Cells of a monster's line besides its name and its words: the glyph, and gaps."""
WIDEST: Final = 14
"""Most cells of the words at the right of a hero's line, such as "link lost ↓20K"."""


def draw_panel(console: Console, area: Area, ui: Ui) -> None:
    """Draw the panel. Lines that don't fit are counted."""
    fill(console, area, palette.PANEL)
    inside, mirror = area.inner(1, 0), ui.mirror
    y = draw_riches(console, inside, draw_hero(console, inside, ui), mirror)
    y = draw_floor_status(console, inside, y, ui) + 1
    foot = _draw_watchers(console, inside, mirror)
    seen = creatures(mirror)
    heights = [_creature_rows(mirror, one, inside.width) for one in seen]
    rows = _party_rows(foot - y, len(mirror.party) + 1, sum(heights) + 2 if seen else 0)
    party = Area(inside.x, y, inside.width, rows)
    y = draw_list(console, party, "Party", mirror.party, _member_drawer(mirror))
    sight = Area(inside.x, y, inside.width, foot - y)
    y = draw_list(console, sight, "In sight", seen, _creature_drawer(mirror), heights)
    marks = Area(inside.x, y, inside.width, foot - y)
    draw_list(console, marks, "Marks", marks_of(mirror), _mark_drawer(mirror))


def _party_rows(room: int, party: int, seen: int) -> int:
    """Return the rows of the party's list. If not all fits, the list of monsters gets half."""
    return min(party, max(room - seen, room // 2))


def creatures(mirror: Mirror) -> list[Sighting]:
    """Return the monsters in sight, nearest first."""
    seen = [one for one in mirror.sightings.values() if kind_of(mirror, one).role == "monster"]
    here = mirror.cell
    if here is None:
        return seen
    return sorted(seen, key=lambda one: (distance((one.x, one.y), here), one.id))


def marks_of(mirror: Mirror) -> list[MarkInfo]:
    """Return the marks on the floor, nearest first."""
    here = mirror.cell
    if here is None:
        return list(mirror.marks.values())
    return sorted(mirror.marks.values(), key=lambda one: (distance((one.x, one.y), here), one.y))


def draw_list(
    console: Console,
    area: Area,
    title: str,
    things: Sequence[Thing],
    draw_one: Callable[[Console, Area, Thing], None],
    heights: Sequence[int] = (),
) -> int:
    """Draw a titled list into an area, if it has entries. Return the row after its gap.

    `heights` are the rows of each entry; without them each has one.
    """
    rows = area.height - 1
    if not things or rows < 1:
        return area.y
    rule(console, area.x, area.y, area.width, title)
    ends = list(accumulate(heights or [1] * len(things)))
    count = len(things) if ends[-1] <= rows else sum(end < rows for end in ends)
    for thing, end, start in zip(things[:count], ends, [0, *ends], strict=False):
        draw_one(console, Area(area.x, area.y + 1 + start, area.width, end - start), thing)
    foot = area.y + 1 + (ends[count - 1] if count else 0)
    if count < len(things):
        draw_text(console, area.x, foot, f"  and {len(things) - count} more", palette.SOFT)
        foot += 1
    return foot + 1


def _member_drawer(mirror: Mirror) -> Callable[[Console, Area, PartyMember], None]:
    def draw(console: Console, area: Area, member: PartyMember) -> None:
        """Draw a hero: name, life, where it is, and its level or what ails it."""
        state = member_state(member, mirror) or f"L{member.level}"
        where = way_words(mirror, member.seat) or floor_words(mirror, member)
        right = f"{state} {where}".rstrip()
        put_right(console, area.right, area.y, right, palette.member_colour(member), WIDEST)
        draw_text(console, area.x, area.y, "@", legible(rgb(member.colour)))
        _draw_life(console, area, member.name, member.health, len(right) + 1)

    return draw


def _creature_rows(mirror: Mirror, one: Sighting, width: int) -> int:
    """Return the rows of a monster: a second one if its statuses don't fit beside its mood."""
    name = called_briefly(kind_of(mirror, one))
    mark, _ = danger_span(threat_of(mirror, one))
    fits = len(name) + len(f"{mark} {visible_words(one)}".strip()) <= width - BESIDE
    return 1 if fits or not one.statuses or not one.mood else 2


def _creature_drawer(mirror: Mirror) -> Callable[[Console, Area, Sighting], None]:
    def draw(console: Console, area: Area, one: Sighting) -> None:
        """Draw a monster: its name over its life, its danger and mood, and its statuses."""
        kind = kind_of(mirror, one)
        name, words = called_briefly(kind), visible_words(one)
        mark, mark_ink = danger_span(threat_of(mirror, one))
        if area.height > 1:
            below = ", ".join(one.statuses)
            draw_text(console, area.x + 3, area.y + 1, below, palette.WARNING, width=area.width - 3)
            words = one.mood
        ink = palette.BAD if one.mood == "hunting" else palette.SOFT
        gap = " " if mark else ""
        most = max(RIGHT, area.width - BESIDE - len(name)) - len(mark + gap)
        x = put_right(console, area.right, area.y, words, ink, most) - len(mark + gap)
        draw_text(console, x, area.y, mark, mark_ink)
        draw_text(console, area.x, area.y, glyph_of(kind), legible(rgb(kind.colour)))
        _draw_life(console, area, name, one.health, area.right - x + 1)

    return draw


def _mark_drawer(mirror: Mirror) -> Callable[[Console, Area, MarkInfo], None]:
    def draw(console: Console, area: Area, mark: MarkInfo) -> None:
        """Draw a mark: its meaning, whose it is, and the way there."""
        way = bearing_words(mirror.cell, (mark.x, mark.y))
        put_right(console, area.right, area.y, way, palette.SOFT, RIGHT)
        draw_text(console, area.x, area.y, GLYPHS[mark.mark], INKS[mark.mark])
        words = f"{mark.mark}, {name_of_seat(mirror, mark.seat)}"
        draw_text(console, area.x + 2, area.y, words, palette.INK, width=area.width - 3 - len(way))

    return draw


def _draw_life(console: Console, area: Area, name: str, health: int, right: int) -> None:
    """Draw a name over its life bar, between the glyph and the words at the right."""
    gauge = Area(area.x + 2, area.y, area.width - 2 - right, 1)
    bar(console, gauge, health / 100, life_colour(health), (name, ""))


def _draw_watchers(console: Console, area: Area, mirror: Mirror) -> int:
    """Draw the spectators into the last row. Return the row at which the lists must end."""
    if not mirror.watcher_count:
        return area.bottom
    names = ", ".join(mirror.watchers)
    line = f"◉ {mirror.watcher_count} watching: {names}"
    draw_text(console, area.x, area.bottom - 1, line, palette.SOFT, width=area.width)
    return area.bottom - 1
