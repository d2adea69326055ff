"""R13: the element that each type of damage brings to the ground."""

from collections.abc import Mapping

from undertide_server.content.records.terrain import Element
from undertide_server.content.schema.fields import DamageType

ELEMENT_OF: Mapping[DamageType, Element] = {"fire": "fire", "cold": "ice", "poison": "poison"}
