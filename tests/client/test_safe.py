import pytest
from hypothesis import given
from hypothesis import strategies as st

from client_examples import hero_status, session_info
from undertide_client import safe
from undertide_shared.messages import Amulet, Ended, HeroEnd, IntentReport, Kind, PartyMember


@pytest.mark.parametrize("raw", ["g", "@", "·", "≈", "│", "█", "é", " "])
def test_a_visible_character_of_one_cell_is_a_glyph(raw: str) -> None:
    assert safe.glyph(raw) == raw


@pytest.mark.parametrize(
    "raw", ["", "gg", "\x1b", "\n", "龍", "\u0301", "\u200b", "\u202e", "\ue000", "\ud800", "😀"]
)
def test_anything_else_is_drawn_as_a_question_mark(raw: str) -> None:
    assert safe.glyph(raw) == "?"


@given(st.text(max_size=80))
def test_shown_text_is_printable_and_bounded(raw: str) -> None:
    shown = safe.text(raw, 20)
    assert shown.isprintable()
    assert len(shown) <= 20


def test_escape_codes_never_reach_the_screen() -> None:
    kind = safe.kind(Kind(1, "monster", "\x1b[31mgob\nlin\x07", "\x1b", 0, "\x9b0m"))
    assert (kind.name, kind.glyph, kind.description) == ("[31mgob lin", "?", "0m")


def test_a_name_of_nothing_visible_can_still_be_pointed_at() -> None:
    assert safe.member(PartyMember(0, "\u200b", 0, 1, 1, 1, "alive")).name == "?"


def test_clean_parts_are_passed_on_as_they_are() -> None:
    member = PartyMember(0, "Ann", 0, 1, 1, 1, "alive")
    report = IntentReport(1, 1, "done")
    plain = hero_status(effects=[], resistances=[])
    assert safe.member(member) is member
    assert safe.report(report) is report
    assert safe.hero(plain) is plain


def test_effects_are_cleaned_and_bounded() -> None:
    hero = safe.hero(hero_status(effects=[("\x1bslow", 1)] * 100))
    assert hero.effects == [("slow", 1)] * safe.MAX_EFFECTS


def test_the_id_of_a_session_goes_back_as_it_came() -> None:
    info = safe.session(session_info("odd\x1bid", subtitle="of \x1bbones"))
    assert (info.session, info.subtitle) == ("odd\x1bid", "of bones")


def test_a_summary_is_cleaned_and_bounded() -> None:
    hero = HeroEnd("A\x07nn", 0, 1, 1, 0, "eaten\r")
    found = [Amulet("\x1bof frost", "\x1b", 0)] * 99
    ended = safe.ended(Ended(False, "\x1blost", [hero] * 9, 1, "odd\n", 2, found), 3)
    assert (ended.title, ended.subtitle, len(ended.heroes)) == ("lost", "odd", 3)
    assert (ended.amulets[0].name, ended.amulets[0].glyph) == ("of frost", "?")
    assert len(ended.amulets) == safe.MAX_AMULETS
    assert (ended.heroes[0].name, ended.heroes[0].fate) == ("Ann", "eaten")
