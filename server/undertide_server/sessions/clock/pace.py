"""Pace: how time passes on one floor (ARCHITECTURE.md). Pure; times are seconds."""

from dataclasses import dataclass

from undertide_shared.messages import Pace, PaceMode, PaceStatus

IDLE = PaceStatus("idle")


@dataclass(slots=True)
class FloorPace:
    """The pace of one floor."""

    mode: PaceMode = "idle"
    turns_at: float | None = None
    """When solo turns end, where they are about to."""
    limit_at: float | None = None
    """When party turns stop waiting; set when the first hero of a turn has decided."""
    next_errand: float = 0.0
    """When an errand may take its next action in turns."""
    status: PaceStatus = IDLE
    """What the HUD shows. Made anew only when it says something else: each one costs a frame."""

    def update(
        self, choice: Pace, heroes: int, waiting_for: list[int], now: float, warning: float
    ) -> None:
        """Follow how many waking heroes are on the floor, and whom party turns wait for.

        In company a solo floor turns to real time only after `warning` seconds.
        """
        wanted = wanted_mode(choice, heroes)
        if self.mode == "solo" and wanted == "real":
            self._prepare(now, warning)
        elif wanted != self.mode:
            self._become(wanted)
        else:
            self.turns_at = None
        waiting = waiting_for if self.mode == "party" else []
        told = (self.status.mode, self.status.turns_in, self.status.waiting_for)
        if told != (self.mode, 1000 * self._countdown(now), waiting):
            self.status = self._status(now, waiting)

    @property
    def next_count(self) -> float | None:
        """When the countdown to the end of turns has to say another second, if it runs."""
        if self.turns_at is None:
            return None
        return self.turns_at - max(0, self.status.turns_in // 1000 - 1)

    def _countdown(self, now: float) -> int:
        """Return the seconds until turns end, begun ones counted whole; 0 when they don't."""
        if self.turns_at is None:
            return 0
        # Milliseconds first: the clock's last digits must not make a second of their own.
        return max(0, -(-round((self.turns_at - now) * 1000) // 1000))

    def _prepare(self, now: float, warning: float) -> None:
        """Warn before solo turns end, and end them when the warning has run out."""
        if self.turns_at is None:
            self.turns_at = now + warning
        elif now >= self.turns_at:
            self._become("real")

    def _become(self, mode: PaceMode) -> None:
        self.mode = mode
        self.turns_at = None
        self.limit_at = None

    def _status(self, now: float, waiting_for: list[int]) -> PaceStatus:
        following: PaceMode | None = None if self.turns_at is None else "real"
        return PaceStatus(self.mode, following, 1000 * self._countdown(now), waiting_for)


def wanted_mode(choice: Pace, heroes: int) -> PaceMode:
    """Return the mode that a host's choice asks for with so many waking heroes on a floor."""
    if heroes == 0:
        return "idle"
    if choice == "auto":
        return "solo" if heroes == 1 else "real"
    return choice
