import pytest

from undertide_server.content.settings.sites import Site, read_site


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
