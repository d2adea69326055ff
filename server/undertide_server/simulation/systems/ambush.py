"""Ambushes: nobody sees a lurker until it springs out at an actor next to it (R2).

While a lurker hides, a hero's actions and views must not depend on it. So code that needs the
monsters in a hero's sight uses `FloorIndex.in_sight`, which leaves lurkers out, or
`ActorRow.is_hidden`.
"""

from undertide_server.simulation.mechanics.bestiary import witness
from undertide_server.simulation.mechanics.moods import alert, set_mood
from undertide_server.simulation.queries.awareness import is_prey
from undertide_server.simulation.queries.grammar import a, who
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell


def spring_ambushes(run: Run, floor: FloorIndex) -> None:
    """Reveal the lurkers that have a waking hero next to them."""
    for row in floor.lurkers:
        if row.is_hidden:
            awake = _awake_beside(floor, row.cell)
            if awake:
                come_out(run, floor, row)
                prey = [hero for hero in awake if is_prey(hero, row)]
                if prey:
                    alert(run, floor, row, prey[0])


def _awake_beside(floor: FloorIndex, cell: Cell) -> list[HeroRow]:
    """Return the waking heroes next to a cell, in entity order."""
    x, y = cell
    beside = []
    for hero in floor.heroes.values():
        hero_x, hero_y = hero.cell
        if -1 <= hero_x - x <= 1 and -1 <= hero_y - y <= 1 and hero.stands:
            beside.append(hero)
    return beside


def come_out(run: Run, floor: FloorIndex, row: MonsterRow) -> None:
    """Reveal a monster that lies in wait; it stays visible."""
    set_mood(floor, row, "idle")
    text = f"{a(row.actor.name).capitalize()} was lying in wait!"
    run.tell(Seen(floor.entity, who(row), "bad", "", text))
    witness(run, floor, row, "lurks")
