"""Random messages, a few thousand at each target."""

from pathlib import Path

import pytest

from support.cluster.linked_nodes import KINDS, Kind
from support.fuzz.gateway_round import fuzz_gateway
from support.fuzz.link_round import fuzz_link_decoders, fuzz_links
from support.fuzz.random_messages import fuzz_decoders
from support.fuzz.session_round import fuzz_sessions
from support.fuzz.ssh_round import fuzz_ssh

SEED = 15


def test_decoders_accept_or_refuse_whatever_comes() -> None:
    outcomes = fuzz_decoders(SEED, 10_000)
    assert outcomes.total() == 10_000
    assert outcomes.keys() == {"accepted", "malformed", "too_large", "unknown_message"}


@pytest.mark.parametrize("limited", [False, True], ids=["unlimited", "limited"])
async def test_a_gateway_withstands_whatever_strangers_send(limited: bool) -> None:
    outcomes = await fuzz_gateway(SEED, 2000, limited=limited)
    assert outcomes["received"] >= 2000
    assert outcomes["refused: malformed"]
    assert bool(outcomes["cut: too_many_faults"]) is limited


async def test_the_ssh_port_withstands_whatever_strangers_send(tmp_path: Path) -> None:
    outcomes = await fuzz_ssh(SEED, 3000, tmp_path)
    assert min(outcomes[stage] for stage in ("plain", "locked", "inside")) > 100
    assert outcomes["broken"]
    assert outcomes["ended"]


def test_the_ends_of_links_accept_or_refuse_whatever_comes() -> None:
    outcomes = fuzz_link_decoders(SEED, 5000)
    assert outcomes.total() == 5000
    assert outcomes.keys() == {"accepted", "refused"}


@pytest.mark.parametrize("kind", KINDS)
async def test_nodes_withstand_whatever_comes_over_links(tmp_path: Path, kind: Kind) -> None:
    outcomes = await fuzz_links(SEED, 1500, tmp_path, kind)
    assert outcomes["sent by fronts"] >= 1500
    assert outcomes["sent by an owner"] >= 150
    assert outcomes["links refused"]
    assert outcomes["links lost"]


def test_sessions_accept_or_refuse_whatever_people_do(tmp_path: Path) -> None:
    outcomes = fuzz_sessions(SEED, 3000, tmp_path)
    assert outcomes.total() == 3000
    assert outcomes["accepted"] > 500
