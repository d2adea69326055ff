"""Heroes mark cells for companions: danger, loot, here, help; marks go after a while (R17)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from undertide_server.content.records.heroes import MarkRules
from undertide_server.simulation.components.floors import PlacedMark
from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import FloorTold, PartyTold
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import MarkCell, MarkKind, Tone

LINES: Final[Mapping[MarkKind, tuple[Tone, str]]] = MappingProxyType(
    {
        "danger": ("bad", "{name} marks danger."),
        "loot": ("good", "{name} marks loot."),
        "here": ("party", "{name} marks a place to come to."),
        "help": ("bad", "{name} calls for help on floor {floor}!"),
    }
)
"""The line about each kind of mark. The whole party reads a call for help, the floor the others."""


def mark_cell(run: Run, floor: FloorIndex, row: HeroRow, intent: MarkCell) -> None:
    """Put a mark on a cell that the hero knows, in place of the mark there, or remove that.

    Raises ActionRefusedError when the hero lies there or sleeps, doesn't know the cell, or finds no
    mark to remove.
    """
    if not row.stands:
        raise ActionRefusedError("only a hero that stands can mark a cell")
    cell = (intent.x, intent.y)
    if not memory_of(floor, row).tiles[intent.y, intent.x]:
        raise ActionRefusedError("you don't know that place")
    marks = [mark for mark in floor.state.marks if mark.cell != cell]
    if not intent.mark:
        _remove(run, floor, row, marks)
        return
    rules = run.rules.heroes.marks
    ticks = rules.help_ticks if intent.mark == "help" else rules.ticks
    marks = _with_room(marks, rules, row.hero.seat)
    floor.state.marks = [*marks, PlacedMark(intent.mark, cell, row.hero.seat, ticks)]
    tone, line = LINES[intent.mark]
    text = line.format(name=row.actor.name, floor=floor.state.number)
    is_call = intent.mark == "help"
    run.emit(PartyTold(tone, text) if is_call else FloorTold(floor.entity, tone, text))


def _remove(run: Run, floor: FloorIndex, row: HeroRow, others: list[PlacedMark]) -> None:
    """Keep only the `others`. Raises ActionRefusedError when there is no mark besides them."""
    if len(others) == len(floor.state.marks):
        raise ActionRefusedError("there is no mark")
    floor.state.marks = others
    run.emit(FloorTold(floor.entity, "info", f"{row.actor.name} removes a mark."))


def _with_room(marks: list[PlacedMark], rules: MarkRules, seat: int) -> list[PlacedMark]:
    """Return the marks that stay when a seat adds one: the oldest goes where there are too many."""
    own = [mark for mark in marks if mark.seat == seat]
    surplus = own[: max(0, len(own) + 1 - rules.most)]
    kept = [mark for mark in marks if mark not in surplus]
    return kept[max(0, len(kept) + 1 - rules.most_on_floor) :]


def expire_marks(_run: Run, floor: FloorIndex) -> None:
    """Count a tick of the marks on a floor, and remove those whose time is over."""
    marks = floor.state.marks
    if not marks:
        return
    for mark in marks:
        mark.ticks -= 1
    if any(mark.ticks <= 0 for mark in marks):
        floor.state.marks = [mark for mark in marks if mark.ticks > 0]
