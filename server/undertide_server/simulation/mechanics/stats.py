"""The figures of heroes: only this module works them out (R6, R7).

A hero's level, calling and hearts give its figures; gear adds to them, and hunger slows healing. A
function that changes one of these calls `refit` afterwards: nothing adds to figures directly.
"""

from collections.abc import Mapping
from typing import NamedTuple

from undertide_server.content.records.abilities import Ambush
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.fields import DAMAGE_TYPES
from undertide_server.simulation.components.heroes import Hero, Inventory
from undertide_server.simulation.queries.heroes import gift_of
from undertide_server.simulation.rules.damage import counted_resistances, whole_and_tenths
from undertide_server.simulation.rules.hunger import healing_of
from undertide_server.simulation.rules.levels import hastened, regen_of, share_of_level
from undertide_server.simulation.rules.statuses import WHOLE
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.items.catalogue import GearFigures, ItemCatalogue

MOST_SPEED = 40
"""Energy per tick: at two steps a tick, anything faster would be impossible to follow."""
MOST_SIGHT = 60
"""Cells: hardly any floor is wider."""
MOST_SHARE = 90
"""The most percent by which gear slows hunger: nobody can wait for ever (R7)."""

Gear = Mapping[str, int]
"""The sum of all worn gear, by stat."""


class HeroStats(NamedTuple):
    """The figures with which a hero fights, casts and sees."""

    life: int
    attack: int
    magic: int
    mana: int
    speed: int
    sight: int


def refit(run: Run, row: HeroRow) -> None:
    """Update a hero's figures, and reduce its life and mana to their new maximum."""
    gear = worn_figures(run.items, row.inventory)
    figures = figures_of(run.rules, row.hero, gear)
    _fit_body(run, row, figures, gear)
    _fit_arms(run, row, figures, gear)
    worn = worn_gear(run.items, row.inventory)
    row.attack.range = max((each.range for each in worn), default=0)
    row.attack.close = min((each.close_percent for each in worn), default=WHOLE)
    _fit_magic(run, row, figures, gear)
    row.actor.speed = figures.speed
    row.hero.nourish = min(MOST_SHARE, gear.get("nourish", 0))
    ambush = gift_of(run, row, Ambush)
    row.hero.noticed = ambush.noticed_percent if ambush else WHOLE
    run.index.mark_company_changed()
    set_sight(row, figures.sight)


def set_sight(row: HeroRow, radius: int) -> None:
    """Have a hero see that many cells far, until it is refitted."""
    if row.hero.sight != radius:
        row.hero.sight = radius
        row.seen_from = None  # It looks around again.


def strengthen(run: Run, row: HeroRow) -> None:
    """Refit a hero that grew: its wounds and the mana that it lacks stay the same."""
    wounds, lack = row.body.max_life - row.body.life, row.magic.max_mana - row.magic.mana
    refit(run, row)
    row.body.life = row.body.max_life - wounds
    row.magic.mana = row.magic.max_mana - lack


def figures_of(content: Ruleset, hero: Hero, gear: Gear) -> HeroStats:
    """Return the figures of a hero of its level and calling with this gear."""
    rules = content.heroes
    level, calling = rules.levels[hero.level - 1], content.callings[hero.calling]

    def given(stat: str, figure: int, percent: int, own: int = 0) -> int:
        return max(1, share_of_level(figure, percent) + own + gear.get(stat, 0))

    return HeroStats(
        life=given("life", level.life, calling.life, hero.hearts),
        attack=given("attack", level.attack, calling.attack),
        magic=given("magic", level.magic, calling.magic),
        mana=given("mana", level.mana, calling.mana),
        speed=min(MOST_SPEED, given("speed", rules.speed, calling.speed)),
        sight=min(MOST_SIGHT, given("sight", rules.sight, calling.sight)),
    )


def worn_figures(items: ItemCatalogue, pack: Inventory) -> Gear:
    """Return the sum of all worn gear, by stat."""
    total: dict[str, int] = {}
    for gear in worn_gear(items, pack):
        for stat, figure in gear.figures.items():
            total[stat] = total.get(stat, 0) + figure
    return total


def worn_gear(items: ItemCatalogue, pack: Inventory) -> list[GearFigures]:
    """Return all worn gear, in the order of the inventory."""
    kinds = (items.kind(stack.item) for stack in pack.stacks if stack.slot)
    return [kind.gear for kind in kinds if kind.gear is not None]


def worn_tenths(items: ItemCatalogue, pack: Inventory, stat: str) -> int:
    """Return the sum of the tenths of all worn gear for a stat."""
    return sum(gear.tenths.get(stat, 0) for gear in worn_gear(items, pack))


def _fit_body(run: Run, row: HeroRow, figures: HeroStats, gear: Gear) -> None:
    rules, body = run.rules.heroes, row.body
    body.max_life = figures.life
    body.life = min(body.life, figures.life)
    healing = healing_of(run.rules.hunger, row.hero.food)
    natural = regen_of(figures.life, rules.regen_full)
    body.regen = hastened(natural, gear.get("regen", 0)) * healing // 100
    absorb = 10 * gear.get("absorb", 0) + worn_tenths(run.items, row.inventory, "absorb")
    body.absorb, body.absorb_tenths = whole_and_tenths(max(0, absorb))
    body.thorns = max(0, gear.get("thorns", 0))
    worn = tuple(gear.get(f"res.{kind}", 0) for kind in DAMAGE_TYPES)
    row.resistance.worn = worn
    row.resistance.counted = counted_resistances(worn, rules.physical_cap, rules.resistance_cap)


def _fit_arms(run: Run, row: HeroRow, figures: HeroStats, gear: Gear) -> None:
    attack = row.attack
    power = 10 * figures.attack + worn_tenths(run.items, row.inventory, "attack")
    attack.power, attack.tenths = whole_and_tenths(max(10, power))
    extra = ((kind, gear.get(f"attack.{kind}", 0)) for kind in DAMAGE_TYPES)
    attack.extra = tuple((kind, power) for kind, power in extra if power > 0)
    attack.leech = max(0, gear.get("leech", 0))


def _fit_magic(run: Run, row: HeroRow, figures: HeroStats, gear: Gear) -> None:
    magic = row.magic
    magic.max_mana = figures.mana
    magic.mana = min(magic.mana, figures.mana)
    natural = regen_of(figures.mana, run.rules.heroes.mana_full)
    magic.regen = hastened(natural, gear.get("mana_regen", 0))
    magic.power = figures.magic
