"""All sessions of a process: made, found, listed, and closed when long empty."""

import gc
import weakref

import pytest

from support.content.repertoire import REPERTOIRE
from support.sessions.fake_server import FakeServer, Host, delivered, refusal, settings_with
from support.sessions.lobby import SlowJournal
from support.sessions.made_sessions import close_idle, make_session
from undertide_server.content.records.ruleset import hash_of, read_canonical
from undertide_server.sessions import registry as registry_module
from undertide_server.sessions.durability.recovery import game_of
from undertide_server.sessions.handover import Handover
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.settings import SessionBan
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.resting import CheckEntry
from undertide_server.sessions.session import Session
from undertide_server.util.rng import seed_of
from undertide_server.util.slices import Slices
from undertide_shared.codes import (
    ALPHABET,
    ID_LENGTH,
    INVITED_ID_LENGTH,
    UNLISTED_ID_LENGTH,
    code_of,
    secret_of,
)
from undertide_shared.messages import (
    Access,
    Follow,
    Joined,
    Options,
    Resync,
    RunState,
    SeatQuestion,
    SeatStatus,
    Terms,
    Watching,
)

ANN = Identity("ann", "192.0.2.1")


class TestMaking:
    def test_an_empty_wish_means_the_hosts_choice(self) -> None:
        host = Host()
        config = make_session(host.registry, "", None, 0.0).config
        assert (config.preset, config.pace) == ("default", host.settings.pace.mode)

    def test_players_are_told_the_speed_that_the_maker_chose(self) -> None:
        host = Host()
        session = make_session(host.registry, "", "real", 0.0, Options(ticks_per_second=4))
        session.join(1, "Ann", b"", 0.0)
        session.watch(2, "Zoe", None, 0.0)
        session.advance(0.0)
        told = [message for _, message in delivered(session)]
        rates = [each.ticks_per_second for each in told if isinstance(each, Joined | Watching)]
        assert rates == [4, 4]
        assert session.due(0.0) == 0.25
        assert host.registry.offers.customs(accounts=False).ticks_per_second == 10

    def test_a_wish_is_followed(self) -> None:
        config = make_session(Host().registry, "tutorial", "party", 0.0).config
        assert (config.preset, config.pace) == ("tutorial", "party")

    @pytest.mark.parametrize("preset", ["none such", "../default", "DEFAULT"])
    def test_a_preset_that_is_not_on_offer_is_refused(self, preset: str) -> None:
        host = Host()
        with pytest.raises(RequestRefusedError) as caught:
            make_session(host.registry, preset, None, 0.0)
        assert refusal(caught) == "unknown_preset"
        assert not host.registry.sessions

    def test_no_more_sessions_than_the_limit(self) -> None:
        host = Host(sessions=2)
        first = make_session(host.registry, "", None, 0.0)
        make_session(host.registry, "", None, 0.0)
        with pytest.raises(RequestRefusedError) as caught:
            make_session(host.registry, "", None, 0.0)
        assert refusal(caught) == "server_full"
        host.registry.close(first, "over")
        make_session(host.registry, "", None, 0.0)

    def test_sessions_have_ids_and_seeds_of_their_own(self) -> None:
        host = Host()
        one, other = (make_session(host.registry, "", None, 0.0) for _ in range(2))
        assert one.id != other.id
        assert one.run.game.seed != other.run.game.seed
        assert len(one.id) == ID_LENGTH
        assert set(one.id) <= set(ALPHABET)

    def test_an_id_that_is_in_use_is_not_given_again(self) -> None:
        run = bytes(range(16))
        tokens = iter([run, bytes(16), run, bytes(16), b"\x01" * 16])
        registry = FakeServer(fresh_token=tokens.__next__).registry
        ids = [make_session(registry, "", None, 0.0).id for _ in range(2)]
        assert ids == ["aaaaa", "bbbbb"]


class TestChoices:
    def test_what_the_maker_chose_is_in_the_run_and_in_what_is_settled(self) -> None:
        host = Host()
        options = Options(
            "unlisted", "7", 1, friendly_fire=False, new_heroes=False, delay=30, gentle=True
        )
        session = make_session(host.registry, "", None, 0.0, options, ANN, 5)
        house = session.run.rules.house
        assert (house.friendly_fire, house.new_heroes, house.gentle) == (False, False, True)
        assert session.run.game.seed == seed_of("7")
        (header,), (settled,) = host.journal.headers, host.journal.settled
        assert read_canonical(header.content).house == house
        assert header.content_hash == hash_of(header.content)
        assert header.seed == seed_of("7")
        assert (settled.access, settled.seats, settled.delay) == ("unlisted", 1, 30)
        assert settled.host.account == "ann"
        assert session.members.seating.limit == 1
        assert session.policy.terms == Terms("unlisted", False, True, 30, False, False, True)

    def test_what_a_server_does_not_allow_makes_nothing(self) -> None:
        host = Host(seats=2)
        with pytest.raises(RequestRefusedError, match="bad_option"):
            make_session(host.registry, "", None, 0.0, Options(seats=3))
        assert not host.registry.sessions
        assert host.journal.headers == []

    def test_a_run_is_the_same_from_header_and_journal_whoever_chose_what(self) -> None:
        host = Host()
        session = make_session(host.registry, "", None, 0.0, Options(friendly_fire=False, seed="7"))
        game = game_of(host.journal.headers[0], REPERTOIRE)
        assert game.ruleset == session.run.game.ruleset
        assert game.seed == session.run.game.seed

    @pytest.mark.parametrize(
        ("access", "length"),
        [
            ("public", ID_LENGTH),
            ("unlisted", UNLISTED_ID_LENGTH),
            ("invited", INVITED_ID_LENGTH),
        ],
    )
    def test_an_id_is_as_long_as_its_access_needs(self, access: Access, length: int) -> None:
        session = make_session(Host().registry, "", None, 0.0, Options(access))
        assert len(session.id) == length

    @pytest.mark.parametrize("access", ["unlisted", "invited"])
    def test_what_lets_people_into_a_private_session_has_eight_secret_characters(
        self, access: Access
    ) -> None:
        session = make_session(Host().registry, "", None, 0.0, Options(access))
        letters = secret_of(session.policy.invite) or session.id
        assert len(letters) == 8
        assert set(letters) <= set(ALPHABET)

    def test_where_all_short_ids_are_taken_a_longer_one_is_given(self) -> None:
        token = bytes(16)
        registry = FakeServer(fresh_token=lambda: token).registry
        ids = [make_session(registry, "", None, 0.0, Options("invited")).id for _ in range(2)]
        assert ids == ["aaa", "aaaa"]

    def test_an_id_that_another_node_has_given_is_not_given_again(self) -> None:
        token = bytes(16)
        registry = FakeServer(fresh_token=lambda: token).registry
        registry.is_taken = {"aaa"}.__contains__
        assert make_session(registry, "", None, 0.0, Options("invited")).id == "aaaa"

    def test_one_for_the_invited_has_its_code_from_the_first(self) -> None:
        host = Host()
        session = make_session(host.registry, "", None, 0.0, Options("invited"))
        assert session.policy.invite == code_of(session.id, host.journal.settled[0].secret)
        session.join(1, "Ann", b"", 0.0, said=session.policy.invite)
        assert make_session(host.registry, "", None, 0.0).policy.invite == ""


class TestPrivacy:
    def registry(self) -> tuple[Registry, dict[str, Session]]:
        """Return a registry with a session of each kind, in each of which one hero is."""
        registry = Host(sessions=9).registry
        made: dict[str, Session] = {}
        kinds: tuple[Access, ...] = ("public", "unlisted", "invited")
        for access in kinds:
            made[access] = make_session(registry, "", None, 0.0, Options(access))
        made["locked"] = make_session(registry, "", None, 0.0)
        for session in made.values():
            session.join(1, "Ann", b"", 0.0, said=session.policy.invite)
        made["locked"].policy.settings.locked = True
        return registry, made

    def test_the_lobby_lists_public_sessions_alone(self) -> None:
        registry, made = self.registry()
        listed = {info.session: info.watchable for info in registry.open_sessions.infos()}
        assert listed == {made["public"].id: True, made["locked"].id: False}

    def test_whoever_names_none_is_led_only_where_anybody_may_come_in(self) -> None:
        registry, made = self.registry()
        assert (
            registry.open_sessions.find_to_join()
            is registry.open_sessions.find_to_watch()
            is made["public"]
        )
        made["public"].policy.settings.locked = True
        with pytest.raises(RequestRefusedError, match="unknown_session"):
            registry.open_sessions.find_to_join()
        with pytest.raises(RequestRefusedError, match="unknown_session"):
            registry.open_sessions.find_to_watch()

    def test_nor_where_they_are_banned(self) -> None:
        registry, made = self.registry()
        made["public"].policy.settings.bans = [SessionBan(1, "Eve", "Ann", 0.0, "eve")]
        assert registry.open_sessions.find_to_join(identity=ANN) is made["public"]
        with pytest.raises(RequestRefusedError, match="unknown_session"):
            registry.open_sessions.find_to_join(identity=Identity("eve"))

    def test_a_code_stands_for_the_id_wherever_one_is_said(self) -> None:
        registry, made = self.registry()
        session = made["invited"]
        code = session.policy.invite
        assert registry.find(code) is session
        assert registry.resting.find_run(code) is None
        registry.close(session, "over")
        registry.resting.add_run(session.id, "a run")
        assert registry.resting.find_run(code) == "a run"

    def test_who_may_not_watch_may_not_look_back_either(self) -> None:
        registry, made = self.registry()
        session = made["invited"]
        run, code = session.config.run, session.policy.invite
        with pytest.raises(RequestRefusedError, match="unknown_session"):
            registry.check_look_back(run, session.id, 9, Identity("ben"))
        registry.check_look_back(run, code, 9, ANN)
        registry.check_look_back(made["public"].config.run, "", 9, ANN)
        registry.check_look_back("a run that is over", "", 9, ANN)

    def test_who_makes_one_is_its_host_whoever_comes_first(self) -> None:
        registry = Host().registry
        session = make_session(registry, "", None, 0.0, maker=5)
        session.join(6, "Ben", b"", 0.0)
        session.join(5, "Ann", b"", 0.0)
        assert session.policy.roles.host_name == "Ann"

    def test_what_a_gone_connection_made_falls_to_who_is_there(self) -> None:
        registry = Host().registry
        session = make_session(registry, "", None, 0.0, maker=5)
        session.join(6, "Ben", b"", 0.0)
        registry.forget_maker(5)
        assert session.policy.roles.host_name == "Ben"


class TestFinding:
    def test_a_wrong_code_is_told_the_same_whether_or_not_its_session_exists(self) -> None:
        registry = Host().registry
        session = make_session(registry, "", None, 0.0, Options("invited"))
        with pytest.raises(RequestRefusedError) as wrong:
            session.join(1, "Eve", b"", 0.0, said=f"{session.id}-wrong")
        with pytest.raises(RequestRefusedError) as unknown:
            registry.find("zzz-wrong")
        assert str(wrong.value) == str(unknown.value)
        assert refusal(wrong) == "unknown_session"

    def test_only_ids_that_the_lobby_lists_may_be_said_as_often_as_one_likes(self) -> None:
        registry = Host().registry
        public, hidden = (
            make_session(registry, "", None, 0.0, Options(access)).id
            for access in ("public", "unlisted")
        )
        eve = Identity(address_key="192.0.2.7")
        for _ in range(100):
            with pytest.raises(RequestRefusedError), registry.guesses.counting(eve, "zz", 0.0):
                registry.find("zz")
        with registry.guesses.counting(eve, public, 0.0):
            assert registry.find(public).id == public
        refused = pytest.raises(RequestRefusedError, match="too many wrong ids and codes")
        with refused, registry.guesses.counting(eve, hidden, 0.0):
            pytest.fail("an address guesses on and on")

    def test_a_session_is_found_by_its_id_alone(self) -> None:
        host = Host()
        session = make_session(host.registry, "", None, 0.0)
        assert host.registry.find(session.id) is session
        for unknown in ("", "zzzzz", session.id.upper()):
            with pytest.raises(RequestRefusedError) as caught:
                host.registry.find(unknown)
            assert refusal(caught) == "unknown_session"


def test_a_session_that_was_dropped_is_not_dropped_again(monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host()
    session = make_session(host.registry, "", None, 0.0)
    disowned: list[str] = []
    monkeypatch.setattr(host.registry.journal, "disown", disowned.append)
    host.registry.drop(session)
    host.registry.drop(session)
    assert disowned == [session.config.run]


def test_a_session_that_can_not_begin_leaves_no_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a fault of the program")

    host = Host()
    closed: list[tuple[str, str]] = []
    monkeypatch.setattr(
        host.registry.journal, "close", lambda run, ending: closed.append((run, ending.state))
    )
    monkeypatch.setattr(registry_module, "build_session", fail)
    with pytest.raises(RuntimeError):
        make_session(host.registry, "", None, 0.0)
    assert [state for _, state in closed] == ["abandoned"]
    assert not host.registry.sessions


class NoRuns:
    """A place for resting runs, which nobody here brings back."""

    def read(
        self, run: str, check: CheckEntry, handover: Handover | None = None
    ) -> Slices[Session | None]:
        raise NotImplementedError

    def opens_seat(self, run: str, token: bytes) -> bool:
        raise NotImplementedError

    def refuse_owner(self, run: str, token: bytes) -> None:
        raise NotImplementedError


GIVES_WAY = 15 * 60.0
"""Seconds after which, by the settings that ship, an idle session gives way."""


class TestResting:
    """A journal that outlives the process."""

    @pytest.fixture
    def host(self) -> Host:
        host = Host()
        host.registry.resting_runs = NoRuns()
        return host

    def played(self, host: Host) -> Session:
        session = make_session(host.registry, "", None, 0.0)
        session.join(1, "Ann", b"", 0.0)
        session.advance(0.0)
        session.disconnect(1, 0.0)
        session.advance(0.0)
        return session

    def test_a_run_that_was_played_rests_under_its_session_s_id(self, host: Host) -> None:
        session = self.played(host)
        assert host.registry.resting.find_run(session.id) is None
        assert close_idle(host.registry, 1e6) is session
        assert host.registry.open_sessions.infos() == []
        assert host.registry.resting.find_run(session.id) == session.config.run
        assert host.registry.resting.find_run("other") is None
        with pytest.raises(RequestRefusedError, match="unknown_session"):
            host.registry.open_sessions.find_to_join()

    def test_who_is_there_when_it_is_put_to_rest_is_told(self, host: Host) -> None:
        session = self.played(host)
        session.watch(2, "Will", None, 0.0)
        host.registry.close(session, "good night")
        assert session.membership.take_dismissed() == [2]

    @pytest.mark.parametrize("ended", [False, True])
    def test_a_run_that_nobody_will_come_back_to_ends(self, host: Host, ended: bool) -> None:
        session = self.played(host) if ended else make_session(host.registry, "", None, 0.0)
        session.run.progress.ended = ended
        close_idle(host.registry, 1e6)
        assert host.registry.resting.find_run(session.id) is None

    def test_the_public_session_that_is_idle_for_longest_gives_way(self, host: Host) -> None:
        one, other = self.played(host), self.played(host)
        one.join(3, "Ben", b"", 30.0)
        other.watch(4, "Will", None, 20.0)
        assert host.registry.find_giving_way(20.0 + GIVES_WAY - 1) is None
        assert host.registry.find_giving_way(20.0 + GIVES_WAY) is other
        other.requests.handle_message(4, Follow(None), 40.0)
        assert host.registry.find_giving_way(30.0 + GIVES_WAY) is one
        one.requests.handle_message(3, Resync(), 50.0)
        assert host.registry.find_giving_way(30.0 + GIVES_WAY) is one, "nobody pressed a key"
        one.policy.settings.access = "unlisted"
        assert host.registry.find_giving_way(30.0 + GIVES_WAY) is None

    def test_an_empty_session_gives_way_first(self, host: Host) -> None:
        one, empty = self.played(host), self.played(host)
        one.join(3, "Ben", b"", 1.0)
        assert host.registry.find_giving_way(1.0 + GIVES_WAY) is empty

    def test_none_gives_way_whose_heroes_would_be_lost(self, host: Host) -> None:
        self.played(host)
        host.registry.resting_runs = None
        assert host.registry.find_giving_way(1e6) is None
        over = self.played(host)
        over.run.progress.ended = True
        assert host.registry.find_giving_way(1e6) is over

    def test_none_gives_way_where_the_operator_wants_that(self, host: Host) -> None:
        self.played(host)
        host.registry.apply_settings(settings_with(limits={"give_way_minutes": 0.0}))
        assert host.registry.find_giving_way(1e6) is None

    def test_a_run_that_failed_stays_known_with_its_reason(self, host: Host) -> None:
        session = self.played(host)
        host.registry.close(session, "it failed", "aside")
        assert host.registry.resting.find_run(session.id) == session.config.run
        assert host.registry.resting.aside == {session.config.run: "it failed"}

    def test_a_run_that_failed_is_gone_where_nothing_is_kept(self, host: Host) -> None:
        session = self.played(host)
        host.registry.resting_runs = None
        host.registry.close(session, "it failed", "aside")
        assert host.registry.resting.find_run(session.id) is None
        assert host.registry.resting.aside == {}

    def test_of_a_seat_it_says_that_its_run_rests_or_is_set_aside(self, host: Host) -> None:
        resting, aside = self.played(host), self.played(host)
        closings: list[tuple[Session, RunState]] = [(resting, "abandoned"), (aside, "aside")]
        for session, state in closings:
            asked = SeatQuestion(session.id, b"")
            assert host.registry.seat_status(asked) == SeatStatus(session.id, "gone")
            host.registry.close(session, "for a test", state)
        told = [host.registry.seat_status(SeatQuestion(each.id, b"")) for each in (resting, aside)]
        assert [each.state for each in told] == ["resting", "aside"]
        unknown = host.registry.seat_status(SeatQuestion("other", b""))
        assert unknown == SeatStatus("other", "gone")

    def test_a_run_that_was_deleted_is_no_longer_set_aside(self, host: Host) -> None:
        session = self.played(host)
        host.registry.close(session, "it failed", "aside")
        host.registry.resting.remove_run(session.id, session.config.run)
        assert host.registry.resting.aside == {}

    def test_there_is_room_for_as_many_as_the_limit_with_those_on_their_way(
        self, host: Host
    ) -> None:
        registry = host.registry
        make_session(registry, "", None, 0.0)
        with registry.capacity.holding_room(), registry.capacity.holding_room():
            for make in (
                lambda: make_session(registry, "", None, 0.0),
                registry.capacity.holding_room().__enter__,
            ):
                with pytest.raises(RequestRefusedError) as caught:
                    make()
                assert refusal(caught) == "server_full"
        assert registry.capacity.has_room

    def test_a_session_that_waits_for_its_disk_is_not_let_go(self, host: Host) -> None:
        host.registry.journal = journal = SlowJournal()
        session = self.played(host)
        assert close_idle(host.registry, 1e6) is None
        journal.commit()
        assert close_idle(host.registry, 1e6) is session


class TestLookingBack:
    @pytest.fixture
    def host(self) -> Host:
        return Host(delay=500.0)

    def test_a_run_that_nobody_plays_here_may_be_seen_whole(self, host: Host) -> None:
        assert host.registry.watchable("another run", 0.0) is None

    def test_the_delay_outlasts_the_session(self, host: Host) -> None:
        session = make_session(host.registry, "", None, 0.0)
        run = session.config.run
        session.join(1, "Ann", b"", 0.0)
        session.advance(0.0)
        session.disconnect(1, 10.0)
        session.advance(10.0)
        assert host.registry.watchable(run, 400.0) == 0
        host.registry.close(session, "over")
        assert host.registry.watchable(run, 499.0) == 0
        assert host.registry.watchable(run, 505.0) == 1
        host.registry.forget_delays(899.0)
        assert host.registry.watchable(run, 899.0) == 2
        host.registry.forget_delays(900.0)
        assert host.registry.watchable(run, 900.0) is None

    def test_a_delay_that_is_over_is_forgotten(self, host: Host) -> None:
        session = make_session(host.registry, "", None, 0.0)
        delay = weakref.ref(session.disclosure.delay)
        host.registry.close(session, "over")
        del session
        gc.collect()
        assert delay() is not None
        host.registry.forget_delays(500.0)
        assert delay() is None


class TestClosing:
    def test_only_what_was_empty_for_long_is_closed(self) -> None:
        host = Host()
        patience = host.settings.limits.idle_session_seconds
        empty = make_session(host.registry, "", None, 0.0)
        played = make_session(host.registry, "", None, 0.0)
        played.join(1, "Ann", b"", 5.0)
        assert close_idle(host.registry, patience - 1) is None
        assert close_idle(host.registry, patience) is empty
        assert list(host.registry.sessions.values()) == [played]
        played.disconnect(1, 1000.0)
        assert close_idle(host.registry, 999.0 + patience) is None
        assert close_idle(host.registry, 1000.0 + patience) is played

    def test_idle_sessions_are_closed_one_at_a_time(self) -> None:
        host = Host()
        patience = host.settings.limits.idle_session_seconds
        made = [make_session(host.registry, "", None, 0.0) for _ in range(3)]
        closed = [close_idle(host.registry, patience) for _ in range(4)]
        assert closed == [*made, None]

    def test_coming_back_in_time_keeps_a_session(self) -> None:
        host = Host()
        patience = host.settings.limits.idle_session_seconds
        session = make_session(host.registry, "", None, 0.0)
        session.watch(1, "Will", None, patience - 1)
        assert close_idle(host.registry, patience * 9) is None

    def test_a_closed_session_is_forgotten_with_its_journal(self) -> None:
        host = Host()
        session = make_session(host.registry, "", None, 0.0)
        session.join(1, "Ann", b"", 0.0)
        session.advance(0.0)
        assert host.journal.steps(session.config.run)
        host.registry.close(session, "over")
        assert host.journal.steps(session.config.run) == []
        assert not host.registry.sessions
        assert session.membership.take_dismissed() == [1]

    def test_the_mapping_of_sessions_can_not_be_changed_from_outside(self) -> None:
        sessions = Host().registry.sessions
        assert not hasattr(sessions, "clear")


class TestHouse:
    @pytest.mark.parametrize(
        ("chosen", "played"),
        [
            ({}, (True, True)),
            ({"friendly_fire": False}, (False, True)),
            ({"new_heroes": False}, (True, False)),
        ],
    )
    def test_what_a_host_chose_goes_before_the_preset(
        self, chosen: dict[str, bool], played: tuple[bool, bool]
    ) -> None:
        host = Host(**chosen)
        session = make_session(host.registry, "", None, 0.0)
        house = session.run.rules.house
        assert (house.friendly_fire, house.new_heroes) == played
        (header,) = host.journal.headers
        assert read_canonical(header.content).house == house
