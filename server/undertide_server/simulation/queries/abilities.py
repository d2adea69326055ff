"""The abilities of heroes, and what they always give them (R17)."""

from typing import TypeVar

from undertide_server.content.records.abilities import Ability, Passive
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run

Gift = TypeVar("Gift", bound=Passive)


def abilities_of(run: Run, calling: str) -> dict[str, Ability]:
    """Return the abilities of a calling by key, in the order of the players' keys for them."""
    return {key: run.rules.abilities[key] for key in run.rules.callings[calling].abilities}


def gift_of(run: Run, row: HeroRow, kind: type[Gift]) -> Gift | None:
    """Return the lasting effect of this kind among a hero's abilities; None if it has none."""
    for ability in abilities_of(run, row.hero.calling).values():
        for effect in ability.effects:
            if isinstance(effect, kind):
                return effect
    return None
