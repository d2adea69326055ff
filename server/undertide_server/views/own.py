"""The private facts of the followed hero's player: stats, intents, pack, spells, trade."""

import msgspec

from undertide_server.content.schema.fields import DAMAGE_TYPES
from undertide_server.simulation.components.heroes import Hero, IntentQueue
from undertide_server.simulation.queries.suiting import ALONE, Company
from undertide_server.simulation.rules.hunger import hunger_of, share_eaten
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.views.abilities import abilities_of_hero, resting_of
from undertide_server.views.effect_figures import status_figures
from undertide_server.views.magic import effects_felt, statuses_felt
from undertide_server.views.pack import Carried, carried_of, pack_of
from undertide_server.views.scene import state_of
from undertide_server.views.spells import spells_of
from undertide_server.views.trades import trades_of
from undertide_shared.messages import (
    AbilityInfo,
    Activity,
    HeroStatus,
    IntentReport,
    PackItem,
    SpellInfo,
    TradeTable,
)

Figures = tuple[object, ...]
"""All changeable facts in a hero's status. They are quicker to make and to compare than the status,
so they decide whether to make that again."""


class Own(msgspec.Struct, frozen=True):
    """The private facts of the followed hero's player.

    The hero has no wire id yet.
    """

    entity: int
    figures: Figures
    """The facts that `hero` is made from."""
    carried: Carried
    """The facts that `pack` is made from."""
    hero: HeroStatus
    intent: IntentReport
    pack: list[PackItem]
    spells: list[SpellInfo]
    abilities: list[AbilityInfo]
    trades: list[TradeTable]
    """Its open trade, if there is one."""


def own_of(run: Run, row: HeroRow, before: Own | None = None, company: Company = ALONE) -> Own:
    """Return the private facts of a hero's player, whose companions are `company`.

    Unchanged parts are the same objects as before; if nothing has changed, so is the whole.
    """
    figures, intent = _figures(run, row), report_of(row.intents)
    carried = carried_of(run, row, company)
    trades = trades_of(run, row) if run.progress.trades else []
    if before is None:
        hero, pack, spells = _status(run, row), pack_of(run, carried), spells_of(run, row)
        abilities = abilities_of_hero(run, row)
        return Own(row.entity, figures, carried, hero, intent, pack, spells, abilities, trades)
    hero = before.hero if figures == before.figures else _status(run, row)
    intent = before.intent if intent == before.intent else intent
    pack = before.pack if carried == before.carried else pack_of(run, carried)
    spells = before.spells if _knows(row, before) else spells_of(run, row)
    trades = before.trades if trades == before.trades else trades
    after = Own(row.entity, figures, carried, hero, intent, pack, spells, before.abilities, trades)
    return before if _is_same(before, after) else after


def _is_same(before: Own, after: Own) -> bool:
    """Return whether all that a player is told is the same object as before."""
    return (
        after.hero is before.hero
        and after.intent is before.intent
        and after.pack is before.pack
        and after.spells is before.spells
        and after.trades is before.trades
    )


def _figures(run: Run, row: HeroRow) -> Figures:
    """Return all changeable facts that `_status` reads; for food only the share eaten."""
    body, hero, attack, magic = row.body, row.hero, row.attack, row.magic
    return (
        body.life,
        body.max_life,
        body.absorb,
        hero.level,
        hero.experience,
        hero.gold,
        hero.presence,
        hero.dies_in,
        hero.tended,
        share_eaten(run.rules.hunger, hero.food),
        attack.power,
        attack.extra,
        attack.range,
        attack.close,
        magic.mana,
        magic.max_mana,
        magic.power,
        row.resistance.worn,
        row.resistance.counted,
        row.actor.speed,
        row.auto_action.activity,
        row.auto_action.companion,
        [*row.effects.remaining.items()],
        resting_of(hero) if hero.resting else None,
    )


def _knows(row: HeroRow, before: Own) -> bool:
    """Return whether a hero knows the same spells as before: it never forgets any."""
    return len(row.magic.spells) == len(before.spells)


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
        activity=_activity(row),
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
        status_effects=effects_felt(run, row),
        pack_size=run.rules.heroes.pack_size,
        dies_in=row.hero.dies_in,
        revived_in=_revived_in(run, row) if row.hero.tended else 0,
        tends=row.auto_action.activity == "revive",
        fights=row.auto_action.activity == "fight",
        follows=_follows(run, row),
        resting=resting_of(row.hero),
        close=row.attack.close,
        status_figures=[
            status_figures(run.rules, key, row.effects.remaining[key])
            for key in sorted(row.effects.remaining)
        ],
        reach=run.rules.heroes.sharing.reach,
    )


def _activity(row: HeroRow) -> Activity:
    """Return a hero's auto action as the wire names it.

    The care of a companion is a rest there, and a fight, or the way to a companion or stairs,
    a travel: clients of earlier versions refuse words that they don't know.
    """
    match row.auto_action.activity:
        case "revive":
            return "rest"
        case "fight" | "accompany" | "regroup" | "climb":
            return "travel"
        case activity:
            return activity


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
