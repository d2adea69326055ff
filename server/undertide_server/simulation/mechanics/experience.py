"""What makes heroes grow: experience from kills (R7), and gear that grows with their depth (R8)."""

from dataclasses import replace

from undertide_server.simulation.mechanics.inventory import exchange
from undertide_server.simulation.mechanics.stats import strengthen
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.rules.levels import level_for, shares
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.items.forge import grown


def share_experience(run: Run, floor: FloorIndex, experience: int) -> None:
    """R7: divide a kill's experience among the standing heroes on the floor; company adds some."""
    heroes = [row for row in floor.heroes.values() if row.stands]
    if not heroes:
        return
    more = run.rules.heroes.experience_percent_per_extra_hero
    for row, share in zip(heroes, shares(experience, len(heroes), more), strict=True):
        row.hero.experience += share
        level = level_for(row.hero.experience, run.rules.heroes.levels)
        if level > row.hero.level:
            reach_level(run, row, level)
            text = f"Welcome to level {level}!"
            others = f"{row.actor.name} reaches level {level}."
            run.emit(Seen(floor.entity, who(row), "good", text, others, "news"))


def reach_level(run: Run, row: HeroRow, level: int) -> None:
    """Give a hero the figures of a level; its wounds and hearts stay the same."""
    row.hero.level = level
    strengthen(run, row)


def reach_floor(run: Run, row: HeroRow, number: int) -> None:
    """Record that a hero reached a floor; its gear grows if it has never been so deep."""
    row.hero.deepest = max(row.hero.deepest, number)
    has_grown = False
    for stack in list(row.inventory.stacks):
        item = grown(run.items, stack.item, row.hero.deepest)
        if item != stack.item:
            exchange(row.inventory, stack, replace(stack, item=item))
            has_grown |= bool(stack.slot)
    if has_grown:
        strengthen(run, row)
