"""What items do when they are drunk, read or crushed (R8)."""

from collections.abc import Callable
from typing import Any

from undertide_server.content.items import (
    Coin,
    Confuse,
    Fireball,
    Heal,
    Hearten,
    ItemEffect,
    Keepsake,
    Lightning,
)
from undertide_server.simulation.components.actors import Attack
from undertide_server.simulation.components.floors import Cell
from undertide_server.simulation.events import Seen
from undertide_server.simulation.floor_place import FloorPlace
from undertide_server.simulation.grammar import name_of
from undertide_server.simulation.rows import ActorRow, HeroRow, MonsterRow
from undertide_server.simulation.rules.damage import spread_of
from undertide_server.simulation.rules.elements import ELEMENT_OF
from undertide_server.simulation.run import Run
from undertide_server.simulation.systems.combat import set_full_life, who, wound
from undertide_server.simulation.systems.ground import is_asleep, terrain_at
from undertide_server.simulation.systems.living import reach
from undertide_server.simulation.systems.noticing import distance
from undertide_server.simulation.systems.peace import is_peaceful
from undertide_server.simulation.systems.refusal import CannotDo
from undertide_server.simulation.systems.sight import monsters_in_view

Deed = Callable[[], None]
SCROLLS = (Confuse, Lightning, Fireball)
"""Effects that are magic, and are turned on others."""


def deed_of(
    run: Run, place: FloorPlace, row: HeroRow, effect: ItemEffect, target: Cell | None
) -> Deed:
    """Return what using an item does, checked so that it can't fail any more.

    Raises CannotDo when it would do nothing.
    """
    if isinstance(effect, SCROLLS) and terrain_at(run, place, row.cell).quells_magic:
        raise CannotDo("the air here swallows the words")
    return DEEDS[type(effect)](run, place, row, effect, target)


def _nothing(
    _run: Run, _place: FloorPlace, _row: HeroRow, _effect: Coin | Keepsake, _target: Cell | None
) -> Deed:
    raise CannotDo("it does nothing by itself")


def _hearten(
    run: Run, place: FloorPlace, row: HeroRow, effect: Hearten, _target: Cell | None
) -> Deed:
    added = max(effect.least, row.body.max_life * effect.percent // 100)

    def deed() -> None:
        row.hero.hearts += added
        set_full_life(run, row, row.body.max_life + added)
        own = f"Your heart grows: {added} life more, for good."
        others = f"{row.actor.name} stands taller."
        run.tell(Seen(place.entity, who(row), "good", own, others))

    return deed


def _heal(run: Run, place: FloorPlace, row: HeroRow, effect: Heal, _target: Cell | None) -> Deed:
    missing = row.body.max_life - row.body.life
    if missing == 0:
        raise CannotDo("you are already in full health")
    healed = min(missing, max(effect.least, row.body.max_life * effect.percent // 100))

    def deed() -> None:
        row.body.life += healed
        own = f"Your wounds close: {healed} life."
        others = f"{row.actor.name} drinks and looks better."
        run.tell(Seen(place.entity, who(row), "good", own, others))

    return deed


def _confuse(
    run: Run, place: FloorPlace, row: HeroRow, effect: Confuse, target: Cell | None
) -> Deed:
    victim = place.blockers.get(_seen_cell(place, row, target))
    if victim is None or victim is row:
        raise CannotDo("there is nobody to confuse")

    def deed() -> None:
        victim.effects.remaining["confused"] = effect.ticks
        place.stir(victim)
        if isinstance(victim, HeroRow):
            victim.errand.activity = "none"
        text = f"{name_of(victim)} looks confused."
        run.tell(Seen(place.entity, who(victim), "combat", "You are confused!", text))

    return deed


def _lightning(
    run: Run, place: FloorPlace, row: HeroRow, effect: Lightning, _target: Cell | None
) -> Deed:
    near = [
        monster
        for monster in monsters_in_view(place, row)
        if distance(monster.cell, row.cell) <= effect.range and not is_peaceful(run, monster)
    ]
    if not near:
        raise CannotDo("no monster is near enough to strike")
    victim = min(near, key=lambda monster: (distance(monster.cell, row.cell), monster.entity))

    def deed() -> None:
        text = f"A bolt of lightning strikes the {victim.actor.name}!"
        run.tell(Seen(place.entity, who(victim), "combat", text, text))
        _blast(run, place, row, victim, effect)

    return deed


def _fireball(
    run: Run, place: FloorPlace, row: HeroRow, effect: Fireball, target: Cell | None
) -> Deed:
    centre = _seen_cell(place, row, target)
    struck = [
        actor
        for actor in _actors(place)
        if distance(actor.cell, centre) <= effect.radius and not is_asleep(actor)
    ]
    # Refused by what the reader sees alone: else it would tell who hides behind a wall.
    if not any(row.mask[actor.position.y, actor.position.x] for actor in struck):
        raise CannotDo("you see nobody there to burn")

    def deed() -> None:
        text = "A ball of fire roars across the floor!"
        run.tell(Seen(place.entity, who(row), "combat", text, text))
        for actor in struck:
            _blast(run, place, row, actor, effect)
        element = ELEMENT_OF.get(effect.damage)
        if element is not None:
            reach(run, place, _around(centre, effect.radius), element)

    return deed


def _around(centre: Cell, radius: int) -> list[Cell]:
    """Return the cells within `radius` of one, row after row; some may lie off the floor."""
    spread = range(-radius, radius + 1)
    return [(centre[0] + dx, centre[1] + dy) for dy in spread for dx in spread]


def _blast(
    run: Run, place: FloorPlace, row: HeroRow, victim: ActorRow, effect: Lightning | Fireball
) -> None:
    """Hit with a scroll: a share of the reader's attack, so that scrolls stay worth reading."""
    attack = run.world.get(row.entity, Attack)
    roll = run.chance(place, "scroll", victim.entity).below(101)
    damage = spread_of(attack.power * effect.power // 100, attack.spread, roll)
    wound(run, place, row, victim, [(damage, effect.damage)], missile=True)


def _seen_cell(place: FloorPlace, row: HeroRow, target: Cell | None) -> Cell:
    if target is None:
        raise CannotDo("it needs a target")
    x, y = target
    if not (0 <= x < place.width and 0 <= y < place.height) or not row.mask[y, x]:
        raise CannotDo("you can't see that place")
    return target


def _actors(place: FloorPlace) -> list[HeroRow | MonsterRow]:
    return [*place.heroes.values(), *place.monsters.values()]


DEEDS: dict[type, Callable[[Run, FloorPlace, HeroRow, Any, Cell | None], Deed]] = {
    Heal: _heal,
    Confuse: _confuse,
    Lightning: _lightning,
    Fireball: _fireball,
    Hearten: _hearten,
    Coin: _nothing,
    Keepsake: _nothing,
}
"""Checks of what using an item would do, by its effect; each returns what then can't fail."""
