"""Stairs: a hero alone takes them, and those in company agree to go together (R9, R17)."""

from undertide_server.simulation.actions.auto_actions import go_to_stairs, set_out, wait_at_stairs
from undertide_server.simulation.components.floors import Agreement
from undertide_server.simulation.mechanics.agreements import (
    agree,
    agreement_of,
    go_together,
    is_alone,
    is_at_stairs,
    is_complete,
    withdraw_from,
)
from undertide_server.simulation.mechanics.floor_transitions import take_stairs
from undertide_server.simulation.mechanics.victory import amulets_held
from undertide_server.simulation.queries.awareness import is_hunted
from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Told
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell
from undertide_shared.messages import Climb, Explore, Intent, Stop, Travel


def climb(run: Run, floor: FloorIndex, row: HeroRow, intent: Climb) -> None:
    """Take stairs, or set out for them. In company, agree on them with the others first.

    Raises ActionRefusedError when the hero knows no such stairs or no way there, and once in a
    visit when they lead down from a floor where it knows of an amulet that the party lacks.
    """
    stairs = _stairs_of(floor, row, intent)
    if not is_alone(floor, row):
        _climb_in_company(run, floor, row, stairs)
    elif row.cell == stairs:
        _warn_of_amulet(run, floor, row, stairs)
        withdraw_from(floor, row)
        take_stairs(run, floor, stairs, [row])
    else:
        set_out(run, floor, row, Travel(*stairs))


def _stairs_of(floor: FloorIndex, row: HeroRow, intent: Climb) -> Cell:
    """Return the cell of the stairs that an intent means."""
    state = floor.state
    stairs = {*state.stairs_down, state.stairs_up}
    if intent.x is None or intent.y is None:
        if row.cell not in stairs:
            raise ActionRefusedError("there are no stairs here")
        return row.cell
    cell = (intent.x, intent.y)
    if cell not in stairs or not memory_of(floor, row).tiles[intent.y, intent.x]:
        raise ActionRefusedError("you know of no stairs there")
    return cell


def _climb_in_company(run: Run, floor: FloorIndex, row: HeroRow, stairs: Cell) -> None:
    """Agree on stairs; go when all have, or when a second wish need wait for nobody."""
    agreement = agreement_of(floor, row)
    if agreement is not None and agreement.stairs == stairs:
        _insist(run, floor, row, agreement)
        return
    _warn_of_amulet(run, floor, row, stairs)
    if not is_at_stairs(run, floor, row, stairs):
        go_to_stairs(run, floor, row, stairs)
    else:
        wait_at_stairs(run, floor, row)
    if row.entity in floor.heroes and not row.is_fallen:  # The first step may have led elsewhere.
        agreement = agree(run, floor, row, stairs)
        if is_complete(run, floor, agreement):
            go_together(run, floor, agreement)


def _insist(run: Run, floor: FloorIndex, row: HeroRow, agreement: Agreement) -> None:
    """Go without the others if that is possible by now; walk to the stairs, or wait, otherwise."""
    if not is_at_stairs(run, floor, row, agreement.stairs):
        go_to_stairs(run, floor, row, agreement.stairs)
    elif not agreement.ticks or is_hunted(floor, row):
        go_together(run, floor, agreement)
    else:
        wait_at_stairs(run, floor, row)
        awaited = [other for other in floor.heroes.values() if other.entity in agreement.awaited]
        names = " and ".join(other.actor.name for other in awaited)
        run.emit(Told(row.entity, "party", f"You wait for {names or 'the others'}."))


def _warn_of_amulet(run: Run, floor: FloorIndex, row: HeroRow, stairs: Cell) -> None:
    memory = memory_of(floor, row)
    known = set(memory.items.values()).intersection(run.rules.victory.amulets)
    if memory.warned or not known or stairs == floor.state.stairs_up:
        return
    left = sorted(known.difference(amulets_held(run)))
    if left:
        memory.warned = True
        name = run.items.kind(left[0]).name
        text = f"The {name} lies on this floor. Go down again to leave it behind."
        run.emit(Told(row.entity, "bad", text))
        raise ActionRefusedError(f"the {name} lies on this floor")


def stands_at_agreed_stairs(run: Run, floor: FloorIndex, row: HeroRow) -> bool:
    """Return whether a hero stands at the stairs on which it agreed."""
    agreement = agreement_of(floor, row)
    return agreement is not None and is_at_stairs(run, floor, row, agreement.stairs)


def reconsider(
    run: Run, floor: FloorIndex, row: HeroRow, intent: Intent, *, stood_there: bool
) -> None:
    """End a hero's part in an agreement if the intent that it has carried out shows that.

    It stops, explores, travels elsewhere, or leaves the stairs where it `stood_there` before.
    """
    agreement = agreement_of(floor, row)
    if agreement is None or isinstance(intent, Climb):
        return
    elsewhere = isinstance(intent, Travel) and (intent.x, intent.y) != agreement.stairs
    leaves = stood_there and not is_at_stairs(run, floor, row, agreement.stairs)
    if isinstance(intent, Stop | Explore) or elsewhere or leaves:
        withdraw_from(floor, row)
