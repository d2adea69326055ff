"""Heroes who know spells, on stages."""

from support.worlds.staging import Stage
from undertide_server.simulation.state.events import Event, Seen
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.geometry import Cell
from undertide_shared.messages import Cast

HALL = ["##############", "#@...........#", "#............#", "#............#", "##############"]
MANA = 500
"""More than any spell takes."""
POWER = 100
"""Of a caster's magic: a spell's percent are the damage it does, give or take the spread."""


def caster(stage: Stage, *spells: str, name: str = "Ann", cell: Cell | None = None) -> HeroRow:
    """Let a hero in that knows spells, has mana for all of them, and that little can kill."""
    row = stage.hero(name, cell=cell)
    row.inventory.stacks.clear()
    row.body.life = row.body.max_life = 5000
    row.body.regen = row.body.absorb = 0
    magic = row.magic
    magic.spells[:] = spells
    magic.mana, magic.max_mana, magic.regen, magic.power = MANA, MANA, 0, POWER
    return row


def cast(stage: Stage, spell: str, target: Cell | None = None, seat: int = 0) -> list[Event]:
    """Let a hero cast a spell, in turns, and return what happened."""
    x, y = target or (None, None)
    return stage.ask(Cast(spell, x, y), seat)


def told(events: list[Event]) -> list[str]:
    """Return what onlookers were told."""
    return [event.others for event in events if isinstance(event, Seen) and event.others]
