"""Changes of accounts and bans, as another process reads them."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from undertide_server.accounts.change_feed import ChangeFeed
from undertide_server.accounts.database import MOST_CHANGES, open_accounts
from undertide_server.accounts.moderation_repository import ModerationRepository
from undertide_server.accounts.personal_data import PersonalData
from undertide_server.accounts.repository import AccountRepository
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.errors import StoreFaultError


@pytest.fixture
def theirs(new_accounts: StoreConnection) -> StoreConnection:
    return new_accounts


@pytest.fixture
def feed(store: StoreAddress, theirs: StoreConnection) -> Iterator[ChangeFeed]:
    """Return the feed of a process that knows Ann."""
    AccountRepository(theirs).add("Ann", "", 10, 0.0)
    with closing(open_accounts(store)) as connection:
        yield ChangeFeed(connection)


def test_what_was_there_before_is_no_change(feed: ChangeFeed) -> None:
    assert feed.read() is None


def test_each_change_is_read_once(feed: ChangeFeed, theirs: StoreConnection) -> None:
    bob = AccountRepository(theirs).add("Bob", "", 10, 0.0)
    changes = feed.read()
    assert changes is not None
    assert (changes.accounts, changes.erased, changes.bans) == ([bob], [], None)
    assert feed.read() is None


def test_operators_and_ended_logins_are_changes(feed: ChangeFeed, theirs: StoreConnection) -> None:
    accounts = AccountRepository(theirs)
    (ann,) = accounts.all()
    accounts.set_operator(ann.known.id, operator=True)
    changed = accounts.set_password(ann.known, "new")
    changes = feed.read()
    assert changes is not None
    assert (changes.accounts, changed.operator) == ([changed], True)


def test_a_login_is_no_change(feed: ChangeFeed, theirs: StoreConnection) -> None:
    accounts = AccountRepository(theirs)
    (ann,) = accounts.all()
    accounts.add_token(ann.known, b"digest", 10.0, 0.0)
    accounts.use_token(b"digest", 20.0, 1.0)
    assert feed.read() is None


def test_an_erased_account_is_gone(feed: ChangeFeed, theirs: StoreConnection) -> None:
    (ann,) = AccountRepository(theirs).all()
    PersonalData(theirs, None).erase(ann)
    changes = feed.read()
    assert changes is not None
    assert (changes.accounts, changes.erased) == ([], [ann.known.id])


def test_a_change_that_could_not_be_read_is_read_the_next_time(
    feed: ChangeFeed, theirs: StoreConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_repository: ModerationRepository) -> None:
        raise StoreFaultError("the disk is gone")

    ban = ModerationRepository(theirs).ban("Ann", "", "Olga", 0, "")
    with monkeypatch.context() as patched:
        patched.setattr(ModerationRepository, "bans", fail)
        with pytest.raises(StoreFaultError):
            feed.read()
    changes = feed.read()
    assert changes is not None
    assert changes.bans == [ban]


def test_all_bans_come_when_one_is_made_or_ends(feed: ChangeFeed, theirs: StoreConnection) -> None:
    bans = ModerationRepository(theirs)
    first, second = (bans.ban(name, "", "Olga", 0, "") for name in ("Ann", "Bob"))
    changes = feed.read()
    assert changes is not None
    assert changes.bans == [first, second]
    bans.pardon(first.id)
    changes = feed.read()
    assert changes is not None
    assert changes.bans == [second]


def test_a_process_that_missed_changes_reads_all_accounts(
    feed: ChangeFeed, theirs: StoreConnection
) -> None:
    accounts = AccountRepository(theirs)
    (ann,) = accounts.all()
    with theirs.transaction():
        for number in range(MOST_CHANGES + 2):
            accounts.set_operator(ann.known.id, operator=number % 2 == 1)
    assert theirs.execute("SELECT count(*) FROM changes").fetchone() == (MOST_CHANGES,)
    changes = feed.read()
    assert changes is not None
    assert changes.everyone is not None
    known = changes.everyone.named("Ann")
    assert known is not None
    assert known.operator
    assert feed.read() is None


def test_a_database_that_went_back_is_read_whole(feed: ChangeFeed, theirs: StoreConnection) -> None:
    theirs.execute("DELETE FROM changes")
    changes = feed.read()
    assert changes is not None
    assert changes.everyone is not None
    assert changes.bans == []
