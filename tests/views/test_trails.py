"""Trails: owners of tiles, links between tiles, and how links are drawn."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest

import numduel
from duel_support import VARIANTS, for_each, with_more_games
from duel_support import Variant as Kind
from numduel import Match, Player
from numduel.core import Game, Move, Picture, Status, Tile, Turn
from numduel.options import Options
from numduel.views import positions
from numduel.views.trails import CLEARANCE, PITCH, TILE, Link, Trails, make_strip

MAZE = "4 3 8/9 5 1/2 7 6"


def trails(match: Match) -> Trails:
    return Trails(positions.picture(match), positions.trails(match))


def ways(match: Match) -> list[tuple[Player, int, int]]:
    return [(link.player, link.start, link.end) for link in trails(match).links()]


def played(id: str, moves: str, **options: Any) -> Match:
    return Match.replay(numduel.new(id, **options), moves.split())


def test_trail_starts_at_the_first_tile_chosen() -> None:
    match = played("maze", "0,0 2,2 0,1 2,1 1,1 2,0", board=MAZE)
    assert ways(match) == [
        (Player.ONE, 0, 1),
        (Player.ONE, 1, 4),
        (Player.TWO, 8, 7),
        (Player.TWO, 7, 6),
    ]
    assert [trails(match).owners(tile) for tile in (0, 1, 4, 3)] == [[Player.ONE]] * 3 + [[]]
    assert trails(match).owners(7) == [Player.TWO]


def test_trail_starts_where_the_rules_put_the_token() -> None:
    match = played("run", "0,1 4,3", board="3 1 4 2 5/2 5 1 3 4/4 2 5 1 3/1 4 2 5 2/5 3 1 4 2")
    assert ways(match) == [(Player.ONE, 0, 1), (Player.TWO, 24, 23)]


def test_trail_of_a_token_sent_back_continues_from_its_start() -> None:
    match = played("run", "1,0 2,1 2,0 yes 1,1 0,1", board="2 5 5/2 5 4/1 5 2")
    assert positions.trails(match)[Player.ONE] == (3, 6, 1)
    assert [way[1:] for way in ways(match) if way[0] is Player.ONE] == [(0, 3), (3, 6), (0, 1)]
    assert not any(link.is_jump for link in trails(match).links())


def test_trail_starts_at_a_random_start() -> None:
    match = Match(numduel.new("maze", starts="random", seed=3))
    first = [
        number
        for number, tile in enumerate(tile for row in positions.picture(match).rows for tile in row)
        if tile.tokens
    ]
    match.play(match.moves[0])
    match.play(match.moves[0])
    found = {player: start for player, start, _ in ways(match)}
    assert sorted(found.values()) == sorted(first)
    assert all(player in trails(match).owners(start) for player, start in found.items())


def test_jumps_differ_from_steps() -> None:
    match = played("race", "Right", board="2 1 1/1 1 1/1 1 1")
    (link,) = trails(match).links()
    assert (link.start, link.end, link.is_jump, link.is_doubled) == (0, 2, True, False)
    match = played("race", "Right", board="1 1 1/1 1 1/1 1 1")
    assert [link.is_jump for link in trails(match).links()] == [False]


def test_link_used_by_both_players_is_doubled() -> None:
    match = played("race", "Right Up Down Up Left Left Down Down", board="1 1 1/1 1 1/1 1 1")
    found = trails(match).links()
    assert [link[:4] for link in found if {link.start, link.end} == {1, 4}] == [
        (Player.ONE, 1, 4, True),
        (Player.TWO, 1, 4, True),
    ]
    assert sum(link.is_doubled for link in found) == 2
    assert len(found) == 6, "of each player the last steps"
    links = [
        Link(Player.ONE, 0, 1, is_doubled=True, is_jump=False),
        Link(Player.TWO, 1, 0, is_doubled=True, is_jump=False),
    ]
    one, two = (make_strip(link, 3) for link in links)
    assert one.aside < 0 < two.aside == -one.aside, "side by side, Player 1 first"
    ((start, wide),) = one.pieces
    assert start + one.round == 45, "it begins where that of one player alone begins"
    assert start + wide / 2 == PITCH / 2
    assert one.thick == two.thick < make_strip(links[0]._replace(is_doubled=False), 3).thick


def test_numbers_without_coordinates_have_no_owner() -> None:
    match = played("sum", "9 1 9")
    assert all(trails(match).owners(tile) == [] for tile in range(9))
    assert ways(match) == []


def test_revealed_number_belongs_to_the_player_who_revealed_it() -> None:
    match = played("quest", "2,2 1,3", board="4 2 3/1 5 6/9 7 8", target=40)
    assert trails(match).owners(4) == [Player.ONE]
    assert trails(match).owners(2) == [Player.TWO]
    assert trails(match).owners(0) == []
    assert ways(match) == [], "no player has a token there"


@for_each(VARIANTS)
def test_links_join_tiles_of_their_player(variant: Kind) -> None:
    rng, match = Random(3), Match(variant.new(3))
    for _ in range(12):
        if match.is_over:
            break
        match.play(rng.choice(match.moves))
        found = trails(match)
        for link in found.links():
            assert link.start != link.end
            assert link.player in found.owners(link.end)
        pairs = [(link.player, frozenset(link[1:3])) for link in found.links()]
        assert len(set(pairs)) == len(pairs)


@pytest.mark.parametrize("player", Player)
def test_strips_cross_the_gap_and_avoid_numbers(player: Player) -> None:
    step = make_strip(Link(player, 0, 1, is_doubled=False, is_jump=False), 3)
    assert (step.x, step.y, step.angle, step.aside, step.length) == (50, 50, 0, 0, PITCH)
    ((start, wide),) = step.pieces
    assert start == PITCH - start - wide, "in the middle"
    assert start + wide > TILE / 2 + 9 > TILE / 2 > start > 0, "it reaches over both edges"
    jump = make_strip(Link(player, 0, 6, is_doubled=False, is_jump=True), 3)
    assert (jump.angle, jump.length) == (90, 2 * PITCH)
    assert jump.pieces == [
        (CLEARANCE, PITCH - 2 * CLEARANCE),
        (PITCH + CLEARANCE, PITCH - 2 * CLEARANCE),
    ]
    ends = [start + wide / 2 for start, wide in jump.pieces]
    assert jump.dots == (ends if player is Player.TWO else [])
    middle = PITCH / 2
    assert step.dots == ([middle - 10, middle, middle + 10] if player is Player.TWO else [])


def test_strip_starts_in_the_middle_of_its_tile() -> None:
    drawn = make_strip(Link(Player.ONE, 5, 3, is_doubled=False, is_jump=True), 3)
    assert (drawn.x, drawn.y) == (2 * PITCH + 50, PITCH + 50)
    assert abs(drawn.angle) == 180


# ---- several tokens of one player


def test_players_with_several_tokens_have_no_trail() -> None:
    with with_more_games():
        match = played("threes", "a1 b2")
        assert positions.trails(match) == ((0,), (5,)), "one token each"
        match = played("threes", "a1 b2 c1")
        assert positions.trails(match) == ((), (5,))
        assert positions.last_tile(match) == 2
        for moves in ("a1 b2 c1", "a1 b2 c1 d2", "b2 b1 c2 d2 d1 a2 a1 c1"):
            assert trails(played("threes", moves)).links() == []


class Pair(NamedTuple):
    player: Player
    cells: tuple[int, ...] = ()
    """The tiles of Player 1's tokens."""


class Thin(Game[Options, Pair, None]):
    """A game in which Player 1 places two tokens and removes the first."""

    id, title, summary, reasons = "thin", "Thin", "Put two tokens, and take one.", ("done",)
    vocabulary = ("1", "2", "3", "take")

    def start(self) -> Pair:
        return Pair(Player.ONE)

    def status(self, state: Pair) -> Status:
        return Turn(state.player, self.vocabulary)

    def play(self, state: Pair, move: Move) -> Pair:
        if move == "take":
            return Pair(Player.ONE, state.cells[1:])
        return Pair(Player.ONE, (*state.cells, int(move)))

    def picture(self, state: Pair) -> Picture:
        row = tuple(
            Tile("", tokens=(Player.ONE,) if n in state.cells else (), move=str(n))
            for n in range(1, 4)
        )
        return Picture((row,), (), state.player, first=1)


def test_last_of_several_tokens_has_no_trail() -> None:
    match = Match.replay(Thin(Options()), ["1", "3"])
    assert trails(match).links() == []
    match.play("take")
    assert trails(match).links() == []
    assert positions.trails(match, 1) == ((0,), ()), "as it was before the second token"


def test_picture_without_tiles_has_no_trails() -> None:
    with with_more_games():
        assert trails(played("toss", "keep")).links() == []
