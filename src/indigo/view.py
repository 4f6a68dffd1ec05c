"""What one may see. The only place that knows what is secret.

A view is a game of its own, built from nothing but what the viewer may know: the layout, the moves, which everybody
saw, the viewer's own tiles and draws, and totals that do not lie behind a screen. All else was never put in, so it
cannot leak: state is `see(...).position`, events are `see(...).turns`, the record so far is `Record.of(see(...), ...)`.
"""

from __future__ import annotations

from indigo.position import UNKNOWN
from indigo.rules import Game


def see(game: Game, *seats: int, screens: bool = True) -> Game:
    """The game as the players in *seats* see it together; without seats, as a spectator does.

    Own tiles and own draws are known, those of others are UNKNOWN, and what the stacks hold is never told. With
    *screens* up, the totals of others are hidden. When the game is over, hands, draws and totals are open to all.

    >>> game = Game.shuffled("2", seed=1)
    >>> str(see(game, 1))
    '*3*/6/7/8/*3*3*/8/7/6/*3* - 2 1 C/? 000/???'
    >>> str(see(game, screens=False))
    '*3*/6/7/8/*3*3*/8/7/6/*3* - 2 1 ?/? 000/000'
    """
    everyone = range(1, game.layout.players + 1)
    if unknown := set(seats).difference(everyone):
        raise ValueError(f"there is no seat {unknown.pop()}: seats are 1 to {game.layout.players}")
    open_hands = frozenset(everyone if game.over else seats)
    open_totals = frozenset(everyone if game.over or not screens else seats)
    start = game.start
    seen = Game.at(
        start._replace(
            hands=tuple(
                hand if player in open_hands else UNKNOWN * len(hand)
                for player, hand in enumerate(start.hands, start=1)
            ),
            won=tuple(total if player in open_totals else None for player, total in enumerate(start.won, start=1)),
        ),
        hand=game.hand_size,
    )
    for turn in game.turns:
        seen.play(turn.move, turn.draw if turn.draw is None or turn.player in open_hands else UNKNOWN)
    return seen
