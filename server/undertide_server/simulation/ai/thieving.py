"""Thieves: they steal from a hero and flee; their loot drops where they fall (R2)."""

from undertide_server.simulation.components.monsters import Loaded
from undertide_server.simulation.mechanics.bestiary import witness
from undertide_server.simulation.mechanics.inventory import carried, counted_name, take_out
from undertide_server.simulation.mechanics.moods import set_mood
from undertide_server.simulation.queries.grammar import name_of, who
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_server.util.rng import Rng

GRAB_PERCENT = 40
"""Percent of the gold in a purse that one theft takes; at least one coin."""


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
    run.tell(Seen(floor.entity, who(hero), "bad", own, others))
    witness(run, floor, monster, "steals")


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
