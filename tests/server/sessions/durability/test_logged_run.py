"""A run that is played again has the logs that its session had."""

from pathlib import Path

from support.sessions.durable_host import Host
from undertide_server.sessions.durability.logged_run import LoggedRun
from undertide_server.sessions.durability.recovery import game_of
from undertide_server.simulation.state.run import new_run
from undertide_server.store.reader import Reader
from undertide_server.views.view import PARTY


def test_the_logs_go_on_as_they_did_in_the_session(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.play(60)
    host.stop()
    with Reader(tmp_path) as reader:
        logged = LoggedRun(new_run(game_of(reader.header(host.name))), {})
        for record in reader.steps(host.name):
            logged.take_step(record.inputs)
    logs = {view.entity: view.log for view in logged.views}
    assert logs == host.session.audience.logs()
    assert len(logs) == 2


def test_logs_that_were_stored_are_continued(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.play(60)
    host.stop()
    stored = host.session.audience.logs()
    logged = LoggedRun(host.session.run, stored)
    assert {view.entity: view.log for view in logged.views} == stored
    assert PARTY in stored
