from undertide_server.accounts.cache import Roll
from undertide_server.accounts.records import KEYHOLDER, Known, Login
from undertide_server.sessions.model.identity import Identity

ANN = Known(1, "Ann", "ann", operator=False, generation=3)
LOGIN = Login(1, 3, b"a digest")


def test_a_login_makes_somebody_of_a_place() -> None:
    assert Roll([ANN]).identity(LOGIN, "192.0.2.1") == Identity("Ann", "192.0.2.1")
    assert Roll([ANN]).identity(None, "192.0.2.1") == Identity(place="192.0.2.1")


def test_a_login_ends_with_its_generation_and_its_account() -> None:
    roll = Roll([ANN])
    roll.put(Known(1, "Ann", "ann", operator=False, generation=4))
    assert roll.identity(LOGIN, "") == Identity()
    assert roll.of(LOGIN) is None
    assert Roll().of(LOGIN) is None


def test_an_operator_is_one_as_soon_as_the_roll_says_so() -> None:
    roll = Roll([ANN])
    roll.put(Known(1, "Ann", "ann", operator=True, generation=3))
    assert roll.identity(LOGIN, "") == Identity("Ann", "", operator=True)


def test_the_keyholder_is_an_operator_without_an_account() -> None:
    assert Roll().identity(KEYHOLDER, "here") == Identity("", "here", operator=True)
    assert Roll([ANN]).of(KEYHOLDER) is None


def test_an_account_is_found_by_its_name_however_it_is_written() -> None:
    assert Roll([ANN]).named("aNN") == ANN
    assert Roll([ANN]).named("Bob") is None
