"""How long the page's main thread works for each picture, on a machine four times as slow.

A party of eight fights its way down in real time, in this process, and what its first hero's player
was sent is recorded. The page then gets the last part of it in a real browser, ten frames a second,
while the browser's CPU is throttled. Its trace tells the CPU time of all work of the main
thread: reading the message, scripts, style, layout and painting. What was done since the picture
before counts for a picture.
"""

import json
import statistics
import sys
import tempfile
from base64 import b64encode
from pathlib import Path
from typing import Any, Final

sys.path.append(str(Path(__file__).parents[1]))

from support.client.browser import DESKTOP, PHONE, browsing, until
from support.client.scripted_page import ScriptedPage
from support.sessions.spectated import Spectated
from support.sessions.synchronous_journal import WritingJournal
from undertide_shared.codec import decode_server, encode
from undertide_shared.messages import Joined, Welcome

PARTY: Final = 8
LIFE: Final = 1_000_000
WARM_STEPS: Final = 400
"""Steps before the recording: the floor is known, and monsters have come."""
STEPS: Final = 300
EVERY_MS: Final = 100
THROTTLE: Final = 4
GOAL_MS: Final = 12.0
PLAYER: Final = 1
"""The member whose hero is the first."""
SEATED: Final = """localStorage.setItem(
    "undertide.seat." + JSON.stringify(["ws://undertide.test/", %s, %s]),
    JSON.stringify({ token: "5e", at: 1 }),
);"""
"""Has the browser keep a seat in a session, under a name."""
CATEGORIES: Final = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
SOCKET: Final = """(() => {
    const bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0)).buffer;
    const [first, rest] = %s.map((texts) => texts.map(bytes));
    window.WebSocket = class {
        bufferedAmount = 0;
        constructor() {
            setTimeout(() => {
                this.onopen();
                for (const data of first) this.onmessage({ data });
            });
            window.playOn = () => new Promise((resolve) => {
                const clock = setInterval(() => {
                    if (rest.length) this.onmessage({ data: rest.shift() });
                    else resolve(clearInterval(clock));
                }, %d);
            });
        }
        send() {}
        close() {}
    };
})();"""
"""Stands for a connection that brings what was recorded."""


class Recorded(Spectated):
    """A session that keeps what one player is sent."""

    sent: list[bytes]

    def _look(self) -> None:
        self.sent = getattr(self, "sent", [])
        for parcel in self.session.outbox.take_committed():
            if PLAYER in parcel.members:
                self.sent.append(parcel.data)


def main() -> None:
    """Record, measure and print."""
    first, rest = recorded()
    print(f"Page: {len(rest)} messages of {sum(map(len, rest))} bytes, CPU {THROTTLE} times slower")
    for name, screen in (("desktop", DESKTOP), ("phone", PHONE)):
        tell(name, measure(screen, first, rest))


def recorded() -> tuple[list[bytes], list[bytes]]:
    """Return what the player got up to the recording, and in it."""
    with tempfile.TemporaryDirectory() as folder, WritingJournal(Path(folder)) as journal:
        live = Recorded(journal, "real", PARTY, LIFE, watched=False)
        live.play(WARM_STEPS)
        warm = len(live.sent)
        live.play(STEPS)
        return live.sent[:warm], live.sent[warm:]


def measure(screen: dict[str, Any], first: list[bytes], rest: list[bytes]) -> list[float]:
    """Return the milliseconds of the main thread for each picture."""
    greeting = encode(Welcome(1, "The Sump", ["default"]))
    texts = [[b64encode(each).decode() for each in part] for part in ([greeting, *first], rest)]
    with browsing() as browser:
        page = browser.new_context(**screen).new_page()
        scripted = ScriptedPage(page)
        page.add_init_script(SOCKET % (json.dumps(texts), EVERY_MS))
        joined = next(one for one in map(decode_server, first) if isinstance(one, Joined))
        page.add_init_script(SEATED % (json.dumps(joined.session), json.dumps(joined.name)))
        scripted.visit(f"#/play/{joined.session}")
        until(page, lambda: bool(page.evaluate("undertide.number !== null")))
        page.context.new_cdp_session(page).send(
            "Emulation.setCPUThrottlingRate", {"rate": THROTTLE}
        )
        browser.start_tracing(page=page, categories=CATEGORIES)
        page.evaluate("playOn()")
        return pictures(json.loads(browser.stop_tracing())["traceEvents"])


def pictures(events: list[dict[str, Any]]) -> list[float]:
    """Return the milliseconds of work up to each picture, from a trace."""
    frames = [one for one in events if one["name"] == "FireAnimationFrame"]
    thread = statistics.mode((one["pid"], one["tid"]) for one in frames)
    tasks = [
        one for one in events if one["name"] == "RunTask" and (one["pid"], one["tid"]) == thread
    ]
    drawn = sorted(one["ts"] for one in frames)
    found, spent = [], 0.0
    for task in sorted(tasks, key=lambda one: one["ts"]):
        spent += task.get("tdur", 0) / 1000
        if any(task["ts"] <= at <= task["ts"] + task.get("dur", 0) for at in drawn):
            found.append(spent)
            spent = 0.0
    return found


def tell(name: str, taken: list[float]) -> None:
    """Print what the pictures took."""
    ordered = sorted(taken)
    p95, worst = ordered[len(ordered) * 95 // 100], ordered[-1]
    middle = statistics.median(ordered)
    print(f"  {name:8} {len(taken)} pictures: median {middle:.1f} ms, p95 {p95:.1f} ms, ", end="")
    print(f"worst {worst:.1f} ms; goal: p95 at most {GOAL_MS:.0f} ms", flush=True)


if __name__ == "__main__":
    main()
