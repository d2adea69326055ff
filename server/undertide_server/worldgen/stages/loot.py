"""R8, R10 step 6: items in rooms, gold, and what a floor holds for its lesson.

Further heroes find more items, more potions and food, and more gold.
"""

from collections.abc import Iterator
from itertools import cycle, islice
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.records.lessons import Lesson
from undertide_server.content.schema.fields import row_at
from undertide_server.util.rng import Rng
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.ground import close, draw_cells, free_ground
from undertide_server.worldgen.draft.plan import Loot
from undertide_server.worldgen.items.finds import FINE_TRIES
from undertide_server.worldgen.items.keys import Piece, essence_key, key_of
from undertide_server.worldgen.stages.artifacts import artifacts_at, is_artifact

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
        homes = [room for room in rooms if room.cells_on(ground)]
        homes = homes or [each.room for each in draft.rooms if each.room.cells_on(ground)]
        if homes:
            _lay(draft, ground, Loot(artifact, 1, *rng.pick(rng.pick(homes).cells_on(ground))))


def _scatter_items(draft: Draft, ground: NDArray[np.bool_]) -> None:
    rules, number, rng = draft.game.ruleset, draft.branch.number, draft.rng("loot")
    finds = draft.finds
    most = row_at(rules.loot.most_items_per_room, number)
    if not finds.are_any:
        return
    hoards = {*draft.layout.treasures, *(treasure.room for treasure in draft.treasures)}
    for index, plan in enumerate(draft.rooms):
        if index not in hoards:
            count = rng.between(0, most)
            cells = plan.room.cells_on(ground) if count else []
            for cell in draw_cells(cells, count, rng):
                _lay(draft, ground, Loot(*finds.draw(rng), *cell))


def _lay_guarded(draft: Draft, ground: NDArray[np.bool_]) -> None:
    """Lay good gear in rooms that people guard, and in the room of bosses."""
    rules, rng = draft.game.ruleset, draft.rng("guarded")
    if not any(draft.finds.gear.values()):
        return
    for index, plan in enumerate(draft.rooms):
        cells = plan.room.cells_on(ground) if _is_guarded(draft, index) else []
        if cells and rng.percent(rules.loot.guarded_gear):
            gear = draft.finds.draw_gear(rng, FINE_TRIES)
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
    rooms = (plan.room for plan in rng.shuffled(draft.rooms) if plan.room.cells_on(ground))
    homes = list(islice(rooms, heaps))
    total = gold_for(row_at(rules.extras.gold, number), len(draft.levels))
    for room, count in zip(cycle(homes), _shares(total, heaps, rng)):
        cells = room.cells_on(ground)
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


def gold_for(gold: int, heroes: int) -> int:
    """Return the gold of a floor for a number of heroes: it grows with their root, rounded down."""
    return isqrt(gold * gold * heroes)


def lay_more(draft: Draft, ground: NDArray[np.bool_]) -> None:
    """Lay more of what lies on a floor for each further hero, in the same rooms as far as it fits.

    An item brings more of its own, and gear brings other gear. Amulets, artifacts and wares bring
    nothing: a run has the first two once, and gold pays for the third. `ground` has the free cells,
    shape (height, width).
    """
    rng = draft.rng("more loot")
    room_at = {cell: index for index, plan in enumerate(draft.rooms) for cell in plan.room.cells()}
    for found in list(draft.loot):
        home = room_at.get((found.x, found.y))
        for _ in range(_further(draft, found, rng)):
            cell = _cell_for(draft, ground, home, rng)
            if cell is None:
                return
            draft.loot.append(Loot(_another(draft, found, rng), found.count, *cell))
            close(ground, cell)


def _further(draft: Draft, found: Loot, rng: Rng) -> int:
    """Draw how many further finds one find brings."""
    rules = draft.game.ruleset
    is_alone = found.item in rules.victory.amulets or is_artifact(draft.game, found.item)
    if found.price or is_alone:
        return 0
    is_supply = found.item in rules.loot.supplies
    more = rules.loot.more_supplies_percent if is_supply else rules.loot.more_items_percent
    whole, rest = divmod(more * (len(draft.levels) - 1), 100)
    return whole + rng.percent(rest)


def _another(draft: Draft, found: Loot, rng: Rng) -> str:
    """Return the key of a further find: the same item, or other gear as carefully chosen."""
    if draft.game.items.kind(found.item).gear is None:
        return found.item
    return draft.finds.draw_gear(rng, _tries(draft, found))


def _tries(draft: Draft, found: Loot) -> int:
    """Return the tries at the quality of gear: those of hoards in a room with a treasure."""
    rooms = (draft.rooms[treasure.room].room for treasure in draft.treasures)
    return FINE_TRIES if any((found.x, found.y) in room.cells() for room in rooms) else 1


def _cell_for(
    draft: Draft, ground: NDArray[np.bool_], home: int | None, rng: Rng
) -> tuple[int, int] | None:
    """Draw a free cell of room `home`, or else of any room; None if all are taken."""
    for room in _rooms_from(draft, home, rng):
        cells = draft.rooms[room].room.cells_on(ground)
        if cells:
            return rng.pick(cells)
    return None


def _rooms_from(draft: Draft, home: int | None, rng: Rng) -> Iterator[int]:
    """Yield the rooms of a floor by index, `home` first and the others in drawn order."""
    if home is not None:
        yield home
    yield from rng.shuffled([index for index in range(len(draft.rooms)) if index != home])


def place_lesson(draft: Draft) -> None:
    """Lay the things of a floor's lesson on free cells of its rooms, the arrival's room last.

    They are the same for any number of heroes.
    """
    lesson = draft.game.ruleset.lessons.of(draft.branch.number)
    if lesson is None:
        return
    rng, ground = draft.rng("lesson"), free_ground(draft)
    for item, count in _things(lesson, draft.branch.number):
        homes = [each.room for each in draft.rooms if each.room.cells_on(ground)]
        if homes:
            cell = rng.pick(rng.pick(homes[1:] or homes).cells_on(ground))
            draft.loot.append(Loot(item, count, *cell))
            close(ground, cell)


def _things(lesson: Lesson, number: int) -> Iterator[tuple[str, int]]:
    """Yield the key and the count of each thing of a lesson on a floor of this number."""
    yield from lesson.items.items()
    yield from ((essence_key(affix), count) for affix, count in lesson.essences.items())
    for piece in lesson.gear:
        yield key_of(Piece(piece.base, number, tuple(sorted(piece.affixes.items())))), 1
