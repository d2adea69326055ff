"""Certificates of an authority that nobody but a test trusts, as files."""

from pathlib import Path
from typing import Self

import trustme

HOSTS = ("127.0.0.1", "localhost")
LOCKED = """-----BEGIN RSA PRIVATE KEY-----
Proc-Type: 4,ENCRYPTED
DEK-Info: AES-256-CBC,0123456789ABCDEF0123456789ABCDEF

AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
-----END RSA PRIVATE KEY-----
"""
"""What begins like an encrypted key: the password is asked for before the rest is read."""


class Certificates:
    """An authority, and a certificate and key that it vouches for, in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._authority = trustme.CA()
        self.ca = folder / "ca.pem"
        self.certificate = folder / "certificate.pem"
        self.key = folder / "key.pem"
        self._authority.cert_pem.write_to_path(self.ca)
        self.issue()

    def issue(self) -> Self:
        """Write a new certificate and key over those that are there."""
        issued = self._authority.issue_cert(*HOSTS)
        chain = b"".join(each.bytes() for each in issued.cert_chain_pems)
        self.certificate.write_bytes(chain)
        issued.private_key_pem.write_to_path(self.key)
        return self

    def lock(self) -> None:
        """Put a key there that can't be read without a password."""
        self.key.write_text(LOCKED, encoding="ascii")

    def settings(self) -> str:
        """Return the part of a server.toml that names them."""
        return f'[tls]\ncertificate = "{self.certificate}"\nkey = "{self.key}"\n'
