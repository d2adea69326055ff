from support.client.client_examples import keyframe
from support.client.replay_examples import HOUR, moment_at, watched_again
from undertide_client.app.winding import Wind, wind
from undertide_client.model.run_time import RunMoment
from undertide_client.net.link import connect
from undertide_client.screens.widgets.actions import (
    ChooseSpeed,
    JumpTo,
    Pause,
    ResumeReplay,
    StepBy,
)
from undertide_client.screens.widgets.ui import Ui
from undertide_shared import messages
from undertide_shared.messages import ClientMessage, Line, Moment, Seek, Step


def done(ui: Ui, *actions: Wind) -> None:
    link = connect("ws://host:1")
    for action in actions:
        wind(ui, link, action)


def test_it_plays_at_the_speed_that_was_chosen(sent: list[ClientMessage]) -> None:
    done(watched_again(), ResumeReplay(), ChooseSpeed(400), ResumeReplay(), Pause())
    assert sent == [messages.Play(100), messages.Play(400), messages.Play(0)]


def test_a_speed_takes_effect_at_once_while_it_plays(sent: list[ClientMessage]) -> None:
    ui = watched_again(speed=100)
    done(ui, ChooseSpeed(200))
    assert sent == [messages.Play(200)]
    assert ui.speed == 200


def test_a_jump_shows_in_the_bar_before_its_answer(sent: list[ClientMessage]) -> None:
    ui = watched_again()
    done(ui, JumpTo(moment_at(HOUR // 2)))
    assert sent == [Seek(HOUR // 2, HOUR * 50)]
    assert ui.mirror.replay_state is not None
    assert ui.mirror.replay_state.elapsed == HOUR * 50


def test_a_jump_to_a_tick_waits_for_the_answer_to_know_its_time(sent: list[ClientMessage]) -> None:
    ui = watched_again()
    done(ui, JumpTo(RunMoment(None, 500)))
    assert sent == [Seek(500)]
    ui.mirror.apply(Moment(7_541, 100))
    state = ui.mirror.replay_state
    assert state is not None
    assert state.tick == 7_540
    ui.mirror.apply(keyframe())
    ui.mirror.apply(Moment(500, 0))
    assert (state.tick, state.elapsed) == (500, 50_000)


def test_a_jump_beyond_the_end_leads_to_it(sent: list[ClientMessage]) -> None:
    done(watched_again(), JumpTo(moment_at(10**11)))
    assert sent == [Seek(HOUR, HOUR * 100)]


def test_only_a_step_back_takes_back_what_the_log_told(sent: list[ClientMessage]) -> None:
    ui = watched_again()
    told = [Line("info", "first"), Line("info", "second")]
    done(ui, StepBy(1))
    ui.mirror.apply(keyframe(lines=told))
    done(ui, StepBy(-1))
    ui.mirror.apply(keyframe(lines=told[:1]))
    assert sent == [Step(1), Step(-1)]
    assert "second" not in [line.text for line in ui.mirror.lines]
