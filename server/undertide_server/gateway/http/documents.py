"""Small documents, as HTML for browsers and as plain text for other clients."""

from collections.abc import Sequence
from html import escape
from http import HTTPStatus
from typing import Final

from undertide_server.gateway.http.routes import HttpRequest, HttpResponse, plain, wants_html
from undertide_server.gateway.http.web import GUARDS, KINDS
from undertide_shared.tables import table

STYLE_PATH: Final = "/documents.css"
STYLE: Final = b"""
:root { color-scheme: dark; }
body { margin: 2rem auto; max-width: 52rem; padding: 0 1rem; background: #0b0e14; color: #d0cec4;
  font: 1rem/1.5 system-ui, sans-serif; }
h1, h2 { color: #e6c470; font-weight: 600; }
a { color: #96c8ff; }
pre { overflow-x: auto; padding: 1rem; background: #10141c; border: 1px solid #3c424e;
  font: 0.9rem/1.4 "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre-wrap; }
table { border-collapse: collapse; }
th, td { padding: 0.25rem 1rem 0.25rem 0; text-align: left; }
"""
Part = tuple[str, str, str]
"""A heading, which may be empty, and the HTML and the text under it."""


def style(_asked: HttpRequest) -> HttpResponse:
    """Answer with the style sheet of all documents."""
    return HttpResponse(STYLE, KINDS["css"], headers=GUARDS)


def document(asked: HttpRequest, title: str, parts: Sequence[Part]) -> HttpResponse:
    """Answer with a document: HTML for a browser, else text. Both name the title first."""
    if not wants_html(asked):
        told = "\n".join(f"{heading}\n\n{text}" if heading else text for heading, _, text in parts)
        return plain(f"{title}\n\n{told}", HTTPStatus.OK)
    body = "".join(
        f"<h2>{escape(heading)}</h2>{html}" if heading else html for heading, html, _ in parts
    )
    name = escape(title)
    whole = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{name}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="stylesheet" href="{STYLE_PATH}"></head>'
        f"<body><main><h1>{name}</h1>{body}</main></body></html>"
    )
    return HttpResponse(whole.encode(), KINDS["html"], headers=GUARDS)


def preformatted(heading: str, text: str) -> Part:
    """Return a part with lines as they are."""
    return heading, f"<pre>{escape(text)}</pre>", text


def tabular(
    heading: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    links: Sequence[str] = (),
) -> Part:
    """Return a part with a table; `links` holds the address that each row's first cell leads to."""
    if not rows:
        return heading, "<p>Nothing yet.</p>", "Nothing yet.\n"
    head = "".join(f"<th>{escape(each)}</th>" for each in columns)
    body = "".join(
        f"<tr>{_cells(row, links[number] if links else '')}</tr>" for number, row in enumerate(rows)
    )
    html = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return heading, html, f"{table(columns, rows)}\n"


def _cells(row: Sequence[str], link: str) -> str:
    first, *others = map(escape, row)
    if link:
        first = f'<a href="{escape(link)}">{first}</a>'
    return "".join(f"<td>{each}</td>" for each in (first, *others))
