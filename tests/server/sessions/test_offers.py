"""What a server offers to those who make sessions."""

import pytest

from support.content.shipped import shipped
from support.sessions.fake_server import settings_with
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.sessions.capacity import Capacity
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.offers import Offers
from undertide_server.store.journal import MemoryJournal
from undertide_shared.messages import Customs, Options

RULESETS = {name: shipped(name) for name in ("default", "tutorial")}


def offers_under(settings: ServerSettings) -> Offers:
    return Offers(settings, RULESETS, lambda: b"seed", Capacity(settings, MemoryJournal(), []))


def test_customs_tell_what_nobody_has_to_choose() -> None:
    settings = settings_with(limits={"seats": 2})
    customs = offers_under(settings).customs(accounts=True)
    assert customs == Customs("default", settings.pace.mode, seats=2, delay=0, accounts=True)


def test_callings_on_offer_are_those_of_the_default_preset_its_default_first() -> None:
    rules = RULESETS["default"]
    offered = offers_under(settings_with()).callings
    assert offered[0].calling == rules.heroes.calling
    assert {each.calling for each in offered} == set(rules.callings)
    assert offered[0].name == rules.callings[rules.heroes.calling].name


def test_a_default_preset_that_is_not_on_offer_has_no_callings_and_no_ruleset() -> None:
    offers = offers_under(settings_with(server={"preset": "keep"}))
    assert (offers.callings, offers.default_ruleset) == ([], None)


def test_new_settings_change_what_is_offered_next() -> None:
    offers = offers_under(settings_with())
    offers.apply_settings(settings_with(server={"preset": "tutorial"}))
    assert offers.default_ruleset == offers.playbook.ruleset("tutorial")
    assert offers.checked_request("", None, Options()).preset == "tutorial"


def test_nothing_is_offered_to_anybody_when_there_is_no_room() -> None:
    offers = offers_under(settings_with(limits={"sessions": 0}))
    with pytest.raises(RequestRefusedError, match="as many sessions as it allows"):
        offers.checked_request("", None, Options())
