from dataclasses import replace
from pathlib import Path

import pytest

from support.client.client_examples import (
    delta,
    hero_status,
    joined,
    keyframe,
    session_info,
    watching,
)
from support.client.replay_examples import HOUR, moment_at, replaying, timeline, watched_again
from support.client.screen_text import rows_of, text_of
from undertide_client.app.entry import Entry, JoinEntry, LobbyEntry, ReplayEntry, WatchEntry
from undertide_client.app.stage import MAP_SECONDS, ReplayAction, Stage, control_replay
from undertide_client.displays.cells import Console
from undertide_client.keys import Binding, Command, Context, Keymap
from undertide_client.model.run_time import RunMoment
from undertide_client.net.dialogue import Dialogue
from undertide_client.net.link import connect
from undertide_client.net.status import LinkStatus
from undertide_client.saved.saved_data import AccountCopies, in_memory
from undertide_client.screens.hero.items_screen import PackScreen
from undertide_client.screens.lobby.lobby_screen import LobbyScreen
from undertide_client.screens.lobby.new_session_screen import NewSessionScreen
from undertide_client.screens.lobby.outage_screen import OutageScreen
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.menus.help_screen import HelpScreen
from undertide_client.screens.widgets.actions import (
    ChooseSpeed,
    Copy,
    JumpTo,
    LeaveGame,
    LeaveReplay,
    Pause,
    Rename,
    ResumeReplay,
    Send,
    ShowNote,
    Speak,
    StepBy,
)
from undertide_client.screens.widgets.screen import Push
from undertide_client.screens.widgets.ui import Ui
from undertide_shared import messages
from undertide_shared.messages import (
    AccountData,
    AccountInfo,
    Chat,
    ClientMessage,
    Left,
    Line,
    ListThumbnails,
    Moment,
    Seek,
    Sessions,
    Step,
    Wait,
)

LOBBY = LobbyEntry("Ann")
AGAIN = ReplayEntry("0123", begins=RunMoment(None, 50))


def stage_of(
    entry: Entry = LOBBY, status: LinkStatus | None = None, copies: AccountCopies | None = None
) -> Stage:
    """Return a stage whose link has no connection; all it is asked for is lost."""
    link = connect("ws://host:1")
    link.status = status or LinkStatus("connected")
    kept = replace(in_memory(), copies=copies) if copies else None
    stage = Stage(Ui(link.url, "Ann"), link, entry, kept)
    stage.take_in(link.status)
    return stage


def text(stage: Stage) -> str:
    console = Console(80, 24)
    stage.look_at_link()
    stage.draw(console)
    return text_of(console)


def lines(stage: Stage) -> list[str]:
    console = Console(80, 24)
    stage.draw(console)
    return rows_of(console)


def test_it_begins_where_the_entry_says() -> None:
    assert isinstance(stage_of().top, LobbyScreen)
    assert isinstance(stage_of(JoinEntry("", "Ann")).top, MapScreen)


def test_without_a_connection_the_outage_is_on_top_of_everything() -> None:
    stage = stage_of(status=LinkStatus("waiting", "the cable fell out", 3.0, 2))
    assert isinstance(stage.top, OutageScreen)
    shown = text(stage)
    assert "the cable fell out" in shown
    assert "You play as Ann" in shown


@pytest.mark.parametrize(("can", "told"), [(True, "Copied."), (False, "can't be copied")])
def test_a_line_is_copied_and_that_is_said(can: bool, told: str) -> None:
    copied: list[str] = []

    def copy(line: str) -> bool:
        copied.append(line)
        return can

    link = connect("ws://host:1")
    stage = Stage(Ui(link.url, "Ann"), link, LOBBY, copy=copy)
    stage.perform((Copy("http://host/"),))
    assert copied == ["http://host/"]
    assert told in stage.ui.notice


def test_names_that_a_display_cannot_show_are_told_apart() -> None:
    link = connect("ws://host:1")
    stage = Stage(Ui(link.url, "Ann"), link, LOBBY, shows=str.isascii)
    stage.take_in(Chat("אבגד", 0, "one"))
    stage.take_in(Chat("שלום", 1, "two"))
    assert [line.speaker for line in stage.ui.mirror.log.lines] == ["אבגד:1", "שלום:2"]


def test_a_letter_of_another_script_hints_at_the_layout_of_the_keyboard() -> None:
    told = "ш is no command: is another keyboard layout on?"
    stage = stage_of()
    stage.press("ш")
    assert stage.ui.lobby.notice == told
    stage = stage_of(JoinEntry("", "Ann"))
    for key, notice in (("ш", told), ("up", ""), ("é", told.replace("ш", "é")), ("Q", "")):
        stage.press(key)
        assert stage.ui.notice == notice, key


def test_an_own_key_of_another_script_is_no_other_layout() -> None:
    stage = stage_of(JoinEntry("", "Ann"))
    every = [Binding(each, Command.WAIT, ("ш",), "wait") for each in (Context.PLAY, Context.WATCH)]
    stage.ui.keymap = Keymap(every)
    stage.press("ш")
    assert stage.ui.notice == ""


def test_what_is_asked_without_a_connection_is_told_as_lost() -> None:
    stage = stage_of(JoinEntry("", "Ann"))
    stage.perform((Send(Wait()), Speak("hello?")))
    shown = text(stage)
    assert "lost: there is no connection" in shown
    assert "Not sent" in shown


def test_notes_and_names_are_taken() -> None:
    stage = stage_of()
    stage.perform((ShowNote("So it is."), Rename("Bob")))
    assert stage.ui.mirror.lines[-1].text == "So it is."
    assert stage.ui.name == "Bob"


def test_leaving_is_a_good_end_and_leaving_what_failed_a_bad_one() -> None:
    stage = stage_of()
    stage.perform((LeaveGame(),))
    assert (stage.outcome, stage.farewell) == (0, "")
    broken = stage_of(status=LinkStatus("gave up", "nobody listens"))
    broken.perform((LeaveGame(),))
    assert (broken.outcome, broken.farewell) == (1, "gave up: nobody listens")


def test_who_never_got_in_leaves_at_once_when_it_is_given_up() -> None:
    stage = stage_of(JoinEntry("", "Ann"), LinkStatus("gave up", "nobody listens"))
    stage.link_ended()
    assert (stage.outcome, stage.farewell) == (1, "gave up: nobody listens")


def test_who_was_in_stays_to_read_why_it_ended() -> None:
    stage = stage_of(JoinEntry("", "Ann"))
    stage.take_in(joined())
    stage.take_in(keyframe())
    stage.ui.status = LinkStatus("gave up", "nobody listens")
    stage.link_ended()
    assert stage.outcome is None
    assert "nobody listens" in text(stage)


def test_a_refusal_after_an_outage_leads_to_the_lobby() -> None:
    stage = stage_of(JoinEntry("", "Ann"))
    stage.take_in(joined())
    stage.take_in(LinkStatus("refused", "this session is over"))
    assert isinstance(stage.top, LobbyScreen)
    assert "this session is over" in text(stage)


def test_what_is_open_survives_an_outage() -> None:
    stage = stage_of(JoinEntry("", "Ann"))
    stage.take_in(joined())
    stage.perform((Push(HelpScreen(stage.ui)),))
    stage.take_in(joined(token=b"secret-2"))
    assert isinstance(stage.top, HelpScreen)


def test_a_notice_stands_until_the_next_key() -> None:
    stage = stage_of(JoinEntry("", "Ann"))
    for message in (joined(), keyframe()):
        stage.take_in(message)
    stage.perform((ShowNote("You hold nothing that shoots."),))
    stage.press("i")
    assert stage.ui.notice == ""
    stage.perform((ShowNote("So it is."),))
    assert "─ So it is. ─" in text(stage)
    stage.press("down")
    assert "─ So it is. ─" not in text(stage)


def test_a_click_on_a_hint_presses_its_key() -> None:
    stage = stage_of(JoinEntry("", "Ann"))
    for message in (joined(), keyframe()):
        stage.take_in(message)
    row = lines(stage)[-1]
    stage.click(row.index("i pack"), 23, right=False)
    assert isinstance(stage.top, PackScreen)
    y, foot = next((y, row) for y, row in enumerate(lines(stage)) if "Esc back" in row)
    stage.click(foot.index("Esc"), y, right=True)
    assert isinstance(stage.top, MapScreen)
    stage.press("i")
    stage.draw(Console(80, 24))
    stage.click(foot.index("Esc"), y, right=False)
    assert isinstance(stage.top, MapScreen)


def test_a_replay_begins_on_the_map() -> None:
    stage = stage_of(AGAIN)
    assert isinstance(stage.top, MapScreen)
    for message in (replaying(), timeline(), keyframe()):
        stage.take_in(message)
    assert "replay of 01234567" in text(stage)


def test_who_came_for_a_replay_alone_ends_with_it() -> None:
    stage = stage_of(AGAIN)
    stage.take_in(replaying())
    stage.perform((LeaveReplay(),))
    assert (stage.outcome, stage.farewell) == (0, "")


def test_who_came_from_the_lobby_goes_back_to_it() -> None:
    stage = stage_of()
    stage.take_in(replaying())
    stage.perform((LeaveReplay(),))
    assert stage.outcome is None
    stage.take_in(Left("k7m2q", "You left."))
    assert isinstance(stage.top, LobbyScreen)


def test_a_run_that_can_not_be_replayed_ends_the_program_that_came_for_it() -> None:
    stage = stage_of(AGAIN)
    stage.take_in(LinkStatus("refused", "no run is called 0123", code="unknown_run"))
    assert (stage.outcome, stage.farewell) == (1, "refused: no run is called 0123")


def test_on_the_way_to_another_place_the_lobby_is_not_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = stage_of(WatchEntry("k7m2q"))
    stage.take_in(watching())
    monkeypatch.setattr(Dialogue, "entering", True)
    stage.take_in(Left("k7m2q", "You left."))
    stage.take_in(LinkStatus("refused", "this server keeps no runs"))
    assert isinstance(stage.top, MapScreen)
    assert not stage.lists_sessions
    monkeypatch.setattr(Dialogue, "entering", False)
    stage.take_in(Left("k7m2q", "The session is over."))
    assert isinstance(stage.top, LobbyScreen)
    assert stage.lists_sessions


def test_a_hero_that_never_played_is_told() -> None:
    stage = stage_of(ReplayEntry("0123", hero="Nemo"))
    for message in (replaying(), timeline(), keyframe()):
        stage.take_in(message)
    assert "No hero here is called Nemo" in text(stage)


def test_what_the_server_announces_is_read_in_the_lobby_too() -> None:
    stage = stage_of()
    stage.take_in(Chat("Undertide", -1, "Restart in 5 min.", server=True))
    assert "Restart in 5 min." in text(stage)


def test_forms_work_by_mouse_alone() -> None:
    stage = stage_of()
    y, row = next((y, row) for y, row in enumerate(lines(stage)) if "n create a game" in row)
    stage.click(row.index("n create"), y, right=False)
    assert isinstance(stage.top, NewSessionScreen)
    y, row = next((y, row) for y, row in enumerate(lines(stage)) if "Access" in row)
    stage.click(row.index("Access"), y, right=False)
    foot_y, foot = next((y, row) for y, row in enumerate(lines(stage)) if "→ change" in row)
    stage.click(foot.index("→ change"), foot_y, right=False)
    assert "unlisted" in lines(stage)[y]
    stage.click(row.index("Access"), y, right=False)
    assert "by invitation" in lines(stage)[y]
    stage.click(row.index("Access"), y, right=True)
    assert isinstance(stage.top, LobbyScreen)


def test_a_key_ends_the_hints_for_newcomers_and_begins_them_again() -> None:
    stage = stage_of(JoinEntry("", "Ann"))
    stage.take_in(joined())
    stage.take_in(keyframe())
    assert "Hint: A monster!" in text(stage)
    stage.press("f3")
    assert not stage.ui.hinting
    assert "No more hints." in text(stage)
    stage.press("f3")
    assert stage.ui.hinting


def test_a_key_turns_on_a_bell_then_ends_signs_and_begins_them_again() -> None:
    stage = stage_of(JoinEntry("", "Ann"))
    stage.take_in(joined())
    stage.take_in(keyframe())
    chosen = []
    for _ in range(3):
        stage.press("f4")
        chosen.append(stage.ui.signs)
    assert chosen == ["bell", "off", "shown"]
    assert stage.ui.notice.endswith("No bell rings.")


def test_the_display_is_told_of_the_bell_of_a_moment() -> None:
    stage = stage_of(JoinEntry("", "Ann"))
    for message in (joined(), keyframe()):
        stage.take_in(message)
    stage.press("f4")
    before = stage.attention.rings
    stage.take_in(delta(2, hero=hero_status(level=3)))
    assert stage.attention.rings == before + 1


def test_the_lobby_asks_for_its_live_map_only_where_it_has_room(
    sent: list[ClientMessage],
) -> None:
    stage = stage_of()
    stage.take_in(Sessions([session_info("k7m2q", heroes=1, asleep=0)]))
    stage.ui.now = MAP_SECONDS
    stage.draw(Console(80, 24))
    stage.refresh()
    assert ListThumbnails(["k7m2q"]) not in sent
    stage.draw(Console(100, 40))
    stage.refresh()
    stage.ui.now += MAP_SECONDS / 2
    stage.refresh()
    assert sent.count(ListThumbnails(["k7m2q"])) == 1
    stage.ui.now += MAP_SECONDS / 2
    stage.refresh()
    assert sent.count(ListThumbnails(["k7m2q"])) == 2


def test_a_copy_of_the_account_is_saved_and_its_file_named(tmp_path: Path) -> None:
    stage = stage_of(copies=AccountCopies(tmp_path))
    stage.ui.account = AccountInfo("Ann")
    stage.take_in(AccountData("{}"))
    (file,) = tmp_path.iterdir()
    assert stage.ui.lobby.notice == f"Your data is in {file}"
    assert file.read_text() == "{}"


def test_a_folder_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    stage = stage_of(copies=AccountCopies(tmp_path / "file"))
    stage.take_in(AccountData("{}"))
    assert stage.ui.lobby.notice.startswith("Your data could not be saved: ")


def test_f1_explains_the_box_on_top_but_types_nothing() -> None:
    stage = stage_of(JoinEntry("", "Ann"))
    stage.take_in(joined())
    stage.take_in(keyframe())
    stage.perform((Push(PackScreen(stage.ui)),))
    stage.press("f1")
    assert isinstance(stage.top, HelpScreen)
    assert "Lists and pages" in text(stage)
    stage.press("f1")
    assert isinstance(stage.top, PackScreen)
    stage.press("?")
    assert isinstance(stage.top, PackScreen)


def done(ui: Ui, *actions: ReplayAction) -> None:
    link = connect("ws://host:1")
    for action in actions:
        control_replay(ui, link, action)


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
