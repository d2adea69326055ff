"""The web pages from which browsers may open a websocket here. Pure.

A browser sends its cookies for this server along with a page's requests, whoever wrote the page. So
pages of other hosts must not act for the people who open them. A client that is no browser sends no
origin, and needs none.
"""

from collections.abc import Iterable

from websockets.datastructures import Headers

from undertide_server.content.settings.sites import Site, read_site


class Origins:
    """The server's own pages, and those of other sites that the operator admits.

    A site is written like `https://play.example.org`. Raises ValueError for anything else.
    """

    def __init__(self, written: Iterable[str]) -> None:
        self._admitted = {read_site(each) for each in written}

    def admit(self, headers: Headers) -> bool:
        """Return whether a request comes from no page, or from one that may ask."""
        named = headers.get_all("Origin")
        if not named:
            return True
        try:
            (origin,) = {read_site(each) for each in named}
            return origin in self._admitted or _is_own(origin, headers.get_all("Host"))
        except ValueError:
            return False


def _is_own(origin: Site, hosts: list[str]) -> bool:
    """Return whether an origin is the host of the request itself. Raises ValueError."""
    return len(hosts) == 1 and read_site(f"{origin.scheme}://{hosts[0]}") == origin
