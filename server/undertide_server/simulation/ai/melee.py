"""A monster's blow, and the tricks that follow it: drain life, steal, or step away."""

from undertide_server.simulation.ai.steering import step_away
from undertide_server.simulation.ai.thieving import is_loaded, steal
from undertide_server.simulation.mechanics.bestiary import witness
from undertide_server.simulation.mechanics.combat import strike
from undertide_server.simulation.queries.grammar import name_of, who
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run


def blow(run: Run, floor: FloorIndex, monster: MonsterRow, target: HeroRow) -> None:
    """Strike a hero, then use the tricks of the monster's kind that follow a blow."""
    before = target.body.life
    strike(run, floor, monster, target)
    monster.spend_energy(run.rules.costs.attack)
    if monster.is_tricky and monster.entity in floor.monsters:
        _drink(run, floor, monster, target, before - target.body.life)
        if target.entity in floor.heroes:
            _make_off(run, floor, monster, target)


def _drink(run: Run, floor: FloorIndex, monster: MonsterRow, target: HeroRow, taken: int) -> None:
    """Heal a monster by a share of the life that its blow took."""
    body = monster.body
    drunk = min(body.max_life - body.life, taken * monster.behaviour.tricks.drains // 100)
    if drunk > 0:
        body.life += drunk
        own = f"{name_of(monster)} drinks {drunk} of your life."
        run.tell(Seen(floor.entity, who(target), "bad", own, ""))
        witness(run, floor, monster, "drains")


def _make_off(run: Run, floor: FloorIndex, monster: MonsterRow, target: HeroRow) -> None:
    """Steal something and run, or step away."""
    tricks = monster.behaviour.tricks
    if not (tricks.steals or tricks.flits):
        return
    rng = run.chance(floor, "after a blow", monster.entity)
    if rng.percent(tricks.steals) and not is_loaded(run, monster):
        steal(run, floor, monster, target, rng)
    elif rng.percent(tricks.flits):
        witness(run, floor, monster, "flits")
        step_away(run, floor, monster, target.cell)
