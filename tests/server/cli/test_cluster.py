"""The commands about the nodes of a server, called in this process."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from structlog.testing import capture_logs

from support.sessions.kept_runs import change, header, write
from undertide_server.cli.cluster import cluster
from undertide_server.cluster.links.errors import QuestionRefusedError
from undertide_server.cluster.links.listener import LinkListener
from undertide_server.cluster.links.messages import Done, DrainNode, MovedRun, MoveRun
from undertide_server.cluster.links.node_links import NodeLinks
from undertide_server.cluster.one_question import NoMembers
from undertide_server.process import logs
from undertide_server.store.leases import Load, Node
from undertide_server.store.ownership import opened_ownership
from undertide_server.store.writes import Begun

KEY = b"a key of this node"
RUN = "f00d"


def call(*words: str | Path) -> Result:
    return CliRunner().invoke(cluster, [str(word) for word in words])


def told(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two nodes, whose leases hold for long; the first one plays a run."""
    folder = tmp_path / "data"
    folder.mkdir()
    write(folder, Begun(header(RUN, "abcde")))
    with opened_ownership(folder) as owners:
        for name in ("one", "two"):
            owners.register(Node(name, str(tmp_path / f"{name}.socket"), KEY, 7, "1.2"))
        owners.renew("one", Load(sessions=1, players=2, watchers=3))
        assert owners.claim_run("one", RUN) is not None
    change(folder, "UPDATE nodes SET expires = expires + 3600")
    return folder


class AnsweringNode:
    """A node in a thread of its own that answers questions, and notes them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.asked: list[MoveRun | DrainNode] = []

    async def move(self, question: MoveRun) -> MovedRun:
        """Note the question, and answer it."""
        self.asked.append(question)
        if question.node == "one":
            raise QuestionRefusedError("it is there already")
        return MovedRun("one", question.node, 42)

    async def drain(self, question: DrainNode) -> Done:
        """Note the question, and give the run away."""
        self.asked.append(question)
        change(self._folder, "UPDATE runs SET owner = 'two', epoch = epoch + 1")
        return Done()

    async def _serve(self, path: Path, begun: threading.Event, stop: asyncio.Event) -> None:
        links = NodeLinks("one", KEY, lambda _node: None)
        links.answer_with(MoveRun, self.move)
        links.answer_with(DrainNode, self.drain)
        async with links.listening(LinkListener.at_socket(path), NoMembers()):
            begun.set()
            await stop.wait()

    @contextmanager
    def serving(self, path: Path) -> Iterator[None]:
        """Answer questions at a Unix socket until this ends."""
        loop, begun, stop = asyncio.new_event_loop(), threading.Event(), asyncio.Event()
        thread = threading.Thread(
            target=loop.run_until_complete, args=(self._serve(path, begun, stop),)
        )
        thread.start()
        assert begun.wait(20.0)
        yield
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()


@pytest.fixture
def node(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AnsweringNode]:
    answering = AnsweringNode(folder)
    monkeypatch.setattr(logs, "configure", lambda **_choices: None)
    monkeypatch.setattr(logs, "set_level", lambda _level: None)
    with capture_logs(), answering.serving(folder.parent / "one.socket"):
        yield answering


class TestList:
    def test_scripts_read_all_nodes_and_runs(self, folder: Path) -> None:
        listed = told(call("list", "--data", folder, "--json"))
        assert 0.0 <= listed["nodes"][0].pop("lease_age_s") < 60.0
        assert listed["nodes"][0] == {
            "id": "one",
            "state": "serving",
            "sessions": 1,
            "players": 2,
            "watchers": 3,
            "rules": 7,
            "version": "1.2",
            "address": str(folder.parent / "one.socket"),
        }
        assert [each["id"] for each in listed["nodes"]] == ["one", "two"]
        assert listed["runs"] == [{"run": RUN, "session": "abcde", "node": "one", "epoch": 1}]

    def test_a_node_whose_lease_has_expired_is_lost(self, folder: Path) -> None:
        change(folder, "UPDATE nodes SET expires = 0 WHERE id = 'two'")
        listed = told(call("list", "--data", folder, "--json"))
        assert [each["state"] for each in listed["nodes"]] == ["serving", "lost"]

    def test_people_read_tables(self, folder: Path) -> None:
        lines = call("list", "--data", folder).stdout.splitlines()
        assert lines[1].split()[:5] == ["one", "serving", "1", "2", "3"]
        assert lines[-1].split() == [RUN, "abcde", "one", "1"]

    def test_a_folder_without_a_server_has_none(self, folder: Path) -> None:
        change(folder, "DELETE FROM nodes")
        assert call("list", "--data", folder).stdout == "no server runs on this folder\n"

    def test_what_is_no_folder_of_a_server_is_told(self, tmp_path: Path) -> None:
        failed = call("list", "--data", tmp_path)
        assert failed.exit_code == 1
        assert str(tmp_path) in failed.output


class TestMove:
    def test_the_owner_is_asked_and_the_pause_told(self, folder: Path, node: AnsweringNode) -> None:
        moved = told(call("move", "f0", "tw", "--data", folder, "--json"))
        assert moved == {"run": RUN, "from": "one", "to": "two", "pause_ms": 42}
        assert node.asked == [MoveRun(RUN, "two")]

    def test_people_read_a_sentence(self, folder: Path, node: AnsweringNode) -> None:
        said = call("move", "abcde", "two", "--data", folder).stdout
        assert said == f"moved {RUN} from one to two: a pause of 42 ms\n"
        assert node.asked

    def test_a_refusal_is_told(self, folder: Path, node: AnsweringNode) -> None:
        failed = call("move", RUN, "one", "--data", folder)
        assert failed.exit_code == 1
        assert "it is there already" in failed.output
        assert node.asked

    def test_names_must_be_known_and_clear(self, folder: Path) -> None:
        change(folder, "UPDATE nodes SET id = 'onetwo' WHERE id = 'two'")
        for words, told_of in (
            (("beef", "one"), "no run"),
            ((RUN, "three"), "no node is called 'three'; there are: one, onetwo"),
            ((RUN, "on"), "more than one node"),
        ):
            failed = call("move", *words, "--data", folder)
            assert failed.exit_code == 1
            assert told_of in failed.output

    def test_a_run_that_rests_has_no_owner(self, folder: Path) -> None:
        change(folder, "UPDATE nodes SET expires = 0 WHERE id = 'one'")
        failed = call("move", RUN, "two", "--data", folder)
        assert failed.exit_code == 1
        assert "no node plays" in failed.output

    def test_a_node_that_does_not_answer_is_told(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(logs, "configure", lambda **_choices: None)
        monkeypatch.setattr(logs, "set_level", lambda _level: None)
        failed = call("move", RUN, "two", "--data", folder)
        assert failed.exit_code == 1
        assert "one" in failed.output


class TestDrain:
    def test_it_ends_when_the_runs_are_elsewhere(self, folder: Path, node: AnsweringNode) -> None:
        drained = told(call("drain", "one", "--data", folder, "--json"))
        assert drained == {"node": "one", "moved": 1, "left": 0}
        assert node.asked == [DrainNode()]

    def test_a_single_process_cannot_be_drained(self, folder: Path) -> None:
        change(folder, "UPDATE nodes SET address = '' WHERE id = 'one'")
        failed = call("drain", "one", "--data", folder)
        assert failed.exit_code == 1
        assert "--workers" in failed.output
