"""Two server processes with one seed show one player the same, byte for byte."""

import random
from pathlib import Path

import msgspec
import pytest

from support.gateway.raw_clients import Client, guest
from support.processes.commands import serving
from undertide_shared.messages import (
    Act,
    Create,
    Created,
    Delta,
    Error,
    Intent,
    IntentReport,
    Join,
    Joined,
    Keyframe,
    Move,
    ServerMessage,
    Take,
    Use,
    Wait,
)

INTENTS = 300


def script() -> list[Intent]:
    """Return what the player does: wander about, mostly."""
    chance = random.Random(7)
    steps = (-1, 0, 1)
    moves: list[Intent] = [Move(dx, dy) for dx in steps for dy in steps if dx or dy]
    return [chance.choice([*moves, Wait(), Take(), Use(1)]) for _ in range(INTENTS)]


def settles(message: ServerMessage, sequence: int) -> bool:
    """Whether a message says what became of an intent."""
    match message:
        case Keyframe(intent=IntentReport() as report) | Delta(intent=IntentReport() as report):
            return report.sequence == sequence and report.outcome not in {"none", "waiting"}
        case Error():
            return message.code == "wrong_state" and message.sequence == sequence
        case _:
            return False


async def answer_to(client: Client, sequence: int) -> list[ServerMessage]:
    """Return all messages up to the one that settles an intent; a dead hero's are refused."""
    heard: list[ServerMessage] = []
    while not heard or not settles(heard[-1], sequence):
        heard.append(await client.receive())
    return heard


async def played_through(address: str) -> list[ServerMessage]:
    """Play the script alone in a new session; return what was heard, secrets and ids apart."""
    async with guest(address) as client:
        await client.send(Create("default"))
        session = (await client.until(Created)).session
        await client.send(Join(session, "Ann"))
        joined = await client.until(Joined)
        heard: list[ServerMessage] = [msgspec.structs.replace(joined, session="", token=b"")]
        for sequence, intent in enumerate(script(), 1):
            await client.send(Act(sequence, intent))
            heard += await answer_to(client, sequence)
    return heard


@pytest.fixture
def patient(tmp_path: Path) -> Path:
    """A folder for `--config`: a script acts faster than any player may."""
    limits = "[limits]\nmessages_per_second = 100000\nmessage_burst = 100000\n"
    limits += "[pace]\nsteps_per_second = 1000\nstep_burst = 1000\n"
    (tmp_path / "server.toml").write_text(limits, encoding="utf-8")
    return tmp_path


async def story(config: Path, seed: str, hash_seed: str) -> list[ServerMessage]:
    """Return what is heard from a server process of one's own."""
    options = ("--config", str(config), "--seed", seed)
    with serving(*options, PYTHONHASHSEED=hash_seed) as server:
        return await played_through(server.address)


async def test_two_processes_with_one_seed_send_the_same_frames(patient: Path) -> None:
    one, other = await story(patient, "same", "0"), await story(patient, "same", "1")
    assert len(one) > INTENTS
    assert one == other


async def test_another_seed_is_another_dungeon(patient: Path) -> None:
    assert await story(patient, "one", "0") != await story(patient, "other", "0")
