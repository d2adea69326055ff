"""The spells of the followed hero, as its player sees them."""

from undertide_server.content.records.effects import (
    Cure,
    Heal,
    Inflict,
)
from undertide_server.content.schema.fields import Record
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run
from undertide_server.views.effect_figures import spell_figures
from undertide_server.views.magic import effects_of, radius_of
from undertide_shared.messages import SpellInfo


def spells_of(run: Run, row: HeroRow) -> list[SpellInfo]:
    """Return the spells that a hero knows, in the order of learning."""
    return [_spell(run, key) for key in row.magic.spells]


def _spell(run: Run, key: str) -> SpellInfo:
    spell = run.rules.spells[key]
    aimed = spell.effect.is_aimed
    return SpellInfo(
        spell=key,
        name=spell.name,
        glyph=spell.glyph,
        colour=spell.colour,
        description=spell.description,
        mana=spell.mana,
        target="cell" if aimed else "none",
        range=getattr(spell.effect, "range", 0),
        radius=radius_of(run, spell.effect),
        harms=spell.effect.is_hostile,
        helps=_helps(spell.effect),
        does=[*effects_of(run, spell.effect)],
        effects=spell_figures(run.rules, spell),
    )


def _helps(effect: Record) -> bool:
    """Return whether a spell's effect is for the caster or a friend."""
    return isinstance(effect, Heal | Cure | Inflict) and effect.whom != "other"
