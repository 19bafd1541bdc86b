"""Two programs play a game of each kind, and the record of the last one is printed."""

from __future__ import annotations

import numduel
from numduel.budget import Budget
from numduel.dice import Dice
from numduel.play.players import RandomPlayer


def main() -> None:
    for number, id in enumerate(numduel.games()):
        match = numduel.Match(numduel.new(id, seed=number))
        player = RandomPlayer(Dice(number))
        while match.player is not None:
            match.play(player.choose(match.view(match.player), match.moves, Budget()))
        print(f"{match.game.title}: {match.winner} wins ({match.reason})")
    print()
    print(numduel.record.dumps(match), end="")


if __name__ == "__main__":
    main()
