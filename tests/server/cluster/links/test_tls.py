"""TLS of links: a front accepts one certificate, and no other."""

import ssl

import pytest

from undertide_server.cluster.links.certificates import fresh_certificate
from undertide_server.cluster.links.errors import LinkRefusedError
from undertide_server.cluster.links.tls import VERSION, front_context


def shake_hands(front: ssl.SSLContext, owner: ssl.SSLContext) -> ssl.SSLObject:
    """Have both ends agree in memory; return the front's. Raises ssl.SSLError."""
    to_owner, to_front = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [
        front.wrap_bio(to_front, to_owner),
        owner.wrap_bio(to_owner, to_front, server_side=True),
    ]
    for end in (0, 1, 0, 1):
        try:
            ends[end].do_handshake()
        except ssl.SSLWantReadError:
            continue
    assert ends[0].version() == "TLSv1.3"
    return ends[0]


def test_the_certificate_of_the_row_is_accepted() -> None:
    own = fresh_certificate()
    end = shake_hands(front_context(own.shown), own.context)
    assert end.getpeercert(binary_form=True) == own.shown


def test_no_other_certificate_is_accepted() -> None:
    own, other = fresh_certificate(), fresh_certificate()
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(front_context(own.shown), other.context)


def test_no_certificate_of_an_authority_is_accepted() -> None:
    own = fresh_certificate()
    assert front_context(own.shown).cert_store_stats()["x509"] == 1
    assert front_context(own.shown).minimum_version is own.context.minimum_version is VERSION


@pytest.mark.parametrize("certificate", [b"", b"no certificate", bytes(1000)])
def test_what_is_no_certificate_is_refused(certificate: bytes) -> None:
    with pytest.raises(LinkRefusedError, match="the node's row has no certificate"):
        front_context(certificate)
