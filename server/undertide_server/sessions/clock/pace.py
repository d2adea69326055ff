"""Pace: how time passes on one floor (ARCHITECTURE.md). Pure; times are seconds."""

from dataclasses import dataclass

from undertide_server.sessions.clock.turn_rate import TurnRate
from undertide_shared.messages import Pace, PaceMode, PaceStatus

IDLE = PaceStatus("idle")


@dataclass(slots=True)
class FloorPace:
    """The pace of one floor."""

    turn_rate: TurnRate
    """The rate of turns for single actions while the floor is in solo turns."""
    mode: PaceMode = "idle"
    turns_at: float | None = None
    """The time when solo turns end; None unless they are about to."""
    limit_at: float | None = None
    """The time when party turns stop waiting; set when the first hero of a turn has decided."""
    next_auto_action: float = 0.0
    """The time when an auto action may take its next action in turns."""
    status: PaceStatus = IDLE
    """The pace as the HUD shows it. It is replaced only on a change, since each change costs a
    frame."""

    def update(self, wanted: PaceMode, waiting_for: list[int], now: float, warning: float) -> None:
        """Update the pace for the `wanted_mode` and the seats that party turns wait for.

        When company comes, a solo floor changes to real time after `warning` seconds.
        """
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
        """The time when the countdown to the end of turns next changes; None if none runs."""
        if self.turns_at is None:
            return None
        return self.turns_at - max(0, self.status.turns_in // 1000 - 1)

    def _countdown(self, now: float) -> int:
        """Return the seconds until turns end, rounded up; 0 if they don't end."""
        if self.turns_at is None:
            return 0
        # Round to milliseconds first, so that the clock's last digits don't add a second.
        return max(0, -(-round((self.turns_at - now) * 1000) // 1000))

    def _prepare(self, now: float, warning: float) -> None:
        """Start the warning before solo turns end; end them when it has run out."""
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


def wanted_mode(choice: Pace, standing: int, fallen: int = 0) -> PaceMode:
    """Return the mode of a floor for a session's chosen pace and the heroes there.

    `fallen` counts the fallen heroes who don't sleep. Nobody waits for them, but they are company,
    and where nobody stands, time passes for them.
    """
    if standing == 0:
        return "real" if fallen else "idle"
    if choice == "auto":
        return "solo" if standing + fallen == 1 else "real"
    return choice
