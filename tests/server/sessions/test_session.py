"""A session without sockets: seats, resuming, pace, journal order, watching, talking, ending."""

import pytest

from lobby import RUN, Lobby, SlowJournal
from undertide_server.sessions.inbox import MAX_ASKED
from undertide_server.sessions.refused import Refused
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.components.monsters import Mind
from undertide_server.simulation.systems.settling import spawn_monster
from undertide_shared.messages import (
    Act,
    Chat,
    Delta,
    Ended,
    Explore,
    Follow,
    Intent,
    Joined,
    Keyframe,
    Left,
    Move,
    PaceStatus,
    Resync,
    Roster,
    Say,
    Wait,
    Watching,
)


def free_step(lobby: Lobby, member: int) -> Move:
    """Return a step that a member's hero can take."""
    seat = lobby.session.seating.of_member(member)
    assert seat is not None
    assert seat.hero is not None
    run = lobby.session.run
    with run.world.active():
        found = run.places.of_hero(seat.hero)
    assert found is not None
    place, row = found
    for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, -1)):
        if place.is_free((row.cell[0] + dx, row.cell[1] + dy)):
            return Move(dx, dy)
    raise AssertionError("walled in")


def paces(lobby: Lobby, member: int) -> list[PaceStatus]:
    """Return every pace that a member was shown, in order."""
    frames = [each for each in lobby.mail[member] if isinstance(each, Keyframe | Delta)]
    return [frame.pace for frame in frames if frame.pace is not None]


def refusal(lobby: Lobby, member: int, intent: Intent) -> Refused:
    with pytest.raises(Refused) as caught:
        lobby.act(member, intent)
    return caught.value


class TestSeats:
    def test_joining_gives_a_seat_then_the_roster_then_a_keyframe(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        assert [type(message) for message in lobby.mail[1]] == [Joined, Roster, Keyframe]
        (keyframe,) = lobby.took(1, Keyframe)
        assert keyframe.hero is not None
        assert keyframe.seat == 0
        assert [member.name for member in keyframe.party] == ["Ann"]

    def test_everyone_is_told_what_is_special_about_the_run(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        lobby.watch(2)
        subtitle = lobby.session.run.game.variety.subtitle
        (joined,), (watching,) = lobby.took(1, Joined), lobby.took(2, Watching)
        assert joined.subtitle == watching.subtitle == lobby.session.info().subtitle == subtitle

    def test_everyone_is_told_the_run_tree(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        lobby.watch(2)
        (mine,), (theirs,) = lobby.took(1, Keyframe), lobby.took(2, Keyframe)
        assert mine.branches == theirs.branches
        assert mine.branches[0].visited
        assert mine.party[0].branch == mine.floor.branch == mine.branches[0].id
        assert [amulet.bearer for amulet in mine.amulets] == [None] * len(mine.amulets)

    def test_two_players_see_each_other_move(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        lobby.forget_mail()
        lobby.act(2, free_step(lobby, 2))
        lobby.wait(0.3)
        assert any(delta.shifted for delta in lobby.took(1, Delta))

    @pytest.mark.parametrize("name", ["", "  ", "\x1b[2J", "x" * 17, "ANN"])
    def test_a_name_that_will_not_do_is_refused(self, name: str) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        with pytest.raises(Refused) as caught:
            lobby.join(2, name)
        assert caught.value.code in {"bad_name", "name_taken"}
        assert lobby.session.seating.living == 1

    def test_no_more_seats_than_the_limit(self) -> None:
        lobby = Lobby()
        for member in range(lobby.settings.limits.seats):
            lobby.join(member, f"Hero {member}")
        with pytest.raises(Refused, match="session_full"):
            lobby.join(99, "Late")
        assert not lobby.session.has_room

    def test_leaving_and_coming_back_gives_the_same_hero(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        lobby.act(1, free_step(lobby, 1))
        where = lobby.place_of(1)
        (joined,) = lobby.took(1, Joined)
        lobby.session.leave(1, lobby.now)
        lobby.settle()
        assert lobby.took(1, Left)
        lobby.join(5, "whatever", joined.token)
        (again,) = lobby.took(5, Joined)
        assert (again.seat, again.name) == (0, "Ann")
        assert again.token != joined.token
        assert lobby.place_of(5) == where

    def test_a_wrong_token_opens_nothing(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        with pytest.raises(Refused, match="bad_token"):
            lobby.join(2, "Ann", b"guess")

    def test_taking_a_seat_up_elsewhere_puts_the_old_connection_out(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        (joined,) = lobby.took(1, Joined)
        lobby.join(2, "Ann", joined.token)
        assert lobby.took(1, Left)
        assert lobby.session.take_dismissed() == [1]
        assert refusal(lobby, 1, Wait()).code == "wrong_state"
        lobby.act(2, Wait())

    def test_a_late_joiner_starts_where_the_party_is_and_as_able(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        run = lobby.session.run
        with run.world.active():
            ((_, ann),) = run.world.each(Hero)
            ann.experience = 1000
        lobby.join(2, "Ben")
        with run.world.active():
            heroes = [hero for _, hero in run.world.each(Hero)]
        assert heroes[1].level > 1
        assert heroes[1].experience == 1000


class TestLinkDead:
    def test_a_lost_player_leaves_a_link_dead_hero_that_falls_asleep(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        lobby.session.disconnect(2, lobby.now)
        lobby.wait(1.0)
        states = [member.state for member in lobby.took(1, Delta)[-1].party or []]
        assert states in ([], ["alive", "linkdead"])
        lobby.wait(lobby.settings.pace.linkdead_seconds)
        lobby.tell(1, Resync())
        assert [each.state for each in lobby.took(1, Keyframe)[-1].party] == ["alive", "asleep"]

    def test_a_sleeper_wakes_with_its_players_first_intent(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        (joined,) = lobby.took(1, Joined)
        lobby.session.disconnect(1, lobby.now)
        lobby.wait(lobby.settings.pace.linkdead_seconds + 1)
        lobby.join(2, "Ann", joined.token)
        assert lobby.took(2, Keyframe)[-1].party[0].state == "asleep"
        lobby.act(2, Wait())
        assert [each.state for each in lobby.took(2, Delta)[-1].party or []] == ["alive"]


class TestPace:
    def test_alone_the_world_waits(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        before = lobby.session.run.progress.ticks
        lobby.wait(60.0)
        assert lobby.session.run.progress.ticks == before
        lobby.act(1, Wait())
        assert lobby.session.run.progress.ticks == before + 2

    def test_in_company_time_runs_after_a_warning_that_is_shown(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        before = lobby.session.run.progress.ticks
        lobby.wait(lobby.settings.pace.warning_seconds - 0.5)
        assert lobby.session.run.progress.ticks == before
        lobby.wait(2.5)
        assert 15 <= lobby.session.run.progress.ticks - before <= 21
        shown = paces(lobby, 1)
        assert [(pace.mode, pace.next, pace.turns_in) for pace in shown] == [
            ("solo", None, 0),
            ("solo", "real", 3000),
            ("solo", "real", 2000),
            ("solo", "real", 1000),
            ("real", None, 0),
        ]

    def test_always_real_time_runs_for_one_alone(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        before = lobby.session.run.progress.ticks
        lobby.wait(1.0)
        assert 9 <= lobby.session.run.progress.ticks - before <= 11

    def test_party_turns_move_when_all_have_decided(self) -> None:
        lobby = Lobby("party")
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        before = lobby.session.run.progress.ticks
        lobby.act(1, Wait())
        assert lobby.session.run.progress.ticks == before
        assert paces(lobby, 1)[-1].waiting_for == [1]
        lobby.act(2, Wait())
        assert lobby.session.run.progress.ticks == before + 2

    def test_party_turns_wait_no_longer_than_the_limit(self) -> None:
        lobby = Lobby("party")
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        before = lobby.session.run.progress.ticks
        lobby.wait(100.0)
        assert lobby.session.run.progress.ticks == before, "nobody has decided anything"
        lobby.act(1, Wait())
        lobby.wait(lobby.settings.pace.party_limit_seconds + 0.1)
        assert lobby.session.run.progress.ticks == before + 2

    def test_nobody_awake_means_no_time(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.session.disconnect(1, lobby.now)
        lobby.wait(lobby.settings.pace.linkdead_seconds + 1)
        before = lobby.session.run.progress.ticks
        lobby.wait(100.0)
        assert lobby.session.run.progress.ticks == before
        assert lobby.session.due(lobby.now) is None

    def test_a_late_session_does_not_run_after_lost_beats_for_ever(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        before = lobby.session.run.progress.ticks
        lobby.now += 60.0
        lobby.settle()
        assert lobby.session.run.progress.ticks - before < 10

    def test_an_errand_goes_on_by_itself_in_turns(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        lobby.act(1, Explore())
        where = lobby.place_of(1)
        lobby.wait(1.0)
        assert lobby.place_of(1) != where


class TestIntents:
    def test_frames_report_what_became_of_an_intent(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        sequence = lobby.act(1, free_step(lobby, 1))
        report = lobby.took(1, Delta)[-1].intent
        assert report is not None
        assert (report.received, report.sequence, report.outcome) == (sequence, sequence, "done")

    def test_a_refused_intent_says_why(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        lobby.act(1, Move(0, 0))
        report = lobby.took(1, Delta)[-1].intent
        assert report is not None
        assert (report.outcome, report.reason) == ("refused", "that is no direction")

    def test_a_flood_of_intents_is_refused_and_loses_nobody_elses(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        lobby.forget_mail()
        for sequence in range(1, MAX_ASKED + 1):
            lobby.session.receive(1, Act(sequence, Wait()), lobby.now)
        with pytest.raises(Refused, match="too_fast"):
            lobby.session.receive(1, Act(MAX_ASKED + 1, Wait()), lobby.now)
        sequence = lobby.act(2, Wait())
        lobby.wait(0.3)
        reports = [delta.intent for delta in lobby.took(2, Delta) if delta.intent]
        assert reports[-1].sequence == sequence

    def test_a_spectator_has_no_hero_to_move(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        lobby.watch(2)
        assert refusal(lobby, 2, Wait()).code == "wrong_state"

    def test_intents_of_a_player_who_is_gone_are_dropped(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        where = lobby.place_of(2)
        (joined,) = lobby.took(2, Joined)
        lobby.session.receive(2, Act(1, free_step(lobby, 2)), lobby.now)
        lobby.session.disconnect(2, lobby.now)
        lobby.wait(1.0)
        lobby.join(3, "Ben", joined.token)
        lobby.wait(1.0)
        assert lobby.place_of(3) == where

    def test_an_intent_sent_on_the_way_out_leaves_no_sleeper_awake(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        (joined,) = lobby.took(2, Joined)
        lobby.session.disconnect(2, lobby.now)
        lobby.wait(lobby.settings.pace.linkdead_seconds + 1)
        lobby.join(3, "Ben", joined.token)
        lobby.session.receive(3, Act(1, Wait()), lobby.now)
        lobby.session.disconnect(3, lobby.now)
        lobby.wait(60.0)
        lobby.tell(1, Resync())
        assert [each.state for each in lobby.took(1, Keyframe)[-1].party] == ["alive", "asleep"]

    @pytest.mark.parametrize("message", [Act(1, Wait()), Say("hello"), Follow(0), Follow(None)])
    def test_who_has_no_place_is_refused(self, message: Act | Say | Follow) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.watch(2)
        lobby.session.leave(2, lobby.now)
        lobby.settle()
        lobby.forget_mail()
        for stranger in (2, 99):
            with pytest.raises(Refused) as caught:
                lobby.tell(stranger, message)
            assert caught.value.code == "wrong_state"
        lobby.wait(0.5)
        assert not {2, 99} & lobby.mail.keys()

    def test_a_sequence_out_of_range_is_refused(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        for sequence in (0, -1, 2**31, 2**70):
            with pytest.raises(Refused, match="bad_intent"):
                lobby.tell(1, Act(sequence, Wait()))


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
        lobby.session.fell_behind(2)
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
        lobby.session.take_outgoing()
        lobby.session.receive(1, Act(1, free_step(lobby, 1)), lobby.now)
        lobby.now += 0.2
        lobby.session.advance(lobby.now)
        frames = [parcel for parcel in lobby.session.take_outgoing() if parcel.frame]
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

    def test_a_viewer_that_fell_behind_gets_nothing_until_a_keyframe(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.watch(2, seat=0)
        lobby.session.fell_behind(2)
        lobby.forget_mail()
        lobby.act(1, free_step(lobby, 1))
        lobby.wait(0.5)
        assert lobby.took(1, Delta)
        assert 2 not in lobby.mail
        lobby.session.resync(2)
        lobby.settle()
        assert len(lobby.took(2, Keyframe)) == 1

    def test_changing_eyes_gives_a_keyframe_of_the_other_view(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        lobby.watch(3)
        lobby.tell(3, Follow(1))
        assert lobby.took(3, Keyframe)[-1].seat == 1
        lobby.tell(3, Follow(None))
        assert lobby.took(3, Keyframe)[-1].seat is None
        for seat in (7, -1):
            with pytest.raises(Refused, match="unknown_seat"):
                lobby.tell(3, Follow(seat))

    def test_a_player_looks_through_its_own_eyes_while_it_lives(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        with pytest.raises(Refused, match="wrong_state"):
            lobby.tell(1, Follow(None))


class TestTalking:
    def test_everyone_hears_cleaned_text_and_newcomers_the_last_of_it(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        lobby.watch(2)
        lobby.tell(1, Say("hello \x1b[31mdeep\u202e  one"))
        for member in (1, 2):
            (chat,) = lobby.took(member, Chat)
            assert (chat.name, chat.text) == ("Ann", "hello [31mdeep one")
        lobby.join(3, "Ben")
        assert [chat.text for chat in lobby.took(3, Chat)] == ["hello [31mdeep one"]

    def test_nothing_to_say_is_refused(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        with pytest.raises(Refused, match="bad_text"):
            lobby.tell(1, Say("\x00\x1b"))


class TestDeath:
    def test_death_makes_a_spectator_and_the_last_one_ends_the_run(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        _strike_down(lobby, 1)
        lobby.wait(3.0)
        last = [frame for frame in lobby.took(1, Delta) if frame.hero is not None][-1]
        assert last.hero is not None
        assert (last.hero.life, last.hero.state) == (0, "dead")
        assert lobby.took(1, Keyframe)[-1].seat is None
        assert refusal(lobby, 1, Wait()).code == "wrong_state"
        lobby.tell(1, Follow(1))
        assert lobby.took(1, Keyframe)[-1].seat == 1
        assert lobby.took(1, Ended) == []
        _strike_down(lobby, 2)
        lobby.wait(3.0)
        for member in (1, 2):
            (ended,) = lobby.took(member, Ended)
            assert not ended.won
            assert [hero.name for hero in ended.heroes] == ["Ann", "Ben"]
        with pytest.raises(Refused, match="session_closed"):
            lobby.join(3, "Cid")

    def test_who_comes_when_all_is_over_is_told_so(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        (joined,) = lobby.took(1, Joined)
        _strike_down(lobby, 1)
        lobby.wait(3.0)
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
        _strike_down(lobby, 1)
        lobby.wait(3.0)
        farewell = [frame for frame in lobby.took(3, Delta) if frame.hero is not None][-1]
        assert farewell.hero is not None
        assert farewell.hero.state == "dead"
        assert lobby.took(3, Keyframe)[-1].seat is None
        with pytest.raises(Refused, match="Ann has died"):
            lobby.tell(3, Follow(0))
        lobby.forget_mail()
        lobby.wait(1.0)
        assert lobby.took(3, Keyframe) == []

    def test_who_joins_in_the_beat_in_which_the_last_hero_dies_plays_on(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        _strike_down(lobby, 1)
        beat = lobby.session.due(lobby.now)
        assert beat is not None
        lobby.now = beat
        lobby.session.join(2, "Ben", b"", lobby.now)
        lobby.settle()
        lobby.tell(2, Resync())
        party = lobby.took(2, Keyframe)[-1].party
        assert [(member.name, member.state) for member in party] == [
            ("Ann", "dead"),
            ("Ben", "alive"),
        ]
        assert lobby.took(2, Ended) == []


def _strike_down(lobby: Lobby, member: int) -> None:
    """Let something deadly stand beside a member's hero, which is as good as dead."""
    seat = lobby.session.seating.of_member(member)
    assert seat is not None
    assert seat.hero is not None
    run = lobby.session.run
    with run.world.active():
        found = run.places.of_hero(seat.hero)
        assert found is not None
        place, row = found
        row.body.life = 1
        row.effects.remaining.clear()
        cell = place.nearest_free((row.cell[0], row.cell[1] + 1))
        spawn_monster(run, place, run.game.roster.kinds[0], cell, Mind("hunting", row.cell))
