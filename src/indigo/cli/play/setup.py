"""Sitting down to play: everything that is agreed before the first tile, from options or by asking."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from indigo.board import COLOURS, LAYOUTS
from indigo.cli.errors import USAGE, Failure
from indigo.cli.play.seats import Seat, bot_names, bot_word, seat_called, why_no_seat
from indigo.cli.terminal.prompt import Asker
from indigo.i18n import Words
from indigo.match import MOST_ROUNDS


@dataclass
class Wishes:
    """What the options say; None where they say nothing."""

    players: list[str] = field(default_factory=list)
    layout: str | None = None
    hand: int | None = None
    rounds: int | None = None
    first: str | None = None
    screens: bool | None = None
    seed: str | None = None


@dataclass
class Agreement:
    """What the table has agreed on."""

    seats: list[Seat]
    layout: str
    hand: int
    rounds: int
    first: int
    screens: bool
    seed: str

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple(seat.name for seat in self.seats)


def check_wishes(wishes: Wishes, say: Words) -> None:
    """Refuse options that make no sense, before anybody is asked anything."""
    if wishes.layout is not None and wishes.layout not in LAYOUTS:
        raise Failure(say("terminal.unknown_layout", layout=wishes.layout, choices=", ".join(LAYOUTS)), USAGE)
    if wishes.players:
        layout = LAYOUTS.get(wishes.layout or str(len(wishes.players)))
        if layout is None:
            raise Failure(say("terminal.players_wanted"), USAGE)
        if len(wishes.players) != layout.players:
            count = say("game.players", n=layout.players)
            raise Failure(say("terminal.players_do_not_fit", players=count), USAGE)
        seats: list[Seat] = []
        for text in wishes.players:
            complaint = why_no_seat(text, seats, say)
            if complaint:
                raise Failure(complaint, USAGE)
            seats.append(seat_called(text, seats, say))
        if wishes.first is not None:
            _seat_meant(wishes.first, seats, say)


def usual(wishes: Wishes, say: Words) -> Agreement:
    """The wishes, with the usual answer for everything they do not say."""
    seats: list[Seat] = []
    for text in wishes.players:
        seats.append(seat_called(text, seats, say))
    agreement = Agreement(
        seats=seats,
        layout=wishes.layout or str(len(seats)),
        hand=wishes.hand or 1,
        rounds=wishes.rounds or 1,
        first=1,
        screens=wishes.screens is not False,
        seed=wishes.seed or str(random.SystemRandom().getrandbits(48)),
    )
    agreement.first = _first(wishes.first or "1", agreement, say)
    return agreement


def agreed(wishes: Wishes, ask: Asker) -> Agreement:
    """The wishes, and the table's answers to what they do not say."""
    say, console = ask.say, ask.console
    console.print(say("terminal.welcome"), style="bold")
    console.print(say("terminal.unofficial"), style="dim")
    console.print(say("terminal.setup_hint"))
    console.print()
    layout = wishes.layout or (str(len(wishes.players)) if len(wishes.players) in (2, 4) else None)
    if layout is None:
        number = len(wishes.players) or ask.number(say("terminal.ask_players"), 2, 4, 2)
        layout = str(number)
        if number == 3:
            shared, own = say("terminal.choice_shared"), say("terminal.choice_own")
            choices = {shared: "3", own: "3own"}
            layout = ask.choice(f"{say('terminal.ask_layout_three')} ({shared}, {own})", choices, shared)
    seats: list[Seat] = []
    for text in wishes.players:
        seats.append(seat_called(text, seats, say))
    while len(seats) < LAYOUTS[layout].players:
        seats.append(_asked_seat(seats, ask))
    hand = wishes.hand or ask.number(say("terminal.ask_hand"), 1, 2, 1)
    rounds = wishes.rounds or ask.number(say("terminal.ask_rounds"), 1, MOST_ROUNDS, 1)
    agreement = Agreement(
        seats=seats,
        layout=layout,
        hand=hand,
        rounds=rounds,
        first=1,
        screens=ask.agreed(say("terminal.ask_screens")) if wishes.screens is None else wishes.screens,
        seed=wishes.seed or str(random.SystemRandom().getrandbits(48)),
    )
    names = ", ".join([*agreement.names, say("terminal.choice_lot")])

    def why_not(answer: str) -> str | None:
        known = _meant_first(answer, seats, say) is not None
        return None if known else say("terminal.choose_one_of", choices=names)

    first = wishes.first
    if first is not None and (complaint := why_not(first)):
        console.print(complaint)
        first = None
    if first is None:
        first = ask.valid(say("terminal.ask_first", lot=say("terminal.choice_lot")), agreement.names[0], why_not)
    agreement.first = _first(first, agreement, say)
    return agreement


def _asked_seat(seats: list[Seat], ask: Asker) -> Seat:
    say = ask.say
    colour = say(f"game.{COLOURS[len(seats)]}")
    bots = ", ".join(bot_word(bot, say) for bot in bot_names())
    # Somebody who just presses Enter plays against a bot; the first of all is a person.
    default = say("game.player_number", number=1) if not seats else say("terminal.bot_greedy")
    question = say("terminal.ask_name", colour=colour, bots=bots)
    return seat_called(ask.valid(question, default, lambda text: why_no_seat(text, seats, say)), seats, say)


def _meant_first(text: str, seats: list[Seat], say: Words) -> int | None:
    """The seat that *text* names, by name or number; 0 for the lot."""
    word = text.casefold()
    if word in (say("terminal.choice_lot").casefold(), "lot"):
        return 0
    for number, seat in enumerate(seats, start=1):
        if word in (seat.name.casefold(), str(number)):
            return number
    return None


def _seat_meant(text: str, seats: list[Seat], say: Words) -> int:
    """The same, for a wish that was made before anybody could be asked."""
    meant = _meant_first(text, seats, say)
    if meant is None:
        choices = ", ".join([*(seat.name for seat in seats), say("terminal.choice_lot")])
        raise Failure(say("terminal.choose_one_of", choices=choices), USAGE)
    return meant


def _first(text: str, agreement: Agreement, say: Words) -> int:
    meant = _seat_meant(text, agreement.seats, say)
    return meant or random.Random(f"lot {agreement.seed}").randrange(len(agreement.seats)) + 1
