"""Heroes: who stands, who has fallen, where the party is, and their abilities (R16, R17)."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from undertide_server.content.records.abilities import Ability, Passive
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.geometry import Cell, distance, line


def standing_heroes(run: Run) -> list[tuple[FloorIndex, HeroRow]]:
    """Return the heroes of the run that stand, with their floors, in entity order."""
    found = [run.index.heroes[entity] for entity in sorted(run.index.heroes)]
    return [(floor, row) for floor, row in found if row.stands]


def fallen_heroes(run: Run) -> list[tuple[FloorIndex, HeroRow]]:
    """Return the fallen heroes of the run, with their floors, in entity order."""
    found = [run.index.heroes[entity] for entity in sorted(run.index.heroes)]
    return [(floor, row) for floor, row in found if row.is_fallen]


def is_fallen(row: ActorRow) -> bool:
    """Return whether an actor is a hero that has fallen."""
    return isinstance(row, HeroRow) and row.is_fallen


def fallen_at(floor: FloorIndex, cell: Cell) -> HeroRow | None:
    """Return the fallen hero in a cell, or None; of several the one that joined first."""
    for row in floor.heroes.values():
        if row.cell == cell and row.is_fallen:
            return row
    return None


def tends(row: HeroRow, fallen: HeroRow) -> bool:
    """Return whether a hero is tending a fallen companion beside it."""
    action = row.auto_action
    is_at_work = action.activity == "revive" and action.goal == fallen.cell
    return is_at_work and row.stands and distance(row.cell, fallen.cell) <= 1


def present_heroes(floor: FloorIndex) -> list[HeroRow]:
    """Return the heroes of a floor that stand and whose players are there, in entity order."""
    rows = floor.heroes.values()
    return [row for row in rows if row.is_played]


def middle_of(party: Sequence[HeroRow], reach: int) -> HeroRow:
    """Return the hero of `party` with most of the party within `reach` cells.

    Of several it is the first that doesn't explore, or else the first. So heroes who explore don't
    run to and fro after each other.
    """

    def rank(one: HeroRow) -> tuple[int, bool, int]:
        return -number_near(one, party, reach), one.auto_action.activity == "explore", one.entity

    return min(party, key=rank)


def number_near(one: HeroRow, party: Sequence[HeroRow], reach: int) -> int:
    """Return how many of `party` stand within `reach` cells of a hero."""
    x, y = one.cell
    cells = [other.cell for other in party]  # Many pairs: so the distance is worked out here.
    return len([0 for cx, cy in cells if -reach <= cx - x <= reach and -reach <= cy - y <= reach])


def claimed_cells(party: Sequence[HeroRow], row: HeroRow) -> list[Cell]:
    """Return the cells that the others of `party` who explore are going to."""
    others = [other.auto_action for other in party if other is not row]
    return [one.goal for one in others if one.activity == "explore" and one.goal is not None]


def leaders_of(floor: FloorIndex, row: HeroRow) -> Iterator[HeroRow]:
    """Yield the companion whom a hero follows, the one whom that one follows, and so on.

    Nobody follows in a ring, so this ends.
    """
    while row.auto_action.activity == "accompany":
        leader = floor.heroes.get(row.auto_action.companion)
        if leader is None:
            return
        yield leader
        row = leader


def out_of_reach(run: Run, floor: FloorIndex, row: HeroRow, other: HeroRow) -> str:
    """Return why a hero can hand nothing to another one of its floor; empty if it can.

    The other one must be near enough, with a clear line to it: over cells that can be walked.
    """
    if distance(row.cell, other.cell) > run.rules.heroes.sharing.reach:
        return f"{other.actor.name} is too far away"
    clear = all(floor.can_walk(cell) for cell in line(row.cell, other.cell))
    return "" if clear else f"there is no clear line to {other.actor.name}"


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
