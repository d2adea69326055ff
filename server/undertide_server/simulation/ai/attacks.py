"""Blows and missiles of monsters, and the tricks that follow: drain, steal, step away (R2)."""

from undertide_server.simulation.ai.steering import step_away
from undertide_server.simulation.components.monsters import Loaded
from undertide_server.simulation.mechanics.bestiary import record_trick
from undertide_server.simulation.mechanics.combat import stopped_by_cover, strike
from undertide_server.simulation.mechanics.ground import apply_element, terrain_at
from undertide_server.simulation.mechanics.inventory import carried, counted_name, take_out
from undertide_server.simulation.mechanics.moods import set_mood
from undertide_server.simulation.queries.grammar import name_of, who
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_server.util.rng import Rng

GRAB_PERCENT = 40
"""Percent of the gold in a purse that one theft takes; at least one coin."""


def strike_hero(run: Run, floor: FloorIndex, monster: MonsterRow, target: HeroRow) -> None:
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
        run.emit(Seen(floor.entity, who(target), "bad", own, ""))
        record_trick(run, floor, monster, "drains")


def _make_off(run: Run, floor: FloorIndex, monster: MonsterRow, target: HeroRow) -> None:
    """Steal something and run, or step away."""
    tricks = monster.behaviour.tricks
    if not (tricks.steals or tricks.flits):
        return
    rng = run.chance(floor, "after a blow", monster.entity)
    if rng.percent(tricks.steals) and not is_loaded(run, monster):
        steal(run, floor, monster, target, rng)
    elif rng.percent(tricks.flits):
        record_trick(run, floor, monster, "flits")
        step_away(run, floor, monster, target.cell)


def shoot_missile(run: Run, floor: FloorIndex, source: MonsterRow, target: ActorRow) -> None:
    """Shoot a monster's missile at an actor. A caster's hit brings its element to the ground."""
    cell = target.cell
    if stopped_by_cover(run, floor, target, run.chance(floor, "cover", source.entity)):
        return
    strike(run, floor, source, target, missile=True)
    casts = run.kinds[source.monster.kind].behaviour.casts
    if casts is not None and not terrain_at(run, floor, source.cell).quells_magic:
        apply_element(run, floor, [cell], casts)


def is_loaded(run: Run, monster: MonsterRow) -> bool:
    """Return whether a thief carries loot."""
    return bool(monster.behaviour.tricks.steals) and run.world.has(monster.entity, Loaded)


def steal(run: Run, floor: FloorIndex, monster: MonsterRow, hero: HeroRow, rng: Rng) -> None:
    """Steal some gold or one carried item, if there is any, and flee."""
    taken = _take(run, hero, rng)
    if taken is None:
        return
    run.world.add(monster.entity, taken)
    set_mood(floor, monster, "fleeing")
    what = counted_name(run, taken.item, taken.count)
    own = f"{name_of(monster)} grabs {what} from you, and runs!"
    others = f"{hero.actor.name} is robbed!"
    run.emit(Seen(floor.entity, who(hero), "bad", own, others))
    record_trick(run, floor, monster, "steals")


def _take(run: Run, hero: HeroRow, rng: Rng) -> Loaded | None:
    """Take from the purse or the pack; worn gear and amulets can't be stolen."""
    amulets = run.rules.victory.amulets
    loose = [stack for stack in carried(hero.inventory) if stack.item not in amulets]
    if hero.hero.gold and (not loose or rng.percent(50)):
        gold = max(1, hero.hero.gold * GRAB_PERCENT // 100)
        hero.hero.gold -= gold
        return Loaded(run.rules.loot.gold, gold)
    if not loose:
        return None
    stack = rng.pick(loose)
    take_out(hero.inventory, stack, 1)
    return Loaded(stack.item, 1)
