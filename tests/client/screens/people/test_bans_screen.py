from support.client.people_examples import CID, among_people
from support.client.screen_text import playing, shown
from undertide_client.screens.people.bans_screen import BansScreen
from undertide_client.screens.widgets.actions import Ask, Pop, Push
from undertide_shared.messages import Govern, Unban


def test_bans_tell_whom_how_long_and_why() -> None:
    screen = BansScreen(among_people(), "")
    text = shown(screen)
    for words in ("Max may not join, 1 h left, by Ann", "Eve may not watch, for good, by Bob"):
        assert words in text
    assert "Why: spam" in text
    screen.press("down")
    assert "No reason was given." in shown(screen)


def test_a_ban_is_ended_after_a_question() -> None:
    screen = BansScreen(among_people(), "b3rn9")
    (push,) = screen.press("enter")
    assert isinstance(push, Push)
    assert "Max may come back at once." in shown(push.screen)
    assert push.screen.press("y") == (Pop(), Ask(Govern(Unban(7), "b3rn9")))


def test_where_nobody_is_banned_that_is_said() -> None:
    assert "Nobody is banned." in shown(BansScreen(among_people(CID), ""))
    assert "Nobody is banned." in shown(BansScreen(playing(), ""))
