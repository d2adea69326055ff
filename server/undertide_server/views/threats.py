"""What the monsters in a hero's sight mean to it: the figures by which its player decides.

They follow from the figures of both at full life, so they stay the same while blows are exchanged.
Only tricks that the party saw are told.
"""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from undertide_server.simulation.mechanics.bestiary import SPELL
from undertide_server.simulation.queries.dangers import danger_of, fighter_of
from undertide_server.simulation.rules.duels import cost_of_duel, mean_damage, share_taken
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.creatures.people import species_of
from undertide_shared.messages import Threat

Basis = tuple[object, ...]
"""The facts that a threat is worked out from, cheap to make and to compare."""


class KnownThreat(NamedTuple):
    """A threat, with the facts that it was worked out from. It has no wire id yet."""

    basis: Basis
    threat: Threat


class Threats(NamedTuple):
    """The threats to a hero on one floor, by the monster's entity."""

    hero: Basis
    told: Mapping[int, KnownThreat]


NO_THREATS: Final = Threats((), {})


def threats_of(
    run: Run,
    floor: FloorIndex,
    row: HeroRow,
    in_view: Iterable[int],
    before: Threats = NO_THREATS,
) -> Threats:
    """Return the threats to a hero of the actors in its view; heroes among them are none.

    Unchanged threats are the same objects as before; if all are, so is the whole.
    """
    if floor.monsters.keys().isdisjoint(in_view):
        return NO_THREATS
    hero = _basis(row)
    known = before.told if before.hero == hero else {}
    told: dict[int, KnownThreat] = {}
    for entity in in_view:
        monster = floor.monsters.get(entity)
        if monster is None:
            continue
        seen = _tricks_seen(run, monster)
        basis = (monster.monster.kind, len(seen), *_basis(monster))
        then = known.get(entity)
        if then is None or then.basis != basis:
            then = KnownThreat(basis, _threat(run, row, monster, seen))
        told[entity] = then
    return before if before.hero == hero and before.told == told else Threats(hero, told)


def _basis(row: ActorRow) -> Basis:
    """Return the changeable figures of an actor that `fighter_of` reads."""
    attack, body = row.attack, row.body
    return (
        attack.power,
        attack.tenths,
        attack.extra,
        attack.range,
        body.max_life,
        body.absorb,
        body.absorb_tenths,
        row.actor.speed,
        row.resistance.counted,
        tuple(row.effects.remaining),
    )


def _threat(run: Run, row: HeroRow, monster: MonsterRow, seen: list[str]) -> Threat:
    """Return what a monster means to a hero, without an id."""
    hero, foe = fighter_of(run, row), fighter_of(run, monster)
    rules = run.rules.damage
    costs = cost_of_duel(hero, foe, rules)
    rank, danger = _danger(run, costs)
    return Threat(
        0,
        deals=mean_damage(foe.blow, hero.defence, rules),
        takes=share_taken(mean_damage(hero.blow, foe.defence, rules), foe.life),
        reach=monster.behaviour.shoots or 1,
        danger=danger,
        rank=rank,
        costs=min(100, costs),
        tricks=[trick for trick in seen if not trick.startswith(SPELL)],
        spells=[
            run.rules.spells[trick.removeprefix(SPELL)].name
            for trick in seen
            if trick.startswith(SPELL)
        ],
    )


def _danger(run: Run, percent: int) -> tuple[int, str]:
    """Return the rank, from 0, and the word of the danger of a duel that costs so much."""
    rules = run.rules.monsters
    danger = danger_of(rules, percent)
    return (rules.dangers.index(danger), danger.name) if danger else (0, "")


def _tricks_seen(run: Run, monster: MonsterRow) -> list[str]:
    """Return the tricks that the party saw a monster's species use."""
    if not run.progress.tricks:
        return []
    return run.progress.tricks.get(species_of(monster.monster.kind), [])
