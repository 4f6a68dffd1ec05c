"""How colours look to people: contrast as WCAG 2 counts it, and how they look to those who see red and green alike."""

from __future__ import annotations

from itertools import starmap
from math import dist
from typing import Final

Colour = tuple[float, float, float]

AS_SEEN_WITH: Final[dict[str, tuple[Colour, Colour, Colour]]] = {
    "every cone": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""Matrices for linear RGB: Machado, Oliveira and Fernandes (2009), severity 1."""
_TO_XYZ: Final = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.072175), (0.0193339, 0.119192, 0.9503041))
_WHITE: Final = (0.95047, 1.0, 1.08883)


def _times(matrix: tuple[Colour, Colour, Colour], colour: Colour) -> Colour:
    x, y, z = (sum(starmap(float.__mul__, zip(map(float, row), colour, strict=True))) for row in matrix)
    return x, y, z


def linear(text: str) -> Colour:
    """The light of a colour such as `#2c3180`: red, green and blue from 0 to 1."""
    red, green, blue = (int(text[start : start + 2], 16) / 255 for start in (1, 3, 5))
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue))
    return r, g, b


def contrast(first: str, second: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    brightness = [0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(linear, (first, second))]
    return (max(brightness) + 0.05) / (min(brightness) + 0.05)


def seen(text: str, with_eyes: str) -> Colour:
    """Where a colour lies in CIELAB for somebody with such eyes."""
    light = _times(AS_SEEN_WITH[with_eyes], linear(text))
    clipped = (max(0.0, min(1.0, light[0])), max(0.0, min(1.0, light[1])), max(0.0, min(1.0, light[2])))
    x, y, z = (
        c ** (1 / 3) if c > 216 / 24389 else (24389 / 27 * c + 16) / 116
        for c in (value / white for value, white in zip(_times(_TO_XYZ, clipped), _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(first: str, second: str, with_eyes: str = "every cone") -> float:
    """How far apart two colours look to somebody with such eyes; 2 is barely to be seen, 20 is plain."""
    return dist(seen(first, with_eyes), seen(second, with_eyes))
