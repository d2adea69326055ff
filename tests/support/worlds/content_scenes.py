"""Heroes and monsters of the content that is played, put on stages to be measured."""

from typing import Literal

from support.worlds.staging import Stage
from undertide_server.simulation.components.monsters import Mind
from undertide_server.simulation.mechanics.floors import spawn_monster
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.state.events import Event, Hit
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_shared.geometry import Cell
from undertide_shared.messages import Use

ALLEY = ["#" * 30, "#@" + "." * 27 + "#", "#" * 30]
"""Straight, so that nothing is seen or shot round a corner."""
HALL = ["#" * 14, *["#" + "." * 12 + "#"] * 4, "#@" + "." * 11 + "#", "#" * 14]
BEND = ["#" * 32, "#@" + "." * 29 + "#", "#" * 30 + ".#", "#" + "." * 30 + "#", "#" * 32]
"""Long, with a far side that can't be seen from the near one: that is where the tide comes in."""
STURDY = 100_000
"""Life that nothing here uses up, and of which any share can be told."""


def sturdy_hero(stage: Stage) -> HeroRow:
    """Let a hero in that nothing kills, that doesn't heal by itself and carries nothing."""
    row = stage.hero()
    row.body.max_life = row.body.life = STURDY
    row.body.regen = 0
    row.inventory.stacks.clear()
    return row


def lost(row: ActorRow) -> int:
    """Return the life that somebody has lost."""
    return row.body.max_life - row.body.life


def spawned(
    stage: Stage, kind: MonsterKind, cell: Cell, mood: Literal["asleep", "idle", "hunting"] = "idle"
) -> MonsterRow:
    """Put a monster somewhere, with the figures of its kind."""
    entity = spawn_monster(stage.run, stage.floor, kind, cell, Mind(mood))
    return stage.floor.monsters[entity]


def person(stage: Stage, key: str) -> MonsterKind:
    """Return somebody's kind on the floor of a stage."""
    return stage.run.kinds[f"{key}@{stage.floor.state.number}"]


def common_kind(stage: Stage) -> MonsterKind:
    """Return the roster's weakest kind on the floor of a stage."""
    weakest = stage.game.curve.floors[stage.floor.state.number - 1].strengths[0]
    return stage.game.roster.by_strength()[weakest]


def use(stage: Stage, row: HeroRow, item: str, target: Cell | None = None) -> list[Event]:
    """Give a hero something, let it use that at once, and return what happened."""
    give_stack(row.inventory, item, 1)
    x, y = target or (None, None)
    return stage.ask(Use(row.inventory.stacks[-1].id, x, y))


def hits_on(events: list[Event], row: ActorRow) -> list[Hit]:
    """Return the blows and missiles that somebody took."""
    return [each for each in events if isinstance(each, Hit) and each.target.entity == row.entity]


def damage(hit: Hit) -> int:
    """Return what a blow took, in all."""
    return sum(amount for amount, _ in hit.parts)
