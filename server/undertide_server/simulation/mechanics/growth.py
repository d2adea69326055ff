"""R8: the artifacts and the forged gear of heroes who reach a deeper floor."""

from dataclasses import replace

from undertide_server.simulation.mechanics.inventory import exchange
from undertide_server.simulation.mechanics.stats import strengthen
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.items.growth import grown


def reach_floor(run: Run, row: HeroRow, number: int) -> None:
    """Note that a hero reached a floor; what grows with it grows if none was so deep."""
    row.hero.deepest = max(row.hero.deepest, number)
    has_grown = False
    for stack in list(row.inventory.stacks):
        item = grown(run.items, stack.item, row.hero.deepest)
        if item != stack.item:
            exchange(row.inventory, stack, replace(stack, item=item))
            has_grown |= bool(stack.slot)
    if has_grown:
        strengthen(run, row)
