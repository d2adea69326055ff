"""Heroes act: on their players' intents, in auto actions, and in defence while link-dead."""

from collections.abc import Callable
from typing import Any

from undertide_server.simulation.actions.accompanying import accompany, regroup
from undertide_server.simulation.actions.auto_actions import go_on, set_out
from undertide_server.simulation.actions.casting import cast, perform
from undertide_server.simulation.actions.crafting import break_down, craft
from undertide_server.simulation.actions.fighting import fight, shoot_at
from undertide_server.simulation.actions.helping import give
from undertide_server.simulation.actions.items import drop_item, sell_gear, take_item, use_item
from undertide_server.simulation.actions.marking import mark_cell
from undertide_server.simulation.actions.moving import move
from undertide_server.simulation.actions.stairs import climb, reconsider, stands_at_agreed_stairs
from undertide_server.simulation.actions.trading import accept_trade, end_trade, offer_trade
from undertide_server.simulation.actions.wearing import doff, wear
from undertide_server.simulation.mechanics.combat import strike
from undertide_server.simulation.mechanics.stopping import stop_auto_action
from undertide_server.simulation.mechanics.traps import search_for_traps
from undertide_server.simulation.queries.awareness import is_aware, is_dangerous, is_prey
from undertide_server.simulation.queries.relations import is_peaceful
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import distance
from undertide_shared.messages import (
    AcceptTrade,
    Accompany,
    Break,
    Cast,
    Climb,
    Craft,
    Doff,
    Drop,
    EndTrade,
    Explore,
    Fight,
    Give,
    Intent,
    MarkCell,
    Move,
    OfferTrade,
    Outcome,
    Perform,
    Regroup,
    Rest,
    Sell,
    Shoot,
    Stop,
    Take,
    Travel,
    Use,
    Wait,
    Wear,
)

MAX_WAITING = 2
"""Intents that wait for their turn: the next one, and one for a key pressed meanwhile.

A further intent replaces the last one, so that a held key has no effect after its release.
"""
Action = Callable[[Run, FloorIndex, HeroRow, Any], None]


def _wait(run: Run, floor: FloorIndex, row: HeroRow, _intent: Wait) -> None:
    row.spend_energy(run.rules.costs.wait)
    search_for_traps(run, floor, row)


def _stop(_run: Run, _floor: FloorIndex, row: HeroRow, _intent: Stop) -> None:
    row.intents.waiting.clear()


ACTIONS: dict[type[Intent], Action] = {
    Move: move,
    Wait: _wait,
    Take: take_item,
    Drop: drop_item,
    Give: give,
    Wear: wear,
    Doff: doff,
    Break: break_down,
    Sell: sell_gear,
    Craft: craft,
    Shoot: shoot_at,
    Use: use_item,
    Cast: cast,
    Perform: perform,
    Climb: climb,
    Travel: set_out,
    Explore: set_out,
    Fight: fight,
    Rest: set_out,
    Accompany: accompany,
    Regroup: regroup,
    Stop: _stop,
}
AT_ONCE: dict[type[Intent], Action] = {
    MarkCell: mark_cell,
    OfferTrade: offer_trade,
    AcceptTrade: accept_trade,
    EndTrade: end_trade,
}
"""The intents that take no time: they wait for no turn, end no auto action, and wake nobody."""


def accept(row: HeroRow, sequence: int, intent: Intent) -> None:
    """Add an intent to the hero's queue."""
    orders = row.intents
    orders.received = max(orders.received, sequence)
    if isinstance(intent, Stop):
        orders.waiting.clear()
    elif len(orders.waiting) >= MAX_WAITING:
        orders.waiting.pop()
    orders.waiting.append((sequence, intent))


def carry_out_at_once(
    run: Run, floor: FloorIndex, row: HeroRow, sequence: int, intent: Intent
) -> None:
    """Carry out one of the `AT_ONCE` intents, ahead of those that wait for the hero's turn."""
    row.intents.received = max(row.intents.received, sequence)
    try:
        AT_ONCE[type(intent)](run, floor, row, intent)
    except ActionRefusedError as refusal:
        settle(row, sequence, "refused", refusal.reason)
    else:
        settle(row, sequence, "done")


def settle(row: HeroRow, sequence: int, outcome: Outcome, reason: str = "") -> None:
    """Record the outcome of an intent, unless that of a later one is known already."""
    if sequence < row.intents.settled:
        return
    row.intents.settled = sequence
    row.intents.outcome = outcome
    row.intents.reason = reason


def heroes_act(run: Run, floor: FloorIndex) -> None:
    """Make every hero that stands and is ready act."""
    for row in list(floor.heroes.values()):
        if row.actor.energy < 0 or row.is_fallen:
            continue
        if row.entity not in floor.heroes:
            continue  # Another actor's action killed it in this tick.
        if row.hero.presence == "linkdead":
            _defend(run, floor, row)
        elif row.hero.presence == "present":
            _act(run, floor, row)


def _act(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Carry out the waiting intents, or go on with the auto action.

    A refused intent takes no time. A hero on guard without either strikes back.
    """
    while row.intents.waiting and row.is_ready:
        sequence, intent = row.intents.waiting.pop(0)
        _carry_out(run, floor, row, sequence, intent)
        if row.entity not in floor.heroes or row.is_fallen:
            return
    if row.auto_action.activity != "none":
        if row.is_ready:
            go_on(run, floor, row)
    elif row.hero.idleness == "guard":
        _defend(run, floor, row)


def _carry_out(run: Run, floor: FloorIndex, row: HeroRow, sequence: int, intent: Intent) -> None:
    """Carry out an intent in place of the auto action, and record the outcome."""
    stood_there = stands_at_agreed_stairs(run, floor, row)
    stop_auto_action(row)
    try:
        ACTIONS[type(intent)](run, floor, row, intent)
    except ActionRefusedError as refusal:
        settle(row, sequence, "refused", refusal.reason)
    else:
        settle(row, sequence, "done")
        if floor.state.agreements:
            reconsider(run, floor, row, intent, stood_there=stood_there)


def _defend(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Strike back at the first danger next to a hero that is link-dead or on guard.

    A pursuer counts, and whoever has harmed somebody lately.
    """
    if not row.is_ready:
        return
    for monster in floor.stirring:
        attacks = is_dangerous(floor, monster) and not is_peaceful(monster)
        comes = not is_aware(monster) or is_prey(row, monster)
        if attacks and comes and distance(monster.cell, row.cell) <= 1:
            strike(run, floor, row, monster)
            row.spend_energy(run.rules.costs.attack)
            return
