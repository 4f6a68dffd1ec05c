"""The bot in examples/ really plays: it sits down through the API with a token and plays a game to its end."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.support.client import Visitor, eventually

EXAMPLE = Path(__file__).parents[2] / "examples" / "visiting_bot.py"


def test_a_bot_of_others_plays_a_whole_game(visit: Callable[[str], Visitor]) -> None:
    host, owner = visit("Ada"), visit("Visitor")
    token = owner.call("POST", "/api/me/tokens", {"name": "bot"})["token"]
    table = host.make("open", host.call("GET", "/api/about")["levels"][0], start=False)["id"]
    process = subprocess.Popen(
        [sys.executable, str(EXAMPLE), host.server.url, token, table], stdout=subprocess.PIPE, text=True
    )
    eventually(lambda: host.look(table)["seats"][0]["name"] == "Visitor")
    host.do(table, "start")
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    view = host.look(table)
    assert view["status"] == "over"
    assert said.strip() == f"Visitor: {view['total'][0]}; {view['seats'][1]['name']}: {view['total'][1]}"
