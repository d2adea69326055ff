"""The certificate that a node makes at its start."""

import datetime
import tempfile
from pathlib import Path

import pytest
from cryptography import x509

from undertide_server.cluster.links.certificates import fresh_certificate


def test_no_two_nodes_have_the_same() -> None:
    assert fresh_certificate().shown != fresh_certificate().shown


def test_it_holds_whatever_the_clocks_say() -> None:
    found = x509.load_der_x509_certificate(fresh_certificate().shown)
    year = datetime.datetime(2001, 1, 1, tzinfo=datetime.UTC)
    assert found.not_valid_before_utc < year
    assert found.not_valid_after_utc.year == 9999


def test_it_vouches_for_no_other_certificate() -> None:
    found = x509.load_der_x509_certificate(fresh_certificate().shown)
    assert not found.extensions.get_extension_for_class(x509.BasicConstraints).value.ca


def test_its_key_never_stands_in_a_file_in_the_clear(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[bytes] = []
    write = Path.write_bytes

    def note(self: Path, data: bytes) -> int:
        written.append(data)
        return write(self, data)

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(Path, "write_bytes", note)
    fresh_certificate()
    assert b"BEGIN ENCRYPTED PRIVATE KEY" in written[0]
    assert b"BEGIN PRIVATE KEY" not in written[0]
    assert list(tmp_path.iterdir()) == []
