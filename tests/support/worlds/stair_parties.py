"""Parties in a hall with stairs at its end, for tests of agreements on stairs (R17)."""

from support.worlds.staging import Stage
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.geometry import Cell
from undertide_shared.messages import Climb

NAMES = ("Ann", "Ben", "Cid")
HALL = ["#" * 30, "#@" + "." * 25 + ">.#", "#" + "." * 28 + "#", "#" * 30]
STAIRS = (27, 1)
TO_STAIRS = Climb(*STAIRS)


def party(*cells: Cell, hall: list[str] = HALL) -> tuple[Stage, list[HeroRow]]:
    """Return a stage with heroes in some cells, all of whom know all of it."""
    stage = Stage(hall)
    rows = [stage.hero(name, cell=cell) for name, cell in zip(NAMES, cells, strict=False)]
    stage.step()
    return stage, rows


def agreed(stage: Stage) -> list[tuple[list[int], list[int]]]:
    """Return the seats of those who agree and of those who must still, for each agreement."""
    seats = {row.entity: row.hero.seat for _, row in stage.run.index.heroes.values()}
    return [
        ([seats[each] for each in one.agreed], [seats[each] for each in one.awaited])
        for one in stage.floor.state.agreements
    ]


def floors_of(stage: Stage) -> list[int]:
    """Return the number of each hero's floor, by seat."""
    found = [stage.run.index.of_seat(seat) for seat in range(3)]
    return [one[0].state.number for one in found if one is not None]
