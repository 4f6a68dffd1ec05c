"""An engine for tests that behaves as its argument says: it plays, or it fails in one of the ways engines fail.

play: any legal move. die: ends at once. die-later: ends when asked for a move. hang: never answers `go`. mute: never
answers at all. cheat: places a tile on a treasure. nonsense: a move that is none. flood: writes without end. deaf: does
not even read. chatty: writes much that nobody asked for, and then plays. boast: tells chances
beyond all numbers. few-seeds: takes only some numbers for a seed, and says so.
"""

from __future__ import annotations

import sys
import threading

from indigo.notation import read_move, read_position
from indigo.rules import Game


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def wait_for_ever() -> None:
    threading.Event().wait()


def told(words: list[str]) -> Game:
    split = words.index("moves") if "moves" in words else len(words)
    game = Game.at(read_position(" ".join(words[:split])))
    for word in words[split + 1 :]:
        move, draw = read_move(word)
        game.play(move, draw)
    return game


def choose(behaviour: str, game: Game) -> None:
    if behaviour == "die-later":
        sys.exit(3)
    if behaviour == "hang":
        wait_for_ever()
    while behaviour == "flood":
        say("info still thinking")
    if behaviour == "cheat":
        say(f"bestmove e5{game.hands[game.player - 1]}0")
        return
    if behaviour == "nonsense":
        say("bestmove \x00 ?!")
        return
    if behaviour == "chatty":
        for number in range(200):
            say(f"info string {number} \xff {'x' * number}")
    if behaviour == "boast":
        say(f"info depth {'9' * 5000} score {'9' * 5000} 0 0")
    say(f"bestmove {min(game.legal_moves)}")


def main(behaviour: str) -> None:
    if behaviour == "die":
        sys.exit(1)
    if behaviour == "deaf":
        wait_for_ever()
    game: Game | None = None
    for line in sys.stdin:
        match line.split():
            case ["iep"] if behaviour != "mute":
                say(f"id name Fake {behaviour}")
                if behaviour == "few-seeds":
                    say("option name Seed type spin default 3 min 3 max 9")
                say("iepok")
            case ["isready"] if behaviour != "mute":
                say("readyok")
            case ["setoption", "name", "Seed", "value", seed] if not 3 <= int(seed) <= 9:
                say(f"error Seed {seed}")
            case ["position", *words]:
                game = told(words)
            case ["go", *_] if game is not None:
                choose(behaviour, game)
            case ["quit"]:
                return


if __name__ == "__main__":
    main(sys.argv[1])
