"""Bytes that a player in a fight receives in a second.

Bots play on a real `undertide serve` in real time. For each bot and each second of the clock, what
it was sent is counted, WebSocket heads included. A second counts as a fight when the bot's own log
told in it of a blow that its hero dealt or took. The figure is the mean over all such seconds.
"""

import time
from typing import Final

from workers import REAL, Worker, wait_until

SESSIONS: Final = 8
BOTS: Final = 4
SECONDS: Final = 40.0
GOAL: Final = 1500.0


def main() -> None:
    """Measure and print."""
    serve = ("undertide", "serve", "--port", "0", *REAL)
    with (
        Worker("metered_server.py", *serve) as server,
        Worker("bot_crowd.py", server.address(), str(SESSIONS), str(BOTS)) as crowd,
    ):
        wait_until(crowd, "playing", SESSIONS * BOTS // 2)
        time.sleep(SECONDS)
        _tell(crowd.ask("fights"))


def _tell(fights: dict[str, int]) -> None:
    seconds = max(1, fights["seconds"])
    deltas, keyframes, others = (
        fights[kind] / seconds for kind in ("deltas", "keyframes", "others")
    )
    print(f"Bytes of a player in a fight: {SESSIONS} sessions of {BOTS} bots, {SECONDS:.0f} s")
    print(f"  {fights['seconds']} seconds of fights")
    print(f"  deltas     {deltas:7.1f} bytes a second")
    print(f"  keyframes  {keyframes:7.1f} bytes a second (floors that are entered, first sights)")
    print(f"  other      {others:7.1f} bytes a second (rosters, greetings)")
    print(f"  in all     {deltas + keyframes + others:7.1f}; goal: under {GOAL:.0f}")


if __name__ == "__main__":
    main()
