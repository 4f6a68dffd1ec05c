"""Who you are."""

from __future__ import annotations

import io

from fastapi import APIRouter, Request, Response
from pydantic import Field

from indigo.server.dependencies import InPerson, Player, Services, Shared, Whoever, address_of
from indigo.server.errors import Refusal
from indigo.server.identity import COOKIE, COOKIE_AGE
from indigo.server.responses import Me, MoveCode, NewToken, Tokens
from indigo.server.routes import answers, errors
from indigo.server.table.settings import Name, Strict

router = APIRouter(prefix="/api/me", tags=["me"])


class Named(Strict):
    """A name."""

    name: Name


class Coded(Strict):
    """A code from another device."""

    code: str = Field(min_length=1, max_length=64)


def base_url(request: Request, services: Services) -> str:
    """Where people reach this server, as far as it can tell."""
    return (services.config.public_url or str(request.base_url)).rstrip("/")


def qr_svg(text: str) -> str:
    """A QR code as SVG."""
    import segno

    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", scale=8, border=3, xmldecl=False, dark="#12142f", light="#ffffff", omitsize=True
    )
    return out.getvalue().decode()


def _remember(response: Response, request: Request, services: Services, player: str) -> None:
    response.set_cookie(
        COOKIE,
        services.identity.cookie(player),
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="lax",
        secure=base_url(request, services).startswith("https:"),
        path="/",
    )


@router.get("", summary="Who am I", **answers(Me, 401))
async def who_am_i(me: Player) -> Me:
    """Your id and name."""
    return {"id": me.player or "", "name": me.name}


@router.post("", summary="Take a name", **answers(Me, 403))
async def take_name(named: Named, request: Request, response: Response, services: Shared, me: Whoever) -> Me:
    """Become a player, or change your name."""
    if me.player is None:
        services.limiter.spend("players", address_of(request))
        me = await services.identity.make(named.name)
    else:
        me = await services.identity.rename(me.player, named.name)
    if "authorization" not in request.headers:  # a token that is made void must leave nothing behind
        _remember(response, request, services, me.player or "")
    return {"id": me.player or "", "name": me.name}


@router.delete("", status_code=204, summary="Forget this browser", responses=errors(403))
async def forget(response: Response) -> None:
    """Take the cookie back."""
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")


@router.post("/move", summary="Move to another device", **answers(MoveCode, 401, 403))
async def move(request: Request, services: Shared, me: InPerson) -> MoveCode:
    """A link that makes another device you, once, for ten minutes. The code stands behind the #, so no log sees it."""
    services.limiter.spend("codes", me.player or "")
    code, expires = await services.identity.move_code(me.player or "")
    path = f"/#move={code}"
    return {"code": code, "url": path, "qr": qr_svg(base_url(request, services) + path), "expires": expires}


@router.post("/moved", summary="Arrive on another device", **answers(Me, 403))
async def moved(coded: Coded, request: Request, response: Response, services: Shared) -> Me:
    """Become the player whose code this is."""
    services.limiter.spend("codes", address_of(request))
    me = await services.identity.moved(coded.code)
    if me.player is None:
        raise Refusal("bad_code", "this code stands for nobody")
    _remember(response, request, services, me.player)
    return {"id": me.player, "name": me.name}


@router.get("/tokens", summary="Your tokens", **answers(Tokens, 401))
async def tokens(services: Shared, me: Player) -> Tokens:
    """The tokens of your programs, without the tokens themselves."""
    return {"tokens": await services.identity.tokens(me.player or "")}


@router.post("/tokens", summary="A token for a program", **answers(NewToken, 401, 403, status=201))
async def new_token(named: Named, services: Shared, me: InPerson) -> NewToken:
    """A token; it is shown this once."""
    return await services.identity.new_token(me.player or "", named.name)


@router.delete("/tokens/{token}", status_code=204, summary="Make a token void", responses=errors(401, 403, 404))
async def drop_token(token: str, services: Shared, me: Player) -> None:
    """The token is void at once."""
    await services.identity.drop_token(me.player or "", token)
