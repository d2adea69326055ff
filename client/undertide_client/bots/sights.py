"""Monsters and wares as bots see them. Pure."""

from dataclasses import dataclass

from undertide_shared.geometry import Cell
from undertide_shared.messages import Sighting, WareInfo


@dataclass(frozen=True, slots=True)
class Foe:
    """A monster in sight."""

    id: int
    cell: Cell
    apart: int
    """Steps from the hero."""
    health: int
    mood: str
    hindered: bool = False
    """Whether it is confused, or hindered in another way."""
    effects: frozenset[str] = frozenset()
    """The effects of its visible statuses."""

    @property
    def hunts(self) -> bool:
        """Return whether it visibly hunts somebody."""
        return self.mood in {"hunting", "confused"}

    @property
    def flees(self) -> bool:
        """Return whether it is running away."""
        return self.mood == "fleeing"


@dataclass(frozen=True, slots=True)
class Ware:
    """A known item that a shop sells."""

    cell: Cell
    glyph: str
    told: WareInfo


def foe_of(seen: Sighting, apart: int) -> Foe:
    """Return a monster in sight that is `apart` steps from the hero."""
    return Foe(
        id=seen.id,
        cell=(seen.x, seen.y),
        apart=apart,
        health=seen.health,
        mood=seen.mood,
        effects=frozenset(seen.status_effects),
        hindered=seen.mood == "confused" or "hinder" in seen.status_effects,
    )
