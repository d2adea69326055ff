"""However a planned move ends, the run has one owner, which plays it on."""

from pathlib import Path

import pytest

from support.cluster.moving_nodes import moving_nodes
from support.sessions.fake_server import settings_with
from undertide_server.cluster import moves
from undertide_server.cluster.links.errors import QuestionRefusedError
from undertide_server.cluster.links.messages import MoveRun
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.sessions.handover import Succession
from undertide_server.sessions.model.identity import NOBODY


def _without_room(settings: ServerSettings) -> ServerSettings:
    return settings_with(settings, limits={"sessions": 0})


async def test_a_run_goes_on_at_the_other_node(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        a, b = nodes["a"], nodes["b"]
        session = await a.make()
        run = session.config.run
        answer = await a.moves.answer_move(MoveRun(run, "b"))
        step = session.run.progress.step  # It took those that were due before it halted.
        assert (answer.former, answer.present) == ("a", "b")
        assert (await a.owner(run)).node == "b"
        assert a.session_of(run) is None
        assert a.host.moved_to == ["b"]
        taken = b.session_of(run)
        assert taken is not None
        assert taken.run.progress.step == step
        assert b.begun == [taken]
        assert b.owned[run] == (await a.owner(run)).epoch
        assert taken.succession.reenter(5, 0, "Ann", NOBODY, b.now) == 0
        found = taken.run.index.of_seat(0)
        assert found is not None
        assert found[1].hero.presence == "present"


async def test_a_run_can_come_back(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        a, b = nodes["a"], nodes["b"]
        run = (await a.make()).config.run
        await a.moves.move(run, "b")
        await b.moves.move(run, "a")
        assert (await a.owner(run)).node == "a"
        assert a.session_of(run) is not None
        assert b.session_of(run) is None


async def test_a_run_that_the_other_node_refuses_stays(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        a, b = nodes["a"], nodes["b"]
        session = await a.make()
        b.registry.apply_settings(_without_room(b.settings))
        with pytest.raises(QuestionRefusedError):
            await a.moves.move(session.config.run, "b")
        assert (await a.owner(session.config.run)).node == "a"
        assert a.session_of(session.config.run) is session
        assert not session.is_halted
        assert a.host.stayed == 1
        assert not b.registry.sessions


async def test_if_the_answer_is_lost_the_store_decides(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        a, b = nodes["a"], nodes["b"]
        run = (await a.make()).config.run
        a.links.losing = "answer"
        assert (await a.moves.move(run, "b")).present == "b"
        assert a.session_of(run) is None
        assert b.session_of(run) is not None


async def test_a_run_whose_steps_do_not_become_durable_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "WRITTEN_SECONDS", 0.0)
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        a = nodes["a"]
        session = await a.make()
        a.host.writes = False
        with pytest.raises(QuestionRefusedError):
            await a.moves.move(session.config.run, "b")
        assert not session.is_halted
        assert (await a.owner(session.config.run)).node == "a"


async def test_a_run_whose_move_fails_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_succession: Succession, _now: float) -> None:
        raise RuntimeError("a fault of the program")

    async with moving_nodes(tmp_path, "a", "b") as nodes:
        a = nodes["a"]
        session = await a.make()
        monkeypatch.setattr(Succession, "handover", fail)
        with pytest.raises(RuntimeError, match="a fault of the program"):
            await a.moves.move(session.config.run, "b")
        assert (session.is_halted, a.host.stayed) == (False, 1)
        assert not a.moves.is_moving(session.config.run)


async def test_a_run_does_not_move_to_a_node_that_is_not_there(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        run = (await nodes["a"].make()).config.run
        with pytest.raises(QuestionRefusedError, match="no node c"):
            await nodes["a"].moves.move(run, "c")
        with pytest.raises(QuestionRefusedError, match="doesn't play"):
            await nodes["b"].moves.move(run, "a")


async def test_a_run_that_another_node_owns_by_now_is_given_to_nobody(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b", "c") as nodes:
        a, c = nodes["a"], nodes["c"]
        run = (await a.make()).config.run
        await c.ask(lambda owners: owners.take_run("c", run, a.owned[run]))
        with pytest.raises(QuestionRefusedError, match="own"):
            await a.moves.move(run, "b")
        assert (await a.owner(run)).node == "c"
