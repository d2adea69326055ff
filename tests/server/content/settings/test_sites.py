import pytest

from undertide_server.content.settings.sites import Site, check_address, read_site


@pytest.mark.parametrize(
    ("written", "site"),
    [
        ("https://play.example.org", Site("https", "play.example.org", 443)),
        ("http://Play.Example.org", Site("http", "play.example.org", 80)),
        ("http://[::1]:4414", Site("http", "::1", 4414)),
    ],
)
def test_a_site_has_a_scheme_a_host_and_a_port(written: str, site: Site) -> None:
    assert read_site(written) == site


@pytest.mark.parametrize(
    "written",
    [
        "",
        "null",
        "example.org",
        "ws://example.org",
        "https://example.org/",
        "https://example.org/page",
        "https://example.org?a",
        "https://example.org#a",
        "https://me@example.org",
        "https://",
    ],
)
def test_what_names_no_site_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match=r"https://play\.example\.org"):
        read_site(written)


@pytest.mark.parametrize(
    "written", ["https://example.org", "http://[::1]:80/a/b?c=d#e", "https://example.org/%C3%A4"]
)
def test_the_address_of_a_page_may_go_anywhere_on_a_site(written: str) -> None:
    check_address(written)


@pytest.mark.parametrize(
    "written",
    ["", "example.org", "javascript:alert(1)", "https://", "https://me@example.org/", "http://a b"],
)
def test_what_is_no_address_of_a_page_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match=r"https://example\.org/undertide"):
        check_address(written)
