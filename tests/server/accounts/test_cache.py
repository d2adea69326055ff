from undertide_server.accounts.cache import AccountCache
from undertide_server.accounts.records import KEYHOLDER, Account, LoginGrant
from undertide_server.sessions.model.identity import Identity

ANN = Account(1, "Ann", "ann", operator=False, generation=3)
LOGIN = LoginGrant(1, 3, b"a digest")


def test_a_login_makes_somebody_of_a_place() -> None:
    assert AccountCache([ANN]).identity(LOGIN, "192.0.2.1") == Identity("Ann", "192.0.2.1")
    assert AccountCache([ANN]).identity(None, "192.0.2.1") == Identity(address_key="192.0.2.1")


def test_a_login_ends_with_its_generation_and_its_account() -> None:
    cache = AccountCache([ANN])
    cache.store_account(Account(1, "Ann", "ann", operator=False, generation=4))
    assert cache.identity(LOGIN, "") == Identity()
    assert cache.of(LOGIN) is None
    assert AccountCache().of(LOGIN) is None


def test_nobody_reads_like_an_account_that_was_removed() -> None:
    lil = Account(2, "lil", "lil", operator=False, generation=0)
    cache = AccountCache([ANN, lil])
    assert cache.read_alike("1il") == lil
    cache.remove(lil.id)
    assert (cache.named("lil"), cache.read_alike("1il"), cache.named("ann")) == (None, None, ANN)
    assert cache.of(LoginGrant(2, 0, b"")) is None


def test_an_operator_is_one_as_soon_as_the_roll_says_so() -> None:
    cache = AccountCache([ANN])
    cache.store_account(Account(1, "Ann", "ann", operator=True, generation=3))
    assert cache.identity(LOGIN, "") == Identity("Ann", "", operator=True)


def test_the_keyholder_is_an_operator_without_an_account() -> None:
    assert AccountCache().identity(KEYHOLDER, "here") == Identity("", "here", operator=True)
    assert AccountCache([ANN]).of(KEYHOLDER) is None


def test_an_account_is_found_by_its_name_however_it_is_written() -> None:
    assert AccountCache([ANN]).named("aNN") == ANN
    assert AccountCache([ANN]).named("Bob") is None


def test_a_name_that_reads_alike_is_found_unless_another_account_has_exactly_that_one() -> None:
    bob1, bobl = (
        Account(number, name, name.casefold(), operator=False, generation=0)
        for number, name in ((1, "Bob1"), (2, "Bobl"))
    )
    cache = AccountCache([bob1])
    assert cache.read_alike("BOBL") == cache.read_alike("B\u043eb1") == bob1
    assert cache.named("Bobl") is cache.read_alike("Bob") is None
    cache.store_account(bobl)
    assert cache.read_alike("bobl") == bobl
    assert cache.read_alike("bob1") == bob1
