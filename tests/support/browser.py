"""What browser tests share: where Chromium is, and the two games that most of them begin with."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import Final

from tests.support.person import Person

Visit = Callable[..., Person]

ME: Final = {"kind": "me"}
OPEN: Final = {"kind": "open"}

TOO_WIDE: Final = """() => {
  const found = [];
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth + 1) found.push(`the page is too wide: ${page.scrollWidth}`);
  for (const each of document.querySelectorAll('button, a, label, h1, h2, h3, p, th, td, li, option, legend')) {
    const style = getComputedStyle(each);
    if (each.closest('.hidden') || style.visibility === 'hidden' || each.closest('[aria-hidden=true]')) continue;
    const box = each.getBoundingClientRect();
    if (!box.width || each.closest('.notices') || each.closest('.wide') || each.closest('table[role=grid]')) continue;
    const inside = each.closest('dialog')?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
    if (box.left < inside.left - 1 || box.right > inside.right + 1) found.push(`outside: ${each.innerText}`);
    const text = ['BUTTON', 'A'].includes(each.tagName) && each.innerText;
    const cut = style.textOverflow !== 'ellipsis' && each.scrollWidth > each.clientWidth + 1;
    if (text && cut) found.push(`cut off: ${text}`);
  }
  for (const each of document.querySelectorAll('select')) {
    const whole = each.cloneNode(true);
    whole.style.cssText = 'position: absolute; width: max-content; max-width: none; min-width: 0';
    each.after(whole);
    const cut = each.offsetWidth && whole.offsetWidth > each.offsetWidth + 1;
    if (cut) found.push(`cut off: ${each.ariaLabel || each.value}`);
    whole.remove();
  }
  const ofBoard = (each) => each.ownerSVGElement?.matches('.field .board');
  const drawn = (x, y) => document.elementsFromPoint(x, y).some(ofBoard);
  for (const each of document.querySelectorAll('.hand-side p, .hand-side .deeds button')) {
    const words = document.createRange();
    words.selectNodeContents(each);
    const covers = ({ left, right, top, bottom }) => right > left && [top, bottom].some((y) => drawn(left, y));
    if ([...words.getClientRects()].some(covers)) found.push(`over the board: ${each.innerText}`);
  }
  return found;
}"""


def find_chromium() -> str:
    """Where this machine keeps its Chromium."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert path, "these tests need Chromium: apt install chromium"
    return path


def two_at_a_table(ada: Person, ben: Person) -> str:
    """Ada and Ben, the game begun, Ada to move."""
    table = ada.make(ME, OPEN, start=False)
    ben.do(table, "sit", seat=2)
    ada.do(table, "start")
    ada.sit_at(table)
    ben.sit_at(table)
    return table


def against_a_bot(person: Person) -> str:
    """A game against the gentlest bot, begun."""
    level = person.call("GET", "/api/about")["levels"][0]
    table = person.make(ME, {"kind": "bot", "level": level})
    person.sit_at(table)
    return table
