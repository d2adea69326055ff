"""R13: which damage brings which element to the ground."""

from collections.abc import Mapping

from undertide_server.content.fields import DamageType
from undertide_server.content.terrain import Element

ELEMENT_OF: Mapping[DamageType, Element] = {"fire": "fire", "cold": "ice", "poison": "poison"}
