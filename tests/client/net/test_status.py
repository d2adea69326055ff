import pytest

from undertide_client.net.status import Status


@pytest.mark.parametrize(
    ("status", "text"),
    [
        (Status("connecting", attempt=1), "connecting"),
        (Status("connected"), "connected"),
        (
            Status("waiting", "the connection broke", 3.6, 3),
            "waiting 4 s, attempt 3 (the connection broke)",
        ),
        (Status("refused", "name taken"), "refused: name taken"),
        (Status("gave up", "nobody listens"), "gave up: nobody listens"),
    ],
)
def test_a_status_says_what_the_connection_does(status: Status, text: str) -> None:
    assert status.text == text
