"""The shapes of everything that leaves: what docs/api.md describes, what OpenAPI and TypeScript are told."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from indigo.server.codec import Placements
from indigo.server.errors import ErrorDetail
from indigo.server.table.clocks import ClockView
from indigo.server.table.settings import Settings

StatusName = Literal["waiting", "playing", "between", "over"]


class SeatView(TypedDict):
    """One seat, for everybody to see."""

    seat: int
    colour: str
    kind: Literal["open", "person", "bot"]
    name: str | None
    player: str | None
    level: str | None
    stand_in: bool
    here: bool
    gone_since: int | None
    youngest: bool


class You(TypedDict):
    """Who looks, from which seat, and what would be accepted from them now."""

    player: str | None
    seats: list[int]
    seat: int | None
    host: bool
    may: list[str]


class GameView(TypedDict):
    """The game as the viewer may see it."""

    round: int
    first: int
    position: str
    turns: int
    to_play: int | None
    stacked: int
    remaining: dict[str, int] | None
    last: str | None
    last_journeys: str
    last_seat: int | None
    placements: dict[str, Placements] | None
    over: bool
    points: list[int] | None
    winners: list[int]
    end: Literal["gems", "agreed"] | None


class Asked(TypedDict):
    """A question that is open."""

    what: Literal["take_back", "end"]
    by: int
    yes: list[int]
    of: list[int]


class SheetRow(TypedDict):
    """One round on the score sheet."""

    round: int
    first: int
    points: list[int]
    gems: list[list[int]]
    winners: list[int]
    end: Literal["gems", "agreed"]


class Said(TypedDict):
    """Something said at the table."""

    number: int
    seat: int | None
    name: str
    phrase: NotRequired[str]
    sign: NotRequired[str]
    text: NotRequired[str]
    at: int


class View(TypedDict):
    """Everything that one connection may see now."""

    id: str
    number: int
    status: StatusName
    settings: Settings
    seats: list[SeatView]
    you: You
    game: GameView | None
    clock: ClockView | None
    asked: Asked | None
    sheet: list[SheetRow]
    total: list[int]
    winners: list[int] | None
    rematch: str | None
    said: list[Said]
    spectators: int


class TableCard(TypedDict):
    """A table in the lobby."""

    id: str
    status: StatusName
    settings: Settings
    seats: list[SeatView]
    turns: int
    round: int
    your_turn: bool
    made: int
    changed: int


class Lobby(TypedDict):
    """Tables to sit at, games to watch, and your own."""

    open: list[TableCard]
    watch: list[TableCard]
    yours: list[TableCard]


class EventView(TypedDict):
    """Something that happened, without what is secret. Which further fields there are depends on the type."""

    number: int
    at: int
    type: str
    by: NotRequired[str | int | None]
    seat: NotRequired[int | None]
    kind: NotRequired[str]
    name: NotRequired[str | None]
    level: NotRequired[str | None]
    round: NotRequired[int]
    first: NotRequired[int]
    move: NotRequired[str]
    journeys: NotRequired[str]
    awards: NotRequired[list[tuple[int, str]]]
    draw: NotRequired[str | None]
    stand_in: NotRequired[bool]
    turns: NotRequired[int]
    what: NotRequired[str]
    yes: NotRequired[bool]
    reason: NotRequired[str]
    end: NotRequired[str]
    points: NotRequired[list[int]]
    gems: NotRequired[list[list[int]]]
    winners: NotRequired[list[int]]
    total: NotRequired[list[int]]
    phrase: NotRequired[str]
    sign: NotRequired[str]
    text: NotRequired[str]
    table: NotRequired[str]
    away: NotRequired[int]


class Update(TypedDict):
    """What happened after an event that the client knows, and the view that comes of it."""

    type: Literal["update"]
    number: int
    events: list[EventView]
    view: View


class Done(TypedDict):
    """A command has acted; the number of the last event that it made."""

    type: Literal["done"]
    id: str
    number: int


class Refused(TypedDict):
    """A command has not acted."""

    type: Literal["refused"]
    id: str | None
    number: int
    error: ErrorDetail


class Presence(TypedDict):
    """Who is here now."""

    type: Literal["presence"]
    number: int
    here: list[int]
    spectators: int


class Pong(TypedDict):
    """The server is there."""

    type: Literal["pong"]
    number: int


class Closing(TypedDict):
    """The connection closes, and why."""

    type: Literal["closing"]
    number: int
    error: ErrorDetail


ServerMessage = Update | Done | Refused | Presence | Pong | Closing


class ReplayTurn(TypedDict):
    """One turn of a game that is shown again."""

    seat: int
    move: str
    draw: str | None
    journeys: str
    awards: list[tuple[int, str]]
    position: str
    seconds: float | None


class Replay(TypedDict):
    """A whole game, to be shown again."""

    source: dict[str, str]
    game: int
    games: int
    players: list[str]
    layout: str
    hand: int
    first: int
    tags: dict[str, str]
    complete: bool
    start: str
    turns: list[ReplayTurn]
    points: list[int] | None
    gems: list[list[int]] | None
    winners: list[int]


class GemChances(TypedDict):
    """Where a gem is likely to end, in thousandths: by gateway, and out of the game."""

    gem: str
    cell: str
    side: int
    gateways: list[int]
    out: int


class AnalysedPosition(TypedDict):
    """What the engine thinks of the position before a move."""

    move: int
    chances: list[int]
    best: list[str]
    best_chances: list[list[int]]
    loss: int | None
    gems: list[GemChances]


class Moment(TypedDict):
    """A move that decided something."""

    move: int
    seat: int
    swing: int


class Analysis(TypedDict):
    """The engine's opinion of a finished game."""

    id: str
    state: Literal["waiting", "working", "done", "failed"]
    progress: float
    positions: list[AnalysedPosition]
    moments: list[Moment]


class HintMove(TypedDict):
    """A move that the engine likes."""

    move: str
    chances: list[int]


class Hint(TypedDict):
    """The engine's best moves for a seat, best first."""

    moves: list[HintMove]


class Me(TypedDict):
    """Who you are."""

    id: str
    name: str


class MoveCode(TypedDict):
    """How to become the same player on another device."""

    code: str
    url: str
    qr: str
    expires: int


class TokenInfo(TypedDict):
    """A token of yours, without the token."""

    id: str
    name: str
    made: int


class NewToken(TokenInfo):
    """A token, shown this once."""

    token: str


class Tokens(TypedDict):
    """All your tokens."""

    tokens: list[TokenInfo]


class About(TypedDict):
    """What this server offers."""

    version: str
    levels: list[str]
    phrases: list[str]
    signs: list[str]
    free_chat: bool


class Health(TypedDict):
    """The server is there."""

    ok: bool


class UploadedRecord(TypedDict):
    """A record that was taken in."""

    id: str
    games: int
