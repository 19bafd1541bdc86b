"""Play a random match of every game and print the record of the last one."""

from __future__ import annotations

import numduel


def main() -> None:
    for number, id in enumerate(numduel.games()):
        match = numduel.Match(numduel.new(id, seed=number))
        player = numduel.players.RandomPlayer(numduel.Dice(number))
        while match.player is not None:
            view = match.view(match.player)
            match.play(player.choose(view, match.moves, numduel.Budget()))
        result = "drawn" if match.winner is None else f"{match.winner} wins"
        print(f"{match.game.title}: {result} ({match.reason})")
    print()
    print(numduel.record.dumps(match), end="")


if __name__ == "__main__":
    main()
