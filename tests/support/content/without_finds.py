"""Content in which no gear, essences or artifacts are found: what else lies about is told alone."""

from undertide_server.content.records.ruleset import Ruleset


def without_gear(rules: Ruleset) -> Ruleset:
    """Return the content without any gear to find."""
    bare = {key: base.model_copy(update={"weights": ()}) for key, base in rules.gear.bases.items()}
    gear = rules.gear.model_copy(update={"bases": bare})
    loot = rules.loot.model_copy(update={"essences": ()})
    return rules.model_copy(update={"loot": loot, "gear": gear, "artifacts": {}})
