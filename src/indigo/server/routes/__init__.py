"""The doors of the API, one file for each part of docs/api.md."""

from __future__ import annotations

from typing import Any, Final

from indigo.server.errors import ErrorBody

SHAPES: Final[dict[str, Any]] = {"ErrorBody": ErrorBody}
"""Every shape that a door names, for the OpenAPI description. Only that description looks inside them: answers are
made by our own code and checked by mypy, so checking each once more would cost every start and every answer time."""


def _content(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """For OpenAPI: these statuses come with the one error shape."""
    return {
        status: {"description": "refused", "content": _content("ErrorBody")} for status in sorted({*statuses, 422, 429})
    }


def answers(shape: Any, *statuses: int, status: int = 200) -> dict[str, Any]:
    """For a door: it answers with this shape, or with an error of these statuses."""
    SHAPES[shape.__name__] = shape
    good: dict[int | str, dict[str, Any]] = {status: {"description": "done", "content": _content(shape.__name__)}}
    return {"status_code": status, "response_model": None, "responses": good | errors(*statuses)}
