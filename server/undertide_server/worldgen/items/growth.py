"""R8: artifacts and forged gear grow with the deepest floor of their bearer. Pure."""

from dataclasses import replace

from undertide_server.worldgen.items.catalogue import ItemCatalogue
from undertide_server.worldgen.items.figures import depth_made_on
from undertide_server.worldgen.items.keys import key_of


def grown(catalogue: ItemCatalogue, item: str, deepest: int) -> str:
    """Return the key that an item has once a hero carries it whose deepest floor is `deepest`.

    An artifact or a forged piece becomes as good as what is made on that floor, and never worse.
    Any other item keeps its key.
    """
    gear = catalogue.kind(item).gear
    depth = depth_made_on(catalogue.ruleset.gear, deepest)
    if gear is None or not gear.grows or gear.piece.depth >= depth:
        return item
    return key_of(replace(gear.piece, depth=depth))
