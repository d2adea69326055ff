"""The data of `inspect tree`, and the floor types that tables of the tree show."""

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


class BranchData(TypedDict):
    """A branch. `type` is a key of `types`, `sibling` counts from 0, `parent` is None at the root.

    `floors_passed` is the number of floors with monsters above: a hero passes them on its way.
    `amulets` are names of items. `origin` is [column, row]: the row is the depth, and the column
    counts from 0 among the 3 ** depth branches that a row can have.
    """

    id: str
    parent: str | None
    depth: int
    type: str
    sibling: int
    floors_passed: int
    name: str
    amulets: list[str]
    origin: list[int]


class TreeData(TypedDict):
    """The run tree of one game, depth by depth from the root, siblings in order.

    `cut` says whether the tree has more branches down to that depth than `branches`.
    """

    branches: list[BranchData]
    types: dict[str, TypeData]
    cut: bool
