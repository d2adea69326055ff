"""R8: breaking gear into essences, forging a plain piece with them, and a piece's growth. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from undertide_server.content.records.gear import Affix
from undertide_server.content.records.gearing import (
    LimitBrokenError,
    highest_level,
    hold_limits,
    levels_of,
    resistance_of,
)
from undertide_server.content.schema.fields import row_at
from undertide_server.worldgen.items.catalogue import Foretold, GearFigures, ItemCatalogue
from undertide_server.worldgen.items.errors import CannotForgeError
from undertide_server.worldgen.items.figures import depth_made_on, figures_of, worth_at
from undertide_server.worldgen.items.keys import Piece, essence_key, key_of

MOST_FORETOLD = 4096
"""Most cached entries of a game, more than eight full packs on two floors need."""


def essences_in(gear: GearFigures) -> dict[str, int]:
    """Return the items that gear breaks into, and the number of each: one for each level."""
    return {essence_key(affix): level for affix, level in gear.affixes}


def forged(
    catalogue: ItemCatalogue, gear: GearFigures, essences: Mapping[str, int], depth: int
) -> Piece:
    """Return the piece that a forge on a floor of this number makes of a plain piece of gear.

    `essences` holds the number of essences by affix. Raises CannotForgeError.
    """
    if gear.artifact or gear.affixes:
        raise CannotForgeError("only plain gear can be forged; break this piece down first")
    if not essences:
        raise CannotForgeError("choose at least one essence")
    records = catalogue.ruleset.affixes
    affixes = [(records[key], _level(catalogue, records[key], essences[key], depth))
               for key in sorted(essences)]  # fmt: skip
    for affix, _ in affixes:
        if gear.sort not in affix.sorts:
            raise CannotForgeError(f"{affix.essence} doesn't fit this gear")
    _hold_bounds(catalogue, affixes, depth)
    stats = levels_of(catalogue.ruleset.gear.bases[gear.base].stats, affixes)
    try:
        hold_limits(gear.sort, stats)
    except LimitBrokenError as broken:
        raise CannotForgeError(str(broken)) from broken
    _hold_resistance(catalogue, resistance_of(stats), depth)
    levels = (level for _, level in affixes)
    made_for = depth_made_on(catalogue.ruleset.gear, depth)
    return Piece(
        gear.base, made_for, tuple(zip(sorted(essences), levels, strict=True)), forged=True
    )


def foretold(catalogue: ItemCatalogue, gear: GearFigures, affix: str, depth: int) -> Foretold:
    """Return the figures that a forge on floor `depth` would give gear with one affix alone.

    Levels go up to the first that the forge refuses. The results are cached, because packs are
    often shown and the results follow from a plain piece's base.
    """
    if gear.artifact or gear.affixes:
        return ()
    key, kept = (gear.base, affix, depth), catalogue.foretold
    if key not in kept:
        if len(kept) >= MOST_FORETOLD:
            kept.clear()
        kept[key] = _foretell(catalogue, gear, affix, depth)
    return kept[key]


def _foretell(catalogue: ItemCatalogue, gear: GearFigures, affix: str, depth: int) -> Foretold:
    levels = list(_forgeable(catalogue, gear, affix, depth))
    plain = Piece(gear.base, depth_made_on(catalogue.ruleset.gear, depth))
    pieces = [plain, *levels] if levels else []
    return tuple(tuple(_figures(catalogue, piece).items()) for piece in pieces)


def _forgeable(
    catalogue: ItemCatalogue, gear: GearFigures, affix: str, depth: int
) -> Iterator[Piece]:
    """Yield the pieces that a forge makes of gear with one affix, by level, until it refuses."""
    for cost in catalogue.ruleset.crafting.costs:
        try:
            yield forged(catalogue, gear, {affix: cost}, depth)
        except CannotForgeError:
            return


def _figures(catalogue: ItemCatalogue, piece: Piece) -> dict[str, int]:
    """Return the figures of a piece that may never be made, so that no catalogue need keep it."""
    rules = catalogue.ruleset
    affixes = [(rules.affixes[key], level) for key, level in piece.affixes]
    levels = levels_of(rules.gear.bases[piece.base].stats, affixes)
    return figures_of(levels, rules.gear.stats, worth_at(catalogue.curve, piece.depth))


def _level(catalogue: ItemCatalogue, affix: Affix, count: int, depth: int) -> int:
    """Return the level for a number of essences. Raises CannotForgeError if they give none."""
    rules = catalogue.ruleset.crafting
    highest = highest_level(affix, depth + rules.ahead)
    if not highest:
        raise CannotForgeError(f"forges on this floor can't use {affix.essence}; go deeper")
    costs = rules.costs[:highest]
    if count not in costs:
        raise CannotForgeError(f"use {_listed(costs)} of {affix.essence} here")
    return costs.index(count) + 1


def _hold_bounds(catalogue: ItemCatalogue, affixes: list[tuple[Affix, int]], depth: int) -> None:
    """Raise CannotForgeError if a piece would exceed the artifacts of its depth."""
    rules = catalogue.ruleset.crafting
    most = row_at(rules.most_affixes, depth)
    if len(affixes) > most:
        raise CannotForgeError(f"a piece made here holds at most {most} affixes")
    most = row_at(rules.most_levels, depth)
    if sum(level for _, level in affixes) > most:
        raise CannotForgeError(f"a piece made here holds at most {most} levels")


def _hold_resistance(catalogue: ItemCatalogue, resistance: int, depth: int) -> None:
    """Raise CannotForgeError if a piece would resist more in all than a forge there can give."""
    most = row_at(catalogue.ruleset.crafting.most_resistance, depth)
    if resistance > most:
        raise CannotForgeError(f"here a piece holds {most} resistance in all at the most")


def _listed(numbers: Iterable[int]) -> str:
    *first, last = map(str, numbers)
    return f"{', '.join(first)} or {last}" if first else last


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
