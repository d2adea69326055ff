"""Damage: protection eases it, companions share it, and actors fall by it (R6, R14, R17).

Everything that takes life by a hit comes through `deal_damage`.
"""

from collections.abc import Sequence

from undertide_server.content.records.damage import DamageForm
from undertide_server.simulation.mechanics.dying import strike_down
from undertide_server.simulation.mechanics.moods import rouse
from undertide_server.simulation.mechanics.stopping import stop_for_wound
from undertide_server.simulation.queries.grammar import mention_of, who
from undertide_server.simulation.queries.relations import is_beyond_harm, is_sealed
from undertide_server.simulation.rules.damage import (
    DamagePart,
    Protection,
    compounded,
    impacts_of,
    parted,
    share_resisted,
    with_tenths,
)
from undertide_server.simulation.state.events import THING, Hit, Manner, Seen, Who
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import distance


def deal_damage_of(
    run: Run,
    floor: FloorIndex,
    source: ActorRow,
    target: ActorRow,
    parts: Sequence[DamagePart],
    *,
    manner: Manner = "blow",
    form: DamageForm | None = None,
) -> int:
    """Deal the damage of an actor, as its statuses change it; `target` turns on it if it can.

    Return the life that `target` lost, at least 0.
    """
    if isinstance(target, MonsterRow) and not is_sealed(target):
        rouse(floor, target, source)
    percents = [run.rules.statuses[key].dealt_percent for key in source.effects.remaining]
    if percents:
        parts = [(compounded(amount, percents), kind) for amount, kind in parts]
    return deal_damage(run, floor, who(source), target, parts, manner=manner, form=form)


def deal_damage(
    run: Run,
    floor: FloorIndex,
    source: Who,
    target: ActorRow,
    parts: Sequence[DamagePart],
    *,
    manner: Manner = "blow",
    form: DamageForm | None = None,
) -> int:
    """Deal each part of the damage to `target`, as R6 says, and make it fall if that kills it.

    Everything that does damage calls it, so here the run's multipliers apply (R14). Nothing harms a
    hero that sleeps or has fallen. Others may bear a share of it (R17). Return the life that
    `target` lost, at least 0.
    """
    if is_beyond_harm(target):
        return 0
    if is_sealed(target):
        text = f"The seal on {mention_of(target)} holds."
        run.emit(Seen(floor.entity, who(target), "info", "", text))
        return 0
    own, borne = share_out(run, floor, source, target, parts)
    lost = _deal_share(run, floor, source, target, own, manner=manner, form=form)
    for bearer, share in borne:
        if not is_beyond_harm(bearer) and bearer.entity in floor.heroes:
            _deal_share(run, floor, source, bearer, share, manner=manner, form=form)
    return lost


def _deal_share(
    run: Run,
    floor: FloorIndex,
    source: Who,
    target: ActorRow,
    parts: Sequence[DamagePart],
    *,
    manner: Manner,
    form: DamageForm | None,
) -> int:
    """Deal the damage that is meant for one actor; return the life that it lost, at least 0."""
    body = target.body
    before, absorb = body.life, _absorb_of(run, floor, target)
    statuses = [run.rules.statuses[key] for key in target.effects.remaining]
    protection = Protection(target.resistance.counted, absorb, body.max_life, statuses)
    impacts = impacts_of(parts, form, run.rules.damage, protection)
    resisted = share_resisted(impacts)
    body.life = min(body.max_life, before - sum([impact.life for impact in impacts]))
    floor.stir(target)
    done = tuple([(each.life, kind) for each, (_, kind) in zip(impacts, parts, strict=True)])
    absorbed = sum([impact.absorbed for impact in impacts])
    run.emit(Hit(floor.entity, source, who(target), done, manner, resisted, absorbed))
    lost = max(0, before - max(0, body.life))
    if isinstance(target, HeroRow):
        if lost and source.entity in floor.monsters:
            floor.monsters[source.entity].mind.harmed_at = floor.state.clock
        stop_for_wound(run, target, source, before)
    if body.life <= 0:
        strike_down(run, floor, target, source)
    return lost


def _absorb_of(run: Run, floor: FloorIndex, target: ActorRow) -> int:
    """Return the damage that an actor takes off a hit, with chance for the tenths of a point."""
    body = target.body
    if not body.absorb_tenths:
        return body.absorb
    roll = run.chance(floor, "absorb", target.entity).below(10)
    return with_tenths(body.absorb, body.absorb_tenths, roll)


def share_out(
    run: Run, floor: FloorIndex, source: Who, target: ActorRow, parts: Sequence[DamagePart]
) -> tuple[Sequence[DamagePart], list[tuple[HeroRow, list[DamagePart]]]]:
    """Return the parts of a hit left for `target`, and those that each other hero bears for it.

    Only the damage of actors is shared: not that of traps, ground, statuses and hunger.
    """
    borne: list[tuple[HeroRow, list[DamagePart]]] = []
    if not target.effects.givers or source.entity == THING:
        return parts, borne
    left = list(parts)
    for key in sorted(target.effects.givers):
        bearer = _bearer(run, floor, source, target, key)
        if bearer is None:
            continue
        shares = [
            (parted(amount, run.rules.statuses[key].shares_percent), kind) for amount, kind in left
        ]
        left = [(rest, kind) for (rest, _), kind in shares if rest]
        share = [(part, kind) for (_, part), kind in shares if part]
        borne += [(bearer, share)] if share else []
    return left, borne


def _bearer(run: Run, floor: FloorIndex, source: Who, target: ActorRow, key: str) -> HeroRow | None:
    """Return the hero who bears a share of the damage of `source`, by one status of `target`."""
    status = run.rules.statuses[key]
    bearer = floor.heroes.get(target.effects.givers[key])
    if not status.shares_percent or key not in target.effects.remaining or bearer is None:
        return None
    if bearer is target or bearer.entity == source.entity or is_beyond_harm(bearer):
        return None
    return bearer if distance(bearer.cell, target.cell) <= status.shares_within else None
