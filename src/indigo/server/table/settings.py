"""What a table agrees on before it plays, as it is asked for and as it is kept."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

TableId = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[^\x00]+$")]  # PostgreSQL takes no NUL
SeatNumber = Annotated[int, Field(ge=1, le=4)]


def tidy(text: str) -> str:
    """A text on one line: no control or direction marks, no runs of spaces."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())


def _named(name: str) -> str:
    tidied = tidy(name)
    if not tidied:
        raise ValueError("a name has letters")
    return tidied


Name = Annotated[str, Field(min_length=1, max_length=24), AfterValidator(_named)]
"""What somebody is called."""


class Strict(BaseModel):
    """Takes nothing that was not asked for."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NoClock(Strict):
    """Take your time."""

    kind: Literal["none"] = "none"


class MoveClock(Strict):
    """So many seconds for every placement."""

    kind: Literal["move"]
    seconds: int = Field(default=60, ge=10, le=3600)


class GameClock(Strict):
    """So many seconds for the whole game, and some more after every placement."""

    kind: Literal["game"]
    seconds: int = Field(default=600, ge=60, le=36000)
    increment: int = Field(default=0, ge=0, le=60)


class DaysClock(Strict):
    """Slow play: so many days for every placement."""

    kind: Literal["days"]
    days: int = Field(default=3, ge=1, le=14)


Clock = Annotated[NoClock | MoveClock | GameClock | DaysClock, Field(discriminator="kind")]


class Settings(Strict):
    """What the table plays. Every field has a good default."""

    players: Literal[2, 3, 4] = 2
    own_gateways: bool = False
    hand: Literal[1, 2] = 1
    rounds: int = Field(default=1, ge=1, le=9)
    screens: Literal["up", "down"] = "up"
    first: Literal["lot", "youngest"] | SeatNumber = "lot"
    visibility: Literal["link", "open"] = "link"
    clock: Clock = NoClock()
    remaining: bool = True
    hints: bool = True
    chat: Literal["phrases", "free"] = "phrases"
    stand_in: str | None = Field(default=None, max_length=24)

    @model_validator(mode="after")
    def _fits(self) -> Settings:
        if isinstance(self.first, int) and self.first > self.players:
            raise ValueError(f"seat {self.first} cannot begin: there are {self.players}")
        if self.own_gateways and self.players != 3:
            raise ValueError("own gateways are for three players")
        return self

    @property
    def layout(self) -> str:
        """The name of the layout: how many play, and who owns which gateway."""
        return "3own" if self.own_gateways else str(self.players)


class MySeat(Strict):
    """You sit here."""

    kind: Literal["me"]


class BotSeat(Strict):
    """A bot of the house sits here."""

    kind: Literal["bot"]
    level: str = Field(max_length=24)


class OpenSeat(Strict):
    """Whoever comes may sit here."""

    kind: Literal["open"]


class DeviceSeat(Strict):
    """Somebody else at your device sits here: pass and play."""

    kind: Literal["device"]
    name: Name


SeatRequest = Annotated[MySeat | BotSeat | OpenSeat | DeviceSeat, Field(discriminator="kind")]


class Source(Strict):
    """A moment of a finished game, from which to play on."""

    table: TableId | None = None
    record: TableId | None = None
    game: int = Field(default=1, ge=1, le=99)
    move: int = Field(default=0, ge=0, le=54)

    @model_validator(mode="after")
    def _one(self) -> Source:
        if (self.table is None) == (self.record is None):
            raise ValueError("name a table or a record")
        return self


class NewTable(Strict):
    """A table to be made."""

    settings: Settings = Settings()
    seats: list[SeatRequest] | None = Field(default=None, max_length=4)
    start: bool = False
    from_: Source | None = Field(default=None, alias="from")
