"""A session that passes to another node goes on as if it had stayed."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.sessions.moving_session import MovingSession, moving_session
from undertide_server.sessions.handover import REENTER_SECONDS
from undertide_server.sessions.model.errors import NotMovableError, RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.party_pause import LONGEST_PAUSE
from undertide_server.simulation.snapshot import state_hash
from undertide_shared.messages import (
    Ban,
    Chat,
    Delta,
    Explore,
    Follow,
    Intent,
    Joined,
    Keyframe,
    Kick,
    Lock,
    Move,
    Options,
    PauseParty,
    Rest,
    Roster,
    Say,
    Wait,
    Watching,
)

KEYS = ("Ann", "Ben", "Cid")
ANN = Identity(account="ann", address_key="192.0.2.1")


@pytest.fixture
def game(tmp_path: Path) -> Iterator[MovingSession]:
    with moving_session(tmp_path / "data", "real") as session:
        yield session


def presences(game: MovingSession) -> dict[int, str]:
    """Return whether each seat's hero is awake."""
    rows = (game.session.run.index.of_seat(seat.number) for seat in game.session.members.seating)
    return {row.hero.seat: row.hero.presence for _, row in filter(None, rows)}


class TestMove:
    def test_nobody_falls_asleep_and_no_step_tells_of_it(self, game: MovingSession) -> None:
        game.join("Ann")
        game.join("Ben")
        game.wait(1.0)
        step = game.session.run.progress.step
        game.move()
        assert game.session.run.progress.step == step
        game.wait(REENTER_SECONDS + 1)
        assert presences(game) == {0: "present", 1: "present"}
        assert game.session.run.progress.step > step

    def test_each_gets_a_keyframe_and_no_greeting(self, game: MovingSession) -> None:
        game.join("Ann")
        game.watch("Wil")
        game.wait(0.5)
        for each in game.members.values():
            each.mail.clear()
        game.move()
        game.wait(0.5)
        for each in game.members.values():
            kinds = [type(message) for message in each.mail]
            assert kinds[0] is Keyframe
            assert Joined not in kinds
            assert Roster not in kinds

    def test_waiting_intents_are_answered_on_the_other_side(self, game: MovingSession) -> None:
        ann = game.join("Ann")
        game.wait(1.0)
        for _ in range(3):
            game.act("Ann", Wait())
        assert len(ann.unanswered) == 3
        game.take_over(game.halt())
        assert game.reenter("Ann") == 3
        game.wait(2.0)
        assert not ann.unanswered

    def test_the_clocks_of_the_nodes_may_differ(self, game: MovingSession) -> None:
        game.join("Ann")
        game.wait(1.0)
        game.move(clock=-90.0)
        step = game.session.run.progress.step
        game.wait(1.0)
        assert 9 <= game.session.run.progress.step - step <= 11

    def test_a_pause_of_the_party_lasts_on(self, game: MovingSession) -> None:
        game.join("Ann")
        game.wait(1.0)
        game.tell("Ann", PauseParty(wanted=True))
        game.move(clock=1000.0)
        step = game.session.run.progress.step
        game.wait(LONGEST_PAUSE - 1.0)
        assert game.session.run.progress.step == step
        game.wait(2.0)
        assert game.session.run.progress.step > step

    def test_an_action_ends_a_pause_that_has_moved(self, game: MovingSession) -> None:
        game.join("Ann")
        game.wait(1.0)
        game.tell("Ann", PauseParty(wanted=True))
        game.move()
        step = game.session.run.progress.step
        game.act("Ann", Wait())
        game.wait(1.0)
        assert game.session.run.progress.step > step

    def test_who_was_cut_off_before_withdraws_in_time(self, game: MovingSession) -> None:
        game.join("Ann")
        game.join("Ben")
        game.wait(1.0)
        game.cut("Ben")
        game.wait(10.0)
        game.move(clock=500.0)
        assert presences(game)[1] == "linkdead"
        game.wait(game.server.settings.pace.linkdead_seconds - 9.0)
        assert presences(game) == {0: "present", 1: "asleep"}

    def test_who_does_not_enter_again_is_lost(self, game: MovingSession) -> None:
        game.join("Ann")
        game.join("Ben")
        game.watch("Wil")
        game.take_over(game.halt())
        game.reenter("Ann")
        game.wait(REENTER_SECONDS - 0.5)
        assert presences(game) == {0: "present", 1: "present"}
        game.wait(1.0)
        assert presences(game) == {0: "present", 1: "linkdead"}
        assert game.session.members.members == (game.members["Ann"].number,)

    def test_who_enters_late_misses_no_chat(self, game: MovingSession) -> None:
        game.join("Ann")
        ben = game.join("Ben")
        game.take_over(game.halt())
        game.reenter("Ann")
        game.tell("Ann", Say("Are you there?"))
        game.wait(1.0)
        game.reenter("Ben")
        game.settle()
        assert [line.text for line in ben.took(Chat)] == ["Are you there?"]

    def test_chat_of_before_reaches_newcomers(self, game: MovingSession) -> None:
        game.join("Ann")
        game.tell("Ann", Say("Hello."))
        game.move()
        assert [line.text for line in game.join("Ben").took(Chat)] == ["Hello."]

    def test_a_spectator_goes_on_with_its_view(self, game: MovingSession) -> None:
        game.join("Ann")
        wil = game.watch("Wil")
        game.wait(0.5)
        game.tell("Wil", Follow(0))
        game.wait(0.5)
        game.move()
        game.wait(0.5)
        assert wil.took(Keyframe)[-1].seat == 0

    def test_people_keep_their_ids(self, game: MovingSession) -> None:
        host = Identity(operator=True)
        game.join("Ann", identity=ANN)
        game.watch("Wil")
        game.watch("Eve")
        game.cut("Wil")
        before = game.session.disclosure.people(None, host).people
        game.move()
        assert game.session.disclosure.people(None, host).people == before
        game.watch("Zoe")
        assert {each.id for each in game.session.disclosure.people(None, host).people} >= {1, 3, 4}

    def test_a_token_of_before_opens_the_seat(self, game: MovingSession) -> None:
        ann = game.join("Ann")
        game.session.confirm_token(ann.number)
        game.move()
        game.cut("Ann")
        game.join("Ann")
        assert ann.seat == 0

    def test_a_token_that_was_not_confirmed_leaves_the_older_one_valid(
        self, game: MovingSession
    ) -> None:
        ann = game.join("Ann")
        game.cut("Ann")
        before = ann.token
        game.join("Ann")
        game.move()
        seat = game.session.members.seating.get(0)
        assert seat is not None
        assert seat.opens(before)
        assert seat.opens(ann.token)

    def test_an_older_token_stays_ended(self, game: MovingSession) -> None:
        ann = game.join("Ann")
        older = ann.token
        game.wait(1.0)
        game.cut("Ann")
        game.join("Ann")
        game.wait(1.0)
        game.session.confirm_token(ann.number)
        game.move()
        game.wait(1.0)
        game.take_over(None)
        seat = game.session.members.seating.get(0)
        assert seat is not None
        assert seat.opens(ann.token)
        assert not seat.opens(older)

    def test_delayed_spectators_are_told_of_the_same_players(self, tmp_path: Path) -> None:
        with moving_session(tmp_path / "data", "real", delay=20.0) as game:
            game.join("Ann")
            game.wait(25.0)
            game.join("Ben")
            game.move()
            (roster,) = game.watch("Wil").took(Roster)
            assert [seat.name for seat in roster.seats] == ["Ann"]
            game.wait(25.0)
            assert [seat.name for seat in game.members["Wil"].took(Roster)[-1].seats] == [
                "Ann",
                "Ben",
            ]

    def test_delayed_spectators_see_on_without_a_gap(self, tmp_path: Path) -> None:
        shown: list[tuple[int, int]] = []
        for name, moves in (("stays", False), ("moves", True)):
            with moving_session(tmp_path / name, "real", delay=20.0) as game:
                game.join("Ann")
                wil = game.watch("Wil")
                game.wait(5.0)
                game.act("Ann", Explore())
                game.wait(20.0)
                wil.mail.clear()
                if moves:
                    game.move(clock=-20.0)
                game.wait(15.0)
                shown.append((len(wil.took(Delta)), game.session.disclosure.watchable(game.now)))
        assert shown[0] == shown[1]
        assert shown[0][0] > 5

    def test_a_player_who_waits_for_its_seat_keeps_its_place(self, tmp_path: Path) -> None:
        with moving_session(tmp_path / "data", options=Options(seats=1)) as game:
            give_up = 60.0 * game.server.settings.seats.give_up_minutes + 1
            ann = game.join("Ann")
            game.cut("Ann")
            game.wait(give_up)
            game.join("Ben")
            game.join("Ann")
            assert len(game.session.members.seating.line.active) == 1
            assert ann.took(Watching)
            ann.seat = None
            game.move()
            assert len(game.session.members.seating.line.active) == 1
            game.cut("Ben")
            game.wait(give_up)
            assert ann.seat == 0


class TestRefusals:
    def test_a_session_without_players_stays(self, game: MovingSession) -> None:
        with pytest.raises(NotMovableError):
            game.session.halt(game.now, lambda: None)
        assert not game.session.is_halted

    def test_a_halted_session_takes_no_step_until_it_goes_on(self, game: MovingSession) -> None:
        game.join("Ann")
        game.wait(1.0)
        game.halt()
        step = game.session.run.progress.step
        game.wait(2.0)
        assert game.session.run.progress.step == step
        game.session.go_on()
        game.wait(2.0)
        assert game.session.run.progress.step >= step + 20

    def test_members_enter_again_where_the_session_stayed(self, game: MovingSession) -> None:
        game.join("Ann")
        wil = game.watch("Wil")
        game.wait(1.0)
        game.tell("Wil", Follow(0))
        game.wait(1.0)
        members = game.session.members.members
        game.halt()
        game.session.go_on()
        for key, each in game.members.items():
            each.mail.clear()
            game.session.succession.reenter(each.number, each.seat, key, each.identity, game.now)
        game.wait(0.5)
        assert game.session.members.members == members
        assert [type(each.mail[0]) for each in game.members.values()] == [Keyframe, Keyframe]
        assert wil.took(Keyframe)[0].seat == 0

    def test_a_kicked_player_does_not_come_in_again(self, game: MovingSession) -> None:
        game.join("Ann", identity=ANN)
        game.join("Ben")
        game.take_over(game.halt())
        game.reenter("Ann")
        ben = game.session.disclosure.people(None, Identity(operator=True)).people[1]
        game.session.govern(None, Identity(operator=True), Kick(ben.id), game.now)
        game.settle()
        with pytest.raises(RequestRefusedError):
            game.reenter("Ben")

    def test_a_seat_that_its_player_took_by_token_is_not_given_again(
        self, game: MovingSession
    ) -> None:
        game.join("Ann")
        game.take_over(game.halt())
        game.join("Ann")
        taken = game.members["Ann"].number
        with pytest.raises(RequestRefusedError):
            game.reenter("Ann")
        seat = game.session.members.seating.get(0)
        assert seat is not None
        assert seat.member == taken

    def test_a_handover_of_another_step_is_of_no_use(self, game: MovingSession) -> None:
        game.join("Ann")
        game.wait(1.0)
        handover = game.halt()
        game.session.go_on()
        game.wait(1.0)
        game.take_over(handover)
        game.wait(0.5)
        assert presences(game) == {0: "asleep"}


class TestTakeover:
    def test_members_enter_the_seats_of_a_run_whose_owner_died(self, game: MovingSession) -> None:
        ann = game.join("Ann")
        game.watch("Wil")
        game.wait(1.0)
        game.act("Ann", Wait())
        game.wait(1.0)
        game.take_over(None)
        game.wait(0.5)
        assert presences(game) == {0: "asleep"}
        assert game.reenter("Ann") == 1
        assert game.reenter("Wil") == 0
        game.act("Ann", Wait())
        game.wait(1.0)
        assert presences(game) == {0: "present"}
        assert not ann.unanswered
        assert len(ann.took(Joined)) == 1

    def test_a_lock_keeps_no_spectator_out_who_was_there_but_a_ban_does(
        self, game: MovingSession
    ) -> None:
        host, eve = Identity(operator=True), Identity(account="eve")
        game.join("Ann")
        game.watch("Wil")
        game.watch("Eve", identity=eve)
        people = {each.name: each.id for each in game.session.disclosure.people(None, host).people}
        for order in (Ban(people["Eve"]), Lock(locked=True)):
            game.session.govern(None, host, order, game.now)
        game.settle()
        game.take_over(None)
        game.reenter("Wil")
        with pytest.raises(RequestRefusedError) as caught:
            game.reenter("Eve")
        assert caught.value.code == "banned"
        assert game.session.members.watchers.listed() == ["Wil"]

    def test_it_goes_on_with_what_was_committed(self, game: MovingSession) -> None:
        game.join("Ann")
        game.act("Ann", Explore())
        game.wait(3.0)
        step, hashed = game.session.run.progress.step, state_hash(game.session.run)
        game.take_over(None)
        assert game.session.run.progress.step == step
        assert state_hash(game.session.run) == hashed


class Script:
    """Random deeds of three players and a spectator, the same for a seed whatever else happens."""

    def __init__(self, game: MovingSession, seed: int) -> None:
        self._game = game
        self._random = random.Random(seed)

    def play(self, deeds: int, moves: frozenset[int]) -> None:
        """Do so many deeds; move the session before those whose numbers are in `moves`."""
        for number in range(deeds):
            if number in moves:
                self._game.move(clock=0.0)
            self._deed()
            self._game.wait(self._random.choice((0.0, 0.0, 0.05, 0.3, 1.7)))
        self._game.wait(5.0)

    def _deed(self) -> None:
        game, chance = self._game, self._random
        key, kind, turn = chance.choice(KEYS), chance.random(), chance.randrange(9)
        member = game.members.get(key)
        if member is None or not member.number:
            game.join(key)
        elif kind < 0.05:
            game.cut(key)
        elif kind < 0.1:
            game.tell(key, Say(f"Line {turn}."))
        elif kind < 0.15:
            self._tell_pause(key)
        elif game.session.run.index.of_seat(member.seat or 0) is not None:
            intents = (Explore(), Rest(), Wait(), Move(turn % 3 - 1, turn // 3 - 1 or 1))
            self._act(key, intents[turn % 4])

    def _tell_pause(self, key: str) -> None:
        try:
            self._game.tell(key, PauseParty(wanted=True))
        except RequestRefusedError:
            self._game.settle()

    def _act(self, key: str, intent: Explore | Rest | Wait | Move) -> None:
        try:
            self._game.act(key, intent)
        except RequestRefusedError:
            self._game.members[key].unanswered.popitem()
            self._game.settle()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("pace", ["auto", "party"])
def test_a_run_that_moves_is_the_run_that_stays(tmp_path: Path, seed: int, pace: str) -> None:
    outcomes: list[tuple[int, str, list[list[str]], list[dict[int, Intent]]]] = []
    moments = random.Random(seed)
    moves = frozenset(moments.sample(range(2, 60), 6))
    for name, when in (("stays", frozenset[int]()), ("moves", moves)):
        with moving_session(tmp_path / name, "party" if pace == "party" else "auto") as game:
            Script(game, seed).play(60, when)
            run = game.session.run
            people = [game.members[key] for key in KEYS]
            lines = [[line.text for line in each.took(Chat)] for each in people]
            unanswered = [dict(each.unanswered) for each in people if each.number]
            outcomes.append((run.progress.step, state_hash(run), lines, unanswered))
    stays, moved = outcomes
    assert moved == stays
