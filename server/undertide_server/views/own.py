"""What the followed hero's player alone is told: its hero's figures, orders, pack, spells."""

import msgspec

from undertide_server.content.schema.fields import DAMAGE_TYPES
from undertide_server.simulation.components.heroes import IntentQueue
from undertide_server.simulation.rules.hunger import hunger_of, share_eaten
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.views.magic import effects_felt, spells_of, statuses_felt
from undertide_server.views.pack import Carried, carried_of, pack_of
from undertide_server.views.scene import state_of
from undertide_shared.messages import HeroStatus, IntentReport, PackItem, SpellInfo

Part = tuple[object, ...]
Facts = tuple[Part, Part, Part, Carried]
"""All that can change of what is told, as cheap to make and to compare as it can be: the hero's
standing, figures that stay for long; its state, figures that come and go, and its statuses; its
orders; and what it carries."""


class Own(msgspec.Struct, frozen=True):
    """What the followed hero's player alone is told. The hero goes by no wire id yet."""

    entity: int
    facts: Facts
    hero: HeroStatus
    intent: IntentReport
    pack: list[PackItem]
    spells: list[SpellInfo]


def own_of(run: Run, row: HeroRow, before: Own | None = None) -> Own:
    """Return what a hero's own player is told: what was told before itself if nothing changed.

    What of it has not changed is the same object.
    """
    facts = _, _, orders, carried = _facts(run, row)
    if before is None:
        pack, spells = pack_of(run, carried), spells_of(run, row)
        return Own(row.entity, facts, _status(run, row), report_of(row.intents), pack, spells)
    if before.facts == facts:
        return before
    _, _, old_orders, old_carried = before.facts
    return Own(
        row.entity,
        facts,
        _hero(run, row, facts, before),
        before.intent if old_orders == orders else report_of(row.intents),
        before.pack if old_carried == carried else pack_of(run, carried),
        before.spells if _knows(row, before) else spells_of(run, row),
    )


def _hero(run: Run, row: HeroRow, facts: Facts, before: Own) -> HeroStatus:
    """Return a hero's figures, of which in most ticks at most its state has changed."""
    standing, state, _, _ = facts
    old_standing, old_state, _, _ = before.facts
    if old_standing != standing:
        return _status(run, row)
    if old_state != state:
        return _in_state(run, row, before.hero)
    return before.hero


def _knows(row: HeroRow, before: Own) -> bool:
    """Whether a hero knows the spells that it knew: it forgets none."""
    return len(row.magic.spells) == len(before.spells)


def _facts(run: Run, row: HeroRow) -> Facts:
    body, hero, attack, magic, orders = row.body, row.hero, row.attack, row.magic, row.intents
    standing = (
        body.max_life,
        hero.level,
        row.actor.speed,
        body.absorb,
        attack.power,
        attack.extra,
        attack.range,
        magic.max_mana,
        magic.power,
        len(magic.spells),
        row.resistance.worn,
        row.resistance.counted,
    )
    state = (
        body.life,
        hero.experience,
        hero.gold,
        hero.presence,
        share_eaten(run.rules.hunger, hero.food),
        magic.mana,
        row.auto_action.activity,
        [*row.effects.remaining.items()],
    )
    waiting = orders.waiting[0] if orders.waiting else None
    asked = (orders.received, orders.settled, orders.outcome, orders.reason, waiting)
    return standing, state, asked, carried_of(run, row)


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
        activity=row.auto_action.activity,
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
    )


def _in_state(run: Run, row: HeroRow, before: HeroStatus) -> HeroStatus:
    """Return the figures of a hero whose standing is as it was."""
    hunger, food = run.rules.hunger, row.hero.food
    return msgspec.structs.replace(
        before,
        life=row.body.life,
        experience=row.hero.experience,
        gold=row.hero.gold,
        state=state_of(row.hero),
        hunger=hunger_of(hunger, food),
        food=share_eaten(hunger, food),
        mana=row.magic.mana,
        activity=row.auto_action.activity,
        effects=statuses_felt(run, row),
        status_effects=effects_felt(run, row),
    )


def _resistances(found: tuple[int, ...]) -> list[tuple[str, int]]:
    """Return the resistances that there are, by damage type."""
    if not any(found):
        return []
    return [pair for pair in zip(DAMAGE_TYPES, found, strict=True) if pair[1]]


def report_of(orders: IntentQueue) -> IntentReport:
    """Return what became of a hero's intents."""
    if orders.waiting:
        return IntentReport(orders.received, orders.waiting[0][0], "waiting")
    return IntentReport(orders.received, orders.settled, orders.outcome, orders.reason)
