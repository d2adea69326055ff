"""What views tell of statuses and spells."""

from undertide_server.content.records.effects import (
    Cure,
    Heal,
    Inflict,
    asks_for_cell,
    turns_on_others,
)
from undertide_server.content.schema.fields import Record
from undertide_server.simulation.state.rows import ActorRow, HeroRow
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import SpellInfo


def statuses_shown(run: Run, row: ActorRow) -> tuple[str, ...]:
    """Return what whoever sees an actor can see that it suffers or enjoys, in words."""
    remaining = row.effects.remaining
    if not remaining:
        return ()
    records = [run.rules.statuses[key] for key in sorted(remaining)]
    return tuple(record.adjective for record in records if record.shown)


def statuses_felt(run: Run, row: HeroRow) -> list[tuple[str, int]]:
    """Return what befalls a hero, as its own player knows it: in words, and the ticks left."""
    remaining = row.effects.remaining
    return [(run.rules.statuses[key].adjective, remaining[key]) for key in sorted(remaining)]


def spells_of(run: Run, row: HeroRow) -> list[SpellInfo]:
    """Return the spells that a hero knows, in the order in which it learned them."""
    return [_spell(run, key) for key in row.magic.spells]


def _spell(run: Run, key: str) -> SpellInfo:
    spell = run.rules.spells[key]
    aimed = asks_for_cell(spell.effect)
    return SpellInfo(
        spell=key,
        name=spell.name,
        glyph=spell.glyph,
        colour=spell.colour,
        description=spell.description,
        mana=spell.mana,
        target="cell" if aimed else "none",
        range=getattr(spell.effect, "range", 0),
        radius=getattr(spell.effect, "radius", 0),
        harms=turns_on_others(spell.effect),
        helps=_helps(spell.effect),
    )


def _helps(effect: Record) -> bool:
    """Whether a deed is for oneself or a friend."""
    return isinstance(effect, Heal | Cure | Inflict) and effect.whom != "other"
