"""What a host chose goes before what a preset says."""

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.settings.settings import HouseSettings


def under_house(ruleset: Ruleset, house: HouseSettings) -> Ruleset:
    """Return a preset's content by the house rules of a host, where it has any."""
    chosen = {key: value for key, value in house.model_dump().items() if value is not None}
    return ruleset.model_copy(update={"house": ruleset.house.model_copy(update=chosen)})
