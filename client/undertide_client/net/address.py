"""The address of a server, as people write it: a host, a WebSocket address, a link of its page."""

import re
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final, Literal
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit

from undertide_client.net.errors import BadAddressError, WrongServerError
from undertide_shared.codes import lets_in, tidy
from undertide_shared.limits import MAX_CODE

DEFAULT_PORT: Final = 4414
"""The port of a server where an address names none, as `server.toml` ships it."""
MAX_ADDRESS: Final = 300
"""Characters: enough for the longest host name, a port, a path and an invite code."""
WEBSOCKET: Final = {"ws": "ws", "wss": "wss", "http": "ws", "https": "wss"}
"""The scheme of the WebSocket that each known scheme leads to."""
PAGE: Final = {"ws": "http", "wss": "https"}
"""The scheme of the page of a server, by the scheme of its WebSocket."""
PRIVATE_NAMES: Final = frozenset(
    {"localhost", "local", "lan", "home", "internal", "intranet", "private", "test", "arpa"}
)
"""The last labels of host names that no public authority certifies."""
LINK: Final = re.compile(r"(?P<root>.*)(?P<place>/(play|watch|replay)/[^/]+(/[^/]*)?)")
"""The path of a link to a game: what lies before it leads to the server."""
FORMS: Final = "type HOST, HOST:PORT, or the link of the server's page"

PlaceKind = Literal["", "play", "watch", "replay"]


@dataclass(frozen=True, slots=True)
class Place:
    """The place that a link of a page names, in its path or after its `#`; else the lobby."""

    kind: PlaceKind = ""
    name: str = ""
    """A session's id or an invite code; for a replay, the name of its run."""

    @property
    def session(self) -> str:
        """Return the id or the invite code of a session, if the place is one."""
        return self.name if self.kind in {"play", "watch"} else ""


LOBBY: Final = Place()


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """A server, as a player wrote it."""

    written: str
    """The host and port, for messages."""
    urls: tuple[str, ...]
    """The WebSocket addresses where it may be, at least one, in the order in which to try them."""
    place: Place = LOBBY


def parse_address(text: str) -> ServerAddress:
    """Return the server that `text` means.

    `ws://` and `wss://` mean exactly that address. `http://` and `https://` mean the server of the
    page with that link. A host without a scheme is tried at `DEFAULT_PORT`, or at its own port,
    and where its name is public with TLS first. Raises BadAddressError.
    """
    bare = text.strip()
    if not bare.isprintable() or " " in bare or len(bare) > MAX_ADDRESS:
        raise BadAddressError("an address is one short word without spaces")
    try:
        parts = urlsplit(bare if "://" in bare else f"//{bare}")
    except ValueError as fault:
        raise BadAddressError(str(fault)) from fault
    _check(parts)
    fragment = parts.fragment
    link = LINK.fullmatch(parts.path)
    if link is not None and not fragment and parts.scheme not in PAGE:
        parts, fragment = parts._replace(path=link["root"]), link["place"]
    urls = dict.fromkeys(_urls(parts))
    return ServerAddress(parts.netloc, tuple(urls), _place_of(fragment))


def page_link(url: str, place: Place = LOBBY) -> str:
    """Return the link of the page of the server at the WebSocket address `url`.

    A path has a preview where people pass it on. What follows a `#` never gets into the logs of
    servers, so the codes of private sessions stand there.
    """
    parts = urlsplit(url)
    root = f"{PAGE[parts.scheme]}://{parts.netloc}{parts.path.rstrip('/')}/"
    if not place.kind:
        return root
    hidden = "#/" if lets_in(place.session) else ""
    return f"{root}{hidden}{place.kind}/{quote(place.name, safe='')}"


def door_of(text: str) -> str:
    """Return the id or the invite code of a session that `text` is, or that an invite holds."""
    fragment = text.partition("#")[2]
    link = None if fragment else LINK.fullmatch(text.strip())
    if link is not None:
        fragment = link["place"]
    try:
        return tidy((_place_of(fragment).session if fragment else text).strip())[:MAX_CODE]
    except BadAddressError:
        return ""


def is_local(url: str) -> bool:
    """Return whether only this machine can reach the server at `url`."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return _last_label(host) == "localhost"


def redirected(url: str, location: str) -> str:
    """Return the WebSocket address to which the server at `url` sends its visitors on.

    Raises WrongServerError if that is another host, or gives up TLS.
    """
    elsewhere = WrongServerError(f"the server sends its visitors on to {location}: type that")
    try:
        before, after = urlsplit(url), urlsplit(urljoin(url, location))
    except ValueError:
        raise elsewhere from None
    if after.hostname != before.hostname or after.scheme not in WEBSOCKET:
        raise elsewhere
    if before.scheme == "wss" and WEBSOCKET[after.scheme] != "wss":
        raise WrongServerError("the server sends its visitors on to a page without TLS")
    return after._replace(scheme=WEBSOCKET[after.scheme], fragment="").geturl()


def _check(parts: SplitResult) -> None:
    """Check all of an address but what its link names. Raises BadAddressError."""
    host = parts.netloc.rpartition("@")[2]
    if not parts.hostname:
        raise BadAddressError(f"there is no host in it: {FORMS}")
    if parts.scheme and parts.scheme not in WEBSOCKET:
        page = f"http://{host}/"
        reason = f"{parts.scheme}:// leads to no server of this game: type {host}, or {page}"
        raise BadAddressError(reason)
    if parts.username is not None:
        raise BadAddressError(f"expected no name and no password in it: type {host}")
    _port(parts)
    try:
        parts.hostname.encode("idna")
    except UnicodeError:
        raise BadAddressError(f"no host can have the name {parts.hostname}") from None


def _port(parts: SplitResult) -> int | None:
    try:
        port = parts.port
    except ValueError:
        raise BadAddressError("the port is a number from 1 to 65535") from None
    if port == 0:
        raise BadAddressError("nobody can connect to port 0")
    return port


def _urls(parts: SplitResult) -> list[str]:
    """Return the addresses that a checked address may mean, in the order to try."""
    named = parts._replace(fragment="", path=parts.path.rstrip("/"))
    if parts.scheme in PAGE:
        return [named.geturl()]
    usual = named if _port(parts) else named._replace(netloc=f"{_host(parts)}:{DEFAULT_PORT}")
    if parts.scheme:
        scheme = WEBSOCKET[parts.scheme]
        return [each._replace(scheme=scheme).geturl() for each in (named, usual)]
    plain = usual._replace(scheme="ws").geturl()
    if not _is_public(parts.hostname or ""):
        return [plain]
    # A proxy in front of the server has the usual port of TLS.
    return [*(each._replace(scheme="wss").geturl() for each in (usual, named)), plain]


def _host(parts: SplitResult) -> str:
    """Return the host as it was written, without a port."""
    return parts.netloc.rstrip(":")


def _is_public(host: str) -> bool:
    """Return whether anybody may have this host's name certified: it is no address."""
    try:
        ip_address(host)
    except ValueError:
        return "." in host.rstrip(".") and _last_label(host) not in PRIVATE_NAMES
    return False


def _last_label(host: str) -> str:
    return host.rstrip(".").rpartition(".")[2].lower()


def _place_of(fragment: str) -> Place:
    """Return the place that a link names after its `#`. Raises BadAddressError."""
    kind, _, rest = fragment.removeprefix("/").partition("/")
    name = unquote(rest.partition("/")[0])
    match kind:
        case "":
            return LOBBY
        case "play" | "watch" | "replay" if name:
            return Place(kind, name)
        case _:
            raise BadAddressError("what follows its # names no place: copy the whole link again")
