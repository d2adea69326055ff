from pathlib import Path

import pytest

from offices import open_office
from undertide_server.accounts.accounts import DAY
from undertide_server.accounts.bans import MOST_OUTLAWS
from undertide_server.accounts.database import open_accounts
from undertide_server.accounts.repository import Register
from undertide_server.accounts.service import FORGET_SECONDS
from undertide_server.sessions.model.errors import Refused
from undertide_server.sessions.model.identity import Identity

PASSWORD = "correct horse"


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


async def test_bans_are_in_force_at_once_and_after_a_restart(tmp_path: Path) -> None:
    with open_office(tmp_path) as office:
        await office.outlaw("Ann", "", "Olga", 0, "spam")
        await office.outlaw("", "192.0.2.0/24", "Olga", 60, "")
        assert office.is_outlawed("192.0.2.7")
    with open_office(tmp_path) as office:
        assert office.is_outlawed("192.0.2.7")
        assert not office.is_outlawed("192.0.3.7")
        assert "for good: spam" in office.outlawry_of(Identity("ann", "192.0.3.7"))
        assert not office.outlawry_of(Identity("", "192.0.3.7"))
        assert [info.who for info in office.ban_infos()] == ["192.0.2.0/24", "Ann"]


async def test_a_pardon_ends_a_ban_at_once_and_for_good(tmp_path: Path) -> None:
    with open_office(tmp_path) as office:
        banned = await office.outlaw("Ann", "", "Olga", 0, "")
        assert (await office.pardon(banned.id)) == banned
        assert not office.outlawry_of(Identity("Ann"))
        with pytest.raises(Refused) as caught:
            await office.pardon(banned.id)
        assert caught.value.code == "unknown_person"
    with open_office(tmp_path) as office:
        assert not office.ban_infos()


async def test_bans_that_ended_are_forgotten(tmp_path: Path) -> None:
    clock = Clock()
    with open_office(tmp_path, clock) as office:
        await office.outlaw("Ann", "", "Olga", 1, "")
        clock.now += 60
        assert not office.outlawry_of(Identity("Ann"))
        await office.look_again(0.0)
        assert len(office.outlaws) == 0
    with open_office(tmp_path, clock) as office:
        assert len(office.outlaws) == 0


@pytest.mark.parametrize("minutes", [-1, 10**9])
async def test_a_ban_lasts_no_longer_than_a_year(minutes: int) -> None:
    with open_office(None) as office, pytest.raises(Refused) as caught:
        await office.outlaw("Ann", "", "Olga", minutes, "")
    assert caught.value.code == "bad_option"


async def test_there_are_so_many_bans_at_once() -> None:
    with open_office(None) as office:
        for number in range(MOST_OUTLAWS):
            await office.outlaw(f"Ann {number}", "", "Olga", 0, "")
        with pytest.raises(Refused) as caught:
            await office.outlaw("Bob", "", "Olga", 0, "")
        assert caught.value.code == "server_full"


async def test_what_commands_of_the_host_change_is_taken_up(tmp_path: Path) -> None:
    with open_office(tmp_path) as office:
        login, _ = await office.accounts.sign_up("Ann", PASSWORD, "")
        elsewhere = open_accounts(tmp_path)
        Register(elsewhere).set_operator(login.account, operator=True)
        await office.look_again(0.0)
        assert office.roll.identity(login, "").operator
        Register(elsewhere).set_password(Register(elsewhere).by_id(login.account).known, "")
        await office.look_again(1.0)
        assert office.roll.identity(login, "") == Identity()
        elsewhere.close()


async def test_deeds_are_kept_for_so_many_days(tmp_path: Path) -> None:
    clock = Clock()
    with open_office(tmp_path, clock, audit_days=2) as office:
        office.audit.record("Olga", "kicked Ann", "abcde")
        clock.now += DAY
        office.audit.record("Olga", "banned Ann", "abcde")
        await office.look_again(0.0)
        assert len(await office.audit.deeds(None)) == 2
        clock.now += DAY + 1
        await office.look_again(1.0)
        assert len(await office.audit.deeds(None)) == 2
        await office.look_again(FORGET_SECONDS)
        assert [deed.text for deed in await office.audit.deeds("abcde")] == ["banned Ann"]


async def test_without_a_folder_bans_and_deeds_last_as_long_as_the_server() -> None:
    with open_office(None) as office:
        await office.outlaw("", "192.0.2.7", "Olga", 0, "")
        office.audit.record("Olga", "outlawed 192.0.2.7", "")
        assert office.is_outlawed("192.0.2.7")
        assert len(await office.audit.deeds(None)) == 1
