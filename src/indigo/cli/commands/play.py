"""`indigo play`: a game at this keyboard."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from indigo.cli.language import chosen_words, environment_words
from indigo.i18n import LANGUAGES, Words

if TYPE_CHECKING:
    from indigo.cli.terminal.prompt import Asker

EXAMPLES: Final = (
    "indigo play",
    "indigo play --players Ada --players Ben --hand 2 --rounds 3",
    "indigo play --players Ada --players bot:greedy --language de --defaults",
    "indigo play saved.indigo",
)
_say = environment_words()


def command(
    file: Annotated[str | None, typer.Argument(metavar="FILE", help=_say("terminal.about_resume"))] = None,
    players: Annotated[
        list[str] | None, typer.Option("--players", "-p", metavar="NAME", help=_say("terminal.about_players"))
    ] = None,
    layout: Annotated[str | None, typer.Option(metavar="2|3|3own|4", help=_say("terminal.about_layout"))] = None,
    hand: Annotated[int | None, typer.Option(min=1, max=2, help=_say("terminal.about_hand"))] = None,
    rounds: Annotated[int | None, typer.Option(min=1, max=100, help=_say("terminal.about_rounds"))] = None,
    first: Annotated[str | None, typer.Option(metavar="NAME", help=_say("terminal.about_first"))] = None,
    screens: Annotated[Literal["up", "down"] | None, typer.Option(help=_say("terminal.about_screens"))] = None,
    language: Annotated[
        str | None, typer.Option("--language", "-l", metavar="|".join(LANGUAGES), help=_say("terminal.about_language"))
    ] = None,
    seed: Annotated[str | None, typer.Option(metavar="SEED", help=_say("terminal.about_seed"))] = None,
    save: Annotated[str | None, typer.Option(metavar="FILE", help=_say("terminal.about_save"))] = None,
    quick: Annotated[bool, typer.Option("--quick", metavar="", help=_say("terminal.about_quick"))] = False,
    defaults: Annotated[
        bool, typer.Option("--defaults", "-y", metavar="", help=_say("terminal.about_defaults"))
    ] = False,
    ascii_only: Annotated[bool, typer.Option("--ascii", metavar="", help=_say("terminal.about_ascii"))] = False,
) -> None:
    from indigo.cli.errors import INTERRUPTED, USAGE, Failure
    from indigo.cli.inputs import given_records, printable
    from indigo.cli.play.savefile import check_writable, taken_up
    from indigo.cli.play.seats import bot_names
    from indigo.cli.play.session import Table
    from indigo.cli.play.setup import Wishes, agreed, check_wishes, usual
    from indigo.cli.terminal.console import new_console, style_for
    from indigo.cli.terminal.prompt import Asker

    say = chosen_words(language)
    wishes = Wishes(
        players=players or [],
        layout=layout,
        hand=hand,
        rounds=rounds,
        first=first,
        screens=None if screens is None else screens == "up",
        seed=None if seed is None else printable(seed),
    )
    check_wishes(wishes, say)
    if save is not None:
        check_writable(save, say, beside=True)
    agreed_on = {"players": players, "layout": layout, "hand": hand, "rounds": rounds, "first": first}
    given = [f"--{name}" for name, value in {**agreed_on, "screens": screens, "seed": seed}.items() if value]
    if file is not None and given:
        raise Failure(say("terminal.options_do_not_fit", option=file, other=", ".join(given)), USAGE)
    console = new_console()
    style = style_for(console, ascii_only=ascii_only)
    only_bots = bool(players) and all(name.removeprefix("bot:") in bot_names() for name in players or [])
    has_keyboard = sys.stdin.isatty() and sys.stdout.isatty()
    if not has_keyboard and not only_bots and file is None:
        raise Failure(say("terminal.no_keyboard"), USAGE)
    try:
        if file is not None:
            laid = taken_up(given_records(file, say), file, say)
            if language is None:
                say = chosen_words(laid.language if laid.language in LANGUAGES else None)
            if not has_keyboard and any(seat.bot is None for seat in laid.agreement.seats):
                raise Failure(say("terminal.no_keyboard"), USAGE)
            table = Table(console, say, style, laid.agreement, quick=quick, save_as=save or file)
            table.resume(laid, file)
            return
        if has_keyboard and language is None and not defaults:
            say = _asked_language(Asker(console, say))
        ask = Asker(console, say)
        if defaults or not has_keyboard:
            wishes.players = wishes.players or [say("game.player_number", number=1), "bot:greedy"]
            if layout in ("3", "3own", "4") and not players:
                wishes.players += ["bot:greedy"] * (int(layout[0]) - 2)
            agreement = usual(wishes, say)
        else:
            agreement = agreed(wishes, ask)
        if (
            has_keyboard
            and save is not None
            and Path(save).is_file()
            and not ask.agreed(say("terminal.ask_overwrite", file=save), default=False)
        ):
            save = None  # it is asked for again when there is something to save
        Table(console, say, style, agreement, quick=quick, save_as=save).play()
    except (KeyboardInterrupt, EOFError):
        console.print(f"\n{say('terminal.interrupted')}")
        raise typer.Exit(INTERRUPTED) from None


def _asked_language(ask: Asker) -> Words:
    names = {code: code for code in LANGUAGES} | {name: code for code, name in LANGUAGES.items()}
    listed = ", ".join(f"{code} {name}" for code, name in LANGUAGES.items())
    return chosen_words(ask.choice(f"{ask.say('terminal.ask_language')} ({listed})", names, ask.say.language))
