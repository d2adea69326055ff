"""Spells: some monsters cast them at the heroes whom they hunt, or on themselves."""

from undertide_server.content.records.abilities import Spell
from undertide_server.content.records.tricks import SpellUse
from undertide_server.simulation.actions.casting import cast_by_monster
from undertide_server.simulation.ai.tricks.chances import Chances
from undertide_server.simulation.mechanics.bestiary import SPELL, record_trick


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
