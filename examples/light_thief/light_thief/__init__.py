"""A monster that steals light: whom its blows rob sees only a few cells far for a time."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

from undertide_server.extending import (
    ActionRefusedError,
    Chance,
    Effect,
    EffectContext,
    EffectRecord,
    Extension,
    FloorIndex,
    HeroRow,
    PreparedEffect,
    Radius,
    Record,
    Run,
    SomeTicks,
    StruckBlow,
    System,
    Trick,
    end_status,
    inflict,
    record_trick,
    set_sight,
)

DIMMED = "dimmed"
"""Key of the status, which statuses.toml describes."""
KEY = "light_thief.steals_light"
"""Key of the trick in content."""


@dataclass(slots=True)
class StolenLight:
    """What a hero whose light was stolen has left of it, and what it had."""

    radius: int = 3
    """The radius of its sight meanwhile, in cells."""
    before: int = 20
    """The radius of its sight before."""


class LightTheft(Record):
    """The figures of the trick."""

    percent: Chance
    """Chance that a blow steals light."""
    ticks: SomeTicks
    """Ticks until the light comes back."""
    radius: Radius
    """Cells that whoever was robbed sees far."""


class Rekindle(EffectRecord):
    """An effect that gives a hero its light back."""

    does: Literal["light_thief.rekindle"]
    radius: Radius
    """The light is back if the hero sees fewer cells far than this."""

    @property
    def figures(self) -> Mapping[str, int]:
        """Its radius."""
        return {"radius": self.radius}


def steal_light(blow: StruckBlow, figures: LightTheft) -> bool:
    """Take a hero's light after a blow."""
    run, hero = blow.run, blow.target
    if not blow.is_survived or not blow.rng.percent(figures.percent):
        return False
    if not inflict(run, blow.floor, hero, DIMMED, figures.ticks, blow.monster.entity):
        return False
    record_trick(run, blow.floor, blow.monster, KEY)
    if not run.world.has(hero.entity, StolenLight):
        run.world.add(hero.entity, StolenLight(figures.radius, hero.hero.sight))
    return False


def dim_sight(run: Run, floor: FloorIndex) -> None:
    """Let heroes see as far as their light reaches, and give back what was stolen in time."""
    for row in floor.heroes.values():
        light = run.world.find(row.entity, StolenLight)
        if light is None:
            continue
        if DIMMED in row.effects.remaining:
            if row.hero.sight != light.radius:
                light.before = row.hero.sight  # what it wears may have changed
                set_sight(row, light.radius)
        else:
            set_sight(row, light.before)
            run.world.remove(row.entity, StolenLight)


def rekindle(context: EffectContext, effect: Rekindle) -> PreparedEffect:
    """Give the user its light back."""
    run, row = context.run, context.row
    if not isinstance(row, HeroRow) or DIMMED not in row.effects.remaining:
        raise ActionRefusedError("nobody has stolen your light")
    if row.hero.sight >= effect.radius:
        raise ActionRefusedError("you see far enough")
    return lambda: end_status(run, context.floor, row, DIMMED)


EXTENSION = Extension(
    name="light_thief",
    version="1.0.0",
    rules=1,
    components={"StolenLight": StolenLight},
    systems=(System(dim_sight, after="apply_statuses"),),
    tricks=(
        Trick(
            "steals_light",
            LightTheft,
            lore=lambda figures: f"Whom it strikes may see but {figures.radius} cells far.",
            words="steal light",
            follow_blow=steal_light,
        ),
    ),
    effects=(
        Effect(
            Rekindle, rekindle, words="gives you your light back if you see under {radius} cells"
        ),
    ),
    presets=files(__name__) / "presets",
)
