from collections.abc import Sequence
from typing import Any

import click
import pytest
from click.testing import CliRunner

from undertide_client.app import front
from undertide_client.app.front import DisplayChoice
from undertide_client.app.title import Choice
from undertide_client.cli import title as module
from undertide_client.cli.title import WAYS, title, ways
from undertide_client.screens.menus.title_screen import TitleEntry
from undertide_shared.command import COMMANDS, known_command


class Player:
    """Stands in for the player at the title screen, and for the commands."""

    def __init__(self, *choices: Choice) -> None:
        self.choices = [*choices, None]
        self.failures: list[str] = []
        self.looks: list[DisplayChoice] = []
        self.calls: list[dict[str, Any]] = []
        self.code: int | None = None
        self.fault = ""
        self.hidden = 0
        """Of the first ways, those that lead nowhere yet."""

    def open_front(self, look: DisplayChoice) -> "Player":
        self.looks.append(look)
        return self

    def choose(self, entries: Sequence[TitleEntry], failure: str) -> Choice:
        assert [entry.name for entry in entries] == [way.name for way in ways()][self.hidden :]
        self.failures.append(failure)
        return self.choices.pop(0)

    def command(self, _name: str) -> click.Command:
        @click.command()
        @click.argument("address", default="")
        @click.option("--display", default="terminal")
        @click.option("--vision", default=None)
        @click.option("--plain/--no-plain", default=None)
        def stand_in(**given: Any) -> int | None:
            self.calls.append(given)
            if self.fault:
                raise click.ClickException(self.fault)
            return self.code

        return stand_in


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch) -> Player:
    stand_in = Player()
    monkeypatch.setattr(front, "open_front", stand_in.open_front)
    monkeypatch.setattr(module, "known_command", stand_in.command)
    monkeypatch.setattr(module, "last_address", lambda _folder: "ws://127.0.0.1:4414")
    return stand_in


def call(player: Player, *choices: Choice, words: Sequence[str] = ()) -> int:
    player.choices = [*choices, None]
    return CliRunner().invoke(title, words).exit_code


def test_who_quits_runs_nothing(player: Player) -> None:
    assert call(player) == 0
    assert (player.calls, player.failures) == ([], [""])


def test_before_the_first_run_nothing_is_offered_to_continue(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "last_address", lambda _folder: "")
    player.hidden = 1
    assert ways()[0].name == "continue"
    assert call(player) == 0


def test_the_chosen_command_gets_the_display_and_the_title_comes_back(player: Player) -> None:
    chosen = ("join", "--", "--host:1")
    assert call(player, chosen, words=["--vision=tritan", "--colors=256", "--plain"]) == 0
    assert player.looks == [DisplayChoice("terminal", "256", "tritan", plain=True)] * 2
    given = {"address": "--host:1", "display": "terminal", "vision": "tritan", "plain": True}
    assert player.calls == [given]
    assert player.failures == ["", ""]


def test_a_fault_is_told_on_the_title_screen(player: Player) -> None:
    player.fault = "the port is taken"
    assert call(player, ("play",)) == 0
    assert player.failures == ["", "the port is taken"]


def test_a_command_that_told_its_failure_ends_the_title(player: Player) -> None:
    player.code = 1
    result = CliRunner().invoke(title, [], standalone_mode=False)
    assert result.return_value == 0
    player.choices = [("join", "--", "host:1"), None]
    result = CliRunner().invoke(title, [], standalone_mode=False)
    assert (result.return_value, len(player.failures)) == (1, 2)


def test_what_is_to_be_read_ends_the_title(player: Player) -> None:
    (history,) = (way for way in WAYS if way.ends)
    assert call(player, history.words, ("play",)) == 0
    assert len(player.calls) == 1


@pytest.mark.parametrize("way", ways(), ids=lambda way: way.name)
def test_every_way_is_a_command_with_its_options(way: module.Way) -> None:
    if way.words:
        name, *rest = way.words
        address = ["host:1"] * way.wants_address
        known_command(name).make_context(name, [*rest, *address])


def test_ways_without_a_command_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    without = {name: known for name, known in COMMANDS.items() if name != "watch"}
    monkeypatch.setattr(module, "COMMANDS", without)
    assert {"watch"} == {way.name for way in WAYS if way not in ways()} - {"history"}
    assert len({way.letter for way in WAYS}) == len(WAYS)
