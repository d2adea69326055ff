"""How time passes, as players see it."""

from support.gateway.raw_clients import Maker
from support.processes.commands import Serving
from support.processes.played_terminal import Opener


def test_turns_end_in_company_after_a_warning_and_come_back_alone(
    server: Serving, opened: Opener, made: Maker
) -> None:
    session = made()
    ann = opened("join", server.address, "--session", session, "--name", "Ann")
    ann.read_text("turn by turn")
    bob = opened("join", server.address, "--session", session, "--name", "Bob")
    ann.read_panel("turns end in")
    for each in (ann, bob):
        each.read_text("real time")
        assert "turns end in" not in each.text
    assert bob.quit() == 0
    ann.read_text("asleep")
    ann.read_text("turn by turn")


def test_party_turns_name_whom_they_wait_for(server: Serving, opened: Opener, made: Maker) -> None:
    session = made(pace="party")
    ann = opened("join", server.address, "--session", session, "--name", "Ann")
    ann.read_text("party turns")
    bob = opened("join", server.address, "--session", session, "--name", "Bob")
    bob.read_text("party turns")
    bob.wait_for(lambda: bob.hero("Bob") is not None, "the hero")
    ann.type("s")
    ann.read_panel("waiting for Bob")
    bob.read_panel("waiting for you")
    ann.read_text("received, waiting")
    bob.type("s")
    ann.read_panel("waiting for you, Bob")
    bob.read_panel("waiting for Ann, you")
    for each in (ann, bob):
        each.read_text("done")


def test_a_session_in_real_time_is_never_in_turns(
    server: Serving, opened: Opener, made: Maker
) -> None:
    ann = opened("join", server.address, "--session", made(pace="real"), "--name", "Ann")
    ann.read_text("real time")
