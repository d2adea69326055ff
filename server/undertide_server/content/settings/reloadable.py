"""The settings that a running server can change, and when each takes effect. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

from undertide_server.content.settings.settings import ServerSettings

Effect = Literal["at once", "new connections", "new sessions", "next start"]
"""When a change of a setting takes effect, for a server that reads its settings again.

new connections, new sessions: existing ones keep their old value. next start: the server keeps the
old value until it is started again.
"""

EFFECTS: Final[Mapping[str, Effect]] = {
    "server.host": "next start",
    "server.port": "next start",
    "server.name": "at once",
    "server.motd": "at once",
    "server.source": "at once",
    "server.preset": "new sessions",
    "server.proxies": "new connections",
    "server.origins": "new connections",
    "tls.certificate": "new connections",
    "tls.key": "new connections",
    "limits.connections": "at once",
    "limits.connections_per_address": "at once",
    "limits.connections_per_second": "new connections",
    "limits.handshakes": "at once",
    "limits.handshakes_per_address": "at once",
    "limits.sessions": "at once",
    "limits.sessions_per_second": "at once",
    "limits.seats": "new sessions",
    "limits.spectators": "new sessions",
    "limits.sessions_per_day_per_address": "new connections",
    "limits.replays": "at once",
    "limits.messages_per_second": "new connections",
    "limits.message_burst": "new connections",
    "limits.bytes_per_second": "new connections",
    "limits.bytes_per_second_per_address": "new connections",
    "limits.journal_bytes_per_hour": "new sessions",
    "limits.audit_entries_per_hour": "at once",
    "limits.bad_messages": "new connections",
    "limits.handshake_seconds": "new connections",
    "limits.idle_lobby_seconds": "at once",
    "limits.idle_session_seconds": "at once",
    "limits.give_way_minutes": "at once",
    "limits.return_minutes": "next start",
    "limits.soft_buffer_bytes": "next start",
    "limits.hard_buffer_bytes": "at once",
    "limits.stuck_seconds": "next start",
    "pace.mode": "new sessions",
    "pace.ticks_per_second": "new sessions",
    "pace.slow_below_percent": "new sessions",
    "pace.warning_seconds": "new sessions",
    "pace.party_limit_seconds": "new sessions",
    "pace.party_nudge_seconds": "new sessions",
    "pace.steps_per_second": "new sessions",
    "pace.step_burst": "new sessions",
    "pace.errand_steps_per_second": "new sessions",
    "pace.linkdead_seconds": "new sessions",
    "seats.give_up_minutes": "new sessions",
    "seats.guard_seconds": "new sessions",
    "seats.idle_minutes": "new sessions",
    "storage.keep_ended_days": "at once",
    "storage.keep_resting_days": "at once",
    "storage.most_bytes": "at once",
    "storage.warn_free_bytes": "at once",
    "replays.most_bytes": "at once",
    "replays.most_bytes_of_run": "at once",
    "watching.delay_seconds": "new sessions",
    "house.friendly_fire": "new sessions",
    "house.new_heroes": "new sessions",
    "house.gentle": "new sessions",
    "ssh.keys_only": "new connections",
    "ssh.workers": "next start",
    "ssh.visitors_per_worker": "next start",
    "ssh.worker_megabytes": "next start",
    "ssh.visitors_per_address": "new connections",
    "ssh.logins": "at once",
    "ssh.login_seconds": "new connections",
    "ssh.idle_minutes": "new connections",
    "ssh.keep_days": "at once",
    "operations.open_to": "at once",
    "operations.log_level": "at once",
    "operations.drain_seconds": "at once",
    "accounts.sign_up": "at once",
    "accounts.most": "at once",
    "accounts.sign_ups_per_hour": "at once",
    "accounts.login_days": "at once",
    "accounts.audit_days": "at once",
    "accounts.report_days": "at once",
}
"""Every setting, as `section.key`."""


def changed(before: ServerSettings, after: ServerSettings) -> list[str]:
    """Return the settings that differ, as `section.key`, in the order of the file."""
    old = dict(_flat(before))
    return [key for key, value in _flat(after) if old[key] != value]


def as_far_as_possible(before: ServerSettings, after: ServerSettings) -> ServerSettings:
    """Return `after`, but with the settings of `before` that wait for the next start."""
    kept: dict[str, dict[str, Any]] = {}
    for key, value in _flat(before):
        if EFFECTS[key] == "next start":
            section, _, name = key.partition(".")
            kept.setdefault(section, {})[name] = value
    sections = {
        name: getattr(after, name).model_copy(update=values) for name, values in kept.items()
    }
    if bool(before.tls.certificate) != bool(after.tls.certificate):
        # The address that players use begins with another scheme then.
        sections["tls"] = before.tls
    return after.model_copy(update=sections)


def _flat(settings: ServerSettings) -> Iterator[tuple[str, Any]]:
    """Yield every setting and its value."""
    for section in ServerSettings.model_fields:
        record = getattr(settings, section)
        for name in type(record).model_fields:
            yield f"{section}.{name}", getattr(record, name)
