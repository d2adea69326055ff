"""Records of hunger: how long food lasts, and how its lack harms a hero (R7)."""

from typing import Annotated

from pydantic import Field

from undertide_server.content.schema.fields import Percent, Prose, Record, SomeTicks

Toll = Annotated[int, Field(ge=1, le=100)]


class HungerStage(Record):
    """A stage of hunger: the state of a hero that has at most a share of its food left."""

    percent: Percent
    """Percent of a hero's full food, at and below which the stage holds."""
    healing: Percent
    """Speed at which wounds heal, as percent of the usual speed."""
    message: Prose
    """Text that the hero reads when the stage begins."""


class HungerRules(Record):
    """R7: the rules of hunger, which grows on the floor's clock of an awake hero (hunger.toml)."""

    full: SomeTicks
    """Ticks that full food lasts; a new hero has full food."""
    hungry: HungerStage
    starving: HungerStage
    famished: HungerStage
    sated: Prose
    """Text that a hero reads when it has eaten enough again."""
    toll_percent: Toll
    """Percent of its full life that hunger takes from a famished hero each time."""
    toll_every: SomeTicks
    """Ticks from one time to the next."""
