"""Moving a replay as a screen asked for it: through the link, and at once in what is shown."""

from undertide_client.net.connection import Link
from undertide_client.screens.widgets.actions import ChooseSpeed, JumpTo, Pause, Play, StepBy
from undertide_client.screens.widgets.ui import Ui

Wind = Play | Pause | ChooseSpeed | JumpTo | StepBy


def wind(ui: Ui, link: Link, action: Wind) -> None:
    """Carry out an action that moves the replay."""
    match action:
        case Play():
            link.play(ui.speed)
        case Pause():
            link.play(0)
        case ChooseSpeed(percent=percent):
            ui.speed = percent
            if ui.mirror.reel is not None and ui.mirror.reel.speed:
                link.play(percent)
        case JumpTo(tick=tick):
            goal = ui.mirror.reel.held(tick) if ui.mirror.reel else tick
            ui.mirror.jump(goal)
            link.seek(goal)
        case StepBy(steps=steps):
            if steps < 0:
                ui.mirror.rewind()
            link.step(steps)
