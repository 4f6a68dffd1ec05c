"""The score, as far as it may be seen, and the score sheet of a match, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from indigo.i18n import Words
from indigo.match import Match
from indigo.position import Position, leaders, worth
from indigo.rules import Game


def told_score(position: Position, players: Sequence[str], say: Words) -> list[str]:
    """A line for each player: points and gems, or that they lie behind the screen."""
    lines: list[str] = []
    for name, won in zip(players, position.won, strict=True):
        if won is None:
            lines.append(say("terminal.score_hidden", name=name))
            continue
        ambers, emeralds, sapphires = won
        points = say("game.points", n=worth(won))
        gems = say("game.gems", n=sum(won))
        detail = say(
            "terminal.score_detail",
            ambers=say("game.ambers", n=ambers),
            emeralds=say("game.emeralds", n=emeralds),
            sapphires=say("game.sapphires", n=sapphires),
        )
        lines.append(f"{say('terminal.score_line', name=name, points=points, gems=gems)} ({detail})")
    return lines


def told_result(game: Game, players: Sequence[str], say: Words) -> list[str]:
    """How a finished game ended, or one that the players agreed to end: the score, and who won."""
    lines = [say("terminal.game_over"), *told_score(game.position, players, say)]
    out = _gems_out(game)
    if out:
        lines.append(say("terminal.score_out", n=out))
    winners = [players[player - 1] for player in leaders(game.points, game.position.gem_counts)]
    if len(winners) > 1:
        return [*lines, say("terminal.share_win", names=say.listed(winners))]
    best = max(game.points)
    if game.points.count(best) > 1:
        return [*lines, say("terminal.wins_by_gems", name=winners[0])]
    return [*lines, say("terminal.wins_with", name=winners[0], points=say("game.points", n=best))]


def _gems_out(game: Game) -> int:
    from indigo.journeys import Meeting

    return sum(isinstance(journey.end, Meeting) for turn in game.turns for journey in turn.journeys)


def told_match(match: Match, say: Words) -> list[str]:
    """Who has won the match, once all rounds are played."""
    lines = [say("terminal.match_over", n=match.rounds)]
    winners = [match.players[player - 1] for player in match.winners]
    if len(winners) > 1:
        return [*lines, say("terminal.match_shared", names=say.listed(winners))]
    best = max(match.points)
    if match.points.count(best) > 1:
        return [*lines, say("terminal.wins_by_gems", name=winners[0])]
    return [*lines, say("terminal.match_won", name=winners[0], points=say("game.points", n=best))]
