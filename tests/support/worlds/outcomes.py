"""What came of a tick: what was refused, told and hit, and what heroes hold."""

from collections.abc import Iterable

from support.worlds.staging import Stage
from undertide_server.simulation.components.floors import Traps
from undertide_server.simulation.state.events import THING, Event, Hit, Seen, Told
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.geometry import Cell


def refusal(row: HeroRow) -> str:
    """Return why a hero's last intent was refused; nothing where it was not."""
    return row.intents.reason if row.intents.outcome == "refused" else ""


def held(row: HeroRow) -> list[tuple[str, int]]:
    """Return the keys and counts of what a hero carries."""
    return [(stack.item, stack.count) for stack in row.inventory.stacks]


def told_to(row: HeroRow, events: Iterable[Event]) -> list[str]:
    """Return what a hero alone was told."""
    return [each.text for each in events if isinstance(each, Told) and each.hero == row.entity]


def hits(events: Iterable[Event]) -> list[Hit]:
    """Return the hits that nobody struck, as of traps and of the ground."""
    return [event for event in events if isinstance(event, Hit) and event.source.entity == THING]


def reloading(stage: Stage) -> dict[Cell, int]:
    """Return the traps that load again, each with its ticks."""
    return stage.run.world.get(stage.floor.entity, Traps).reloading


def told_onlookers(events: list[Event]) -> list[str]:
    """Return what onlookers were told."""
    return [event.others for event in events if isinstance(event, Seen) and event.others]


def told(events: list[Event]) -> list[str]:
    """Return what heroes and onlookers were told of events."""
    seen = [text for each in events if isinstance(each, Seen) for text in (each.own, each.others)]
    return [text for text in seen if text] + [e.text for e in events if isinstance(e, Told)]
