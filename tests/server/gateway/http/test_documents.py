from websockets.datastructures import Headers

from undertide_server.gateway.http.documents import (
    STYLE_PATH,
    document,
    preformatted,
    style,
    tabular,
)
from undertide_server.gateway.http.routes import HttpRequest

EVIL = "<script>"


def asked(accept: str) -> HttpRequest:
    return HttpRequest("/x", "", "ws://host", "place", Headers({"Accept": accept}))


def test_a_browser_gets_html_in_which_nothing_is_taken_for_a_tag() -> None:
    parts = [preformatted(EVIL, EVIL), tabular(EVIL, [EVIL], [[EVIL]], [f'/"{EVIL}'])]
    answer = document(asked("text/html"), EVIL, parts)
    html = answer.body.decode()
    assert EVIL not in html
    assert '/"' not in html
    assert answer.kind.startswith("text/html")
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert STYLE_PATH in html


def test_other_clients_get_text_with_the_same_facts() -> None:
    parts = [preformatted("Head", "lines\n"), tabular("Table", ["A", "B"], [["1", "2"]])]
    answer = document(asked("*/*"), "Title", parts)
    text = answer.body.decode()
    for words in ("Title", "Head", "lines", "Table", "A  B", "1  2"):
        assert words in text
    assert answer.kind.startswith("text/plain")


def test_an_empty_table_says_so() -> None:
    assert "Nothing yet." in document(asked(""), "T", [tabular("H", ["A"], [])]).body.decode()


def test_the_looks_come_from_the_server_itself() -> None:
    assert style(asked("")).kind.startswith("text/css")
