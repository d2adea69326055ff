"""Whether gear is worth picking up: how it compares with worn gear."""

from undertide_server.simulation.queries.suiting import wearer_of
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.items.catalogue import GearFigures


def is_no_better(run: Run, row: HeroRow, item: str) -> bool:
    """Return whether an item is plain gear that is in nothing better than the gear a hero wears.

    That holds for each slot that it fits. Gear with affixes always has its essences.
    """
    gear = run.items.kind(item).gear
    if gear is None or gear.affixes:
        return False
    wears = wearer_of(run, row).worn
    worn = [wears.get(slot) for slot in gear.slots]
    return all(other is not None and not _is_better_somewhere(gear, other) for other in worn)


def _is_better_somewhere(gear: GearFigures, other: GearFigures) -> bool:
    """Return whether gear has any advantage over other gear."""
    if gear.range > other.range or (other.two_handed and not gear.two_handed):
        return True
    stats = gear.figures.keys() | other.figures.keys()
    return any(gear.figures.get(stat, 0) > other.figures.get(stat, 0) for stat in stats)
