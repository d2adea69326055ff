"""Deeds that do somebody good: healing, curing, growing hearts, feeding (R7, R8)."""

from undertide_server.content.records.effects import Cure, Heal
from undertide_server.content.records.items import Feed, Hearten
from undertide_server.simulation.effects.context import Attempt, Deed, friend_at
from undertide_server.simulation.mechanics.combat import who
from undertide_server.simulation.mechanics.eating import eat, is_full
from undertide_server.simulation.mechanics.stats import strengthen
from undertide_server.simulation.mechanics.statuses import bad_statuses, end_bad
from undertide_server.simulation.queries.grammar import name_of
from undertide_server.simulation.state.errors import CannotDo
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.rows import ActorRow, HeroRow


def heal(attempt: Attempt, effect: Heal) -> Deed:
    """Give back life to oneself or a friend."""
    row = friend_at(attempt, effect.whom, effect.range)
    body = row.body
    missing = body.max_life - body.life
    if missing == 0:
        raise CannotDo(_about(attempt, row, "already in full health"))
    healed = min(missing, max(effect.least, body.max_life * effect.percent // 100))

    def deed() -> None:
        body.life += healed
        own = f"Your wounds close: {healed} life."
        _tell(attempt, row, own, f"{name_of(row)} looks better.")

    return deed


def cure(attempt: Attempt, effect: Cure) -> Deed:
    """End the bad statuses of oneself or a friend."""
    row = friend_at(attempt, effect.whom, effect.range)
    if not bad_statuses(attempt.run, row):
        raise CannotDo(_about(attempt, row, "in need of no cure"))
    return lambda: end_bad(attempt.run, attempt.place, row)


def hearten(attempt: Attempt, effect: Hearten) -> Deed:
    """Raise a hero's full life for good."""
    run, row = attempt.run, attempt.row
    if not isinstance(row, HeroRow):
        raise CannotDo("only heroes have the heart for it")
    hero, added = row, max(effect.least, row.body.max_life * effect.percent // 100)

    def deed() -> None:
        hero.hero.hearts += added
        strengthen(run, hero)
        own = f"Your heart grows: {added} life more, for good."
        _tell(attempt, hero, own, f"{hero.actor.name} stands taller.")

    return deed


def feed(attempt: Attempt, effect: Feed) -> Deed:
    """Still a hero's hunger."""
    run, row = attempt.run, attempt.row
    if not isinstance(row, HeroRow):
        raise CannotDo("only heroes grow hungry")
    hero = row
    if is_full(run.rules.hunger, hero.hero.food, effect.ticks):
        raise CannotDo("you are too full to eat that")

    def deed() -> None:
        _tell(attempt, hero, "You eat.", f"{hero.actor.name} eats.")
        eat(run, hero, effect.ticks)

    return deed


def _about(attempt: Attempt, row: ActorRow, what: str) -> str:
    return f"you are {what}" if row is attempt.row else f"{row.actor.name} is {what}"


def _tell(attempt: Attempt, row: ActorRow, own: str, others: str) -> None:
    attempt.run.tell(Seen(attempt.place.entity, who(row), "good", own, others))
