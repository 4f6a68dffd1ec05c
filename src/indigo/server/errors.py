"""What the server answers when something cannot be done: one shape, with a code from one list.

The list is documented in docs/api.md; a test holds the two equal. The client translates the code; the message is for
programmers.
"""

from __future__ import annotations

from typing import Final

from typing_extensions import TypedDict

from indigo.errors import RuleError

STATUS: Final[dict[str, int]] = {
    "bad_request": 400,
    "invalid": 422,
    "no_player": 401,
    "bad_code": 403,
    "forbidden_origin": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "no_answer": 408,
    "too_large": 413,
    "too_many": 429,
    "too_many_tables": 429,
    "token_not_enough": 403,
    "internal": 500,
    "unavailable": 503,
    "stale": 409,
    "not_host": 403,
    "not_your_seat": 403,
    "not_seated": 403,
    "not_your_turn": 409,
    "wrong_status": 409,
    "seat_taken": 409,
    "seats_open": 409,
    "nothing_to_take_back": 409,
    "already_asked": 409,
    "nothing_asked": 409,
    "not_gone": 409,
    "no_time_left": 409,
    "no_free_chat": 403,
    "no_hints": 403,
    "unknown_level": 422,
    "game_going_on": 409,
    "bad_record": 422,
    "bad_position": 422,
    "illegal_move": 422,
    "bad_move": 422,
    "no_such_cell": 422,
    "treasure_cell": 422,
    "cell_taken": 422,
    "tile_not_in_hand": 422,
    "joins_exits": 422,
    "game_over": 409,
}
"""Every code that a client may get, with its HTTP status."""


class ErrorDetail(TypedDict):
    """Why something was refused."""

    code: str
    message: str
    field: str | None
    number: int | None


class ErrorBody(TypedDict):
    """The one shape of every error."""

    error: ErrorDetail


class Refusal(Exception):
    """Something that was asked for and cannot be done, with a code from the list."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        field: str | None = None,
        number: int | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.field = field
        self.number = number
        self.retry_after = retry_after
        self.status = STATUS[code]

    @property
    def detail(self) -> ErrorDetail:
        """The inner object of the error shape."""
        return {"code": self.code, "message": self.message, "field": self.field, "number": self.number}

    @property
    def body(self) -> ErrorBody:
        """The error shape."""
        return {"error": self.detail}


def our_fault() -> Refusal:
    """Something that must not happen did."""
    return Refusal("internal", "our fault; it is in the log")


def from_rules(error: RuleError, field: str = "move") -> Refusal:
    """The same reason that the rules gave, without the position, in which hidden tiles may stand."""
    code = error.code if error.code in STATUS else "illegal_move"
    reason = (type(error).__doc__ or "The rules do not allow this.").splitlines()[0]
    return Refusal(code, reason, field=field)
