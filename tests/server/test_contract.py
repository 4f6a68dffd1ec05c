"""What docs/api.md promises: codes, shapes, headers, origins, limits."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from fastapi import FastAPI, Request, Response
from starlette.routing import Route
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from indigo import errors as rule_errors
from indigo.server.app import create_app, openapi_json
from indigo.server.config import Config
from indigo.server.errors import STATUS, Refusal, from_rules
from indigo.server.limits import Limiter
from indigo.server.middleware import Guard
from indigo.server.routes import pages
from indigo.server.table.chat import PHRASES
from indigo.server.table.commands import AnyCommand
from indigo.server.table.events import PLAYS_ON
from indigo.server.views import _OPEN_FIELDS
from tests.support.client import Live, Refused, RunningServer, Visitor, sqlite

DOCS = (Path(__file__).parents[2] / "docs" / "api.md").read_text()


def section(title: str) -> str:
    """A part of the page, from its heading to the next one of the same rank."""
    return DOCS.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_every_code_is_documented_with_its_status() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \|", section("Errors"), re.MULTILINE)
    assert {code: int(status) for code, status in rows} == STATUS
    assert len(rows) == len(STATUS)


def test_every_event_is_documented() -> None:
    rows = re.findall(r"^\| `(\w+)` \|.*\| (yes)? ?\|$", section("Events"), re.MULTILINE)
    assert {name for name, _ in rows} == set(_OPEN_FIELDS)
    assert {name for name, plays_on in rows if plays_on} == PLAYS_ON


def test_every_command_is_documented() -> None:
    documented = set(re.findall(r"^\| `(\w+)` \|", section("Commands"), re.MULTILINE))
    models = get_args(get_args(AnyCommand)[0])
    assert documented == {model.model_fields["do"].annotation.__args__[0] for model in models}


def test_every_code_of_the_rules_that_a_move_can_meet_is_known() -> None:
    moves = [error for error in vars(rule_errors).values() if isinstance(error, type)]
    illegal = [error for error in moves if issubclass(error, rule_errors.IllegalMove)]
    assert len(illegal) > 5
    for error in illegal:
        assert error.code in STATUS
        assert from_rules(error("c4E2: … in SECRET POSITION")).code == error.code
        assert "SECRET" not in from_rules(error("c4E2: … in SECRET POSITION")).message


def test_the_openapi_description_has_all_doors_and_messages() -> None:
    described = json.loads(openapi_json())
    for path in set(re.findall(r"`(?:GET|POST|DELETE) (/api/[^`?]*)", DOCS)):
        known = {re.sub(r"{\w+}", "{}", door) for door in described["paths"]}
        assert re.sub(r"{\w+}", "{}", path) in known
    schemas = described["components"]["schemas"]
    assert {"ServerMessage", "ClientMessage", "View", "GameView", "Update", "Place"} <= set(schemas)
    text = json.dumps(described)
    for reference in re.findall(r'"#/components/schemas/([^"]+)"', text):
        assert reference in schemas
    for door in described["paths"].values():
        for method in door.values():
            assert method["summary"]
            assert method["tags"]


# ------------------------------------------------------------------------------------------------ over the wire


@pytest.fixture
def raw(server: RunningServer) -> Iterator[httpx.Client]:
    """A bare client without cookie and origin."""
    with httpx.Client(base_url=server.url, timeout=30) as client:
        yield client


@pytest.mark.parametrize(
    ("method", "path", "options", "status", "code"),
    [
        ("GET", "/api/nothing", {}, 404, "not_found"),
        ("GET", "/api/tables/nothing", {}, 404, "not_found"),
        ("GET", "/api/tables/" + "x" * 100, {}, 422, "invalid"),
        ("DELETE", "/api/lobby", {}, 405, "method_not_allowed"),
        ("GET", "/api/me", {}, 401, "no_player"),
        ("GET", "/api/me", {"headers": {"Authorization": "Bearer nonsense"}}, 401, "no_player"),
        ("POST", "/api/me", {"content": b"{"}, 422, "invalid"),
        ("POST", "/api/me", {"content": b"{", "headers": {"content-type": "application/json"}}, 400, "bad_request"),
        ("POST", "/api/me", {"json": {"name": ""}}, 422, "invalid"),
        ("POST", "/api/me", {"json": {"name": "\u202e \n"}}, 422, "invalid"),
        ("POST", "/api/me", {"json": {"name": "x" * 25}}, 422, "invalid"),
        ("POST", "/api/me", {"json": {"name": "Ada", "admin": True}}, 422, "invalid"),
        ("POST", "/api/me", {"content": b"x" * 20_000}, 413, "too_large"),
        ("POST", "/api/me/moved", {"json": {"code": "guess"}}, 403, "bad_code"),
        ("POST", "/api/me", {"json": {"name": "A"}, "headers": {"Origin": "http://evil"}}, 403, "forbidden_origin"),
        ("POST", "/api/me", {"json": {"name": "A"}, "headers": {"Origin": "null"}}, 403, "forbidden_origin"),
        ("POST", "/api/tables", {"json": {}}, 401, "no_player"),
        ("GET", "/api/picture.svg?position=nonsense", {}, 422, "bad_position"),
        ("GET", "/missing.js", {}, 404, "not_found"),
        ("GET", "/../../etc/passwd.txt", {}, 404, "not_found"),
        ("GET", "/%2e%2e/%2e%2e/pyproject.toml", {}, 404, "not_found"),
        ("GET", "/" + "x" * 260 + ".js", {}, 404, "not_found"),
        ("GET", "/api/tables/%00", {}, 404, "not_found"),
        ("GET", "/api/records/%00/replay", {}, 404, "not_found"),
        ("GET", "/api/analyses/%00", {}, 404, "not_found"),
        ("DELETE", "/api/me/tokens/%00", {}, 404, "not_found"),
    ],
)
def test_whatever_is_wrong_has_the_one_shape(
    raw: httpx.Client, method: str, path: str, options: dict[str, Any], status: int, code: str
) -> None:
    answer = raw.request(method, path, **options)
    assert answer.status_code == status
    error = answer.json()["error"]
    assert error["code"] == code
    assert set(error) == {"code", "message", "field", "number"}
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_a_page_whose_name_no_disk_can_hold_is_not_there(tmp_path: Path) -> None:
    assert pages._inside(tmp_path, "x" * 260) is None


def test_what_breaks_in_the_house_has_the_one_shape_too(tmp_path: Path) -> None:
    guard = create_app(Config(database_url=sqlite(tmp_path)))
    assert isinstance(guard, Guard)
    assert isinstance(guard.app, FastAPI)

    async def breaks(_request: Request) -> Response:
        raise OSError("the disk is full")

    guard.app.router.routes.insert(0, Route("/api/breaks", breaks))

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(guard), base_url="http://table") as client:
            return await client.get("/api/breaks")

    answer = asyncio.run(ask())
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "internal"
    assert answer.headers["cache-control"] == "no-store"


def test_pages_and_answers_have_strict_headers(raw: httpx.Client) -> None:
    page = raw.get("/t/some-table")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    for answer in (page, raw.get("/api/about")):
        policy = answer.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert raw.get("/api/about").headers["cache-control"] == "no-store"


def test_the_cookie_is_signed_and_hidden_from_scripts(server: RunningServer) -> None:
    ada = Visitor(server, "Ada")
    answer = ada.http.post("/api/me", json={"name": "Adele"})
    flags = answer.headers["set-cookie"].lower()
    assert "httponly" in flags
    assert "samesite=lax" in flags
    assert answer.json() == {"id": ada.id, "name": "Adele"}
    forged = Visitor(server)
    forged.http.cookies.set("indigo_player", f"{ada.id}.{'A' * 43}")
    with pytest.raises(Refused, match="no_player"):
        forged.call("GET", "/api/me")


def test_a_cookie_without_an_origin_may_not_act(server: RunningServer) -> None:
    ada = Visitor(server, "Ada")
    del ada.http.headers["Origin"]
    with pytest.raises(Refused, match="forbidden_origin"):
        ada.call("POST", "/api/me", {"name": "Eve"})
    ada.http.headers["Sec-Fetch-Site"] = "same-origin"
    assert ada.call("POST", "/api/me", {"name": "Eve"})["name"] == "Eve"
    ada.http.headers["Sec-Fetch-Site"] = "cross-site"
    with pytest.raises(Refused, match="forbidden_origin"):
        ada.call("POST", "/api/me", {"name": "Eve"})


def test_a_live_connection_from_another_site_is_refused(server: RunningServer) -> None:
    ada = Visitor(server, "Ada")
    table = ada.make("me", "open", start=False)["id"]
    url = server.url.replace("http", "ws", 1) + f"/api/tables/{table}/live"
    for headers in ({"Origin": "http://evil"}, {}):
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(url, additional_headers={"Cookie": ada.cookie, **headers}),
        ):
            pass
        assert refused.value.response.status_code == 403
        assert json.loads(refused.value.response.body or b"")["error"]["code"] == "forbidden_origin"


def test_whoever_is_turned_away_at_the_live_door_is_told_why(server: RunningServer) -> None:
    url = server.url.replace("http", "ws", 1)
    cases = [("/api/tables/x/live", 401, "no_player"), ("/api/nothing", 404, "not_found")]
    for path, status, code in [*cases, ("/api/tables/%00/live", 404, "not_found")]:
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(url + path, additional_headers={"Authorization": "Bearer nonsense"}),
        ):
            pass
        assert refused.value.response.status_code == status
        assert json.loads(refused.value.response.body or b"")["error"]["code"] == code


def test_a_live_door_that_has_too_many_says_when_to_come_again(tmp_path: Path) -> None:
    limiter, sent = Limiter(clock=lambda: 0), list[Any]()
    guard = Guard(create_app(Config(database_url=sqlite(tmp_path))), limiter=limiter, public_url=None)

    async def knock() -> None:
        scope = {
            "type": "websocket",
            "path": "/api/tables/x/live",
            "headers": [],
            "extensions": {"websocket.http.response": {}},
        }

        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: Any) -> None:
            sent.append(message)

        await guard(scope, receive, send)

    with contextlib.suppress(Refusal):
        while True:
            limiter.spend("requests", "?")
    asyncio.run(knock())
    assert sent[0]["status"] == 429
    assert int(dict(sent[0]["headers"])[b"retry-after"]) >= 1


def test_a_person_moves_to_another_device_once(server: RunningServer) -> None:
    ada, phone = Visitor(server, "Ada"), Visitor(server)
    code = ada.call("POST", "/api/me/move")
    assert code["url"] == f"/#move={code['code']}"
    assert code["qr"].startswith("<svg")
    assert phone.call("POST", "/api/me/moved", {"code": code["code"]})["id"] == ada.id
    assert phone.call("GET", "/api/me")["name"] == "Ada"
    with pytest.raises(Refused, match="bad_code"):
        Visitor(server).call("POST", "/api/me/moved", {"code": code["code"]})


def test_messages_that_make_no_sense_are_refused_and_the_connection_stays(server: RunningServer) -> None:
    ada = Visitor(server, "Ada")
    live = ada.live(ada.make("me", "open", start=False)["id"])
    nonsense = ["", "{", "[]", "null", "1", '{"type":"command"}', '{"type":"dance"}', '{"type":"seen","number":99}']
    for text in [*nonsense, "[" * 10_000]:
        live.socket.send(text)
    live.send({"type": "ping"})
    live.until(lambda one: bool(one.others) and one.others[-1]["type"] == "pong")
    refusals = [json.loads(text) for text in live.raw if '"refused"' in text]
    assert len(refusals) == len(nonsense) + 1
    assert {refusal["error"]["code"] for refusal in refusals} == {"bad_request", "invalid"}


@pytest.mark.parametrize(
    ("message", "field", "says"),
    [
        (
            {"type": "command", "id": "x", "do": "place", "seat": 0, "move": "c4E0"},
            "seat",
            "greater than or equal to 1",
        ),
        ({"id": "x", "do": "sit"}, "seat", "required"),
        ({"type": "command", "id": "x", "do": "fly"}, None, "'fly'"),
        ({"type": "command", "id": "x"}, None, "'do'"),
        ({"type": "hello", "after": -1}, "after", "greater than or equal to 0"),
        ({"type": "seen"}, "number", "required"),
        ({"type": "dance"}, None, "command, hello, ping and seen"),
    ],
)
def test_a_refused_message_hears_what_is_wrong_with_itself(
    server: RunningServer, message: dict[str, Any], field: str | None, says: str
) -> None:
    ada = Visitor(server, "Ada")
    table = ada.make("me", "open", start=False)["id"]
    live = ada.live(table)
    live.send(message)
    live.send({"type": "ping"})
    live.until(lambda one: bool(one.others) and one.others[-1]["type"] == "pong")
    (error,) = [json.loads(text)["error"] for text in live.raw if '"refused"' in text]
    assert (error["code"], error["field"]) == ("invalid", field)
    assert says in error["message"]
    if message.get("type", "command") == "command":  # the same command by HTTP: the same answer
        with pytest.raises(Refused) as refused:
            ada.call("POST", f"/api/tables/{table}/commands", message)
        assert (refused.value.error["code"], refused.value.error["field"]) == ("invalid", field)


def test_a_message_that_is_too_large_closes_the_connection(server: RunningServer) -> None:
    ada = Visitor(server, "Ada")
    live = ada.live(ada.make("me", "open", start=False)["id"])
    live.socket.send("x" * 20_000)
    live.until(lambda one: one.closed)
    assert live.socket.close_code == 1009


def test_a_table_that_is_not_there_says_so_live(server: RunningServer) -> None:
    live = Live(Visitor(server, "Ada"), "nothing", hello=False)
    live.until(lambda one: one.closed)
    assert live.others[-1]["error"]["code"] == "not_found"


# ------------------------------------------------------------------------------------------------ limits


def test_a_bucket_fills_again_with_time() -> None:
    now = 0.0
    limiter = Limiter(clock=lambda: now)
    for _ in range(5):
        limiter.spend("chat", "Ada")
    with pytest.raises(Refusal) as refused:
        limiter.spend("chat", "Ada")
    assert refused.value.code == "too_many"
    assert refused.value.retry_after == pytest.approx(1)
    limiter.spend("chat", "Ben")
    now = 1.0
    limiter.spend("chat", "Ada")
    with pytest.raises(Refusal):
        limiter.spend("chat", "Ada")


def test_too_much_is_refused(tmp_path: Path) -> None:
    with RunningServer(sqlite(tmp_path), INDIGO_LIMITS="on") as server:
        ada = Visitor(server, "Ada")
        table = ada.make("me", "open", start=False)["id"]
        live = ada.live(table)
        answers: list[str] = []
        for _ in range(30):
            try:
                live.do("say", phrase="hello")
                answers.append("done")
            except Refused as refusal:
                answers.append(refusal.code)
        assert answers[:5] == ["done"] * 5
        assert "too_many" in answers[5:]
        refused: list[httpx.Response] = []
        end = time.monotonic() + 60
        with ThreadPoolExecutor(16) as crowd:  # one after the other may be too slow to be too many
            while not refused and time.monotonic() < end:
                given = list(crowd.map(lambda _: ada.http.get("/api/about"), range(300)))
                refused = [answer for answer in given if answer.status_code == 429]
        assert refused
        assert int(refused[0].headers["retry-after"]) >= 1
        assert refused[0].json()["error"]["code"] == "too_many"


def test_the_phrases_have_words_for_the_browser() -> None:
    assert len(set(PHRASES)) == len(PHRASES) >= 8
