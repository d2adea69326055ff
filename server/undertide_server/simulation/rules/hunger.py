"""R7: a hero's stage of hunger, worked out from its food in ticks."""

from undertide_server.content.records.heroes import HungerRules
from undertide_shared.messages import Hunger


def hunger_of(rules: HungerRules, food: int) -> Hunger:
    """Return the stage of hunger of a hero that has `food` ticks until it is famished."""
    if food * 100 <= rules.famished.percent * rules.full:
        return "famished"
    if food * 100 <= rules.starving.percent * rules.full:
        return "starving"
    return "hungry" if food * 100 <= rules.hungry.percent * rules.full else "sated"


def healing_of(rules: HungerRules, food: int) -> int:
    """Return the speed of healing as a percentage of the usual speed."""
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
    """Return the amounts of food from which one more tick leads to the next stage of hunger."""
    stages = rules.hungry, rules.starving, rules.famished
    return frozenset(rules.full * stage.percent // 100 + 1 for stage in stages)


def share_eaten(full: int, food: int) -> int:
    """Return a hero's food as a percentage of the most it can hold, `full`, rounded up."""
    return -(-food * 100 // full)
