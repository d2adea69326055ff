"""The order of eyes for a spectator: each living hero by seat, then the whole party. Pure."""

from undertide_client.model.mirror import Mirror


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
