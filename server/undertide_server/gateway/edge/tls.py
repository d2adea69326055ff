"""The server's own TLS, with a certificate and a key from files."""

import ssl
from pathlib import Path
from typing import Final, Never

from undertide_server.content.settings.settings import TlsSettings
from undertide_server.gateway.edge.errors import BadCertificateError

OLDEST: Final = ssl.TLSVersion.TLSv1_2
"""The oldest version of TLS: older ones are broken, and all current browsers and Pythons have
it."""
NO_CERTIFICATE: Final = "expected a certificate chain in PEM"
NO_KEY: Final = "expected a private key in PEM"
PROTOCOLS: Final = ["http/1.1"]
"""Protocols inside TLS: websockets begin with HTTP/1.1."""


def context_of(settings: TlsSettings) -> ssl.SSLContext | None:
    """Return the context for TLS, or None if the operator has set no certificate.

    Raises BadCertificateError.
    """
    if not settings.certificate:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.minimum_version = OLDEST
    context.set_alpn_protocols(PROTOCOLS)
    _load(context, settings)
    return context


def _load(context: ssl.SSLContext, settings: TlsSettings) -> None:
    for file in (settings.certificate, settings.key):
        _check_readable(file)
    _check_certificate(settings.certificate)
    try:
        context.load_cert_chain(settings.certificate, settings.key, password=_refuse_to_ask)
    except _LockedKeyError:
        problem = "is encrypted: a server can't ask for its password"
        raise BadCertificateError(settings.key, problem) from None
    except ssl.SSLError as fault:
        mismatch = fault.reason == "KEY_VALUES_MISMATCH"
        expected = f"does not belong to {settings.certificate}" if mismatch else NO_KEY
        raise BadCertificateError(settings.key, expected) from fault


def _check_readable(file: str) -> None:
    try:
        with Path(file).open("rb"):
            pass
    except OSError as fault:
        raise BadCertificateError(file, fault.strerror or str(fault)) from fault


def _check_certificate(file: str) -> None:
    """Raise BadCertificateError unless a file has certificates: else the key would be blamed."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_verify_locations(file)
    except ssl.SSLError as fault:
        raise BadCertificateError(file, NO_CERTIFICATE) from fault


class _LockedKeyError(Exception):
    """The key is encrypted."""


def _refuse_to_ask() -> Never:
    """Raise in place of asking for a password on a terminal."""
    raise _LockedKeyError
