"""Hunger: it grows while a hero is awake, by the clock of its floor, until the hero eats (R7)."""

from undertide_server.content.records.heroes import HungerRules
from undertide_server.simulation.mechanics.dying import strike_down
from undertide_server.simulation.mechanics.stats import refit
from undertide_server.simulation.mechanics.stopping import interrupt_auto_action
from undertide_server.simulation.rules.damage import share_of
from undertide_server.simulation.rules.hunger import hunger_of
from undertide_server.simulation.rules.tide import lateness_percent
from undertide_server.simulation.state.events import Told, thing
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.game.creep import FULL
from undertide_shared.messages import Hunger, Tone

ROUND = 100
"""Ticks in a round; gear stops hunger in its percentage of them."""
TONES: dict[Hunger, Tone] = {
    "sated": "good",
    "hungry": "info",
    "starving": "bad",
    "famished": "bad",
}


def grow_hungry(run: Run, floor: FloorIndex) -> None:
    """Use up a tick of the food of every hero that stands; famished heroes lose life."""
    clock, brinks = floor.state.clock, run.tick_figures.brinks
    phase, is_toll = clock % ROUND, clock % run.tick_figures.toll_every == 0
    faster = _faster_percent(run, floor.tide.clock)
    for row in list(floor.heroes.values()):
        hero = row.hero
        if row.entity not in floor.heroes or not row.stands:
            continue  # It may have died with the last companion who stood.
        for _ in range(_ticks_of_food(phase, hero.nourish, faster)):
            if hero.food in brinks:
                set_food(run, row, hero.food - 1)
            elif hero.food:
                hero.food -= 1
        if is_toll and hunger_of(run.rules.hunger, hero.food) == "famished":
            _take_toll(run, floor, row)


def _faster_percent(run: Run, clock: int) -> int:
    """Return how much faster hunger grows after `clock` ticks of the tide than before it.

    In percent. By rules with a higher limit it rises on where the tide is full.
    """
    rules = run.rules.hunger
    at_full = rules.faster_at_full_tide_percent
    most = at_full if rules.faster_at_most_percent is None else rules.faster_at_most_percent
    return min(most, at_full * lateness_percent(run.tick_figures.tide, clock) // FULL)


def _ticks_of_food(phase: int, nourish: int, faster: int) -> int:
    """Return how many ticks' food a hero uses up in a phase of the round."""
    if phase < nourish:
        return 0
    whole, rest = divmod(faster, ROUND)
    return 1 + whole + (phase >= ROUND - rest * (ROUND - nourish) // ROUND)


def most_food_used(run: Run, floor: FloorIndex, ticks: int) -> int:
    """Return the most ticks' food that a hero uses up in one of a floor's next `ticks` ticks."""
    whole, rest = divmod(_faster_percent(run, floor.tide.clock + ticks), ROUND)
    return 1 + whole + bool(rest)


def _take_toll(run: Run, floor: FloorIndex, row: HeroRow) -> None:
    """Take life from a famished hero, more each time; no gear prevents it."""
    interrupt_auto_action(run, row)
    rules, hero = run.rules.hunger, row.hero
    toll = share_of(row.body.max_life, rules.toll_percent + hero.pangs * rules.toll_growth_percent)
    hero.pangs += 1
    row.body.life -= toll
    run.emit(Told(row.entity, "bad", f"Hunger gnaws at you for {toll}."))
    if row.body.life <= 0:
        strike_down(run, floor, row, thing("pangs of hunger", row.cell))


def eat(run: Run, row: HeroRow, ticks: int) -> None:
    """Give a hero food for `ticks`, up to the most it can hold."""
    row.hero.pangs = 0
    set_food(run, row, min(run.rules.hunger.full, row.hero.food + ticks))


def is_full(rules: HungerRules, food: int, ticks: int) -> bool:
    """Return whether more than half of a meal for `ticks` would be wasted."""
    return food + ticks // 2 > rules.full


def set_food(run: Run, row: HeroRow, food: int) -> None:
    """Set a hero's food in ticks; if that changes its stage of hunger, tell it."""
    rules = run.rules.hunger
    before, now = hunger_of(rules, row.hero.food), hunger_of(rules, food)
    row.hero.food = food
    if now != before:
        interrupt_auto_action(run, row)
        refit(run, row)
        run.emit(Told(row.entity, TONES[now], _message(rules, now)))


def _message(rules: HungerRules, hunger: Hunger) -> str:
    """Return the message for a hero that has reached this stage of hunger."""
    stages = {"hungry": rules.hungry, "starving": rules.starving, "famished": rules.famished}
    return rules.sated if hunger == "sated" else stages[hunger].message
