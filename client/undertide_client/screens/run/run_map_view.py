"""The drawing of the run tree: which floors were entered, which lie ahead, and where heroes are."""

from collections.abc import Mapping, Sequence
from typing import Final

from undertide_client.displays.cells import Console
from undertide_client.model.mirror import Mirror
from undertide_client.model.run_tree import below
from undertide_client.screens.map.map_view import Camera, aim
from undertide_client.screens.run.run_layout import PITCH, STOREY, laid_out
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import Area, draw_text, fill, put_right
from undertide_client.screens.widgets.palette import Colour, blend, legible, rgb
from undertide_shared.geometry import Cell
from undertide_shared.messages import BranchInfo, PartyMember

GUTTER: Final = 4
"""Columns at the left for the numbers of floors."""
WIDEST: Final = PITCH - 2
"""Most cells of a label without its brackets."""
AHEAD: Final = 0.55
"""Share of its colour that a floor loses until somebody enters it."""


def draw_run_map(console: Console, area: Area, mirror: Mirror, chosen: int) -> None:
    """Draw as much of the tree as fits, with the chosen branch in the middle."""
    places = laid_out(mirror.tree)
    map_area = Area(area.x + GUTTER, area.y, area.width - GUTTER, area.height)
    camera = _camera(map_area, places, places.get(chosen, (0, 0)))
    for branch, forks in below(mirror.tree).items():
        _draw_fork(console, camera, places[branch], [places[each.id] for each in forks])
    for branch, info in mirror.tree.items():
        _draw_heroes(console, camera, places[branch], heroes_on(mirror, branch))
        _draw_label(console, camera, places[branch], mirror, info, chosen=branch == chosen)
    _draw_numbers(console, area, camera, mirror)


def heroes_on(mirror: Mirror, branch: int) -> list[PartyMember]:
    """Return the heroes on a floor of the run."""
    return [one for one in mirror.party if one.branch == branch and one.floor > 0]


def _camera(area: Area, places: Mapping[int, Cell], focus: Cell) -> Camera:
    """Return the camera for the whole map, with room for a label at either side."""
    width = max((x for x, _ in places.values()), default=0) + PITCH
    height = max((y for _, y in places.values()), default=0) + STOREY - 1
    camera = aim(area, (width, height), (focus[0] + PITCH // 2, focus[1]))
    return Camera(area, camera.left - PITCH // 2, camera.top)


def _draw_fork(console: Console, camera: Camera, parent: Cell, forks: Sequence[Cell]) -> None:
    """Draw the lines from a floor to those below it."""
    if not forks:
        return
    x, y = parent
    columns = [column for column, _ in forks]
    first, last = min(columns), max(columns)
    _write(console, camera, (x, y + 1), "│", palette.LINE)
    line = dict.fromkeys(range(first, last + 1), "─") | dict.fromkeys(columns, "┬")
    line |= {first: "╭", last: "╮"}
    line[x] = "┼" if x in columns else "┴"
    if first == last:
        line = {x: "│"}
    _write(console, camera, (first, y + 2), "".join(line[each] for each in line), palette.LINE)


def _draw_heroes(
    console: Console, camera: Camera, place: Cell, heroes: Sequence[PartyMember]
) -> None:
    """Draw the heroes of a floor below its label, as many as fit."""
    shown = heroes[:WIDEST]
    x, y = place[0] - len(shown) // 2, place[1] + 1
    for column, hero in enumerate(shown, x):
        _write(console, camera, (column, y), "@", legible(rgb(hero.colour)))


def _draw_label(
    console: Console,
    camera: Camera,
    place: Cell,
    mirror: Mirror,
    info: BranchInfo,
    *,
    chosen: bool,
) -> None:
    """Draw a floor's glyph and name. Brackets mark the floor that the view shows."""
    here = mirror.floor is not None and mirror.floor.branch == info.id
    words = f"{info.glyph} {info.name}"[:WIDEST].rstrip()
    text = f"[{words}]" if here else f" {words} "
    start = (place[0] - len(text) // 2, place[1])
    ink, glyph_ink = _inks(info, here=here)
    paper = palette.CHOSEN if chosen else None
    _write(console, camera, start, text, ink, paper)
    _write(console, camera, (start[0] + 1, start[1]), info.glyph, glyph_ink, paper)


def _inks(info: BranchInfo, *, here: bool) -> tuple[Colour, Colour]:
    """Return the colours of a floor's name and of its glyph."""
    colour = legible(rgb(info.colour))
    if here:
        return palette.GOLD, colour
    if info.visited:
        return palette.INK, colour
    return palette.FAINT, blend(colour, palette.PAPER, AHEAD)


def _draw_numbers(console: Console, area: Area, camera: Camera, mirror: Mirror) -> None:
    """Write the floor number of each depth at the left."""
    fill(console, Area(area.x, area.y, GUTTER, area.height), palette.BOX)
    for depth in sorted({info.depth for info in mirror.tree.values()}):
        y = area.y + depth * STOREY - camera.top
        if area.y <= y < area.bottom:
            put_right(console, area.x + GUTTER - 1, y, str(depth + 1), palette.SOFT, GUTTER - 1)


def _write(
    console: Console,
    camera: Camera,
    start: Cell,
    text: str,
    ink: Colour,
    paper: Colour | None = None,
) -> None:
    """Write on the map from one of its cells. Text outside the area is left out."""
    area = camera.area
    x, y = start[0] - camera.left + area.x, start[1] - camera.top + area.y
    cut = max(0, area.x - x)
    if area.y <= y < area.bottom and cut < len(text) and x < area.right:
        draw_text(console, x + cut, y, text[cut : area.right - x], ink, paper=paper)
