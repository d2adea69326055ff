"""The things that a floor holds for its lesson."""

from collections.abc import Iterator

from undertide_server.content.records.lessons import Lesson
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.ground import cells_on, close, free_ground
from undertide_server.worldgen.draft.plan import Loot
from undertide_server.worldgen.items.keys import Piece, essence_key, key_of


def place_lesson(draft: Draft) -> None:
    """Lay the things of a floor's lesson on free cells of its rooms, the arrival's room last.

    They are the same for any number of heroes.
    """
    lesson = draft.game.ruleset.lessons.of(draft.branch.number)
    if lesson is None:
        return
    rng, ground = draft.rng("lesson"), free_ground(draft)
    for item, count in _things(lesson, draft.branch.number):
        homes = [each.room for each in draft.rooms if cells_on(ground, each.room)]
        if homes:
            cell = rng.pick(cells_on(ground, rng.pick(homes[1:] or homes)))
            draft.loot.append(Loot(item, count, *cell))
            close(ground, cell)


def _things(lesson: Lesson, number: int) -> Iterator[tuple[str, int]]:
    """Yield the key and the count of each thing of a lesson on a floor of this number."""
    yield from lesson.items.items()
    yield from ((essence_key(affix), count) for affix, count in lesson.essences.items())
    for piece in lesson.gear:
        yield key_of(Piece(piece.base, number, tuple(sorted(piece.affixes.items())))), 1
