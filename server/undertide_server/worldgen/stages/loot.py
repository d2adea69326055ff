"""R8, R10 step 6: items in rooms, and gold."""

from itertools import cycle, islice

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.records.tables import row_at
from undertide_server.util.rng import Rng
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.ground import cells_on, close, draw_cells, free_ground
from undertide_server.worldgen.draft.plan import Loot
from undertide_server.worldgen.items.finds import FINE_TRIES, finds_of
from undertide_server.worldgen.items.generation import draw_gear, gear_odds
from undertide_server.worldgen.stages.artifacts import artifacts_at
from undertide_server.worldgen.stages.party_loot import gold_for, lay_more

LEAST_SHARE, GREATEST_SHARE = 1, 4
"""Least and greatest weight of a heap of gold; one may be this many times as large as another."""


def place_loot(draft: Draft) -> None:
    """Lay items and gold on free cells of their own, never on stairs, traps or harmful ground.

    A room gets none to R8's most items unless it holds a treasure, besides guarded gear. Artifacts
    lie with treasures, if there are any. Further heroes find more of everything else. The gold of
    the floor lies in heaps, spread over the rooms.
    """
    ground = free_ground(draft)
    _lay_artifacts(draft, ground)
    _scatter_items(draft, ground)
    _lay_guarded(draft, ground)
    lay_more(draft, ground)
    _scatter_gold(draft, ground)


def _lay_artifacts(draft: Draft, ground: NDArray[np.bool_]) -> None:
    """Lay the artifacts of the floor's number in rooms with treasures, or else in any rooms."""
    rng = draft.rng("artifacts")
    for artifact in artifacts_at(draft.game, draft.branch.number):
        rooms = [draft.rooms[each.room].room for each in draft.treasures]
        homes = [room for room in rooms if cells_on(ground, room)]
        homes = homes or [each.room for each in draft.rooms if cells_on(ground, each.room)]
        if homes:
            _lay(draft, ground, Loot(artifact, 1, *rng.pick(cells_on(ground, rng.pick(homes)))))


def _scatter_items(draft: Draft, ground: NDArray[np.bool_]) -> None:
    rules, number, rng = draft.game.ruleset, draft.branch.number, draft.rng("loot")
    finds = finds_of(rules, number)
    most = row_at(rules.loot.most_items_per_room, number)
    if not finds.are_any:
        return
    hoards = {*draft.layout.treasures, *(treasure.room for treasure in draft.treasures)}
    for index, plan in enumerate(draft.rooms):
        if index not in hoards:
            count = rng.between(0, most)
            cells = cells_on(ground, plan.room) if count else []
            for cell in draw_cells(cells, count, rng):
                _lay(draft, ground, Loot(*finds.draw(rng), *cell))


def _lay_guarded(draft: Draft, ground: NDArray[np.bool_]) -> None:
    """Lay good gear in rooms that people guard, and in the room of bosses."""
    rules, number, rng = draft.game.ruleset, draft.branch.number, draft.rng("guarded")
    if not any(gear_odds(rules, number).values()):
        return
    for index, plan in enumerate(draft.rooms):
        cells = cells_on(ground, plan.room) if _is_guarded(draft, index) else []
        if cells and rng.percent(rules.loot.guarded_gear):
            gear = draw_gear(rules, number, rng, FINE_TRIES)
            _lay(draft, ground, Loot(gear, 1, *rng.pick(cells)))


def _is_guarded(draft: Draft, index: int) -> bool:
    """Return whether a room is that of bosses, or has people who would fight for it."""
    plan, people = draft.rooms[index], draft.game.ruleset.people
    theme = draft.game.ruleset.themes[plan.theme]
    folk = (theme.special if plan.special else theme.decor).people
    if index == draft.lair:
        return True
    return any(not people[each.person].behaviour.peaceful for each in folk)


def _scatter_gold(draft: Draft, ground: NDArray[np.bool_]) -> None:
    """Lay the gold of the floor: a heap in a room, or more if there are fewer rooms than heaps."""
    rules, number, rng = draft.game.ruleset, draft.branch.number, draft.rng("gold")
    heaps = min(row_at(rules.extras.heaps, number), rules.loot.most_on_floor)
    rooms = (plan.room for plan in rng.shuffled(draft.rooms) if cells_on(ground, plan.room))
    homes = list(islice(rooms, heaps))
    total = gold_for(row_at(rules.extras.gold, number), len(draft.levels))
    for room, count in zip(cycle(homes), _shares(total, heaps, rng)):
        cells = cells_on(ground, room)
        if count and cells:
            _lay(draft, ground, Loot(rules.loot.gold, count, *rng.pick(cells)))


def _shares(total: int, count: int, rng: Rng) -> list[int]:
    """Split a total into shares, some larger than others; they sum to it."""
    weights = [rng.between(LEAST_SHARE, GREATEST_SHARE) for _ in range(count)]
    shares = [total * weight // sum(weights) for weight in weights]
    for index in range(total - sum(shares) if shares else 0):
        shares[index] += 1
    return shares


def _lay(draft: Draft, ground: NDArray[np.bool_], loot: Loot) -> None:
    """Lay something down."""
    draft.loot.append(loot)
    close(ground, (loot.x, loot.y))
