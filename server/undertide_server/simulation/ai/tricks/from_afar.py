"""Tricks from afar: a monster casts spells, or reaches a hero at once by a charge or magic (R2)."""

from undertide_server.content.records.abilities import Spell
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.tricks import SpellUse, Tricks
from undertide_server.simulation.actions.casting import cast_by_monster
from undertide_server.simulation.ai.tricks.trick import Chances, TrickKind
from undertide_server.simulation.mechanics.bestiary import SPELL, record_trick
from undertide_server.simulation.mechanics.ground import terrain_at
from undertide_server.simulation.queries.awareness import is_allowed
from undertide_server.simulation.queries.grammar import listed, name_of, who
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import DIRECTIONS
from undertide_shared.geometry import Cell, distance, sign


def cast(chances: Chances) -> bool:
    """Cast the first spell that is due and can be cast."""
    return any(_cast_one(chances, use) for use in chances.tricks.spells)


def _cast_one(chances: Chances, use: SpellUse) -> bool:
    """Cast a spell, if it is due and can be cast."""
    monster, key = chances.monster, f"spell {use.spell}"
    if monster.body.life * 100 > monster.body.max_life * use.below:
        return False
    if not chances.comes(key, use.percent):
        return False
    on_itself = is_for_friends(chances.run.rules.spells[use.spell])
    target = monster if on_itself else chances.target
    if not cast_by_monster(chances.run, chances.floor, monster, use.spell, target):
        return False
    record_trick(chances.run, chances.floor, monster, SPELL + use.spell)
    chances.rest(key, use.rest)
    return True


def is_for_friends(spell: Spell) -> bool:
    """Return whether a spell helps its target."""
    return getattr(spell.effect, "whom", "other") != "other"


RUSHES = "rushes"


def rush(chances: Chances) -> bool:
    """Charge at the target in a straight line, or appear beside it."""
    rush = chances.tricks.rushes
    monster, target = chances.monster, chances.target
    if rush is None or not 2 <= distance(monster.cell, target.cell) <= rush.reach:
        return False
    if not chances.comes(RUSHES, 100):
        return False
    cell = _landing(chances) if rush.blinks else _end_of_run(chances)
    if cell is None or not is_allowed(monster, cell):
        return False
    run, floor = chances.run, chances.floor
    verb = "is gone, and there again, beside" if rush.blinks else "charges at"
    text = f"{name_of(monster)} {verb} {target.actor.name}!"
    own = f"{name_of(monster)} {verb} you!"
    run.index.move(monster, cell)
    run.emit(Seen(floor.entity, who(target), "bad", own, text))
    record_trick(run, floor, monster, "blinks" if rush.blinks else RUSHES)
    chances.rest(RUSHES, rush.rest)
    monster.spend_energy(run.rules.costs.move)
    return True


def _landing(chances: Chances) -> Cell | None:
    """Return a free cell beside the target, or None without one or where magic doesn't work."""
    floor, (x, y) = chances.floor, chances.target.cell
    if terrain_at(chances.run, floor, chances.monster.cell).quells_magic:
        return None
    beside = [(x + dx, y + dy) for dx, dy in DIRECTIONS]
    free = [cell for cell in beside if _is_open(chances, cell)]
    return chances.rng.pick(free) if free else None


def _end_of_run(chances: Chances) -> Cell | None:
    """Return the last cell of a straight, open line to the target; None without such a line."""
    (x, y), goal = chances.monster.cell, chances.target.cell
    across, down = goal[0] - x, goal[1] - y
    if across and down and abs(across) != abs(down):
        return None
    dx, dy = sign(across), sign(down)
    steps = range(1, distance((x, y), goal))
    way = [(x + dx * step, y + dy * step) for step in steps]
    return way[-1] if all(_is_open(chances, cell) for cell in way) else None


def _is_open(chances: Chances, cell: Cell) -> bool:
    """Return whether a monster could rush over a cell: it is free, harmless and no door."""
    floor = chances.floor
    if not floor.is_inviting(cell):
        return False
    return not chances.run.game.terrain.opens_to[floor.state.tiles[cell[1], cell[0]]]


def _lore_of_spells(rules: Ruleset, tricks: Tricks) -> str:
    return f"It casts {listed([rules.spells[use.spell].name for use in tricks.spells])}."


def _lore_of_rushes(_rules: Ruleset, tricks: Tricks) -> str:
    if tricks.rushes is None:
        return ""
    how = "is suddenly beside you" if tricks.rushes.blinks else "charges"
    return f"It {how} from up to {tricks.rushes.reach} cells away."


CAST = TrickKind("spells", lore=_lore_of_spells, attempt=cast)
RUSH = TrickKind(RUSHES, lore=_lore_of_rushes, attempt=rush)
