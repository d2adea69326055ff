import pytest

from support.postgres.interleaving import InterruptedConnection, Meanwhile
from undertide_server.accounts import moderation_repository
from undertide_server.accounts.database import open_accounts
from undertide_server.accounts.errors import RepositoryFullError
from undertide_server.accounts.moderation_repository import ModerationRepository
from undertide_server.store.engine.protocol import StoreConnection
from undertide_shared.limits import MAX_AUDIT_ENTRIES
from undertide_shared.messages import AuditEntry


@pytest.fixture
def kept(new_accounts: StoreConnection) -> ModerationRepository:
    return ModerationRepository(new_accounts)


def test_deeds_are_listed_the_latest_first_of_one_session_or_all(
    kept: ModerationRepository,
) -> None:
    for at, session in enumerate(("a", "b", "a", "")):
        kept.write(AuditEntry(at, "Olga", f"deed {at}", session), float(at))
    assert [entry.at for entry in kept.entries(None)] == [3, 2, 1, 0]
    assert [entry.text for entry in kept.entries("a")] == ["deed 2", "deed 0"]
    assert kept.entries("c") == []


def test_no_more_are_listed_than_fit_into_a_message(kept: ModerationRepository) -> None:
    for at in range(MAX_AUDIT_ENTRIES + 5):
        kept.write(AuditEntry(at, "Olga", "kicked Ann", "a"), float(at))
    assert len(kept.entries(None)) == len(kept.entries("a")) == MAX_AUDIT_ENTRIES


def test_deeds_of_long_ago_are_forgotten(kept: ModerationRepository) -> None:
    for at in range(5):
        kept.write(AuditEntry(at, "Olga", "kicked Ann", "a"), float(at))
    assert kept.forget_entries(3.0) == 3
    assert [entry.at for entry in kept.entries(None)] == [4, 3]


def test_bans_are_kept_until_they_are_pardoned_and_ids_are_never_used_again(
    kept: ModerationRepository,
) -> None:
    first = kept.ban("Ann", "", "Olga", 0.0, "spam")
    second = kept.ban("", "192.0.2.0/24", "Olga", 100.0, "")
    assert kept.bans() == [first, second]
    kept.pardon(second.id)
    third = kept.ban("Bob", "", "Olga", 0.0, "")
    assert kept.bans() == [first, third]
    assert len({first.id, second.id, third.id}) == 3


def test_a_ban_whose_entry_is_damaged_bans_nobody_and_hides_no_other() -> None:
    connection = open_accounts(None)
    kept = ModerationRepository(connection)
    for network in ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"):
        kept.ban("", network, "Olga", 0.0, "spam")
    assert kept.damaged() == []
    connection.execute("UPDATE outlaws SET network = 'nowhere' WHERE id = 1")
    connection.execute("UPDATE outlaws SET until = 'x' WHERE id = 2")
    assert [ban.network for ban in kept.bans()] == ["203.0.113.0/24"]
    assert kept.damaged() == [1, 2]


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_two_that_ban_at_the_same_time_keep_to_the_bound(
    interrupted: InterruptedConnection, kept: ModerationRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moderation_repository, "MOST_OUTLAWS", 1)

    def ban() -> None:
        with pytest.raises(RepositoryFullError):
            kept.ban("Bob", "", "Olga", 0.0, "")

    other = Meanwhile(interrupted.address, ban)
    interrupted.before_commit = other.begin
    ModerationRepository(interrupted).ban("Ann", "", "Olga", 0.0, "")
    other.result()
