"""The certificate of a node, which it makes at its start and writes into its row of the store."""

import datetime
import secrets
import ssl
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from undertide_server.cluster.links.tls import owner_context

SUBJECT: Final = "undertide node"
"""The name in each certificate. Nobody reads it: fronts compare whole certificates."""
VALID_FROM: Final = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
VALID_UNTIL: Final = datetime.datetime(9999, 12, 31, tzinfo=datetime.UTC)
"""A certificate holds as long as its node, whatever the clocks of the machines say."""
PASSWORD_BYTES: Final = 32
"""Bytes of the password of a key while it stands in a file."""


@dataclass(frozen=True, slots=True)
class NodeCertificate:
    """A certificate that no other node has, with its key."""

    shown: bytes
    """The certificate, in DER."""
    context: ssl.SSLContext
    """The context with which the node accepts links."""


def fresh_certificate() -> NodeCertificate:
    """Return a certificate that signs itself. Raises OSError if no file can be written.

    Python reads keys from files alone. So the key stands in a private one for a moment, encrypted
    with a password that nobody keeps.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, SUBJECT)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(VALID_FROM)
        .not_valid_after(VALID_UNTIL)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    password = secrets.token_hex(PASSWORD_BYTES).encode()
    encrypted = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(password),
    )
    with tempfile.TemporaryDirectory(prefix="undertide-") as folder:
        file = Path(folder) / "node.pem"
        file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM) + encrypted)
        context = owner_context(str(file), password)
    return NodeCertificate(certificate.public_bytes(serialization.Encoding.DER), context)
