"""Runs of a folder when a server starts: they go on, or are set aside with their reason."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from unittest import mock

import msgspec
import pytest
from msgspec.structs import replace as replaced
from structlog.testing import capture_logs

from support.content.extensions import example, having
from support.gateway.raw_clients import guest
from support.processes.waiting import LONGEST
from support.sessions.durable_host import Host, break_snapshot, copy_run, played
from support.sessions.fake_server import STARTED, FakeServer, settings_with, token
from support.sessions.kept_runs import change, write
from support.sessions.made_sessions import advance_session, close_idle, make_session, woken
from support.sessions.returned_runs import bring_back
from undertide_server.app import host
from undertide_server.cluster.supervisor.place import WorkerPlace
from undertide_server.content.load import load_ruleset, load_settings
from undertide_server.content.schema.extensions import only_installed
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.settings import (
    SessionSettings,
    decode_settings,
    encode_settings,
)
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.session import Session
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.extension import Extension
from undertide_server.simulation.mechanics.seats import hero_of_seat
from undertide_server.simulation.snapshot import state_hash, take_snapshot
from undertide_server.simulation.version import RULES
from undertide_server.startup.choices import Choices
from undertide_server.startup.errors import JournalFailedError
from undertide_server.startup.keeping import mend_contents, take_up
from undertide_server.startup.kept_runs import KILLED
from undertide_server.store.durable import DurableJournal
from undertide_server.store.engine.protocol import StoreConnection
from undertide_server.store.errors import StoreFaultError
from undertide_server.store.fencing import Fence
from undertide_server.store.leases import Load, Node
from undertide_server.store.ownership import NOBODY, STOPPED, Ownership, opened_ownership
from undertide_server.store.reader import Reader
from undertide_server.store.records import (
    CHAT_LINES,
    Ending,
    KeptState,
    RulesStretch,
    Snapshot,
    StoredRun,
)
from undertide_server.store.trials import MOST_DEATHS
from undertide_server.store.writer import Writer
from undertide_server.store.writes import (
    Announced,
    Checked,
    Kept,
    Renewed,
    RunClosed,
    SettingsSaved,
    Write,
)
from undertide_server.views.view import PARTY, read_log
from undertide_shared.codec import decode_server
from undertide_shared.messages import (
    Appoint,
    Ban,
    Chat,
    Create,
    Join,
    Keyframe,
    Kick,
    Lock,
    Mute,
    Options,
    Order,
    Say,
    ServerMessage,
    SetAccess,
    SetChat,
)


@contextmanager
def started(
    folder: Path, settings: ServerSettings | None = None, now: float = 0.0, node: str = ""
) -> Iterator[Registry]:
    """Bring back the runs of a folder, as a server that starts does, at a time of its clock.

    `node` is the id of the server, if it is a node.
    """
    loop = asyncio.get_running_loop()
    faults: list[Exception] = []
    journal = DurableJournal(folder, loop.call_soon_threadsafe, faults.append, node=node)
    server = FakeServer(settings, journal=journal, first_token=1000)
    server.now, registry = now, server.registry
    try:
        bring_back(folder, registry, journal)
        yield registry
    finally:
        journal.stop()
        assert not faults


@contextmanager
def started_as_node(folder: Path) -> Iterator[tuple[Registry, Ownership]]:
    """Bring back the runs of a folder as node `a`, while node `b` lives, too."""
    with opened_ownership(folder) as ownership:
        for name in ("a", "b"):
            ownership.register(Node(name, "", b"", RULES, "1"))
        with mock.patch("undertide_server.store.leases.LEASE_SECONDS", 3600.0):
            for name in ("a", "b"):
                ownership.renew(name, Load())
        with started(folder, node="a") as registry:
            yield registry, ownership


def owner(ownership: Ownership, run: str) -> tuple[str, int]:
    """Return the owner of a run and its epoch."""
    owned = ownership.owner_of_run(run)
    assert owned is not None
    return owned.node, owned.epoch


def infos(folder: Path) -> list[StoredRun]:
    with Reader(folder) as reader:
        return reader.runs()


async def committed(session: Session) -> None:
    """Wait until all that a session has played is durable."""
    changed = asyncio.Event()
    session.on_outgoing = lambda _: changed.set()
    async with asyncio.timeout(LONGEST):
        while not session.is_settled:
            changed.clear()
            if not session.journal_writer.is_kept:
                session.journal_writer.once_kept(changed.set)
            await changed.wait()


async def test_a_run_goes_on_in_its_session_with_its_hero_asleep(tmp_path: Path) -> None:
    before = played(tmp_path, 60)
    with started(tmp_path) as registry:
        session = woken(registry, before.session.id)
        assert state_hash(session.run) == state_hash(before.session.run)
        assert [(hero.name, hero.floor) for hero in session.disclosure.info().party] == [("Ann", 1)]
        session.join(1, "Ann", token(3), 0.0)
        await advance_session(session)
        hero = hero_of_seat(session.run, 0)
        assert hero is not None
        assert session.run.world.get(hero, Hero).presence == "asleep"


OPERATOR = Identity(operator=True)
ANN, BEN = Identity("ann", "192.0.2.1"), Identity("ben", "192.0.2.2")


def well_kept(folder: Path) -> Host:
    """Return a host that was killed, in whose session a lot had been ordered."""
    host = Host(folder)
    session = host.session
    session.join(2, "Ben", b"", 0.0, identity=BEN)
    for member, name in ((3, "Cat"), (4, "Dan"), (5, "Eve")):
        floor = Identity("", f"192.0.2.{member}")
        session.join(member, name, b"", 0.0, identity=floor)
    host.play(20)
    people = {each.name: each.id for each in session.disclosure.people(None, OPERATOR).people}
    orders: list[Order] = [
        Appoint(people["Ben"], "host"),
        Appoint(people["Cat"], "moderator"),
        Mute(people["Dan"], 60),
        Ban(people["Eve"], 60, "spam"),
        SetAccess("invited"),
        SetChat(False),
        Lock(True),
    ]
    for order in orders:
        session.govern(None, OPERATOR, order, host.now)
    host.play(5)
    host.stop()
    return host


async def test_how_a_session_is_run_outlasts_the_server(tmp_path: Path) -> None:
    before = well_kept(tmp_path).session
    with started(tmp_path) as registry:
        session = woken(registry, before.id)
        settled = msgspec.structs.replace(session.policy.settings, left_at=None)
        assert settled == before.policy.settings
        people = session.disclosure.people(None, BEN)
        told = {each.name: (each.role, each.muted, each.account) for each in people.people}
        assert told["Ben"] == ("host", False, "ben")
        assert told["Cat"] == ("moderator", False, "")
        assert told["Dan"] == ("player", True, "")
        assert people.role == "host"
        assert people.terms == before.policy.terms
        assert [(ban.who, ban.reason) for ban in people.bans] == [("Eve", "spam")]
        assert registry.open_sessions.infos() == []
        session.govern(None, BEN, Lock(False), 0.0)
        session.govern(None, BEN, SetAccess("unlisted"), 0.0)
        with pytest.raises(RequestRefusedError, match="banned"):
            session.join(9, "Eva", b"", 0.0, identity=Identity("", "192.0.2.5"))


async def test_a_kick_outlasts_a_kill_before_the_step_that_puts_the_hero_to_sleep(
    tmp_path: Path,
) -> None:
    host = Host(tmp_path)
    host.session.join(2, "Ben", b"", 0.0)
    host.play(5)
    bens = host.session.members.seating.get(1)
    assert bens is not None
    people = {each.name: each.id for each in host.session.disclosure.people(None, OPERATOR).people}
    host.session.govern(None, OPERATOR, Kick(people["Ben"]), host.now)
    host.stop()
    with started(tmp_path) as registry:
        session = registry.find(host.session.id)
        await advance_session(session)
        assert [each.name for each in session.disclosure.people(None, OPERATOR).people] == ["Ann"]
        (_, (_, bens_hero)) = session.run.world.each(Hero)
        assert (bens_hero.seat, bens_hero.presence) == (1, "asleep")
        assert session.members.seating.living == 1
        with pytest.raises(RequestRefusedError, match="bad_token: you were kicked"):
            session.join(7, "", token(4), 0.0)
        session.join(8, "Ben", b"", 0.0)


@pytest.mark.parametrize(("minutes", "lapsed"), [(14, False), (15, True)])
async def test_the_seats_of_a_run_lapse_while_nobody_plays_it(
    tmp_path: Path, minutes: int, lapsed: bool
) -> None:
    host = Host(tmp_path)
    host.play(5)
    host.session.disconnect(1, host.now)
    host.session.advance(host.now)
    session_id, ann = host.session.id, host.session.members.seating.get(0)
    assert ann is not None
    host.stop()
    with started(tmp_path, now=host.now + 60.0 * minutes) as registry:
        seat = woken(registry, session_id).members.seating.get(0)
        assert seat is not None
        assert seat.lapsed is lapsed
        assert seat.tokens == ann.tokens


async def test_it_outlasts_a_rest_too(tmp_path: Path) -> None:
    before = well_kept(tmp_path).session
    code = before.policy.invite
    with started(tmp_path) as registry:
        session = woken(registry, code)
        session.govern(None, BEN, Lock(False), 0.0)
        await advance_session(session)
        await committed(session)
        settled = session.policy.data
        registry.close(session, "idle")
        await committed(session)
        again = woken(registry, code)
        assert again is not session
        assert again.policy.data == settled
        with pytest.raises(RequestRefusedError, match="unknown_session"):
            again.watch(1, "Will", None, 0.0, said=before.id)
        again.watch(1, "Will", None, 0.0, said=code)


async def test_what_a_maker_chose_is_there_after_a_kill_before_anything_was_played(
    tmp_path: Path,
) -> None:
    host = Host(tmp_path)
    options = Options("invited", seats=2, delay=30, friendly_fire=False)
    made = make_session(host.registry, "default", "real", 0.0, options, ANN, 7)
    host.stop()
    with started(tmp_path) as registry:
        session = woken(registry, made.policy.invite)
        assert session.policy.data == made.policy.data
        assert session.policy.terms == made.policy.terms
        assert session.members.seating.limit == 2
        assert not session.run.rules.house.friendly_fire
        session.join(1, "Cat", b"", 0.0, said=made.policy.invite)
        assert session.policy.roles.host_name == "ann"


async def test_a_ban_ends_in_its_time_however_long_the_server_was_away(tmp_path: Path) -> None:
    before = well_kept(tmp_path).session
    with Reader(tmp_path) as reader:
        settled = decode_settings(reader.settled(before.config.run))
    over = msgspec.structs.replace(settled.bans[0], until=STARTED - 1)
    settled.bans, settled.locked, settled.access = [over], False, "public"
    write(tmp_path, SettingsSaved(before.config.run, encode_settings(settled)))
    with started(tmp_path) as registry:
        session = woken(registry, before.id)
        assert session.disclosure.people(None, BEN).bans == []
        session.watch(1, "Eve", None, 0.0, identity=Identity("", "192.0.2.5"))


async def test_a_run_of_which_nobody_knows_who_may_come_in_is_set_aside(tmp_path: Path) -> None:
    before = played(tmp_path, 20)
    write(tmp_path, SettingsSaved(before.name, b"\xff damaged"))
    with capture_logs(), started(tmp_path) as registry:
        assert not registry.sessions
    (info,) = infos(tmp_path)
    assert info.state == "aside"
    assert "its session settings can't be read" in info.reason


async def test_the_token_used_last_stays_good_until_the_newest_was_used(tmp_path: Path) -> None:
    before = played(tmp_path, 10)
    first = token(3)
    with started(tmp_path) as registry:
        session = woken(registry, before.session.id)
        session.join(1, "Ann", first, 0.0)
        await advance_session(session)
    newest = token(1000)
    with started(tmp_path) as registry:
        session = woken(registry, before.session.id)
        session.join(1, "Ann", first, 0.0)
        session.join(2, "Ann", first, 0.0)
        with pytest.raises(RequestRefusedError, match="belongs to no seat"):
            session.join(3, "Ann", newest, 0.0)
        await advance_session(session)
    with started(tmp_path) as registry:
        session = woken(registry, before.session.id)
        session.join(1, "Ann", token(1001), 0.0)
        with pytest.raises(RequestRefusedError, match="belongs to no seat"):
            session.join(2, "Ann", first, 0.0)


async def test_several_servers_one_after_the_other_go_on_with_one_run(tmp_path: Path) -> None:
    first = played(tmp_path, 30)
    steps = [30]
    for _ in range(3):
        with started(tmp_path) as registry:
            session = woken(registry, first.session.id)
            session.watch(1, "Will", None, 0.0)
            await advance_session(session)
            steps.append(session.run.progress.step)
    assert steps == [30, 31, 31, 31], "a hero falls asleep once"


async def test_a_broken_run_is_set_aside_and_tried_again_by_the_next_server(tmp_path: Path) -> None:
    good = played(tmp_path, 20)
    bad = played(tmp_path, 20, first=100).name
    break_snapshot(tmp_path, 20)
    with capture_logs() as logs, started(tmp_path) as registry:
        assert [each.config.run for each in registry.sessions.values()] == [good.name]
    assert [line["run"] for line in logs if line["event"] == "run set aside"] == [bad]
    (_, info) = infos(tmp_path)
    assert info.state == "aside"
    assert "snapshot can't be read" in info.reason
    for table in ("moments", "chunks"):
        change(tmp_path, f"DELETE FROM {table}")
    with started(tmp_path) as registry:
        assert len(registry.sessions) == 2
    assert {(info.state, info.reason) for info in infos(tmp_path)} == {("live", "")}


async def test_a_run_whose_last_step_was_written_and_its_end_not_has_ended(tmp_path: Path) -> None:
    before = played(tmp_path, 20)
    run = before.session.run
    run.progress.ended = run.progress.won = True
    write(tmp_path, Kept(before.name, run.progress.step, 20, KeptState(take_snapshot(run))))
    with started(tmp_path) as registry:
        assert not registry.sessions
    (info,) = infos(tmp_path)
    assert (info.state, info.reason) == ("ended", "won")


@pytest.mark.parametrize("state", ["ended", "abandoned"])
async def test_what_is_over_stays_over(tmp_path: Path, state: str) -> None:
    before = played(tmp_path, 20)
    write(tmp_path, RunClosed(before.name, Ending(state)))  # type: ignore[arg-type]
    with started(tmp_path) as registry:
        assert not registry.sessions
    assert infos(tmp_path)[0].state == state


async def test_two_runs_of_one_session_id_both_go_on(tmp_path: Path) -> None:
    for first in (1, 100):
        played(tmp_path, 10, first)
    change(tmp_path, "UPDATE runs SET session = 'abcde'")
    with started(tmp_path) as registry:
        assert len(registry.sessions) == 2


def leave(folder: Path, before: Host, session: str, left_at: float | None) -> None:
    """Name a run's session, and write down when the last person left; None: somebody is there."""
    settled = replaced(before.session.policy.settings, left_at=left_at)
    write(folder, SettingsSaved(before.name, encode_settings(settled)))
    change(folder, "UPDATE runs SET session = ? WHERE run = ?", session, before.name)


async def test_a_start_brings_back_those_who_were_there_and_lets_others_rest(
    tmp_path: Path,
) -> None:
    since = STARTED - 60 * load_settings().limits.return_minutes
    leave(tmp_path, played(tmp_path, 5, 1), "deserted", since - 1)
    leave(tmp_path, played(tmp_path, 5, 100), "lately", since)
    leave(tmp_path, played(tmp_path, 5, 200), "there", None)
    with started(tmp_path) as registry:
        assert list(registry.sessions) == ["there", "lately"]
        assert registry.resting.find_run("deserted") is not None
        assert woken(registry, "deserted").run.progress.step == 5
    assert {info.state for info in infos(tmp_path)} == {"live"}


async def test_a_run_rests_under_an_id_that_another_run_s_session_has(tmp_path: Path) -> None:
    resting, there = played(tmp_path, 5, 1), played(tmp_path, 5, 100)
    leave(tmp_path, resting, "abcde", 0.0)
    leave(tmp_path, there, "abcde", None)
    with started(tmp_path) as registry:
        assert registry.find("abcde").config.run == there.name
        registry.close(registry.find("abcde"), "over", "ended")
        assert woken(registry, "abcde").config.run == resting.name


async def test_runs_of_an_older_server_which_did_not_say_who_was_there_rest(
    tmp_path: Path,
) -> None:
    before = played(tmp_path, 5)
    change(tmp_path, "DELETE FROM settled")
    with started(tmp_path) as registry:
        assert not registry.sessions
        assert woken(registry, before.session.id).run.progress.step == 5


async def test_a_server_full_of_deserted_runs_is_open_to_newcomers(tmp_path: Path) -> None:
    first = played(tmp_path, 5)
    copy_run(tmp_path, first.name, 500, left_at=STARTED - 86_400)
    with started(tmp_path, settings_with(limits={"sessions": 3})) as registry:
        assert list(registry.sessions) == [first.session.id]
        assert registry.capacity.has_room
        make_session(registry, "default", None, 0.0)
        assert registry.resting.find_run("copy499") is not None


async def test_who_comes_back_to_nobody_counts_as_gone_since_the_start(tmp_path: Path) -> None:
    before = played(tmp_path, 5)
    with started(tmp_path) as registry:
        session = registry.find(before.session.id)
        assert session.policy.settings.left_at == STARTED
        session.join(2, "Ben", b"", 0.0)
        assert session.policy.settings.left_at is None
        session.suspend()
        session.disconnect(2, 0.0)
        assert session.policy.settings.left_at is None
        await committed(session)
    with Reader(tmp_path) as reader:
        assert decode_settings(reader.settled(before.name)).left_at is None


async def test_of_more_runs_than_there_may_be_sessions_the_last_comes_back_first(
    tmp_path: Path,
) -> None:
    first, last = "first", "last"
    for number, name in ((1, first), (100, last)):
        host = played(tmp_path, 10, number)
        change(tmp_path, "UPDATE runs SET session = ? WHERE run = ?", name, host.name)
    with started(tmp_path, settings_with(limits={"sessions": 1})) as registry:
        assert list(registry.sessions) == [last]
        with pytest.raises(RequestRefusedError, match="as many sessions as it allows"):
            woken(registry, first)
        registry.close(woken(registry, last), "over", "ended")
        assert woken(registry, first).run.progress.step == 10
    assert [info.state for info in infos(tmp_path)] == ["live", "ended"]


async def test_a_run_that_rests_comes_back_as_it_was_when_somebody_asks(tmp_path: Path) -> None:
    before = played(tmp_path, 30)
    name = before.session.id
    patience = load_settings().limits.idle_session_seconds
    with started(tmp_path) as registry:
        now = woken(registry, name).occupancy.empty_since
        assert now is not None
        for _ in range(2):
            woken(registry, name).advance(now)  # Its hero falls asleep: that is a step.
            await committed(woken(registry, name))
            hashed = state_hash(woken(registry, name).run)
            session = close_idle(registry, now + patience + 1.0)
            assert session is not None
            assert session.id == name
            assert registry.open_sessions.infos() == []
            assert state_hash(woken(registry, name).run) == hashed
            now = woken(registry, name).occupancy.empty_since or 0.0
        woken(registry, name).join(1, "Ann", token(3), now)
    assert infos(tmp_path)[0].state == "live"


async def test_a_node_owns_the_runs_that_it_plays_and_no_resting_one(tmp_path: Path) -> None:
    resting, there = played(tmp_path, 5, 1), played(tmp_path, 5, 100)
    leave(tmp_path, resting, "resting", 0.0)
    with started_as_node(tmp_path) as (registry, ownership):
        assert owner(ownership, there.name) == ("a", 1)
        assert owner(ownership, resting.name) == (NOBODY, 0)
        session = woken(registry, "resting")
        assert owner(ownership, resting.name) == ("a", 1)
        await advance_session(session)
        await committed(session)
        registry.close(session, "idle")
        written = asyncio.Event()
        registry.journal.save_settings(there.name, b"", written.set)
        await written.wait()
        assert owner(ownership, resting.name) == (NOBODY, 1)
        assert woken(registry, "resting").run.progress.step == session.run.progress.step
        assert owner(ownership, resting.name) == ("a", 2)


async def test_a_run_that_another_node_brought_back_is_left_to_it(tmp_path: Path) -> None:
    resting = played(tmp_path, 5)
    leave(tmp_path, resting, "resting", 0.0)
    with started_as_node(tmp_path) as (registry, ownership):
        assert ownership.claim_run("b", resting.name) is not None
        with pytest.raises(RequestRefusedError, match="another server") as refused:
            woken(registry, "resting")
        assert refused.value.code != "unknown_session", "clients forget their seats at that"
        assert owner(ownership, resting.name) == ("b", 1)
        assert registry.resting.find_run("resting") is None


async def test_a_run_of_later_rules_is_left_to_a_node_that_knows_them(tmp_path: Path) -> None:
    resting = played(tmp_path, 5)
    leave(tmp_path, resting, "resting", 0.0)
    writer = Writer(tmp_path)
    writer.apply([Renewed(resting.name, RulesStretch(RULES + 1, Snapshot(5, b"state")))])
    writer.close()
    with started_as_node(tmp_path) as (registry, ownership):
        ownership.register(Node("later", "", b"", RULES + 1, "2"))
        with mock.patch("undertide_server.store.leases.LEASE_SECONDS", 3600.0):
            ownership.renew("later", Load())
        with pytest.raises(RequestRefusedError, match="a newer version of the server") as refused:
            woken(registry, "resting")
        assert refused.value.code == "server_full"
        assert owner(ownership, resting.name)[0] == NOBODY


def leave_in_need(folder: Path) -> Host:
    """Keep a run that needs the extension `light_thief`, and rests; return its host."""
    with having(example("light_thief")):
        host = played(folder, 30, rulesets={"default": load_ruleset("gloaming")})
    leave(folder, host, "resting", 0.0)
    return host


@pytest.mark.parametrize(
    ("here", "reason"),
    [
        ((), "needs the extension light_thief with rules 1"),
        (
            (replace(example("light_thief"), rules=3, plays=frozenset({2}), version="9"),),
            "needs the extension light_thief with rules 1; light_thief 9 plays rules 2, 3",
        ),
    ],
)
async def test_a_run_whose_extension_is_not_here_waits_as_it_is_for_a_start_with_it(
    tmp_path: Path, here: Sequence[Extension], reason: str
) -> None:
    before = leave_in_need(tmp_path)
    stored = infos(tmp_path)
    with only_installed(*here), capture_logs() as logs, started(tmp_path) as registry:
        with pytest.raises(RequestRefusedError) as refused:
            woken(registry, "resting")
        assert refused.value.code == "unknown_session", "strangers learn nothing"
        assert registry.resting_runs is not None
        with pytest.raises(RequestRefusedError, match="keeps your seat"):
            registry.resting_runs.refuse_owner(before.name, token(3))
    told = next(each for each in logs if each["event"] == "runs can't be played")
    assert told["reason"] == f"{reason}: a server that has it can play it"
    assert infos(tmp_path) == stored
    later = replace(example("light_thief"), rules=2, plays=frozenset({1}))
    with having(later), started(tmp_path) as registry:
        run = woken(registry, "resting").run
        assert state_hash(run) == state_hash(before.session.run)
        assert run.rules.preset.extensions == {"light_thief": 1}


async def test_a_node_without_the_extension_of_a_run_leaves_it_to_those_with_it(
    tmp_path: Path,
) -> None:
    leave_in_need(tmp_path)
    (info,) = infos(tmp_path)
    with started_as_node(tmp_path) as (registry, ownership):
        with pytest.raises(RequestRefusedError, match="keeps your seat") as refused:
            woken(registry, "resting")
        assert refused.value.code == "server_full", "clients try again"
        assert owner(ownership, info.run) == (STOPPED, 0)
        with having(example("light_thief")):
            (claim,) = ownership.claim_orphans("b", 9)
        assert (claim.run, claim.former) == (info.run, STOPPED)
        assert infos(tmp_path) == [info]


async def test_a_visitor_who_may_not_enter_makes_no_node_the_owner(tmp_path: Path) -> None:
    resting = played(tmp_path, 5)
    settled = encode_settings(SessionSettings(access="invited", left_at=0.0))
    change(tmp_path, "UPDATE settled SET data = ?", settled)
    with started_as_node(tmp_path) as (registry, ownership):
        with pytest.raises(RequestRefusedError):
            woken(registry, resting.session.id, ANN)
        assert owner(ownership, resting.name) == (NOBODY, 0)


async def test_a_run_that_lacks_what_players_have_seen_comes_back_to_nobody(
    tmp_path: Path,
) -> None:
    before = played(tmp_path, 5)
    writer = Writer(tmp_path)
    (refused,) = writer.apply([Checked(before.name, 9)])
    writer.close()
    for _ in range(2):
        with started_as_node(tmp_path) as (registry, ownership):
            assert not registry.sessions
            with pytest.raises(RequestRefusedError, match="no such session"):
                woken(registry, before.session.id)
            assert owner(ownership, before.name)[0] == NOBODY
            ownership.clear()
    assert [(info.state, info.reason) for info in infos(tmp_path)] == [("aside", refused.reason)]


async def test_a_run_of_which_too_many_servers_died_stays_aside_until_it_is_retried(
    tmp_path: Path,
) -> None:
    before = played(tmp_path, 5)
    for death in range(MOST_DEATHS):
        with started_as_node(tmp_path) as (registry, ownership):
            (session,) = registry.sessions.values()
            write(
                tmp_path, Announced(before.name, session.run.progress.step, Fence("a", death + 1))
            )
            ownership.clear()
    for _ in range(2):
        with started_as_node(tmp_path) as (registry, ownership):
            assert not registry.sessions
            assert registry.resting.aside == {before.name: KILLED}
            with pytest.raises(RequestRefusedError, match="no such session"):
                woken(registry, before.session.id)
            ownership.clear()
        assert [(info.state, info.reason) for info in infos(tmp_path)] == [("aside", KILLED)]
    with started_as_node(tmp_path) as (registry, ownership):
        assert ownership.retry_run(before.name)
        assert woken(registry, before.session.id).run.progress.step == 5
        assert not registry.resting.aside
        ownership.clear()


async def test_workers_are_given_the_runs_that_go_on_and_the_others_rest(tmp_path: Path) -> None:
    resting, there = played(tmp_path, 5, 1), played(tmp_path, 5, 100)
    leave(tmp_path, resting, "resting", 0.0)
    server = FakeServer()
    first = WorkerPlace("w1-1", 2, "", opens_store=True)
    take_up(tmp_path, server.registry, server.registry.journal, first)
    assert not server.registry.sessions
    with opened_ownership(tmp_path) as ownership:
        assert [(each.run, each.node) for each in ownership.owned()] == [(there.name, STOPPED)]


async def test_a_run_that_rests_comes_back_with_the_next_server(tmp_path: Path) -> None:
    before = played(tmp_path, 30)
    with started(tmp_path) as registry:
        registry.close(woken(registry, before.session.id), "idle")
        assert not registry.sessions
    with started(tmp_path) as registry:
        assert list(registry.sessions) == [before.session.id]
        assert state_hash(woken(registry, before.session.id).run) == state_hash(before.session.run)


async def test_a_resting_run_that_is_broken_is_set_aside_and_refused(tmp_path: Path) -> None:
    before = played(tmp_path, 30)
    with started(tmp_path) as registry:
        session = woken(registry, before.session.id)
        step = session.run.progress.step
        registry.close(session, "idle")
        await committed(session)
        break_snapshot(tmp_path, step + 1)
        with capture_logs() as logs, pytest.raises(RequestRefusedError, match="no such session"):
            woken(registry, before.session.id)
        assert [line["run"] for line in logs if line["event"] == "run set aside"] == [before.name]
    assert infos(tmp_path)[0].state == "aside"


async def test_a_resting_run_waits_while_the_disk_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = played(tmp_path, 30)

    def fail(_folder: Path) -> StoreConnection:
        raise StoreFaultError("disk I/O error")

    with started(tmp_path) as registry:
        registry.close(woken(registry, before.session.id), "idle")
        with monkeypatch.context() as patched, capture_logs():
            patched.setattr("undertide_server.store.run_list.open_to_read", fail)
            with pytest.raises(RequestRefusedError, match="can't read its disk"):
                woken(registry, before.session.id)
        assert woken(registry, before.session.id).run.progress.step == 30


async def test_a_server_that_can_write_nothing_any_more_stops_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listening: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def fail(_writer: Writer, _writes: Sequence[Write]) -> None:
        raise ValueError("step 3 after step 1")

    monkeypatch.setattr(Writer, "apply", fail)
    choices = Choices(port=0, data=tmp_path / "data")
    server = asyncio.create_task(host(choices, asyncio.Event(), listening.set_result))
    async with guest(await listening) as client:
        await client.send(Create(), Join("", "Ann"))
        assert await client.gone() == 1001
    with pytest.raises(JournalFailedError):
        await server


async def test_a_start_warns_of_data_that_others_can_read(tmp_path: Path) -> None:
    data, stop = tmp_path / "data", asyncio.Event()
    for warned in ([], [str(data)]):
        with capture_logs() as logs:
            await host(Choices(port=0, data=data), stop, lambda _: stop.set())
        assert [line["path"] for line in logs if line["log_level"] == "warning"] == warned
        data.chmod(0o755)


def frames_to(session: Session, member: int) -> list[ServerMessage]:
    """Return the messages that leave for a member now."""
    parcels = session.outbox.take_committed()
    return [decode_server(parcel.data) for parcel in parcels if member in parcel.members]


def lines_of(messages: list[ServerMessage]) -> list[str]:
    """Return the last lines of a log, as the latest keyframe repeats them."""
    keyframes = [each for each in messages if isinstance(each, Keyframe)]
    return [line.text for line in keyframes[-1].lines]


async def shown_to_ann(session: Session, name: str = "Ann") -> list[ServerMessage]:
    """Bring Ann back to her seat, and return what she is shown."""
    session.join(1, name, token(3), 0.0)
    await advance_session(session)
    await committed(session)
    return frames_to(session, 1)


@pytest.mark.parametrize("steps_after_the_snapshot", [0, 40])
async def test_the_last_lines_of_a_heros_log_outlive_a_kill(
    tmp_path: Path, steps_after_the_snapshot: int
) -> None:
    host = Host(tmp_path)
    host.play(60)
    host.keep()
    host.play(steps_after_the_snapshot)
    before = read_log(host.session.audience.logs()[host.session.members.eyes(0)])
    host.stop()
    assert len(before) > 1
    with started(tmp_path) as registry:
        after = lines_of(await shown_to_ann(woken(registry, host.session.id)))
    assert after[: len(before)] == [line.text for line in before]


async def test_nobody_else_gets_the_lines_of_a_hero(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.play(60)
    host.keep()
    logs = host.session.audience.logs()
    own = {line.text for line in read_log(logs[host.session.members.eyes(0)])}
    party = {line.text for line in read_log(logs[PARTY])}
    host.stop()
    with started(tmp_path) as registry:
        session = woken(registry, host.session.id)
        session.join(2, "Bob", b"", 0.0)
        session.watch(3, "Will", None, 0.0)
        await advance_session(session)
        await committed(session)
        parcels = session.outbox.take_committed()
        for member, allowed in ((2, set[str]()), (3, party)):
            mine = [decode_server(each.data) for each in parcels if member in each.members]
            assert not (own - allowed) & set(lines_of(mine))


async def test_the_last_lines_of_chat_outlive_a_kill(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.play(10)
    said = [f"line {number}" for number in range(CHAT_LINES + 5)]
    for line in said:
        host.session.requests.handle_message(1, Say(line), host.now)
    host.session.suspend()
    host.stop()
    for _ in range(2):
        with started(tmp_path) as registry:
            session = woken(registry, host.session.id)
            messages = await shown_to_ann(session)
            told = [each.text for each in messages if isinstance(each, Chat)]
            assert told == said[-CHAT_LINES:]
            session.requests.handle_message(1, Say("and more"), 0.0)
            said.append("and more")
            await committed(session)


async def test_delayed_spectators_hear_stored_chat_after_the_delay(tmp_path: Path) -> None:
    host = Host(tmp_path)
    made = make_session(host.registry, "default", "real", 0.0, Options("invited", delay=30), ANN, 7)
    made.join(1, "Ann", b"", 0.0, identity=ANN)
    made.advance(0.0)
    made.requests.handle_message(1, Say("we go left"), 0.0)
    host.stop()
    with started(tmp_path) as registry:
        session = woken(registry, made.id)
        now = session.occupancy.empty_since or 0.0
        session.watch(3, "Will", None, now, said=made.policy.invite)
        heard = []
        for seconds in (0.0, 29.0, 31.0):
            await advance_session(session, now + seconds)
            await committed(session)
            heard.append([each for each in frames_to(session, 3) if isinstance(each, Chat)])
        assert [[line.text for line in lines] for lines in heard] == [[], [], ["we go left"]]


async def test_damaged_content_that_the_server_offers_is_replaced(tmp_path: Path) -> None:
    before = played(tmp_path, 20)
    change(tmp_path, "UPDATE contents SET content = x'00'")
    with capture_logs() as logs, started(tmp_path) as registry:
        assert not registry.sessions
        mend_contents(tmp_path, registry)
    assert [line["restored"] for line in logs if line["event"] == "content restored"] == [1]
    with started(tmp_path) as registry:
        assert list(registry.sessions) == [before.session.id]


async def test_a_run_whose_name_can_not_be_read_keeps_no_other_from_going_on(
    tmp_path: Path,
) -> None:
    played(tmp_path, 10)
    good = played(tmp_path, 10, first=100)
    change(tmp_path, "UPDATE runs SET run = x'ff' WHERE id = 1")
    with capture_logs() as logs, started(tmp_path) as registry:
        assert [each.config.run for each in registry.sessions.values()] == [good.name]
    (line,) = [line for line in logs if line["event"] == "run set aside"]
    assert line["reason"] == "its name can't be read"
    assert "exc_info" not in line


async def test_a_run_whose_state_in_the_list_can_not_be_read_goes_on(tmp_path: Path) -> None:
    there = played(tmp_path, 10)
    change(tmp_path, "UPDATE runs SET state = 'lhve'")
    with started(tmp_path) as registry:
        assert list(registry.sessions) == [there.session.id]
    assert infos(tmp_path)[0].state == "live"


async def test_nobody_enters_a_resting_run_whose_name_can_not_be_read(tmp_path: Path) -> None:
    resting, there = played(tmp_path, 5, 1), played(tmp_path, 5, 100)
    leave(tmp_path, there, "there", None)
    leave(tmp_path, resting, "abcde", None)
    change(tmp_path, "UPDATE runs SET run = x'ff', begun = 0 WHERE run = ?", resting.name)
    with started(tmp_path, settings_with(limits={"sessions": 0})) as registry:
        assert registry.resting.find_run("abcde") == "?"
        registry.apply_settings(load_settings())
        with pytest.raises(RequestRefusedError, match="no such session"):
            woken(registry, "abcde")
        assert woken(registry, "there").config.run == there.name


async def test_a_state_that_nobody_played_is_set_aside(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.play(20)
    host.keep()
    host.stop()
    change(tmp_path, "UPDATE hashes SET hash = '00' WHERE step = 20")
    with capture_logs(), started(tmp_path) as registry:
        assert not registry.sessions
    assert "state after step 20 is not the one" in infos(tmp_path)[0].reason


async def test_a_run_without_one_of_its_seats_is_set_aside(tmp_path: Path) -> None:
    played(tmp_path, 20)
    change(tmp_path, "DELETE FROM seats")
    with capture_logs(), started(tmp_path) as registry:
        assert not registry.sessions
    assert "seat 0" in infos(tmp_path)[0].reason
