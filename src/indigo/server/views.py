"""What leaves the server: every view, event, history and replay passes through here, by allow-list.

What is secret in a game is known to `indigo.view` alone; this room asks it and adds who sits where.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, cast

from indigo.board import COLOURS, KINDS
from indigo.position import UNKNOWN
from indigo.rules import Game
from indigo.server import responses
from indigo.server.codec import journey_words, placements
from indigo.server.table.clocks import clock_view
from indigo.server.table.decision import Actor, Circumstances, may
from indigo.server.table.events import Event
from indigo.server.table.state import PlayedRound, TableState, totals
from indigo.view import see


@dataclass(frozen=True, slots=True)
class Company:
    """Who is at the table now: connections are not part of a table's events."""

    here: Callable[[str], bool]
    spectators: int


# ------------------------------------------------------------------------------------------------ the game


def seen_game(state: TableState, played: PlayedRound, seats: list[int]) -> Game:
    """The game of a round as these seats may see it; when the round is over everything is open."""
    if played.end is not None:
        return see(played.game, *range(1, len(state.chairs) + 1), screens=False)
    return see(played.game, *seats, screens=state.settings.screens == "up")


def seat_in_view(state: TableState, player: str | None) -> int | None:
    """The seat for which a view is made: the player's only one or, of several, the one that plays now or next.

    Of several, those for which a bot stands in count only if there is no other.
    """
    seats = state.seats_of(player)
    seats = [seat for seat in seats if not state.chairs[seat - 1].stand_in] or seats
    if len(seats) < 2 or state.game is None:
        return seats[0] if seats else None
    to_play, players = state.game.player, len(state.chairs)
    return min(seats, key=lambda seat: (seat - to_play) % players)


def game_view(state: TableState, seat: int | None) -> responses.GameView | None:
    """The game that is played now, or was played last."""
    played = state.round
    if played is None:
        return None
    seen = seen_game(state, played, [] if seat is None else [seat])
    position = seen.position
    over = played.end is not None
    last = seen.turns[-1] if seen.turns else None
    hand = position.hands[seat - 1] if seat is not None and not over else ""
    row = state.sheet[-1] if over else None
    remaining = dict(seen.unseen) if state.settings.remaining and not over else None
    points = None if any(won is None for won in position.won) else list(position.points)
    return {
        "round": played.round,
        "first": seen.first,
        "position": str(position),
        "turns": seen.turns_played,
        "to_play": None if over else position.player,
        "stacked": position.stacked,
        "remaining": {kind: remaining[kind] for kind in KINDS} if remaining is not None else None,
        "last": str(last.move) if last else None,
        "last_journeys": journey_words(last.journeys) if last else "",
        "last_seat": last.player if last else None,
        "placements": {kind: placements(position, kind) for kind in dict.fromkeys(hand) if kind != UNKNOWN} or None,
        "over": over,
        "points": points,
        "winners": row.winners if row is not None else [],
        "end": played.end,
    }


# ------------------------------------------------------------------------------------------------ the table


def seat_views(state: TableState, around: Circumstances, company: Company) -> list[responses.SeatView]:
    """Who sits where."""
    views: list[responses.SeatView] = []
    for chair in state.chairs:
        here = chair.kind == "bot" or (chair.player is not None and company.here(chair.player))
        views.append(
            {
                "seat": chair.seat,
                "colour": COLOURS[chair.seat - 1],
                "kind": chair.kind,
                "name": chair.name,
                "player": chair.player,
                "level": chair.level,
                "stand_in": chair.stand_in,
                "here": here,
                "gone_since": None if here or chair.player is None else around.gone_since(chair.player),
                "youngest": chair.youngest,
            }
        )
    return views


def view(state: TableState, player: str | None, around: Circumstances, company: Company) -> responses.View:
    """Everything that *player* may see of the table now; None for somebody without a name."""
    seat = seat_in_view(state, player)
    said: list[responses.Said] = []
    for remark in state.said:
        one: responses.Said = {"number": remark.number, "seat": remark.seat, "name": remark.name, "at": remark.at}
        if remark.phrase is not None:
            one["phrase"] = remark.phrase
        if remark.sign is not None:
            one["sign"] = remark.sign
        if remark.text is not None:
            one["text"] = remark.text
        said.append(one)
    return {
        "id": state.id,
        "number": state.number,
        "status": state.status,
        "settings": state.settings,
        "seats": seat_views(state, around, company),
        "you": {
            "player": player,
            "seats": state.seats_of(player),
            "seat": seat,
            "host": player is not None and player == state.host,
            "may": may(state, Actor(player), around),
        },
        "game": game_view(state, seat),
        "clock": clock_view(state, around.now),
        "asked": None
        if state.asked is None
        else {"what": state.asked.what, "by": state.asked.by, "yes": state.asked.yes, "of": state.asked.of},
        "sheet": [
            {
                "round": row.round,
                "first": row.first,
                "points": row.points,
                "gems": row.gems,
                "winners": row.winners,
                "end": row.end,
            }
            for row in state.sheet
        ],
        "total": state.total,
        "winners": state.winners,
        "rematch": state.rematch,
        "said": said,
        "spectators": company.spectators,
    }


def card(state: TableState, around: Circumstances, company: Company) -> responses.TableCard:
    """The table as it stands in the lobby, for nobody in particular."""
    return {
        "id": state.id,
        "status": state.status,
        "settings": state.settings,
        "seats": seat_views(state, around, company),
        "turns": state.game.turns_played if state.game is not None else 0,
        "round": len(state.rounds) or 1,
        "your_turn": False,
        "made": state.made_at,
        "changed": state.changed_at,
    }


# ------------------------------------------------------------------------------------------------ events

_OPEN_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "made": ("by",),
    "sat": ("seat", "kind", "name", "level"),
    "stood_up": ("seat",),
    "host": ("seat",),
    "youngest": ("seat",),
    "started": ("round", "first"),
    "placed": ("seat", "move", "journeys", "awards", "stand_in"),
    "taken_back": ("turns", "by"),
    "asked": ("what", "by"),
    "answered": ("seat", "yes"),
    "ask_ended": ("what", "reason"),
    "round_over": ("round", "end", "points", "gems", "winners"),
    "match_over": ("total", "winners"),
    "left": ("seat", "reason", "level"),
    "returned": ("seat",),
    "said": ("seat", "name", "phrase", "sign", "text"),
    "rematch": ("table",),
    "resumed": ("away",),
    "closed": (),
}
"""What everybody may know of each type of event."""


def event_view(state: TableState, event: Event, player: str | None) -> responses.EventView:
    """One event as *player* may see it. Who has several seats at one device is told no draw: another may be looking."""
    seen: dict[str, Any] = {"number": event.number, "at": event.at, "type": event.type}
    seen.update({name: event.data[name] for name in _OPEN_FIELDS[event.type] if name in event.data})
    if event.type == "placed":
        draw = event.data["draw"]
        own = event.data["seat"] in state.seats_of(player) and len(state.seats_of(player)) == 1
        seen["draw"] = draw if draw is None or own else UNKNOWN
    return cast(responses.EventView, seen)


# ------------------------------------------------------------------------------------------------ replay


def replay_of(
    game: Game, *, source: dict[str, str], number: int, games: int, players: list[str], tags: dict[str, str]
) -> responses.Replay:
    """A game, already as the viewer may see it, to be shown again."""
    known = all(won is not None for won in game.won)
    return {
        "source": source,
        "game": number,
        "games": games,
        "players": players,
        "layout": game.layout.name,
        "hand": game.hand_size,
        "first": game.first,
        "tags": tags,
        "complete": game.over,
        "start": str(game.start),
        "turns": [
            {
                "seat": turn.player,
                "move": str(turn.move),
                "draw": turn.draw,
                "journeys": journey_words(turn.journeys),
                "awards": [(player, gem) for player, gem in turn.awards],
                "position": str(turn.after),
                "seconds": None,
            }
            for turn in game.turns
        ],
        "points": list(game.points) if known else None,
        "gems": [list(won) for won in totals(game)] if known else None,
        "winners": list(game.winners),
    }


def table_replay(state: TableState, played: PlayedRound, player: str | None) -> responses.Replay:
    """A round of a table as *player* may see it: all of it when it is over."""
    seats = state.seats_of(player)
    seen = seen_game(state, played, seats if len(seats) == 1 else [])  # several at one device see what all may see
    replay = replay_of(
        seen,
        source={"table": state.id},
        number=played.round,
        games=len(state.rounds),
        players=[chair.name or "?" for chair in state.chairs],
        tags={},
    )
    for turn, seconds in zip(replay["turns"], played.seconds, strict=True):
        turn["seconds"] = seconds
    replay["complete"] = played.end is not None
    if played.end is not None:
        row = next(row for row in state.sheet if row.round == played.round)
        replay["points"], replay["gems"], replay["winners"] = row.points, row.gems, row.winners
    return replay
