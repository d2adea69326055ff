"""Members whose run goes to another node, by a move or because its owner was lost."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from support.gateway.node_pair import NodePair, node_pair
from support.gateway.raw_clients import Client
from support.processes.waiting import until
from undertide_server.cluster.links import opening
from undertide_server.cluster.links.errors import QuestionRefusedError
from undertide_server.cluster.links.handshake import LINK_VERSION, Shown, shown_to
from undertide_server.cluster.links.messages import Done, TakeRun
from undertide_server.gateway.relay import relay, searches
from undertide_server.sessions.session import Session
from undertide_shared.closing import Closing
from undertide_shared.messages import (
    Act,
    Chat,
    Delta,
    Error,
    Join,
    Joined,
    Keyframe,
    Leave,
    Left,
    ListSessions,
    Pace,
    Say,
    Sessions,
    Wait,
    Watch,
    Watching,
)

REFUSED_SECONDS = 1.5
"""In which a link is dialled and refused, on a machine that is busy with other tests too."""


@asynccontextmanager
async def three_in_the_north(
    pair: NodePair, pace: Pace = "auto"
) -> AsyncIterator[tuple[Client, Client, Client, Session]]:
    """Seat Ann of the north and Ben of the south; Wat of the south watches them."""
    session = pair.north.make("", pace)
    await pair.tell()
    async with pair.north.guest() as ann, pair.south.guest() as ben, pair.south.guest() as wat:
        await ann.send(Join(session.id, "Ann"))
        await ann.until(Keyframe)
        await ben.send(Join(session.id, "Ben"))
        await ben.until(Keyframe)
        await wat.send(Watch(session.id, "Wat"))
        await wat.until(Keyframe)
        yield ann, ben, wat, session


async def plays(client: Client, sequence: int) -> None:
    """Check that a client's intents have effects."""
    await client.send(Act(sequence, Wait()))
    while True:
        frame = await client.until(Delta)
        if frame.intent is not None and frame.intent.sequence >= sequence:
            return


async def test_members_follow_a_run_that_moves_and_play_on(tmp_path: Path) -> None:
    async with (
        node_pair(tmp_path) as pair,
        three_in_the_north(pair, "real") as (ann, ben, wat, session),
    ):
        await plays(ann, 1)
        await plays(ben, 1)
        moved = await pair.move(session, pair.north, pair.south)
        for client in (ann, ben, wat):
            await client.until(Keyframe)
        await plays(ann, 2)
        await plays(ben, 2)
        await ben.send(Say("hello"))
        for client in (ann, ben, wat):
            assert (await client.until(Chat)).text == "hello"
        assert len(moved.members.members) == 3
        assert not pair.north.registry.sessions
        assert not pair.south.gateway.peers.relayed.keys() & set(moved.members.seated[1:])
        # And back again.
        await pair.tell()
        again = await pair.move(moved, pair.south, pair.north)
        await plays(ann, 3)
        await plays(ben, 3)
        assert len(again.members.seated) == 2


async def test_what_members_say_during_a_move_is_carried_out_after_it(tmp_path: Path) -> None:
    async with (
        node_pair(tmp_path) as pair,
        three_in_the_north(pair, "real") as (ann, ben, _, session),
    ):
        assert pair.north.keeper is not None
        moving = asyncio.create_task(pair.move(session, pair.north, pair.south))
        await until(lambda: session.is_halted)
        await ann.send(Act(1, Wait()), Say("from Ann"))
        await ben.send(Act(1, Wait()), Say("from Ben"))
        await moving
        said = {(await ann.until(Chat)).text, (await ann.until(Chat)).text}
        assert said == {"from Ann", "from Ben"}
        await plays(ann, 2)
        await plays(ben, 2)


async def test_what_a_node_was_told_before_it_lost_the_run_is_carried_out_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        node_pair(tmp_path) as pair,
        three_in_the_north(pair, "real") as (ann, ben, _, session),
    ):
        await plays(ann, 1)
        monkeypatch.setattr(session, "advance", lambda _now: None)  # It stands still.
        await ann.send(Act(2, Wait()))
        await ben.send(Act(1, Wait()))
        await until(lambda: len(session.requests.inbox.asking) == 2)
        pair.north.relay.moved(session, "")
        await pair.claim(pair.north, pair.south)
        for client, sequence in ((ann, 2), (ben, 1)):
            while True:
                frame = await client.until(Keyframe | Delta)  # type: ignore[arg-type]
                if frame.intent is not None and frame.intent.sequence == sequence:
                    break


async def refuse(_: TakeRun) -> Done:
    """Refuse to take a run."""
    raise QuestionRefusedError("this node takes no more runs")


async def test_members_of_a_run_that_stays_after_all_play_on(tmp_path: Path) -> None:
    async with (
        node_pair(tmp_path) as pair,
        three_in_the_north(pair, "real") as (ann, ben, wat, session),
    ):
        pair.south.links.answer_with(TakeRun, refuse)
        with pytest.raises(QuestionRefusedError, match="did not take the run"):
            await pair.move(session, pair.north, pair.south)
        await plays(ann, 1)
        await plays(ben, 1)
        await wat.send(Leave())
        await wat.until(Left)
        assert len(session.members.members) == 2


async def test_members_of_a_node_that_was_lost_play_on_at_the_next_one(tmp_path: Path) -> None:
    async with (
        node_pair(tmp_path) as pair,
        three_in_the_north(pair, "real") as (_, ben, wat, session),
    ):
        await plays(ben, 1)
        await pair.kill(pair.north, pair.south)
        await ben.until(Keyframe)
        await wat.until(Keyframe)
        await plays(ben, 2)
        taken = pair.south.registry.sessions[session.id]
        assert len(taken.members.members) == 2


async def test_members_whose_owner_is_not_found_come_to_the_lobby_and_keep_their_seats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searches, "FIND_SECONDS", 0.05)
    async with node_pair(tmp_path) as pair, three_in_the_north(pair) as (_, ben, _, _):
        await pair.lose(pair.north, pair.south)
        error = await ben.until(Error)
        assert (error.code, error.reason) == ("internal", searches.LOST)
        assert (await ben.expect(Left)).reason == searches.LOST
        await ben.send(ListSessions())
        await ben.until(Sessions)


async def test_members_whose_owner_lives_behind_a_cut_connect_to_another_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searches, "FIND_SECONDS", REFUSED_SECONDS)
    async with node_pair(tmp_path) as pair:
        session = pair.north.make("", "real")
        await pair.tell()
        async with pair.north.guest() as ann, pair.south.guest() as ben:
            await ann.send(Join(session.id, "Ann"))
            await ann.until(Keyframe)
            await ben.send(Join(session.id, "Ben"))
            token = (await ben.until(Joined)).token
            await plays(ben, 1)
            pair.cut()
            assert await ben.gone() == Closing.GOING_AWAY
            assert ben.connection.close_reason == searches.CUT
            await plays(ann, 1)
            assert list(pair.north.registry.sessions) == [session.id], "it keeps its run"
            async with pair.north.guest() as again:
                await again.send(Join(session.id, "Ben", token))
                await again.until(Keyframe)
                await plays(again, 2)


async def test_nodes_of_two_versions_play_their_runs_on_and_members_connect_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searches, "FIND_SECONDS", REFUSED_SECONDS)
    async with node_pair(tmp_path, sockets="socket") as pair:
        session = pair.north.make("", "real")
        await pair.tell()
        async with pair.north.guest() as ann, pair.south.guest() as ben:
            await ann.send(Join(session.id, "Ann"))
            await ann.until(Keyframe)
            await ben.send(Join(session.id, "Ben"))
            await ben.until(Keyframe)

            def shown_by_another_version(key: bytes, node: str) -> Shown:
                return shown_to(key, node)._replace(version="9")

            monkeypatch.setattr(opening, "shown_to", shown_by_another_version)
            link = pair.south.links.to("north")
            assert link is not None
            with capture_logs() as logs:
                link.lose("the node begins anew")
                assert await ben.gone() == Closing.GOING_AWAY
            refusal = f"the link has version 9; this node speaks version {LINK_VERSION}"
            refused = {each["reason"] for each in logs if each["event"] == "link refused"}
            assert refused == {refusal}
            lost = [each["reason"] for each in logs if each["event"] == "link lost"]
            assert f"it refused the link: {refusal}" in lost
            await plays(ann, 1)


async def test_who_comes_to_a_session_behind_a_cut_is_told_to_try_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "FIND_SECONDS", 0.3)
    async with node_pair(tmp_path) as pair, pair.south.guest() as ann:
        session = pair.north.make("", "auto")
        await pair.tell()
        pair.cut()
        await ann.send(Join(session.id, "Ann"))
        error = await ann.expect(Error)
        assert (error.code, error.reason) == ("server_full", searches.BUSY)
        pair.is_cut = False
        monkeypatch.setattr(relay, "FIND_SECONDS", 6.0)
        await ann.send(Join(session.id, "Ann"))
        assert (await ann.expect(Joined)).session == session.id


async def test_members_of_a_node_that_was_fenced_follow_their_run(tmp_path: Path) -> None:
    async with (
        node_pair(tmp_path) as pair,
        three_in_the_north(pair, "real") as (ann, ben, wat, session),
    ):
        await plays(ann, 1)
        await pair.claim(pair.north, pair.south)
        await until(lambda: session.id in pair.south.registry.sessions)
        pair.north.gateway.fenced(session.config.run, "")
        for client in (ann, ben, wat):
            await client.until(Keyframe)
        await plays(ann, 2)
        await plays(ben, 1)
        assert not pair.north.registry.sessions
        assert len(pair.south.registry.sessions[session.id].members.members) == 3


async def test_who_joins_a_node_that_owns_the_run_no_more_is_told_to_try_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        node_pair(tmp_path) as pair,
        three_in_the_north(pair, "real") as (ann, _, _, session),
        pair.north.guest() as cat,
        pair.south.guest() as dan,
        pair.north.guest() as eve,
    ):
        await plays(ann, 1)
        await pair.claim(pair.north, pair.south)
        await until(lambda: session.id in pair.south.registry.sessions)
        with monkeypatch.context() as patch:  # The south hasn't heard either that it is the owner.
            patch.setattr(pair.south.directory, "known_owner", lambda _session: "north")
            await cat.send(Join(session.id, "Cat"))
            await dan.send(Join(session.id, "Dan"))
            await eve.send(Watch(session.id, "Eve"))
            await until(lambda: len(session.members.members) == 6)
        pair.north.gateway.fenced(session.config.run, "")
        for client in (cat, dan, eve):
            error = await client.expect(Error)
            assert (error.code, error.reason) == ("server_full", searches.BUSY)
        for client, entry, granted in (
            (cat, Join(session.id, "Cat"), Joined),
            (dan, Join(session.id, "Dan"), Joined),
            (eve, Watch(session.id, "Eve"), Watching),
        ):
            await client.send(entry)
            await client.expect(granted)
            await client.until(Keyframe)
        await plays(ann, 2)


async def test_who_joins_while_the_owner_is_sought_waits_for_it(tmp_path: Path) -> None:
    async with node_pair(tmp_path) as pair, pair.south.guest() as ann:
        session = pair.north.make("", "auto")
        written = asyncio.Event()
        session.journal_writer.once_written(written.set)
        await written.wait()
        await pair.tell()
        await pair.lose(pair.north, pair.south)
        # The store still names the dead node.
        pair.owners.registries["north"] = pair.north.registry
        await ann.send(Join(session.id, "Ann"))
        await pair.claim(pair.north, pair.south)
        await until(lambda: session.id in pair.south.registry.sessions)
        del pair.owners.registries["north"]
        assert (await ann.expect(Joined)).session == session.id


async def test_a_link_that_is_cut_is_dialled_again_and_the_members_stay(tmp_path: Path) -> None:
    async with node_pair(tmp_path) as pair, three_in_the_north(pair) as (_, ben, wat, session):
        link = pair.south.links.to("north")
        assert link is not None
        link.lose("the test cuts it")
        await ben.until(Keyframe)
        await wat.until(Keyframe)
        await plays(ben, 1)
        assert len(session.members.members) == 3
