"""The wheel of this very program, made from its installed files, for players who want the client.

An installed program has no wheel of itself any more. But a wheel is a ZIP archive of the packages
and their metadata, and both are there, however the program was installed.
"""

import base64
import hashlib
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from undertide_server.gateway.http.routes import HttpRequest
from undertide_shared.build import COMMIT_FILE, this_build

FOLDER: Final = "client"
"""The first part of its path on the server."""
NAME: Final = "undertide"
PACKAGES: Final = ("undertide_client", "undertide_config", "undertide_server", "undertide_shared")
"""All packages of the program: the client hosts a player's own games, and so has the server too."""
TAG: Final = "py3-none-any"
METADATA: Final = ("METADATA", "entry_points.txt")
LICENSES: Final = "licenses"
"""The folder of licences beside the metadata."""
LEFT_OUT: Final = frozenset({"__pycache__"})
"""Folders whose files belong to one interpreter."""
INSTALL: Final = "Install the client that matches this server, with Python {} or newer:"
OLDEST: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file in it, so that the same files give the same wheel."""
READABLE: Final = 0o100644 << 16
MOST_FILES: Final = 5000
"""Files of a wheel: five times as many as the program has."""
MOST_BYTES: Final = 32 * 2**20
"""Bytes of all files of a wheel: eight times as many as the program has."""


class WheelError(Exception):
    """No wheel can be made of the installed files."""


class WheelOffer(NamedTuple):
    """A wheel that can be made."""

    path: str
    """Its path on the server."""
    python: str
    """The oldest version of Python that it needs."""


@cache
def wheel_offer() -> WheelOffer | None:
    """Return the wheel that the installed files can make, if they can."""
    try:
        installed = distribution(NAME)
    except PackageNotFoundError:
        return None
    if any(_folder(package) is None for package in PACKAGES):
        return None
    file = f"{NAME}-{installed.version.replace('-', '_')}-{TAG}.whl"
    return WheelOffer(f"/{FOLDER}/{file}", installed.metadata["Requires-Python"].removeprefix(">="))


def install_words(asked: HttpRequest) -> str:
    """Return how to install the client, as text; empty if the server offers none."""
    offer = wheel_offer()
    if offer is None:
        return ""
    return f"{INSTALL.format(offer.python)}\n\n    {install_command(asked, offer)}\n"


def install_command(asked: HttpRequest, offer: WheelOffer) -> str:
    """Return the command that installs the client."""
    return f"pip install {asked.site}{offer.path}"


def make_wheel() -> bytes:
    """Return the wheel of the installed program. Raises WheelError.

    It takes most of a second.
    """
    if wheel_offer() is None:
        raise WheelError("this program is not installed as a whole")
    try:
        return _archive(dict(_files(distribution(NAME))))
    except OSError as fault:
        raise WheelError(f"the installed files can't be read: {fault}") from fault


def _archive(files: dict[str, bytes]) -> bytes:
    """Return a wheel of these files, the list of them included."""
    info = f"{NAME}-{distribution(NAME).version}.dist-info"
    record = "".join(_recorded(path, body) for path, body in files.items())
    whole = {**files, f"{info}/RECORD": f"{record}{info}/RECORD,,\n".encode()}
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, body in whole.items():
            entry = zipfile.ZipInfo(path, OLDEST)
            entry.external_attr = READABLE
            archive.writestr(entry, body, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def _recorded(path: str, body: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(body).digest()).rstrip(b"=").decode()
    return f"{path},sha256={digest},{len(body)}\n"


def _files(installed: Distribution) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the wheel, in the same order each time. Raises WheelError if too many."""
    count, size = 0, 0
    for path, body in (*_package_files(), *_metadata_files(installed)):
        count, size = count + 1, size + len(body)
        if count > MOST_FILES or size > MOST_BYTES:
            raise WheelError("the folders of the installed program hold far too much")
        yield path, body


def _package_files() -> Iterator[tuple[str, bytes]]:
    for package in PACKAGES:
        folder = _folder(package)
        assert folder is not None, "the wheel has a name"
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder.parent)
            is_hidden = any(part.startswith(".") for part in inside.parts)
            if path.is_file() and not is_hidden and LEFT_OUT.isdisjoint(inside.parts):
                yield inside.as_posix(), path.read_bytes()
    commit, shared = this_build().commit, _folder("undertide_shared")
    if commit and shared is not None and not (shared / COMMIT_FILE).exists():
        yield f"undertide_shared/{COMMIT_FILE}", f"{commit}\n".encode()


def _metadata_files(installed: Distribution) -> Iterator[tuple[str, bytes]]:
    info = f"{NAME}-{installed.version}.dist-info"
    for name in METADATA:
        yield f"{info}/{name}", (installed.read_text(name) or "").encode()
    wheel = f"Wheel-Version: 1.0\nGenerator: {NAME}\nRoot-Is-Purelib: true\nTag: {TAG}\n"
    yield f"{info}/WHEEL", wheel.encode()
    for path in sorted(installed.files or ()):
        if path.parts[:1] == (info,) and path.parts[1:2] == (LICENSES,):
            yield path.as_posix(), path.read_binary()


def _folder(package: str) -> Path | None:
    """Return the folder of an installed package; None if there is none."""
    spec = find_spec(package)
    places = [] if spec is None else list(spec.submodule_search_locations or ())
    return Path(places[0]) if places else None
