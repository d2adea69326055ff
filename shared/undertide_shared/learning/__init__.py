"""A hero's knowledge as arrays, and its actions as numbers: for programs that learn to play.

They are made from whatever knows what a hero's player knows: a headless run, or a client's mirror.
So what was learned without a server plays on one.
"""

from undertide_shared.known_world import KnownWorld
from undertide_shared.learning.actions import ACTIONS, ActionList, IllegalActionError
from undertide_shared.learning.arrays import (
    ABILITY_FIELDS,
    ACTORS,
    EFFECTS,
    FIGURES,
    ITEMS,
    MAP_PARTS,
    MARKS,
    MOODS,
    OUTCOMES,
    PACK_FIELDS,
    PARTS,
    PARTY_FIELDS,
    SLOTS,
    SPELL_FIELDS,
    Observer,
    PartSpace,
)

__all__ = ["ACTIONS", "ActionList", "IllegalActionError", "KnownWorld"]
__all__ += ["MAP_PARTS", "PARTS", "Observer", "PartSpace"]
__all__ += ["ABILITY_FIELDS", "FIGURES", "PACK_FIELDS", "PARTY_FIELDS", "SPELL_FIELDS"]
__all__ += ["ACTORS", "EFFECTS", "ITEMS", "MARKS", "MOODS", "OUTCOMES", "SLOTS"]
