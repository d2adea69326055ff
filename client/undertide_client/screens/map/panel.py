"""The side panel: the hero, the floor, the party, and the monsters in sight."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from tcod.console import Console

from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.hero_panel import draw_floor_status, draw_hero, draw_riches
from undertide_client.screens.map.map_view import glyph_of, kind_of
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import Area, bar, fill, put, put_right, rule
from undertide_client.screens.widgets.palette import legible, life_colour, rgb
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.words import floor_words, member_state
from undertide_shared.geometry import distance
from undertide_shared.messages import PartyMember, Sighting

Thing = TypeVar("Thing")
RIGHT: Final = 8
"""Most cells of the word at the right of a monster's line, such as "poisoned"."""
WIDEST: Final = 14
"""Most cells of the words at the right of a hero's line, such as "link lost ↓20K"."""


def draw_panel(console: Console, area: Area, ui: Ui) -> None:
    """Draw the panel. Lines that don't fit are counted."""
    fill(console, area, palette.PANEL)
    inside, mirror = area.inner(1, 0), ui.mirror
    y = draw_riches(console, inside, draw_hero(console, inside, ui), mirror)
    y = draw_floor_status(console, inside, y, mirror) + 1
    foot = _draw_watchers(console, inside, mirror)
    seen = creatures(mirror)
    rows = _party_rows(foot - y, len(mirror.party) + 1, len(seen) + 2 if seen else 0)
    party = Area(inside.x, y, inside.width, rows)
    y = draw_list(console, party, "Party", mirror.party, _member_drawer(mirror))
    sight = Area(inside.x, y, inside.width, foot - y)
    draw_list(console, sight, "In sight", seen, _creature_drawer(mirror))


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


def draw_list(
    console: Console,
    area: Area,
    title: str,
    things: Sequence[Thing],
    draw_one: Callable[[Console, Area, Thing], None],
) -> int:
    """Draw a titled list into an area, if it has entries. Return the row after its gap."""
    rows = area.height - 1
    if not things or rows < 1:
        return area.y
    rule(console, area.x, area.y, area.width, title)
    shown = things if len(things) <= rows else things[: rows - 1]
    for index, thing in enumerate(shown, 1):
        draw_one(console, Area(area.x, area.y + index, area.width, 1), thing)
    end = area.y + 1 + len(shown)
    if len(shown) < len(things):
        put(console, area.x, end, f"  and {len(things) - len(shown)} more", palette.SOFT)
        end += 1
    return end + 1


def _member_drawer(mirror: Mirror) -> Callable[[Console, Area, PartyMember], None]:
    def draw(console: Console, area: Area, member: PartyMember) -> None:
        """Draw a hero: name, life, floor, and its level or the state that keeps it from acting."""
        state = member_state(member) or f"L{member.level}"
        right = f"{state} {floor_words(mirror, member)}".rstrip()
        put_right(console, area.right, area.y, right, palette.member_colour(member), WIDEST)
        put(console, area.x, area.y, "@", legible(rgb(member.colour)))
        _draw_life(console, area, member.name, member.health, len(right) + 1)

    return draw


def _creature_drawer(mirror: Mirror) -> Callable[[Console, Area, Sighting], None]:
    def draw(console: Console, area: Area, one: Sighting) -> None:
        kind = kind_of(mirror, one)
        ink = palette.BAD if one.mood == "hunting" else palette.SOFT
        word = one.statuses[0] if one.statuses else one.mood
        put_right(console, area.right, area.y, word, ink, RIGHT)
        put(console, area.x, area.y, glyph_of(kind), legible(rgb(kind.colour)))
        _draw_life(console, area, kind.name, one.health, min(RIGHT, len(word)) + 1)

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
    put(console, area.x, area.bottom - 1, line, palette.SOFT, width=area.width)
    return area.bottom - 1
