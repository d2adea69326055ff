import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.client.client_examples import hero_status, session_info
from support.client.replay_examples import RUN, run_info
from undertide_client.model import safe
from undertide_shared.limits import (
    MAX_AMULETS,
    MAX_EFFECTS,
    MAX_LINE,
    MAX_LOBBY_HEROES,
    MAX_THING,
    MAX_WORD,
)
from undertide_shared.messages import (
    Amulet,
    CallingInfo,
    Ended,
    EssenceInfo,
    HeroEnd,
    IntentReport,
    Kind,
    Landmark,
    LobbyHero,
    MetKind,
    PackItem,
    PartyMember,
    SpellInfo,
    TradeTable,
    WareInfo,
)


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


def test_the_offer_of_a_ware_is_bounded() -> None:
    many = [("\x1blife", 1)] * 99
    told = safe.kind(
        Kind(1, "item", "cap", "^", 0, ware=WareInfo(9, [], many, many, ["\x07"] * 99))
    )
    assert told.ware is not None
    assert len(told.ware.figures) == len(told.ware.tenths) == len(told.ware.does) == MAX_EFFECTS
    assert are_fit(told.ware.figures)


def test_a_trade_is_bounded_and_its_goods_are_fit_to_be_drawn() -> None:
    bad = PackItem(1, "\x1bcap\n", 1, "\x1b", 0, "\x07")
    told = safe.trade(TradeTable(1, 1, [(1, 1)] * 999, -5, [bad] * 999, -5, False, False))
    assert len(told.gives) == len(told.gets) == safe.MAX_PIECES
    assert (told.gets[0].name, told.gets[0].glyph) == ("cap", "?")
    assert (told.gives_gold, told.gets_gold) == (0, 0)


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
    assert hero.effects == [("slow", 1)] * MAX_EFFECTS


def test_what_things_do_is_cleaned_and_bounded() -> None:
    many, few = ["\x1bheal"] * 100, ["heal"] * MAX_EFFECTS
    assert safe.pack_item(PackItem(1, "potion", 1, "!", 0, "", does=many)).does == few
    assert safe.spell(SpellInfo("heal", "heal", "+", 0, "", 1, does=many)).does == few
    assert safe.hero(hero_status(status_effects=many)).status_effects == few


def test_the_id_of_a_session_goes_back_as_it_came() -> None:
    info = safe.session(session_info("odd\x1bid", subtitle="of \x1bbones"))
    assert (info.session, info.subtitle) == ("odd\x1bid", "of bones")


def test_a_summary_is_cleaned_and_bounded() -> None:
    hero = HeroEnd("A\x07nn", 0, 1, 1, 0, "eaten\r")
    found = [Amulet("\x1bof frost", "\x1b", 0)] * 99
    ended = safe.ended(Ended(False, "\x1blost", [hero] * 9, 1, "odd\n", 2, found), 3)
    assert (ended.title, ended.subtitle, len(ended.heroes)) == ("lost", "odd", 3)
    assert (ended.amulets[0].name, ended.amulets[0].glyph) == ("of frost", "?")
    assert len(ended.amulets) == MAX_AMULETS
    assert (ended.heroes[0].name, ended.heroes[0].fate) == ("Ann", "eaten")


def test_an_old_run_is_cleaned_and_bounded_but_for_its_name() -> None:
    raw = run_info("odd\x1bname", preset="\x1btutorial", ticks=-5, heroes=["A\x07nn"] * 99)
    info = safe.run(raw, 3)
    assert info.run == "odd\x1bname"
    assert (info.preset, info.ticks, info.heroes) == ("tutorial", 0, ["Ann"] * 3)
    assert safe.run(run_info(), 3).run == RUN


def test_a_landmark_is_cleaned() -> None:
    landmark = safe.landmark(Landmark(10**15, "boss", "\x1b[31mfalls"))
    assert (landmark.tick, landmark.text) == (safe.MAX_TICK, "[31mfalls")


# --- whatever a server says -------------------------------------------------------------------

words = st.text(max_size=60)
numbers = st.integers(-(2**40), 2**40)
counted = st.lists(st.tuples(words, numbers), max_size=40)
essences = st.builds(
    EssenceInfo,
    words, st.lists(numbers, max_size=40), st.just(["ring"] * 40),
    pieces=st.integers(0, 90).map(lambda count: list(range(count))),
    makes=st.builds(
        lambda figures, levels, pieces: [[figures] * levels] * pieces,
        counted, st.integers(0, 40), st.integers(0, 90),
    ),
)  # fmt: skip
items = st.builds(
    PackItem,
    item=numbers, name=words, count=numbers, glyph=words, colour=numbers, description=words,
    quality=words, figures=counted, affixes=counted, essence=st.none() | essences,
)  # fmt: skip
spells = st.builds(
    SpellInfo,
    spell=words, name=words, glyph=words, colour=numbers, description=words, mana=numbers,
)  # fmt: skip
met = st.builds(MetKind, words, words, numbers, words, numbers, st.lists(words, max_size=40))


def is_fit(text: str, limit: int) -> bool:
    """Whether text is one printable line of no more than so many characters."""
    return text.isprintable() and len(text) <= limit


def are_fit(pairs: list[tuple[str, int]]) -> bool:
    """Whether counted words are, and are no more than fit on a screen."""
    return len(pairs) <= MAX_EFFECTS and all(is_fit(word, MAX_WORD) for word, _ in pairs)


@given(items)
def test_items_are_fit_to_be_drawn(raw: PackItem) -> None:
    item = safe.pack_item(raw)
    assert is_fit(item.name, MAX_THING)
    assert is_fit(item.quality, MAX_WORD)
    assert is_fit(item.description, MAX_LINE)
    assert len(item.glyph) == 1
    assert are_fit(item.figures)
    assert are_fit(item.affixes)
    assert item.item == raw.item


@given(essences)
def test_essences_are_fit_to_be_drawn(raw: EssenceInfo) -> None:
    essence = safe.essence(raw)
    assert is_fit(essence.affix, MAX_WORD)
    assert len(essence.costs) <= safe.MAX_LEVELS
    assert all(cost >= 0 for cost in essence.costs)
    assert len(essence.slots) <= MAX_EFFECTS
    assert len(essence.pieces) <= safe.MAX_PIECES
    assert len(essence.makes) <= safe.MAX_PIECES
    assert all(len(levels) <= safe.MAX_LEVELS + 1 for levels in essence.makes)
    assert all(are_fit(figures) for levels in essence.makes for figures in levels)


@given(spells)
def test_spells_are_fit_to_be_drawn_and_keep_their_key(raw: SpellInfo) -> None:
    spell = safe.spell(raw)
    assert is_fit(spell.name, MAX_WORD)
    assert is_fit(spell.description, MAX_LINE)
    assert len(spell.glyph) == 1
    assert spell.spell == raw.spell


@given(met)
def test_met_kinds_are_fit_to_be_drawn(raw: MetKind) -> None:
    kind = safe.met_kind(raw)
    assert is_fit(kind.name, MAX_WORD)
    assert is_fit(kind.description, MAX_LINE)
    assert len(kind.glyph) == 1
    assert len(kind.facts) <= MAX_EFFECTS
    assert all(is_fit(fact, MAX_LINE) for fact in kind.facts)


@given(words, counted)
def test_what_a_hero_is_and_suffers_is_fit_to_be_drawn(
    word: str, pairs: list[tuple[str, int]]
) -> None:
    raw = hero_status(calling=word, effects=pairs, resistances=pairs, worn=pairs, extra=pairs)
    hero = safe.hero(raw)
    assert is_fit(hero.calling, MAX_WORD)
    assert all(map(are_fit, (hero.effects, hero.resistances, hero.worn, hero.extra)))


@given(words, words)
def test_callings_are_fit_to_be_drawn_and_keep_their_key(key: str, word: str) -> None:
    calling = safe.calling(CallingInfo(key, word, word))
    assert calling.calling == key
    assert is_fit(calling.name, MAX_WORD)
    assert is_fit(calling.description, MAX_LINE)
    member = safe.member(PartyMember(0, "Ann", 0, 1, 1, 1, "alive", 0, word))
    assert is_fit(member.calling, MAX_WORD)


def test_the_heroes_of_a_listed_session_are_bounded_and_their_names_fit_to_be_shown() -> None:
    hero = LobbyHero(0, "\x1b[31mAnn", 0, 1, 1, "alive")
    told = safe.session(session_info(party=99 * [hero], elapsed=-5))
    assert [each.name for each in told.party] == MAX_LOBBY_HEROES * ["[31mAnn"]
    assert told.elapsed == 0
