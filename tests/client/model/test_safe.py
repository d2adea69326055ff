import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from support.client.client_examples import hero_status, session_info, watching
from support.client.people_examples import among_people
from support.client.replay_examples import ANNS_LIFE, RUN, run_info
from support.client.screen_text import shown
from undertide_client.model import safe
from undertide_client.screens.people.audit_screen import AuditScreen
from undertide_client.screens.people.invite_screen import InviteScreen
from undertide_client.screens.people.people_screen import BansScreen, PeopleScreen
from undertide_client.screens.people.person_screen import PersonScreen
from undertide_shared.limits import (
    MAX_AMULETS,
    MAX_AUDIT_ENTRIES,
    MAX_DELAY,
    MAX_EFFECTS,
    MAX_HEROES,
    MAX_LEVELS,
    MAX_LINE,
    MAX_LISTED_BANS,
    MAX_LISTED_HEROES,
    MAX_LISTED_PEOPLE,
    MAX_LISTED_REPORTS,
    MAX_LOBBY_HEROES,
    MAX_MILLISECONDS,
    MAX_PIECES,
    MAX_REPORT_LINES,
    MAX_SEATS,
    MAX_SPEED,
    MAX_THING,
    MAX_TICK,
    MAX_VISITS,
    MAX_WORD,
    MAX_WORN,
)
from undertide_shared.messages import (
    Amulet,
    Audit,
    AuditEntry,
    BanInfo,
    CallingInfo,
    CompanionLife,
    Customs,
    Ended,
    EssenceInfo,
    FloorVisit,
    GearWorn,
    HeroEnd,
    IntentReport,
    Invited,
    Kind,
    Landmark,
    Line,
    LobbyHero,
    MetKind,
    Moment,
    NewRun,
    PackItem,
    PartyMember,
    People,
    PersonInfo,
    ReportInfo,
    ReportLine,
    Reports,
    Slain,
    SpellInfo,
    Terms,
    TileLook,
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
    kind = safe.message(Kind(1, "monster", "\x1b[31mgob\nlin\x07", "\x1b", 0, "\x9b0m"))
    assert (kind.name, kind.glyph, kind.description) == ("[31mgob lin", "?", "0m")


def test_the_offer_of_a_ware_is_bounded() -> None:
    many = [("\x1blife", 1)] * 99
    told = safe.message(
        Kind(1, "item", "cap", "^", 0, ware=WareInfo(9, [], many, many, ["\x07"] * 99))
    )
    assert told.ware is not None
    assert len(told.ware.figures) == len(told.ware.tenths) == len(told.ware.does) == MAX_EFFECTS
    assert are_fit(told.ware.figures)


def test_a_trade_is_bounded_and_its_goods_are_fit_to_be_drawn() -> None:
    bad = PackItem(1, "\x1bcap\n", 1, "\x1b", 0, "\x07")
    told = safe.message(TradeTable(1, 1, [(1, 1)] * 999, -5, [bad] * 999, -5, False, False))
    assert len(told.gives) == len(told.gets) == MAX_PIECES
    assert (told.gets[0].name, told.gets[0].glyph) == ("cap", "?")
    assert (told.gives_gold, told.gets_gold) == (0, 0)


def test_a_name_of_nothing_visible_can_still_be_pointed_at() -> None:
    assert safe.message(PartyMember(0, "\u200b", 0, 1, 1, 1, "alive")).name == "?"


def test_clean_parts_are_passed_on_as_they_are() -> None:
    member = PartyMember(0, "Ann", 0, 1, 1, 1, "alive")
    report = IntentReport(1, 1, "done")
    plain = hero_status(effects=[], resistances=[])
    assert safe.message(member) is member
    assert safe.message(report) is report
    assert safe.message(plain) is plain


def test_numbers_that_clients_work_with_are_the_nearest_possible_ones() -> None:
    look = TileLook(1, "pit", "^", -5, True, True, grain=101, glow=-1)
    told = safe.message(look)
    assert (told.grain, told.glow, told.colour) == (100, 0, -5)
    moment = safe.message(Moment(-1, MAX_SPEED + 1, MAX_MILLISECONDS + 1))
    assert (moment.tick, moment.speed, moment.elapsed) == (0, MAX_SPEED, MAX_MILLISECONDS)
    assert safe.message(watching(ticks_per_second=0)).ticks_per_second == 1


def test_other_numbers_stay_as_they_came() -> None:
    hero = hero_status(effects=[], resistances=[], life=-3, food=400)
    assert safe.message(hero) is hero


def test_the_latest_lines_of_a_report_stay() -> None:
    lines = [ReportLine(str(number), "x") for number in range(MAX_REPORT_LINES + 2)]
    report = safe.message(ReportInfo(1, 0, "s", "A", "", "B", "", "", "", lines))
    assert report.lines == lines[2:]


def test_nobody_has_no_name_but_somebody_always_has_one() -> None:
    assert [safe.message(NewRun("s", "", by)).by for by in ("", "\u200b", "Ann")] == [
        "",
        "?",
        "Ann",
    ]
    assert [safe.message(BanInfo(1, who, "", 0)).who for who in ("", "Ann")] == ["?", "Ann"]


@pytest.mark.parametrize(("raw", "letter"), [("a", "a"), ("", ""), ("ab", ""), ("\x1b", "")])
def test_a_letter_is_one_of_those_for_lists(raw: str, letter: str) -> None:
    assert safe.message(PackItem(1, "cap", 1, "^", 0, "", letter=raw)).letter == letter


def test_effects_are_cleaned_and_bounded() -> None:
    hero = safe.message(hero_status(effects=[("\x1bslow", 1)] * 100))
    assert hero.effects == [("slow", 1)] * MAX_EFFECTS


def test_what_things_do_is_cleaned_and_bounded() -> None:
    many, few = ["\x1bheal"] * 100, ["heal"] * MAX_EFFECTS
    assert safe.message(PackItem(1, "potion", 1, "!", 0, "", does=many)).does == few
    assert safe.message(SpellInfo("heal", "heal", "+", 0, "", 1, does=many)).does == few
    assert safe.message(hero_status(status_effects=many)).status_effects == few


def test_the_id_of_a_session_goes_back_as_it_came() -> None:
    info = safe.message(session_info("odd\x1bid", subtitle="of \x1bbones"))
    assert (info.session, info.subtitle) == ("odd\x1bid", "of bones")


def test_a_summary_is_cleaned_and_bounded() -> None:
    hero = HeroEnd("A\x07nn", 0, 1, 1, 0, "eaten\r")
    found = [Amulet("\x1bof frost", "\x1b", 0)] * 99
    ended = safe.message(Ended(False, "\x1blost", [hero] * 999, 1, "odd\n", 2, found))
    assert (ended.title, ended.subtitle, len(ended.heroes)) == ("lost", "odd", MAX_HEROES)
    assert (ended.amulets[0].name, ended.amulets[0].glyph) == ("of frost", "?")
    assert len(ended.amulets) == MAX_AMULETS
    assert (ended.heroes[0].name, ended.heroes[0].fate) == ("Ann", "eaten")


def test_an_old_run_is_cleaned_and_bounded_but_for_its_name() -> None:
    raw = run_info("odd\x1bname", preset="\x1btutorial", ticks=-5, heroes=["A\x07nn"] * 99)
    info = safe.message(raw)
    assert info.run == "odd\x1bname"
    assert (info.preset, info.ticks, info.heroes) == ("tutorial", 0, ["Ann"] * MAX_LISTED_HEROES)
    assert safe.message(run_info()).run == RUN


def test_a_landmark_is_cleaned() -> None:
    landmark = safe.message(Landmark(10**15, "boss", "\x1b[31mfalls"))
    assert (landmark.tick, landmark.text) == (MAX_TICK, "[31mfalls")


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
    item = safe.message(raw)
    assert is_fit(item.name, MAX_THING)
    assert is_fit(item.quality, MAX_WORD)
    assert is_fit(item.description, MAX_LINE)
    assert len(item.glyph) == 1
    assert are_fit(item.figures)
    assert are_fit(item.affixes)
    assert item.item == raw.item


@given(essences)
def test_essences_are_fit_to_be_drawn(raw: EssenceInfo) -> None:
    essence = safe.message(raw)
    assert is_fit(essence.affix, MAX_WORD)
    assert len(essence.costs) <= MAX_LEVELS
    assert all(cost >= 0 for cost in essence.costs)
    assert len(essence.slots) <= MAX_EFFECTS
    assert len(essence.pieces) <= MAX_PIECES
    assert len(essence.makes) <= MAX_PIECES
    assert all(len(levels) <= MAX_LEVELS + 1 for levels in essence.makes)
    assert all(are_fit(figures) for levels in essence.makes for figures in levels)


@given(spells)
def test_spells_are_fit_to_be_drawn_and_keep_their_key(raw: SpellInfo) -> None:
    spell = safe.message(raw)
    assert is_fit(spell.name, MAX_WORD)
    assert is_fit(spell.description, MAX_LINE)
    assert len(spell.glyph) == 1
    assert spell.spell == raw.spell


@given(met)
def test_met_kinds_are_fit_to_be_drawn(raw: MetKind) -> None:
    kind = safe.message(raw)
    assert is_fit(kind.name, MAX_THING)
    assert is_fit(kind.description, MAX_LINE)
    assert len(kind.glyph) == 1
    assert len(kind.facts) <= MAX_EFFECTS
    assert all(is_fit(fact, MAX_LINE) for fact in kind.facts)


@given(words, counted)
def test_what_a_hero_is_and_suffers_is_fit_to_be_drawn(
    word: str, pairs: list[tuple[str, int]]
) -> None:
    raw = hero_status(calling=word, effects=pairs, resistances=pairs, worn=pairs, extra=pairs)
    hero = safe.message(raw)
    assert is_fit(hero.calling, MAX_WORD)
    assert all(map(are_fit, (hero.effects, hero.resistances, hero.worn, hero.extra)))


@given(words, words)
def test_callings_are_fit_to_be_drawn_and_keep_their_key(key: str, word: str) -> None:
    calling = safe.message(CallingInfo(key, word, word))
    assert calling.calling == key
    assert is_fit(calling.name, MAX_WORD)
    assert is_fit(calling.description, MAX_LINE)
    member = safe.message(PartyMember(0, "Ann", 0, 1, 1, 1, "alive", 0, word))
    assert is_fit(member.calling, MAX_WORD)


def test_the_heroes_of_a_listed_session_are_bounded_and_their_names_fit_to_be_shown() -> None:
    hero = LobbyHero(0, "\x1b[31mAnn", 0, 1, 1, "alive")
    told = safe.message(session_info(party=99 * [hero], elapsed=-5))
    assert [each.name for each in told.party] == MAX_LOBBY_HEROES * ["[31mAnn"]
    assert told.elapsed == 0


# --- chronicles -------------------------------------------------------------------------------

EVIL = "\x1b[31mevil\n" + "x" * 5000


def test_a_true_chronicle_stays_as_it_is() -> None:
    assert safe.message(ANNS_LIFE) == ANNS_LIFE


def test_no_text_steers_a_terminal_and_no_list_is_endless() -> None:
    cleaned = safe.message(
        replace(
            ANNS_LIFE,
            **dict.fromkeys(("run", "name", "calling", "preset", "subtitle", "cause"), EVIL),
            floors=[FloorVisit(1, EVIL, EVIL, 1)] * 999,
            slain=[Slain(EVIL, 1)] * 999,
            gear=[GearWorn(EVIL, EVIL)] * 999,
            companions=[CompanionLife(EVIL, EVIL, 1, True)] * 999,
            lines=[Line("bad", EVIL)] * 999,
        )
    )
    assert len(cleaned.floors) == len(cleaned.slain) == MAX_VISITS
    assert len(cleaned.gear) == MAX_WORN
    assert len(cleaned.companions) == MAX_HEROES
    texts = [
        *(cleaned.run, cleaned.name, cleaned.calling, cleaned.subtitle, cleaned.cause),
        *(cleaned.floors[0].name, cleaned.floors[0].kind, cleaned.slain[0].name),
        *(cleaned.gear[0].slot, cleaned.companions[0].name, cleaned.lines[0].text),
    ]
    assert all(text.isprintable() and len(text) <= MAX_LINE for text in texts)


# --- people ------------------------------------------------------------------------------------


@given(st.text(max_size=60), st.integers(-5, 2**40))
def test_whatever_is_said_of_people_is_harmless_when_drawn(text: str, number: int) -> None:
    person = PersonInfo(number, text, "player", 0, text, address=text, session=text)
    ban = BanInfo(number, text, text, number, text)
    ui = among_people()
    ui.people = safe.message(People(text, [person], number, "host", Terms(delay=number), [ban]))
    ui.audit_entries = safe.message(Audit([AuditEntry(number, text, text, text)])).deeds
    invite = safe.message(Invited(text, text))
    (shown_person,) = ui.people.people
    screens = (
        PeopleScreen(ui),
        PersonScreen(ui, "", shown_person),
        BansScreen(ui, ""),
        AuditScreen(ui),
        InviteScreen(ui, invite),
    )
    for screen in screens:
        assert shown(screen).replace("\n", "").isprintable()


def test_lists_of_people_are_bounded() -> None:
    people = safe.message(
        People(
            "s",
            [PersonInfo(1, "A", "player")] * 999,
            1,
            "host",
            Terms(),
            [BanInfo(1, "B", "A", 0)] * 999,
        )
    )
    assert len(people.people) == MAX_LISTED_PEOPLE
    assert len(people.bans) == MAX_LISTED_BANS
    audit = safe.message(Audit([AuditEntry(0, "A", "x")] * 999))
    assert len(audit.deeds) == MAX_AUDIT_ENTRIES
    lines = [ReportLine("A", "x")] * 999
    report = ReportInfo(1, 0, "s", "A", "", "B", "", "", "", lines)
    reports = safe.message(Reports([report] * 999)).reports
    assert len(reports) == MAX_LISTED_REPORTS
    assert len(reports[0].lines) == MAX_REPORT_LINES


def test_what_goes_back_to_the_server_stays_as_it_came() -> None:
    raw = People(
        "odd\x1bid", [PersonInfo(1, "A", "player", session="odd\x1bid")], 1, "host", Terms()
    )
    people = safe.message(raw)
    assert people.session == people.people[0].session == "odd\x1bid"
    assert safe.message(Customs("odd\x1b", "auto", 8, 0, accounts=True)).preset == "odd\x1b"


def test_figures_are_such_as_there_can_be() -> None:
    customs = safe.message(Customs("x", "auto", 10**9, -3, accounts=True))
    assert (customs.seats, customs.delay) == (MAX_SEATS, 0)
    assert safe.message(Customs("x", "auto", 0, 10**9, accounts=True)).seats == 1
    assert safe.message(Terms(delay=10**9)).delay == MAX_DELAY
