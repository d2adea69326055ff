import pytest

from undertide_server.accounts.records import account_name
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared.limits import MAX_NAME


@pytest.mark.parametrize("text", ["", "\x1b", "!Ann", "A" * (MAX_NAME + 1)])
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(RequestRefusedError) as caught:
        account_name(text)
    assert caught.value.code == "bad_name"
