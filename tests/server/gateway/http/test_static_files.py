"""Files that are compressed once, and sent once to each client."""

import gzip
from http import HTTPStatus

import pytest
from websockets.datastructures import Headers

from undertide_server.gateway.http.routes import HttpRequest
from undertide_server.gateway.http.static_files import StaticFile, accepts_gzip

BODY = b"the deep " * 100
FILE = StaticFile(BODY, "text/css", "no-cache", {"Referrer-Policy": "no-referrer"})


def asked(**headers: str) -> HttpRequest:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return HttpRequest("/", "", "ws://dungeon.test", "192.0.2.1", Headers(named))


def test_who_reads_gzip_gets_it_and_others_the_plain_file() -> None:
    small, plain = FILE.answer(asked(Accept_Encoding="br, gzip")), FILE.answer(asked())
    assert (small.headers["Content-Encoding"], gzip.decompress(small.body)) == ("gzip", BODY)
    assert len(small.body) < len(BODY) / 10
    assert plain.body == BODY
    assert "Content-Encoding" not in plain.headers
    for answer in (small, plain):
        assert (answer.kind, answer.keep) == ("text/css", "no-cache")
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert answer.headers["Referrer-Policy"] == "no-referrer"


def test_each_form_has_a_tag_that_confirms_it_alone() -> None:
    small, plain = FILE.answer(asked(Accept_Encoding="gzip")), FILE.answer(asked())
    tag = small.headers["ETag"]
    assert tag != plain.headers["ETag"]
    same = FILE.answer(asked(Accept_Encoding="gzip", If_None_Match=f'"x", {tag}'))
    assert (same.status, same.body) == (HTTPStatus.NOT_MODIFIED, b"")
    assert (same.headers["ETag"], "Content-Encoding" in same.headers) == (tag, False)
    assert FILE.answer(asked(If_None_Match=tag)).body == BODY


def test_what_would_not_become_smaller_stays_as_it_is() -> None:
    answer = StaticFile(b"p {}", "text/css", "no-cache").answer(asked(Accept_Encoding="gzip"))
    assert answer.body == b"p {}"
    assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize(
    ("named", "accepts"),
    [
        ("gzip", True),
        ("deflate, GZip;q=0.5", True),
        ("br;q=1.0, gzip; q=0", False),
        ("gzip;q=0.000", False),
        ("x-gzip", False),
        ("identity", False),
        ("", False),
    ],
)
def test_a_client_says_what_it_reads(named: str, accepts: bool) -> None:
    assert accepts_gzip(asked(Accept_Encoding=named)) == accepts
