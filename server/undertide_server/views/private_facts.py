"""The private facts of the followed hero's player: stats, intents, pack, spells, trade."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from undertide_server.content.records.effects import Cure, Heal, Inflict
from undertide_server.content.schema.fields import DAMAGE_TYPES, Record
from undertide_server.simulation.components.heroes import Hero, IntentQueue, ItemStack
from undertide_server.simulation.components.progress import TradeSide
from undertide_server.simulation.mechanics.trading import trade_of
from undertide_server.simulation.queries.suiting import ALONE, Company
from undertide_server.simulation.rules.hunger import hunger_of, share_eaten
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.views.abilities import abilities_of_hero, resting_of
from undertide_server.views.effect_figures import spell_figures, status_figures
from undertide_server.views.magic import effects_of, radius_of
from undertide_server.views.pack import Carried, carried_of, goods_shown, pack_of
from undertide_server.views.scene import state_of
from undertide_shared.messages import (
    AbilityInfo,
    Activity,
    HeroStatus,
    IntentReport,
    PackItem,
    SpellInfo,
    TradeTable,
)


def spells_of(run: Run, row: HeroRow) -> list[SpellInfo]:
    """Return the spells that a hero knows, in the order of learning."""
    return [_spell(run, key) for key in row.magic.spells]


def _spell(run: Run, key: str) -> SpellInfo:
    spell = run.rules.spells[key]
    aimed = spell.effect.is_aimed
    return SpellInfo(
        spell=key,
        name=spell.name,
        glyph=spell.glyph,
        colour=spell.colour,
        description=spell.description,
        mana=spell.mana,
        target="cell" if aimed else "none",
        range=getattr(spell.effect, "range", 0),
        radius=radius_of(run, spell.effect),
        harms=spell.effect.is_hostile,
        helps=_helps(spell.effect),
        does=[*effects_of(run, spell.effect)],
        effects=spell_figures(run.rules, spell),
    )


def _helps(effect: Record) -> bool:
    """Return whether a spell's effect is for the caster or a friend."""
    return isinstance(effect, Heal | Cure | Inflict) and effect.whom != "other"


NO_TRADES: Final[list[TradeTable]] = []
"""The trades of a hero that has none open."""
TOLD_ACTIVITIES: Final[Mapping[str, Activity]] = {
    "revive": "rest",
    "fight": "travel",
    "accompany": "travel",
    "regroup": "travel",
    "climb": "travel",
}
"""The auto actions that the wire names otherwise.

The care of a companion is a rest there, and a fight, or the way to a companion or stairs, a travel:
clients of earlier versions refuse words that they don't know.
"""
Facts = tuple[object, ...]
"""Facts of a hero that change in play. They are quicker to make and to compare than the fields of
its status that are made from them, so they decide whether to make those again."""
Fields = dict[str, Any]
"""Fields of a hero's status, by name."""


class Own(msgspec.Struct, frozen=True):
    """The private facts of the followed hero's player.

    The hero has no wire id yet.
    """

    entity: int
    version: int
    """The index's `company_version`: while it stays the same, so do the spells that the hero knows,
    and all that its level, calling and gear decide."""
    condition: Facts
    """The facts that change in play, other than its statuses."""
    statuses: dict[str, int]
    """The remaining ticks of each of its statuses."""
    carried: Carried
    """The facts that `pack` is made from."""
    hero: HeroStatus
    """The status as of `version`, `condition` and `statuses`."""
    intent: IntentReport
    pack: list[PackItem]
    spells: list[SpellInfo]
    abilities: list[AbilityInfo]
    trades: list[TradeTable]
    """Its open trade, if there is one."""


def own_of(run: Run, row: HeroRow, before: Own | None = None, company: Company = ALONE) -> Own:
    """Return the private facts of a hero's player, whose companions are `company`.

    Unchanged parts are the same objects as before; if nothing has changed, nor the figures of any
    hero, so is the whole.
    """
    if before is None:
        return _new(run, row, company)
    version, condition = run.index.company_version, _condition(run, row)
    intent = _kept_report(row.intents, before.intent)
    statuses, carried = row.effects.remaining, carried_of(run, row, company, before.carried)
    trades = trades_of(run, row) if run.progress.trades else NO_TRADES
    if (
        version == before.version
        and condition == before.condition
        and statuses == before.statuses
        and intent is before.intent
        and carried is before.carried
        and trades == before.trades
    ):
        return before
    # A hero never forgets a spell, so it knows the same ones while it knows as many.
    knows_more = len(row.magic.spells) != len(before.spells)
    return Own(
        row.entity,
        version,
        condition,
        dict(statuses),
        carried,
        _changed_status(run, row, condition, before)
        if version == before.version
        else _status(run, row),
        intent,
        before.pack if carried is before.carried else pack_of(run, carried),
        spells_of(run, row) if knows_more else before.spells,
        before.abilities,
        before.trades if trades == before.trades else trades,
    )


def _new(run: Run, row: HeroRow, company: Company) -> Own:
    """Return the private facts of a hero's player, all of them made anew."""
    carried = carried_of(run, row, company)
    return Own(
        row.entity,
        run.index.company_version,
        _condition(run, row),
        dict(row.effects.remaining),
        carried,
        _status(run, row),
        report_of(row.intents),
        pack_of(run, carried),
        spells_of(run, row),
        abilities_of_hero(run, row),
        trades_of(run, row),
    )


def _status(run: Run, row: HeroRow) -> HeroStatus:
    """Return the status of a hero, made anew."""
    heroes, level = run.rules.heroes, row.hero.level
    return HeroStatus(
        seat=row.hero.seat,
        id=0,
        max_life=row.body.max_life,
        level=level,
        next_level=heroes.levels[level].experience if level < len(heroes.levels) else 0,
        attack=row.attack.power,
        resistances=_resistances(row.resistance.counted),
        calling=run.rules.callings[row.hero.calling].name,
        worn=_resistances(row.resistance.worn),
        max_mana=row.magic.max_mana,
        magic=row.magic.power,
        extra=list(row.attack.extra),
        absorb=row.body.absorb,
        speed=row.actor.speed,
        range=row.attack.range,
        pack_size=heroes.pack_size,
        close=row.attack.close,
        reach=heroes.sharing.reach,
        **_condition_fields(run, row),
        **_status_fields(run, row),
    )


def _changed_status(run: Run, row: HeroRow, condition: Facts, before: Own) -> HeroStatus:
    """Return the status of a hero, of which only the parts that changed in play are made anew."""
    changes: Fields = {}
    if condition != before.condition:
        changes |= _condition_fields(run, row, before.hero)
    if row.effects.remaining != before.statuses:
        changes |= _status_fields(run, row, before)
    return msgspec.structs.replace(before.hero, **changes) if changes else before.hero


def _condition(run: Run, row: HeroRow) -> Facts:
    """Return the facts of a hero that change in play; for food only the share eaten."""
    hero, auto_action = row.hero, row.auto_action
    return (
        row.body.life,
        row.magic.mana,
        hero.experience,
        hero.gold,
        hero.presence,
        hero.dies_in,
        hero.tended,
        share_eaten(run.tick_figures.full_food, hero.food),
        auto_action.activity,
        auto_action.companion,
        resting_of(hero) if hero.resting else None,
    )


def _condition_fields(run: Run, row: HeroRow, before: HeroStatus | None = None) -> Fields:
    """Return the fields of a hero's status that follow from the facts of `_condition`."""
    hero, activity = row.hero, row.auto_action.activity
    food = share_eaten(run.tick_figures.full_food, hero.food)
    # The stage of hunger follows from the share eaten, since each stage begins at a whole percent.
    hunger = before.hunger if before is not None and before.food == food else None
    return {
        "life": row.body.life,
        "mana": row.magic.mana,
        "experience": hero.experience,
        "gold": hero.gold,
        "state": state_of(hero),
        "dies_in": hero.dies_in,
        "revived_in": _revived_in(run, row) if hero.tended else 0,
        "hunger": hunger or hunger_of(run.rules.hunger, hero.food),
        "food": food,
        "activity": TOLD_ACTIVITIES.get(activity, activity),
        "tends": activity == "revive",
        "fights": activity == "fight",
        "follows": _follows(run, row),
        "resting": resting_of(hero),
    }


def _status_fields(run: Run, row: HeroRow, before: Own | None = None) -> Fields:
    """Return the fields of a hero's status that follow from its statuses, in order of their keys.

    Of the same statuses as before only the ticks are others.
    """
    remaining = row.effects.remaining
    keys = sorted(remaining)
    if before is not None and before.statuses.keys() == remaining.keys():
        known = before.hero.status_figures
        figures = [
            msgspec.structs.replace(known[index], ticks=remaining[key])
            for index, key in enumerate(keys)
        ]
        status_effects = before.hero.status_effects
    else:
        figures = [status_figures(run.rules, key, remaining[key]) for key in keys]
        status_effects = [each.does for each in figures]
    return {
        "effects": [(each.name, each.ticks) for each in figures],
        "status_effects": status_effects,
        "status_figures": figures,
    }


def _follows(run: Run, row: HeroRow) -> int:
    """Return the seat of the companion whom a hero follows, -1 if it follows none."""
    if row.auto_action.activity != "accompany":
        return -1
    return run.world.get(row.auto_action.companion, Hero).seat


def _revived_in(run: Run, row: HeroRow) -> int:
    """Return the ticks of one companion's care that a fallen hero still needs."""
    return max(1, run.rules.heroes.falling.revival_ticks - row.hero.tended)


def _resistances(found: tuple[int, ...]) -> list[tuple[str, int]]:
    """Return the resistances other than 0, by damage type."""
    if not any(found):
        return []
    return [pair for pair in zip(DAMAGE_TYPES, found, strict=True) if pair[1]]


def report_of(orders: IntentQueue) -> IntentReport:
    """Return the outcome of a hero's latest intent."""
    if orders.waiting:
        return IntentReport(orders.received, orders.waiting[0][0], "waiting")
    return IntentReport(orders.received, orders.settled, orders.outcome, orders.reason)


def _kept_report(orders: IntentQueue, before: IntentReport) -> IntentReport:
    """Return the outcome of a hero's latest intent: the same report as before if it is equal."""
    if (
        not orders.waiting
        and before.received == orders.received
        and before.sequence == orders.settled
        and before.outcome == orders.outcome
        and before.reason == orders.reason
    ):
        return before
    now = report_of(orders)
    return before if before == now else now


def trades_of(run: Run, row: HeroRow) -> list[TradeTable]:
    """Return the open trade of a hero, as a list of at most one."""
    trade = trade_of(run, row.entity)
    if trade is None:
        return []
    own, partner = trade.sides_of(row.entity)
    floor, companion = run.index.heroes[partner.hero]
    table = TradeTable(
        number=row.hero.offers_seen,
        seat=companion.hero.seat,
        gives=list(own.items),
        gives_gold=own.gold,
        gets=goods_shown(run, _offered(companion, partner), floor.state.number),
        gets_gold=partner.gold,
        accepts=own.has_accepted,
        is_accepted=partner.has_accepted,
    )
    return [table]


def _offered(companion: HeroRow, side: TradeSide) -> list[ItemStack]:
    """Return what a companion offers as stacks with ids from 1, so that they tell nothing else."""
    counts = dict(side.items)
    stacks = [stack for stack in companion.inventory.stacks if stack.id in counts]
    return [
        ItemStack(number, stack.item, counts[stack.id])
        for number, stack in enumerate(stacks, start=1)
    ]
