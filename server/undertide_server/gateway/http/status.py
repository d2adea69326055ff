"""`/status`: a page for the operator, with plots of the last quarter of an hour."""

from collections.abc import Callable
from dataclasses import asdict
from importlib.resources import files
from typing import Any, Final

import msgspec

from undertide_server.gateway.edge.admission import Admission
from undertide_server.gateway.http.history import SAMPLE_SECONDS, History
from undertide_server.gateway.http.readiness import Readiness
from undertide_server.gateway.http.routes import HttpRequest, HttpResponse, Route
from undertide_server.gateway.http.web import GUARDS, KINDS
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_server.store.deletion import UNMEASURED
from undertide_shared.build import this_build

PAGE: Final = {
    "/status": "status.html",
    "/status/icon.svg": "icon.svg",
    "/status/status.css": "status.css",
    "/status/status.js": "status.js",
}
"""The file in `status_page` for each path."""
PLOT: Final = "plot.js"
"""The script of plots, which the operators' page has too."""
JSON: Final = "application/json"
MOST_SESSIONS: Final = 500
"""Most sessions in the list, those with most players first: more than anybody reads."""


class StatusPage:
    """The data of the page. `begun` is when the server started, in seconds since 1970.

    `clock` returns the time by which `admission` counts.
    """

    def __init__(
        self,
        name: str,
        registry: Registry,
        readiness: Readiness,
        history: History,
        begun: float,
        admission: Admission,
        clock: Callable[[], float],
    ) -> None:
        self.name = name
        """The server's name."""
        self._registry = registry
        self._readiness = readiness
        self._history = history
        self._begun = begun
        self._admission = admission
        self._clock = clock
        self._build = this_build()

    def answer(self, _asked: HttpRequest) -> HttpResponse:
        """Answer with all data of the page, in JSON."""
        return answer_of(self.encoded_report())

    def encoded_report(self) -> bytes:
        """Return all data of the page, in JSON."""
        return msgspec.json.encode(self.report())

    def report(self) -> dict[str, Any]:
        """Return all data of the page: what this process knows."""
        return {
            "name": self.name,
            "version": self._build.version,
            "build": str(self._build),
            "begun": round(self._begun),
            "obstacles": self._readiness.obstacles(),
            "trouble": self._registry.journal.trouble,
            "disk": self._disk(),
            "makers": self._admission.makers(self._clock()),
            "every": SAMPLE_SECONDS,
            "samples": self._history.columns(),
            "sessions": self._sessions(),
        }

    def _disk(self) -> dict[str, Any] | None:
        """Return the room that runs take; None if nobody has looked yet, or it keeps none."""
        capacity = self._registry.capacity
        if capacity.disk is UNMEASURED:
            return None
        low, most = capacity.is_disk_low, capacity.keeps_most
        return {**asdict(capacity.disk), "low": low, "keeps_most": most}

    def _sessions(self) -> list[dict[str, Any]]:
        """Return a row for each session, the fullest first."""
        rows = [_row(session) for session in self._registry.sessions.values()]
        rows.sort(key=by_company)
        return rows[:MOST_SESSIONS]


def answer_of(data: bytes) -> HttpResponse:
    """Return the answer with the data of the page."""
    return HttpResponse(data, JSON, headers=GUARDS)


def by_company(row: dict[str, Any]) -> tuple[int, int, str]:
    """Return by what the rows of sessions are sorted: the fullest come first."""
    return (-row["players"], -row["watchers"], row["session"])


def _row(session: Session) -> dict[str, Any]:
    info = session.disclosure.info(live=True)
    return {
        "session": session.id,
        "preset": info.preset,
        "pace": info.pace,
        "access": info.access,
        "host": info.host,
        "players": sum(seat.member is not None for seat in session.members.seating),
        "heroes": info.heroes,
        "seats": info.seats,
        "watchers": info.spectators,
        "floor": info.deepest_floor,
        "steps": session.run.progress.step,
        "waiting": session.waiting[0],
    }


def status_files() -> dict[str, Route]:
    """Return the routes of the page's files."""
    folder = files(__package__) / "status_page"
    plot = files("undertide_shared") / PLOT
    found = {path: _file(name, (folder / name).read_bytes()) for path, name in PAGE.items()}
    return {**found, f"/status/{PLOT}": _file(PLOT, plot.read_bytes())}


def _file(name: str, body: bytes) -> Route:
    answer = HttpResponse(body, KINDS[name.rpartition(".")[2]], headers=GUARDS)
    return lambda _asked: answer
