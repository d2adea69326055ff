"""The actions of a replay's keys. Pure."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from undertide_client.keys import TENTHS, Command
from undertide_client.model.replay_state import NORMAL_SPEED, ReplayState
from undertide_client.model.run_time import RunMoment
from undertide_client.screens.replay.marks import EVERY, FALLS
from undertide_client.screens.widgets.actions import (
    ChooseSpeed,
    JumpTo,
    LeaveReplay,
    Pause,
    ResumeReplay,
    ShowNote,
    StepBy,
    WatchSession,
)
from undertide_client.screens.widgets.screen import NOTHING, Actions
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.limits import MAX_SPEED
from undertide_shared.messages import Landmark

SPEEDS: Final = (25, 50, *(NORMAL_SPEED << doubled for doubled in range(7)))
"""Speeds in percent, from a quarter of the run's own time to 64 times that."""
JUST_PASSED: Final = 2000
"""Milliseconds at normal speed after a landmark before the way back can stop at it again."""
assert SPEEDS[-1] == MAX_SPEED


def asked(ui: Ui, replay_state: ReplayState, command: Command) -> Actions | None:
    """Return the actions for a command to the replay; None if it concerns only the display."""
    if command in TENTHS:
        share = TENTHS.index(command) / len(TENTHS)
        return (JumpTo(RunMoment(replay_state.at(share))),)
    ask = _ASKED.get(command)
    return ask(ui, replay_state) if ask else None


def _play_or_pause(_ui: Ui, replay_state: ReplayState) -> Actions:
    """Pause or resume the replay; at the end of a finished run, start it again."""
    if replay_state.speed:
        return (Pause(),)
    return (
        (JumpTo(RunMoment(replay_state.begins)), ResumeReplay())
        if replay_state.at_end and not replay_state.live
        else (ResumeReplay(),)
    )


def _faster(ui: Ui, _replay_state: ReplayState) -> Actions:
    return (ChooseSpeed(min((one for one in SPEEDS if one > ui.speed), default=SPEEDS[-1])),)


def _slower(ui: Ui, _replay_state: ReplayState) -> Actions:
    return (ChooseSpeed(max((one for one in SPEEDS if one < ui.speed), default=SPEEDS[0])),)


def _to(landmark: Landmark | None) -> Actions:
    return (JumpTo(RunMoment(landmark.elapsed)),) if landmark else NOTHING


def _present(replay_state: ReplayState) -> int:
    """Return the moment before which a landmark counts as passed."""
    return replay_state.elapsed - JUST_PASSED * replay_state.speed // NORMAL_SPEED


def _go_live(ui: Ui, replay_state: ReplayState) -> Actions:
    """Watch the live session, if there can be one: a server without presets only has old runs."""
    if not replay_state.live or not ui.lobby.presets:
        return (ShowNote("Nobody plays this run here now: there is nothing to watch live."),)
    return (WatchSession(ui.mirror.session, ui.mirror.following),)


_ASKED: Final[Mapping[Command, Callable[[Ui, ReplayState], Actions]]] = MappingProxyType(
    {
        Command.PLAY_OR_PAUSE: _play_or_pause,
        Command.STEP_ON: lambda _ui, _replay_state: (StepBy(1),),
        Command.STEP_BACK: lambda _ui, _replay_state: (StepBy(-1),),
        Command.FASTER: _faster,
        Command.SLOWER: _slower,
        Command.NEXT_LANDMARK: lambda _ui, replay_state: _to(
            replay_state.after(replay_state.elapsed, EVERY)
        ),
        Command.PREVIOUS_LANDMARK: lambda _ui, replay_state: _to(
            replay_state.before(_present(replay_state), EVERY)
        ),
        Command.NEXT_FALL: lambda _ui, replay_state: _to(
            replay_state.after(replay_state.elapsed, FALLS)
        ),
        Command.PREVIOUS_FALL: lambda _ui, replay_state: _to(
            replay_state.before(_present(replay_state), FALLS)
        ),
        Command.LIVE: _go_live,
        Command.QUIT: lambda _ui, _replay_state: (LeaveReplay(),),
    }
)
