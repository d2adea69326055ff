"""The operators' page in a real browser, at a real server of two workers."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from support.client.browser import visiting
from support.processes.commands import Serving, serving, undertide


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Serving]:
    """Serve sessions in which somebody has played a little."""
    words = ("--preset", "tutorial", "--data", str(folder), "--workers", "2")
    with serving(*words) as found:
        for _ in range(2):
            done = undertide("bots", found.address, "-n", "2", "--seconds", "2")
            assert done.returncode == 0, done.stderr
        yield found


def admin(server: Serving, folder: Path, *words: str) -> str:
    done = undertide("admin", server.address, "--data", str(folder), *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def enter(page: Page, server: Serving, folder: Path) -> None:
    page.goto(server.address.replace("ws://", "http://") + "/operators")
    page.set_input_files("#key", folder / "operator.key")
    page.get_by_role("button", name="Log in").click()
    expect(page.locator("#view")).to_be_visible()


def test_an_operator_sees_steps_back_and_orders(
    browser: Browser, server: Serving, folder: Path
) -> None:
    with visiting(browser) as page:
        enter(page, server, folder)
        expect(page.locator("figure")).to_have_count(6)
        expect(page.locator("#content tbody tr")).to_have_count(2)
        page.locator("#content tbody a").first.click()
        expect(page.locator("#title")).to_contain_text("Session ")
        page.get_by_role("button", name="Lock", exact=True).click()
        expect(page.locator("#said")).to_have_text("You locked the session.")
        page.get_by_role("link", name="Look into its world").click()
        expect(page.locator(".time")).to_contain_text("Step ")
        page.get_by_role("button", name="One step back").click()
        page.get_by_role("button", name="Look at floor 1").first.click()
        expect(page.locator(".map").first).to_contain_text("@")
        page.get_by_role("link", name="Audit log").click()
        audit = page.get_by_role("table", name="Audit log")
        expect(audit).to_contain_text("locked the session")
        expect(audit).to_contain_text("looked into the run")
        page.get_by_role("link", name="Orders").click()
        expect(page.get_by_role("button", name="Drain ")).to_have_count(2)


def test_any_worker_looks_into_any_run_and_into_one_that_is_over(
    server: Serving, folder: Path
) -> None:
    sessions = json.loads(admin(server, folder, "--json", "sessions"))["sessions"]
    assert len(sessions) == 2
    runs = set()
    for each in sessions:
        for _ in range(4):  # Connections go to one worker or the other.
            told = json.loads(admin(server, folder, "look", each["session"], "--json"))
            assert [hero["name"] for hero in told["heroes"]] == [
                hero["name"] for hero in each["party"]
            ]
            runs.add(told["run"])
    assert len(runs) == 2
    over = sessions[0]["session"]
    told = json.loads(admin(server, folder, "look", over, "--json"))
    admin(server, folder, "dissolve", "--session", over)
    again = json.loads(admin(server, folder, "look", told["run"], "--step", "3", "--json"))
    assert (again["run"], again["step"]) == (told["run"], 3)
    assert again["state"] != "live"


def test_the_status_is_that_of_both_workers(server: Serving, folder: Path) -> None:
    told = json.loads(admin(server, folder, "--json", "status"))
    assert len(told["nodes"]) == 2
