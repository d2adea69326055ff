"""What members ask for is carried out and reported, or refused."""

import msgspec
import pytest

from support.sessions.lobby import RUN, Lobby, free_step, refusal
from undertide_server.sessions.clock.inbox import (
    HOUR,
    MAX_ASKED,
    RETURN_BYTES,
    STEP_BYTES,
    JournalBudget,
)
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared.messages import Act, Delta, Follow, Joined, Keyframe, Move, Resync, Say, Wait

WAIT = msgspec.msgpack.encode(Wait())


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
        assert (report.outcome, report.reason) == ("refused", "that isn't a direction")

    def test_a_flood_of_intents_is_refused_and_loses_nobody_elses(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        lobby.forget_mail()
        for sequence in range(1, MAX_ASKED + 1):
            lobby.session.requests.handle_message(1, Act(sequence, Wait()), lobby.now)
        with pytest.raises(RequestRefusedError, match="too_fast"):
            lobby.session.requests.handle_message(1, Act(MAX_ASKED + 1, Wait()), lobby.now)
        sequence = lobby.act(2, Wait())
        lobby.wait(0.3)
        reports = [delta.intent for delta in lobby.took(2, Delta) if delta.intent]
        assert reports[-1].sequence == sequence

    def test_a_seat_writes_no_more_than_its_share_of_the_journal(self) -> None:
        lobby = Lobby()
        lobby.session.requests.inbox.budget = JournalBudget(2 * RETURN_BYTES)
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        lobby.session.disconnect(2, lobby.now)
        for _ in range(2 * RETURN_BYTES // (STEP_BYTES + len(WAIT))):
            lobby.act(1, Wait())
        written = lobby.journal.steps(RUN)
        assert refusal(lobby, 1, Wait()).code == "too_fast"
        assert lobby.journal.steps(RUN) == written
        lobby.wait(HOUR)
        lobby.act(1, Wait())

    def test_nobody_fills_the_journal_by_coming_and_going(self) -> None:
        lobby = Lobby()
        lobby.session.requests.inbox.budget = JournalBudget(2 * RETURN_BYTES)
        lobby.join(1, "Ann")
        for member in (2, 3):
            lobby.join(member, "", lobby.took(member - 1, Joined)[0].token)
        with pytest.raises(RequestRefusedError, match="too_fast"):
            lobby.join(4, "", lobby.took(3, Joined)[0].token)
        lobby.now += HOUR / 2
        lobby.join(4, "", lobby.took(3, Joined)[0].token)

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
        lobby.session.requests.handle_message(2, Act(1, free_step(lobby, 2)), lobby.now)
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
        lobby.session.requests.handle_message(3, Act(1, Wait()), lobby.now)
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
            with pytest.raises(RequestRefusedError) as caught:
                lobby.tell(stranger, message)
            assert caught.value.code == "wrong_state"
        lobby.wait(0.5)
        assert not {2, 99} & lobby.mail.keys()

    def test_a_sequence_out_of_range_is_refused(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        for sequence in (0, -1, 2**31, 2**70):
            with pytest.raises(RequestRefusedError, match="bad_intent"):
                lobby.tell(1, Act(sequence, Wait()))
