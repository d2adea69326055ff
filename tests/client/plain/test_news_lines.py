from support.client.client_examples import delta, hero_status, keyframe
from support.client.replay_examples import replaying, timeline
from support.client.screen_text import playing, ui_of
from undertide_client.net.intents import Fate
from undertide_client.plain.news_lines import ANSWERS_AGAIN, DONE, STOPPED, NewsLines
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Chat, Line, Moment, PaceStatus


def listening(ui: Ui) -> NewsLines:
    """Return news of which the player has heard all so far."""
    news = NewsLines(ui)
    news.pop_lines()
    return news


def test_the_log_and_the_view_are_told_at_the_beginning_and_then_nothing() -> None:
    news = NewsLines(playing())
    lines = news.pop_lines()
    assert lines[:3] == [
        "This run: restless bones",
        "You enter the drowned warren.",
        "A goblin shouts!",
    ]
    assert "Floor 3: the drowned warren." in lines
    assert news.pop_lines() == []


def test_new_lines_of_the_log_are_told_once_and_repeated_ones_counted() -> None:
    ui = playing()
    news = listening(ui)
    ui.mirror.apply(delta(lines=[Line("bad", "It hits you.")] * 3))
    ui.mirror.apply(Chat("Bob", 1, "run!"))
    assert news.pop_lines() == ["It hits you. times 3", "Bob: run!"]
    ui.mirror.apply(delta(3, lines=[Line("bad", "It hits you.")]))
    assert news.pop_lines() == ["It hits you."]


def test_a_change_that_the_log_told_is_not_told_again() -> None:
    ui = playing()
    news = listening(ui)
    hero = hero_status(effects=[("confused", 9), ("braced", 9)])
    ui.mirror.apply(delta(hero=hero, lines=[Line("info", "You are braced.")]))
    assert news.pop_lines() == ["You are braced."]


def test_an_action_that_changes_nothing_is_answered() -> None:
    ui = playing()
    news = listening(ui)
    ui.fate = Fate(1, "sent")
    assert news.pop_lines() == []
    ui.fate = Fate(1, "done")
    assert news.pop_lines() == [DONE]
    assert news.pop_lines() == []
    ui.fate = Fate(2, "refused", "something solid is in the way")
    assert news.pop_lines() == ["Not now: something solid is in the way."]


def test_what_a_hero_does_by_itself_is_told_when_it_begins_and_ends() -> None:
    ui = playing()
    news = listening(ui)
    ui.mirror.apply(delta(hero=hero_status(activity="explore")))
    ui.fate = Fate(1, "done")
    assert news.pop_lines() == ["Exploring."]
    ui.mirror.apply(delta(3, hero=hero_status()))
    assert news.pop_lines() == [STOPPED]


def test_silence_of_the_server_is_told_once_and_its_end() -> None:
    ui = playing()
    news = listening(ui)
    ui.silence = 3.2
    assert news.pop_lines() == ["No answer for 3 s."]
    ui.silence = 4.9
    assert news.pop_lines() == []
    ui.silence = 0.0
    assert news.pop_lines() == [ANSWERS_AGAIN]


def test_a_countdown_is_told_once() -> None:
    ui = playing()
    news = listening(ui)
    ui.mirror.apply(delta(pace=PaceStatus("solo", "real", 4000)))
    assert news.pop_lines() == ["Turns end in 4 s."]
    ui.mirror.apply(delta(3, pace=PaceStatus("solo", "real", 3000)))
    assert news.pop_lines() == []


def test_a_notice_is_told_unless_the_log_told_it() -> None:
    ui = playing()
    news = listening(ui)
    ui.notice = "Copied."
    assert news.pop_lines() == ["Copied."]
    ui.notice = "You hold nothing that shoots."
    ui.mirror.add_note(ui.notice)
    assert news.pop_lines() == ["You hold nothing that shoots."]
    assert news.pop_lines() == []


def test_the_speed_of_a_replay_is_told() -> None:
    ui = ui_of(replaying(), timeline(), keyframe(), Moment(0, 100))
    news = listening(ui)
    ui.mirror.apply(Moment(10, 400))
    assert news.pop_lines() == ["4 times."]
    ui.mirror.apply(Moment(20, 0))
    assert news.pop_lines() == ["Paused."]
