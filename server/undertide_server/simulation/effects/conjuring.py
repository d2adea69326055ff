"""Deeds that change where one is, what one knows, and who is there (R8)."""

import numpy as np

from undertide_server.content.records.effects import Blink, Light, Summon
from undertide_server.content.records.items import Teach
from undertide_server.simulation.components.fixtures import Risen
from undertide_server.simulation.components.floors import Cell
from undertide_server.simulation.components.monsters import Mind
from undertide_server.simulation.effects.context import Attempt, Deed, aimed_at, others_in_view
from undertide_server.simulation.mechanics.combat import who
from undertide_server.simulation.mechanics.footing import nearest_ground
from undertide_server.simulation.mechanics.spawning import spawn_monster
from undertide_server.simulation.mechanics.statuses import inflict
from undertide_server.simulation.mechanics.traps import spring
from undertide_server.simulation.queries.geometry import distance
from undertide_server.simulation.queries.grammar import a, name_of
from undertide_server.simulation.queries.relations import SUMMONED
from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.state.errors import CannotDo
from undertide_server.simulation.state.events import Seen, Told
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.worldgen.creatures.people import kind_id

NEAR = 2
"""Cells from whoever calls somebody within which they come."""
SUMMONED_EXPERIENCE = 0
"""What killing somebody pays that a hero called."""


def blink(attempt: Attempt, effect: Blink) -> Deed:
    """Take oneself to the target cell; what is armed there goes off."""
    cell, row, place = aimed_at(attempt, effect.range), attempt.row, attempt.place
    if not place.can_walk(cell) or cell in _taken(attempt):
        raise CannotDo("there is no room for you")

    def deed() -> None:
        run = attempt.run
        others = f"{name_of(row)} is gone with a snap."
        run.tell(Seen(place.entity, who(row), "info", "", others))
        run.places.move(row, nearest_ground(place, cell) or row.cell)
        _forget_way(row)
        own, others = "You are elsewhere.", f"{name_of(row)} is there with a snap."
        run.tell(Seen(place.entity, who(row), "info", own, others))
        if isinstance(row, HeroRow):
            spring(run, place, row)

    return deed


def light(attempt: Attempt, effect: Light) -> Deed:
    """Show a hero the ground around it."""
    row, place = attempt.row, attempt.place
    if not isinstance(row, HeroRow):
        raise CannotDo("only heroes need light")
    hero = row

    def deed() -> None:
        (x, y), radius = hero.cell, effect.radius
        lit = np.s_[max(0, y - radius) : y + radius + 1, max(0, x - radius) : x + radius + 1]
        memory_of(place, hero).tiles[lit] = place.floor.tiles[lit]
        place.looks += 1
        hero.looks = place.looks
        own, others = "Light runs through the walls.", f"{hero.actor.name} shines for a moment."
        attempt.run.tell(Seen(place.entity, who(hero), "good", own, others))

    return deed


def summon(attempt: Attempt, effect: Summon) -> Deed:
    """Call those who fight for the party for a time; as many come as have room."""
    free = _cells_for(attempt)
    if not free:
        raise CannotDo("there is no room for anybody")

    def deed() -> None:
        cells = [cell for cell in free if attempt.place.is_free(cell)]
        for cell in cells[: effect.count]:
            _call(attempt, effect, cell)

    return deed


def teach(attempt: Attempt, effect: Teach) -> Deed:
    """Teach a hero a spell."""
    row, run = attempt.row, attempt.run
    spell = run.rules.spells[effect.spell]
    if not isinstance(row, HeroRow):
        raise CannotDo("only heroes can read")
    magic, entity = row.magic, row.entity
    if effect.spell in magic.spells:
        raise CannotDo(f"you know {spell.name} already")

    def deed() -> None:
        magic.spells.append(effect.spell)
        run.tell(Told(entity, "good", f"You have learned {spell.name}."))

    return deed


def _taken(attempt: Attempt) -> set[Cell]:
    """Return where the doer sees somebody stand, itself included."""
    return {attempt.row.cell, *(other.cell for other in others_in_view(attempt))}


def _cells_for(attempt: Attempt) -> list[Cell]:
    """Return the cells around that look free to a hero and harmless, the nearest first."""
    place, row, taken = attempt.place, attempt.row, _taken(attempt)
    if not isinstance(row, HeroRow):
        raise CannotDo("only heroes are answered")
    (x, y), near = row.cell, range(-NEAR, NEAR + 1)
    cells = [(x + dx, y + dy) for dy in near for dx in near]
    cells = [cell for cell in cells if place.can_walk(cell) and cell not in taken]
    seen = [(cx, cy) for cx, cy in cells if row.mask[cy, cx] and not place.shunned[cy, cx]]
    return sorted(seen, key=lambda cell: distance(cell, (x, y)))


def _call(attempt: Attempt, effect: Summon, cell: Cell) -> None:
    """Bring one ally, if the floor may hold another monster."""
    run, place = attempt.run, attempt.place
    if len(place.monsters) >= run.rules.population.most_alive:
        return
    kind = run.kinds[kind_id(effect.person, place.floor.number)]
    entity = spawn_monster(run, place, kind, cell, Mind("idle"), SUMMONED_EXPERIENCE)
    run.world.add(entity, Risen())  # Those that rise would rise as enemies.
    ally = place.monsters[entity]
    inflict(run, place, ally, SUMMONED, effect.ticks)
    text = f"{a(kind.name).capitalize()} comes to the aid of {attempt.row.actor.name}."
    run.tell(Seen(place.entity, who(ally), "good", "", text))


def _forget_way(row: HeroRow | MonsterRow | object) -> None:
    """Drop the path of somebody who is no longer where it began."""
    if isinstance(row, HeroRow):
        row.errand.activity = "none"
        row.errand.path.clear()
    elif isinstance(row, MonsterRow):
        row.mind.path.clear()
