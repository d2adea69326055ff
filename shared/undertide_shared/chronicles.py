"""A hero's chronicle as a text, and the card of its end: what people read and pass on. Pure.

The client keeps chronicles in files, and the server shows them on the run's page.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from undertide_shared.messages import Chronicle, CompanionLife, FloorVisit, GearWorn, LastSight
from undertide_shared.time import TICKS_PER_TURN

WIDTH: Final = 78
"""Columns of the lines under headings: they fit any terminal and any forum."""
CARD_LINES: Final = 5
"""Lines of the log on a card: the last blows."""


@dataclass(frozen=True, slots=True)
class RunEnd:
    """How the run of a hero ended."""

    won: bool
    seed: str
    """Its seed, as a new session takes it; empty if it isn't known."""


def text_of(chronicle: Chronicle, end: RunEnd | None = None) -> str:
    """Return a hero's chronicle as lines of plain text; `end` is None while the run goes on."""
    return "\n".join(_lines(chronicle, end)) + "\n"


def card_of(chronicle: Chronicle, end: RunEnd | None = None, link: str = "") -> list[str]:
    """Return the card of a hero's end as lines of text.

    It has what killed the hero, what that saw last, the last lines of its log, the seed once the
    run is over, and the `link` to its chronicle if there is one.
    """
    sight = [f"  {row}".rstrip() for row in sight_rows(chronicle.sight)]
    lines = [line.text for line in chronicle.lines[-CARD_LINES:]]
    last = [f"Seed: {end.seed}" if end is not None and end.seed else "", link]
    parts = [[*card_head(chronicle, end)], sight, lines, [line for line in last if line]]
    return [line for part in parts if part for line in ("", *part)][1:]


def card_head(chronicle: Chronicle, end: RunEnd | None) -> tuple[str, str]:
    """Return the two lines above a card's picture: who came to which end, and in which run."""
    has_won = end is not None and end.won and not chronicle.cause
    fate = "victorious" if has_won else fate_of(chronicle)
    kills = "1 kill" if chronicle.kills == 1 else f"{chronicle.kills} kills"
    run = f"Undertide, {_below(chronicle.elapsed)} below, {kills}. {chronicle.subtitle}".rstrip()
    return f"{chronicle.name}, {chronicle.calling} of level {chronicle.level}, {fate}", run


def sight_rows(sight: LastSight | None) -> list[str]:
    """Return the rows of what a hero saw last; none if that isn't known."""
    if sight is None:
        return []
    signs = [" ", *(glyph for glyph, _ in sight.looks)]
    return ["".join(signs[number] for number in row) for row in sight_cells(sight)]


def sight_cells(sight: LastSight) -> list[list[int]]:
    """Return the indexes of a picture's looks by rows: as many cells as it says that it has.

    A picture that tells of fewer cells ends with empty ones; what can't be an index is empty.
    """
    width, most = sight.width, sight.width * sight.height
    cells: list[int] = []
    for number, count in zip(sight.cells[::2], sight.cells[1::2], strict=False):
        known = number if number <= len(sight.looks) else 0
        cells += [known] * min(count, most - len(cells))
    cells += [0] * (most - len(cells))
    return [cells[start : start + width] for start in range(0, most, width)]


def fate_of(chronicle: Chronicle) -> str:
    """Return the end of a hero as words: "killed by a goblin on floor 3"."""
    if not chronicle.cause:
        return "alive"
    last = chronicle.floors[-1].number if chronicle.floors else chronicle.floor
    return f"killed by {chronicle.cause} on floor {last}"


def _lines(chronicle: Chronicle, end: RunEnd | None) -> Iterator[str]:
    head = f"{chronicle.name}, {chronicle.calling} of level {chronicle.level}"
    yield head
    yield "=" * min(WIDTH, len(head))
    yield f"Fate: {fate_of(chronicle)}."
    yield f"Deepest floor: {chronicle.floor}. {_below(chronicle.elapsed)} below."
    yield f"Run: {chronicle.run} ({chronicle.preset}). {chronicle.subtitle}".rstrip()
    yield from _run_lines(end)
    yield from _section("Last sight", [row.rstrip() for row in sight_rows(chronicle.sight)])
    yield from _section("What would have helped", list(chronicle.hindsight))
    yield from _section("Last lines", [line.text for line in chronicle.lines])
    yield from _section("Gear", [_gear_words(worn) for worn in chronicle.gear])
    yield from _section("Floors", [_floor_words(visit) for visit in chronicle.floors])
    kills = [f"{slain.count} x {slain.name}" for slain in chronicle.slain]
    yield from _section(f"Kills: {chronicle.kills}", kills)
    yield from _section("Companions", [_companion_words(one) for one in chronicle.companions])


def _run_lines(end: RunEnd | None) -> Iterator[str]:
    if end is None:
        yield "The run went on."
        return
    yield "The run was won." if end.won else "The run was lost."
    if end.seed:
        yield f"Seed: {end.seed}"


def _section(heading: str, lines: list[str]) -> Iterator[str]:
    """Yield a heading and the lines under it; nothing without lines."""
    if lines:
        yield ""
        yield heading
        yield "-" * min(WIDTH, len(heading))
        yield from (f"  {line}" for line in lines)


def _gear_words(worn: GearWorn) -> str:
    return f"{worn.slot.replace('_', ' ')}: {worn.name}"


def _floor_words(visit: FloorVisit) -> str:
    turns = visit.ticks // TICKS_PER_TURN
    tide = "calm" if visit.tide < 0 else f"at {visit.tide} %"
    counted = "1 turn" if turns == 1 else f"{turns} turns"
    return f"{visit.number}. {visit.name} ({visit.kind}): {counted}, tide {tide}"


def _companion_words(one: CompanionLife) -> str:
    return f"{one.name}, {one.calling} of level {one.level}{'' if one.alive else ', dead'}"


def _below(elapsed: int) -> str:
    seconds = elapsed // 1000
    number, unit = (seconds, "second") if seconds < 60 else (seconds // 60, "minute")
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"
