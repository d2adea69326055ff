"""The party's knowledge of monsters it has met: it grows with the number that fell (R2)."""

from collections.abc import Callable

from undertide_server.simulation.state.run import Run
from undertide_server.views.creature_words import manner, resistances, tricks
from undertide_server.worldgen.creatures.people import kind_id
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_shared.messages import Bestiary, MetKind

Facts = Callable[[Run, MonsterKind], list[str]]
LEARNED: tuple[tuple[int, Facts], ...] = ((1, manner), (3, resistances), (10, tricks))
"""Facts about a kind, in order, each with the number of fallen monsters that reveals it."""


def bestiary(run: Run) -> Bestiary:
    """Return the kinds that the party has met, in order of meeting, with the known facts."""
    return Bestiary([_met(run, species, fell) for species, fell in run.progress.met.items()])


def _met(run: Run, species: str, fell: int) -> MetKind:
    """Return the known facts of a species, of which `fell` monsters have fallen.

    The kinds of a person on different floors differ only in strength, which the bestiary omits.
    """
    kind = run.kinds[species] if species in run.kinds else run.kinds[kind_id(species, 1)]
    return MetKind(
        name=kind.name,
        glyph=kind.glyph,
        colour=kind.colour,
        description=kind.description,
        fell=fell,
        facts=[fact for least, facts in LEARNED if fell >= least for fact in facts(run, kind)],
    )
