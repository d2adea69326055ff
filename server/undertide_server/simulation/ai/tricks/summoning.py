"""Calls for kin: the kin that comes is weaker, gives no experience and calls nobody itself."""

from undertide_server.content.records.tricks import MOST_CALLED, Summons
from undertide_server.simulation.ai.tricks.chances import Chances
from undertide_server.simulation.ai.tricks.company import room_beside
from undertide_server.simulation.components.monsters import Mind, Spent
from undertide_server.simulation.mechanics.bestiary import record_trick
from undertide_server.simulation.mechanics.floors import spawn_monster
from undertide_server.simulation.queries.grammar import name_of, who
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.creatures.people import species_of
from undertide_server.worldgen.creatures.roster import MonsterKind

SUMMONS = "summons"
CALLED_EXPERIENCE = 0
"""Experience for killing called monsters: it is none, so that nobody farms a summoner."""


def summon(chances: Chances) -> bool:
    """Call kin, as many as the monster may still call in its life and as have room."""
    summons, called = chances.tricks.summons, chances.spent.called
    if summons is None or called >= summons.most or not chances.comes(SUMMONS, summons.percent):
        return False
    run, monster = chances.run, chances.monster
    kind = kin_of(run, run.kinds[monster.monster.kind], summons)
    came = 0 if kind is None else _bring(chances, kind, min(summons.count, summons.most - called))
    if not came:
        return False
    chances.spent.called += came
    chances.rest(SUMMONS, summons.rest)
    text = f"{name_of(monster)} calls, and is answered."
    run.emit(Seen(chances.floor.entity, who(monster), "bad", "", text))
    record_trick(run, chances.floor, monster, SUMMONS)
    monster.spend_energy(run.rules.costs.use)
    return True


def kin_of(run: Run, kind: MonsterKind, summons: Summons) -> MonsterKind | None:
    """Return the kind that answers a call: the strongest of its family that is weak enough.

    If the family has none, return the strongest of any family that is weak enough, or None.
    """

    def may_come(other: MonsterKind) -> bool:
        weak = other.strength * 100 <= kind.strength * summons.strength_percent
        return weak and not other.behaviour.peaceful

    # The kinds of other people need not be made for this.
    near = [run.kinds[name] for name in run.kinds if species_of(name) in {name, kind.family}]
    kin = [other for other in near if other.family == kind.family and may_come(other)]
    # People belong to rooms: they come only for their own kin.
    answering = kin or filter(may_come, run.game.roster.kinds)
    return max(answering, key=lambda other: (other.strength, other.id), default=None)


def _bring(chances: Chances, kind: MonsterKind, count: int) -> int:
    """Place up to `count` called monsters that hunt, as many as have room; return their number."""
    run, floor = chances.run, chances.floor
    for came in range(count):
        cell = room_beside(run, floor, chances.monster)
        if cell is None:
            return came
        mind = Mind("hunting", last_seen=chances.target.cell, patience=kind.behaviour.memory)
        entity = spawn_monster(run, floor, kind, cell, mind, CALLED_EXPERIENCE)
        run.world.add(entity, Spent(called=MOST_CALLED))
    return count
