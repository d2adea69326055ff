import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from support.client.client_examples import SIGHTINGS, delta, hero_status, keyframe
from support.client.line_host import FakeLineHost
from support.client.replay_examples import replaying, timeline
from support.client.screen_text import playing, ui_of
from support.processes.waiting import LONGEST
from undertide_client.net.intents import Fate
from undertide_client.plain.line_commands import (
    ALL_READ,
    HELP,
    MORE_WORDS,
    NO_LIST,
    NOBODY_HEARS,
    STOPPED,
    LineCommands,
)
from undertide_client.plain.news_lines import NO_SESSION
from undertide_client.plain.screen_lines import ScreenLines
from undertide_client.screens.hero.item_screen import ItemScreen
from undertide_client.screens.hero.items_screen import PackScreen
from undertide_client.screens.lobby.new_session_screen import NewSessionScreen
from undertide_client.screens.map.cursor_screen import LookScreen
from undertide_client.screens.map.search_screen import SearchScreen
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.menus.chat_screen import ChatScreen
from undertide_client.screens.menus.help_screen import HelpScreen
from undertide_client.screens.menus.quit_screen import QuitScreen
from undertide_client.screens.widgets.actions import LeaveGame, Send, Speak
from undertide_client.screens.widgets.screen import Screen
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Drop, Explore, Moment, Move, Travel, Use


class Line:
    """A player who types lines at screens over the map."""

    def __init__(self, *screens: Screen, ui: Ui | None = None) -> None:
        self.ui = ui or (screens[0].ui if screens else playing())
        self.host = FakeLineHost(self.ui, *screens)
        self.told: list[str] = []
        self.screens = ScreenLines()
        self.commands = LineCommands(self.screens, self.answer, lambda: self.answer([ALL_READ]))

    def answer(self, lines: Sequence[str]) -> None:
        self.told += lines

    async def type(self, *lines: str) -> list[str]:
        """Type lines, and return what was told about the last of them."""
        for line in lines:
            self.told.clear()
            self.screens.pop_changes(self.host.top)
            await asyncio.wait_for(self.commands.obey(self.host, line), LONGEST)
            self.told += self.screens.pop_changes(self.host.top)
        return self.told


async def test_a_key_and_a_name_do_the_same() -> None:
    for line in ("o", "explore", "Explore"):
        player = Line()
        await player.type(line)
        assert player.host.done == [Send(Explore(passes=True))]


async def test_steps_are_repeated() -> None:
    player = Line()
    await player.type("south 2 east", "jj")
    south, east = Send(Move(0, 1)), Send(Move(1, 0))
    assert player.host.done == [south, south, east, south, south]


@pytest.mark.parametrize(
    "danger",
    [
        {"appeared": [SIGHTINGS[1]]},
        {"hero": hero_status(life=3)},
    ],
)
async def test_danger_ends_the_repetition(danger: dict[str, Any]) -> None:
    ui = playing(sightings=SIGHTINGS[:1])
    player = Line(ui=ui)
    press = player.host.press

    def press_in_danger(key: str) -> None:
        press(key)
        ui.mirror.apply(delta(**danger))

    player.host.press = press_in_danger  # type: ignore[method-assign]
    assert await player.type("south 5") == [STOPPED]
    assert len(player.host.done) == 1


async def test_a_refusal_ends_the_repetition() -> None:
    player = Line()
    player.ui.fate = Fate(1, "refused", "a wall")
    await player.type("south 5")
    assert len(player.host.done) == 1


async def test_unknown_words_are_answered() -> None:
    player = Line()
    assert "means nothing here" in (await player.type("xyzzy"))[0]
    assert player.host.done == []


async def test_the_words_of_a_hint_are_its_key() -> None:
    player = Line(ItemScreen(playing(), playing().mirror.pack[0]))
    await player.type("drop")
    assert player.host.done == [Send(Drop(11))]


async def test_the_game_can_be_left_from_any_screen() -> None:
    player = Line(LookScreen(playing()))
    assert (await player.type("quit"))[0] == "Leave the game?"
    assert isinstance(player.host.top, QuitScreen)
    await player.type("stay")
    assert isinstance(player.host.top, LookScreen)


async def test_a_number_that_a_list_no_longer_takes_moves_nobody() -> None:
    player = Line()
    assert await player.type("2") == [NO_LIST]
    assert await player.type("22") == [NO_LIST]
    assert player.host.done == []
    await player.type("keys 2")
    assert player.host.done == [Send(Move(0, 1))]


async def test_nobody_goes_back_from_the_map() -> None:
    assert await Line().type("back") == ["The map: Ann"]


async def test_the_client_answers_questions_about_itself() -> None:
    player = Line()
    assert await player.type("lines") == [*HELP]
    assert (await player.type("commands"))[-1] == MORE_WORDS
    assert (await player.type("status"))[0].startswith("Life 23 of 30.")
    assert await player.type("") == await player.type("status")
    assert "Enemy: goblin, wounded, hunting: 4 steps east." in await player.type("around")
    assert await player.type("on") == [ALL_READ]
    assert await player.type("again") == player.screens.again(player.host.top)
    assert player.host.keys == []


async def test_the_status_tells_where_a_replay_is() -> None:
    replay = Line(ui=ui_of(replaying(), timeline(), keyframe(), Moment(0, 100)))
    assert await replay.type("status") == ["Replay: 0:00:00 of 1:00:00, 1 times."]
    assert await Line(ui=ui_of()).type("status") == [NO_SESSION]


async def test_anything_can_be_said_from_anywhere() -> None:
    player = Line(PackScreen(playing()))
    await player.type("say  hello, all")
    assert player.host.done == [Speak("hello, all")]
    assert await player.type("say") != []
    nowhere = Line(ui=ui_of())
    assert await nowhere.type("say hello") == [NOBODY_HEARS]


async def test_a_line_is_picked_before_it_is_done() -> None:
    player = Line(LookScreen(playing()))
    assert player.host.top.as_text().choices[0].startswith("goblin")
    await player.type("2")
    assert player.told[0].startswith("health potion")
    await player.type("2")
    assert isinstance(player.host.top, MapScreen)


async def test_a_line_where_the_cursor_is_already_is_told_too() -> None:
    player = Line(LookScreen(playing()))
    assert (await player.type("1"))[0].startswith("goblin")
    assert isinstance(player.host.top, LookScreen)


async def test_enter_chooses_nothing_that_was_not_told() -> None:
    player = Line(PackScreen(playing()))
    assert (await player.type(""))[0] == "a: 3 health potions"
    assert player.host.done == []
    await player.type("")
    assert player.host.done == [Send(Use(11))]


async def test_a_letter_and_the_beginning_of_a_name_pick_an_item() -> None:
    for line in ("b", "2", "scroll"):
        player = Line(PackScreen(playing()))
        await player.type(line)
        assert player.host.top.as_text().title == "scroll of fireball"


async def test_an_empty_line_answers_no_question() -> None:
    player = Line(QuitScreen(playing()))
    assert (await player.type(""))[0] == "Leave the game?"
    await player.type("yes")
    assert player.host.done == [LeaveGame()]


async def test_a_page_gives_way_to_the_next_command() -> None:
    player = Line(HelpScreen(playing()))
    await player.type("more")
    assert isinstance(player.host.top, HelpScreen)
    await player.type("explore")
    assert player.host.done == [Send(Explore(passes=True))]


async def test_a_text_is_written_where_it_is_asked_for() -> None:
    player = Line(ChatScreen(playing()))
    await player.type("explore")
    assert player.host.done == [Speak("explore")]
    player = Line(ChatScreen(playing()))
    await player.type("//slash", "t", "/back")
    assert player.host.done == [Speak("/slash")]
    assert isinstance(player.host.top, MapScreen)


async def test_a_form_is_filled_line_by_line() -> None:
    form = NewSessionScreen(playing())
    seed = next(number for number, one in enumerate(form.as_text().choices, 1) if "Seed" in one)
    player = Line(form)
    await player.type(str(seed), "42")
    assert "Seed: 42" in form.as_text().choices
    await player.type(f"/{seed}", "", f"/{seed}", "7")
    assert "Seed: 7" in form.as_text().choices


async def test_a_place_is_searched_by_a_word_and_travelled_to() -> None:
    player = Line()
    await player.type("search potion")
    search = player.host.top
    assert isinstance(search, SearchScreen)
    assert search.as_text().choices == ("health potion: 2 south and 1 west",)
    await player.type("1")
    assert player.told == ["1: health potion: 2 south and 1 west"]
    await player.type("")
    assert player.host.done == [Send(Travel(1, 4))]
    await player.type("/stairs")
    assert [one.partition(":")[0] for one in player.host.top.as_text().choices] == [
        "stairs up",
        "stairs down",
    ]


async def test_characters_can_be_pressed_one_by_one() -> None:
    player = Line()
    await player.type("keys jjo")
    assert player.host.keys == ["j", "j", "o"]


async def test_a_script_can_wait() -> None:
    player = Line()
    await player.type("sleep 0", "sleep forever")
    assert (player.host.keys, player.told) == ([], [])
