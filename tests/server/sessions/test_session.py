"""A session without sockets: journal order, watching, and the end."""

import pytest

from support.sessions.lobby import RUN, Lobby, SlowJournal, free_step, refusal
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared.messages import (
    Act,
    Delta,
    Ended,
    Follow,
    Joined,
    Keyframe,
    Left,
    Resync,
    Roster,
    Say,
    Wait,
    Watching,
)


class TestJournal:
    def test_nothing_leaves_that_is_not_durable(self) -> None:
        journal = SlowJournal()
        lobby = Lobby(journal=journal)
        lobby.join(1, "Ann")
        assert lobby.mail == {}
        journal.commit()
        lobby.deliver()
        assert lobby.took(1, Joined)
        lobby.forget_mail()
        lobby.act(1, Wait())
        assert lobby.mail == {}
        journal.commit()
        lobby.deliver()
        assert lobby.took(1, Delta)

    def test_the_edge_is_told_when_a_late_commit_frees_frames(self) -> None:
        journal = SlowJournal()
        lobby = Lobby(journal=journal)
        freed: list[str] = []
        lobby.session.on_outgoing = lambda session: freed.append(session.id)
        lobby.join(1, "Ann")
        assert freed == []
        journal.commit()
        assert freed == ["abcde"]

    def test_every_step_is_recorded_in_order(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.wait(2.0)
        assert len(lobby.journal.steps(RUN)) == lobby.session.run.progress.step

    def test_what_waits_to_be_durable_never_reaches_who_left_meanwhile(self) -> None:
        journal = SlowJournal()
        lobby = Lobby("real", journal=journal)
        lobby.join(1, "Ann")
        lobby.watch(2)
        journal.commit()
        lobby.deliver()
        lobby.forget_mail()
        lobby.wait(0.5)
        lobby.tell(1, Say("are you there?"))
        lobby.session.leave(2, lobby.now)
        lobby.settle()
        assert [type(message) for message in lobby.mail[2]] == [Left], "at once"
        journal.commit()
        lobby.deliver()
        assert len(lobby.mail[2]) == 1
        assert lobby.took(1, Delta)

    def test_a_new_member_with_the_number_of_one_that_left_gets_its_own_frames_alone(self) -> None:
        journal = SlowJournal()
        lobby = Lobby("real", journal=journal)
        lobby.join(1, "Ann")
        lobby.watch(2, seat=0)
        journal.commit()
        lobby.deliver()
        lobby.act(1, free_step(lobby, 1))
        lobby.wait(0.5)
        lobby.session.disconnect(2, lobby.now)
        lobby.settle()
        lobby.forget_mail()
        lobby.watch(2)
        lobby.wait(0.3)
        journal.commit()
        lobby.deliver()
        assert isinstance(lobby.mail[2][0], Watching)
        frames = [each for each in lobby.mail[2] if isinstance(each, Keyframe | Delta)]
        assert isinstance(frames[0], Keyframe)
        numbers = [frame.number for frame in frames]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))

    def test_who_was_put_out_is_told_at_once_and_gets_nothing_more(self) -> None:
        journal = SlowJournal()
        lobby = Lobby("real", journal=journal)
        lobby.join(1, "Ann")
        journal.commit()
        lobby.deliver()
        (joined,) = lobby.took(1, Joined)
        lobby.wait(0.5)
        lobby.forget_mail()
        lobby.join(2, "Ann", joined.token)
        assert [type(message) for message in lobby.mail[1]] == [Left]
        journal.commit()
        lobby.deliver()
        assert len(lobby.mail[1]) == 1
        assert lobby.took(2, Keyframe)

    def test_a_frame_that_waits_is_not_sent_after_one_that_was_missed(self) -> None:
        journal = SlowJournal()
        lobby = Lobby("real", journal=journal)
        lobby.join(1, "Ann")
        lobby.watch(2, seat=0)
        journal.commit()
        lobby.deliver()
        lobby.forget_mail()
        lobby.act(1, free_step(lobby, 1))
        lobby.wait(0.5)
        lobby.session.viewing.fell_behind(2)
        journal.commit()
        lobby.deliver()
        assert lobby.took(1, Delta)
        assert lobby.took(2, Delta) == []


class TestWatching:
    def test_a_watcher_follows_the_party_and_is_listed(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.watch(2, name="Will")
        assert [type(each) for each in lobby.mail[2]] == [Watching, Roster, Keyframe]
        (keyframe,) = lobby.took(2, Keyframe)
        assert keyframe.seat is None
        assert keyframe.hero is None
        assert lobby.took(1, Roster)[-1].watchers == ["Will"]
        lobby.session.disconnect(2, lobby.now)
        lobby.settle()
        assert lobby.took(1, Roster)[-1].watchers == []

    def test_a_watcher_of_a_hero_gets_the_same_bytes_as_its_player(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.watch(2, seat=0)
        lobby.session.outbox.take_committed()
        lobby.session.requests.handle_message(1, Act(1, free_step(lobby, 1)), lobby.now)
        lobby.now += 0.2
        lobby.session.advance(lobby.now)
        frames = [parcel for parcel in lobby.session.outbox.take_committed() if parcel.frame]
        assert frames
        assert all(set(parcel.members) == {1, 2} for parcel in frames)

    def test_joining_disturbs_nobody_elses_chain(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.forget_mail()
        for member in range(10, 15):
            lobby.watch(member, seat=0)
            lobby.act(1, free_step(lobby, 1))
            lobby.wait(0.3)
        assert lobby.took(1, Keyframe) == []
        numbers = [delta.number for delta in lobby.took(1, Delta)]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        for member in range(10, 15):
            (keyframe,) = lobby.took(member, Keyframe)
            deltas = [delta.number for delta in lobby.took(member, Delta)]
            assert deltas == list(range(keyframe.number + 1, keyframe.number + 1 + len(deltas)))


class TestDeath:
    def test_death_makes_a_spectator_and_the_last_one_ends_the_run(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        lobby.let_die(1)
        last = [frame for frame in lobby.took(1, Delta) if frame.hero is not None][-1]
        assert last.hero is not None
        assert (last.hero.life, last.hero.state) == (0, "dead")
        assert lobby.took(1, Keyframe)[-1].seat is None
        assert refusal(lobby, 1, Wait()).code == "wrong_state"
        lobby.tell(1, Follow(1))
        assert lobby.took(1, Keyframe)[-1].seat == 1
        assert lobby.took(1, Ended) == []
        lobby.let_die(2)
        for member in (1, 2):
            (ended,) = lobby.took(member, Ended)
            assert not ended.won
            assert [hero.name for hero in ended.heroes] == ["Ann", "Ben"]
        with pytest.raises(RequestRefusedError, match="session_closed"):
            lobby.join(3, "Cid")

    def test_who_comes_when_all_is_over_is_told_so(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        (joined,) = lobby.took(1, Joined)
        lobby.let_die(1)
        lobby.session.disconnect(1, lobby.now)
        lobby.settle()
        lobby.watch(2)
        lobby.join(3, "Ann", joined.token)
        for member in (2, 3):
            (ended,) = lobby.took(member, Ended)
            assert [hero.name for hero in ended.heroes] == ["Ann"]
        assert len(lobby.took(1, Ended)) == 1

    def test_a_watcher_of_a_hero_that_dies_goes_on_with_the_party(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        lobby.watch(3, seat=0)
        lobby.let_die(1)
        farewell = [frame for frame in lobby.took(3, Delta) if frame.hero is not None][-1]
        assert farewell.hero is not None
        assert farewell.hero.state == "dead"
        assert lobby.took(3, Keyframe)[-1].seat is None
        with pytest.raises(RequestRefusedError, match="Ann has died"):
            lobby.tell(3, Follow(0))
        lobby.forget_mail()
        lobby.wait(1.0)
        assert lobby.took(3, Keyframe) == []

    def test_who_joins_in_the_beat_in_which_the_last_hero_dies_plays_on(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.strike_down(1)
        beat = lobby.session.due(lobby.now)
        assert beat is not None
        lobby.now = beat
        lobby.session.join(2, "Ben", b"", lobby.now)
        lobby.settle()
        lobby.tell(2, Resync())
        party = lobby.took(2, Keyframe)[-1].party
        assert [(member.name, member.state, member.dies_in) for member in party] == [
            ("Ann", "alive", 150),
            ("Ben", "alive", 0),
        ]
        assert lobby.took(2, Ended) == []
