"""Tricks that follow a blow: a monster drinks life, steals and runs, or steps away (R2)."""

from undertide_server.simulation.ai.tricks.trick import StruckBlow, TrickKind
from undertide_server.simulation.components.monsters import Loaded
from undertide_server.simulation.mechanics.bestiary import record_trick
from undertide_server.simulation.mechanics.inventory import carried, counted_name, take_out
from undertide_server.simulation.mechanics.moods import set_mood
from undertide_server.simulation.mechanics.walking import step_away
from undertide_server.simulation.queries.grammar import name_of, who
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_server.util.rng import Rng

GRAB_PERCENT = 40
"""Percent of the gold in a purse that one theft takes; at least one coin."""


def drain(blow: StruckBlow) -> bool:
    """Heal the monster by a share of the life that its blow took."""
    body = blow.monster.body
    drunk = min(body.max_life - body.life, blow.taken * blow.tricks.drains // 100)
    if drunk > 0:
        body.life += drunk
        own = f"{name_of(blow.monster)} drinks {drunk} of your life."
        blow.run.emit(Seen(blow.floor.entity, who(blow.target), "bad", own, ""))
        record_trick(blow.run, blow.floor, blow.monster, "drains")
    return False


def make_off(blow: StruckBlow) -> bool:
    """Steal something and run; a monster that does so doesn't step away besides."""
    # Those that only flit draw here too: recorded runs depend on the order of the numbers.
    if not blow.is_survived or not blow.rng.percent(blow.tricks.steals):
        return False
    if is_loaded(blow.run, blow.monster):
        return False
    steal(blow.run, blow.floor, blow.monster, blow.target, blow.rng)
    return True


def flit(blow: StruckBlow) -> bool:
    """Step away."""
    if not blow.is_survived or not blow.rng.percent(blow.tricks.flits):
        return False
    record_trick(blow.run, blow.floor, blow.monster, "flits")
    step_away(blow.run, blow.floor, blow.monster, blow.target.cell)
    return True


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


DRAIN = TrickKind(
    "drains",
    lore=lambda _rules, tricks: f"Its blows give {tricks.drains}% of what they take back to it.",
    follow_blow=drain,
)
STEAL = TrickKind(
    "steals",
    lore=lambda _rules, _tricks: "It steals, and runs with what it has.",
    follow_blow=make_off,
)
FLIT = TrickKind(
    "flits", lore=lambda _rules, _tricks: "It is off again after a blow.", follow_blow=flit
)
