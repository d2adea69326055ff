"""Regeneration: actors regain life, and heroes regain mana."""

from undertide_server.simulation.components.heroes import Magic
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run


def regenerate(_run: Run, floor: FloorIndex) -> None:
    """Restore a tick's life and mana; then leave monsters at rest that need nothing more.

    A fallen hero regains no life.
    """
    for row in floor.restless():
        body = row.body
        if isinstance(row, HeroRow) and row.is_fallen:
            continue
        if body.life < body.max_life and body.regen:
            points, body.healed = divmod(body.healed + body.regen, 1000)
            body.life = min(body.max_life, body.life + points)
    for hero in floor.heroes.values():
        if hero.magic.mana < hero.magic.max_mana:
            _gather(hero.magic)
    floor.let_rest()


def _gather(magic: Magic) -> None:
    """Restore the mana of one tick."""
    points, magic.gathered = divmod(magic.gathered + magic.regen, 1000)
    magic.mana = min(magic.max_mana, magic.mana + points)
