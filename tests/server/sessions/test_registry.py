"""All sessions of a process: made, found, listed, and closed when long empty."""

from itertools import count

import pytest

from undertide_server.content.load import load_ruleset, load_settings
from undertide_server.sessions.refused import Refused
from undertide_server.sessions.registry import ID_ALPHABET, ID_LENGTH, Registry
from undertide_server.sessions.seating import MAX_HEROES
from undertide_server.store.memory import MemoryJournal

PRESETS = {name: load_ruleset(name) for name in ("default", "tutorial")}


class Host:
    """A registry with small limits, and secrets that can be foreseen."""

    def __init__(self, sessions: int = 3, seats: int = 2) -> None:
        shipped = load_settings()
        limits = shipped.limits.model_copy(update={"sessions": sessions, "seats": seats})
        self.settings = shipped.model_copy(update={"limits": limits})
        self.journal = MemoryJournal()
        seeds, tokens = count(1), count(1)
        self.registry = Registry(
            self.settings,
            PRESETS,
            self.journal,
            lambda: next(seeds).to_bytes(16, "big"),
            lambda: next(tokens).to_bytes(16, "little"),
        )


def refusal(caught: pytest.ExceptionInfo[Refused]) -> str:
    return caught.value.code


class TestMaking:
    def test_an_empty_wish_means_the_hosts_choice(self) -> None:
        host = Host()
        charter = host.registry.create("", None, 0.0).charter
        assert (charter.preset, charter.pace) == ("default", host.settings.pace.mode)

    def test_a_wish_is_followed(self) -> None:
        charter = Host().registry.create("tutorial", "party", 0.0).charter
        assert (charter.preset, charter.pace) == ("tutorial", "party")

    @pytest.mark.parametrize("preset", ["none such", "../default", "DEFAULT"])
    def test_a_preset_that_is_not_on_offer_is_refused(self, preset: str) -> None:
        host = Host()
        with pytest.raises(Refused) as caught:
            host.registry.create(preset, None, 0.0)
        assert refusal(caught) == "unknown_preset"
        assert not host.registry.sessions

    def test_no_more_sessions_than_the_limit(self) -> None:
        host = Host(sessions=2)
        first = host.registry.create("", None, 0.0)
        host.registry.create("", None, 0.0)
        with pytest.raises(Refused) as caught:
            host.registry.create("", None, 0.0)
        assert refusal(caught) == "server_full"
        host.registry.close(first, "over")
        host.registry.create("", None, 0.0)

    def test_sessions_have_ids_and_seeds_of_their_own(self) -> None:
        host = Host()
        one, other = (host.registry.create("", None, 0.0) for _ in range(2))
        assert one.id != other.id
        assert one.run.game.seed != other.run.game.seed
        assert len(one.id) == ID_LENGTH
        assert set(one.id) <= set(ID_ALPHABET)

    def test_an_id_that_is_in_use_is_not_given_again(self) -> None:
        shipped = load_settings()
        run = bytes(range(16))
        tokens = iter([run, bytes(16), run, bytes(16), b"\x01" * 16])
        registry = Registry(shipped, PRESETS, MemoryJournal(), lambda: bytes(16), tokens.__next__)
        ids = [registry.create("", None, 0.0).id for _ in range(2)]
        assert ids == ["aaaaa", "bbbbb"]


class TestFinding:
    def test_a_session_is_found_by_its_id_alone(self) -> None:
        host = Host()
        session = host.registry.create("", None, 0.0)
        assert host.registry.find(session.id) is session
        for unknown in ("", "zzzzz", session.id.upper()):
            with pytest.raises(Refused) as caught:
                host.registry.find(unknown)
            assert refusal(caught) == "unknown_session"

    def test_joining_any_takes_the_first_with_room_then_makes_another(self) -> None:
        host = Host(seats=1)
        first = host.registry.for_join("", 0.0)
        assert host.registry.for_join("", 0.0) is first
        first.join(1, "Ann", b"", 0.0)
        second = host.registry.for_join("", 0.0)
        assert second is not first
        assert host.registry.for_join(first.id, 0.0) is first

    def test_a_session_that_saw_too_many_heroes_has_no_room_for_any_more(self) -> None:
        host = Host()
        worn = host.registry.for_join("", 0.0)
        for member in range(MAX_HEROES):
            worn.seating.take(member, f"Hero {member}").over = True
        assert not worn.has_room
        assert host.registry.for_join("", 0.0) is not worn

    def test_watching_any_means_where_most_heroes_are(self) -> None:
        host = Host()
        with pytest.raises(Refused) as caught:
            host.registry.for_watch("")
        assert refusal(caught) == "unknown_session"
        host.registry.create("", None, 0.0)
        busy = host.registry.create("", None, 0.0)
        busy.join(1, "Ann", b"", 0.0)
        assert host.registry.for_watch("") is busy
        busy.run.progress.ended = True
        assert host.registry.for_watch("") is not busy
        assert host.registry.for_watch(busy.id) is busy

    def test_the_lobby_lists_every_session_and_no_seed(self) -> None:
        host = Host()
        session = host.registry.create("", None, 0.0)
        session.join(1, "Ann", b"", 0.0)
        session.watch(2, "Will", None, 0.0)
        session.advance(0.0)
        (info,) = host.registry.infos()
        assert (info.session, info.preset, info.seats) == (session.id, "default", 2)
        assert (info.heroes, info.spectators, info.deepest_floor) == (1, 1, 1)
        assert session.run.game.seed.hex() not in repr(info)


class TestClosing:
    def test_only_what_was_empty_for_long_is_closed(self) -> None:
        host = Host()
        patience = host.settings.limits.idle_session_seconds
        empty = host.registry.create("", None, 0.0)
        played = host.registry.create("", None, 0.0)
        played.join(1, "Ann", b"", 5.0)
        assert host.registry.close_idle(patience - 1) == []
        assert host.registry.close_idle(patience) == [empty]
        assert list(host.registry.sessions.values()) == [played]
        played.disconnect(1, 1000.0)
        assert host.registry.close_idle(999.0 + patience) == []
        assert host.registry.close_idle(1000.0 + patience) == [played]

    def test_coming_back_in_time_keeps_a_session(self) -> None:
        host = Host()
        patience = host.settings.limits.idle_session_seconds
        session = host.registry.create("", None, 0.0)
        session.watch(1, "Will", None, patience - 1)
        assert host.registry.close_idle(patience * 9) == []

    def test_a_closed_session_is_forgotten_with_its_journal(self) -> None:
        host = Host()
        session = host.registry.create("", None, 0.0)
        session.join(1, "Ann", b"", 0.0)
        session.advance(0.0)
        assert host.journal.steps(session.charter.run)
        host.registry.close(session, "over")
        assert host.journal.steps(session.charter.run) == []
        assert not host.registry.sessions
        assert session.take_dismissed() == [1]

    def test_the_mapping_of_sessions_can_not_be_changed_from_outside(self) -> None:
        sessions = Host().registry.sessions
        assert not hasattr(sessions, "clear")
