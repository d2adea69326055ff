"""How dangerous a monster is to a hero: the cost of a duel, and whom a player may pass (R2, R7)."""

from undertide_server.content.records.damage import DamageForm
from undertide_server.simulation.queries.awareness import harmed_lately, is_aware
from undertide_server.simulation.rules.damage import wards_of
from undertide_server.simulation.rules.duels import Blow, Defence, Fighter, cost_of_duel
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import distance

LITTLE = 10
"""Percent of the hero's full life that a duel costs: a foe that costs less is passed."""
CLOSE = 2
"""Cells up to which a hunter has come too near to be passed: it would get in the way."""
DIRE = 50
"""The same: a sleeper that costs as much isn't passed."""


def is_passed(run: Run, floor: FloorIndex, row: HeroRow, monster: MonsterRow) -> bool:
    """Return whether a monster doesn't interrupt an auto action that `passes` (R7).

    One that has harmed a hero lately always does, and so does a hunter that has come close.
    """
    is_close = is_aware(monster) and distance(row.cell, monster.cell) <= CLOSE
    if is_close or harmed_lately(floor, monster):
        return False
    cost = cost_of_duel(fighter_of(run, row), fighter_of(run, monster), run.rules.damage)
    return cost < (DIRE if monster.mind.mood == "asleep" else LITTLE)


def fighter_of(run: Run, row: ActorRow) -> Fighter:
    """Return the figures of an actor in a duel."""
    attack, body = row.attack, row.body
    statuses = [run.rules.statuses[key] for key in row.effects.remaining]
    wards = tuple(wards_of(body.max_life, statuses))
    return Fighter(
        body.max_life,
        row.actor.speed,
        Blow(attack.power, attack.tenths, attack.spread, attack.extra, _form(row)),
        Defence(body.absorb, body.absorb_tenths, row.resistance.counted, wards),
    )


def _form(row: ActorRow) -> DamageForm | None:
    """Return the form of an actor's usual blow or missile."""
    if not isinstance(row, MonsterRow):
        return "arrows" if row.attack.range else "melee"
    if not row.behaviour.shoots:
        return "melee"
    return None if row.behaviour.casts is not None else "arrows"
