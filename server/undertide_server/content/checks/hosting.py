"""Checks between settings."""

from collections.abc import Iterator

from undertide_server.content.checks.findings import Finding, expected
from undertide_server.content.settings.settings import ServerSettings


def settings_are_consistent(settings: ServerSettings) -> Iterator[Finding]:
    """Yield the faults between settings. Paths begin with the section.

    Frames must be left out before a connection is dropped, and a certificate needs its key.
    """
    limits, tls = settings.limits, settings.tls
    if limits.soft_buffer_bytes > limits.hard_buffer_bytes:
        wanted = f"at most {limits.hard_buffer_bytes}, `hard_buffer_bytes`"
        yield expected(("limits", "soft_buffer_bytes"), wanted, limits.soft_buffer_bytes)
    if bool(tls.certificate) != bool(tls.key):
        missing, stated = ("key", "certificate") if tls.certificate else ("certificate", "key")
        yield expected(("tls", missing), f"a file, since `{stated}` is one", "")
