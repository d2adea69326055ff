"""Eating: the effect of food on a hero (R7)."""

from undertide_server.content.records.hunger import HungerRules
from undertide_server.simulation.mechanics.stats import refit
from undertide_server.simulation.mechanics.stopping import interrupt
from undertide_server.simulation.rules.hunger import hunger_of
from undertide_server.simulation.state.events import Told
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import Hunger, Tone

TONES: dict[Hunger, Tone] = {
    "sated": "good",
    "hungry": "info",
    "starving": "bad",
    "famished": "bad",
}


def eat(run: Run, row: HeroRow, ticks: int) -> None:
    """Give a hero food for `ticks`, up to the most it can hold."""
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
        interrupt(run, row)
        refit(run, row)
        run.tell(Told(row.entity, TONES[now], _message(rules, now)))


def _message(rules: HungerRules, hunger: Hunger) -> str:
    """Return the message for a hero that has reached this stage of hunger."""
    stages = {"hungry": rules.hungry, "starving": rules.starving, "famished": rules.famished}
    return rules.sated if hunger == "sated" else stages[hunger].message
