"""However a planned move ends, the run has one owner, which plays it on."""

import asyncio
from pathlib import Path

import pytest
from msgspec import structs

from support.cluster.moving_nodes import moving_nodes
from support.sessions.fake_server import settings_with
from undertide_server.cluster import moves
from undertide_server.cluster.links.errors import QuestionRefusedError
from undertide_server.cluster.links.questions import DrainNode, MoveRun, TakeRun
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.sessions.model.identity import NOBODY
from undertide_server.simulation.version import RULES


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
        assert taken.reenter(5, 0, "Ann", NOBODY, b.now) == 0
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


async def test_a_handover_that_can_not_be_read_takes_no_run(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        a, b = nodes["a"], nodes["b"]
        session = await a.make()
        run, epoch = session.config.run, (await a.owner(session.config.run)).epoch
        with pytest.raises(QuestionRefusedError, match="the handover can't be read"):
            await b.moves.answer_take(TakeRun(run, session.id, epoch, b"of a later version"))
        assert (await a.owner(run)).node == "a"


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


async def test_a_question_that_comes_late_takes_nothing(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        a, b = nodes["a"], nodes["b"]
        session = await a.make()
        run = session.config.run
        a.links.losing = "question"
        with pytest.raises(QuestionRefusedError):
            await a.moves.move(run, "b")
        (late,) = a.links.late
        with pytest.raises(QuestionRefusedError):
            await b.moves.answer_take(late)
        owned = await a.owner(run)
        assert (owned.node, owned.epoch) == ("a", a.owned[run])
        assert a.session_of(run) is session


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


async def test_a_drained_node_has_no_run_that_goes_on(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b", "c") as nodes:
        a = nodes["a"]
        runs = [(await a.make()).config.run for _ in range(3)]
        assert await a.moves.drain() == 0
        owners = [(await a.owner(run)).node for run in runs]
        assert set(owners) == {"b", "c"}
        assert not a.registry.sessions
        status = {each.id: each.state for each in await a.store.call(lambda each: each.nodes())}
        assert status == {"a": "draining", "b": "serving", "c": "serving"}


async def test_a_drained_node_takes_no_run(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        a, b = nodes["a"], nodes["b"]
        await a.moves.drain()
        session = await b.make()
        with pytest.raises(QuestionRefusedError):
            await b.moves.move(session.config.run, "a")
        assert b.session_of(session.config.run) is session


async def test_runs_are_not_handed_to_nodes_of_earlier_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        a = nodes["a"]
        session = await a.make()
        monkeypatch.setattr("undertide_server.cluster.moves.RULES", RULES + 1)
        with pytest.raises(QuestionRefusedError, match="all other nodes have earlier rules"):
            await a.moves.drain()
        assert a.session_of(session.config.run) is session


async def test_the_last_node_is_not_drained(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a") as nodes:
        with pytest.raises(QuestionRefusedError):
            await nodes["a"].moves.answer_drain(DrainNode())


async def test_runs_whose_claim_was_not_answered_are_played(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        a, b = nodes["a"], nodes["b"]
        session = await a.make()
        run = session.config.run
        await b.ask(lambda owners: owners.take_run("b", run, a.owned[run]))
        for _ in range(moves.NEWS_UNTIL_CLAIM - 1):
            b.moves.note_owned([run])
        b.moves.note_owned([])
        for _ in range(moves.NEWS_UNTIL_CLAIM - 1):
            b.moves.note_owned([run])
        assert run not in b.owned
        b.moves.note_owned([run])
        await b.until_begun(1)
        assert b.session_of(run) is not None
        assert b.owned[run] == (await b.owner(run)).epoch


async def test_a_run_goes_on_if_its_former_owner_dies_while_it_moves(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        a, b = nodes["a"], nodes["b"]
        run = (await a.make()).config.run
        a.links.losing = "question"
        with pytest.raises(QuestionRefusedError):
            await a.moves.move(run, "b")
        (late,) = a.links.late
        late = structs.replace(late, epoch=(await a.owner(run)).epoch)
        answer = asyncio.create_task(b.moves.answer_take(late))
        await asyncio.sleep(0)
        answer.cancel()
        await b.until_begun(1)
        assert (await b.owner(run)).node == "b"
        assert b.session_of(run) is not None
