"""What the followed hero's player alone is told: its hero's figures, orders, pack, spells."""

from typing import NamedTuple

from undertide_server.content.fields import DAMAGE_TYPES
from undertide_server.simulation.components.heroes import Orders
from undertide_server.simulation.rows import HeroRow
from undertide_server.simulation.rules.hunger import hunger_of, share_eaten
from undertide_server.simulation.run import Run
from undertide_server.views.magic import spells_of, statuses_felt
from undertide_server.views.pack import Carried, carried_of, pack_of
from undertide_server.views.scene import state_of
from undertide_shared.messages import HeroStatus, IntentReport, PackItem, SpellInfo

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
    spells: list[SpellInfo]


def own_of(run: Run, row: HeroRow, before: Own | None = None) -> Own:
    """Return what a hero's own player is told: what was told before itself if nothing changed."""
    facts, carried = _facts(run, row), carried_of(run, row)
    if before is None or before.carried != carried:
        pack = pack_of(run, row, carried.depth)
    elif before.facts != facts:
        pack = before.pack
    else:
        return before
    spells = before.spells if before and _knows(row, before) else spells_of(run, row)
    return Own(row.entity, facts, _status(run, row), report_of(row.orders), carried, pack, spells)


def _knows(row: HeroRow, before: Own) -> bool:
    """Whether a hero knows the spells that it knew: it forgets none."""
    return len(row.magic.spells) == len(before.spells)


def _facts(run: Run, row: HeroRow) -> Facts:
    body, hero, orders, effects = row.body, row.hero, row.orders, row.effects.remaining
    attack, magic = row.attack, row.magic
    return (
        body.life,
        body.max_life,
        hero.level,
        hero.experience,
        hero.gold,
        hero.presence,
        share_eaten(run.rules.hunger, hero.food),
        row.actor.speed,
        body.absorb,
        attack.power,
        attack.extra,
        attack.range,
        magic.mana,
        magic.max_mana,
        magic.power,
        len(magic.spells),
        row.errand.activity,
        row.resistance.worn,
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
    hunger, food = run.rules.hunger, row.hero.food
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
        effects=statuses_felt(run, row),
        resistances=_resistances(row.resistance.counted),
        gold=row.hero.gold,
        calling=run.rules.callings[row.hero.calling].name,
        worn=_resistances(row.resistance.worn),
        mana=row.magic.mana,
        max_mana=row.magic.max_mana,
        magic=row.magic.power,
        extra=list(row.attack.extra),
        absorb=row.body.absorb,
        speed=row.actor.speed,
        hunger=hunger_of(hunger, food),
        food=share_eaten(hunger, food),
        range=row.attack.range,
    )


def _resistances(found: tuple[int, ...]) -> list[tuple[str, int]]:
    """Return the resistances that there are, by damage type."""
    if not any(found):
        return []
    return [pair for pair in zip(DAMAGE_TYPES, found, strict=True) if pair[1]]


def report_of(orders: Orders) -> IntentReport:
    """Return what became of a hero's intents."""
    if orders.waiting:
        return IntentReport(orders.received, orders.waiting[0][0], "waiting")
    return IntentReport(orders.received, orders.settled, orders.outcome, orders.reason)
