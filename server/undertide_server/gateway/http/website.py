"""The website of a server: its answers to all requests at its port that open no websocket."""

import asyncio
from collections.abc import Awaitable

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from undertide_server.cluster.look_back import LookBack
from undertide_server.cluster.other_nodes import OtherNodes
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.gateway.edge.connection_gate import ConnectionGate
from undertide_server.gateway.http import client_wheel, link_pages, records_page, run_pages
from undertide_server.gateway.http.client_page import ClientPage
from undertide_server.gateway.http.documents import STYLE_PATH, style
from undertide_server.gateway.http.link_pages import LinkPages
from undertide_server.gateway.http.operations import Operations
from undertide_server.gateway.http.pages import Pages
from undertide_server.gateway.http.routes import Route, SlowRoute
from undertide_server.gateway.http.web import Web, alive
from undertide_server.gateway.http.whole_server import WholeServer
from undertide_server.replays.catalogue import RunCatalogue
from undertide_server.sessions.registry import Registry
from undertide_server.store.engine.address import StoreAddress
from undertide_shared.pages import page_files


class Website:
    """The pages for players and the operator's, by path.

    `runs` is the store whose runs have pages, if any; `operations` answers the operator.
    """

    def __init__(
        self,
        settings: ServerSettings,
        registry: Registry,
        runs: StoreAddress | None,
        look_back: LookBack,
        gate: ConnectionGate,
        operations: Operations,
    ) -> None:
        self._settings = settings
        self._operations = operations
        self._whole: WholeServer | None = None
        """The answers for all nodes, if there are others."""
        self._web = Web(page_files(), self._server_name)
        routes: dict[str, Route] = {
            **self._web.routes,
            "/healthz": alive,
            STYLE_PATH: style,
            **operations.routes(self._web.missing),
        }
        kept = RunCatalogue(runs), look_back

        def titles() -> dict[str, str]:
            return registry.offers.playbook.titles

        links = LinkPages(self._web, self._server_name, titles, *kept)
        clock = asyncio.get_running_loop().time
        self._folders: dict[str, SlowRoute] = {
            run_pages.FOLDER: run_pages.RunPages(*kept, titles).answer,
            records_page.FOLDER: records_page.RecordsPage(*kept, clock, titles).answer,
            **dict.fromkeys(link_pages.KINDS, links.answer),
            link_pages.QR_FOLDER: link_pages.answer_qr_code,
            client_wheel.FOLDER: ClientPage(lambda: self._settings.server.source).answer,
        }
        self._pages = Pages(gate, routes, self._folders, self._web.missing)

    def _server_name(self) -> str:
        return self._settings.server.name

    def answer(
        self, connection: ServerConnection, request: Request
    ) -> Response | Awaitable[Response] | None:
        """Answer a request; return None if its websocket may open."""
        return self._pages.answer(connection, request)

    async def report_status(self) -> bytes:
        """Return the data of the status page, in JSON, of all nodes if there are others."""
        if self._whole is not None:
            return await self._whole.report_status()
        return self._operations.status.encoded_report()

    def join_others(self, others: OtherNodes) -> None:
        """Answer operators for the other nodes as well."""
        whole = self._whole = WholeServer(others, self._operations)
        self._folders.update(whole.routes(self._web.missing))

    def apply_settings(self, settings: ServerSettings) -> None:
        """Apply these settings from now on."""
        self._settings = settings
        self._operations.apply_settings(settings)
