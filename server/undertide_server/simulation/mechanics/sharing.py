"""Harm that a hero bears for a companion, while a status shares it between them (R17)."""

from collections.abc import Sequence

from undertide_server.simulation.queries.relations import is_beyond_harm
from undertide_server.simulation.rules.statuses import parted
from undertide_server.simulation.state.events import THING, Who
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import distance

Blow = tuple[int, str]
"""An amount of damage and its type."""


def shared_out(
    run: Run, floor: FloorIndex, source: Who, target: ActorRow, blows: Sequence[Blow]
) -> tuple[Sequence[Blow], list[tuple[HeroRow, list[Blow]]]]:
    """Return the blows that are left for `target`, and those that each other hero bears for it.

    Only what actors do is shared: not traps, ground, statuses and hunger.
    """
    borne: list[tuple[HeroRow, list[Blow]]] = []
    if not target.effects.givers or source.entity == THING:
        return blows, borne
    left = list(blows)
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
    """Return the hero who bears a share of what `source` does, by one status of `target`."""
    status = run.rules.statuses[key]
    bearer = floor.heroes.get(target.effects.givers[key])
    if not status.shares_percent or key not in target.effects.remaining or bearer is None:
        return None
    if bearer is target or bearer.entity == source.entity or is_beyond_harm(bearer):
        return None
    return bearer if distance(bearer.cell, target.cell) <= status.shares_within else None
