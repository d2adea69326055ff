"""Faults between settings."""

from collections.abc import Iterator

from undertide_server.content.checks.findings import Finding, expected
from undertide_server.content.settings import ServerSettings


def settings_are_consistent(settings: ServerSettings) -> Iterator[Finding]:
    """Frames are left out before a connection is dropped. Paths begin with the section."""
    limits = settings.limits
    if limits.soft_buffer_bytes > limits.hard_buffer_bytes:
        wanted = f"at most {limits.hard_buffer_bytes}, `hard_buffer_bytes`"
        yield expected(("limits", "soft_buffer_bytes"), wanted, limits.soft_buffer_bytes)
