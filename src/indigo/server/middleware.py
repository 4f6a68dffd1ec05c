"""Stands at the door: sizes, rates, origins, security headers, and the one shape for whatever goes wrong."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from indigo.server.errors import Refusal, our_fault
from indigo.server.identity import COOKIE
from indigo.server.limits import BODY, RECORD_BODY, Limiter, sender
from indigo.server.websocket import CLOSED

log = logging.getLogger("indigo.server")

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_HEADERS: Final[tuple[tuple[str, str], ...]] = (
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self' blob:; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
)


class Guard:
    """The outermost layer around the application."""

    def __init__(self, app: ASGIApp, *, limiter: Limiter, public_url: str | None) -> None:
        self.app = app
        self._limiter = limiter
        self._public = urlsplit(public_url).netloc.lower() if public_url else None
        self._secure = bool(public_url and public_url.startswith("https:"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it here."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in self._security_headers():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            headers = Headers(scope=scope)
            api = scope["path"].startswith("/api/")
            if api:
                self._limiter.spend("requests", _address(scope))
                _check_path(scope)
            if scope["method"] not in _SAFE:
                self._check_origin(headers)
                receive = await _read_body(scope, headers, receive)
            await self.app(scope, receive, sending)
        except Refusal as refusal:
            if started:
                raise
            await answer(refusal, sending)
        except Exception:
            log.exception("%s %s failed", scope.get("method"), scope["path"])
            if not started:
                await answer(our_fault(), sending)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._limiter.spend("requests", _address(scope))
            self._check_origin(Headers(scope=scope), live=True)
            _check_path(scope)
        except Refusal as refusal:
            await receive()
            await _refuse_upgrade(refusal, scope, send)
            return
        answered = False

        async def sending(message: Message) -> None:
            nonlocal answered
            turned_away = not answered and message["type"] == "websocket.close"
            answered = True
            if turned_away:
                await _refuse_upgrade(_why_closed(message), scope, send)
            else:
                await send(message)

        try:
            await self.app(scope, receive, sending)
        except Exception:
            log.exception("the connection to %s failed", scope["path"])
            if not answered:
                await _refuse_upgrade(our_fault(), scope, send)

    def _security_headers(self) -> Iterable[tuple[str, str]]:
        yield from _HEADERS
        if self._secure:
            yield "strict-transport-security", "max-age=31536000"

    def _check_origin(self, headers: Headers, *, live: bool = False) -> None:
        """Let only our own pages act with a cookie."""
        origin = headers.get("origin")
        host = headers.get("host", "").lower()
        if origin is not None:
            netloc = urlsplit(origin).netloc.lower() if origin != "null" else ""
            if not netloc or netloc not in {host, self._public}:
                raise Refusal("forbidden_origin", "this request comes from another site")
            return
        if "authorization" in headers:
            return
        if headers.get("sec-fetch-site", "none" if not live else "") == "same-origin":
            return
        cookie = headers.get("cookie", "")
        if COOKIE in cookie or "sec-fetch-site" in headers:
            raise Refusal("forbidden_origin", "say where this request comes from")


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return sender(client[0] if client else None)


def _check_path(scope: Scope) -> None:
    """Nothing has a NUL in its name, and PostgreSQL cannot even be asked for it."""
    if "\0" in scope["path"]:
        raise Refusal("not_found", "nothing here")


async def _read_body(scope: Scope, headers: Headers, receive: Receive) -> Receive:
    """Take the whole body in before anything looks at it; refuse it as soon as it is too large."""
    most = RECORD_BODY if scope["path"] == "/api/records" else BODY
    declared = headers.get("content-length", "0")
    if declared.isdigit() and int(declared) > most:
        raise Refusal("too_large", f"at most {most} bytes")
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            break
        body += message.get("body", b"")
        if len(body) > most:
            raise Refusal("too_large", f"at most {most} bytes")
        if not message.get("more_body", False):
            break
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": bytes(body), "more_body": False}

    return replay


async def answer(refusal: Refusal, send: Send, kind: str = "http.response") -> None:
    """Answer with the error shape."""
    body = json.dumps(refusal.body).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refusal.retry_after is not None:
        headers.append((b"retry-after", str(int(refusal.retry_after + 0.999)).encode()))
    await send({"type": f"{kind}.start", "status": refusal.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})


def _why_closed(closing: Message) -> Refusal:
    """Why a connection was closed before it was taken: its token is wrong, or there is no such door."""
    if closing.get("code") == CLOSED:
        return Refusal("no_player", "this token is not known")
    return Refusal("not_found", "nothing here")


async def _refuse_upgrade(refusal: Refusal, scope: Scope, send: Send) -> None:
    """Answer an upgrade with the error shape, where the server can."""
    if "websocket.http.response" in scope.get("extensions", {}):
        await answer(refusal, send, "websocket.http.response")
    else:
        await send({"type": "websocket.close", "code": CLOSED})
