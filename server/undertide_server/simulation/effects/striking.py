"""Deeds that do damage: bolts, chains, balls and waves (R8)."""

from collections.abc import Iterable

from undertide_server.content.records.effects import Ball, Bolt, Chain, Nova, Strike
from undertide_server.content.schema.fields import DamageType
from undertide_server.simulation.components.floors import Cell
from undertide_server.simulation.effects.context import (
    Attempt,
    Deed,
    aimed_at,
    foes_in_view,
    other_at,
    others_in_view,
    smite,
)
from undertide_server.simulation.mechanics.combat import who
from undertide_server.simulation.mechanics.ground import is_asleep, reach
from undertide_server.simulation.queries.geometry import distance
from undertide_server.simulation.queries.grammar import mention_of
from undertide_server.simulation.queries.relations import spares
from undertide_server.simulation.rules.elements import ELEMENT_OF
from undertide_server.simulation.state.errors import CannotDo
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.rows import ActorRow

MADE_OF: dict[DamageType, str] = {
    "physical": "stone",
    "cold": "frost",
    "fire": "fire",
    "poison": "venom",
    "arcane": "lightning",
    "divine": "light",
}
"""What damage of each type looks like."""


def bolt(attempt: Attempt, effect: Bolt) -> Deed:
    """Strike whoever is seen in the target cell."""
    victim = other_at(attempt, effect.range, "there is nobody to strike")
    _refuse_spared(attempt, victim)

    def deed() -> None:
        cell = victim.cell
        _tell_struck(attempt, victim, f"A bolt of {MADE_OF[effect.damage]} strikes")
        smite(attempt, victim, effect)
        _reach_ground(attempt, effect.damage, [cell])

    return deed


def chain(attempt: Attempt, effect: Chain) -> Deed:
    """Strike the nearest enemy, and leap on from it to others that are seen."""
    foes = foes_in_view(attempt)
    near = [foe for foe in foes if distance(foe.cell, attempt.row.cell) <= effect.range]
    if not near:
        raise CannotDo("no monster is near enough to strike")
    victims = _leaps(foes, _nearest(near, attempt.row.cell), effect)

    def deed() -> None:
        for victim in victims:
            _tell_struck(attempt, victim, f"A bolt of {MADE_OF[effect.damage]} strikes")
            smite(attempt, victim, effect)

    return deed


def ball(attempt: Attempt, effect: Ball) -> Deed:
    """Strike everyone around the target cell."""
    centre, place = aimed_at(attempt, effect.range), attempt.place
    actors: list[ActorRow] = [*place.heroes.values(), *place.monsters.values()]
    near = [row for row in actors if distance(row.cell, centre) <= effect.radius]
    struck = [row for row in near if _can_strike(attempt, row)]
    # Refused by what the doer sees alone: else it would tell who hides behind a wall.
    seen = {attempt.row.entity, *(other.entity for other in others_in_view(attempt))}
    if not any(row.entity in seen for row in struck):
        verb = "burn" if effect.damage == "fire" else "strike"
        raise CannotDo(f"you see nobody there to {verb}")

    def deed() -> None:
        text = f"A ball of {MADE_OF[effect.damage]} roars across the floor!"
        attempt.run.tell(Seen(place.entity, who(attempt.row), "combat", text, text))
        _smite_all(attempt, struck, effect)
        _reach_ground(attempt, effect.damage, _around(centre, effect.radius))

    return deed


def nova(attempt: Attempt, effect: Nova) -> Deed:
    """Strike everyone in sight around oneself."""
    here, place = attempt.row.cell, attempt.place
    near = [row for row in others_in_view(attempt) if distance(row.cell, here) <= effect.radius]
    struck = [row for row in near if _can_strike(attempt, row)]
    if not struck:
        raise CannotDo("you see nobody near enough to strike")

    def deed() -> None:
        wave = f"A wave of {MADE_OF[effect.damage]} rolls out from"
        own, others = f"{wave} you!", f"{wave} {mention_of(attempt.row)}!"
        attempt.run.tell(Seen(place.entity, who(attempt.row), "combat", own, others))
        cells = [row.cell for row in struck]
        _smite_all(attempt, struck, effect)
        _reach_ground(attempt, effect.damage, cells)

    return deed


def _leaps(foes: Iterable[ActorRow], first: ActorRow, effect: Chain) -> list[ActorRow]:
    """Return whom a chain strikes, in order: each the nearest to the one before it."""
    victims, left = [first], {foe.entity: foe for foe in foes}
    del left[first.entity]
    for _ in range(effect.leaps):
        here = victims[-1].cell
        near = [foe for foe in left.values() if distance(foe.cell, here) <= effect.leap]
        if not near:
            break
        victims.append(_nearest(near, here))
        del left[victims[-1].entity]
    return victims


def _nearest(rows: Iterable[ActorRow], cell: Cell) -> ActorRow:
    return min(rows, key=lambda row: (distance(row.cell, cell), row.entity))


def _can_strike(attempt: Attempt, row: ActorRow) -> bool:
    """Whether what goes off around somebody hurts it: not the sleeping, nor whom it spares."""
    return not is_asleep(row) and not spares(attempt.run, attempt.row, row)


def _refuse_spared(attempt: Attempt, victim: ActorRow) -> None:
    if spares(attempt.run, attempt.row, victim):
        raise CannotDo("your magic spares your friends here")


def _smite_all(attempt: Attempt, victims: Iterable[ActorRow], effect: Strike) -> None:
    for victim in victims:
        smite(attempt, victim, effect)


def _tell_struck(attempt: Attempt, victim: ActorRow, strikes: str) -> None:
    """Tell who is struck to all who see it."""
    own, others = f"{strikes} you!", f"{strikes} {mention_of(victim)}!"
    attempt.run.tell(Seen(attempt.place.entity, who(victim), "combat", own, others))


def _reach_ground(attempt: Attempt, damage: DamageType, cells: Iterable[Cell]) -> None:
    """Let what strikes reach the ground too, if it is of an element (R13)."""
    element = ELEMENT_OF.get(damage)
    if element is not None:
        reach(attempt.run, attempt.place, cells, element)


def _around(centre: Cell, radius: int) -> list[Cell]:
    """Return the cells within `radius` of one, row after row; some may lie off the floor."""
    spread = range(-radius, radius + 1)
    return [(centre[0] + dx, centre[1] + dy) for dy in spread for dx in spread]
