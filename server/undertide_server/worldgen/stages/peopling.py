"""R12: placing people in the rooms where they belong."""

from collections.abc import Iterable, Sequence

from undertide_server.content.records.themes import Inhabitants
from undertide_server.util.rng import Rng
from undertide_server.worldgen.creatures.people import kind_id
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.ground import away_from_arrival, cells_on, close, free_ground
from undertide_server.worldgen.draft.plan import Spawn
from undertide_server.worldgen.stages.population import headcount
from undertide_shared.geometry import Cell


def settle_people(draft: Draft, folk: Sequence[Sequence[Inhabitants]]) -> None:
    """Put people into rooms, on free cells of their own: `folk` holds the people of each room.

    Peaceful people always come. Others stay away from the arrival; either all of a room come, or
    none if the floor would hold too many. They are the same for any party: later stages leave their
    cells alone, and must not reveal the number of heroes by them.
    """
    free = free_ground(draft)
    far = free & away_from_arrival(draft)
    left = most_people(draft)
    for index in draft.rng("people").shuffled(range(len(draft.rooms))):
        room, rng = draft.rooms[index].room, draft.rng("people", index)
        drawn = _drawn(draft, folk[index], rng)
        peaceful = [kind for kind in drawn if kind.behaviour.peaceful]
        hostile = [kind for kind in drawn if not kind.behaviour.peaceful]
        came = _settle(draft, hostile, cells_on(far, room), rng) if len(hostile) <= left else []
        for cell in came:
            close(free, cell)
        _settle(draft, peaceful, cells_on(free, room), rng)
        left -= len(came)


def most_people(draft: Draft) -> int:
    """Return the number of people who are not peaceful that a floor may hold."""
    game = draft.game
    percent = game.ruleset.tree.types[draft.branch.type].monsters_percent
    total = headcount(game, 1, draft.layout.monsters, percent)
    return total * game.ruleset.extras.people // 100


def settle(draft: Draft, kind: MonsterKind, cell: Cell, *, asleep: bool) -> None:
    """Put a person on a cell, which can't change from then on."""
    draft.spawns.append(Spawn(kind, *cell, asleep=asleep))
    draft.taken.add(cell)


def _drawn(draft: Draft, folk: Iterable[Inhabitants], rng: Rng) -> list[MonsterKind]:
    """Draw the people of a room, as strong as the floor requires."""
    number = draft.branch.number
    return [
        draft.game.people[kind_id(each.person, number)]
        for each in folk
        for _ in range(rng.between(each.count.low, each.count.high))
    ]


def _settle(
    draft: Draft, kinds: Sequence[MonsterKind], cells: Sequence[Cell], rng: Rng
) -> list[Cell]:
    """Put people on cells drawn from `cells`, while there are cells; return those."""
    drawn = rng.sample(cells, len(kinds))
    for kind, cell in zip(kinds, drawn, strict=False):
        settle(draft, kind, cell, asleep=rng.percent(kind.behaviour.asleep))
    return drawn
