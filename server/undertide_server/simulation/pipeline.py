"""The list of all systems, in their order: `FLOOR_TICK` of a floor's tick, `STEP` of a run's step.

A system is a function that advances a run, or one floor of it. It stands in the module of its
subject, and only this module calls it. Runs that need extensions have further systems among them.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from undertide_server.simulation.actions.intents import (
    AT_ONCE,
    accept,
    carry_out_at_once,
    heroes_act,
)
from undertide_server.simulation.actions.marking import expire_marks
from undertide_server.simulation.ai.allies import allies_act
from undertide_server.simulation.ai.monsters import monsters_act
from undertide_server.simulation.mechanics.agreements import depart_together
from undertide_server.simulation.mechanics.dying import HELPLESS
from undertide_server.simulation.mechanics.hunger import grow_hungry
from undertide_server.simulation.mechanics.respawn_creep import raise_tide
from undertide_server.simulation.mechanics.seats import (
    admit_if_no_new_floor,
    bring_back,
    doze_off,
    lose_player,
    row_of_seat,
    stand_guard,
    take_seat,
    wake,
    withdraw,
)
from undertide_server.simulation.mechanics.stopping import refuse_waiting
from undertide_server.simulation.mechanics.trading import end_broken_trades
from undertide_server.simulation.mechanics.traps import reload_traps
from undertide_server.simulation.mechanics.victory import end_when_all_fell
from undertide_server.simulation.state.events import Event
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import (
    Asked,
    DozedOff,
    Input,
    PlayerBack,
    PlayerIdle,
    PlayerLost,
    SeatTaken,
    Ticked,
    Turned,
    Withdrawn,
)
from undertide_server.simulation.state.run import Run
from undertide_server.simulation.systems.encounters import (
    announce_bosses,
    interrupt_auto_actions,
    notice_heroes,
    spring_ambushes,
)
from undertide_server.simulation.systems.fallen import pass_the_fallens_time, raise_the_fallen
from undertide_server.simulation.systems.recovery import ready_abilities, recover
from undertide_server.simulation.systems.sight import (
    recognise_chambers,
    update_sight,
    update_sight_everywhere,
)
from undertide_server.simulation.systems.statuses import apply_statuses, apply_statuses_on_hit
from undertide_server.simulation.systems.terrain import apply_hazards, spread_terrain

FloorSystem = Callable[[Run, FloorIndex], None]
RunSystem = Callable[[Run], None]


def count_step(run: Run) -> None:
    """Begin the run's next step."""
    run.progress.step += 1


def advance_clock(run: Run, floor: FloorIndex) -> None:
    """Count a tick that is over, for its floor and for the run."""
    floor.state.clock += 1
    run.progress.ticks += 1


def bury(run: Run, _floor: FloorIndex | None = None) -> None:
    """Delete the entities that fell or were used up, on all floors. Nothing else deletes any."""
    run.world.bury()


FLOOR_TICK: tuple[FloorSystem, ...] = (
    heroes_act,
    depart_together,
    allies_act,
    monsters_act,
    apply_statuses,
    recover,
    grow_hungry,
    apply_hazards,
    spread_terrain,
    reload_traps,
    ready_abilities,
    pass_the_fallens_time,
    raise_the_fallen,
    expire_marks,
    raise_tide,
    update_sight,
    recognise_chambers,
    spring_ambushes,
    notice_heroes,
    announce_bosses,
    interrupt_auto_actions,
    advance_clock,
    bury,
)
"""The systems of one tick of a floor, in order."""
COUNTING: tuple[FloorSystem, ...] = (recover, grow_hungry, raise_tide, advance_clock)
"""Those that count in every tick, in order. The others do nothing in a quiet one; see `quiet`."""
LONGEST_TURN = 200
"""The most ticks that a turn waits for its heroes: ten times a slow hero's dearest action."""


def take_inputs(run: Run) -> None:
    """Apply the inputs of this step in order, until the run ends."""
    for given in run.inputs:
        if not run.progress.ended:
            _take(run, given)


def _take(run: Run, given: Input) -> None:
    """Apply one input."""
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
        case PlayerIdle():
            stand_guard(run, given)
        case DozedOff():
            doze_off(run, given)


def _ask(run: Run, asked: Asked) -> None:
    found = row_of_seat(run, asked.seat)
    if found is None:
        return
    floor, row = found
    if row.hero.presence == "linkdead":
        return  # Nobody is there to ask; the hero would never take up an intent.
    if row.hero.idleness == "guard":
        row.hero.idleness = "none"
    if type(asked.intent) in AT_ONCE:
        carry_out_at_once(run, floor, row, asked.sequence, asked.intent)
        return
    if row.hero.presence == "asleep":
        wake(run, floor, row)
        row = floor.heroes[row.entity]
    accept(row, asked.sequence, asked.intent)
    if row.is_fallen:
        refuse_waiting(row, HELPLESS)


def _on_floor(run: Run, branch: int, move_on: Callable[[Run, FloorIndex], None]) -> None:
    entity = run.index.by_branch.get(branch)
    if entity is not None:
        move_on(run, run.index.floors[entity])


def tick(run: Run, floor: FloorIndex) -> None:
    """Advance a floor by one tick."""
    for system in run.systems.floor_tick:
        system(run, floor)


def turn(run: Run, floor: FloorIndex) -> None:
    """Make the heroes of a floor act, then advance the floor until each has been ready again.

    No time passes when nobody acts and nobody still recovers from arriving.
    """
    _let_recover(run, floor)
    heroes_act(run, floor)
    _let_recover(run, floor)


def _let_recover(run: Run, floor: FloorIndex) -> None:
    """Advance a floor until each hero that recovers has been ready once.

    It doesn't wait until all are ready at once: heroes whose auto actions are out of step never
    are.
    """
    recovering = _recovering(floor)
    for _ in range(LONGEST_TURN):
        if run.progress.ended or not recovering:
            break
        tick(run, floor)
        recovering &= _recovering(floor)


def _recovering(floor: FloorIndex) -> set[int]:
    """Return the heroes of a floor that stand and can't act yet."""
    rows = floor.heroes.values()
    return {row.entity for row in rows if row.stands and not row.is_ready}


STEP: tuple[RunSystem, ...] = (
    count_step,
    take_inputs,
    apply_statuses_on_hit,
    end_when_all_fell,
    admit_if_no_new_floor,
    end_broken_trades,
    update_sight_everywhere,
    bury,
)
"""The systems of one step of a run, in order. `take_inputs` makes floors tick."""


class Systems(NamedTuple):
    """The systems of a run, in their order."""

    step: tuple[RunSystem, ...]
    floor_tick: tuple[FloorSystem, ...]


def systems_of_the_game() -> Systems:
    """Return the systems of a run without extensions."""
    return Systems(STEP, FLOOR_TICK)


def step(run: Run, inputs: Sequence[Input]) -> list[Event]:
    """Advance a run by one step and return the events.

    The same run and inputs always give the same state. Inputs apply in order; an input for a seat
    that doesn't exist changes nothing, nor does any input after the run has ended.
    """
    run.inputs, run.events = inputs, []
    for system in run.systems.step:
        system(run)
    return run.events


def pass_quiet_tick(run: Run, floor: FloorIndex) -> None:
    """Advance a run by a step that is a quiet tick of one floor and nothing else.

    It is a step like any other, done quickly; see `quiet`.
    """
    count_step(run)
    run.inputs, run.events = (Ticked(floor.state.branch),), []
    for system in COUNTING:
        system(run, floor)
