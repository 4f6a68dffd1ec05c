"""The doors of the API, one file for each part of docs/api.md."""

from __future__ import annotations

from typing import Any

from indigo.server.refusal import ErrorBody


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """For OpenAPI: these statuses come with the one error shape."""
    return {status: {"model": ErrorBody} for status in (*statuses, 422, 429)}
