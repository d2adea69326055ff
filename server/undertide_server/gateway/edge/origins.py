"""From which web pages browsers may open a websocket here. Pure.

A browser sends what it keeps for this server along with a page's requests, whoever wrote the page.
So pages of other hosts may not speak for whoever has opened them. What is no browser names no
origin, and need not.
"""

from collections.abc import Iterable

from websockets.datastructures import Headers

from undertide_server.content.settings.sites import Site, read_site


class Origins:
    """The server's own pages, and those of sites that a host admits besides.

    Those are written like `https://play.example.org`. Raises ValueError when one is not.
    """

    def __init__(self, written: Iterable[str]) -> None:
        self._admitted = {read_site(each) for each in written}

    def admit(self, headers: Headers) -> bool:
        """Whether a request comes from no page, or from one that may ask."""
        named = headers.get_all("Origin")
        if not named:
            return True
        try:
            (origin,) = {read_site(each) for each in named}
            return origin in self._admitted or _is_own(origin, headers.get_all("Host"))
        except ValueError:
            return False


def _is_own(origin: Site, hosts: list[str]) -> bool:
    """Whether an origin is the host that the request itself was sent to. Raises ValueError."""
    return len(hosts) == 1 and read_site(f"{origin.scheme}://{hosts[0]}") == origin
