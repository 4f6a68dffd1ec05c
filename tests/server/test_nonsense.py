"""Whatever is sent, the server answers in its one shape and never with 500."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from indigo.server.app import openapi_json
from indigo.server.errors import STATUS
from tests.support.client import RunningServer, Visitor, sqlite

DOORS = [(method.upper(), path) for path, methods in json.loads(openapi_json())["paths"].items() for method in methods]
COMMANDS = [
    "sit", "stand_up", "seat_bot", "open_seat", "youngest", "start", "place", "undo", "take_back", "offer_end",
    "answer", "withdraw", "leave", "return", "remove", "next_round", "rematch", "say", "dance",
]  # fmt: skip

anything: SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=10,
)
path_part = st.text(st.characters(codec="utf-8"), min_size=1, max_size=60).filter(lambda part: part.strip(".") != "")
query = st.dictionaries(
    st.sampled_from(["after", "round", "game", "position", "last", "theme", "coordinates", "wait"]),
    st.text(st.characters(codec="utf-8"), max_size=40) | st.integers().map(str).map(lambda number: number[:30]),
    max_size=3,
)
plausible = st.fixed_dictionaries(
    {"id": st.text(max_size=70), "do": st.sampled_from(COMMANDS)},
    optional={
        "expected": st.integers(-1, 20) | st.none(),
        "seat": st.integers(-1, 6),
        "move": st.from_regex(r"[a-j][0-9][A-F][0-6](\+[A-E?])?", fullmatch=True) | st.text(max_size=20),
        "level": st.sampled_from(["novice", "casual", "nobody", ""]),
        "yes": st.booleans(),
        "phrase": st.sampled_from(["hello", "rude"]),
        "text": st.text(max_size=210),
        "name": st.text(max_size=30),
        "extra": anything,
    },
)


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """Somebody with a name and a table."""
    with RunningServer(sqlite(Path(tmp_path_factory.mktemp("nonsense")))) as server:
        yield Visitor(server, "Ada")


def check(answer: httpx.Response) -> None:
    """Good, or refused in the one shape with the code's status."""
    assert answer.status_code != 500, answer.text
    if answer.status_code >= 400:
        error = answer.json()["error"]
        assert set(error) == {"code", "message", "field", "number"}
        assert STATUS[error["code"]] == answer.status_code


@settings(max_examples=120, suppress_health_check=list(HealthCheck))
@given(door=st.sampled_from(DOORS), part=path_part, asked=query, body=anything | st.binary(max_size=200))
def test_no_door_breaks(visitor: Visitor, door: tuple[str, str], part: str, asked: dict[str, str], body: Any) -> None:
    method, path = door
    if path == "/api/me":
        path = "/api/me/tokens"  # this visitor wants to keep its name
    if "wait" in asked:
        asked = {**asked, "wait": "0"}
    for name in ("table", "record", "analysis", "token"):
        path = path.replace(f"{{{name}}}", quote(part, safe=""))
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"content-type": "application/json"}
    check(visitor.http.request(method, path, params=asked, content=content, headers=headers))


@settings(max_examples=30, suppress_health_check=list(HealthCheck))
@given(
    orders=st.lists(plausible, max_size=12),
    body=st.fixed_dictionaries({}, optional={"seats": anything, "from": anything}),
)
def test_no_command_breaks_a_table(visitor: Visitor, orders: list[dict[str, Any]], body: dict[str, Any]) -> None:
    check(visitor.http.post("/api/tables", json=body))
    table = visitor.make("me", "open", start=False, chat="free")["id"]
    visitor.http.post(f"/api/tables/{table}/commands", json={"id": "0", "expected": 1, "do": "seat_bot", "seat": 2,
                                                            "level": "novice"})  # fmt: skip
    for order in orders:
        check(visitor.http.post(f"/api/tables/{table}/commands", json=order))
        check(visitor.http.get(f"/api/tables/{table}"))


@settings(max_examples=15, suppress_health_check=list(HealthCheck))
@given(messages=st.lists(anything | plausible.map(lambda order: {"type": "command", **order}), max_size=12))
def test_no_message_breaks_a_live_connection(visitor: Visitor, messages: list[Any]) -> None:
    live = visitor.live(visitor.make("me", "open", start=False)["id"])
    for message in messages:
        live.socket.send(json.dumps(message))
    live.send({"type": "ping"})
    live.until(lambda one: any(message["type"] == "pong" for message in one.others))
    for text in live.raw:
        message = json.loads(text)
        if message["type"] == "refused":
            assert message["error"]["code"] in set(STATUS) - {"internal"}
    live.close()


@settings(max_examples=30, suppress_health_check=list(HealthCheck))
@given(text=st.text(max_size=300) | st.binary(max_size=300))
def test_no_record_breaks_the_reader(visitor: Visitor, text: str | bytes) -> None:
    content = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    check(visitor.http.post("/api/records", content=content, headers={"content-type": "text/plain"}))
