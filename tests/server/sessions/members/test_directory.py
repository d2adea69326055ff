"""People of a session: numbered once, remembered by seat, forgotten when they only watched."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from undertide_server.sessions.members.directory import Directory, Participant
from undertide_server.sessions.model.identity import NOBODY, Identity

ANN = Identity("ann", "192.0.2.1")


def test_everybody_has_a_number_of_their_own_and_nobody_gets_it_again() -> None:
    directory = Directory()
    ann, will = directory.sit(0, 1, ANN), directory.watch(2, NOBODY)
    directory.leave(2)
    zoe = directory.watch(2, NOBODY)
    assert len({ann.id, will.id, zoe.id}) == 3
    assert directory.get(will.id) is None
    assert list(directory) == [ann, zoe]


def test_a_player_keeps_the_number_through_every_coming_back() -> None:
    directory = Directory()
    ann = directory.sit(0, 1, ANN)
    directory.leave(1)
    assert directory.get(ann.id) is ann
    assert ann.member is None
    assert directory.of_member(1) is None
    again = directory.sit(0, 5, NOBODY)
    assert again is ann
    assert (again.member, again.identity) == (5, NOBODY)
    assert directory.of_member(5) is directory.of_seat(0) is ann


def test_a_seat_that_was_brought_back_is_somebodys_who_is_not_there() -> None:
    directory = Directory()
    ann = directory.sit(3, None, ANN)
    assert (ann.seat, ann.member) == (3, None)
    assert directory.of_seat(4) is directory.of_member(None) is None


def test_who_was_never_there_can_leave() -> None:
    directory = Directory()
    directory.leave(7)
    assert list(directory) == []


def test_a_player_without_a_seat_is_forgotten_connected_or_not() -> None:
    directory = Directory()
    ann, ben = directory.sit(0, 1, ANN), directory.sit(1, None, NOBODY)
    for seat in (0, 1, 2):
        directory.forget_seat(seat)
    assert list(directory) == []
    assert directory.of_member(1) is directory.of_seat(0) is directory.get(ben.id) is None
    assert directory.sit(0, 1, ANN).id not in {ann.id, ben.id}


def test_people_are_numbered_from_1_on() -> None:
    directory = Directory()
    assert directory.next_id == 1
    assert [directory.sit(0, 1, ANN).id, directory.watch(2, NOBODY).id, directory.next_id] == [
        1,
        2,
        3,
    ]


def test_a_person_of_another_node_is_who_it_was_there() -> None:
    there, here = Directory(), Directory()
    ann, will = there.sit(4, 1, ANN), there.watch(2, Identity("will"))
    ann.hears, will.hears = "nobody", "players"
    here.restore(there.memory(ann), 4, None)
    here.restore(there.memory(will), None, 12)
    assert list(here) == [
        Participant(1, ANN, 4, None, "nobody"),
        Participant(2, Identity("will"), None, 12, "players"),
    ]
    assert here.of_seat(4) is here.get(1)
    assert here.of_member(12) is here.get(2)
    assert [there.memory(each).is_connected for each in (ann, will)] == [True, True]
    assert [here.memory(each).is_connected for each in here] == [False, True]


def test_the_address_keys_of_players_are_known_once_each_while_they_are_connected() -> None:
    directory = Directory()
    assert list(directory.players_address_keys) == []
    directory.watch(9, Identity(address_key="watches"))
    directory.sit(0, None, Identity(address_key="away"))
    assert list(directory.players_address_keys) == []
    for seat, key in ((1, "one"), (2, "both"), (3, "both"), (4, "")):
        directory.sit(seat, seat, Identity(address_key=key))
    assert list(directory.players_address_keys) == ["one", "both"]
    directory.leave(2)
    assert list(directory.players_address_keys) == ["one", "both"], "another one is there"
    directory.rename(3, 13, Identity(address_key="other"))
    assert list(directory.players_address_keys) == ["one", "other"]
    directory.forget_seat(1)
    assert list(directory.players_address_keys) == ["other"]


HAPPENINGS = st.sampled_from(["sit", "be away", "watch", "leave", "rename", "forget", "restore"])


@given(st.lists(st.tuples(HAPPENINGS, st.integers(0, 3), st.sampled_from(["", "a", "b"]))))
def test_the_address_keys_are_those_of_connected_players(
    happenings: Sequence[tuple[str, int, str]],
) -> None:
    directory = Directory()
    for member, (happening, number, address_key) in enumerate(happenings):
        identity, person = Identity(address_key=address_key), directory.of_seat(number)
        before = None if person is None else person.member
        if happening == "watch":
            directory.watch(member, identity)
        elif happening == "forget":
            directory.forget_seat(number)
        elif happening == "restore" and person is None:
            known = directory.memory(Participant(1000 + member, identity, member=member))
            directory.restore(known, number, member)
        elif before is None and happening in {"sit", "be away"}:
            directory.sit(number, member if happening == "sit" else None, identity)
        elif before is not None and happening == "leave":
            directory.leave(before)
        elif before is not None and happening == "rename":
            directory.rename(before, member, identity)
        players = [each for each in directory if None not in {each.seat, each.member}]
        keys = {each.identity.address_key for each in players} - {""}
        assert sorted(directory.players_address_keys) == sorted(keys)
