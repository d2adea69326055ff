"""Links to games show the page, and a preview that tells no more than the lobby."""

import re
from html import unescape
from pathlib import Path

import pytest

from support.gateway.ended_runs import PRIVATE, PUBLIC, keep_run
from support.gateway.raw_clients import new_session
from support.gateway.real_gateway import Hosted, HttpAnswer, hosted, http_answer
from support.sessions.made_sessions import make_session
from undertide_server.replays.catalogue import RunCatalogue
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.registry import Registry
from undertide_shared.messages import Access, Options
from undertide_shared.qr import qr_modules

BROWSER = {"Accept": "text/html"}


async def fetched(host: Hosted, path: str) -> HttpAnswer:
    answer = await http_answer(host.address, path, "dungeon.test", **BROWSER)
    assert answer.status == 200
    return answer


async def previewed(host: Hosted, path: str) -> dict[str, str]:
    page = (await fetched(host, path)).body.decode()
    found = re.findall(r'<meta property="og:([a-z]+)" content="([^"]*)">', page.split("</head>")[0])
    return {key: unescape(text) for key, text in found}


@pytest.mark.parametrize("path", ["/play/k7m2q", "/watch/k7m2q", "/watch/k7m2q/3", "/replay/0f/9"])
async def test_a_link_is_the_page_with_its_files(path: str) -> None:
    async with hosted() as host:
        page = await fetched(host, path)
        (script,) = re.findall(r'src="([./]*)(web/[0-9a-f]+/page.js)"', page.body.decode())
        up, file = script
        assert up == "../" * (path.count("/") - 1)
        assert (await http_answer(host.address, f"/{file}")).status == 200
        assert "script-src 'self'" in page.headers["content-security-policy"]
        assert (await previewed(host, path))["url"].startswith("http://dungeon.test/")


async def test_a_listed_session_is_told_with_its_heroes_and_floor() -> None:
    async with hosted() as host, host.player("Ann"), host.player("Ben <b>"):
        (session,) = host.registry.sessions
        for kind in ("play", "watch"):
            told = await previewed(host, f"/{kind}/{session}")
            assert told["title"] == "Ann and Ben <b> on floor 1"
            assert told["description"].endswith("Watch them now, or join the party.")
            assert "Undertide" in told["description"]
            assert told["url"] == f"http://dungeon.test/{kind}/{session}"


async def test_a_session_that_nobody_has_joined_invites() -> None:
    async with hosted() as host:
        session = await new_session(host.address, "", "auto")
        assert (await previewed(host, f"/watch/{session}"))["description"].endswith(
            "Be the first to go down."
        )


@pytest.mark.parametrize("kind", ["play", "watch"])
async def test_of_what_is_not_listed_nobody_learns_whether_it_exists(kind: str) -> None:
    async with hosted() as host:
        names = ["nobody"]
        kinds: tuple[Access, ...] = ("unlisted", "invited", "public")
        for access in kinds:
            session = make_session(host.registry, "", None, 0.0, Options(access))
            session.join(1, "Eve", b"", 0.0, said=session.policy.invite)
            session.policy.settings.locked = access == "public"
            names += [session.id, session.policy.invite or session.id]
        pages = set()
        for name in names:
            page = (await fetched(host, f"/{kind}/{name}")).body.decode()
            pages.add(page.replace(f"/{kind}/{name}", "/"))
        (same,) = pages
        assert "Eve" not in same


async def test_a_public_run_is_told_once_all_of_it_may_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_run(tmp_path, PUBLIC)
    keep_run(tmp_path, PRIVATE, access="invited", name="Eve")
    async with hosted(tmp_path) as host:
        told = await previewed(host, f"/replay/{PUBLIC}")
        assert told["title"] == "Ann"
        assert "again" in told["description"]
        usual = (await previewed(host, "/replay/00"))["title"]
        assert usual == "Watch a game again on Undertide"
        for run in (PRIVATE, PRIVATE[:8], PUBLIC[:8]):
            assert (await previewed(host, f"/replay/{run}"))["title"] == usual
        monkeypatch.setattr(Registry, "watchable", lambda _registry, _run, _now: 3)
        assert (await previewed(host, f"/replay/{PUBLIC}"))["title"] == usual


async def test_a_folder_that_can_not_be_read_spoils_no_link(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fail(_catalogue: RunCatalogue, _run: str) -> None:
        raise RequestRefusedError("internal", "the server can't read its runs")

    monkeypatch.setattr(RunCatalogue, "public_run", fail)
    async with hosted() as host:
        assert (await previewed(host, "/replay/00"))["title"] == "Watch a game again on Undertide"


@pytest.mark.parametrize(
    "agent",
    [
        "facebookexternalhit/1.1",
        "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
        "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
        "TelegramBot (like TwitterBot)",
        "WhatsApp/2.23.20.0",
        "http.rb/5.1.1 (Mastodon/4.2.1; +https://mastodon.example/)",
    ],
)
async def test_programs_that_preview_links_get_the_page_whatever_they_accept(agent: str) -> None:
    async with hosted() as host:
        for path in ("/", "/watch/k7m2q"):
            answer = await http_answer(host.address, path, Accept="*/*", User_Agent=agent)
            assert b"og:title" in answer.body
            assert "User-Agent" in answer.headers["vary"]


async def test_other_programs_are_told_how_to_follow_the_link_in_a_terminal() -> None:
    async with hosted() as host:
        answer = await http_answer(host.address, "/play/k7m-x4hq9", User_Agent="curl/8.0")
        site = host.address.replace("ws://", "http://")
        assert f"undertide join {site}/#/play/k7m-x4hq9\n" in answer.body.decode()
        replay = await http_answer(host.address, "/replay/0f3a")
        assert f"undertide join {host.address}\n" in replay.body.decode()


@pytest.mark.parametrize("path", ["/play/a/b/c", "/watch" + 4000 * "/"])
async def test_what_is_too_deep_is_no_link(path: str) -> None:
    async with hosted() as host:
        assert (await http_answer(host.address, path, **BROWSER)).status == 404


async def test_an_odd_name_is_quoted_and_cut() -> None:
    async with hosted() as host:
        told = await previewed(host, "/play/%22%3E%3Cscript%3E" + 100 * "x")
        path = told["url"].removeprefix("http://dungeon.test/play/")
        assert path.startswith("%22%3E%3Cscript%3E")
        assert len(path) < 100


async def test_the_qr_code_of_a_link_is_rows_of_modules() -> None:
    link = "http://dungeon.test/#/play/k7m-x4hq9abc"
    async with hosted() as host:
        answer = await http_answer(host.address, "/qr", **{"Undertide-Link": link})
    rows = answer.body.decode().split("\n")
    assert rows == ["".join(str(int(dark)) for dark in row) for row in qr_modules(link, border=4)]
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("headers", [{}, {"Undertide-Link": "a" * 301}])
async def test_what_is_no_link_has_no_qr_code(headers: dict[str, str]) -> None:
    async with hosted() as host:
        answer = await http_answer(host.address, "/qr", **headers)
    assert answer.status == 400
    assert answer.body == b"Undertide-Link: a link has 1 to 300 printable characters\n"
