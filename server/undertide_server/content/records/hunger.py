"""Records of hunger: how long food lasts, and what its lack does (R7)."""

from typing import Annotated

from pydantic import Field

from undertide_server.content.schema.fields import Percent, Prose, Record, SomeTicks

Toll = Annotated[int, Field(ge=1, le=100)]


class HungerStage(Record):
    """How a hero is that has eaten no more than some share of what it can."""

    percent: Percent
    """Of what it can eat, at and below which it is so."""
    healing: Percent
    """How fast wounds heal, as percent of what is usual."""
    message: Prose
    """What it reads when it comes to that."""


class HungerRules(Record):
    """R7: hunger runs while a hero is awake, on the clock of its floor (hunger.toml)."""

    full: SomeTicks
    """For so long a hero can go that has eaten all it can; a new one has."""
    hungry: HungerStage
    starving: HungerStage
    famished: HungerStage
    sated: Prose
    """What a hero reads that has eaten enough again."""
    toll_percent: Toll
    """Percent of its full life that hunger takes from the famished each time."""
    toll_every: SomeTicks
    """Ticks from one time to the next."""
