"""What the page at an address is called, for link previews: nothing that is hidden."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..core import AnyGame
from ..errors import UnknownGame
from ..games import find
from ..render.markup import escaped
from ..views.narration import Narration, isolated, names_of
from .table import StoredTable

OWN = re.compile('<title>(.*?)</title>\n<meta name="description" content="(.*?)">\n')
"""How the page says what it is called, by itself."""

PICTURE = "/page/preview.png"
CARD = '<meta name="twitter:card" content="summary_large_image">\n'


class Title(NamedTuple):
    title: str
    description: str


def title_of_match(table: StoredTable) -> Title:
    """Return the title and description of a match, for those who have not opened it."""
    match = table.match
    title, summary, names = match.game.title, match.game.summary, isolated(names_of(match))
    if invitation := table.view([])["words"]["invitation"]:
        return Title(invitation, summary)
    if match.ending is None:
        return Title(f"{names[0]} against {names[1]}: {title}", "Follow the game here.")
    verdict = " ".join(Narration(match, names).verdict())
    if match.ending.is_draw:
        return Title(f"{names[0]} and {names[1]} played {title} to a draw", verdict)
    won = match.ending.winner
    if won is None:
        return Title(f"{names[0]} and {names[1]} stopped {title}", verdict)
    return Title(f"{names[won]} won {title} against {names[won.other]}", verdict)


def title_of_game(words: str, id: str) -> Title | None:
    """Such as "Learn Number Maze"; None where there is no such game."""
    try:
        kind: type[AnyGame] = find(id)
    except UnknownGame:
        return None
    return Title(f"{words} {kind.title}", kind.summary)


def titled(document: str, said: Title | None, url: str, path: str) -> str:
    """A page with another title and description, or its own, also for programs that show previews.

    All pages have one picture, since such programs show no SVG.
    """
    own = OWN.search(document)
    assert own, "the page has a title and a description"
    title, description = map(escaped, said) if said else own.groups()
    tags = {
        "og:site_name": "numduel",
        "og:type": "website",
        "og:title": title,
        "og:description": description,
        "og:url": escaped(url + path),
        "og:image": escaped(url + PICTURE),
        "og:image:width": "1200",
        "og:image:height": "630",
    }
    more = "".join(f'<meta property="{name}" content="{text}">\n' for name, text in tags.items())
    head = f'<title>{title}</title>\n<meta name="description" content="{description}">\n'
    return OWN.sub(lambda _: f"{head}{more}{CARD}", document, count=1)
