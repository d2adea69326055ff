"""The control of a replay: through the link, and at once on the screen."""

from undertide_client.model.run_time import RunMoment
from undertide_client.net.link import Link
from undertide_client.screens.widgets.actions import (
    ChooseSpeed,
    JumpTo,
    Pause,
    ResumeReplay,
    StepBy,
)
from undertide_client.screens.widgets.ui import Ui

Wind = ResumeReplay | Pause | ChooseSpeed | JumpTo | StepBy


def wind(ui: Ui, link: Link, action: Wind) -> None:
    """Carry out an action that moves the replay."""
    match action:
        case ResumeReplay():
            link.play(ui.speed)
        case Pause():
            link.play(0)
        case ChooseSpeed(percent=percent):
            ui.speed = percent
            if ui.mirror.replay_state is not None and ui.mirror.replay_state.speed:
                link.play(percent)
        case JumpTo(moment=RunMoment(elapsed=None, tick=tick)):
            ui.mirror.jump(None)
            link.seek(tick)
        case JumpTo(moment=RunMoment(elapsed=int(elapsed))):
            goal = ui.mirror.replay_state.held(elapsed) if ui.mirror.replay_state else elapsed
            ui.mirror.jump(goal)
            link.seek_time(goal)
        case StepBy(steps=steps):
            if steps < 0:
                ui.mirror.rewind()
            link.step(steps)
