"""The address that the server tells is one at which it can be reached."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

import pytest

from indigo.server.main import address_of


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://localhost:8000"),
        ("::1", "http://localhost:8000"),
        ("192.168.1.20", "http://192.168.1.20:8000"),
        ("fd00::20", "http://[fd00::20]:8000"),
    ],
)
def test_of_one_address(host: str, address: str) -> None:
    assert address_of(host, 8000) == address


def test_of_all_addresses_it_is_one_that_answers() -> None:
    with socket.create_server(("0.0.0.0", 0)) as server:
        told = urlsplit(address_of("0.0.0.0", server.getsockname()[1]))
        assert told.hostname != "0.0.0.0"
        socket.create_connection((told.hostname or "", told.port or 0), timeout=5).close()


def test_without_a_network_it_is_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unconnected(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError("Network is unreachable")

    monkeypatch.setattr("indigo.server.main.socket.socket", Unconnected)
    assert address_of("0.0.0.0", 8000) == "http://localhost:8000"
