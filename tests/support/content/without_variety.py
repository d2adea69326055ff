"""Content without variety: for tests of rules that must not depend on what a seed draws."""

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.themes import NONE
from undertide_server.content.records.variety import ThemeTweaks, VarietyRules


def unvaried(ruleset: Ruleset) -> Ruleset:
    """Return content of which every seed plays the same."""
    nothing = VarietyRules(themes=ThemeTweaks(removed=NONE, doubled=NONE), drawn=NONE)
    return ruleset.model_copy(update={"variety": nothing})
