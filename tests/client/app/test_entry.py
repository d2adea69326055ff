from undertide_client.app.entry import JoinEntry, LobbyEntry, ReplayEntry, WatchEntry, calling_of


def test_only_who_takes_a_seat_asks_for_a_calling() -> None:
    assert calling_of(JoinEntry("", "Ann", "mender")) == "mender"
    assert calling_of(JoinEntry("", "Ann")) == ""
    for entry in (LobbyEntry("Ann"), WatchEntry("abc"), ReplayEntry("0123")):
        assert calling_of(entry) == ""
