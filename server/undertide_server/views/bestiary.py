"""The party's knowledge of monsters it has met: it grows with the number that fell (R2).

Sentences about a kind are made from its stats and behaviour.
"""

from collections.abc import Callable, Iterator

from undertide_server.content.schema.fields import DAMAGE_TYPES
from undertide_server.simulation.queries.grammar import listed
from undertide_server.simulation.rules.damage import IMMUNE
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.creatures.people import kind_id
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_shared.messages import Bestiary, MetKind


def manner(run: Run, kind: MonsterKind) -> list[str]:
    """Return sentences about its speed, its attacks and its habits."""
    return [_speed(run, kind), _strikes(kind), *_habits(kind)]


def resistances(_run: Run, kind: MonsterKind) -> list[str]:
    """Return sentences about the damage types that harm it less, not at all, or more."""
    by_type = list(zip(DAMAGE_TYPES, kind.resistances, strict=True))
    told = [
        ("It is hurt more by", [name for name, points in by_type if points < 0]),
        ("It resists", [name for name, points in by_type if 0 < points < IMMUNE]),
        ("Nothing is done to it by", [name for name, points in by_type if points == IMMUNE]),
        ("It is healed by", [name for name, points in by_type if points > IMMUNE]),
    ]
    facts = [f"{words} {listed(names)}." for words, names in told if names]
    if kind.absorb:
        facts.append("Its hide takes the edge off every hit.")
    if dict(kind.mods).get("regen", 0) > 0:
        facts.append("Its wounds close while you watch.")
    return facts or ["Nothing does it more harm than anything else, or less."]


def tricks(run: Run, kind: MonsterKind) -> list[str]:
    """Return sentences about its special abilities."""
    return list(run.tricks.lore_of(run.rules, kind.behaviour.tricks)) or ["It knows no tricks."]


def _speed(run: Run, kind: MonsterKind) -> str:
    normal = run.rules.heroes.speed
    if kind.speed == normal:
        return "It is as fast as you."
    return "It is faster than you." if kind.speed > normal else "It is slower than you."


def _strikes(kind: MonsterKind) -> str:
    extra = [name for name, _ in kind.extra_attacks]
    besides = f", with {listed(extra)} besides" if extra else ""
    reach = kind.behaviour.shoots
    how = f"It shoots up to {reach} cells far" if reach else "It strikes what is next to it"
    return f"{how}{besides}."


def _habits(kind: MonsterKind) -> Iterator[str]:
    behaviour = kind.behaviour
    if behaviour.peaceful:
        yield "It is nobody's enemy until it is hurt."
    if behaviour.lurks:
        yield "It lies in wait unseen until you stand next to it."
    if behaviour.guards:
        yield f"It goes no further than {behaviour.guards} cells from its post."
    if behaviour.pack:
        yield "Its kin wakes when it takes notice of you."
    if behaviour.flees_below:
        yield "It runs when it is badly hurt."
    if behaviour.keeps_distance:
        yield "It steps back from whoever comes near."
    if behaviour.rises:
        yield "It gets up once more after it fell."


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
