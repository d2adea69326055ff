"""Abilities as players read them (R17)."""

from collections.abc import Iterator

from undertide_server.content.records.abilities import (
    Ability,
    AbilityEffect,
    Ambush,
    Care,
    Detonate,
    Disarm,
    InflictAll,
    WeaponShot,
)
from undertide_server.content.records.effects import Inflict
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.rules.damage import explosion_radius
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.views.magic import status_effect
from undertide_shared.messages import AbilityInfo

TOLD_EVERY = 10
"""Ticks between two changes of what a player is told of the rest of an ability."""
BESIDE = 1
"""The reach of what works on a cell next to the hero."""


def abilities_of_calling(rules: Ruleset, calling: str) -> list[AbilityInfo]:
    """Return the abilities of a calling, in the order of the players' keys for them."""
    keys = rules.callings[calling].abilities
    return [_ability(rules, key, rules.abilities[key]) for key in keys]


def abilities_of_hero(run: Run, row: HeroRow) -> list[AbilityInfo]:
    """Return the abilities of a hero. They never change."""
    return abilities_of_calling(run.rules, row.hero.calling)


def resting_of(hero: Hero) -> list[tuple[str, int]]:
    """Return the abilities that rest, and the ticks until each is ready.

    They are rounded up to steps of `TOLD_EVERY`, so that they don't cost a frame a tick.
    """
    return [
        (key, -(-ticks // TOLD_EVERY) * TOLD_EVERY) for key, ticks in sorted(hero.resting.items())
    ]


def _ability(rules: Ruleset, key: str, ability: Ability) -> AbilityInfo:
    return AbilityInfo(
        ability=key,
        name=ability.name,
        description=ability.description,
        target="cell" if ability.is_aimed else "none",
        range=max(map(_reach, ability.effects)),
        radius=max(_radius(rules, effect) for effect in ability.effects),
        mana=ability.mana,
        cooldown=ability.cooldown,
        passive=ability.is_passive,
        harms=any(map(_harms, ability.effects)),
        does=[word for effect in ability.effects for word in _does(rules, effect)],
    )


def _reach(effect: AbilityEffect) -> int:
    """Return the range of an effect in cells; 0 if it has none, or that of the weapon in hand."""
    if isinstance(effect, Disarm):
        return BESIDE
    if isinstance(effect, Inflict):
        return effect.range if effect.whom != "self" else 0
    return effect.range if isinstance(effect, Detonate) else 0


def _radius(rules: Ruleset, effect: AbilityEffect) -> int:
    """Return the radius of an effect in this run, in cells; 0 if it has none."""
    if isinstance(effect, Detonate):
        return explosion_radius(effect.radius, rules.damage)
    return effect.radius if isinstance(effect, InflictAll) else 0


def _harms(effect: AbilityEffect) -> bool:
    """Return whether an effect is for foes."""
    if isinstance(effect, Inflict | InflictAll):
        return effect.whom in {"other", "foes"}
    return not isinstance(effect, Ambush | Care)


def _does(rules: Ruleset, effect: AbilityEffect) -> Iterator[str]:
    """Yield the words of an effect: its own, unless a status is all of it, then its status's."""
    if not isinstance(effect, Inflict | InflictAll):
        yield effect.does
    status = getattr(effect, "status", None)
    if isinstance(effect, WeaponShot) and effect.inflicts is not None:
        status = effect.inflicts.status
    if status is not None:
        yield status_effect(rules, status)
