"""TLS of links: both ends speak the newest version, and the front pins the owner's certificate."""

import ssl
from typing import Final

from undertide_server.cluster.links.errors import LinkRefusedError

VERSION: Final = ssl.TLSVersion.TLSv1_3
"""The version of TLS. Both ends are this program, so none needs an older one."""


def owner_context(certificate_and_key: str, password: bytes) -> ssl.SSLContext:
    """Return the context of a node that accepts links, from a file in PEM. Raises OSError."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = VERSION
    context.num_tickets = 0  # No front resumes a session of TLS.
    context.load_cert_chain(certificate_and_key, password=password)
    return context


def front_context(certificate: bytes) -> ssl.SSLContext:
    """Return the context of a node that dials another one with this certificate, in DER.

    The handshake fails unless the other end shows this very certificate and has its key. Names and
    times don't count: the store says whose certificate it is.

    Raises LinkRefusedError if these bytes are no certificate.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = VERSION
    context.check_hostname = False
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    try:
        context.load_verify_locations(cadata=certificate)
    except (ssl.SSLError, ValueError) as fault:  # it may be empty
        raise LinkRefusedError(f"the node's row has no certificate: {fault}") from fault
    return context
