import ssl
from pathlib import Path

import pytest

from support.gateway.certificates import Certificates
from undertide_server.content.settings.settings import TlsSettings
from undertide_server.gateway.edge.errors import BadCertificateError
from undertide_server.gateway.edge.tls import context_of


@pytest.fixture
def files(tmp_path: Path) -> Certificates:
    return Certificates(tmp_path)


def settings(certificate: Path | str, key: Path | str) -> TlsSettings:
    return TlsSettings(certificate=str(certificate), key=str(key))


def test_without_a_certificate_there_is_no_tls() -> None:
    assert context_of(settings("", "")) is None


def test_a_certificate_and_its_key_make_modern_tls(files: Certificates) -> None:
    context = context_of(settings(files.certificate, files.key))
    assert context is not None
    assert context.minimum_version == ssl.TLSVersion.TLSv1_2
    assert context.verify_mode == ssl.CERT_NONE


@pytest.mark.parametrize("name", ["certificate", "key"])
def test_a_file_that_is_not_there_is_named(files: Certificates, name: str) -> None:
    missing: Path = getattr(files, name)
    missing.unlink()
    with pytest.raises(BadCertificateError, match="No such file") as caught:
        context_of(settings(files.certificate, files.key))
    assert caught.value.file == str(missing)


@pytest.mark.parametrize("text", ["", "hello", "-----BEGIN CERTIFICATE-----\nAAAA\n"])
def test_a_file_without_a_certificate_is_named(files: Certificates, text: str) -> None:
    files.certificate.write_text(text)
    with pytest.raises(BadCertificateError, match="expected a certificate chain in PEM") as caught:
        context_of(settings(files.certificate, files.key))
    assert caught.value.file == str(files.certificate)


@pytest.mark.parametrize("text", ["", "hello", "-----BEGIN PRIVATE KEY-----\nAAAA\n"])
def test_a_file_without_a_key_is_named(files: Certificates, text: str) -> None:
    files.key.write_text(text)
    with pytest.raises(BadCertificateError, match="expected a private key in PEM") as caught:
        context_of(settings(files.certificate, files.key))
    assert caught.value.file == str(files.key)


def test_files_in_each_others_place_are_told(files: Certificates) -> None:
    with pytest.raises(BadCertificateError, match="expected a certificate chain"):
        context_of(settings(files.key, files.certificate))


def test_a_key_of_another_certificate_is_told(files: Certificates) -> None:
    before = files.key.read_bytes()
    files.issue()
    files.key.write_bytes(before)
    with pytest.raises(BadCertificateError, match="does not belong to") as caught:
        context_of(settings(files.certificate, files.key))
    assert caught.value.file == str(files.key)


def test_an_encrypted_key_is_told_and_no_password_asked_for(files: Certificates) -> None:
    files.lock()
    with pytest.raises(BadCertificateError, match="is encrypted"):
        context_of(settings(files.certificate, files.key))


def test_a_folder_is_no_certificate(files: Certificates, tmp_path: Path) -> None:
    with pytest.raises(BadCertificateError, match="Is a directory"):
        context_of(settings(tmp_path, files.key))
