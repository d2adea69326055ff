"""What a mirror shows, arranged for whoever must decide. Pure."""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from undertide_client.bots.cells import DIRECTIONS, beside
from undertide_client.bots.ground import KnownGround, cells_of
from undertide_client.bots.means import Means, of_item, of_spell
from undertide_client.model.mirror import Mirror
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Effect, HeroStatus, PartyMember, Sighting

NO_FOES: Final = frozenset({"peaceful", "sealed"})
"""Moods of monsters that are left alone."""
AILS: Final = frozenset({"harm", "hinder"})
"""What statuses do that a hero is better off without."""


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
    """Whether it is confused, or held up otherwise."""

    @property
    def hunts(self) -> bool:
        """Whether it is after somebody, as far as can be seen."""
        return self.mood in {"hunting", "confused"}

    @property
    def flees(self) -> bool:
        """Whether it is running away."""
        return self.mood == "fleeing"


def survey(mirror: Mirror) -> "Survey | None":
    """Return what there is to decide on; None where no living hero is shown."""
    hero, cell, floor = mirror.hero, mirror.cell, mirror.floor
    if hero is None or hero.state == "dead" or cell is None or floor is None:
        return None
    return Survey(mirror, hero, cell, floor.branch)


class Survey:
    """One moment as a living hero sees it. Cells are (x, y)."""

    def __init__(self, mirror: Mirror, hero: HeroStatus, cell: Cell, branch: int) -> None:
        self.hero = hero
        self.cell = cell
        self.branch = branch
        self.tide = mirror.tide.percent
        self.pack = mirror.pack
        self.spells = mirror.spells
        self.foes: list[Foe] = []
        self.companions: set[Cell] = set()
        self.party = [one for one in mirror.party if _is_up(one) and one.seat != hero.seat]
        """The other heroes of the run that are alive and awake, by seat."""
        self.near: dict[int, Cell] = {}
        """Where those of them that are in sight stand, by seat."""
        self.whereabouts: dict[int, Cell] = {}
        """Where those of them on this floor were seen last, by seat; a mind keeps it."""
        self.bystanders: set[Cell] = set()
        """Where monsters stand that are no foes."""
        self.amulets: list[Cell] = []
        """Where amulets are known to lie."""
        self.stands_on_item = False
        self._mirror = mirror
        self._means: list[Means] | None = None
        self._ground = KnownGround(mirror, cell)
        for sighting in mirror.sightings.values():
            self._sort(sighting)
        self.foes.sort(key=lambda foe: (foe.apart, foe.health, foe.id))

    def _sort(self, seen: Sighting) -> None:
        kind = self._mirror.kinds.get(seen.kind)
        where = (seen.x, seen.y)
        if kind is None or seen.id == self.hero.id:
            return
        if kind.role == "item":
            self.stands_on_item |= where == self.cell
            if kind.key and kind.key in {amulet.key for amulet in self._mirror.amulets}:
                self.amulets.append(where)
        elif kind.role == "hero":
            self._greet(kind.seat, where)
        elif seen.mood in NO_FOES or "ally" in seen.status_effects:
            self.bystanders.add(where)
        else:
            self.foes.append(_foe(seen, distance(where, self.cell)))

    def _greet(self, seat: int | None, where: Cell) -> None:
        self.companions.add(where)
        self.near.update({one.seat: where for one in self.party if one.seat == seat})

    @property
    def health(self) -> int:
        """Percent of full life."""
        return self.hero.life * 100 // max(1, self.hero.max_life)

    @property
    def hunters(self) -> list[Foe]:
        """The foes that hunt, nearest first."""
        return [foe for foe in self.foes if foe.hunts]

    def is_seen(self, cell: Cell) -> bool:
        """Whether `cell` is in sight now."""
        return bool(self._mirror.sight[cell[1], cell[0]])

    @property
    def situation(self) -> tuple[object, ...]:
        """All that an intent could have changed: equal before and after, it was fruitless."""
        foes = tuple((foe.id, foe.cell, foe.health) for foe in self.foes)
        pack = tuple((item.item, item.count, item.slot) for item in self.pack)
        return (self.branch, self.cell, self.hero.life, self.hero.mana, foes, pack)

    @property
    def well_being(self) -> int:
        """The health of all heroes of the run together."""
        return self.health + sum(one.health for one in self.party)

    @property
    def known_cells(self) -> int:
        """How many cells of this floor are known."""
        return int(np.count_nonzero(self._mirror.tiles))

    def is_walkable(self, cell: Cell) -> bool:
        """Whether `cell` is known ground."""
        look = self._mirror.look_at(cell)
        return look is not None and look.walkable

    def is_shunned(self, cell: Cell) -> bool:
        """Whether `cell` harms, or holds a trap that is known."""
        look = self._mirror.look_at(cell)
        return look is not None and look.shunned

    def is_free(self, cell: Cell) -> bool:
        """Whether `cell` is known and harmless ground on which nobody is seen."""
        if cell in self.companions or cell in self.bystanders:
            return False
        if any(foe.cell == cell for foe in self.foes):
            return False
        return self.is_walkable(cell) and not self.is_shunned(cell)

    def openness(self, cell: Cell) -> int:
        """Return from how many sides `cell` can be come at."""
        return sum(self.is_walkable(beside(cell, step)) for step in DIRECTIONS)

    def stairs(self, way: Literal["up", "down"]) -> list[Cell]:
        """Return the known stairs that lead that way, nearest first."""
        looks = self._mirror.looks.values()
        codes = [look.code for look in looks if look.stairs == way]
        cells = cells_of(np.isin(self._mirror.tiles, codes))
        return sorted(cells, key=lambda cell: (distance(cell, self.cell), cell))

    def leads_to(self, stairs: Cell) -> int:
        """Return the branch that known stairs lead to; 0 where nobody said."""
        return self._mirror.stairs.get(stairs, 0)

    def is_entered(self, branch: int) -> bool:
        """Whether anybody of the party has been on a floor of the run."""
        info = self._mirror.tree.get(branch)
        return info is not None and info.visited

    @property
    def holds_all_amulets(self) -> bool:
        """Whether the party carries all that the run is won with."""
        return all(amulet.bearer is not None for amulet in self._mirror.amulets)

    def ground(self) -> list[Cell]:
        """Return every known cell that the hero can safely walk to, row after row."""
        return cells_of(self._ground.reached())

    def out_of_sight(self) -> list[Cell]:
        """Return the known cells that can safely be walked to and can't be seen from here."""
        return cells_of(self._ground.out_of_sight())

    def frontier(self) -> list[Cell]:
        """Return the known cells that can safely be walked to and touch an unknown one."""
        return cells_of(self._ground.frontier())

    def step_through_harm(self) -> Cell | None:
        """Return the step on the least harmful way down, or into the unknown; None: there is none.

        It leads past no monster in sight.
        """
        return self._ground.step_through_harm(self._occupied)

    def step_out_of_harm(self) -> Cell | None:
        """Return the step on the way to the nearest harmless ground; None: there is none."""
        return self._ground.step_out_of_harm(self._occupied)

    @property
    def _occupied(self) -> set[Cell]:
        return {*self.bystanders, *(foe.cell for foe in self.foes)}

    @property
    def effects(self) -> set[str]:
        """What the statuses do that befall the hero now."""
        return set(self.hero.status_effects)

    @property
    def ails(self) -> bool:
        """Whether anything befalls the hero that it would be better off without."""
        return not AILS.isdisjoint(self.effects)

    def means(self, effect: Effect) -> list[Means]:
        """Return what the hero can use or cast now that mainly does something, spells first."""
        if self._means is None:
            spells = [spell for spell in self.spells if spell.mana <= self.hero.mana]
            self._means = [*map(of_spell, spells), *map(of_item, self.pack)]
        return [means for means in self._means if means.effect == effect]


def _is_up(member: PartyMember) -> bool:
    return member.state == "alive" and member.branch != 0


def _foe(seen: Sighting, apart: int) -> Foe:
    return Foe(
        id=seen.id,
        cell=(seen.x, seen.y),
        apart=apart,
        health=seen.health,
        mood=seen.mood,
        hindered=seen.mood == "confused" or "hinder" in seen.status_effects,
    )
