"""The order of everything: `FLOOR_TICK` is a tick of a floor, `STEP` a step of the whole run."""

from collections.abc import Callable, Sequence

from undertide_server.simulation.actions.intents import accept, heroes_act
from undertide_server.simulation.ai.allies import allies_act
from undertide_server.simulation.ai.monsters import monsters_act
from undertide_server.simulation.mechanics.energy import is_ready
from undertide_server.simulation.mechanics.seats import (
    bring_back,
    lose_player,
    row_of_seat,
    take_seat,
    wake,
    withdraw,
)
from undertide_server.simulation.state.events import Event
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import (
    Asked,
    Input,
    PlayerBack,
    PlayerLost,
    SeatTaken,
    Ticked,
    Turned,
    Withdrawn,
)
from undertide_server.simulation.state.run import Run
from undertide_server.simulation.systems.ambush import spring_ambushes
from undertide_server.simulation.systems.burial import bury
from undertide_server.simulation.systems.chambers import recognise_chambers
from undertide_server.simulation.systems.clock import advance_clock, count_step
from undertide_server.simulation.systems.defeat import end_when_all_fell
from undertide_server.simulation.systems.energy import gain_energy
from undertide_server.simulation.systems.hazards import apply_hazards
from undertide_server.simulation.systems.hunger import grow_hungry
from undertide_server.simulation.systems.interruption import interrupt_auto_actions
from undertide_server.simulation.systems.living import spread_terrain
from undertide_server.simulation.systems.noticing import notice_heroes
from undertide_server.simulation.systems.recovery import regenerate
from undertide_server.simulation.systems.rising import raise_the_fallen
from undertide_server.simulation.systems.sight import update_sight, update_sight_everywhere
from undertide_server.simulation.systems.status_on_hit import apply_statuses_on_hit
from undertide_server.simulation.systems.status_ticks import apply_statuses
from undertide_server.simulation.systems.tide import raise_tide
from undertide_server.simulation.systems.traps import reload_traps

FloorSystem = Callable[[Run, FloorIndex], None]
RunSystem = Callable[[Run], None]

FLOOR_TICK: tuple[FloorSystem, ...] = (
    heroes_act,
    allies_act,
    monsters_act,
    apply_statuses,
    gain_energy,
    regenerate,
    grow_hungry,
    apply_hazards,
    spread_terrain,
    reload_traps,
    raise_the_fallen,
    raise_tide,
    update_sight,
    recognise_chambers,
    spring_ambushes,
    notice_heroes,
    interrupt_auto_actions,
    advance_clock,
    bury,
)
"""One moment of one floor: what it consists of, in this order."""

LONGEST_TURN = 200
"""Ticks that a turn waits for its heroes: ten times the dearest action of a slow one."""


def take_inputs(run: Run) -> None:
    """Let the inputs of this step take effect in their order, until the run has ended."""
    for given in run.inputs:
        if not run.progress.ended:
            _take(run, given)


def _take(run: Run, given: Input) -> None:
    """Let one input take effect."""
    match given:
        case Asked():
            _ask(run, given)
        case Ticked():
            _on_floor(run, given.branch, tick)
        case Turned():
            _on_floor(run, given.branch, turn)
        case SeatTaken():
            take_seat(run, given)
        case PlayerLost():
            lose_player(run, given)
        case PlayerBack():
            bring_back(run, given)
        case Withdrawn():
            withdraw(run, given)


def _ask(run: Run, asked: Asked) -> None:
    found = row_of_seat(run, asked.seat)
    if found is None:
        return
    floor, row = found
    if row.hero.presence == "linkdead":
        return  # Nobody is there to ask; what waited would never be taken up.
    if row.hero.presence == "asleep":
        wake(run, floor, row)
        row = floor.heroes[row.entity]
    accept(row, asked.sequence, asked.intent)


def _on_floor(run: Run, branch: int, move_on: Callable[[Run, FloorIndex], None]) -> None:
    entity = run.index.by_branch.get(branch)
    if entity is not None:
        move_on(run, run.index.floors[entity])


def tick(run: Run, floor: FloorIndex) -> None:
    """Let one moment of a floor pass."""
    for system in FLOOR_TICK:
        system(run, floor)


def turn(run: Run, floor: FloorIndex) -> None:
    """Let the heroes of a floor act, and time pass until each could act again.

    When nobody acted, and nobody still recovers from coming here, no time passes.
    """
    _let_recover(run, floor)
    heroes_act(run, floor)
    _let_recover(run, floor)


def _let_recover(run: Run, floor: FloorIndex) -> None:
    """Let time pass until every hero that recovers has been ready once.

    Not until all are ready at once: those on errands out of step with each other never are.
    """
    recovering = _recovering(floor)
    for _ in range(LONGEST_TURN):
        if run.progress.ended or not recovering:
            break
        tick(run, floor)
        recovering &= _recovering(floor)


def _recovering(floor: FloorIndex) -> set[int]:
    """Return the waking heroes of a floor that can't act yet."""
    rows = floor.heroes.values()
    return {row.entity for row in rows if row.hero.presence != "asleep" and not is_ready(row)}


STEP: tuple[RunSystem, ...] = (
    count_step,
    take_inputs,
    apply_statuses_on_hit,
    end_when_all_fell,
    update_sight_everywhere,
    bury,
)
"""One step of a run: what it consists of, in this order. `take_inputs` lets floors tick."""


def step(run: Run, inputs: Sequence[Input]) -> list[Event]:
    """Move a run on by one step and return what happened.

    The same run and inputs give the same state, always. Inputs are taken in their order; those
    about seats that don't exist, and all once the run has ended, change nothing.
    """
    run.inputs, run.events = inputs, []
    for system in STEP:
        system(run)
    return run.events
