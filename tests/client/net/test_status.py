import pytest

from undertide_client.net.status import LinkStatus


@pytest.mark.parametrize(
    ("status", "text"),
    [
        (LinkStatus("connecting", attempt=1), "connecting"),
        (LinkStatus("connected"), "connected"),
        (
            LinkStatus("waiting", "the connection broke", 3.6, 3),
            "waiting 4 s, attempt 3 (the connection broke)",
        ),
        (LinkStatus("refused", "name taken"), "refused: name taken"),
        (LinkStatus("gave up", "nobody listens"), "gave up: nobody listens"),
    ],
)
def test_a_status_says_what_the_connection_does(status: LinkStatus, text: str) -> None:
    assert status.text == text
