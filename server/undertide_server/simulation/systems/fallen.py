"""The fallen: heroes get up with help or die in time (R16), and some monsters rise (R14)."""

from undertide_server.content.records.abilities import Care
from undertide_server.simulation.components.floors import Remains, Risen
from undertide_server.simulation.components.monsters import Mind
from undertide_server.simulation.mechanics.bestiary import record_trick
from undertide_server.simulation.mechanics.dying import get_up, succumb
from undertide_server.simulation.mechanics.floors import spawn_monster
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.queries.heroes import gift_of, tends
from undertide_server.simulation.state.events import Seen, Who
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run

RISEN_EXPERIENCE = 0
"""Experience for killing a risen monster: its first death already gave some."""


def pass_the_fallens_time(run: Run, floor: FloorIndex) -> None:
    """Count a tick of help and of the remaining time of each fallen hero.

    A tick without help loses the help so far.
    """
    for row in [row for row in floor.heroes.values() if row.hero.dies_in]:
        tending = [other for other in floor.heroes.values() if tends(other, row)]
        care = sum(_care_of(run, other) for other in tending)
        row.hero.tended = row.hero.tended + care if care else 0
        row.hero.dies_in -= 1
        if care and row.hero.tended >= run.rules.heroes.falling.revival_ticks:
            _revive(run, floor, row)
        elif not row.hero.dies_in:
            succumb(run, floor, row)


def _care_of(run: Run, helper: HeroRow) -> int:
    """Return the ticks of care that a tick of a hero's care counts for (R17)."""
    care = gift_of(run, helper, Care)
    return care.times if care else 1


def _revive(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Make a hero get up that companions have tended long enough."""
    share = run.rules.heroes.falling.life_percent
    get_up(run, floor, row, row.body.max_life * share // 100)
    others = f"{row.actor.name} gets up again."
    run.emit(Seen(floor.entity, who(row), "good", "You get up again.", others))


def raise_the_fallen(run: Run, floor: FloorIndex) -> None:
    """Count a tick for the remains on a floor, and raise those whose time has come."""
    graves = floor.graves
    if not graves.waiting:
        return
    for remains in graves.waiting:
        remains.ticks -= 1
    ready = [remains for remains in graves.waiting if remains.ticks <= 0]
    graves.waiting = [remains for remains in graves.waiting if remains.ticks > 0]
    for remains in ready:
        _get_up(run, floor, remains)


def _get_up(run: Run, floor: FloorIndex, remains: Remains) -> None:
    """Put a monster back where it fell, or in the nearest free cell."""
    cell = floor.nearest_ground(remains.cell)
    if cell is None:
        return
    kind = run.kinds[remains.kind]
    entity = spawn_monster(run, floor, kind, cell, Mind("idle"), RISEN_EXPERIENCE)
    run.world.add(entity, Risen())
    actor = Who(entity, kind.name, is_hero=False, cell=cell, key=kind.id)
    run.emit(Seen(floor.entity, actor, "bad", "", f"The {kind.name} gets up again."))
    record_trick(run, floor, floor.monsters[entity], "rises")
