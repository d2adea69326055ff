"""Hunger: it grows while a hero is awake, by the clock of its floor, until the hero eats (R7)."""

from undertide_server.simulation.mechanics.combat import fall
from undertide_server.simulation.mechanics.eating import set_food
from undertide_server.simulation.mechanics.stopping import interrupt
from undertide_server.simulation.rules.damage import share_of
from undertide_server.simulation.rules.hunger import hunger_of
from undertide_server.simulation.state.events import Told, thing
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run

ROUND = 100
"""Ticks in a round; gear stops hunger in its percentage of them."""


def grow_hungry(run: Run, floor: FloorIndex) -> None:
    """Use up a tick of the food of every hero that stands; famished heroes lose life."""
    clock, brinks = floor.state.clock, run.pulse.brinks
    phase, is_toll = clock % ROUND, clock % run.pulse.toll_every == 0
    for row in list(floor.heroes.values()):
        hero = row.hero
        if not row.stands:
            continue
        if hero.food in brinks and phase >= hero.nourish:
            set_food(run, row, hero.food - 1)
        elif hero.food and phase >= hero.nourish:
            hero.food -= 1
        if is_toll and hunger_of(run.rules.hunger, hero.food) == "famished":
            _take_toll(run, floor, row)


def _take_toll(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Take life from a famished hero; no gear prevents it."""
    interrupt(run, row)
    toll = share_of(row.body.max_life, run.rules.hunger.toll_percent)
    row.body.life -= toll
    run.tell(Told(row.entity, "bad", f"Hunger gnaws at you for {toll}."))
    if row.body.life <= 0:
        fall(run, floor, row, thing("pangs of hunger", row.cell))
