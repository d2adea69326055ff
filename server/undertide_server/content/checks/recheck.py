"""Checks of content after variety has changed it: drawn values obey the same checks (R14)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from undertide_server.content.checks.findings import Check, Finding
from undertide_server.content.checks.variety import drawable
from undertide_server.content.records.changes import doubled, drawn_as, with_changes
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.variety import Change
from undertide_server.content.schema.errors import (
    InvalidValueError,
    NoSuchValueError,
    UnfitChangeError,
)
from undertide_server.content.schema.faults import Path, dotted
from undertide_server.content.schema.keys import steps_of


@dataclass(frozen=True, slots=True)
class Recheck:
    """A search for faults in the content as it is played, after the stated content has passed.

    It tries all variables at their low ends, then all at their high ends, with every theme doubled.
    Then it tries any two variables at different ends, and every variation by itself, with the
    variables at either end. Each time, records must be valid and `checks` must find nothing.
    """

    checks: Sequence[Check]

    def __call__(self, ruleset: Ruleset) -> Iterator[Finding]:
        """Yield each fault, with the path of the variables or of the variation that cause it."""
        if any(_problems(self.checks, ruleset, set(Ruleset.model_fields))):
            return
        ends: list[Ruleset] = []
        for end in ("low", "high"):
            drawn = _drawn(ruleset, end)
            drawn += map(doubled, ruleset.themes if ruleset.variety.themes.doubled.high else ())
            played, problems = self._tried(ruleset, drawn)
            for problem in problems:
                yield ("variety", "variables"), f"with each at its `{end}`, {problem}"
            ends += [] if problems else [played]
        if len(ends) == 2:
            yield from self._mixed(ruleset)
            yield from dict.fromkeys(self._varied(ruleset, ends))

    def _mixed(self, ruleset: Ruleset) -> Iterator[Finding]:
        """Yield the faults that appear with one variable at its high end and all others low."""
        low, high = _drawn(ruleset, "low"), _drawn(ruleset, "high")
        for index, change in enumerate(high):
            changes = [*low[:index], change, *low[index + 1 :]]
            for problem in self._tried(ruleset, changes, [change])[1]:
                where: Path = ("variety", "variables", index, "high")
                yield where, f"with all others at their `low`, {problem}"

    def _varied(self, ruleset: Ruleset, ends: Iterable[Ruleset]) -> Iterator[Finding]:
        """Yield the faults of each variation, with the variables at either end."""
        for end in ends:
            for key, variation in drawable(ruleset).items():
                for problem in self._tried(end, variation.changes)[1]:
                    yield ("variety", "variations", key, "changes"), f"in play, {problem}"

    def _tried(
        self, ruleset: Ruleset, changes: Sequence[Change], judged: Sequence[Change] | None = None
    ) -> tuple[Ruleset, list[str]]:
        """Return the content after changes, and the faults in the catalogues that `judged` touches.

        All changes are judged if `judged` is None.
        """
        try:
            after = with_changes(ruleset, changes)
        except InvalidValueError as problem:
            return ruleset, [str(problem)]
        except (NoSuchValueError, UnfitChangeError):
            return ruleset, []  # reported where the key is stated
        touched = {str(steps_of(change.key)[0]) for change in judged or changes}
        return after, list(_problems(self.checks, after, touched))


def _drawn(ruleset: Ruleset, end: str) -> list[Change]:
    """Return the changes that the variables make at one end, in order."""
    return [drawn_as(each, getattr(each, end)) for each in ruleset.variety.variables]


def _problems(checks: Iterable[Check], ruleset: Ruleset, touched: set[str]) -> Iterator[str]:
    """Yield the findings of all checks that read one of the catalogues `touched`."""
    for check in checks:
        if not touched.isdisjoint(check.reads):
            for path, problem in check.find(ruleset):
                yield f"{dotted(path)}: {problem}"
