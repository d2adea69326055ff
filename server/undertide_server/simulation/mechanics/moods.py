"""Changes of a monster's mood (R2)."""

from undertide_server.simulation.components.monsters import Mood
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, MonsterRow


def set_mood(floor: FloorIndex, monster: MonsterRow, mood: Mood) -> None:
    """Change a monster's mood. It may then no longer be at rest or in hiding, so it stirs."""
    if monster.mind.mood != mood:
        monster.mind.mood = mood
        floor.stir(monster)


def wake_monster(floor: FloorIndex, row: ActorRow) -> None:
    """Wake an actor that is hurt, if it is a sleeping monster."""
    if isinstance(row, MonsterRow) and row.mind.mood == "asleep":
        set_mood(floor, row, "idle")
