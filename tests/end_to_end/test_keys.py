"""Everything that a player does, by the keys that the help screen lists."""

import re
from pathlib import Path

import pytest

from support.gateway.raw_clients import Maker
from support.processes.commands import Serving
from support.processes.played_terminal import STEPS, Opener, PlayedTerminal

MONSTERS = "oT"
"""Glyphs of the kinds that can come."""
MAX_TURNS = 200
"""Turns in which the monster has come and is slain."""
MAX_ERRANDS = 60
"""Errands after which a small floor is explored, however many things lie about."""


@pytest.fixture
def ann(server: Serving, opened: Opener, made: Maker) -> PlayedTerminal:
    """A player alone on a floor without a soul."""
    terminal = opened("join", server.address, "--session", made(), "--name", "Ann")
    terminal.read_text("Ann joins the party")
    terminal.wait_for(lambda: terminal.hero("Ann") is not None, "the hero")
    return terminal


def ask(terminal: PlayedTerminal, key: str, *answers: str) -> None:
    """Press a key until the screen says one of several things; each ends one errand.

    Before each comes a rest, which is refused to a hero who is well, to tell the next answer from
    the last one.
    """

    def told() -> bool:
        return any(answer in terminal.text for answer in answers)

    for _ in range(MAX_ERRANDS):
        terminal.type("z")
        terminal.wait_for(lambda: " not now: " in terminal.bar, "a refusal")
        terminal.type(key)
        terminal.wait_for(lambda: " done " in terminal.bar or told(), "an answer")
        terminal.wait_for(lambda: "…" not in terminal.panel, "the end of the errand")
        if told():
            return
    raise AssertionError(f"no answer was {answers}:\n{terminal.text}")


@pytest.mark.parametrize("keys", ["hjkl", ("\x1b[D", "\x1b[B", "\x1b[A", "\x1b[C"), "4286"])
def test_a_hero_walks_with_vi_keys_arrows_and_digits(ann: PlayedTerminal, keys: str) -> None:
    step = ann.free_step("Ann")
    before = ann.hero("Ann")
    assert before is not None
    ann.type(keys["hjkl".index(step)])
    after = (before[0] + STEPS[step][0], before[1] + STEPS[step][1])
    ann.wait_for(lambda: ann.hero("Ann") == after, f"the hero at {after}")


def test_exploring_finds_the_stairs_and_they_are_taken(ann: PlayedTerminal) -> None:
    known = len(ann.glyphs("·"))
    ask(ann, "o", "nothing", "explored")
    assert len(ann.glyphs("·")) > known
    ask(ann, ">", "Floor 2")
    ann.read_panel("L1 ↓2")
    ask(ann, "<", "Floor 1")


def test_travelling_leads_to_the_cell_that_was_chosen(ann: PlayedTerminal) -> None:
    step = ann.free_step("Ann")
    before = ann.hero("Ann")
    assert before is not None
    ann.type("_")
    ann.read_text("Travel:")
    ann.type(f"{step}\r")
    ann.read_gone("Travel:")
    after = (before[0] + STEPS[step][0], before[1] + STEPS[step][1])
    ann.wait_for(lambda: ann.hero("Ann") == after, f"the hero at {after}")


def test_nobody_travels_to_where_nobody_has_been(ann: PlayedTerminal) -> None:
    ann.type("_")
    ann.read_text("Travel:")
    ann.type("h" * 80 + "\r")
    ann.read_text("You know no way")


def test_looking_tells_what_stands_where_the_cursor_is(ann: PlayedTerminal) -> None:
    step = ann.free_step("Ann")
    ann.type(";")
    ann.read_text("Look:")
    ann.type("c")
    ann.read_text("Look: Ann")
    ann.type(step)
    ann.read_text("Look: stone floor")
    ann.escape()
    ann.read_gone("Look:")


def full_life(terminal: PlayedTerminal) -> int:
    """Return the life that the hero can have, as the panel says."""
    found = re.search(r"Life\D*\d+/(\d+)", terminal.panel)
    assert found, terminal.text
    return int(found[1])


@pytest.fixture
def wounded(server: Serving, opened: Opener, made: Maker) -> PlayedTerminal:
    """A player who has won a fight, and is hurt."""
    ann = opened("join", server.address, "--session", made("sparring"), "--name", "Ann")
    ann.read_text("Ann joins the party")
    assert ann.life == full_life(ann)
    turns = (
        ann.take_turn(ann.key_towards("Ann", MONSTERS) or "s", "You kill the")
        for _ in range(MAX_TURNS)
    )
    assert any(turns), f"nothing came, or nothing fell:\n{ann.text}"
    assert 0 < ann.life < full_life(ann)
    return ann


def test_a_potion_is_drunk_from_the_pack(wounded: PlayedTerminal) -> None:
    before = wounded.life
    wounded.type("i")
    wounded.read_text("a) ! 3 health potions")
    wounded.type("a")
    wounded.read_text("u use")
    wounded.type("u")
    wounded.wait_for(lambda: wounded.life > before, f"more life than {before}")
    wounded.type("i")
    wounded.read_text("a) ! 2 health potions")


def test_a_wounded_hero_rests_until_it_is_healed(wounded: PlayedTerminal) -> None:
    wounded.type("z")
    wounded.wait_for(lambda: wounded.life == full_life(wounded), "a healed hero")
    wounded.wait_for(lambda: "resting" not in wounded.panel, "the end of the rest")
    wounded.type("z")
    wounded.wait_for(lambda: " not now: " in wounded.bar, "a refusal: there is nothing to heal")


def test_an_item_is_laid_down_and_taken_up_again(ann: PlayedTerminal) -> None:
    ann.type("i")
    ann.read_text("Pack (0 of 20 slots taken)")
    ann.type("ad")
    ann.read_text("You drop 3 health potions")
    ann.type("g")
    ann.read_text("You take 3 health potions")


def test_help_lists_the_keys_in_force(ann: PlayedTerminal) -> None:
    ann.type("?")
    for text in ("Playing", "open the pack", "explore until"):
        ann.read_text(text)
    ann.type("h")
    ann.read_text("Others watch in a browser")
    ann.type("h")
    ann.read_text("`undertide keys`")
    ann.type("\x1b[F")
    ann.read_text("Without a connection")
    ann.escape()
    ann.read_gone("Without a connection")


def test_pages_tell_of_hero_party_and_log(ann: PlayedTerminal) -> None:
    for key, text in (("c", "Resist"), ("p", "Watching: nobody"), ("m", "Ann joins the party")):
        ann.type(key)
        ann.read_text(text)
        ann.read_text("Esc back")
        ann.escape()
        ann.read_gone("Esc back")


def test_chat_is_written_corrected_and_said(ann: PlayedTerminal) -> None:
    ann.type("t")
    ann.read_text("Say:")
    ann.type("watch outt\x7f!\r")
    ann.read_text("Ann: watch out!")
    ann.read_gone("Say:")


def test_what_is_pasted_into_chat_never_acts_as_keys(ann: PlayedTerminal) -> None:
    ann.type("t")
    ann.read_text("Say:")
    ann.type("\x1b[200~one\rtwo\x1b[2Jthree\x1b[201~")
    ann.read_text("one two")
    assert "Ann: " not in ann.text
    ann.type("\r")
    ann.read_text("Ann: one two")


def test_a_key_that_was_changed_in_the_file_works_and_is_shown(
    server: Serving, opened: Opener, made: Maker, tmp_path: Path
) -> None:
    file = tmp_path / "undertide" / "client.toml"
    file.parent.mkdir()
    file.write_text('[keys.play]\nhelp = "H"\npack = "i"\nexplore = "O"\n')
    words = ("join", server.address, "--session", made(), "--name", "Ann")
    ann = opened(*words, XDG_CONFIG_HOME=str(tmp_path))
    ann.read_text("Ann joins the party")
    ann.wait_for(lambda: "O explore" in ann.bar, "the changed key")
    ask(ann, "O", "nothing", "explored")
    ann.type("H")
    ann.read_text("[Here]")
    ann.type("hh")
    ann.read_text("`undertide keys` prints what to write")
    ann.read_text("client.toml")
    ann.escape()
    ann.read_gone("client.toml")


def test_a_hint_is_pressed_by_a_click(ann: PlayedTerminal) -> None:
    ann.wait_for(lambda: "i pack" in ann.bar, "the hint")
    column, row = ann.bar.index("i pack") + 1, len(ann.screen.display)
    ann.type(f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m")
    ann.read_text("Pack (")
