"""What people and programs may ask a table to do: the same by WebSocket and by HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, get_args

from pydantic import Discriminator, Field, Tag, model_validator

from indigo.server.table.settings import Name, SeatNumber, Strict

CommandId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[^\u0000]+$")]
"""Any text of the sender's that a database can keep: PostgreSQL takes no NUL."""


class Command(Strict):
    """What all commands have: an id, so that one sent twice acts once, and the last event its sender had seen."""

    type: Literal["command"] = "command"
    id: CommandId
    expected: int | None = Field(default=None, ge=0)


class Sit(Command):
    """Sit down on an open seat; with a name, as somebody else at the same device."""

    do: Literal["sit"]
    seat: SeatNumber
    name: Name | None = None


class StandUp(Command):
    """Stand up before the game begins."""

    do: Literal["stand_up"]
    seat: SeatNumber


class SeatBot(Command):
    """Let a bot of the house sit down."""

    do: Literal["seat_bot"]
    seat: SeatNumber
    level: str = Field(max_length=24)


class OpenTheSeat(Command):
    """Make a bot's seat free for whoever comes."""

    do: Literal["open_seat"]
    seat: SeatNumber


class Youngest(Command):
    """Say who is the youngest."""

    do: Literal["youngest"]
    seat: SeatNumber


class Start(Command):
    """Begin."""

    do: Literal["start"]


class Place(Command):
    """Place a tile."""

    do: Literal["place"]
    seat: SeatNumber
    move: str = Field(max_length=16)


class Undo(Command):
    """Take back a slip before the next player acts."""

    do: Literal["undo"]
    seat: SeatNumber


class TakeBack(Command):
    """Ask to go back to before your last placement."""

    do: Literal["take_back"]
    seat: SeatNumber


class OfferEnd(Command):
    """Ask to end the game now."""

    do: Literal["offer_end"]
    seat: SeatNumber


class Answer(Command):
    """Say yes or no to what was asked."""

    do: Literal["answer"]
    seat: SeatNumber
    yes: bool


class Withdraw(Command):
    """Ask no longer."""

    do: Literal["withdraw"]
    seat: SeatNumber


class Leave(Command):
    """Leave the table; a bot plays on for you."""

    do: Literal["leave"]


class Return(Command):
    """Come back to your seat."""

    do: Literal["return"]
    seat: SeatNumber


class Remove(Command):
    """Let a bot play for somebody who is long gone."""

    do: Literal["remove"]
    seat: SeatNumber


class NextRound(Command):
    """Begin the next round."""

    do: Literal["next_round"]


class Rematch(Command):
    """Play again, the same people at a new table."""

    do: Literal["rematch"]


class Say(Command):
    """Say something: a set phrase, a sign, or, where the table allows it, a text."""

    do: Literal["say"]
    phrase: str | None = Field(default=None, max_length=32)
    sign: str | None = Field(default=None, max_length=8)
    text: str | None = Field(default=None, min_length=1, max_length=200)

    @model_validator(mode="after")
    def _one(self) -> Say:
        if sum(said is not None for said in (self.phrase, self.sign, self.text)) != 1:
            raise ValueError("say a phrase, a sign or a text")
        return self


AnyCommand = Annotated[
    Sit
    | StandUp
    | SeatBot
    | OpenTheSeat
    | Youngest
    | Start
    | Place
    | Undo
    | TakeBack
    | OfferEnd
    | Answer
    | Withdraw
    | Leave
    | Return
    | Remove
    | NextRound
    | Rematch
    | Say,
    Field(discriminator="do"),
]


class Hello(Strict):
    """The first message of a connection: the last event it knows of, if any."""

    type: Literal["hello"]
    after: int | None = Field(default=None, ge=0)


class Seen(Strict):
    """Everything up to this event has arrived."""

    type: Literal["seen"]
    number: int = Field(ge=0)


class Ping(Strict):
    """Are you there?"""

    type: Literal["ping"]


def _kind(raw: Any) -> Any:
    """Which of the messages something means to be: one that does not say so is a command."""
    return raw.get("type", "command") if isinstance(raw, dict) else None


ClientMessage = Annotated[
    Annotated[Hello, Tag("hello")]
    | Annotated[Seen, Tag("seen")]
    | Annotated[Ping, Tag("ping")]
    | Annotated[AnyCommand, Tag("command")],
    Discriminator(
        _kind, custom_error_type="unknown_type", custom_error_message="type is one of command, hello, ping and seen"
    ),
]
"""What comes by WebSocket: each refused for what is wrong with itself, not for what would make it another."""


def field_of(place: Sequence[int | str], *, kinds: bool) -> str | None:
    """The field that is wrong, as its sender wrote it: without where it came in and what kind of message it is in."""
    parts = [str(part) for part in place]
    skipped = {"body", "query", "path"} | ({"command", "hello", "seen", "ping", *_names()} if kinds else set())
    while parts and parts[0] in skipped:
        skipped -= {parts.pop(0)}
    return ".".join(parts)[:100] or None


def _names() -> list[str]:
    """What commands may do."""
    union, *_ = get_args(AnyCommand)
    return [str(get_args(command.model_fields["do"].annotation)[0]) for command in get_args(union)]
