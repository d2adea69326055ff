import gzip
import re
import struct
from html import unescape
from http import HTTPStatus

import pytest
from websockets.datastructures import Headers

from undertide_server.gateway.http.routes import HttpRequest, HttpResponse
from undertide_server.gateway.http.web import (
    PICTURE,
    PICTURE_SIZE,
    Preview,
    StaticFile,
    Web,
    accepts_gzip,
    meta_of,
    names_words,
)
from undertide_shared.pages import OPERATORS, page_files

SITE = "https://play.example.org"


def told(html: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([a-z:_]+)" content="([^"<>]*)">', html)
    assert len(found) == html.count("<")
    return {key: unescape(text) for key, text in found}


def test_a_preview_has_a_title_a_text_an_address_and_a_picture() -> None:
    meta = told(meta_of(Preview("Ann on floor 3", "Watch.", "/watch/k7m2q"), SITE, pictured=True))
    assert (meta["og:title"], meta["og:description"]) == ("Ann on floor 3", "Watch.")
    assert meta["og:url"] == f"{SITE}/watch/k7m2q"
    assert meta["og:image"] == f"{SITE}/{PICTURE}"
    assert meta["og:type"] == "website"
    assert meta["twitter:card"] == "summary_large_image"


def test_without_a_picture_it_names_none() -> None:
    meta = told(meta_of(Preview("The Sump"), SITE, pictured=False))
    assert meta["twitter:card"] == "summary"
    assert not any(key.startswith("og:image") for key in meta)
    assert meta["og:url"] == f"{SITE}/"


def test_nothing_in_it_can_end_an_element() -> None:
    odd = "\"><script>alert(1)</script>&amp;'"
    meta = told(meta_of(Preview(odd, odd, "/play/x"), SITE, pictured=True))
    assert (meta["og:title"], meta["og:description"]) == (odd, odd)


@pytest.mark.parametrize(
    ("names", "count", "words"),
    [
        ([], 0, ""),
        (["Ann"], 1, "Ann"),
        (["Ann", "Ben"], 2, "Ann and Ben"),
        (["Ann", "Ben", "Cat"], 3, "Ann, Ben and Cat"),
        (["Ann", "Ben", "Cat", "Dov"], 4, "Ann, Ben, Cat and 1 more"),
        (["Ann", "Ben"], 9, "Ann, Ben and 7 more"),
    ],
)
def test_names_are_told_as_people_tell_them(names: list[str], count: int, words: str) -> None:
    assert names_words(names, count) == words


def test_the_picture_has_the_size_that_is_told() -> None:
    head = page_files()[PICTURE][:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", head[16:]) == PICTURE_SIZE


FILES = {
    "index.html": b'<head><script src="web/main.js"></script></head>',
    "main.js": b"export {};",
    "style.css": b"p {}",
    "icon.svg": b"<svg/>",
}
BODY = b"the deep " * 100
FILE = StaticFile(BODY, "text/css", "no-cache", {"Referrer-Policy": "no-referrer"})


def asked(path: str = "/", **headers: str) -> HttpRequest:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return HttpRequest(path, "", "ws://dungeon.test", "192.0.2.1", Headers(named))


def get(web: Web, path: str = "/", **headers: str) -> HttpResponse:
    return web.routes.get(path, web.missing)(asked(path, **headers))


@pytest.fixture
def web() -> Web:
    return Web(FILES, lambda: "The Sump")


def test_a_browser_is_shown_the_page(web: Web) -> None:
    front = get(web, Accept="text/html,*/*;q=0.8")
    assert front.kind == "text/html; charset=utf-8"
    assert front.headers["Vary"] == "Accept, Accept-Encoding, Host, User-Agent"
    policy = front.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_everybody_else_is_told_how_to_join(web: Web) -> None:
    for headers in ({}, {"Accept": "*/*"}):
        told = get(web, **headers)
        assert told.kind == "text/plain; charset=utf-8"
        assert b"The Sump" in told.body
        assert b"undertide join ws://dungeon.test\n" in told.body
        assert b"in a browser" in told.body


def test_a_front_that_is_known_is_not_sent_again(web: Web) -> None:
    tag = get(web, Accept="text/html").headers["ETag"]
    same = get(web, Accept="text/html", If_None_Match=f'"other", {tag}')
    assert (same.status, same.body) == (HTTPStatus.NOT_MODIFIED, b"")
    other = get(web, Accept="text/html", If_None_Match='"other"')
    assert other.status == HTTPStatus.OK


def test_files_stand_where_the_front_says_and_are_kept_for_good(web: Web) -> None:
    front = get(web, Accept="text/html").body.decode()
    path = "/" + front.split('"')[1]
    assert '<meta property="og:title" content="The Sump">' in front
    script = get(web, path)
    assert script.body == FILES["main.js"]
    assert script.kind == "text/javascript; charset=utf-8"
    assert "immutable" in script.keep
    assert get(web, path.replace("main.js", "style.css")).kind == "text/css; charset=utf-8"
    assert get(web, path.replace("main.js", "icon.svg")).kind == "image/svg+xml"


def test_the_operators_page_has_a_path_of_its_own_and_the_same_policy() -> None:
    bare = b'<script src="web/main.js"></script>'
    web = Web(FILES | {OPERATORS: bare}, lambda: "The Sump")
    page, front = get(web, "/operators"), get(web, Accept="text/html")
    assert page.headers["Content-Security-Policy"] == front.headers["Content-Security-Policy"]
    assert page.kind == "text/html; charset=utf-8"
    path = "/" + page.body.decode().split('"')[1]
    assert get(web, path).body == FILES["main.js"]
    assert get(Web(FILES, lambda: "The Sump"), "/operators").status == HTTPStatus.NOT_FOUND


def test_another_version_has_other_paths(web: Web) -> None:
    changed = Web(FILES | {"style.css": b"p { color: red }"}, lambda: "The Sump")
    assert web.routes.keys() & changed.routes.keys() == {"/"}


@pytest.mark.parametrize("path", ["/web/main.js", "/main.js", "/web/../index.html", "//", "/%2e"])
def test_nothing_else_is_there(web: Web, path: str) -> None:
    assert get(web, path).status == HTTPStatus.NOT_FOUND


def test_a_server_without_a_page_says_how_to_join() -> None:
    told = get(Web({}, lambda: "The Sump"), Accept="text/html")
    assert b"undertide join" in told.body
    assert b"browser" not in told.body


def test_a_file_of_a_kind_that_no_page_has_is_refused() -> None:
    with pytest.raises(KeyError):
        Web({"page.exe": b""}, lambda: "The Sump")


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
