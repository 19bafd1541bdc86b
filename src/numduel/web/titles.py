"""Titles and descriptions of pages for link previews, without hidden information."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from typing import NamedTuple
from urllib.parse import quote

from ..core import AnyGame
from ..errors import UnknownGame, UnknownLesson
from ..games import find
from ..learning.lessons import RULES, find_lesson
from ..render.markup import escaped
from ..storage.streak import today
from ..views.narration import Narration, isolate_names, names_of
from .stored_match import StoredMatch

DEFAULT_HEAD = re.compile('<title>(.*?)</title>\n<meta name="description" content="(.*?)">\n')
"""Title and description in the page's document."""

DAILY_PAGES = ("/puzzle", "/duel")
"""Pages whose picture is the board of a day."""

TWITTER_CARD = '<meta name="twitter:card" content="summary_large_image">\n'


class Title(NamedTuple):
    """Title and description of a page."""

    title: str
    description: str
    image: str = "/page/preview.png"
    """Path of a picture of 1200 by 630 pixels."""


def title_of_match(stored: StoredMatch) -> Title:
    """Return the title, description and picture of a match for people who haven't opened it."""
    image = f"/m/{stored.id}/preview.png?seq={stored.seq}"  # messengers keep old pictures
    return _title_of_match(stored)._replace(image=image)


def _title_of_match(stored: StoredMatch) -> Title:
    match = stored.match
    title, summary, names = match.game.title, match.game.summary, isolate_names(names_of(match))
    if invitation := stored.view([])["words"]["invitation"]:
        return Title(invitation, summary)
    if match.ending is None:
        return Title(f"{names[0]} against {names[1]}: {title}", "Follow the game here.")
    verdict = " ".join(Narration(match, names).verdict())
    if match.ending.is_draw:
        return Title(f"{names[0]} and {names[1]} played {title} to a draw", verdict)
    winner = match.ending.winner
    if winner is None:
        return Title(f"{names[0]} and {names[1]} ended {title} without a winner", verdict)
    return Title(f"{names[winner]} won {title} against {names[winner.other]}", verdict)


def title_of_game(prefix: str, id: str) -> Title | None:
    """Return a title such as "Learn Number Maze"; None for an unknown game."""
    try:
        kind: type[AnyGame] = find(id)
    except UnknownGame:
        return None
    return Title(f"{prefix} {kind.title}", kind.summary)


def title_of_lesson(id: str) -> Title | None:
    """Return a title such as "How to win Number Maze"; None for an unknown lesson."""
    try:
        kind, topic = find_lesson(id)
    except (UnknownGame, UnknownLesson):
        return None
    return title_of_game("Learn" if topic is RULES else topic.name, kind.id)


def title_of_day(path: str, title: Title, query: Mapping[str, str]) -> Title:
    """Return the title of a page with the picture of a day, by default today's.

    The address of a practice puzzle names its game instead.
    """
    if path not in DAILY_PAGES or "game" in query:
        return title
    day = quote(query.get("day") or today())
    return title._replace(image=f"{path}/preview.png?day={day}")


def add_meta_tags(document: str, title_override: Title | None, url: str, path: str) -> str:
    """Return the page with a title, description and preview image in its head."""
    default = DEFAULT_HEAD.search(document)
    assert default, "the page has a title and a description"
    used = title_override or Title(*map(unescape, default.groups()))
    title, description, image = map(escaped, used)
    tags = {
        "og:site_name": "numduel",
        "og:type": "website",
        "og:title": title,
        "og:description": description,
        "og:url": escaped(url + path),
        "og:image": url + image,
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": title,
    }
    more = "".join(f'<meta property="{name}" content="{text}">\n' for name, text in tags.items())
    head = f'<title>{title}</title>\n<meta name="description" content="{description}">\n'
    return DEFAULT_HEAD.sub(lambda _: f"{head}{more}{TWITTER_CARD}", document, count=1)
