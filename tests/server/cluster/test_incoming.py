"""A node plays the runs that others hand over to it, and those that it owns unknowingly."""

import asyncio
from pathlib import Path

import pytest
from msgspec import structs

from support.cluster.moving_nodes import moving_nodes
from undertide_server.cluster import incoming
from undertide_server.cluster.links.errors import QuestionRefusedError
from undertide_server.cluster.links.messages import TakeRun


async def test_a_handover_that_can_not_be_read_takes_no_run(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        a, b = nodes["a"], nodes["b"]
        session = await a.make()
        run, epoch = session.config.run, (await a.owner(session.config.run)).epoch
        with pytest.raises(QuestionRefusedError, match="the handover can't be read"):
            await b.incoming.answer_take(TakeRun(run, session.id, epoch, b"of a later version"))
        assert (await a.owner(run)).node == "a"


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
            await b.incoming.answer_take(late)
        owned = await a.owner(run)
        assert (owned.node, owned.epoch) == ("a", a.owned[run])
        assert a.session_of(run) is session


async def test_runs_whose_claim_was_not_answered_are_played(tmp_path: Path) -> None:
    async with moving_nodes(tmp_path, "a", "b") as nodes:
        a, b = nodes["a"], nodes["b"]
        session = await a.make()
        run = session.config.run
        await b.ask(lambda owners: owners.take_run("b", run, a.owned[run]))
        for _ in range(incoming.NEWS_UNTIL_CLAIM - 1):
            b.incoming.note_owned([run])
        b.incoming.note_owned([])
        for _ in range(incoming.NEWS_UNTIL_CLAIM - 1):
            b.incoming.note_owned([run])
        assert run not in b.owned
        b.incoming.note_owned([run])
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
        answer = asyncio.create_task(b.incoming.answer_take(late))
        await asyncio.sleep(0)
        answer.cancel()
        await b.until_begun(1)
        assert (await b.owner(run)).node == "b"
        assert b.session_of(run) is not None
