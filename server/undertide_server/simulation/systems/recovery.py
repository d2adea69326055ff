"""Wounds heal and effects wear off."""

from undertide_server.simulation.events import Seen
from undertide_server.simulation.floor_place import FloorPlace
from undertide_server.simulation.grammar import name_of
from undertide_server.simulation.rows import ActorRow
from undertide_server.simulation.run import Run
from undertide_server.simulation.systems.combat import who
from undertide_server.simulation.systems.shelter import SHELTERED


def recover(_run: Run, place: FloorPlace) -> None:
    """Give back life to all who are hurt and regenerate; then let rest who can."""
    for row in place.restless():
        body = row.body
        if body.life < body.max_life and body.regen:
            points, body.healed = divmod(body.healed + body.regen, 1000)
            body.life = min(body.max_life, body.life + points)
    place.let_rest()


def wear_off(run: Run, place: FloorPlace) -> None:
    """Let effects run on, and end."""
    for row in place.restless():
        if row.effects.remaining:
            _wear_off_one(run, place, row)


def _wear_off_one(run: Run, place: FloorPlace, row: ActorRow) -> None:
    remaining = row.effects.remaining
    for name in sorted(remaining):
        remaining[name] -= 1
        if remaining[name] <= 0:
            del remaining[name]
            # Nobody else could tell that a newcomer was sheltered.
            others = "" if name == SHELTERED else f"{name_of(row)} is no longer {name}."
            run.tell(Seen(place.entity, who(row), "info", f"You are no longer {name}.", others))
