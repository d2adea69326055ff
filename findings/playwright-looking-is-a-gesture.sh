#!/usr/bin/env bash
# Playwright 1.60 with Chromium 156: who asks for a page's title has, for the page, clicked on it.
#
# Guess: a test that reads a page's title or text, counts its rows or takes a picture only looks. What
# browsers grant after a gesture of the user only, such as sound, comes after page.click() or a key.
# So it is: whatever Playwright asks a page, it has evaluated there as if by a user's gesture. From
# the first title(), text_content(), count(), expect() or screenshot() on, navigator.userActivation
# says active, and an AudioContext is born running; without, it is suspended, as it is for people. So
# a test can't find that a game's sounds never start, or that its button for them is never shown. What
# the page tells by itself, over a socket or in the title that CDP's Target.getTargets gives, disturbs
# nothing.
# Source: Playwright's driver, Runtime.callFunctionOn with userGesture: true (after puppeteer's pull
# request 2503); microsoft/playwright, issue 33590. Its documentation doesn't say it.
# Needs Debian's package chromium.
. "$(dirname "$0")/lib.sh"
need chromium chromium
python_with playwright==1.60.0
chromium --version
"$python" - <<'PYTHON'
import asyncio, json
from playwright.async_api import async_playwright, expect

PAGE = """data:text/html,<p>text</p><script>
    const tell = () => {
        const context = new AudioContext();
        document.title = JSON.stringify([navigator.userActivation.hasBeenActive, context.state]);
        context.close();
    };
    tell();
    setInterval(tell, 100);
</script>"""
WAYS = {
    "nothing": None,
    "title()": lambda page: page.title(),
    "evaluate('1')": lambda page: page.evaluate("1"),
    "text_content()": lambda page: page.locator("p").text_content(),
    "count()": lambda page: page.locator("p").count(),
    "expect()": lambda page: expect(page.locator("p")).to_have_text("text"),
    "screenshot()": lambda page: page.screenshot(),
}

async def told(session):
    """What the page says of itself, read without asking it."""
    for target in (await session.send("Target.getTargets"))["targetInfos"]:
        if target["url"].startswith("data:") and target["title"].startswith("["):
            return json.loads(target["title"])

async def main():
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        session = await browser.new_browser_cdp_session()
        for name, look in WAYS.items():
            page = await browser.new_page()
            await page.goto(PAGE)
            idle = [False, "suspended"]
            awaited = idle if look is None else [True, "running"]
            while await told(session) != idle:
                await asyncio.sleep(0.05)
            if look:
                await look(page)
            seen = None
            for _ in range(40):
                seen = await told(session)
                if seen != idle:
                    break
                await asyncio.sleep(0.05)
            print(name.ljust(16), "active", seen[0], "- AudioContext", seen[1])
            assert seen == awaited, name
            await page.close()
        await browser.close()

asyncio.run(asyncio.wait_for(main(), 100))
PYTHON
as_stated "reading a title is a user's gesture"
