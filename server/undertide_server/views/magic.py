"""Statuses and spells as views show them."""

from collections.abc import Mapping
from typing import Final

from undertide_server.content.records.effects import Ball, Inflict, Light, Nova, Strike
from undertide_server.content.records.items import Coin, Essence, ItemEffect, Keepsake
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.statuses import CONFUSED, SHELTERED, SUMMONED, Status
from undertide_server.simulation.rules.damage import explosion_radius
from undertide_server.simulation.rules.statuses import WHOLE
from undertide_server.simulation.state.rows import ActorRow
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import Effect

RULED_EFFECTS: Final[Mapping[str, Effect]] = {
    CONFUSED: "hinder",
    SHELTERED: "shelter",
    SUMMONED: "ally",
}
"""The effects of statuses whose keys the rules know."""
VisibleStatuses = Mapping[str, tuple[str, Effect]]
"""The adjective and the effect of each status that others can see, by key."""
StatusesShown = tuple[tuple[str, ...], tuple[Effect, ...]]
"""The adjectives of statuses, and the effect of each."""


def visible_statuses(rules: Ruleset) -> VisibleStatuses:
    """Return the statuses of a ruleset that anybody who sees their bearer can see."""
    statuses = rules.statuses.items()
    return {
        key: (each.adjective, status_effect(rules, key)) for key, each in statuses if each.shown
    }


def statuses_shown(visible: VisibleStatuses, row: ActorRow) -> StatusesShown:
    """Return the statuses of an actor that anybody who sees it can see, in order of their keys."""
    remaining = row.effects.remaining
    if not remaining:
        return (), ()
    shown = [visible[key] for key in sorted(remaining) if key in visible]
    return tuple([word for word, _ in shown]), tuple([effect for _, effect in shown])


def status_effect(rules: Ruleset, key: str) -> Effect:
    """Return the effect of a status on its bearer."""
    if key in RULED_EFFECTS:
        return RULED_EFFECTS[key]
    status = rules.statuses[key]
    ability = _ability_effect(status)
    if ability is not None:
        return ability
    if status.good:
        return "boost"
    return "hinder" if status.speed_percent < WHOLE else "harm"


def _ability_effect(status: Status) -> Effect | None:
    """Return the effect of a status that abilities bring (R17); None for any other."""
    if status.draws:
        return "taunt"
    if status.shares_percent > 0 or status.taken_percent < WHOLE:
        return "guard"
    if status.taken_percent > WHOLE:
        return "mark"
    if status.dealt_percent != WHOLE:
        return "weaken" if status.dealt_percent < WHOLE else "empower"
    return None


def effects_of(run: Run, effect: ItemEffect) -> list[Effect]:
    """Return the effects of an item or a spell: its own, then that of the status it inflicts.

    Empty for an item that isn't used by itself.
    """
    if isinstance(effect, Coin | Keepsake | Essence):
        return []
    if isinstance(effect, Inflict):
        return [status_effect(run.rules, effect.status)]
    brings = effect.inflicts if isinstance(effect, Strike) else None
    return [effect.does, *([status_effect(run.rules, brings.status)] if brings else [])]


def radius_of(run: Run, effect: ItemEffect | None) -> int:
    """Return the radius of an effect in this run, in cells; 0 if it has none."""
    if isinstance(effect, Ball | Nova):
        return explosion_radius(effect.radius, run.rules.damage)
    return effect.radius if isinstance(effect, Light) else 0
