from playwright.sync_api import Browser, Route, expect

from support.client.browser import visiting
from support.client.scripted_page import ScriptedPage

COMPLAINT = "Failed to load resource"


def test_a_page_of_which_a_part_did_not_come_is_loaded_again(browser: Browser) -> None:
    with visiting(browser, COMPLAINT) as page:
        scripted = ScriptedPage(page)
        failed: list[str] = []

        def fail_at_first(route: Route) -> None:
            failed.append(route.request.url)
            if len(failed) == 1:
                route.abort()
            else:
                route.fallback()

        page.route("**/page.js", fail_at_first)
        scripted.visit()
        expect(page.locator("#no-sessions")).to_have_text("Nobody is playing here at the moment.")
        assert failed


def test_it_is_not_loaded_again_and_again(browser: Browser) -> None:
    with visiting(browser, COMPLAINT) as page:
        scripted = ScriptedPage(page)
        loads: list[str] = []
        page.on("framenavigated", lambda frame: loads.append(frame.url))
        page.route("**/page.js", lambda route: route.abort())
        scripted.visit()
        page.wait_for_load_state("networkidle")
        assert len(loads) == 2
