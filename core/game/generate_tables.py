"""Write the board and the tiles of board.py as C++ tables, so that the geometry is written once.

Called by the build: `python generate_tables.py BOARD_PY OUTPUT_HPP`. Needs nothing but the standard library.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

PORT_SLOTS = 256  # 210 ports; a full byte's range lets any byte index the port tables
CELL_SLOTS = 64


def row(values: Iterable[int]) -> str:
    return "{" + ", ".join(map(str, values)) + "}"


def padded(values: Sequence[int], length: int, filler: int) -> list[int]:
    return [*values, *[filler] * (length - len(values))]


def array(ctype: str, name: str, values: Sequence[int]) -> str:
    return f"inline constexpr {ctype} {name}[{len(values)}] = {row(values)};"


def matrix(ctype: str, name: str, rows: Sequence[Sequence[int]]) -> str:
    body = ",\n    ".join(row(values) for values in rows)
    return f"inline constexpr {ctype} {name}[{len(rows)}][{len(rows[0])}] = {{\n    {body}}};"


def mask(cells: Iterable[int]) -> str:
    return f"{sum(1 << cell for cell in cells):#x}ULL"


def tables(board: dict[str, Any]) -> str:
    cells = range(len(board["CELLS"]))
    tiles, routes = board["TILES"], board["ROUTES"]
    kinds, turns = board["KINDS"], board["TURNS"]
    ports, port_sides = board["PORTS"], board["PORT_SIDES"]
    no_cell, no_gateway, no_tile, nobody = 63, 6, 15, 255

    across = [[0] * 6 for _ in tiles]
    for number, tile in enumerate(tiles):
        for one, other in routes[tile]:
            across[number][one], across[number][other] = other, one
    legal = [
        sum(1 << number for number, tile in enumerate(tiles) if not board["joins_exits"](cell, *tile))
        if cell not in board["TREASURES"]
        else 0
        for cell in cells
    ]
    route_ports = [
        padded([ports[cell][side] for route in routes[tile] for side in route], 8, 0)
        for cell in cells
        for tile in [*tiles, tiles[0]]  # sixteen rows a cell, so that the index is a shift
    ]
    port_cells = []
    for cell, side in port_sides:
        neighbour = board["NEIGHBOURS"][cell][side]
        port_cells.append((cell, no_cell if neighbour == board["OUTSIDE"] else neighbour))
    far = list(range(PORT_SLOTS))
    for left, right in board["U_TURNS"]:
        far[left], far[right] = right, left
    arrows = board["ARROWS"]
    fronts = [board["NEIGHBOURS"][cell][side] for cell, side in arrows]
    front_arrow = {front: ports[cell][side] for front, (cell, side) in zip(fronts, arrows, strict=True)}
    gateway_at = [no_gateway] * PORT_SLOTS
    for port, gateway in board["EXIT_GATEWAY"].items():
        gateway_at[port] = gateway - 1
    layouts = list(board["LAYOUTS"].values())

    lines = [
        "// Written by generate_tables.py from board.py when the core is built. Do not edit.",
        "#pragma once",
        "",
        "#include <cstdint>",
        "",
        "namespace indigo {",
        "",
        f"inline constexpr int CELLS = {len(cells)};",
        f"inline constexpr int SIDES = {len(board['SIDES'])};",
        f"inline constexpr int PORTS = {len(port_sides)};",
        f"inline constexpr int PORT_SLOTS = {PORT_SLOTS};",
        f"inline constexpr int CELL_SLOTS = {CELL_SLOTS};",
        f"inline constexpr int TILES = {len(tiles)};  // kinds in each of their turns, as board.TILES",
        f"inline constexpr int KINDS = {len(kinds)};",
        f"inline constexpr int ALL_TILES = {sum(board['COPIES'].values())};",
        f"inline constexpr int GATEWAYS = {len(board['GATEWAYS'])};",
        f"inline constexpr int LAYOUTS = {len(layouts)};",
        f"inline constexpr int MAX_PLAYERS = {max(layout.players for layout in layouts)};",
        f"inline constexpr std::uint8_t NO_TILE = {no_tile};",
        f"inline constexpr std::uint8_t NO_CELL = {no_cell};",
        f"inline constexpr std::uint8_t NO_GATEWAY = {no_gateway};",
        f"inline constexpr std::uint8_t NOBODY = {nobody};",
        "",
        "// Sets of cells, one bit a cell.",
        f"inline constexpr std::uint64_t OPEN_MASK = {mask(board['OPEN_CELLS'])};",
        f"inline constexpr std::uint64_t RING_MASK = {mask(fronts[6:])};  // the six cells beside the centre",
        f"inline constexpr std::uint64_t FRONT_MASK = {mask(fronts)};  // the twelve cells that an arrow points at",
        f"inline constexpr std::uint64_t BORDER_MASK = {mask(board['EXIT_SIDES'])};",
        array("std::uint8_t", "OPEN_CELLS", board["OPEN_CELLS"]),
        "",
        "// Tiles.",
        array("std::uint8_t", "KIND_OF", padded([kinds.index(kind) for kind, _ in tiles], 16, 0)),
        array("std::uint8_t", "FIRST_TILE", [board["TILE_NUMBER"][kind, 0] for kind in kinds]),
        array("std::uint8_t", "TURNS", [turns[kind] for kind in kinds]),
        array("std::uint8_t", "COPIES", [board["COPIES"][kind] for kind in kinds]),
        array(
            "std::uint16_t",
            "TILES_OF",
            [sum(1 << number for number, (other, _) in enumerate(tiles) if other == kind) for kind in kinds],
        ),
        "// ACROSS[tile][side]: the side that the route from this side leads to.",
        matrix("std::uint8_t", "ACROSS", [padded(sides, 8, 0) for sides in across]),
        "// LEGAL[cell]: the tiles that may be placed there, one bit a tile.",
        array("std::uint16_t", "LEGAL", padded(legal, CELL_SLOTS, 0)),
        "// ROUTE_PORTS[16 * cell + tile]: the three pairs of ports that this tile joins there.",
        matrix("std::uint8_t", "ROUTE_PORTS", route_ports),
        "",
        "// Ports.",
        matrix("std::uint8_t", "PORT_AT", [padded(sides, 8, 0) for sides in ports]),
        "// PORT_CELLS[port]: the cells on its two sides; PORT_SIDE[port]: its side of the first cell.",
        matrix("std::uint8_t", "PORT_CELLS", port_cells),
        array("std::uint8_t", "PORT_SIDE", [side for _, side in port_sides]),
        array("std::uint8_t", "FAR_AT_START", far),
        array("std::uint8_t", "GATEWAY_AT", gateway_at),
        "// The six corners' arrows, then the six of the centre, and the cells that they point at.",
        array("std::uint8_t", "ARROW_PORTS", [ports[cell][side] for cell, side in arrows]),
        array("std::uint8_t", "ARROW_FRONTS", fronts),
        array("std::uint8_t", "ARROW_PORT_OF_FRONT", [front_arrow.get(cell, 0) for cell in range(CELL_SLOTS)]),
        "",
        "// Layouts, in the order of board.LAYOUTS.",
        f"inline constexpr const char* LAYOUT_NAMES[{len(layouts)}] = {{"
        + ", ".join(f'"{layout.name}"' for layout in layouts)
        + "};",
        array("std::uint8_t", "PLAYERS", [layout.players for layout in layouts]),
        f"inline constexpr std::uint8_t OWNERS[{len(layouts)}][6][2] = {{",
        *(
            "    {" + ", ".join(row(padded([p - 1 for p in owners], 2, nobody)) for owners in layout.owners) + "},"
            for layout in layouts
        ),
        "};",
        "",
        "// Points by gem: none, amber, emerald, sapphire.",
        array("std::uint8_t", "POINTS", [0, *(board["POINTS"][gem] for gem in board["GEMS"])]),
        "",
        "}  // namespace indigo",
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    source, output = map(Path, sys.argv[1:])
    text = tables(runpy.run_path(str(source)))
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(text)
