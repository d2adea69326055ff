import json
import stat
from pathlib import Path

from undertide_client.saved.account_copies import AccountCopies


def test_a_copy_is_for_its_owner_alone_and_named_after_account_and_time(tmp_path: Path) -> None:
    file = AccountCopies(tmp_path / "accounts").save("Ann", '{"account": "Ann \U0001f300"}', 0.0)
    assert file == tmp_path / "accounts" / "Ann-19700101-000000.json"
    assert json.loads(file.read_text(encoding="utf-8")) == {"account": "Ann \U0001f300"}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_no_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    copies = AccountCopies(tmp_path)
    assert copies.save("../\x00..", "{}", 0.0).name == "account-19700101-000000.json"
    assert copies.save("a/../b\ud800", "\ud800", 1.0).parent == tmp_path
