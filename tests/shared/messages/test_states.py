import pytest

from undertide_shared.messages import (
    CLIENT_MESSAGES,
    PROTOCOL,
    Act,
    Again,
    Anew,
    ChangePassword,
    ClientMessage,
    Create,
    Drain,
    EraseAccount,
    ExportAccount,
    Follow,
    Govern,
    Hear,
    Hello,
    Join,
    Leave,
    ListAuditEntries,
    ListChat,
    ListKinds,
    ListNodes,
    ListPeople,
    ListReports,
    ListRuns,
    ListSessions,
    ListThumbnails,
    Lock,
    LogIn,
    LogOut,
    LookInto,
    PauseParty,
    Ping,
    Play,
    Replay,
    Report,
    Resync,
    Say,
    Seek,
    ShowStatus,
    SignUp,
    State,
    Step,
    Transfer,
    Wait,
    Watch,
    is_legal,
)

ONE_OF_EACH: list[ClientMessage] = [
    Hello(PROTOCOL, "client"),
    ListSessions(),
    ListThumbnails([]),
    ListRuns(),
    Create(),
    Join("", "Ann"),
    Watch(""),
    Replay("r1"),
    Play(100),
    Seek(0),
    Step(1),
    Follow(),
    Leave(),
    Act(1, Wait()),
    Say("hi"),
    PauseParty(),
    Resync(),
    Ping(),
    Anew(),
    Again(),
    ListKinds(),
    Hear("players"),
    Govern(Lock(locked=True)),
    ListPeople(),
    ListAuditEntries(),
    Report(1),
    ListReports(),
    SignUp("Ann", "secrets!"),
    LogIn("Ann", "secrets!"),
    LogOut(),
    ChangePassword("secrets!", "secrets?"),
    ExportAccount(),
    EraseAccount("secrets!"),
    ListNodes(),
    Drain("w1"),
    Transfer("k7m2q", "w1"),
    LookInto("k7m2q"),
    ListChat("k7m2q"),
    ShowStatus(),
]
MODERATION = {Govern, ListPeople, ListAuditEntries, ListReports}
ABOUT_NODES = {ListNodes, Drain, Transfer}
LOOKS = {LookInto, ListChat, ShowStatus}
OF_ACCOUNTS = {SignUp, LogIn, LogOut, ChangePassword, ExportAccount, EraseAccount}
LEGAL: dict[State, set[type]] = {
    State.GREETING: {Hello},
    State.LOBBY: {ListSessions, ListThumbnails, ListRuns, Create, Join, Watch, Replay, Ping}
    | MODERATION
    | ABOUT_NODES
    | LOOKS
    | OF_ACCOUNTS,
    State.PLAYING: {ListSessions, Act, Anew, Again, ListKinds, Say, Hear, Report, Resync, Follow}
    | {Leave, PauseParty, Ping}
    | MODERATION,
    State.WATCHING: {ListSessions, ListKinds, Say, Hear, Report, Resync, Follow, Leave, Ping}
    | MODERATION,
    State.REPLAYING: {Play, Seek, Step, Resync, Follow, Leave, Ping},
}


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize("message", ONE_OF_EACH, ids=lambda message: type(message).__name__)
def test_a_message_is_legal_in_its_states_alone(state: State, message: ClientMessage) -> None:
    assert is_legal(message, state) == (type(message) in LEGAL[state])


def test_every_client_message_is_legal_somewhere() -> None:
    assert {type(message) for message in ONE_OF_EACH} == set(CLIENT_MESSAGES)
    assert set.union(*LEGAL.values()) == set(CLIENT_MESSAGES)
