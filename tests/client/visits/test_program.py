"""The program of a visit: its title screen, and the ways into the game that need no server."""

import asyncio
from pathlib import Path

from support.client.fake_visit import CODE, KEY, FakeVisit, visitor
from undertide_client.saved.tokens import SavedSeat
from undertide_client.saved.vault import OpenVault, VaultProfile, VaultTokens
from undertide_client.visits.program import FAREWELL, show_game
from undertide_shared.visits import Vault


async def test_the_title_opens_and_leaving_it_ends_the_visit(tmp_path: Path) -> None:
    visit = FakeVisit(visitor(tmp_path))
    showing = asyncio.create_task(show_game(visit))
    await visit.until("U N D E R T I D E")
    assert "new game" in visit.text
    assert "return" not in visit.text
    assert "continue" not in visit.text
    visit.press(b"q", b"q")
    assert await showing == FAREWELL


async def test_a_visitor_who_hangs_up_is_gone(tmp_path: Path) -> None:
    visit = FakeVisit(visitor(tmp_path))
    visit.hang_up()
    assert await show_game(visit) == FAREWELL


async def test_a_terminal_without_a_cursor_is_told_so(tmp_path: Path) -> None:
    words = await show_game(FakeVisit(visitor(tmp_path, told={"TERM": "dumb"})))
    assert "can't move its cursor" in words


async def test_who_has_no_key_and_took_no_seat_is_told_no_code(tmp_path: Path) -> None:
    visit = FakeVisit(visitor(tmp_path, proved=False))
    showing = asyncio.create_task(show_game(visit))
    await visit.until("return")
    visit.press(b"n")
    await visit.until("U N D E R T I D E")
    visit.hang_up()
    assert await showing == FAREWELL


async def test_a_wrong_code_is_told_on_the_title(tmp_path: Path) -> None:
    visit = FakeVisit(visitor(tmp_path, CODE, proved=False))
    showing = asyncio.create_task(show_game(visit))
    await visit.until("this code opens no seat")
    visit.press(b"r")
    await visit.until("Come back with a code")
    visit.press(b"wxyz-wxyz\r")
    await visit.until("this code opens no seat")
    visit.hang_up()
    await showing


async def test_a_kept_seat_is_offered_again(tmp_path: Path) -> None:
    vault = OpenVault(Vault(tmp_path / "vault", KEY))
    VaultProfile(vault).change(name="Ann")
    VaultTokens(vault).store_token(SavedSeat("", "k7m2q", "Ann"), b"token")
    visit = FakeVisit(visitor(tmp_path))
    showing = asyncio.create_task(show_game(visit))
    await visit.until("continue")
    visit.hang_up()
    await showing


async def test_seats_that_can_not_be_read_now_are_told_on_the_title(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    visit = FakeVisit(visitor(tmp_path))
    showing = asyncio.create_task(show_game(visit))
    await visit.until("can't be read or kept")
    visit.hang_up()
    await showing
