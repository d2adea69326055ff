"""When time passes in a session: turns, real time, limits and errands."""

import pytest

from support.sessions.lobby import RUN, Lobby, SlowJournal
from undertide_server.sessions.clock.inbox import MARKS_AT_ONCE, TOO_MANY
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.simulation.state.inputs import Asked, Ticked
from undertide_shared.messages import (
    AcceptTrade,
    Act,
    Climb,
    Delta,
    Explore,
    IntentReport,
    Keyframe,
    MarkCell,
    MarkInfo,
    OfferTrade,
    PaceStatus,
    PauseParty,
    StairAgreement,
    Wait,
)


def paces(lobby: Lobby, member: int) -> list[PaceStatus]:
    """Return every pace that a member was shown, in order."""
    frames = [each for each in lobby.mail[member] if isinstance(each, Keyframe | Delta)]
    return [frame.pace for frame in frames if frame.pace is not None]


class TestTrial:
    def test_what_a_player_does_in_a_run_on_trial_waits_until_it_is_announced(self) -> None:
        journal = SlowJournal()
        lobby = Lobby("auto", journal)
        progress, writer = lobby.session.run.progress, lobby.session.journal_writer
        writer.begin_trial(lobby.session.run)
        lobby.join(1, "Ann")
        assert progress.step == 0
        assert lobby.session.due(lobby.now) is None
        assert not lobby.mail, "nothing is shown of a run that she is not in"
        journal.commit()
        lobby.settle()
        journal.commit()
        lobby.deliver()
        assert [hero.state for hero in lobby.took(1, Keyframe)[0].party] == ["alive"]
        assert (progress.step, progress.ticks) == (1, 0), "she is there, and no time has passed"
        journal.commit()
        lobby.act(1, Wait())
        assert progress.step == 1
        journal.commit()
        lobby.settle()
        assert progress.step == 2
        assert progress.ticks > 0
        lobby.act(1, Wait())
        assert progress.step == 3, "the run has not killed the server"

    def test_what_is_announced_and_no_longer_due_is_withdrawn(self) -> None:
        journal = SlowJournal()
        lobby = Lobby("real", journal)
        for member, name in ((1, "Ann"), (2, "Bob")):
            lobby.join(member, name)
        journal.commit()
        lobby.session.journal_writer.begin_trial(lobby.session.run)
        lobby.now += 1.0
        lobby.settle()
        assert lobby.session.journal_writer.is_waiting, "a tick is announced"
        for member in (1, 2):
            lobby.tell(member, PauseParty())
        assert not journal.withdrawn
        step = lobby.session.run.progress.step
        journal.commit()
        lobby.settle()
        assert lobby.session.run.progress.step == step
        assert len(journal.withdrawn) == 1

    def test_that_heroes_fall_asleep_is_announced_to_nobody(self) -> None:
        journal = SlowJournal()
        lobby = Lobby("auto", journal)
        lobby.join(1, "Ann")
        journal.commit()
        lobby.session.disconnect(1, lobby.now)
        lobby.settle()
        journal.commit()
        lobby.session.journal_writer.begin_trial(lobby.session.run)
        step = lobby.session.run.progress.step
        lobby.wait(60.0)
        assert lobby.session.run.progress.step > step


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

    def test_in_party_turns_a_trade_takes_no_turn_and_waits_for_none(self) -> None:
        lobby = Lobby("party")
        for member, name in ((1, "Ann"), (2, "Ben"), (3, "Cat")):
            lobby.join(member, name)
        before, waiting = lobby.session.run.progress.ticks, paces(lobby, 1)[-1].waiting_for
        lobby.act(1, OfferTrade(1, [(1, 1)]))
        [table] = lobby.took(2, Delta)[-1].trades or []
        assert ([each.name for each in table.gets], table.seat) == (["health potion"], 0)
        lobby.act(2, AcceptTrade(table.number))
        lobby.act(1, AcceptTrade(lobby.row_of(1)[1].hero.offers_seen))
        assert lobby.took(2, Delta)[-1].trades == []
        assert [stack.count for stack in lobby.row_of(1)[1].inventory.stacks[:1]] == [2]
        assert lobby.session.run.progress.ticks == before
        assert paces(lobby, 1)[-1].waiting_for == waiting
        for member in (1, 2, 3):
            lobby.act(member, Wait())
        assert lobby.session.run.progress.ticks > before

    def test_a_trade_is_no_decision_for_a_party_turn(self) -> None:
        lobby = Lobby("party")
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        before = lobby.session.run.progress.ticks
        lobby.act(1, Wait())
        lobby.act(2, OfferTrade(0, [(1, 1)]))
        assert lobby.session.run.progress.ticks == before
        lobby.act(2, Wait())
        assert lobby.session.run.progress.ticks > before

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
        lobby.wait(60.0 * lobby.settings.seats.give_up_minutes)
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


class TestMarks:
    def test_alone_they_are_shown_at_once_and_take_no_time(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        before = lobby.session.run.progress.ticks
        x, y = lobby.place_of(1)
        lobby.act(1, MarkCell("loot", x, y))
        assert lobby.took(1, Delta)[-1].marks == [MarkInfo(x, y, "loot", 0)]
        assert lobby.session.run.progress.ticks == before

    def test_in_a_party_turn_one_who_marks_has_not_decided(self) -> None:
        lobby = Lobby("party")
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        before = lobby.session.run.progress.ticks
        lobby.act(1, Wait())
        lobby.act(2, MarkCell("here", *lobby.place_of(2)))
        assert lobby.session.run.progress.ticks == before
        assert paces(lobby, 1)[-1].waiting_for == [1]
        lobby.act(2, Wait())
        assert lobby.session.run.progress.ticks == before + 2

    def test_in_real_time_they_come_with_the_next_tick(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.wait(0.5)
        step = lobby.session.run.progress.step
        lobby.act(1, MarkCell("here", *lobby.place_of(1)))
        assert lobby.session.run.progress.step == step
        lobby.wait(0.1)
        assert lobby.took(1, Delta)[-1].marks

    def test_who_marks_too_often_is_refused(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        cell = lobby.place_of(1)
        for _ in range(MARKS_AT_ONCE):
            lobby.act(1, MarkCell("here", *cell))
        with pytest.raises(RequestRefusedError, match=TOO_MANY):
            lobby.act(1, MarkCell("here", *cell))

    def test_spectators_see_them_and_can_not_place_any(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        lobby.watch(2)
        x, y = lobby.place_of(1)
        lobby.act(1, MarkCell("danger", x, y))
        assert lobby.took(2, Delta)[-1].marks == [MarkInfo(x, y, "danger", 0)]
        assert "Ann marks danger." in [line.text for line in lobby.took(2, Delta)[-1].lines]
        with pytest.raises(RequestRefusedError, match="no living hero"):
            lobby.act(2, MarkCell("danger", x, y))


class TestStairsInPartyTurns:
    """A party on the first floor of a game; its stairs are beside the heroes."""

    def lobby(self) -> Lobby:
        lobby = Lobby("party")
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        floor, ann = lobby.row_of(1)
        for member, cell in ((1, floor.state.stairs_down[0]), (2, lobby.place_of(2))):
            lobby.session.run.index.move(lobby.row_of(member)[1], cell)
        lobby.act(1, Wait())
        lobby.act(2, Wait())
        assert ann.cell in floor.state.stairs_down
        return lobby

    def test_one_who_waits_at_the_stairs_has_decided(self) -> None:
        lobby = self.lobby()
        lobby.act(1, Climb())
        lobby.act(2, Wait())
        lobby.wait(1.0)
        assert paces(lobby, 1)[-1].waiting_for == [1]
        before = lobby.session.run.progress.ticks
        lobby.act(2, Wait())
        assert lobby.session.run.progress.ticks == before + 2

    def test_everyone_who_watches_the_floor_is_told_and_nobody_else(self) -> None:
        lobby = self.lobby()
        lobby.watch(3, seat=1)
        lobby.forget_mail()
        lobby.act(1, Climb())
        lobby.act(2, Wait())
        branch = lobby.row_of(1)[0].state.children[0]
        for member in (1, 2, 3):
            told = [each.agreements for each in lobby.took(member, Delta) if each.agreements]
            assert told[0] == [StairAgreement(branch, [0], [1], 50)], member


class TestQuiet:
    """Ticks in which nothing happens pass together, when something is due."""

    def calm(self) -> Lobby:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.row_of(1)[1].effects.remaining.clear()
        for _ in range(100):
            lobby.wait(0.1)
            due = lobby.session.due(lobby.now)
            if due is not None and due > lobby.now + 0.7:
                lobby.forget_mail()
                return lobby
        raise AssertionError("always something happens")

    def test_a_session_is_not_called_for_them(self) -> None:
        lobby = self.calm()
        due = lobby.session.due(lobby.now)
        assert due is not None
        lobby.now = due - 0.01
        step = lobby.session.run.progress.step
        assert not lobby.is_due(lobby.session)
        lobby.now = due
        lobby.settle()
        assert lobby.session.run.progress.step >= step + 3
        inputs = lobby.journal.steps(RUN)[step:]
        assert inputs == [(Ticked(1),)] * len(inputs), "each is a step of the journal"
        assert len(inputs) == lobby.session.run.progress.step - step

    def test_what_a_player_does_comes_after_those_that_were_due(self) -> None:
        lobby = self.calm()
        step = lobby.session.run.progress.step
        lobby.now += 0.45
        lobby.tell(1, Act(1, Wait()))
        passed = lobby.session.run.progress.step
        assert passed >= step + 2
        due = lobby.session.due(lobby.now)
        assert due is not None
        assert due - lobby.now <= 0.1, "the next tick takes it"
        lobby.now = due
        lobby.settle()
        assert lobby.journal.steps(RUN)[passed:] == [(Asked(0, 1, Wait()), Ticked(1))]
        assert lobby.took(1, Delta)[-1].intent == IntentReport(1, 1, "done")

    def test_they_wait_for_the_disk_as_all_steps_do(self) -> None:
        journal = SlowJournal()
        lobby = Lobby("real", journal)
        lobby.join(1, "Ann")
        lobby.row_of(1)[1].effects.remaining.clear()
        for _ in range(40):
            lobby.wait(1.0)
        writer = lobby.session.journal_writer
        assert writer.is_full
        assert lobby.session.due(lobby.now) is None
        step = lobby.session.run.progress.step
        lobby.now += 1.0
        lobby.session.stepper.pass_quiet_ticks(lobby.now)
        assert lobby.session.run.progress.step == step
        journal.commit()
        lobby.settle()
        assert lobby.session.run.progress.step > step

    def test_delayed_spectators_are_shown_each_at_its_time(self) -> None:
        lobby = Lobby("real", delay=10.0)
        lobby.join(1, "Ann")
        lobby.row_of(1)[1].effects.remaining.clear()
        for _ in range(40):
            due = lobby.session.due(lobby.now)
            assert due is not None
            assert due <= lobby.now + 0.15
            lobby.wait(0.1)
