"""What players were shown and what owners did, and what must hold of both."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from support.cluster.simulated_session import Inputs
from undertide_server.simulation.state.inputs import Asked

SUSPECT_SECONDS = 4.0
"""A node that was in trouble so shortly before may rightly have lost its lease."""


class Suspect(Protocol):
    """A node, as the referee sees it."""

    name: str

    def was_in_trouble(self, since: float) -> bool:
        """Return whether it was dead, stopped or cut off from the store at any time since then."""


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step whose frame left its owner."""

    step: int
    inputs: Inputs
    owner: Suspect
    taken_at: float


@dataclass(frozen=True, slots=True)
class WentBackAt:
    """The moment at which the store went back, and the owners of all runs until then."""

    at: float
    owners: Mapping[str, Suspect]


class Referee:
    """Collects what happens in a cluster that players can see, and what never may happen."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.claims = 0
        self._shown: dict[str, list[ShownStep]] = {}
        self._back: list[WentBackAt] = []

    def show(self, run: str, shown: ShownStep) -> None:
        """Note that the frame of a step left its owner."""
        self._shown.setdefault(run, []).append(shown)

    def go_back(self, now: float, owners: Mapping[str, Suspect]) -> None:
        """Note that the store went back, and which nodes owned the runs until then."""
        self._back.append(WentBackAt(now, owners))

    def claim(self, run: str, owner: Suspect | None, by: str, now: float) -> None:
        """Note that a node claimed a run; its owner must have been in trouble."""
        self.claims += 1
        if owner is not None and not owner.was_in_trouble(now - SUSPECT_SECONDS):
            self.faults.append(f"{now:.3f}: {by} took {run} from {owner.name}, which was well")

    def compare(self, run: str, stored: Mapping[int, Inputs], *, is_aside: bool) -> None:
        """Hold what is stored of a run against what was shown of it."""
        for shown in self._shown.get(run, ()):
            is_stored = stored.get(shown.step) == shown.inputs
            if not is_stored and not self._is_excused(run, shown, is_aside=is_aside):
                there = "other inputs" if shown.step in stored else "nothing"
                self.faults.append(
                    f"{run}: step {shown.step} of {shown.owner.name} was shown; stored is {there}"
                )
        self._check_order(run, stored)

    def _is_excused(self, run: str, shown: ShownStep, *, is_aside: bool) -> bool:
        """Return whether a step may be missing.

        The store must have gone back since, and nobody be left who could know what it lost.
        """
        later = [back for back in self._back if back.at > shown.taken_at]
        if not later or is_aside:
            return bool(later)
        owner = later[0].owners.get(run)
        return owner is not None and owner.was_in_trouble(later[0].at)

    def _check_order(self, run: str, stored: Mapping[int, Inputs]) -> None:
        """Check that no intent was carried out twice, or before an earlier one."""
        last: dict[int, int] = {}
        for step, inputs in sorted(stored.items()):
            for each in _asked(inputs):
                if each.sequence <= last.get(each.seat, 0):
                    self.faults.append(f"{run}: step {step} has intent {each.sequence} again")
                last[each.seat] = each.sequence


def _asked(inputs: Inputs) -> Iterable[Asked]:
    return (each for each in inputs if isinstance(each, Asked))
