"""An engine of your own, for `indigo arena` and any other program that speaks the engine protocol (docs/notation.md).

    indigo arena mine greedy --engine "mine=python examples/engine.py" --deals 20

It reads lines and answers lines. What it knows is what its seat may see: tiles that it does not know are `?`. Replace
`choose` by something better: everything else stays as it is, and an engine in another language does the same.
"""

from __future__ import annotations

import random
import sys

from indigo.notation import read_position
from indigo.rules import Game

POINTS = {"A": 1, "E": 2, "S": 3}


def choose(game: Game, dice: random.Random) -> str:
    """The move that wins most at once, less what it gives to the others; any of them if several do."""

    def gain(move: str) -> int:
        turn = game.play(move)
        game.undo()
        return sum(POINTS[gem] if player == turn.player else -POINTS[gem] for player, gem in turn.awards)

    gains = {str(move): gain(str(move)) for move in game.legal_moves}
    most = max(gains.values())
    return dice.choice([move for move, gained in gains.items() if gained == most])


def told(words: list[str]) -> Game:
    """The game behind `position POSITION moves MOVE+DRAW ...`."""
    split = words.index("moves") if "moves" in words else len(words)
    start = read_position(" ".join(words[:split]))
    return Game.at(start, draws="?" * start.stacked, moves=words[split + 1 :])  # nobody here knows what comes


def main() -> None:
    """Talk until `quit`, or until nobody is there any more."""
    game, dice = Game.shuffled(seed=0), random.Random(0)
    for line in sys.stdin:
        match line.split():
            case ["iep"]:
                print("id name First try\noption name Seed type spin default 0 min 0 max 999999999999999999\niepok")
            case ["setoption", "name", "Seed", "value", seed]:
                dice = random.Random(seed)
            case ["isready"]:
                print("readyok")
            case ["position", *words]:
                game = told(words)
            case ["go", *_]:  # it is quicker than any limit
                print(f"bestmove {choose(game, dice)}")
            case ["quit"]:
                return
        sys.stdout.flush()


if __name__ == "__main__":
    main()
