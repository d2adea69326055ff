"""Hunger: it runs while a hero is awake, on the clock of its floor, and food stills it (R7)."""

from undertide_server.content.hunger import HungerRules
from undertide_server.simulation.events import Told, thing
from undertide_server.simulation.floor_place import FloorPlace
from undertide_server.simulation.rows import HeroRow
from undertide_server.simulation.rules.damage import share_of
from undertide_server.simulation.rules.hunger import hunger_of
from undertide_server.simulation.run import Run
from undertide_server.simulation.systems.combat import fall
from undertide_server.simulation.systems.figures import refit
from undertide_shared.messages import Hunger, Tone

ROUND = 100
"""Ticks in which gear keeps away the percent of hunger that it says."""
TONES: dict[Hunger, Tone] = {
    "sated": "good",
    "hungry": "info",
    "starving": "bad",
    "famished": "bad",
}


def grow_hungry(run: Run, place: FloorPlace) -> None:
    """Let every waking hero live on what it ate; take from the famished what they didn't eat."""
    clock, brinks = place.floor.clock, run.pulse.brinks
    phase, is_toll = clock % ROUND, clock % run.pulse.toll_every == 0
    for row in list(place.heroes.values()):
        hero = row.hero
        if hero.presence == "asleep":
            continue
        if hero.food in brinks and phase >= hero.nourish:
            _set_food(run, row, hero.food - 1)
        elif hero.food and phase >= hero.nourish:
            hero.food -= 1
        if is_toll and hunger_of(run.rules.hunger, hero.food) == "famished":
            _take_toll(run, place, row)


def eat(run: Run, row: HeroRow, ticks: int) -> None:
    """Let a hero eat what lasts for so long; it holds no more than it can."""
    _set_food(run, row, min(run.rules.hunger.full, row.hero.food + ticks))


def is_full(rules: HungerRules, food: int, ticks: int) -> bool:
    """Whether more than half of something that lasts so long would be wasted."""
    return food + ticks // 2 > rules.full


def _set_food(run: Run, row: HeroRow, food: int) -> None:
    rules = run.rules.hunger
    before, now = hunger_of(rules, row.hero.food), hunger_of(rules, food)
    row.hero.food = food
    if now != before:
        row.errand.activity = "none"
        refit(run, row)
        run.tell(Told(row.entity, TONES[now], _message(rules, now)))


def _message(rules: HungerRules, hunger: Hunger) -> str:
    """Return what a hero reads that came to be so hungry."""
    stages = {"hungry": rules.hungry, "starving": rules.starving, "famished": rules.famished}
    return rules.sated if hunger == "sated" else stages[hunger].message


def _take_toll(run: Run, place: FloorPlace, row: HeroRow) -> None:
    """Take life from the famished; nothing that is worn keeps that away."""
    row.errand.activity = "none"
    toll = share_of(row.body.max_life, run.rules.hunger.toll_percent)
    row.body.life -= toll
    run.tell(Told(row.entity, "bad", f"Hunger gnaws at you for {toll}."))
    if row.body.life <= 0:
        fall(run, place, row, thing("pangs of hunger", row.cell))
