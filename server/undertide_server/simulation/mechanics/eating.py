"""Eating: what food does for a hero (R7)."""

from undertide_server.content.records.hunger import HungerRules
from undertide_server.simulation.mechanics.stats import refit
from undertide_server.simulation.mechanics.stopping import stop_auto_action
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
    """Let a hero eat what lasts for so long; it holds no more than it can."""
    set_food(run, row, min(run.rules.hunger.full, row.hero.food + ticks))


def is_full(rules: HungerRules, food: int, ticks: int) -> bool:
    """Whether more than half of something that lasts so long would be wasted."""
    return food + ticks // 2 > rules.full


def set_food(run: Run, row: HeroRow, food: int) -> None:
    """Set the ticks that a hero can live on; tell it when that changes how hungry it is."""
    rules = run.rules.hunger
    before, now = hunger_of(rules, row.hero.food), hunger_of(rules, food)
    row.hero.food = food
    if now != before:
        stop_auto_action(row)
        refit(run, row)
        run.tell(Told(row.entity, TONES[now], _message(rules, now)))


def _message(rules: HungerRules, hunger: Hunger) -> str:
    """Return what a hero reads that came to be so hungry."""
    stages = {"hungry": rules.hungry, "starving": rules.starving, "famished": rules.famished}
    return rules.sated if hunger == "sated" else stages[hunger].message
