"""What this server offers, and the tables one can go to."""

from __future__ import annotations

from typing import Any, cast

from fastapi import APIRouter

import indigo
from indigo.server import bots
from indigo.server.dependencies import Services, Shared, Whoever
from indigo.server.responses import About, Health, Lobby, TableCard
from indigo.server.routes import answers
from indigo.server.table.chat import PHRASES, SIGNS
from indigo.server.table.clocks import DAY

router = APIRouter(prefix="/api", tags=["lobby"])


@router.get("/about", summary="About this server", **answers(About))
async def about() -> About:
    """The bots, phrases and signs that there are."""
    return {
        "version": indigo.__version__,
        "levels": list(bots.levels()),
        "phrases": list(PHRASES),
        "signs": list(SIGNS),
        "free_chat": True,
    }


@router.get("/health", summary="Is the server there", **answers(Health))
async def health() -> Health:
    """For those who look after the machine."""
    return {"ok": True}


@router.get("/lobby", summary="The lobby", **answers(Lobby))
async def lobby(services: Shared, me: Whoever) -> Lobby:
    """Open tables, games to watch, and your own games."""
    store, yesterday = services.tables.store, services.tables.clock() - DAY
    yours = [_card(services, card, me.player) for card in await store.own_cards(me.player)] if me.player else []
    return {
        "open": [_card(services, card, me.player) for card in await store.cards(open_seats=True, since=yesterday)],
        "watch": [_card(services, card, me.player) for card in await store.cards(open_seats=False, since=yesterday)],
        "yours": sorted(yours, key=lambda card: not card["your_turn"]),
    }


def _card(services: Services, stored: dict[str, Any], player: str | None) -> TableCard:
    """A stored card with what is true now and for this player."""
    card = dict(stored)
    to_play, presence = card.pop("to_play", None), services.tables.presence
    seats = []
    for seat in card["seats"]:
        gone = presence.gone_since(card["id"], seat["player"]) if seat["player"] is not None else None
        here = seat["kind"] == "bot" or (seat["player"] is not None and gone is None)
        seats.append({**seat, "here": here, "gone_since": gone})
    own = [seat for seat in seats if player is not None and seat["player"] == player]
    mine = {seat["seat"] for seat in own if not seat["stand_in"]}  # who has left is not waited for
    card["seats"] = seats
    card["your_turn"] = bool(mine) and (to_play in mine or card["status"] == "between")
    return cast(TableCard, card)
