"""The page for browsers as routes of the server's port, and a text for other clients.

The files of a page have a path that contains their digest. So browsers keep them for good and never
mix the files of two versions. They are sent compressed. Programs that show a link in a chat read
OpenGraph text in the head of the page.
"""

import gzip
import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from html import escape
from http import HTTPStatus
from typing import Final, NamedTuple

from undertide_server.gateway.http.client_wheel import install_words
from undertide_server.gateway.http.routes import HttpRequest, HttpResponse, Route, plain, wants_page
from undertide_server.simulation.queries.grammar import listed
from undertide_shared.pages import FRONT, OPERATORS

PICTURE: Final = "preview.png"
"""The file of the page that previews show."""
PICTURE_SIZE: Final = 1200, 630
"""Its width and height in pixels."""
ABOUT: Final = (
    "Go down one dungeon together while the tide of monsters rises. Play or watch in a browser or a"
    " terminal, without an account."
)
MOST_NAMES: Final = 3
"""Heroes that a title names."""


class Preview(NamedTuple):
    """What the preview of a link says."""

    title: str
    description: str = ABOUT
    path: str = "/"
    """The path of the link."""


def meta_of(preview: Preview, site: str, *, pictured: bool) -> str:
    """Return a preview as HTML for the head of a page. `site` is the server's own."""
    told = {
        "og:site_name": "Undertide",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.description,
        "og:url": f"{site}{preview.path}",
        "twitter:card": "summary",
    }
    if pictured:
        width, height = PICTURE_SIZE
        told |= {
            "og:image": f"{site}/{PICTURE}",
            "og:image:width": str(width),
            "og:image:height": str(height),
            "og:image:alt": "The map of a dungeon, and the heroes in it",
            "twitter:card": "summary_large_image",
        }
    return "".join(
        f'<meta {"name" if key.startswith("twitter") else "property"}="{key}"'
        f' content="{escape(text)}">'
        for key, text in told.items()
    )


def names_words(names: Sequence[str], count: int) -> str:
    """Return the first of `count` names as words: "Ann, Ben, Cat and 2 more"."""
    shown = list(names[:MOST_NAMES])
    more = count - len(shown)
    told = [*shown, f"{more} more"] if more > 0 else shown
    return listed(told) if told else ""


MOST_PACKED: Final = 256
"""Compressed files that are kept for servers of this process: those of two pages."""
DEAREST: Final = 9
"""The level of gzip that takes longest and gives least bytes: it runs once."""


class StaticFile:
    """A file with its media type, cache rule and further headers. `vary` is what it depends on."""

    def __init__(
        self,
        body: bytes,
        kind: str,
        keep: str,
        headers: Mapping[str, str] | None = None,
        vary: str = "Accept-Encoding",
    ) -> None:
        tag, small = hashlib.sha256(body).hexdigest()[:16], packed(body)
        told = {**(headers or {}), "Vary": vary}
        plain = HttpResponse(body, kind, keep=keep, headers={**told, "ETag": f'"{tag}"'})
        self._plain = self._packed = plain
        if len(small) < len(body):
            how = {**told, "ETag": f'"{tag}-gzip"', "Content-Encoding": "gzip"}
            self._packed = HttpResponse(small, kind, keep=keep, headers=how)

    def answer(self, asked: HttpRequest) -> HttpResponse:
        """Answer with the file, or only confirm it to a client that has it."""
        whole = self._packed if accepts_gzip(asked) else self._plain
        if whole.headers["ETag"] not in ",".join(asked.headers.get_all("If-None-Match")):
            return whole
        headers = {name: each for name, each in whole.headers.items() if name != "Content-Encoding"}
        return HttpResponse(b"", whole.kind, HTTPStatus.NOT_MODIFIED, whole.keep, headers)


def accepts_gzip(asked: HttpRequest) -> bool:
    """Return whether a client reads gzip: it says so, and doesn't weight it with 0."""
    for coding in ",".join(asked.headers.get_all("Accept-Encoding")).split(","):
        name, _, weight = coding.partition(";")
        if name.strip().lower() == "gzip":
            return weight.replace(" ", "").lower() not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False


@lru_cache(maxsize=MOST_PACKED)
def packed(body: bytes) -> bytes:
    """Return a body compressed with gzip, the same at each start."""
    return gzip.compress(body, DEAREST, mtime=0)


KINDS: Final = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml",
}
"""Media types by the ending of a file's name: all types that a page may have."""
FOLDER: Final = b"web/"
"""The folder in which the front page names the other files, before their digest is known."""
HEAD_END: Final = b"</head>"
"""The place in the front page of what previews say."""
SESSION_LINKS: Final = ("/play/", "/watch/")
"""The beginnings of links that terminals can follow."""
MOST_FRONTS: Final = 64
"""Fronts with different previews that are kept: one for each of the links that people pass on."""
FRONT_VARIES: Final = "Accept, Accept-Encoding, Host, User-Agent"
"""The front names its own address, and is a text for clients without a page."""
FOR_A_DAY: Final = "public, max-age=86400"
FOR_GOOD: Final = "public, max-age=31536000, immutable"
"""A year: the longest time for which an answer may be cached."""
ASK_AGAIN: Final = "no-cache"
"""The answer may be cached, but each use asks whether it is still the same."""
POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
"""The sources that the page may load and reach: its own server. No other page may frame it."""
GUARDS: Final = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "Vary": "Accept",
}


class Web:
    """A page's routes: its front at `/`, and its files.

    Without files the front is a text. `name` is called for each answer, as the operator may change
    it. Raises KeyError for a file of a type that a page may not have.
    """

    def __init__(self, files: Mapping[str, bytes], name: Callable[[], str]) -> None:
        self._name = name
        self._bare = files.get(FRONT, b"")
        self._folder = f"{FOLDER.decode()}{_digest(files)}/"
        self._pictured = PICTURE in files
        self._fronts = lru_cache(maxsize=MOST_FRONTS)(self._make_front)
        self.routes: dict[str, Route] = {
            "/": lambda asked: self.answer(asked, Preview(self._name())),
            **{f"/{self._folder}{each}": _file(each, body).answer for each, body in files.items()},
        }
        if OPERATORS in files:
            bare = files[OPERATORS].replace(FOLDER, self._folder.encode())
            page = StaticFile(bare, KINDS["html"], ASK_AGAIN, GUARDS)
            self.routes[f"/{OPERATORS.partition('.')[0]}"] = page.answer
        if self._pictured:
            picture = StaticFile(files[PICTURE], KINDS["png"], FOR_A_DAY)
            self.routes[f"/{PICTURE}"] = picture.answer

    def missing(self, asked: HttpRequest) -> HttpResponse:
        """Answer a path without a route."""
        words = self._how_to_join(asked, asked.address)
        return plain(words, HTTPStatus.NOT_FOUND, vary=FRONT_VARIES)

    def answer(self, asked: HttpRequest, preview: Preview) -> HttpResponse:
        """Answer browsers with the front page and a preview, and other clients with a text."""
        if self._bare and wants_page(asked):
            meta = meta_of(preview, asked.site, pictured=self._pictured)
            return self._fronts(asked.path.count("/") - 1, meta).answer(asked)
        is_session = preview.path.startswith(SESSION_LINKS)
        address = f"{asked.site}/#{preview.path}" if is_session else asked.address
        return plain(self._how_to_join(asked, address), vary=FRONT_VARIES)

    def _make_front(self, depth: int, meta: str) -> StaticFile:
        """Return the front for a path of some folders, with the meta elements of its preview."""
        folder = f"{'../' * depth}{self._folder}"
        front = self._bare.replace(FOLDER, folder.encode())
        front = front.replace(HEAD_END, meta.encode() + HEAD_END, 1)
        return StaticFile(front, KINDS["html"], ASK_AGAIN, GUARDS, FRONT_VARIES)

    def _how_to_join(self, asked: HttpRequest, address: str) -> str:
        parts = [
            f"{self._name()}: a dungeon that is played together, from a terminal.\n",
            f"    undertide join {address}\n    undertide watch {address}\n",
            "Or open this address in a browser, to watch.\n" if self._bare else "",
            install_words(asked),
        ]
        return "\n".join(filter(None, parts))


def alive(_asked: HttpRequest) -> HttpResponse:
    """Answer that the server is alive."""
    return plain("ok\n")


def _digest(files: Mapping[str, bytes]) -> str:
    """Return a digest of the names and contents of these files."""
    digest = hashlib.sha256()
    for name, body in sorted(files.items()):
        digest.update(f"{name}\n{len(body)}\n".encode() + body)
    return digest.hexdigest()[:16]


def _file(name: str, body: bytes) -> StaticFile:
    return StaticFile(body, KINDS[name.rpartition(".")[2]], FOR_GOOD)
