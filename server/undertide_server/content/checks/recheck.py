"""Faults that only variety brings about: what is drawn is checked as what is stated (R14)."""

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
    """Looks for faults in the content as it is played, once there are none in it as stated.

    Tried are the variables, all at their low ends and all at their high ends, with every theme that
    there is doubled; then any two of them at different ends; and every variation by itself, with
    the variables at either end. Then records must be valid and `checks` find nothing.
    """

    checks: Sequence[Check]

    def __call__(self, ruleset: Ruleset) -> Iterator[Finding]:
        """Yield what is wrong, found at the variables or the variations."""
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
        """Yield what is wrong where one variable is high, and so higher than any other."""
        low, high = _drawn(ruleset, "low"), _drawn(ruleset, "high")
        for index, change in enumerate(high):
            changes = [*low[:index], change, *low[index + 1 :]]
            for problem in self._tried(ruleset, changes, [change])[1]:
                where: Path = ("variety", "variables", index, "high")
                yield where, f"with all others at their `low`, {problem}"

    def _varied(self, ruleset: Ruleset, ends: Iterable[Ruleset]) -> Iterator[Finding]:
        """Yield what is wrong with each variation where the variables are at their ends."""
        for end in ends:
            for key, variation in drawable(ruleset).items():
                for problem in self._tried(end, variation.changes)[1]:
                    yield ("variety", "variations", key, "changes"), f"in play, {problem}"

    def _tried(
        self, ruleset: Ruleset, changes: Sequence[Change], judged: Sequence[Change] | None = None
    ) -> tuple[Ruleset, list[str]]:
        """Return the content after changes, and what is wrong with the catalogues of `judged`.

        These are all changes when absent.
        """
        try:
            after = with_changes(ruleset, changes)
        except InvalidValueError as problem:
            return ruleset, [str(problem)]
        except (NoSuchValueError, UnfitChangeError):
            return ruleset, []  # told where the key stands
        touched = {str(steps_of(change.key)[0]) for change in judged or changes}
        return after, list(_problems(self.checks, after, touched))


def _drawn(ruleset: Ruleset, end: str) -> list[Change]:
    """Return what the variables do at one end, in order."""
    return [drawn_as(each, getattr(each, end)) for each in ruleset.variety.variables]


def _problems(checks: Iterable[Check], ruleset: Ruleset, touched: set[str]) -> Iterator[str]:
    """Yield what those checks find that read one of the catalogues `touched`."""
    for check in checks:
        if not touched.isdisjoint(check.reads):
            for path, problem in check.find(ruleset):
                yield f"{dotted(path)}: {problem}"
