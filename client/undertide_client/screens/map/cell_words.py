"""A cell of the map in words. Pure."""

from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.map_view import CROWN, ORDER, kind_of
from undertide_client.screens.words.effect_words import effects_words, statuses_words
from undertide_client.screens.words.mark_words import mark_words
from undertide_client.screens.words.threat_words import called, threat_words
from undertide_client.screens.words.words import branch_words, heroes_words, state_words
from undertide_shared.geometry import Cell
from undertide_shared.messages import Sighting, TileLook


def describe(mirror: Mirror, cell: Cell) -> tuple[str, str]:
    """Return a short name for a cell and everything on it, and a description of them."""
    look = mirror.look_at(cell)
    things = sorted(mirror.at(cell), key=lambda one: -ORDER[kind_of(mirror, one).role])
    names = [_name(mirror, one) for one in things]
    if look is not None:
        names.append(_tile_name(mirror, cell, look))
    mark = mirror.marks.get(cell)
    if mark is not None:
        names.append(mark_words(mirror, mark))
    if not names:
        return "the unknown", "Nobody of the party has seen this place."
    x, y = cell
    remembered = "" if mirror.sight[y, x] or look is None else " (remembered)"
    details = [threat_words(mirror, one) for one in things]
    details += [statuses_words(mirror, one.statuses) for one in things]
    for kind in (kind_of(mirror, one) for one in things):
        details += [effects_words(mirror, kind.effects), kind.description]
    if look is not None:
        details += [effects_words(mirror, look.effects), look.description]
    details.append(_who_is_there(mirror, cell))
    return ", ".join(names) + remembered, " ".join(text for text in details if text)


def _tile_name(mirror: Mirror, cell: Cell, look: TileLook) -> str:
    """Return the name of a tile; for stairs, with the floor that they lead to."""
    branch = mirror.tree.get(mirror.stairs.get(cell, 0))
    return f"{look.name}: {branch_words(mirror, branch)}" if branch else look.name


def _who_is_there(mirror: Mirror, cell: Cell) -> str:
    """Return which heroes are on the floor that the stairs at a cell lead to."""
    heroes = heroes_words(mirror, mirror.stairs[cell]) if cell in mirror.stairs else ""
    return f"There: {heroes}." if heroes else ""


def _name(mirror: Mirror, one: Sighting) -> str:
    kind = kind_of(mirror, one)
    if mirror.hero is not None and one.id == mirror.hero.id:
        return f"{kind.name}, seen from inside"
    if kind.role == "item":
        return f"{kind.name}, left for you" if one.meant else kind.name
    mark = f"{CROWN} " if kind.boss else ""
    away = "" if mirror.sight[one.y, one.x] else ", out of sight"
    return f"{mark}{called(mirror, one, kind)} ({state_words(one)}{away})"
