import ssl
from pathlib import Path

import pytest

from support.gateway.certificates import Certificates
from undertide_client.net.errors import BadAuthorityError
from undertide_client.net.trust import VARIABLE, context_for, trust


@pytest.fixture(autouse=True)
def nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin with no authority of one's own, and put back what there was."""
    monkeypatch.setenv(VARIABLE, "")


def own_authorities(url: str = "wss://play.example.org") -> list[object]:
    context = context_for(url)
    assert context is not None
    issuers = [each["issuer"] for each in context.get_ca_certs()]
    return [issuer for issuer in issuers if "trustme" in str(issuer)]


def test_a_server_without_tls_needs_no_trust() -> None:
    assert context_for("ws://127.0.0.1:4414") is None


def test_certificates_and_names_are_checked() -> None:
    context = context_for("wss://play.example.org")
    assert context is not None
    assert context.verify_mode == ssl.CERT_REQUIRED
    assert context.check_hostname
    assert not own_authorities()


def test_an_authority_of_ones_own_is_trusted_from_then_on(tmp_path: Path) -> None:
    trust(Certificates(tmp_path).ca)
    assert len(own_authorities()) == 1


def test_the_environment_names_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(Certificates(tmp_path).ca))
    assert len(own_authorities()) == 1


def test_a_file_without_an_authority_is_told_and_not_trusted(tmp_path: Path) -> None:
    file = tmp_path / "ca.pem"
    file.write_text("hello")
    with pytest.raises(BadAuthorityError, match="expected a certificate in PEM"):
        trust(file)
    assert not own_authorities()


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadAuthorityError, match="No such file"):
        trust(tmp_path / "none.pem")
