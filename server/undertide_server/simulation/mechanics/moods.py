"""The moods of monsters: they wake, come out of hiding and hunt heroes (R2)."""

from undertide_server.simulation.components.monsters import Mood
from undertide_server.simulation.mechanics.bestiary import record_trick
from undertide_server.simulation.queries.awareness import UNAWARE
from undertide_server.simulation.queries.grammar import a, who
from undertide_server.simulation.queries.relations import is_ally
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import distance


def set_mood(floor: FloorIndex, monster: MonsterRow, mood: Mood) -> None:
    """Change a monster's mood. It may then no longer be at rest or in hiding, so it stirs."""
    if monster.mind.mood != mood:
        monster.mind.mood = mood
        floor.stir(monster)


def wake_monster(floor: FloorIndex, row: ActorRow) -> None:
    """Wake an actor that is hurt, if it is a sleeping monster."""
    if isinstance(row, MonsterRow) and row.mind.mood == "asleep":
        set_mood(floor, row, "idle")


def alert(run: Run, floor: FloorIndex, monster: MonsterRow, hero: HeroRow) -> None:
    """Make a monster hunt a hero; the kin near it joins in if its kind hunts in packs."""
    _hunt(floor, monster, hero)
    if not monster.behaviour.pack:
        return
    family = run.kinds[monster.monster.kind].family
    for kin in floor.monsters.values():
        near = distance(kin.cell, monster.cell) <= monster.behaviour.notices
        is_kin = run.kinds[kin.monster.kind].family == family and not is_ally(kin)
        if near and is_kin and kin.mind.mood in UNAWARE:
            _hunt(floor, kin, hero)


def _hunt(floor: FloorIndex, monster: MonsterRow, hero: HeroRow) -> None:
    set_mood(floor, monster, "hunting")
    monster.mind.last_seen = hero.cell
    monster.mind.patience = monster.behaviour.memory


def rouse(floor: FloorIndex, monster: MonsterRow, source: ActorRow) -> None:
    """Make a monster that was hit hunt the hero that hit it, unless it flees."""
    if isinstance(source, HeroRow):
        if monster.mind.mood != "fleeing":
            set_mood(floor, monster, "hunting")
        monster.mind.last_seen = source.cell
    floor.stir(monster)


def come_out(run: Run, floor: FloorIndex, row: MonsterRow) -> None:
    """Reveal a monster that lies in wait; it stays visible."""
    set_mood(floor, row, "idle")
    text = f"{a(row.actor.name).capitalize()} was lying in wait!"
    run.emit(Seen(floor.entity, who(row), "bad", "", text))
    record_trick(run, floor, row, "lurks")
