"""What is known at one moment, arranged for decisions. Pure."""

from functools import cached_property
from typing import Final, Literal

import numpy as np

from undertide_client.bots.ground import DIRECTIONS, KnownGround, beside, cells_of
from undertide_client.bots.sights import Foe, Ware, foe_of
from undertide_client.bots.usable import Means, of_item, of_spell
from undertide_client.model.run_tree import RunTree
from undertide_shared.brains import Known
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import (
    AbilityInfo,
    Effect,
    HeroStatus,
    PartyMember,
    Sighting,
    TileLook,
)

NO_FOES: Final = frozenset({"peaceful", "sealed"})
"""Moods of monsters that bots leave alone."""
STARVING: Final = frozenset({"starving", "famished"})
"""The states of hunger in which a companion needs to be fed."""
AILS: Final = frozenset({"harm", "hinder"})
"""Effects of statuses that a hero is better off without."""


def survey(known: Known) -> "Survey | None":
    """Return a survey of what is known; None if that shows no hero that lives and stands."""
    hero, cell, floor = known.hero, known.cell, known.floor
    if hero is None or hero.state == "dead" or cell is None or floor is None:
        return None
    if hero.dies_in > 0:
        return None
    return Survey(known, hero, cell, floor.branch)


class Survey:
    """One moment in the eyes of a living hero. Cells are (x, y)."""

    def __init__(self, known: Known, hero: HeroStatus, cell: Cell, branch: int) -> None:
        self.hero = hero
        self.cell = cell
        self.branch = branch
        self.tide = known.tide.percent
        self.pack = known.pack
        self.spells = known.spells
        self.foes: list[Foe] = []
        self.companions: set[Cell] = set()
        self.party = [one for one in known.party if _is_up(one) and one.seat != hero.seat]
        """The other heroes of the run who are awake and stand, by seat."""
        self.fallen = [one for one in known.party if one.dies_in > 0 and one.seat != hero.seat]
        """The heroes of the run who have fallen, by seat."""
        self.starving = [one.seat for one in self.party if one.hunger in STARVING]
        """The seats of those who starve."""
        self.near: dict[int, Cell] = {}
        """The cells of those in sight, by seat."""
        self.boosted: set[int] = set()
        """The seats of companions in sight whom a spell or a potion strengthens."""
        self.lying: dict[int, Cell] = {}
        """The cells of fallen heroes on this floor, by seat."""
        self.whereabouts: dict[int, Cell] = {}
        """The cells of those on this floor, by seat."""
        self.bystanders: set[Cell] = set()
        """The cells of monsters that are no foes."""
        self.amulets: dict[str, Cell] = {}
        """The known cells of amulets on this floor, by key."""
        self.meant: list[Cell] = []
        """The cells of gear that companions left for the hero."""
        self.wares: list[Ware] = []
        self.traders: list[Cell] = []
        """The cells of traders in sight who are at peace."""
        self.stands_on_item = False
        """Whether an item that is free to take lies underfoot."""
        self.agreement = next((one for one in known.agreements if hero.seat in one.agreed), None)
        """The agreement on stairs of which the hero is part (R17)."""
        self._known = known
        self._ground = KnownGround(known, cell)
        for sighting in known.sightings.values():
            self._sort(sighting)
        self.foes.sort(key=lambda foe: (foe.apart, foe.health, foe.id))

    def _sort(self, seen: Sighting) -> None:
        kind = self._known.kinds.get(seen.kind)
        where = (seen.x, seen.y)
        if kind is None or seen.id == self.hero.id:
            return
        if kind.role == "item":
            if seen.meant:
                self.meant.append(where)
            self.stands_on_item |= where == self.cell and kind.ware is None
            if kind.ware is not None:
                self.wares.append(Ware(where, kind.glyph, kind.ware))
            if kind.key and kind.key in {amulet.key for amulet in self._known.amulets}:
                self.amulets[kind.key] = where
        elif kind.role == "hero":
            self._greet(kind.seat, where, seen)
        elif seen.mood in NO_FOES or "ally" in seen.status_effects:
            self.bystanders.add(where)
            if kind.trades:
                self.traders.append(where)
        else:
            self.foes.append(foe_of(seen, distance(where, self.cell)))

    def _greet(self, seat: int | None, where: Cell, seen: Sighting) -> None:
        is_up = seat is not None and any(one.seat == seat for one in self.party)
        if seat is not None and is_up:
            self.whereabouts[seat] = where
        elif seat is not None and any(one.seat == seat for one in self.fallen):
            self.lying[seat] = where
        if not self.is_seen(where):
            return
        self.companions.add(where)
        if seat is not None and is_up:
            self.near[seat] = where
        if seat is not None and "boost" in seen.status_effects:
            self.boosted.add(seat)

    @property
    def hunters(self) -> list[Foe]:
        """Return the foes that hunt, nearest first."""
        return [foe for foe in self.foes if foe.hunts]

    @property
    def abilities(self) -> list[AbilityInfo]:
        """The hero's abilities that it can perform now."""
        return [one for one in self._known.abilities if _is_ready(one, self.hero)]

    @property
    def proposed(self) -> list[Cell]:
        """The known stairs on which only companions have agreed."""
        if self.agreement is not None or not self._known.agreements:
            return []
        agreed = {one.branch for one in self._known.agreements}
        return [cell for cell, branch in sorted(self._known.stairs.items()) if branch in agreed]

    @property
    def health(self) -> int:
        """Return the hero's life in percent of its full life."""
        return self.hero.life * 100 // max(1, self.hero.max_life)

    def is_seen(self, cell: Cell) -> bool:
        """Return whether `cell` is in sight now."""
        return bool(self._known.sight[cell[1], cell[0]])

    @cached_property
    def situation(self) -> tuple[object, ...]:
        """Return all that an intent could change. If it stays equal, the intent was fruitless."""
        foes = tuple((foe.id, foe.cell, foe.health) for foe in self.foes)
        pack = tuple((item.item, item.count, item.slot) for item in self.pack)
        agreed = self.agreement.branch if self.agreement else 0
        return (self.branch, self.cell, self.hero.life, self.hero.mana, agreed, foes, pack)

    @property
    def well_being(self) -> int:
        """Return the sum of the health of all heroes of the run."""
        return self.health + sum(one.health for one in self.party)

    @cached_property
    def known_cells(self) -> int:
        """Return the number of known cells on this floor."""
        return int(np.count_nonzero(self._known.tiles))

    def _look_at(self, cell: Cell) -> TileLook | None:
        """Return the look of the tile at a cell; None if it is unknown or off the floor."""
        tiles = self._known.tiles
        if not (0 <= cell[1] < tiles.shape[0] and 0 <= cell[0] < tiles.shape[1]):
            return None
        code = int(tiles[cell[1], cell[0]])
        return self._known.looks.get(code) if code else None

    def is_walkable(self, cell: Cell) -> bool:
        """Return whether `cell` is known walkable ground."""
        look = self._look_at(cell)
        return look is not None and look.walkable

    def is_shunned(self, cell: Cell) -> bool:
        """Return whether `cell` harms, or holds a known trap."""
        look = self._look_at(cell)
        return look is not None and look.shunned

    def is_free(self, cell: Cell) -> bool:
        """Return whether `cell` is known and harmless ground without anybody in sight on it."""
        if cell in self.companions or cell in self.bystanders:
            return False
        if any(foe.cell == cell for foe in self.foes):
            return False
        return self.is_walkable(cell) and not self.is_shunned(cell)

    def openness(self, cell: Cell) -> int:
        """Return the number of sides from which a foe can come at `cell`."""
        return sum(self.is_walkable(beside(cell, step)) for step in DIRECTIONS)

    def stairs(self, way: Literal["up", "down"]) -> list[Cell]:
        """Return the known stairs that lead this way, nearest first."""
        looks = self._known.looks.values()
        return self._nearest([look.code for look in looks if look.stairs == way])

    def forges(self) -> list[Cell]:
        """Return the known forges, nearest first."""
        return self._nearest([look.code for look in self._known.looks.values() if look.forge])

    def _nearest(self, codes: list[int]) -> list[Cell]:
        """Return the known cells that have one of these tile codes, nearest first."""
        cells = cells_of(self._ground.made_of(codes))
        return sorted(cells, key=lambda cell: (distance(cell, self.cell), cell))

    def leads_to(self, stairs: Cell) -> int:
        """Return the branch that known stairs lead to; 0 if it is unknown."""
        return self._known.stairs.get(stairs, 0)

    def is_entered(self, branch: int) -> bool:
        """Return whether anybody of the party has been on a floor of the run."""
        info = self._known.tree.get(branch)
        return info is not None and info.visited

    @property
    def tree(self) -> RunTree:
        """The floors of the run that the party knows, by branch."""
        return self._known.tree

    @property
    def holds_all_amulets(self) -> bool:
        """Return whether the party carries all amulets needed to win the run."""
        return not self.lacking

    @property
    def lacking(self) -> set[str]:
        """The keys of the amulets that the party needs and doesn't carry."""
        return {amulet.key for amulet in self._known.amulets if amulet.bearer is None}

    def ground(self) -> list[Cell]:
        """Return every known cell that the hero can safely walk to, row after row."""
        return cells_of(self._ground.reached())

    def out_of_sight(self) -> list[Cell]:
        """Return the known cells that the hero can safely walk to and can't see from here."""
        return cells_of(self._ground.out_of_sight())

    def frontier(self) -> list[Cell]:
        """Return the known cells that the hero can safely walk to and that touch an unknown one."""
        return cells_of(self._ground.frontier())

    def step_through_harm(self) -> Cell | None:
        """Return the step on the least harmful way down, or into the unknown.

        None if there is no way. The way leads past no monster in sight.
        """
        return self._ground.step_through_harm(self._occupied)

    def step_out_of_harm(self) -> Cell | None:
        """Return the step on the way to the nearest harmless ground; None if there is none."""
        return self._ground.step_out_of_harm(self._occupied)

    @property
    def _occupied(self) -> set[Cell]:
        return {*self.bystanders, *(foe.cell for foe in self.foes)}

    @property
    def effects(self) -> set[str]:
        """Return the effects of the hero's present statuses."""
        return set(self.hero.status_effects)

    @property
    def ails(self) -> bool:
        """Return whether the hero has a status that it would be better off without."""
        return not AILS.isdisjoint(self.effects)

    @property
    def books(self) -> set[int]:
        """The ids of the pack's items that teach spells."""
        return {item.item for item in self.pack if item.does[:1] == ["teach"]}

    def means(self, effect: Effect) -> list[Means]:
        """Return the usable items and spells with this main effect, spells first."""
        spells = [spell for spell in self.spells if spell.does[:1] == [effect]]
        items = [item for item in self.pack if item.does[:1] == [effect]]
        payable = [spell for spell in spells if spell.mana <= self.hero.mana]
        return [*map(of_spell, payable), *map(of_item, items)]


def _is_ready(ability: AbilityInfo, hero: HeroStatus) -> bool:
    rests = ability.ability in dict(hero.resting)
    return not (rests or ability.passive or not ability.does) and ability.mana <= hero.mana


def _is_up(member: PartyMember) -> bool:
    return member.state == "alive" and member.branch != 0 and member.dies_in <= 0
