"""What the followed hero's player alone is told: its hero's figures, its orders and its pack."""

from typing import NamedTuple

from undertide_server.content.fields import DAMAGE_TYPES
from undertide_server.simulation.rows import HeroRow
from undertide_server.simulation.run import Run
from undertide_server.views.scene import state_of
from undertide_shared.messages import HeroStatus, IntentReport, PackItem

Carried = list[tuple[int, str, int]]
"""Stacks of a pack: the hero's own id of each, the item, how many."""


Facts = tuple[object, ...]
"""All that can change of a hero's figures and orders, as cheap to compare as it can be."""


class Own(NamedTuple):
    """What the followed hero's player alone is told. The hero goes by no wire id yet."""

    entity: int
    facts: Facts
    hero: HeroStatus
    intent: IntentReport
    carried: Carried
    pack: list[PackItem]


def own_of(run: Run, row: HeroRow, before: Own | None = None) -> Own:
    """Return what a hero's own player is told: what was told before itself if nothing changed."""
    facts, carried = _facts(row), [(stack.id, stack.item, stack.count) for stack in row.pack.stacks]
    if before is None or before.carried != carried:
        pack = [_pack_item(run, *each) for each in carried]
    elif before.facts != facts:
        pack = before.pack
    else:
        return before
    return Own(row.entity, facts, _status(run, row), _intent(row), carried, pack)


def _facts(row: HeroRow) -> Facts:
    body, hero, orders, effects = row.body, row.hero, row.orders, row.effects.remaining
    return (
        body.life,
        body.max_life,
        hero.level,
        hero.experience,
        hero.gold,
        hero.presence,
        row.attack.power,
        row.errand.activity,
        row.resistance.counted,
        list(effects.items()) if effects else None,
        orders.received,
        orders.settled,
        orders.outcome,
        orders.reason,
        orders.waiting[0] if orders.waiting else None,
    )


def _status(run: Run, row: HeroRow) -> HeroStatus:
    levels = run.rules.heroes.levels
    level = row.hero.level
    effects = row.effects.remaining
    counted = row.resistance.counted
    return HeroStatus(
        seat=row.hero.seat,
        id=0,
        life=row.body.life,
        max_life=row.body.max_life,
        level=level,
        experience=row.hero.experience,
        next_level=levels[level].experience if level < len(levels) else 0,
        attack=row.attack.power,
        state=state_of(row.hero),
        activity=row.errand.activity,
        effects=sorted(effects.items()) if effects else [],
        resistances=_resistances(counted) if any(counted) else [],
        gold=row.hero.gold,
    )


def _resistances(counted: tuple[int, ...]) -> list[tuple[str, int]]:
    """Return the resistances that count, by damage type."""
    return [pair for pair in zip(DAMAGE_TYPES, counted, strict=True) if pair[1]]


def _intent(row: HeroRow) -> IntentReport:
    orders = row.orders
    if orders.waiting:
        return IntentReport(orders.received, orders.waiting[0][0], "waiting")
    return IntentReport(orders.received, orders.settled, orders.outcome, orders.reason)


def _pack_item(run: Run, stack: int, item: str, count: int) -> PackItem:
    record = run.rules.items[item]
    effect = record.effect
    return PackItem(
        item=stack,
        name=record.name if count == 1 else record.plural,
        count=count,
        glyph=record.glyph,
        colour=record.colour,
        description=record.description,
        target="cell" if effect.does in {"confuse", "fireball"} else "none",
        radius=getattr(effect, "radius", 0),
        usable=effect.does != "keepsake",
    )
