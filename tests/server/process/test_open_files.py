import pytest

from undertide_server.content.load import load_settings
from undertide_server.process.open_files import allow_open_files, files_of


def test_a_replay_takes_files_as_connections_do() -> None:
    limits = load_settings().limits
    more = limits.model_copy(update={"replays": limits.replays + 100})
    assert files_of(more) >= files_of(limits) + 300


def test_more_open_files_are_allowed_as_far_as_they_may_be() -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 200), hard))
        allow_open_files(300)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 300
        allow_open_files(100)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 300
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
