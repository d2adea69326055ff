"""The web page on which anyone can watch: a client of its own, in JavaScript, for browsers.

`index.html` begins it and `main.js` puts it together; docs/watching.md says what it does. There is
no build step: browsers load these files as they stand. `schema.js` is generated from
`undertide_shared`, and committed (CONTRIBUTING.md).
"""

from importlib.resources import files
from typing import Final

ENDINGS: Final = (".css", ".html", ".js", ".svg")
"""What a file of the page ends in; the others of this package are none of it."""


def read_page() -> dict[str, bytes]:
    """Return the files of the page by name."""
    here = files("undertide_client.web")
    return {each.name: each.read_bytes() for each in here.iterdir() if each.name.endswith(ENDINGS)}
