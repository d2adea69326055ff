"""R14: what makes a run unlike the last, as the seed draws it. Pure."""

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
"""Between the names of a subtitle. Four names of the longest and these have 118 characters."""


@dataclass(frozen=True, slots=True)
class Variety:
    """What one run draws. The same for the same content and seed."""

    variables: Mapping[str, int]
    """The number drawn for each variable, by its key."""
    removed: tuple[str, ...]
    """Keys of themes that don't occur."""
    doubled: tuple[str, ...]
    """Keys of themes that are twice as common."""
    variations: tuple[str, ...]
    """Keys of variations. No two change the same value."""
    subtitle: str
    """Their names: what players are told. At most 120 characters; empty without any."""


def draw_variety(ruleset: Ruleset, seed: bytes) -> Variety:
    """Return what the run of a seed draws.

    Themes whose weight is a drawn variation's to say are neither removed nor doubled.
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
    """Return the content that a run plays by: variables first, then themes, then variations.

    Every record that is changed is validated again. It never fails for content that passed the
    checks of `content.checks` and what `draw_variety` drew of it.
    """
    return with_changes(ruleset, _changes(ruleset.variety, variety))


def _draw_variations(tuned: Ruleset, rng: Rng) -> tuple[str, ...]:
    """Draw variations that change no value in common, and that records can bear together."""
    rules = tuned.variety
    count = rng.between(rules.drawn.low, rules.drawn.high)
    drawn: list[str] = []
    changed: set[Path] = set()
    for key in rng.shuffled(sorted(rules.variations)):
        if len(drawn) == count:
            break
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
    """Draw which themes are removed, and which of the rest are doubled."""
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
    """Yield all that a run changes, in order."""
    yield from _drawn(rules, variety.variables)
    yield from map(removed, variety.removed)
    yield from map(doubled, variety.doubled)
    for key in variety.variations:
        yield from rules.variations[key].changes


def _drawn(rules: VarietyRules, numbers: Mapping[str, int]) -> Iterator[Change]:
    """Yield what the numbers drawn for the variables do."""
    for variable in rules.variables:
        yield drawn_as(variable, numbers[variable.key])
