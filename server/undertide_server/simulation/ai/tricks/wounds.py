"""Tricks of wounded monsters and their kin: rage below half of their life, and mending (R2)."""

from undertide_server.simulation.ai.tricks.trick import Chances, TrickKind
from undertide_server.simulation.mechanics.bestiary import record_trick
from undertide_server.simulation.queries.grammar import mention_of, name_of, who
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.rows import MonsterRow
from undertide_shared.geometry import distance


def rage(chances: Chances) -> bool:
    """Become enraged, once and for good. It takes no time, so another trick can follow."""
    monster, percent = chances.monster, chances.tricks.enrages
    if not percent or chances.spent.enraged or monster.body.life * 2 >= monster.body.max_life:
        return False
    chances.spent.enraged = True
    attack = monster.attack
    attack.power = attack.power * (100 + percent) // 100
    record_trick(chances.run, chances.floor, monster, "enrages")
    text = f"{name_of(monster)} flies into a rage!"
    chances.run.emit(Seen(chances.floor.entity, who(monster), "bad", "", text))
    return False


MENDS = "mends"
REACH = 6
"""The range of mending in cells."""
REST = 3
"""Actions between two mendings: heroes who strike faster than that make progress."""


def mend(chances: Chances) -> bool:
    """Heal the nearby kin with the smallest share of its life left, if it has lost half."""
    percent = chances.tricks.mends
    if not percent or not chances.comes(MENDS, 100):
        return False
    hurt = [row for row in chances.floor.stirring if _is_hurt_kin(chances, row)]
    patient = min(hurt, key=lambda row: (_health(row), row.entity), default=None)
    if patient is None:
        return False
    body = patient.body
    body.life = min(body.max_life, body.life + max(1, body.max_life * percent // 100))
    text = f"The wounds of {mention_of(patient)} close."
    chances.run.emit(Seen(chances.floor.entity, who(patient), "bad", "", text))
    record_trick(chances.run, chances.floor, chances.monster, MENDS)
    chances.rest(MENDS, REST)
    chances.monster.spend_energy(chances.run.rules.costs.use)
    return True


def _is_hurt_kin(chances: Chances, row: MonsterRow) -> bool:
    """Return whether another monster is of the same family, near, and has lost half its life."""
    kinds, own = chances.run.kinds, chances.monster
    is_kin = kinds[row.monster.kind].family == kinds[own.monster.kind].family
    near = distance(row.cell, own.cell) <= REACH
    return is_kin and near and row is not own and row.body.life * 2 < row.body.max_life


def _health(row: MonsterRow) -> int:
    return row.body.life * 100 // row.body.max_life


RAGE = TrickKind(
    "enrages",
    lore=lambda _rules, tricks: f"Below half its life it strikes {tricks.enrages}% harder.",
    attempt=rage,
)
MEND = TrickKind(
    MENDS, lore=lambda _rules, _tricks: "It closes the wounds of its kin.", attempt=mend
)
