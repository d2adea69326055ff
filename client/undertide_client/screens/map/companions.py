"""Where the hero's companions are, near and far, and the intents that lead to them (R17)."""

from collections import Counter

from undertide_client.displays.cells import Console
from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.map_view import Camera, kind_of
from undertide_client.screens.map.routes import enemies_in_sight, intent_towards
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.words.bearings import ARROWS, bearing_words
from undertide_shared.geometry import Cell, distance, sign
from undertide_shared.messages import Intent, Move, PartyMember, Regroup, Sighting


def heroes_on_floor(mirror: Mirror) -> dict[int, Sighting]:
    """Return the sightings of the floor's heroes by seat, but for the followed hero's own."""
    own = mirror.hero.id if mirror.hero else None
    found: dict[int, Sighting] = {}
    for one in mirror.sightings.values():
        seat = kind_of(mirror, one).seat
        if seat is not None and one.id != own:
            found[seat] = one
    return found


def companions_to_follow(mirror: Mirror) -> list[PartyMember]:
    """Return the companions of this floor who are awake and stand, nearest first."""
    awake = {"alive", "linkdead"}
    return [one for one in _nearest_here(mirror) if one.state in awake and one.dies_in <= 0]


def _nearest_here(mirror: Mirror) -> list[PartyMember]:
    """Return the companions of this floor, nearest first."""
    here, on_floor = mirror.cell, heroes_on_floor(mirror)

    def apart(one: PartyMember) -> int:
        where = on_floor[one.seat]
        return distance((where.x, where.y), here) if here else 0

    there = [one for one in mirror.party if one.seat in on_floor]
    return sorted(there, key=lambda one: (apart(one), one.seat))


def way_words(mirror: Mirror, seat: int) -> str:
    """Return how far a companion of this floor is and which way: "12↗".

    It is empty for one on another floor, for the hero itself, and where nobody is followed.
    """
    where = heroes_on_floor(mirror).get(seat)
    return bearing_words(mirror.cell, (where.x, where.y)) if where else ""


def draw_arrows(console: Console, mirror: Mirror, camera: Camera) -> None:
    """Draw an arrow at the map's edge for each hero of the floor and enemy in sight beyond it.

    Where both lie in one direction, the arrow is the enemy's.
    """
    area = camera.area
    if area.width < 1 or area.height < 1:
        return
    heroes = [one for one in mirror.sightings.values() if kind_of(mirror, one).role == "hero"]
    for one in (*heroes, *enemies_in_sight(mirror)):
        kind = kind_of(mirror, one)
        if camera.on_screen((one.x, one.y)) is not None:
            continue
        x, y = one.x - camera.left + area.x, one.y - camera.top + area.y
        edge = min(area.right - 1, max(area.x, x)), min(area.bottom - 1, max(area.y, y))
        cell = console.rgb[edge[1], edge[0] : edge[0] + 1]
        cell["ch"] = ord(ARROWS[sign(x - edge[0]), sign(y - edge[1])])
        cell["fg"] = legible(rgb(kind.colour))


def intent_to_companion(mirror: Mirror, cell: Cell) -> Intent | None:
    """Return the intent that leads to a companion out of sight at a cell; None if none is there."""
    for seat, one in heroes_on_floor(mirror).items():
        if (one.x, one.y) == cell and not mirror.sight[one.y, one.x]:
            return Regroup(seat)
    return None


def intent_to_party(mirror: Mirror) -> Intent | str:
    """Return the intent that leads to the party, on this floor or to another; or why none does.

    The nearest fallen companion of this floor comes first, and the hero tends it.
    """
    fallen = next((one.seat for one in _nearest_here(mirror) if one.dies_in > 0), None)
    if fallen is not None:
        return _intent_to_tend(mirror, fallen)
    if heroes_on_floor(mirror):
        return Regroup()
    others = [one for one in mirror.party if one.seat != mirror.seat and one.floor > 0]
    standing = [one for one in others if one.state == "alive" and one.dies_in <= 0]
    counts = Counter(one.branch for one in standing or others)
    if not counts:
        return "You have no companions."
    branch, _ = max(counts.items(), key=lambda count: (count[1], -count[0]))
    floor = next(one.floor for one in others if one.branch == branch)
    intent = intent_towards(mirror, branch)
    return intent or f"Your party is on floor {floor}; you know no stairs that lead there."


def _intent_to_tend(mirror: Mirror, seat: int) -> Intent:
    """Return the intent that walks to a fallen companion of this floor and tends it."""
    one, here = heroes_on_floor(mirror)[seat], mirror.cell
    if here is None or distance((one.x, one.y), here) != 1:
        return Regroup(seat)
    return Move(one.x - here[0], one.y - here[1])


def next_eyes(mirror: Mirror) -> int | None:
    """Return the seat after the followed one, or None for the party's view."""
    return _neighbour(mirror, 1)


def previous_eyes(mirror: Mirror) -> int | None:
    """Return the seat before the followed one, or None for the party's view."""
    return _neighbour(mirror, -1)


def seat_of(mirror: Mirror, name: str) -> int | None:
    """Return the seat of the hero called `name`, whatever its case; None if there is none."""
    seats = {one.name.casefold(): one.seat for one in mirror.roster}
    seats |= {one.name.casefold(): one.seat for one in mirror.party}
    return seats.get(name.casefold())


def _neighbour(mirror: Mirror, step: int) -> int | None:
    seats = [one.seat for one in mirror.party if one.state != "dead"]
    circle: list[int | None] = [None, *sorted(set(seats))]
    here = circle.index(mirror.following) if mirror.following in circle else 0
    return circle[(here + step) % len(circle)]
