"""R7: how hungry somebody is who can go so many ticks more."""

from undertide_server.content.records.hunger import HungerRules
from undertide_shared.messages import Hunger


def hunger_of(rules: HungerRules, food: int) -> Hunger:
    """Return how hungry a hero is that can go `food` ticks until it is famished."""
    if food * 100 <= rules.famished.percent * rules.full:
        return "famished"
    if food * 100 <= rules.starving.percent * rules.full:
        return "starving"
    return "hungry" if food * 100 <= rules.hungry.percent * rules.full else "sated"


def healing_of(rules: HungerRules, food: int) -> int:
    """Return how fast wounds heal, as percent of what is usual."""
    hunger = hunger_of(rules, food)
    if hunger == "sated":
        return 100
    stages = {
        "hungry": rules.hungry,
        "starving": rules.starving,
        "famished": rules.famished,
    }
    return stages[hunger].healing


def brinks_of(rules: HungerRules) -> frozenset[int]:
    """Return the food from which a tick more brings somebody to the next stage."""
    stages = rules.hungry, rules.starving, rules.famished
    return frozenset(rules.full * stage.percent // 100 + 1 for stage in stages)


def share_eaten(rules: HungerRules, food: int) -> int:
    """Return how much of what it can eat a hero still has, in percent, rounded up."""
    return -(-food * 100 // rules.full)
