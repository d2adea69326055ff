"""How actors fall and die: heroes may get up again (R16), monsters leave loot and remains (R14)."""

from undertide_server.simulation.components.floors import Lying, Remains, Risen
from undertide_server.simulation.components.monsters import Loaded, Spoils
from undertide_server.simulation.mechanics.bestiary import record_fall
from undertide_server.simulation.mechanics.experience import share_experience
from undertide_server.simulation.mechanics.floor_visits import record_departure
from undertide_server.simulation.mechanics.inventory import counted_name
from undertide_server.simulation.mechanics.stopping import (
    interrupt_auto_action,
    refuse_waiting,
    stop_auto_action,
)
from undertide_server.simulation.mechanics.victory import end_if_last_boss
from undertide_server.simulation.queries.grammar import killer_words, who
from undertide_server.simulation.queries.heroes import fallen_heroes, standing_heroes
from undertide_server.simulation.queries.relations import is_ally
from undertide_server.simulation.state.events import Downed, Fell, Seen, Who, thing
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run

HELPLESS = "you have fallen: wait for a companion"
"""Why a fallen hero's intents are refused."""


def strike_down(run: Run, floor: FloorIndex, victim: ActorRow, killer: Who) -> None:
    """Kill an actor; a hero falls instead while a companion stands who could revive it (R16)."""
    if isinstance(victim, MonsterRow):
        run.emit(Fell(floor.entity, who(victim), killer))
        _monster_falls(run, floor, victim, killer)
    elif isinstance(victim, HeroRow):
        if _can_fall(run, victim):
            run.emit(Downed(floor.entity, who(victim), killer))
            _fall_down(run, floor, victim, killer)
        else:
            die(run, floor, victim, killer)
            _let_the_fallen_die(run)


def die(run: Run, floor: FloorIndex, victim: HeroRow, killer: Who) -> None:
    """End a hero's life. What it carried stays where it fell (R7)."""
    carried, sees = tuple(victim.inventory.stacks), victim.sees
    run.emit(Fell(floor.entity, who(victim), killer, carried, sees))
    record_departure(run, floor, victim)
    _end_life(victim, killer)
    _leave_belongings(run, floor, victim)
    run.index.leave(victim.entity)


def succumb(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Make a fallen hero die of the cause of its fall."""
    die(run, floor, row, thing(row.hero.felled_by, row.cell))


def _let_the_fallen_die(run: Run) -> None:
    """Make all fallen heroes die if no companion stands any longer (R16)."""
    if not standing_heroes(run):
        for floor, row in fallen_heroes(run):
            succumb(run, floor, row)


def _can_fall(run: Run, row: HeroRow) -> bool:
    """Return whether a hero falls rather than dies: a companion of the run stands."""
    others = any(other is not row for _, other in standing_heroes(run))
    return others and run.rules.heroes.falling.ticks > 0


def _fall_down(run: Run, floor: FloorIndex, row: HeroRow, killer: Who) -> None:
    """Make a hero fall. Nothing affects it then, and others can walk over it.

    It loses its statuses. The auto actions of its companions end, so that they can help.
    """
    row.hero.dies_in = run.rules.heroes.falling.ticks
    row.hero.tended, row.hero.felled_by, row.hero.cause = 0, killer.name, killer_words(killer)
    row.body.life = 0
    row.effects.remaining.clear()
    row.effects.givers.clear()
    refuse_waiting(row, HELPLESS)
    floor.unblock(row)
    run.index.mark_company_changed()
    for _, other in run.index.heroes.values():
        if other is row or other.auto_action.activity != "revive":
            interrupt_auto_action(run, other)


def get_up(run: Run, floor: FloorIndex, row: HeroRow, life: int) -> None:
    """Make a fallen hero stand with this much life, at least 1.

    If its cell is taken now, it stands up beside it. If it sleeps, it goes on sleeping.
    """
    row.hero.dies_in, row.hero.tended, row.hero.felled_by, row.hero.cause = 0, 0, "", ""
    row.body.life = min(row.body.max_life, max(1, life))
    row.body.healed = 0
    run.index.mark_company_changed()
    if row.stands:
        run.index.move(row, floor.nearest_free(row.cell))


def _end_life(row: HeroRow, killer: Who) -> None:
    """Record that a hero is dead. One that had fallen dies of the cause of its fall."""
    row.hero.fate = killer.name
    row.hero.cause = row.hero.cause or killer_words(killer)
    row.hero.dies_in, row.hero.tended, row.hero.felled_by = 0, 0, ""
    row.body.life = 0
    row.intents.waiting.clear()
    stop_auto_action(row)


def _leave_belongings(run: Run, floor: FloorIndex, victim: HeroRow) -> None:
    """R7: drop a fallen hero's belongings where it fell."""
    left = [Lying(stack.item, stack.count, told=True) for stack in victim.inventory.stacks]
    if victim.hero.gold:
        left.insert(0, Lying(run.rules.loot.gold, victim.hero.gold))
    for lying in left:
        run.index.place(run.world.create(lying), floor.entity, victim.cell)
    victim.hero.wore = {stack.slot: stack.item for stack in victim.inventory.stacks if stack.slot}
    victim.inventory.stacks.clear()
    victim.hero.gold = 0


def _monster_falls(run: Run, floor: FloorIndex, victim: MonsterRow, killer: Who) -> None:
    """Remove a monster, count it for the hero that killed it, and share out its experience."""
    leave_remains(run, floor, victim)
    run.index.leave(victim.entity)
    run.world.delete(victim.entity)
    slayer = floor.heroes.get(killer.entity)
    if slayer is not None:
        slayer.hero.kills += 1
        kind = victim.monster.kind
        slayer.hero.slain[kind] = slayer.hero.slain.get(kind, 0) + 1
    share_experience(run, floor, victim.monster.experience)
    end_if_last_boss(run, victim.entity)


def leave_remains(run: Run, floor: FloorIndex, victim: MonsterRow) -> None:
    """Drop a fallen monster's loot and spoils, count it in the party's lore, and leave its remains.

    Only kinds that rise leave remains, and only if the monster hasn't risen before. An ally of the
    party leaves nothing and isn't counted.
    """
    if is_ally(victim):
        return
    drop_loot(run, floor, victim)
    record_fall(run, victim)
    ticks = victim.behaviour.rises
    if ticks and not run.world.has(victim.entity, Risen):
        remains = Remains(victim.monster.kind, victim.cell, ticks)
        floor.graves.waiting.append(remains)


def drop_loot(run: Run, floor: FloorIndex, victim: MonsterRow) -> None:
    """Drop the loot of a fallen monster, and the gear that a fallen boss leaves (R8)."""
    loaded = run.world.find(victim.entity, Loaded)
    spoils = run.world.find(victim.entity, Spoils)
    if loaded is not None:
        run.world.remove(victim.entity, Loaded)
        _drop(run, floor, victim, Lying(loaded.item, loaded.count, told=True))
    if spoils is not None:
        _drop(run, floor, victim, Lying(spoils.item, 1))


def _drop(run: Run, floor: FloorIndex, victim: MonsterRow, lying: Lying) -> None:
    """Lay down some items where a monster fell, and tell who sees it."""
    run.index.place(run.world.create(lying), floor.entity, victim.cell)
    name, kind = victim.actor.name, victim.monster.kind
    actor = Who(victim.entity, name, is_hero=False, cell=victim.cell, key=kind)
    what = counted_name(run, lying.item, lying.count)
    text = f"The {name} drops {what}."
    run.emit(Seen(floor.entity, actor, "good", "", text))
