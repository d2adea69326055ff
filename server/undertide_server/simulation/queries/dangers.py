"""How dangerous a monster is to a hero: the cost of a duel, and whom a player may pass (R2, R7)."""

from undertide_server.content.records.damage import DamageForm
from undertide_server.content.records.monsters import Danger, MonsterRules
from undertide_server.simulation.queries.awareness import harmed_lately, is_aware
from undertide_server.simulation.rules.damage import wards_of
from undertide_server.simulation.rules.duels import Blow, Defence, Fighter, cost_of_duel
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import distance

CLOSE = 2
"""Cells up to which a hunter has come too near to be passed: it would get in the way."""


def is_passed(run: Run, floor: FloorIndex, row: HeroRow, monster: MonsterRow) -> bool:
    """Return whether a monster doesn't interrupt an auto action that `passes` (R7).

    One that has harmed a hero lately always does, and so does a hunter that has come close.
    """
    is_close = is_aware(monster) and distance(row.cell, monster.cell) <= CLOSE
    if is_close or harmed_lately(floor, monster):
        return False
    cost = cost_of_duel(fighter_of(run, row), fighter_of(run, monster), run.rules.damage)
    danger = danger_of(run.rules.monsters, cost)
    if danger is None or danger.stops == "all":
        return False
    return danger.stops == "none" or monster.mind.mood == "asleep"


def danger_of(rules: MonsterRules, percent: int) -> Danger | None:
    """Return the danger of a duel that costs a hero so much of its full life.

    None if the rules have no words of danger.
    """
    return next((each for each in reversed(rules.dangers) if percent >= each.percent), None)


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
