"""What programs that show a link in a chat read of it: OpenGraph text in the head of the page."""

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

PICTURE: Final = "preview.png"
"""The file of the page that previews show."""
PICTURE_SIZE: Final = 1200, 630
"""Its width and height in pixels."""
ABOUT: Final = (
    "Go down one dungeon together while the tide of monsters rises. Play or watch in a browser or a"
    " terminal, without an account."
)
MOST_NAMES: Final = 3
"""Heroes that a title names."""


class Preview(NamedTuple):
    """What the preview of a link says."""

    title: str
    description: str = ABOUT
    path: str = "/"
    """The path of the link."""


def meta_of(preview: Preview, site: str, *, pictured: bool) -> str:
    """Return a preview as HTML for the head of a page. `site` is the server's own."""
    told = {
        "og:site_name": "Undertide",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.description,
        "og:url": f"{site}{preview.path}",
        "twitter:card": "summary",
    }
    if pictured:
        width, height = PICTURE_SIZE
        told |= {
            "og:image": f"{site}/{PICTURE}",
            "og:image:width": str(width),
            "og:image:height": str(height),
            "og:image:alt": "The map of a dungeon, and the heroes in it",
            "twitter:card": "summary_large_image",
        }
    return "".join(
        f'<meta {"name" if key.startswith("twitter") else "property"}="{key}"'
        f' content="{escape(text)}">'
        for key, text in told.items()
    )


def names_words(names: Sequence[str], count: int) -> str:
    """Return the first of `count` names as words: "Ann, Ben, Cat and 2 more"."""
    shown = list(names[:MOST_NAMES])
    more = count - len(shown)
    if more > 0:
        return f"{', '.join(shown)} and {more} more"
    return " and ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))
