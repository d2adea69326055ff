"""R14: the differences of a run from others, drawn by its seed. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from undertide_server.content.records.changes import doubled, drawn_as, removed, with_changes
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.variety import Change, VarietyRules
from undertide_server.content.schema.errors import InvalidValueError
from undertide_server.content.schema.faults import Path
from undertide_server.content.schema.keys import leaves
from undertide_server.util.rng import Rng, derive

SEPARATOR = ", "
"""Text between the names of a subtitle. Four names of the greatest length take 118 characters."""


@dataclass(frozen=True, slots=True)
class Variety:
    """The draws of one run. They are the same for the same content and seed."""

    variables: Mapping[str, int]
    """The number drawn for each variable, by its key."""
    removed: tuple[str, ...]
    """Keys of themes that don't occur."""
    doubled: tuple[str, ...]
    """Keys of themes that are twice as common."""
    variations: tuple[str, ...]
    """Keys of variations. No two change the same value."""
    subtitle: str
    """Names of the variations for players. At most 120 characters; empty without variations."""


def draw_variety(ruleset: Ruleset, seed: bytes) -> Variety:
    """Return the draws for the run of a seed.

    A theme whose weight a drawn variation changes is neither removed nor doubled.
    """
    rules = ruleset.variety
    variables = {
        variable.key: derive(seed, "variable", variable.key).between(variable.low, variable.high)
        for variable in rules.variables
    }
    tuned = with_changes(ruleset, _drawn(rules, variables))
    variations = _draw_variations(tuned, derive(seed, "variations"))
    fewer, more = _draw_themes(ruleset, variations, derive(seed, "theme tweaks"))
    subtitle = SEPARATOR.join(rules.variations[key].name for key in variations)
    return Variety(variables, fewer, more, variations, subtitle)


def varied(ruleset: Ruleset, variety: Variety) -> Ruleset:
    """Return the content of a run: with variables changed first, then themes, then variations.

    Every changed record is validated again. It never fails for content that passed `content.checks`
    and draws of `draw_variety` from it.
    """
    return with_changes(ruleset, _changes(ruleset.variety, variety))


def _draw_variations(tuned: Ruleset, rng: Rng) -> tuple[str, ...]:
    """Draw variations that change different values and together leave all records valid."""
    rules = tuned.variety
    count = rng.between(rules.drawn.low, rules.drawn.high)
    is_gentle = tuned.house.gentle
    drawn: list[str] = []
    changed: set[Path] = set()
    for key in rng.shuffled(sorted(rules.variations)):
        if len(drawn) == count:
            break
        if is_gentle and rules.variations[key].harmful:
            continue
        values = _values_of(tuned, key)
        if changed.isdisjoint(values):
            try:
                tuned = with_changes(tuned, rules.variations[key].changes)
            except InvalidValueError:
                continue
            drawn.append(key)
            changed |= values
    return tuple(drawn)


def _values_of(ruleset: Ruleset, variation: str) -> set[Path]:
    """Return the paths of all values that a variation changes."""
    changes = ruleset.variety.variations[variation].changes
    return {path for change in changes for path in leaves(ruleset, change.key)}


def _draw_themes(
    ruleset: Ruleset, variations: Sequence[str], rng: Rng
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Draw the themes to remove, and those of the rest to double."""
    tweaks = ruleset.variety.themes
    spoken_for = {path for key in variations for path in _values_of(ruleset, key)}
    free = [
        key
        for key in sorted(ruleset.themes)
        if ruleset.themes[key].weight
        and key not in tweaks.kept
        and ("themes", key, "weight") not in spoken_for
    ]
    fewer = rng.sample(free, rng.between(tweaks.removed.low, tweaks.removed.high))
    rest = [key for key in free if key not in fewer]
    more = rng.sample(rest, rng.between(tweaks.doubled.low, tweaks.doubled.high))
    return tuple(fewer), tuple(more)


def _changes(rules: VarietyRules, variety: Variety) -> Iterator[Change]:
    """Yield all changes of a run, in order."""
    yield from _drawn(rules, variety.variables)
    yield from map(removed, variety.removed)
    yield from map(doubled, variety.doubled)
    for key in variety.variations:
        yield from rules.variations[key].changes


def _drawn(rules: VarietyRules, numbers: Mapping[str, int]) -> Iterator[Change]:
    """Yield the changes that the numbers drawn for the variables make."""
    for variable in rules.variables:
        yield drawn_as(variable, numbers[variable.key])
