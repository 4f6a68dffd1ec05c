"""What a visitor gets before the app itself has arrived."""

from __future__ import annotations

import urllib.request

import pytest
from playwright.sync_api import Browser, expect

from tests.support.client import RunningServer


def test_the_first_page_shows_its_board_before_any_script_has_run(chromium: Browser, server: RunningServer) -> None:
    context = chromium.new_context(base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    board = page.locator(".home > .picture > img")
    expect(board).to_be_visible()
    box = board.bounding_box()
    assert box is not None
    assert box["width"] > 300
    assert box["height"] > 300
    context.close()


def test_the_picture_stands_where_the_app_then_draws_its_board(chromium: Browser, server: RunningServer) -> None:
    boxes = []
    for scripts, board in ((False, ".home > .picture > img"), (True, ".home > .picture svg.board")):
        context = chromium.new_context(base_url=server.url, java_script_enabled=scripts)
        page = context.new_page()
        page.goto("/")
        expect(page.locator(board)).to_be_visible()
        boxes.append(page.locator(board).bounding_box())
        context.close()
    picture, drawn = boxes
    assert picture is not None
    assert drawn is not None
    assert picture == pytest.approx(drawn, abs=4)


@pytest.mark.parametrize(
    ("wishes", "language"), [("ru-RU,ru;q=0.9,en;q=0.5", "ru"), ("pl, fr;q=0.3", "fr"), ("", "en")]
)
def test_the_words_of_the_visitors_language_are_announced(server: RunningServer, wishes: str, language: str) -> None:
    for path in ("/", "/t/none"):
        request = urllib.request.Request(server.url + path, headers={"Accept-Language": wishes})
        with urllib.request.urlopen(request) as answer:
            assert f"</assets/{language}-" in answer.headers["link"]
            assert "accept-language" in answer.headers["vary"]
