"""The page's screens about the player's own hero send what the terminal's send."""

from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from support.client.browser import DESKTOP, PHONE, until, visiting
from support.client.client_examples import ARENA, HERO, KINDS, PACK, STAIRS, hero_status, keyframe
from support.client.hero_examples import (
    AXE,
    BLINK,
    BOLT,
    BURST,
    CAP,
    CARE,
    GEAR,
    KEEN,
    MARK,
    SMART,
    SWORD,
    TAUNT,
    WARM,
)
from support.client.playing_page import PlayingPage, point
from undertide_client.screens.words.item_words import MINUS
from undertide_shared.messages import (
    AcceptTrade,
    Anew,
    Bestiary,
    Break,
    CallingInfo,
    Cast,
    ClientMessage,
    Climb,
    Craft,
    Doff,
    Drop,
    EndTrade,
    Follow,
    Give,
    Hello,
    IntentReport,
    Kind,
    Line,
    ListKinds,
    MetKind,
    OfferTrade,
    PackItem,
    PartyMember,
    Perform,
    Regroup,
    Sell,
    ServerMessage,
    Sighting,
    Take,
    TradeTable,
    Use,
    WareInfo,
    Wear,
    Welcome,
)

FIGURES = [("life", 21), ("attack", 6)]
CALLINGS = [
    CallingInfo("warden", "warden", "Stands where others fall.", figures=FIGURES),
    CallingInfo("mage", "mage", "Knows the words for fire.", [TAUNT], figures=FIGURES),
]
WORN = [("physical", 4), ("fire", 5)]
MET = [MetKind("goblin", "g", 0x70C050, "It is small.", 2, ["It flees.", "It sees far."])]
BOB = Kind(4, "hero", "Bob", "@", 0xFFC060, seat=1)
BESIDE = [Sighting(HERO, 1, 2, 2), Sighting(9, 4, 3, 2, 100, "alive")]
ANN_AND_BOB = [
    PartyMember(0, "Ann", 0x60C0FF, 3, 77, 2, "alive"),
    PartyMember(1, "Bob", 0xFFC060, 3, 100, 3, "alive"),
]
COMPANY: dict[str, Any] = {"kinds": [*KINDS, BOB], "sightings": BESIDE, "party": ANN_AND_BOB}
HELM = replace(CAP, item=1, name="iron helm", figures=[("life", 9)])
TABLE = TradeTable(4, 1, [(KEEN.item, 2)], 0, [HELM], 7, False, False)
DRAUGHT = replace(PACK[0], does=["heal"])
SALE = replace(AXE, offer=12)
"""An axe for which the trader beside the hero makes an offer."""
POTIONS = replace(PACK[0], item=31)


def at_two(item: PackItem) -> PackItem:
    """Return an essence of which a forge makes one of two others."""
    assert item.essence is not None
    return replace(item, essence=replace(item.essence, exchange=2))


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def tab(request: pytest.FixtureRequest, browser: Browser) -> Any:
    with visiting(browser, **request.param) as opened:
        yield opened


def playing(page: Page, **changes: Any) -> PlayingPage:
    """Return a tab in which Ann plays; the view is the example's with changes."""
    return PlayingPage(page, keyframe(**changes), answers)


def answers(message: ClientMessage) -> list[ServerMessage]:
    match message:
        case Hello():
            return [Welcome(1, "The Sump", ["default"], CALLINGS)]
        case ListKinds():
            return [Bestiary(MET)]
        case _:
            return []


def test_every_action_with_an_item_is_a_key_and_a_button(tab: Page) -> None:
    hand = playing(tab, pack=[*GEAR[:1], SALE, CAP, POTIONS], **COMPANY)
    for letter, key, line, button, intent in (
        ("a", "t", "short sword", "take off", Doff(SWORD.item)),
        ("b", "w", "keen axe", "wear", Wear(AXE.item)),
        ("b", "b", "keen axe", "break", Break(AXE.item)),
        ("b", "s", "keen axe", "sell", Sell(AXE.item)),
        ("b", "g", "keen axe", "give", Give(AXE.item, 1)),
        ("c", "d", "leather cap", "drop", Drop(CAP.item)),
        ("d", "u", "health potions", "use", Use(POTIONS.item)),
    ):
        hand.press("i", letter, key)
        hand.sends(intent)
        hand.is_on_map()
        hand.press("i")
        point(hand.line(line))
        point(hand.button(button))
        hand.sends(intent)
        hand.is_on_map()


def test_a_tap_on_the_first_thing_opens_it_and_enter_uses_it(page: Page) -> None:
    hand = playing(page, pack=[POTIONS, AXE])
    hand.press("i")
    expect(hand.box.locator("h2")).to_have_text("Pack (2 slots taken)")
    hand.line("health potions").click()
    expect(hand.box.locator("h2")).to_have_text("3 health potions")
    assert hand.intents == []
    hand.press("Escape", "Enter")
    hand.sends(Use(POTIONS.item))


def test_gear_is_compared_with_what_one_wears(page: Page) -> None:
    hand = playing(page, pack=GEAR)
    hand.press("i", "ArrowDown")
    expect(hand.box.locator(".detail")).to_contain_text(
        f"instead of short sword: ▲ attack 7 (+3), ▼ speed {MINUS}1 ({MINUS}1)"
    )
    hand.press("Escape", "e")
    expect(hand.line("main hand")).to_contain_text("short sword (plain)")
    point(hand.line("main hand"))
    hand.line("keen axe").click()
    assert hand.intents == []
    hand.button("wear or take off").click()
    hand.sends(Wear(AXE.item, "main_hand"))
    hand.press("e", "a", "Enter")
    hand.sends(Doff(SWORD.item))


def test_a_scroll_and_a_spell_are_aimed(page: Page) -> None:
    hand = playing(page, pack=PACK, spells=[BOLT, BLINK], hero=hero_status(mana=5, max_mana=9))
    hand.press("i", "ArrowDown", "Enter")
    expect(hand.box.locator("h2")).to_have_text("Aim scroll of fireball")
    hand.button("let go").click()
    hand.sends(Use(PACK[1].item, 6, 2))
    hand.press("a")
    expect(hand.box.locator("h2")).to_have_text("Spells (mana 5 of 9)")
    expect(hand.line("blink")).to_contain_text("9 mana, too dear now")
    hand.press("ArrowDown", "Enter")
    expect(hand.box.locator(".notice")).to_have_text("You have too little mana for blink.")
    point(hand.line("ember"))
    hand.press("ArrowLeft", "Enter")
    hand.sends(Cast("ember", 5, 2))


def test_a_spell_that_would_strike_a_friend_asks_first(page: Page) -> None:
    hand = playing(page, spells=[BURST], hero=hero_status(mana=5, max_mana=9), **COMPANY)
    hand.press("a", "Enter")
    expect(hand.box).to_contain_text("It strikes your own too: Bob.")
    hand.press("n")
    hand.is_on_map()
    hand.press("a", "Enter")
    hand.button("cast it").click()
    hand.sends(Cast("burst"))


def test_the_best_healing_is_one_key(page: Page) -> None:
    hand = playing(page, pack=[DRAUGHT])
    hand.press("q")
    hand.sends(Use(DRAUGHT.item))


def test_a_part_of_a_stack_is_given(tab: Page) -> None:
    hand = playing(tab, pack=[POTIONS], **COMPANY)
    hand.press("i", "a", "g")
    point(hand.box.locator(".step", has_text=MINUS))
    expect(hand.box.locator("input")).to_have_value("2")
    point(hand.button("send"))
    hand.sends(Give(POTIONS.item, 1, 2))
    hand.press("i", "a", "g", "9", "Enter")
    expect(hand.box).to_contain_text("a number from 1 to 3")


def test_gear_is_forged_with_levels_and_its_new_figures_are_told(tab: Page) -> None:
    bare = replace(SWORD, slot="")
    hand = playing(tab, pack=[bare, AXE, CAP, KEEN, WARM])
    hand.press("C")
    point(hand.line("short sword"))
    for _ in range(3):
        point(hand.box.locator(".step", has_text="+"))
    expect(hand.line("essences of keenness")).to_contain_text("level 2, takes 3 of 4")
    expect(hand.box.locator(".detail")).to_contain_text("then: ▲ attack 9 (+5)")
    point(hand.line("essences of keenness"))
    assert hand.intents == []
    point(hand.button("forge it"))
    hand.sends(Craft(SWORD.item, [(KEEN.item, 3)]))
    hand.change(intent=IntentReport(1, 1, "refused", "there is no forge next to you"))
    expect(hand.box.locator(".detail")).to_contain_text("not now: there is no forge next to you")
    hand.press("ArrowLeft", "Enter")
    hand.sends(Craft(SWORD.item, [(KEEN.item, 1)]))
    made = replace(bare, name="keen short sword", affixes=[("keen", 1)])
    hand.change(pack=[made, AXE])
    expect(hand.box).to_contain_text("You have made: keen short sword (plain).")
    hand.press("Enter")
    hand.is_on_map()


def test_essences_are_turned_into_another_sort(page: Page) -> None:
    hand = playing(page, pack=[SWORD, *map(at_two, (KEEN, WARM, SMART))])
    hand.press("C")
    hand.line("essence of warmth").click()
    expect(hand.box.locator("h2")).to_have_text("Give 2 for one essence of warmth:")
    hand.press("Enter")
    expect(hand.box.locator(".notice")).to_have_text("Choose 2 essences to give first.")
    hand.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowRight")
    hand.press("Enter")
    hand.sends(Craft(WARM.item, [(KEEN.item, 1), (SMART.item, 1)]))


def test_a_trade_goes_to_its_end(tab: Page) -> None:
    hand = playing(tab, pack=GEAR, hero=hero_status(gold=45), **COMPANY)
    hand.press("G")
    expect(hand.box.locator("h2")).to_have_text("Trade with Bob: what do you offer?")
    hand.press("3", "0")
    expect(hand.line("gold")).to_contain_text("30 of 45")
    steps = hand.box.locator("li", has_text="essences of keenness").locator(".step")
    point(steps.last)
    point(steps.last)
    point(hand.button("offer this"))
    hand.sends(OfferTrade(1, [(KEEN.item, 2)], 30))
    hand.change(trades=[replace(TABLE, gives_gold=30)])
    expect(hand.box).to_contain_text("Bob offers: iron helm (plain), 7 gold.")
    expect(hand.box).to_contain_text("Nobody has accepted yet.")
    hand.change(trades=[replace(TABLE, gives_gold=30, is_accepted=True)])
    expect(hand.box).to_contain_text("Bob accepts. Do you?")
    point(hand.button("accept"))
    hand.sends(AcceptTrade(4))
    hand.change(trades=[], pack=[*GEAR[:3], HELM])
    expect(hand.box).to_contain_text("The trade is over: the log says how it ended.")
    hand.press("Enter")
    hand.is_on_map()


def test_a_trade_is_ended_by_a_key_and_joined_by_an_item(page: Page) -> None:
    hand = playing(page, pack=GEAR, trades=[replace(TABLE, gets=[HELM, HELM])], **COMPANY)
    hand.press("G", "ArrowDown", "ArrowDown")
    expect(hand.box.locator(".detail p")).to_have_text(
        ["Bob offers: iron helm (plain), iron helm (plain), 7 gold."]
        + ["+9 life"] * 2
        + ["Nobody has accepted yet."]
    )
    hand.press("x")
    hand.sends(EndTrade())
    hand.press("i", "c", "G", "a")
    expect(hand.box.locator(".notice")).to_have_text("Send your offer first.")
    hand.press("Enter")
    hand.sends(OfferTrade(1, [(CAP.item, 1), (KEEN.item, 2)], 0))


def test_the_sheet_and_the_bestiary_are_read(page: Page) -> None:
    hand = playing(page, abilities=[TAUNT], hero=hero_status(worn=WORN))
    hand.press("c")
    for words in (
        "next level at 120",
        "confusedfor 6 turns",
        "physical2 of 10, of 4 worn",
        "d taunt: Foes within 3 cells go for you.",
        "Physical resistance never stops a blow",
    ):
        expect(hand.box).to_contain_text(words)
    hand.press("Escape", "K")
    expect(hand.box.locator("h2")).to_have_text("Bestiary (1)")
    expect(hand.box).to_contain_text("It flees. It sees far.")


def test_who_dies_reads_why_and_begins_anew(tab: Page) -> None:
    hand = playing(tab)
    hand.press("i")
    dead = hero_status(state="dead", life=0)
    hand.change(hero=dead, lines=[Line("bad", "The goblin hits you: 23.")])
    expect(hand.box.locator("h2")).to_have_text("† Ann")
    expect(hand.box).to_contain_text("The goblin hits you: 23.")
    expect(tab.locator("#screens.held")).to_have_count(0)
    hand.press("h", "i", "Space")
    expect(hand.box.locator("h2")).to_have_text("† Ann")
    point(hand.button("a new hero"))
    expect(hand.box.locator("h2")).to_have_text("What are you?")
    point(hand.line("mage"))
    expect(hand.box).to_contain_text("Knows the words for fire.")
    assert hand.scripted.of(Anew) == []
    point(hand.button("play that calling"))
    until(tab, lambda: hand.scripted.of(Anew) == [Anew("mage")])
    hand.is_on_map()
    hand.change(hero=hero_status(), lines=[])
    hand.change(hero=dead)
    expect(hand.box.locator("h2")).to_have_text("† Ann")
    expect(tab.locator("#screens.held")).to_have_count(0)
    hand.press("Q")
    expect(hand.box.locator("h2")).to_have_text("Leave the game?")
    hand.press("n", "f")
    until(tab, lambda: hand.scripted.of(Follow) == [Follow(1)])
    hand.press("N")
    expect(hand.box.locator("h2")).to_have_text("What are you?")


def test_a_ware_is_bought_where_it_lies_and_loot_is_sold(page: Page) -> None:
    hand = playing(page, pack=[SALE])
    hand.press("g")
    hand.sends(Take())
    hand.press("i", "a")
    expect(hand.box).to_contain_text("The trader next to you pays 12 gold.")
    hand.press("s")
    hand.sends(Sell(AXE.item))
    hand.change(pack=[], hero=hero_status(gold=132))
    expect(page.locator("#gold")).to_have_text("132 gold")


def test_the_hero_panel_performs_abilities_and_tells_when_they_are_ready(page: Page) -> None:
    resting = hero_status(resting=[("mark", 150)], activity="explore")
    hand = playing(page, abilities=[TAUNT, MARK], hero=resting)
    buttons = page.locator("#abilities button")
    expect(buttons).to_have_text(["d taunt", "D mark 75 t"])
    expect(page.locator("#conditions")).to_contain_text("exploring…")
    point(buttons.first)
    hand.sends(Perform("taunt"))
    hand.change(abilities=[CARE])
    expect(buttons).to_have_count(0)


def test_the_bar_offers_what_shop_forge_and_abilities_allow(page: Page) -> None:
    spot = "#####\n#.Π.#\n#...#\n#####"
    ware = replace(KINDS[2], ware=WareInfo(12))
    sold = [Sighting(HERO, 1, 2, 2), Sighting(3, 3, 2, 2)]
    hand = playing(
        page,
        drawing=spot,
        kinds=[*KINDS[:2], ware],
        sightings=sold,
        hero=hero_status(resting=[("mark", 150)]),
        abilities=[TAUNT, MARK],
    )
    buttons = page.locator("#actions .hint span")
    expect(buttons).to_contain_text(
        ["buy for 12", "forge", "rest", "explore", "taunt", "mark 75 t"]
    )
    hand.change(appeared=[Sighting(2, 2, 1, 1, 60, "hunting")])
    expect(buttons).to_contain_text(["fight", "taunt", "mark 75 t", "buy for 12", "forge"])
    expect(page.locator("#actions .hint", has_text="fight")).to_have_count(1)
    page.locator("#actions .hint", has_text="forge").click()
    expect(hand.box).to_contain_text("You carry no plain gear that you don't wear.")


def test_a_long_list_leaves_its_buttons_in_view_on_a_low_screen(browser: Browser) -> None:
    with visiting(browser, **PHONE | {"viewport": {"width": 844, "height": 390}}) as page:
        hand = playing(page, pack=[replace(CAP, item=40 + n) for n in range(12)])
        hand.press("i")
        expect(hand.button("use or wear")).to_be_in_viewport(ratio=1)
        expect(hand.box.locator("h2")).to_be_in_viewport(ratio=1)


def test_a_tap_on_a_companion_goes_to_it_and_on_oneself_opens_the_sheet(tab: Page) -> None:
    far = replace(ANN_AND_BOB[1], seat=2, name="Cat", floor=4, branch=ARENA)
    hand = playing(tab, **COMPANY | {"party": [*ANN_AND_BOB, far], "stairs": []})
    expect(tab.locator("#party-head")).to_have_text("Party")
    expect(tab.locator("#party button")).to_have_count(3)
    point(tab.get_by_role("button", name="Go to Bob"))
    hand.sends(Regroup(1))
    point(tab.get_by_role("button", name="Go to Cat"))
    expect(tab.locator("#log")).to_contain_text("Your party is on floor 4; you know no stairs")
    hand.change(stairs=STAIRS)
    point(tab.get_by_role("button", name="Go to Cat"))
    hand.sends(Climb(7, 3))
    point(tab.get_by_role("button", name="Your hero Ann"))
    expect(hand.box.locator("h2")).to_have_text("Your hero")
