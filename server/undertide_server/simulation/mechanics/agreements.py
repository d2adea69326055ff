"""Agreements on stairs: heroes of one floor go together (R17)."""

from undertide_server.simulation.components.floors import Agreement
from undertide_server.simulation.mechanics.floor_transitions import take_stairs
from undertide_server.simulation.mechanics.floors import branch_of
from undertide_server.simulation.mechanics.stopping import refuse_waiting, stop_auto_action
from undertide_server.simulation.queries.heroes import leaders_of
from undertide_server.simulation.state.events import FloorTold, Told
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.game.run_tree import children_of
from undertide_shared.geometry import Cell, distance

OVERTAKEN = "you have taken the stairs"
"""Why the intents of a hero are refused that waited when its companions took it along."""


def is_alone(floor: FloorIndex, row: HeroRow) -> bool:
    """Return whether no other hero of the floor could agree."""
    return not any(other is not row and other.is_played for other in floor.heroes.values())


def agreement_of(floor: FloorIndex, row: HeroRow) -> Agreement | None:
    """Return the agreement of which a hero is part, or None."""
    for agreement in floor.state.agreements:
        if row.entity in agreement.agreed:
            return agreement
    return None


def followed_agreement(floor: FloorIndex, row: HeroRow) -> Agreement | None:
    """Return the agreement of the companion whom a hero follows, or whom that one follows.

    None if there is none, or if the hero itself agreed on stairs.
    """
    if agreement_of(floor, row) is not None:
        return None
    agreements = (agreement_of(floor, leader) for leader in leaders_of(floor, row))
    return next((found for found in agreements if found is not None), None)


def is_at_stairs(run: Run, floor: FloorIndex, row: HeroRow, stairs: Cell) -> bool:
    """Return whether a hero stands at stairs: on them, or as near as the rules ask, in sight."""
    if row.cell == stairs:
        return True
    near = distance(row.cell, stairs) <= run.rules.heroes.stairs.cells
    return near and bool(row.sees[stairs[1] * floor.width + stairs[0]])


def those_at_stairs(run: Run, floor: FloorIndex, agreement: Agreement) -> list[HeroRow]:
    """Return the heroes who agreed and stand at the stairs, in the order in which they agreed.

    After them come those who stand there and follow one who agreed.
    """
    rows = [floor.heroes[entity] for entity in agreement.agreed if entity in floor.heroes]
    awaited = [floor.heroes[entity] for entity in agreement.awaited if entity in floor.heroes]
    rows += [row for row in awaited if followed_agreement(floor, row) is agreement]
    return [row for row in rows if is_at_stairs(run, floor, row, agreement.stairs)]


def is_complete(run: Run, floor: FloorIndex, agreement: Agreement) -> bool:
    """Return whether all have agreed or follow one who has, and all stand at the stairs."""
    everybody = len(agreement.agreed) + len(agreement.awaited)
    return len(those_at_stairs(run, floor, agreement)) == everybody


def agree(run: Run, floor: FloorIndex, row: HeroRow, stairs: Cell) -> Agreement:
    """Make a hero part of the agreement on some stairs; the first one begins it."""
    withdraw_from(floor, row)
    found = next((each for each in floor.state.agreements if each.stairs == stairs), None)
    if found is None:
        found = Agreement(stairs, ticks=run.rules.heroes.stairs.wait_ticks)
        floor.state.agreements = [*floor.state.agreements, found]
        line = f"{row.actor.name} wants to go {_way_in_words(run, floor, stairs)}."
    else:
        line = f"{row.actor.name} agrees to go {_way_in_words(run, floor, stairs)}."
    found.agreed.append(row.entity)
    _count_heroes(floor, found)
    run.emit(FloorTold(floor.entity, "party", line))
    return found


def _way_in_words(run: Run, floor: FloorIndex, stairs: Cell) -> str:
    """Return where stairs lead: "down to a warren"."""
    state, types = floor.state, run.rules.tree.types
    if stairs == state.stairs_up:
        return f"up to {types[state.types[-2]].name}"
    child = children_of(run.game, branch_of(state))[state.stairs_down.index(stairs)]
    return f"down to {types[child.type].name}"


def withdraw_from(floor: FloorIndex, row: HeroRow) -> None:
    """End a hero's part in an agreement, and the agreement with its last part."""
    found = agreement_of(floor, row)
    if found is None:
        return
    found.agreed.remove(row.entity)
    _count_heroes(floor, found)
    if not found.agreed:
        _end(floor, found)


def go_together(run: Run, floor: FloorIndex, agreement: Agreement) -> None:
    """Make the heroes at the stairs take them who agreed, or follow one who did.

    The others may come after them.
    """
    going = those_at_stairs(run, floor, agreement)
    gone = {row.entity for row in going}
    agreement.agreed = [entity for entity in agreement.agreed if entity not in gone]
    if not agreement.agreed:
        _end(floor, agreement)
    for row in going:
        refuse_waiting(row, OVERTAKEN)  # Its player meant them for the floor that it leaves.
    take_stairs(run, floor, agreement.stairs, going)


def depart_together(run: Run, floor: FloorIndex) -> None:
    """Count a tick of the agreements on a floor; heroes who all stand at the stairs take them."""
    for agreement in floor.state.agreements:
        _pass_time(run, floor, agreement)


def _pass_time(run: Run, floor: FloorIndex, agreement: Agreement) -> None:
    """Count a tick of an agreement: it may end, or its heroes may go."""
    if not _still_holds(run, floor, agreement):
        _end(floor, agreement)
        _stop_those_who_wait(floor, agreement)
        run.emit(FloorTold(floor.entity, "party", "Nobody is bound for the stairs any longer."))
        return
    _count_heroes(floor, agreement)
    if is_complete(run, floor, agreement):
        go_together(run, floor, agreement)
    elif agreement.ticks > 0:
        agreement.ticks -= 1
        if not agreement.ticks:
            _tell_of_the_end(run, agreement)


def _still_holds(run: Run, floor: FloorIndex, agreement: Agreement) -> bool:
    """Return whether all heroes of an agreement can still agree, on this floor or another.

    The agreement ends when one of them falls, dies, falls asleep or loses its player.
    """
    for entity in [*agreement.agreed, *agreement.awaited]:
        found = run.index.of_hero(entity)
        if found is None or not found[1].is_played:
            return False
    return any(entity in floor.heroes for entity in agreement.agreed)


def _count_heroes(floor: FloorIndex, agreement: Agreement) -> None:
    """Work out who of the heroes on the floor agrees, and who must still agree."""
    here = [entity for entity, row in floor.heroes.items() if row.is_played]
    agreement.agreed = [entity for entity in agreement.agreed if entity in floor.heroes]
    agreement.awaited = [entity for entity in here if entity not in agreement.agreed]


def _end(floor: FloorIndex, agreement: Agreement) -> None:
    floor.state.agreements = [each for each in floor.state.agreements if each is not agreement]


def _stop_those_who_wait(floor: FloorIndex, agreement: Agreement) -> None:
    for entity in agreement.agreed:
        row = floor.heroes.get(entity)
        if row is not None and row.auto_action.activity == "climb":
            stop_auto_action(row)


def _tell_of_the_end(run: Run, agreement: Agreement) -> None:
    """Tell the heroes of an agreement that they may go without the others now."""
    for entity in agreement.agreed:
        run.emit(Told(entity, "party", "You may take the stairs without the others now."))
