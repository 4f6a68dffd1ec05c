"""What a command does: the events it makes at a table, or why it is refused.

Pure: everything that comes from outside (the time, who asks, shuffled tiles) is handed in, nothing is changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from indigo.errors import NotationError, RuleError
from indigo.notation import read_move
from indigo.position import leaders
from indigo.rules import ALL_TILES, Game
from indigo.server.codec import journey_words
from indigo.server.errors import Refusal, from_rules
from indigo.server.table import commands as ask
from indigo.server.table.chat import PHRASES, SIGNS
from indigo.server.table.clocks import gone_by, out_of_time, time_to_take_back
from indigo.server.table.events import NewEvent
from indigo.server.table.settings import DaysClock, tidy
from indigo.server.table.state import Chair, TableState, totals

GONE_AFTER: Final = 5 * 60 * 1000
GONE_AFTER_DAYS: Final = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks: a player with a name, or the house, which plays for its bots and watches the clocks."""

    player: str | None
    name: str = ""
    house: bool = False


HOUSE: Final = Actor(None, "", house=True)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a decision needs to know from outside."""

    now: int
    levels: tuple[str, ...]
    shuffle: Callable[[str], str]  # the same letters in another order
    lot: Callable[[int], int]  # a number from 1 to so many
    gone_since: Callable[[str], int | None]  # since when a player has not been here
    new_table: Callable[[], str]

    @property
    def usual_level(self) -> str:
        """The bot that stands in if the table has not said which."""
        return self.levels[len(self.levels) // 2]


@dataclass(frozen=True, slots=True)
class Decision:
    """What happens: events at this table, and perhaps a new table with its first events."""

    events: list[NewEvent]
    new_table: tuple[str, list[NewEvent]] | None = None


def decide(state: TableState, command: ask.AnyCommand, actor: Actor, around: Circumstances) -> Decision:
    """What *command* does at the table, or a Refusal."""
    _check_expected(state, command)
    made = _obey(state, command, actor, around)
    return made if isinstance(made, Decision) else Decision(made)


def _obey(state: TableState, command: ask.AnyCommand, actor: Actor, around: Circumstances) -> list[NewEvent] | Decision:
    match command:
        case ask.Sit():
            return _sit(state, command, actor)
        case ask.StandUp():
            return _stand_up(state, command, actor)
        case ask.SeatBot():
            return _seat_bot(state, command, actor, around)
        case ask.OpenTheSeat():
            return _open_seat(state, command, actor)
        case ask.Youngest():
            return _youngest(state, command, actor)
        case ask.Start():
            return _start(state, actor, around)
        case ask.Place():
            return _place(state, command, actor)
        case ask.Undo():
            return _undo(state, command, actor, around)
        case ask.TakeBack() | ask.OfferEnd():
            return _question(state, command, actor, around)
        case ask.Answer():
            return _answer(state, command, actor)
        case ask.Withdraw():
            return _withdraw(state, command, actor)
        case ask.Leave():
            return _leave(state, actor, around)
        case ask.Return():
            return _return(state, command, actor, around)
        case ask.Remove():
            return _remove(state, command, actor, around)
        case ask.NextRound():
            return _next_round(state, actor, around)
        case ask.Rematch():
            return _rematch(state, actor, around)
        case ask.Say():
            return _say(state, command, actor)


def _check_expected(state: TableState, command: ask.AnyCommand) -> None:
    """Refuse what was meant for a table that has moved on."""
    if isinstance(command, (ask.Say, ask.Sit, ask.Return, ask.Leave)) and command.expected is None:
        return
    if command.expected is None:
        raise Refusal("invalid", "say which event you had seen last", field="expected", number=state.number)
    if command.expected > state.number:
        raise Refusal("invalid", f"event {command.expected} has not happened", field="expected", number=state.number)
    asked = state.asked.number if state.asked is not None and isinstance(command, ask.Answer) else 0
    if command.expected < max(state.played_on, asked) and not isinstance(
        command, (ask.Say, ask.Sit, ask.Return, ask.Leave)
    ):
        raise Refusal("stale", "the table has moved on since the event you expected", number=state.number)


# ------------------------------------------------------------------------------------------------ who may


def _during(state: TableState, *stages: str) -> None:
    if state.status not in stages:
        raise Refusal("wrong_status", f"the table is {state.status}", number=state.number)


def _seated(state: TableState, actor: Actor) -> list[int]:
    seats = state.seats_of(actor.player)
    if not seats:
        raise Refusal("not_seated", "only for those at the table", number=state.number)
    return seats


def _host(state: TableState, actor: Actor) -> None:
    if actor.player is None or actor.player != state.host:
        raise Refusal("not_host", "only the host may do this", number=state.number)


def _chair(state: TableState, seat: int) -> Chair:
    chair = state.chair(seat)
    if chair is None:
        raise Refusal("invalid", f"there is no seat {seat}", field="seat", number=state.number)
    return chair


def _own_chair(state: TableState, seat: int, actor: Actor) -> Chair:
    """The actor's chair, played by the actor and not by a bot that stands in."""
    chair = _chair(state, seat)
    mine = chair.played_by_bot if actor.house else chair.played_by_person and chair.player == actor.player
    if not mine:
        raise Refusal("not_your_seat", f"you do not play for seat {seat}", field="seat", number=state.number)
    return chair


def _others(state: TableState, actor: Actor) -> list[int]:
    """The seats of the other people who play themselves: those whose consent counts."""
    return [chair.seat for chair in state.chairs if chair.played_by_person and chair.player != actor.player]


# ------------------------------------------------------------------------------------------------ before the game


def sat(seat: int, kind: str, player: str | None, name: str | None, level: str | None) -> NewEvent:
    """Somebody sits down."""
    return NewEvent("sat", {"seat": seat, "kind": kind, "player": player, "name": name, "level": level})


def _sit(state: TableState, command: ask.Sit, actor: Actor) -> list[NewEvent]:
    _during(state, "waiting")
    if actor.player is None:
        raise Refusal("no_player", "give a name first")
    if _chair(state, command.seat).kind != "open":
        raise Refusal("seat_taken", f"seat {command.seat} is taken", field="seat", number=state.number)
    if command.name is not None:
        return [sat(command.seat, "person", actor.player, command.name, None)]
    moved = [NewEvent("stood_up", {"seat": seat}) for seat in state.seats_of(actor.player)[:1]]
    return [*moved, sat(command.seat, "person", actor.player, actor.name, None)]


def _stand_up(state: TableState, command: ask.StandUp, actor: Actor) -> list[NewEvent]:
    _during(state, "waiting")
    chair = _chair(state, command.seat)
    if chair.kind != "person" or (chair.player != actor.player and actor.player != state.host):
        raise Refusal("not_your_seat", f"you do not hold seat {command.seat}", field="seat", number=state.number)
    return [NewEvent("stood_up", {"seat": command.seat})]


def _seat_bot(state: TableState, command: ask.SeatBot, actor: Actor, around: Circumstances) -> list[NewEvent]:
    _during(state, "waiting")
    _host(state, actor)
    if _chair(state, command.seat).kind == "person":
        raise Refusal("seat_taken", f"seat {command.seat} is taken", field="seat", number=state.number)
    check_level(command.level, around.levels)
    return [sat(command.seat, "bot", None, command.level, command.level)]


def check_level(level: str, levels: tuple[str, ...]) -> None:
    """Refuse a bot that does not exist."""
    if level not in levels:
        raise Refusal("unknown_level", f"bots are {', '.join(levels)}", field="level")


def _open_seat(state: TableState, command: ask.OpenTheSeat, actor: Actor) -> list[NewEvent]:
    _during(state, "waiting")
    _host(state, actor)
    chair = _chair(state, command.seat)
    if chair.kind == "person" and chair.player != actor.player:
        raise Refusal("seat_taken", f"seat {command.seat} is taken", field="seat", number=state.number)
    return [NewEvent("stood_up", {"seat": command.seat})]


def _youngest(state: TableState, command: ask.Youngest, actor: Actor) -> list[NewEvent]:
    _during(state, "waiting")
    _seated(state, actor)
    if _chair(state, command.seat).kind != "person":
        raise Refusal("invalid", "nobody sits there", field="seat", number=state.number)
    return [NewEvent("youngest", {"seat": command.seat})]


def _start(state: TableState, actor: Actor, around: Circumstances) -> list[NewEvent]:
    _during(state, "waiting")
    if actor.player is None or actor.player != state.host:
        _seated(state, actor)
    return begin(state, around)


def begin(state: TableState, around: Circumstances) -> list[NewEvent]:
    """Deal and begin the first round."""
    if any(chair.kind == "open" for chair in state.chairs):
        raise Refusal("seats_open", "not every seat is filled", number=state.number)
    settings = state.settings
    youngest = [chair.seat for chair in state.chairs if chair.youngest]
    if isinstance(settings.first, int):
        first = settings.first
    elif settings.first == "youngest" and youngest:
        first = youngest[0]
    else:
        first = around.lot(len(state.chairs))
    if state.begin is None:
        return [_deal(state, 1, first, around)]
    start = state.begin
    seen = "".join(start["deal"]) + start["draws"]
    rest = ALL_TILES
    for kind in seen:
        rest = rest.replace(kind, "", 1)
    draws = start["draws"] + around.shuffle(rest)
    return [
        NewEvent(
            "started",
            {"round": 1, "first": start["first"], "deal": start["deal"], "draws": draws, "moves": start["moves"]},
        )
    ]


def _deal(state: TableState, number: int, first: int, around: Circumstances) -> NewEvent:
    tiles = around.shuffle(ALL_TILES)
    hand = state.settings.hand
    dealt = hand * len(state.chairs)
    deal = ["".join(sorted(tiles[start : start + hand])) for start in range(0, dealt, hand)]
    return NewEvent("started", {"round": number, "first": first, "deal": deal, "draws": tiles[dealt:]})


# ------------------------------------------------------------------------------------------------ playing


def _playing(state: TableState) -> Game:
    if state.status != "playing" or state.game is None:
        code = "game_over" if state.status in ("between", "over") else "wrong_status"
        raise Refusal(code, f"the table is {state.status}", number=state.number)
    return state.game


def _place(state: TableState, command: ask.Place, actor: Actor) -> list[NewEvent]:
    game = _playing(state)
    chair = _own_chair(state, command.seat, actor)
    if game.player != chair.seat:
        raise Refusal("not_your_turn", f"seat {game.player} has to place", field="seat", number=state.number)
    try:
        move, told = read_move(command.move)
    except (NotationError, RuleError):
        raise Refusal("bad_move", "a move is a cell, a kind and a turn, such as c4E2", field="move") from None
    if told is not None:
        raise Refusal("bad_move", "the table draws for you: a move has no draw", field="move")
    after = game.copy()
    try:
        turn = after.play(move)
    except RuleError as error:
        raise from_rules(error) from None
    placed = NewEvent(
        "placed",
        {
            "seat": chair.seat,
            "move": str(turn.move),
            "draw": turn.draw,
            "journeys": journey_words(turn.journeys),
            "awards": [list(award) for award in turn.awards],
            "stand_in": chair.stand_in,
        },
    )
    events = [placed]
    if after.over or not chair.played_by_bot:
        events += _overtaken(state)
    return [*events, *_end_of_round(state, after, "gems")] if after.over else events


def _overtaken(state: TableState) -> list[NewEvent]:
    """An open question ends, because play went on."""
    if state.asked is None:
        return []
    return [NewEvent("ask_ended", {"what": state.asked.what, "reason": "overtaken"})]


def _end_of_round(state: TableState, game: Game, end: str) -> list[NewEvent]:
    """The round goes on the score sheet; after the last one the match is over."""
    gems = totals(game)
    points = list(game.points)
    number = len(state.sheet) + 1
    over = NewEvent(
        "round_over",
        {
            "round": number,
            "first": game.first,
            "end": end,
            "points": points,
            "gems": [list(won) for won in gems],
            "winners": list(leaders(points, [sum(won) for won in gems])),
        },
    )
    if number < state.settings.rounds:
        return [over]
    total = [a + b for a, b in zip(state.total, points, strict=True)]
    counts = [sum(sum(row.gems[seat]) for row in state.sheet) + sum(gems[seat]) for seat in range(len(state.chairs))]
    return [over, NewEvent("match_over", {"total": total, "winners": list(leaders(total, counts))})]


def _turns_since(state: TableState, game: Game, seat: int) -> int:
    """How many turns lie between now and before this seat's last placement at this table."""
    prefix = state.rounds[-1].prefix
    turns = game.turns
    for back in range(1, len(turns) - prefix + 1):
        if turns[-back].player == seat:
            return back
    raise Refusal("nothing_to_take_back", "you have not placed a tile", number=state.number)


def _undo(state: TableState, command: ask.Undo, actor: Actor, around: Circumstances) -> list[NewEvent]:
    game = _playing(state)
    chair = _own_chair(state, command.seat, actor)
    if _turns_since(state, game, chair.seat) != 1:
        raise Refusal("nothing_to_take_back", "somebody acted since", number=state.number)
    if state.rounds[-1].times[-1].stand_in:  # or one could see what a bot would place, and then choose
        raise Refusal("nothing_to_take_back", "a bot has placed in your stead", number=state.number)
    return [*_unasked(state, 1, chair.seat, around), *_overtaken(state)]


def _unasked(state: TableState, turns: int, by: int, around: Circumstances) -> list[NewEvent]:
    """Somebody takes back without asking: that gains no time."""
    if not time_to_take_back(state, turns, around.now):
        raise Refusal("no_time_left", "your time for that turn has run out", number=state.number)
    return [NewEvent("taken_back", {"turns": turns, "by": by, "agreed": False})]


def _question(
    state: TableState, command: ask.TakeBack | ask.OfferEnd, actor: Actor, around: Circumstances
) -> list[NewEvent]:
    game = _playing(state)
    chair = _own_chair(state, command.seat, actor)
    if state.asked is not None:
        raise Refusal("already_asked", "another question is open", number=state.number)
    what = "take_back" if isinstance(command, ask.TakeBack) else "end"
    turns = _turns_since(state, game, chair.seat) if what == "take_back" else 0
    others = _others(state, actor)
    if not others:
        return _unasked(state, turns, chair.seat, around) if turns else _agreed(state, game, what, chair.seat)
    return [NewEvent("asked", {"what": what, "by": chair.seat, "of": others})]


def _agreed(state: TableState, game: Game, what: str, by: int) -> list[NewEvent]:
    if what == "end":
        return _end_of_round(state, game, "agreed")
    return [NewEvent("taken_back", {"turns": _turns_since(state, game, by), "by": by, "agreed": True})]


def _answer(state: TableState, command: ask.Answer, actor: Actor) -> list[NewEvent]:
    game = _playing(state)
    chair = _own_chair(state, command.seat, actor)
    asked = state.asked
    if asked is None or chair.seat not in asked.of or chair.seat in asked.yes:
        raise Refusal("nothing_asked", "there is no question for you", number=state.number)
    answered = NewEvent("answered", {"seat": chair.seat, "yes": command.yes})
    if not command.yes:
        return [answered, NewEvent("ask_ended", {"what": asked.what, "reason": "refused"})]
    if set(asked.of) - set(asked.yes) - {chair.seat}:
        return [answered]
    return [answered, *_agreed(state, game, asked.what, asked.by)]


def _withdraw(state: TableState, command: ask.Withdraw, actor: Actor) -> list[NewEvent]:
    chair = _own_chair(state, command.seat, actor)
    if state.asked is None or state.asked.by != chair.seat:
        raise Refusal("nothing_asked", "you have not asked anything", number=state.number)
    return [NewEvent("ask_ended", {"what": state.asked.what, "reason": "withdrawn"})]


# ------------------------------------------------------------------------------------------------ coming and going


def stands_in(state: TableState, seat: int, reason: str, around: Circumstances) -> list[NewEvent]:
    """A bot takes over a seat."""
    level = state.settings.stand_in or around.usual_level
    taken_over = NewEvent("left", {"seat": seat, "reason": reason, "level": level})
    return [taken_over, *_overtaken(state)]


def _leave(state: TableState, actor: Actor, around: Circumstances) -> list[NewEvent]:
    mine = state.seats_of(actor.player)
    if state.status == "waiting":
        stood_up = [NewEvent("stood_up", {"seat": seat}) for seat in mine]
        if actor.player is None or actor.player != state.host:
            _seated(state, actor)
            return stood_up
        people = [chair.seat for chair in state.chairs if chair.kind == "person" and chair.seat not in mine]
        return [*stood_up, NewEvent("host", {"seat": people[0]}) if people else NewEvent("closed", {})]
    _seated(state, actor)
    _during(state, "playing", "between")
    present = [seat for seat in mine if not state.chairs[seat - 1].stand_in]
    if not present:
        raise Refusal("wrong_status", "you have left already", number=state.number)
    events: list[NewEvent] = []
    for seat in present:
        events += stands_in(state, seat, "left", around)[:1]
    return [*events, *_overtaken(state)]


def _return(state: TableState, command: ask.Return, actor: Actor, around: Circumstances) -> list[NewEvent]:
    _during(state, "playing", "between")
    chair = _chair(state, command.seat)
    if chair.kind != "person" or actor.player is None or chair.player != actor.player:
        raise Refusal("not_your_seat", f"you do not hold seat {command.seat}", field="seat", number=state.number)
    if not chair.stand_in:
        raise Refusal("wrong_status", "you are back already", number=state.number)
    if out_of_time(state, chair.seat, around.now):
        raise Refusal("no_time_left", "your time for this turn or this game has run out", number=state.number)
    returned = NewEvent("returned", {"seat": chair.seat, "away": gone_by(state, chair.seat, around.now)})
    return [returned, *_overtaken(state)]  # who is back has to be asked too


def _remove(state: TableState, command: ask.Remove, actor: Actor, around: Circumstances) -> list[NewEvent]:
    _during(state, "playing", "between")
    _seated(state, actor)
    chair = _chair(state, command.seat)
    if not chair.played_by_person or chair.player is None or chair.player == actor.player:
        raise Refusal("invalid", "no other person plays there", field="seat", number=state.number)
    if not long_gone(state, chair, around):
        raise Refusal("not_gone", "the person has not been gone for long enough", number=state.number)
    return stands_in(state, chair.seat, "removed", around)


def long_gone(state: TableState, chair: Chair, around: Circumstances) -> bool:
    """Whether the person on this chair has been away for so long that others may go on without."""
    since = around.gone_since(chair.player) if chair.player is not None else None
    patience = GONE_AFTER_DAYS if isinstance(state.settings.clock, DaysClock) else GONE_AFTER
    return since is not None and around.now - since >= patience


# ------------------------------------------------------------------------------------------------ going on


def _next_round(state: TableState, actor: Actor, around: Circumstances) -> list[NewEvent]:
    if actor.player is None or actor.player != state.host:
        _seated(state, actor)
    _during(state, "between")
    last = state.sheet[-1]
    return [_deal(state, last.round + 1, last.first % len(state.chairs) + 1, around)]


def _rematch(state: TableState, actor: Actor, around: Circumstances) -> Decision:
    _seated(state, actor)
    _during(state, "over")
    if state.rematch is not None or state.closed:
        raise Refusal("wrong_status", "there is a new table already", number=state.number)
    table = around.new_table()
    seats = [
        sat(chair.seat, chair.kind, chair.player, chair.name, chair.level if chair.kind == "bot" else None)
        for chair in state.chairs
    ]
    made = NewEvent("made", {"by": actor.player, "settings": state.settings.model_dump(mode="json")})
    return Decision([NewEvent("rematch", {"table": table})], (table, [made, *seats]))


def _say(state: TableState, command: ask.Say, actor: Actor) -> list[NewEvent]:
    if actor.player is None:
        raise Refusal("no_player", "give a name first")
    said: dict[str, str]
    if command.phrase is not None:
        if command.phrase not in PHRASES:
            raise Refusal("invalid", f"phrases are {', '.join(PHRASES)}", field="phrase")
        said = {"phrase": command.phrase}
    elif command.sign is not None:
        if command.sign not in SIGNS:
            raise Refusal("invalid", f"signs are {' '.join(SIGNS)}", field="sign")
        said = {"sign": command.sign}
    else:
        if state.settings.chat != "free":
            raise Refusal("no_free_chat", "this table speaks in phrases", field="text")
        text = tidy(command.text or "")
        if not text:
            raise Refusal("invalid", "say something", field="text")
        said = {"text": text}
    seats = state.seats_of(actor.player)
    return [NewEvent("said", {"seat": seats[0] if seats else None, "name": actor.name, **said})]


# ------------------------------------------------------------------------------------------------ what is accepted


def may(state: TableState, actor: Actor, around: Circumstances) -> list[str]:
    """The commands that would be accepted from this player now, in a fixed order."""
    mine = [state.chairs[seat - 1] for seat in state.seats_of(actor.player)]
    playing = [chair for chair in mine if chair.played_by_person]
    host = actor.player is not None and actor.player == state.host
    found: list[str] = []
    if state.status == "waiting":
        opened = any(chair.kind == "open" for chair in state.chairs)
        if opened and actor.player is not None:
            found.append("sit")
        if mine or (host and any(chair.kind == "person" for chair in state.chairs)):
            found.append("stand_up")
        if host:
            found += ["seat_bot", "open_seat"]
        if mine:
            found.append("youngest")
        if (mine or host) and not opened:
            found.append("start")
    if state.status == "playing" and state.game is not None and playing:
        game, prefix = state.game, state.rounds[-1].prefix
        own = {chair.seat for chair in playing}
        here = [turn.player for turn in game.turns[prefix:]]
        if game.player in own:
            found.append("place")
        last = state.rounds[-1].times[-1] if here else None
        if last and last.seat in own and not last.stand_in and time_to_take_back(state, 1, around.now):
            found.append("undo")
        if state.asked is None:
            backs = [_turns_since(state, game, seat) for seat in own.intersection(here)]
            if _others(state, actor):
                found += ["take_back"] if backs else []
            elif any(time_to_take_back(state, turns, around.now) for turns in backs):
                found.append("take_back")
            found.append("offer_end")
        else:
            if own.intersection(state.asked.of) - set(state.asked.yes):
                found.append("answer")
            if state.asked.by in own:
                found.append("withdraw")
    if state.status in ("playing", "between"):
        if any(chair.stand_in and not out_of_time(state, chair.seat, around.now) for chair in mine):
            found.append("return")
        others = [chair for chair in state.chairs if chair.played_by_person and chair.player != actor.player]
        if mine and any(long_gone(state, chair, around) for chair in others):
            found.append("remove")
    if (playing and state.status in ("playing", "between")) or (state.status == "waiting" and (mine or host)):
        found.append("leave")
    if (mine or host) and state.status == "between":
        found.append("next_round")
    if mine and state.status == "over" and state.rematch is None and not state.closed:
        found.append("rematch")
    if actor.player is not None:
        found.append("say")
    return found
