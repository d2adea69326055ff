"""Effects in figures: what potions, scrolls, food, spells, statuses, traps and ground do.

They follow from the run's content alone, so they are the same for everybody. Clients work out what
a share is for their hero.
"""

from collections.abc import Iterator

import msgspec

from undertide_server.content.records.abilities import Spell
from undertide_server.content.records.damage import DamageForm
from undertide_server.content.records.effects import (
    Ball,
    Blink,
    Bolt,
    Chain,
    Heal,
    Inflict,
    Infliction,
    Light,
    Nova,
    Strike,
    Summon,
)
from undertide_server.content.records.items import (
    Coin,
    Essence,
    Feed,
    Hearten,
    ItemEffect,
    Keepsake,
    Teach,
)
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.terrain import TrapKind
from undertide_server.simulation.mechanics.traps import form_of
from undertide_server.simulation.rules.damage import explosion_radius, multiplied
from undertide_server.simulation.rules.statuses import stacked
from undertide_server.util.rounding import divided
from undertide_server.views.magic import status_effect
from undertide_server.worldgen.game.game import Game
from undertide_shared.messages import EffectFigures

PRECISE = 100
"""Factor by which a share is larger while multipliers apply, so that it isn't rounded twice."""


def item_figures(rules: Ruleset, effect: ItemEffect | None) -> list[EffectFigures]:
    """Return the effects of an item in figures; none if it isn't used by itself."""
    if effect is None or isinstance(effect, Coin | Keepsake | Essence):
        return []
    if isinstance(effect, Teach):
        spell = rules.spells[effect.spell]
        return [EffectFigures("teach", name=spell.name), *spell_figures(rules, spell)]
    return list(_effects(rules, effect, "attack"))


def spell_figures(rules: Ruleset, spell: Spell) -> list[EffectFigures]:
    """Return the effects of a hero's spell in figures."""
    return list(_effects(rules, spell.effect, "magic"))


def status_figures(rules: Ruleset, key: str, ticks: int = 0, chance: int = 100) -> EffectFigures:
    """Return a status in figures, for the ticks that an effect states or that it has left."""
    status = rules.statuses[key]
    toll, mending = status.harm, status.mends
    share = toll or mending
    percent = share.percent if share else 0
    return EffectFigures(
        status_effect(rules, key),
        name=status.adjective,
        percent=_dealt(rules, percent, toll.damage) if toll else percent,
        of="life" if share else "",
        damage=toll.damage if toll else "",
        chance=chance,
        ticks=ticks,
        every=share.every if share else 0,
        speed=status.speed_percent,
        absorb=status.absorb_percent,
        taken=status.taken_percent,
        dealt=status.dealt_percent,
    )


def shown_statuses(rules: Ruleset) -> list[EffectFigures]:
    """Return the statuses that can be seen on others, in figures."""
    shown = [key for key, status in sorted(rules.statuses.items()) if status.shown]
    return [status_figures(rules, key) for key in shown]


def tile_figures(game: Game, code: int) -> list[EffectFigures]:
    """Return the harm of a tile in figures, if it does any: that of its ground, or of its trap."""
    rules = game.ruleset
    trap = next((each for each in rules.traps.values() if _shows(game, each, code)), None)
    if trap is not None:
        percent = _dealt(rules, trap.power_percent, trap.damage, form_of(trap))
        radius = explosion_radius(trap.radius, rules.damage)
        return [
            EffectFigures("trap", percent=percent, of="average", damage=trap.damage, radius=radius)
        ]
    harm = game.terrain.records[code].harm
    if harm is None:
        return []
    percent = _dealt(rules, harm.percent, harm.damage)
    beat = rules.living.beat
    return [EffectFigures("ground", percent=percent, of="life", damage=harm.damage, every=beat)]


def _shows(game: Game, trap: TrapKind, code: int) -> bool:
    """Return whether a tile is a trap of this kind that was seen."""
    return game.terrain.codes[trap.terrain] == code


def _effects(rules: Ruleset, effect: ItemEffect, power: str) -> Iterator[EffectFigures]:
    """Yield an effect in figures, then the status that comes with it. `power` feeds its damage."""
    match effect:
        case Bolt() | Chain() | Ball() | Nova():
            yield _strike(rules, effect, power)
            if effect.inflicts is not None:
                yield _inflicted(rules, effect.inflicts)
        case Inflict(status=key, ticks=ticks):
            yield status_figures(rules, key, stacked(rules.statuses[key], 0, ticks))
        case Heal(percent=percent, least=least) | Hearten(percent=percent, least=least):
            yield EffectFigures(effect.does, percent=percent, of="life", least=least)
        case Feed(ticks=ticks):
            percent = min(100, 100 * ticks // rules.hunger.full)
            yield EffectFigures("feed", percent=percent, of="food", ticks=ticks)
        case Blink(range=reach):
            yield EffectFigures("blink", range=reach)
        case Light(radius=radius):
            yield EffectFigures("light", radius=radius)
        case Summon(person=person, count=count, ticks=ticks):
            name = rules.people[person].name
            yield EffectFigures("summon", name=name, count=count, ticks=ticks)
        case _:
            yield msgspec.structs.replace(EffectFigures(effect.does), **effect.figures)


def _strike(rules: Ruleset, effect: Strike, power: str) -> EffectFigures:
    explodes = isinstance(effect, Ball | Nova)
    return EffectFigures(
        effect.does,
        percent=_dealt(rules, effect.power, effect.damage, "explosions" if explodes else None),
        of=power,
        damage=effect.damage,
        radius=explosion_radius(effect.radius, rules.damage)
        if isinstance(effect, Ball | Nova)
        else 0,
        range=0 if isinstance(effect, Nova) else effect.range,
        count=1 + effect.leaps if isinstance(effect, Chain) else 0,
    )


def _inflicted(rules: Ruleset, brings: Infliction) -> EffectFigures:
    """Return the status that comes with an effect in figures."""
    ticks = stacked(rules.statuses[brings.status], 0, brings.ticks)
    return status_figures(rules, brings.status, ticks, brings.percent)


def _dealt(rules: Ruleset, percent: int, kind: str, form: DamageForm | None = None) -> int:
    """Return a share of damage after the run's multipliers (R14)."""
    return divided(multiplied(percent * PRECISE, kind, form, rules.damage), PRECISE)
