"""Floor types as pictures and tables of the run tree show them."""

from collections.abc import Collection
from typing import TypedDict

from undertide_server.content.records.tree import TreeRules
from undertide_server.inspection.colours import hex_of


class TypeData(TypedDict):
    """The look of a floor type; `colour` is "#rrggbb"."""

    name: str
    glyph: str
    colour: str


def types_data(tree: TreeRules, keys: Collection[str]) -> dict[str, TypeData]:
    """Return the types of these keys, in the order of the content."""
    return {
        key: {"name": kind.name, "glyph": kind.glyph, "colour": hex_of(kind.colour)}
        for key, kind in tree.types.items()
        if key in keys
    }
