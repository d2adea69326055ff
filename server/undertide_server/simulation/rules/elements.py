"""R13: which damage brings which element to the ground."""

from collections.abc import Mapping

from undertide_server.content.records.terrain import Element
from undertide_server.content.schema.fields import DamageType

ELEMENT_OF: Mapping[DamageType, Element] = {"fire": "fire", "cold": "ice", "poison": "poison"}
