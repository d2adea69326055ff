"""`/readyz`: whether newcomers are welcome on this server."""

from collections import Counter
from collections.abc import Callable
from http import HTTPStatus

from undertide_server.content.settings.settings import ServerSettings
from undertide_server.gateway.edge.admission import Admission
from undertide_server.gateway.http.routes import HttpRequest, HttpResponse, plain
from undertide_server.sessions.registry import Registry

STOPPING = "the server is stopping"
NO_DISK = "runs can't be written to the disk"
NO_DATABASE = "runs can't be written to the database"
NO_CONNECTION = "the server has as many connections as it allows"
NO_LEASE = "this node can't renew its lease: others take its runs"
MOST_NOTES = 3
"""Reasons for which runs were set aside, in one answer."""
NO_SEAT = "all seats are taken, and the server has as many sessions, or keeps as much, as it may"


class Readiness:
    """The reasons to send nobody new here. Anyone who joins would learn them anyway."""

    def __init__(self, settings: ServerSettings, registry: Registry, admission: Admission) -> None:
        self._settings = settings
        self._registry = registry
        self._admission = admission
        self.has_lease: Callable[[], bool] = lambda: True
        """Returns whether this worker may still own runs; without other workers it always may."""
        self.stopping = False
        """Whether the server is about to stop."""

    def apply_settings(self, settings: ServerSettings) -> None:
        """Apply these settings from now on."""
        self._settings = settings

    def obstacles(self) -> list[str]:
        """Return the reasons why newcomers are not welcome; an empty list if they are."""
        registry, limits = self._registry, self._settings.limits
        journal = registry.journal
        may_make = registry.capacity.has_room and not registry.capacity.keeps_most
        has_seat = may_make or any(each.has_room for each in registry.sessions.values())
        found = {
            STOPPING: self.stopping,
            NO_DATABASE if journal.is_remote else NO_DISK: bool(journal.trouble),
            NO_LEASE: not self.has_lease(),
            NO_CONNECTION: self._admission.connections > limits.connections,
            NO_SEAT: not has_seat,
        }
        return [reason for reason, holds in found.items() if holds]

    def notes(self) -> list[str]:
        """Return what needs the operator, though newcomers are welcome: runs that were set aside.

        A line has the reason and how many runs it holds up, the most frequent ones first.
        """
        reasons = Counter(self._registry.resting.aside.values()).most_common(MOST_NOTES)
        return [
            f"{count} {'run is' if count == 1 else 'runs are'} set aside: {reason}"
            for reason, count in reasons
        ]

    def answer(self, _asked: HttpRequest) -> HttpResponse:
        """Answer "ready", or 503 with a line for each reason; a line for each note follows."""
        obstacles = self.obstacles()
        lines = "\n".join([*(obstacles or ["ready"]), *self.notes(), ""])
        return plain(lines, HTTPStatus.SERVICE_UNAVAILABLE if obstacles else HTTPStatus.OK)
