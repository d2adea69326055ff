"""What is known of one cell, in words. Pure."""

from undertide_client.mirror import Mirror
from undertide_client.screens.camera import Cell
from undertide_client.screens.map_view import ORDER, kind_of
from undertide_client.screens.words import state_words
from undertide_shared.messages import Sighting


def describe(mirror: Mirror, cell: Cell) -> tuple[str, str]:
    """Return what is at a cell in short, and what more is to be said of it."""
    look = mirror.look_at(cell)
    things = sorted(mirror.at(cell), key=lambda one: -ORDER[kind_of(mirror, one).role])
    names = [_name(mirror, one) for one in things]
    if look is not None:
        names.append(look.name)
    if not names:
        return "the unknown", "Nobody of the party has seen this place."
    x, y = cell
    remembered = "" if mirror.sight[y, x] else " (remembered)"
    details = " ".join(kind_of(mirror, one).description for one in things)
    return ", ".join(names) + remembered, details


def _name(mirror: Mirror, one: Sighting) -> str:
    kind = kind_of(mirror, one)
    if mirror.hero is not None and one.id == mirror.hero.id:
        return f"{kind.name}, seen from inside"
    return kind.name if kind.role == "item" else f"{kind.name} ({state_words(one)})"
