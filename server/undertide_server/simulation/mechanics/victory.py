"""Bosses and their names (R3), the amulets that seal the last one, and the end of a run (R15)."""

from undertide_server.simulation.components.heroes import Hero, Inventory
from undertide_server.simulation.components.monsters import Boss, LastBoss
from undertide_server.simulation.mechanics.floor_visits import close_lessons
from undertide_server.simulation.mechanics.moods import set_mood
from undertide_server.simulation.queries.grammar import name_of
from undertide_server.simulation.queries.relations import is_sealed
from undertide_server.simulation.state.events import Fell, FloorTold, PartyTold, RunEnded
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_server.util.rng import derive


def make_boss(run: Run, floor: FloorIndex, monster: MonsterRow) -> None:
    """Make a monster a boss, with the next name in the seed's order; do nothing if it is one.

    Names come again once all have been given.
    """
    if monster.boss is not None:
        return
    boss = Boss(_next_name(run))
    run.world.add(monster.entity, boss)
    monster.boss = boss
    floor.add_boss(monster)


def _next_name(run: Run) -> str:
    """Return the name of the next boss of a run; empty if its content has no names."""
    names = run.rules.bosses.names
    if not names:
        return ""
    number = run.progress.bosses
    run.progress.bosses += 1
    return derive(run.game.seed, "bosses").shuffled(names)[number % len(names)]


def crown_boss(run: Run, floor: FloorIndex) -> None:
    """On a last floor, make its strongest monster the boss whose death wins the run.

    Until the seal breaks, nothing can harm it and it attacks nobody.
    """
    last = len(run.game.curve.floors)
    if floor.state.number != last or not run.rules.victory.boss or not floor.monsters:
        return
    boss = max(floor.monsters.values(), key=lambda row: run.kinds[row.monster.kind].strength)
    run.world.add(boss.entity, LastBoss())
    make_boss(run, floor, boss)
    if run.rules.victory.amulets and not run.progress.seal_broken:
        set_mood(floor, boss, "sealed")


def amulets_held(run: Run) -> list[str]:
    """Return the amulets that the party holds, in the order of the rules.

    Those of sleeping heroes count too: they can't be lost.
    """
    packs = [pack for _, pack in run.world.each(Inventory)]
    held = {stack.item for pack in packs for stack in pack.stacks}
    return [amulet for amulet in run.rules.victory.amulets if amulet in held]


def announce_amulet(run: Run, item: str) -> None:
    """Tell the party that a hero took an amulet; the last one breaks the seal."""
    amulets = run.rules.victory.amulets
    if item not in amulets or run.progress.seal_broken:
        return
    held = amulets_held(run)
    name = run.items.kind(item).name
    run.emit(PartyTold("good", f"The party holds {len(held)} of {len(amulets)}: the {name}."))
    if len(held) == len(amulets):
        _break_seal(run)


def _break_seal(run: Run) -> None:
    """Free the last boss, or win the run if there is none to fight."""
    run.progress.seal_broken = True
    if not run.rules.victory.boss:
        end_run(run, won=True)
        return
    run.emit(PartyTold("tide", "Far below, a seal breaks. The last floor is awake."))
    for entity, _ in run.world.each(LastBoss):
        _free(run, entity)


def _free(run: Run, boss: int) -> None:
    """Free a sealed boss, and tell the heroes on its floor."""
    for floor in run.index.floors.values():
        row = floor.monsters.get(boss)
        if row is not None and is_sealed(row):
            set_mood(floor, row, "idle")
            run.emit(FloorTold(floor.entity, "tide", f"{name_of(row)} stirs."))


def end_if_last_boss(run: Run, entity: int) -> None:
    """Win the run if the fallen monster was the last boss."""
    if run.world.has(entity, LastBoss):
        end_run(run, won=True)


def end_run(run: Run, *, won: bool) -> None:
    """End the run, once."""
    if not run.progress.ended:
        run.progress.ended = True
        run.progress.won = won
        if won:
            close_lessons(run)
        run.emit(RunEnded(won))


def end_when_all_fell(run: Run) -> None:
    """End the run as lost when an actor fell in this step and no hero is alive."""
    if not any(isinstance(event, Fell) for event in run.events):
        return
    heroes = run.world.each(Hero)
    if heroes and all(hero.fate for _, hero in heroes):
        end_run(run, won=False)
