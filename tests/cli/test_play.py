"""`indigo play`: real games, typed into the real command in a terminal."""

from __future__ import annotations

import errno
import random
import signal
from pathlib import Path

import pytest

from indigo.cli.play.savefile import taken_up, written
from indigo.cli.play.seats import Seat
from indigo.cli.play.setup import Agreement
from indigo.cli.terminal.scores import told_match
from indigo.i18n import LANGUAGES, words
from indigo.match import Match, read_match
from indigo.notation import read_position
from indigo.record import Record, read_record, read_records
from indigo.rules import Game
from tests.support.command import Terminal, run
from tests.support.random_games import random_game, random_turns

PROMPT = "Your move:"
READY = "press Enter when nobody else is looking."
say = words("en")


def a_move(game: Game, dice: random.Random) -> str:
    moves = game.legal_moves
    return str(moves[dice.randrange(len(moves))])


def pass_keyboard(terminal: Terminal) -> str:
    """The keyboard goes to the next person; what was on the screen meanwhile."""
    _, shown = terminal.wait_for(READY)
    terminal.type("")
    return shown


def test_two_people_play_a_whole_game(tmp_path: Path) -> None:
    """Both type every move; what the command says at the end is what the rules say."""
    file = tmp_path / "game.indigo"
    game, dice = Game.shuffled("2", seed=7), random.Random(1)
    options = ["-p", "Ada", "-p", "Ben", "--seed", "7", "--defaults", "--quick", "--save", str(file)]
    with Terminal("play", *options) as terminal:
        while not game.over:
            between = pass_keyboard(terminal)
            assert "Your tile" not in between.split("\x1b[3J")[-1]
            _, shown = terminal.wait_for(PROMPT)
            assert f"Your tile: {game.hands[game.player - 1]} " in shown
            assert f"{['Ada', 'Ben'][game.player - 1]}, it is your turn." in shown
            move = a_move(game, dice)
            game.play(move)
            terminal.type(move)
        status, last = terminal.ended()
    assert status == 0
    assert "The game is over" in last
    for name, points, gems in zip(("Ada", "Ben"), game.points, game.position.gem_counts, strict=True):
        assert f"{name}: {say('game.points', n=points)}, {say('game.gems', n=gems)}" in last
    assert read_record(file.read_bytes()).game().position == game.position


def test_hands_are_hidden_while_the_keyboard_changes_hands() -> None:
    game = Game.shuffled("2", seed=7)
    with Terminal("play", "-p", "Ada", "-p", "Ben", "--seed", "7", "--defaults", "--quick") as terminal:
        pass_keyboard(terminal)
        terminal.wait_for(PROMPT)
        terminal.type(a_move(game, random.Random(1)))
        # Everything is cleared, the lines above the window included, before the board is shown to both.
        terminal.wait_for("\x1b[3J")
        _, between = terminal.wait_for(READY)
        assert "Your tile" not in between
        assert "Ada places" in between
        assert "Pass the keyboard to Ben" in between
        terminal.type("")
        terminal.wait_for("\x1b[3J")
        _, shown = terminal.wait_for(PROMPT)
        assert f"Your tile: {game.hands[1]} " in shown


@pytest.mark.parametrize(
    ("layout", "hand"), [("2", 2), ("3", 1), ("3own", 2), ("4", 1)], ids=["two tiles", "three", "own gateways", "four"]
)
def test_a_person_plays_against_bots(layout: str, hand: int) -> None:
    names = ["Ada", "greedy", "random", "greedy"][: int(layout[0])]
    seats = [part for name in names for part in ("-p", name)]
    dice = random.Random(layout)
    with Terminal(
        "play", *seats, "--layout", layout, "--hand", str(hand), "--seed", "5", "-y", "--quick", "--screens", "down"
    ) as terminal:
        while True:
            text, _ = terminal.wait_for(PROMPT, "The game is over")
            if text != PROMPT:
                break
            terminal.type("position")
            terminal.wait_for("\n")
            _, line = terminal.wait_for("\n")
            position = read_position(line.strip())
            assert position.player == 1
            assert set("".join(position.hands[1:])) <= {"?"}
            terminal.wait_for(PROMPT)
            terminal.type(a_move(Game.at(position), dice))
        terminal.wait_for("Keep a record of this game in a file?")
        terminal.type("no")
        status, last = terminal.ended()
    assert status == 0
    assert "Thank you for playing" in last


def test_questions_undo_preview_save_and_resume(tmp_path: Path) -> None:
    """One evening: everything is asked, a move is shown first, taken back, the game saved and taken up again."""
    file = tmp_path / "evening.indigo"
    with Terminal("play", "--seed", "9", columns=80) as terminal:
        for question, answer in (
            ("Which language", "en"),
            ("How many of you", "5"),
            ("Please type a number from 2 to 4.", "0000000029"),
            ("Please type a number from 2 to 4.", "2"),
            ("red", "Ada"),
            ("turquoise", "ada"),
            ("Somebody is already called ada", "Ben"),
            ("How many tiles", ""),
            ("How many rounds", ""),
            ("behind the screens", "maybe"),
            ("Please answer yes or no", "y"),
            ("Who begins?", "Ben"),
        ):
            terminal.wait_for(question)
            if question.startswith(("Please", "Somebody")):
                terminal.wait_for("\n")
            terminal.type(answer)
        game = Game.shuffled("2", seed=9, first=2)
        pass_keyboard(terminal)
        terminal.wait_for(PROMPT)
        for typed, expected in (
            ("help", "What you can type"),
            ("gateways", "Gateway 1 (top)"),
            ("score", "Ada: hidden behind the screen"),
            ("moves d4", "Turns that fit on d4"),
            ("e5E0", "A treasure tile lies on e5"),
            ("z9", "There is no space z9"),
            ("what now", "I do not understand"),
            ("undo", "There is no move to take back"),
            ("redo", "There is no move to play again"),
            ("position", "2 2 ?/"),
        ):
            terminal.type(typed)
            terminal.wait_for(expected)
            terminal.wait_for(PROMPT)
        kind = game.hands[1]
        terminal.type(f"d4{kind}0")
        terminal.wait_for("An emerald leaves the treasure tile in the centre.")
        terminal.wait_for(f"Place d4{kind}0?")
        terminal.type("no")
        terminal.wait_for("Nothing has changed.")
        terminal.wait_for(PROMPT)
        terminal.type(f"d4{kind}0")
        terminal.wait_for(f"Place d4{kind}0?")
        terminal.type("")
        pass_keyboard(terminal)
        terminal.wait_for(PROMPT)
        terminal.type("undo")
        terminal.wait_for("Ben’s turn again")
        pass_keyboard(terminal)
        terminal.wait_for(PROMPT)
        terminal.type("redo")
        pass_keyboard(terminal)
        terminal.wait_for(PROMPT)
        terminal.type("quit")
        terminal.wait_for("Save the game before you stop?")
        terminal.type("")
        terminal.wait_for("In which file?")
        terminal.type(str(file))
        status, last = terminal.ended()
        assert status == 0
        assert f"indigo play {file}" in last.replace("\n", "")
    game.play(f"d4{kind}0")
    laid = read_record(file.read_bytes())
    assert laid.game() == game
    with Terminal("play", str(file)) as terminal:
        terminal.wait_for("Welcome back!")
        pass_keyboard(terminal)
        _, shown = terminal.wait_for(PROMPT)
        assert f"Your tile: {game.hands[0]} " in shown
        terminal.press(b"\x03")
        status, last = terminal.ended()
        assert status == 0
        assert "is saved in" in last


def test_a_match_of_rounds_is_saved_and_resumed(tmp_path: Path) -> None:
    file = tmp_path / "match.indigo"
    dice = random.Random(2)
    game = Game.shuffled("2", seed=1)
    options = ["-p", "Ada", "-p", "bot:random", "--rounds", "2", "--seed", "1", "-y", "--quick", "--save", str(file)]
    moves = 0
    with Terminal("play", *options) as terminal:
        terminal.wait_for("Round 1 of 2")
        while not game.over:
            text, _ = terminal.wait_for(PROMPT, "Press Enter for the next round.")
            if text != PROMPT:
                break
            terminal.type("position")
            terminal.wait_for("\n")
            game = played_on(terminal, dice)
            moves += 1
        terminal.type("")
        terminal.wait_for("Round 2 of 2")
        terminal.wait_for(PROMPT)
        terminal.press(b"\x04")
        assert terminal.ended()[0] == 0
    match = read_match(file.read_bytes())
    assert (len(match.games), match.rounds, match.next_first) == (1, 2, 2)
    assert sum(turn.player == 1 for turn in match.games[0].turns) == moves
    with Terminal("play", str(file), "--quick") as terminal:
        terminal.wait_for("Round 2 of 2")
        while True:
            text, shown = terminal.wait_for(PROMPT, "The match is over after 2 rounds.")
            if text != PROMPT:
                break
            terminal.type("position")
            terminal.wait_for("\n")
            played_on(terminal, dice)
        assert "Score sheet" in shown
        assert terminal.ended()[0] == 0
    match = read_match(file.read_bytes())
    assert match.over
    assert match.games[1].first == 2


def played_on(terminal: Terminal, dice: random.Random) -> Game:
    """Read the position that was asked for, and type a move in it."""
    _, line = terminal.wait_for("\n")
    game = Game.at(read_position(line.strip()))
    terminal.wait_for(PROMPT)
    terminal.type(a_move(game, dice))
    return game


def test_ctrl_c_offers_to_save_and_a_second_one_means_it() -> None:
    with Terminal("play", "-p", "Ada", "-p", "greedy", "-y") as terminal:
        terminal.wait_for(PROMPT)
        terminal.press(b"\x03")
        terminal.wait_for("Save the game before you stop?")
        terminal.press(b"\x03")
        status, last = terminal.ended()
    assert status == 0
    assert "The game is not saved." in last


def test_ctrl_c_while_sitting_down_just_stops() -> None:
    with Terminal("play") as terminal:
        terminal.wait_for("Which language")
        terminal.press(b"\x03")
        assert terminal.ended()[0] == 130


def test_a_finished_game_shows_how_it_ended(tmp_path: Path) -> None:
    file = tmp_path / "bots.indigo"
    assert run("play", "-p", "greedy", "-p", "random", "--seed", "3", "--save", str(file)).exit_code == 0
    result = run("play", str(file))
    assert result.exit_code == 0
    assert "is over already" in " ".join(result.output.split())
    assert " wins" in result.output


def test_the_same_seed_gives_the_same_game_among_bots() -> None:
    arguments = ("play", "-p", "greedy", "-p", "random", "-p", "greedy", "--layout", "3own", "--seed", "12")
    assert run(*arguments).output == run(*arguments).output
    assert run(*arguments).output != run(*arguments[:-1], "13").output


@pytest.mark.parametrize("language", LANGUAGES)
def test_play_in_six_languages(language: str) -> None:
    spoken = words(language)
    with Terminal("play", "-p", "Ada", "-p", "greedy", "-y", "--language", language, columns=120) as terminal:
        terminal.wait_for(spoken("terminal.your_turn", name="Ada"))
        terminal.wait_for(spoken("terminal.prompt"))
        terminal.type(spoken("terminal.word_help"))
        terminal.wait_for(spoken("terminal.help_heading"))
        _, shown = terminal.wait_for(f"{spoken('terminal.prompt')}:")
        assert spoken("terminal.help_undo") in shown
        terminal.type(spoken("terminal.word_quit"))
        terminal.wait_for(spoken("terminal.ask_save_before_quit"))
        terminal.type(spoken("terminal.no_letter"))
        assert spoken("terminal.goodbye") in terminal.ended()[1]


def test_a_dumb_terminal_gets_letters_and_no_escapes() -> None:
    with Terminal("play", "-p", "Ada", "-p", "greedy", "-y", TERM="dumb", NO_COLOR="1") as terminal:
        text, shown = terminal.wait_for("\x1b", PROMPT)
        assert text == PROMPT
        assert "|   d4  |" in shown


@pytest.mark.parametrize("table", [("2", 1), ("2", 2), ("3own", 1), ("4", 1), ("4", 2)])
def test_a_game_can_be_laid_aside_after_every_turn(table: tuple[str, int]) -> None:
    """Also when the stacks are empty, and fewer tiles were drawn than placed."""
    layout, hand = table
    game = Game.shuffled(layout, hand, seed="laid aside")
    seats = [Seat(f"Player {number}") for number in range(1, int(layout[0]) + 1)]
    agreement = Agreement(seats, layout, hand, rounds=1, first=1, screens=True, seed="7")
    match, dice = Match(layout, hand, 1, agreement.names), random.Random(1)
    while not game.over:
        text = written(agreement, match, game, "en", "2026-11-15")
        laid = taken_up(read_records(text.encode()), "game.indigo", say)
        assert laid.game is not None
        assert laid.game.position == game.position
        move = a_move(game, dice)
        game.play(move)
        laid.game.play(move)
        assert laid.game.position == game.position
    assert game.turns_played > 50
    assert game.position.stacked == 0


def sunday(**tags: str) -> Record:
    """A round between two bots that a person has written about, laid aside after nine moves."""
    game = Game.shuffled("2", seed="Sunday")
    for _, _ in zip(range(9), random_turns(game, "Sunday"), strict=False):
        pass
    seats = {"Seats": "bot:random bot:random", "Seed": "7"}
    told = [(0, " at last "), (9, " what now? ")]
    told_tags: dict[str, str | tuple[str, ...]] = {
        "Event": "Sunday",
        "Site": "Ulm",
        "Date": "2001-02-03",
        "Guests": ("Eve", "Fay"),
    }
    return Record.of(game, ("Ada", "Ben"), {**told_tags, **seats, **tags}, comments=told, stack=True)


def test_what_a_player_wrote_into_the_file_stays_when_the_game_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "sunday.indigo"
    file.write_text(str(sunday(Round="1", Rounds="2", Language="de")), encoding="utf-8")
    assert run("play", str(file), "--language", "en").exit_code == 0
    first, second = read_records(file.read_bytes())
    assert first.result is not None
    assert (first.tag("Event"), first.tag("Site"), first.tag("Date")) == (("Sunday",), ("Ulm",), ("2001-02-03",))
    assert first.tag("Guests") == ("Eve", "Fay")
    assert first.comments == ((0, " at last "), (9, " what now? "))
    assert first.tag("Language") == ("en",), "what the program itself sets is set anew"
    assert second.tag("Event") == ("Sunday",)
    assert second.tag("Date") != ("2001-02-03",)
    assert (second.tag("Site"), second.comments) == ((), ())


def test_a_comment_outlives_the_moves_before_it() -> None:
    laid = taken_up([sunday()], "sunday.indigo", say)
    assert laid.game is not None
    laid.game.undo()
    text = written(laid.agreement, laid.match, laid.game, "en", "2026-11-15", laid.remarks)
    assert read_record(text).comments == ((0, " at last "), (8, " what now? "))


def test_a_round_that_was_ended_by_agreement_is_not_resumed(tmp_path: Path) -> None:
    file = tmp_path / "agreed.indigo"
    ended = sunday(End="agreed")
    file.write_text(str(ended), encoding="utf-8")
    result = run("play", str(file))
    assert result.exit_code == 0
    assert "is over already" in " ".join(result.output.split())
    assert "share the win" in result.output or " wins" in result.output

    file.write_text(str(sunday(End="agreed", Round="1", Rounds="2")), encoding="utf-8")
    assert run("play", str(file)).exit_code == 0
    match = read_match(file.read_bytes())
    assert match.over
    assert match.sheet[0].points == ended.game().points
    assert [game.over for game in match.games] == [False, True]


def test_a_match_that_gems_decide_is_not_told_as_won_by_points() -> None:
    match = Match("2", 1, 1, ("Ada", "Ben"))
    end = random_game("2", 1, "gems").position._replace(player=1, won=((0, 1, 0), (2, 0, 0)))
    match.add(Game.at(end, hand=1))
    assert told_match(match, say)[1:] == ["Ben wins: as many points, but more gems."]


@pytest.mark.parametrize(
    "options",
    [
        ["-p", "Ada"],
        ["-p", "Ada", "-p", "Ada"],
        ["-p", "Ada", "-p", "bot:nobody"],
        ["-p", "Ada", "-p", "Ben", "--layout", "4"],
        ["-p", "Ada", "-p", "Ben", "--layout", "5"],
        ["-p", "Ada", "-p", "Ben", "--first", "Cleo"],
        ["--first", "Cleo", "--defaults"],
        ["-p", "Ada", "-p", "x" * 60],
        ["-p", "Ada", "-p", ""],
        ["--hand", "3"],
        ["--rounds", "0"],
        ["--language", "xx"],
        ["--screens", "sideways"],
        ["game.indigo", "--layout", "2"],
        [],
    ],
    ids=lambda options: " ".join(options)[:40] or "no keyboard",
)
def test_options_that_make_no_sense_end_with_2(options: list[str]) -> None:
    result = run("play", *options)
    assert result.exit_code == 2
    assert result.stderr
    assert "Traceback" not in result.output


def test_a_better_idea_may_be_typed_instead_of_yes() -> None:
    game = Game.shuffled("2", seed=9)
    kind = game.hands[0]
    with Terminal("play", "-p", "Ada", "-p", "Ben", "--seed", "9", "-y") as terminal:
        pass_keyboard(terminal)
        terminal.wait_for(PROMPT)
        terminal.type(f"d4{kind}0")
        terminal.wait_for(f"Place d4{kind}0?")
        terminal.type("gateways")
        terminal.wait_for("Gateway 1 (top)")
        terminal.wait_for(PROMPT)
        terminal.type(f"d4{kind}0")
        terminal.wait_for(f"Place d4{kind}0?")
        terminal.type(f"c4{kind}0")
        terminal.wait_for(f"Place c4{kind}0?")
        terminal.type("")
        assert f"Ada places c4{kind}0." in pass_keyboard(terminal)


# ------------------------------------------------------------------------------------------------ nothing is lost


def at_the_prompt(*options: str) -> Terminal:
    """A game of Ada against a bot, in which she is asked for a move, on a screen so wide that no line is broken."""
    return Terminal("play", "-p", "Ada", "-p", "greedy", "-y", "--quick", "--seed", "5", *options, columns=400)


def test_a_name_that_no_file_can_have_does_not_end_the_game(tmp_path: Path) -> None:
    (tmp_path / "e.indigo").write_text("x")
    with at_the_prompt() as terminal:
        for name in ("x" * 300, f"{tmp_path}/e.indigo/foo", f"{tmp_path}/nowhere/foo"):
            terminal.wait_for(PROMPT)
            terminal.type(f"save {name}")
            terminal.wait_for("cannot be written")
        terminal.wait_for(PROMPT)
        terminal.type(f"save {tmp_path}/My Game")
        terminal.wait_for(f"indigo play '{tmp_path}/My Game.indigo'")
    assert (tmp_path / "My Game.indigo").exists()


def test_who_cannot_save_where_they_wanted_is_asked_for_another_name(tmp_path: Path) -> None:
    folder, other = tmp_path / "gone", tmp_path / "other.indigo"
    folder.mkdir()
    with at_the_prompt("--save", str(folder / "x.indigo")) as terminal:
        terminal.wait_for(PROMPT)
        folder.rmdir()
        terminal.type("quit")
        terminal.wait_for("cannot be written")
        terminal.wait_for("In which file?")
        terminal.type(str(other))
        terminal.wait_for("The game is saved in")
        assert terminal.ended()[0] == 0
    assert read_record(other.read_bytes()).result is None


def test_another_game_is_not_overwritten_unasked(tmp_path: Path) -> None:
    file = tmp_path / "s.indigo"
    file.write_text("another game")
    with at_the_prompt("--save", str(file)) as terminal:
        terminal.wait_for("exists already. Replace it?")
        terminal.type("n")
        terminal.wait_for(PROMPT)
        terminal.type("quit")
        terminal.wait_for("Save the game before you stop?")
        terminal.type("n")
        assert terminal.ended()[0] == 0
    assert file.read_text() == "another game"


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_game_is_saved_when_the_terminal_is_closed(tmp_path: Path, number: signal.Signals) -> None:
    file = tmp_path / "h.indigo"
    with at_the_prompt("--save", str(file)) as terminal:
        terminal.wait_for(PROMPT)
        terminal.send(number)
        terminal.ended()
    assert read_record(file.read_bytes()).players == ("Ada", "Greedy")


def test_a_link_is_followed_and_what_is_no_file_is_written_to(tmp_path: Path) -> None:
    target, link = tmp_path / "target.indigo", tmp_path / "link.indigo"
    link.symlink_to(target)
    game = ("play", "-p", "greedy", "-p", "random", "--seed", "3", "--save")
    assert run(*game, str(link)).exit_code == 0
    assert link.is_symlink()
    assert read_record(target.read_bytes()).result is not None
    assert run(*game, "/dev/null").exit_code == 0
    assert not Path("/dev/null").is_file()


def test_bots_whose_game_cannot_be_saved_end_in_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ("play", "-p", "greedy", "-p", "random", "--save")
    longest = tmp_path / ("x" * 248 + ".indigo")  # just short enough for a file
    assert run(*game, str(longest)).exit_code == 0
    assert longest.exists()

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    done = run(*game, str(tmp_path / "full.indigo"))
    assert done.exit_code == 1
    assert "No space left" in done.output


def whole_game(seed: int) -> Game:
    game, dice = Game.shuffled("2", seed=seed), random.Random(seed)
    while not game.over:
        game.play(a_move(game, dice))
    return game


def test_in_the_next_round_the_keyboard_is_passed_before_a_tile_is_shown(tmp_path: Path) -> None:
    """Everybody has been looking at the result, whoever placed last and whoever begins now."""
    file = tmp_path / "match.indigo"
    match = Match("2", 1, 2, ("Ada", "Ben"))
    played = next(game for game in (whole_game(seed) for seed in range(50)) if game.turns[-1].player == 2)
    played.undo()
    agreement = Agreement([Seat("Ada"), Seat("Ben")], "2", 1, 2, 1, True, "1")
    file.write_text(written(agreement, match, played, "en", "2026-11-15"))
    with Terminal("play", str(file), "--quick", columns=100) as terminal:
        pass_keyboard(terminal)
        terminal.wait_for(PROMPT)
        played.redo()
        terminal.type(str(played.turns[-1].move))
        terminal.wait_for("Press Enter for the next round")
        terminal.type("")
        assert terminal.wait_for("Pass the keyboard", PROMPT)[0] == "Pass the keyboard"


@pytest.mark.parametrize(
    ("language", "prompt", "question", "word"),
    [("en", PROMPT, "for the next round", "quit"), ("de", "Dein Zug:", "nächsten Runde", "Ende")],
)
def test_between_rounds_one_can_stop(tmp_path: Path, language: str, prompt: str, question: str, word: str) -> None:
    file = tmp_path / "match.indigo"
    played = next(game for game in (whole_game(seed) for seed in range(50)) if game.turns[-1].player == 1)
    last = str(played.undo().move)
    agreement = Agreement([Seat("Ada"), Seat("random", "random")], "2", 1, 2, 1, True, "1")
    file.write_text(written(agreement, Match("2", 1, 2, ("Ada", "random")), played, language, "2026-11-15"))
    with Terminal("play", str(file), "--quick", "--language", language, columns=100) as terminal:
        terminal.wait_for(prompt)
        terminal.type(last)
        terminal.wait_for(question)
        terminal.type(word)
        assert terminal.ended()[0] == 0
    played.redo()
    assert file.read_text().split()[-1] == "-".join(map(str, played.points))  # one round, and no other was dealt


def test_wishes_that_make_no_sense_are_told_what_would(tmp_path: Path) -> None:
    for arguments, told in (
        (("play", "-p", "Ada"), "Name two to four players"),
        (("play", "-p", "A\tb", "-p", "c"), "cannot be shown"),
        (("play", "game.indigo", "--screens", "down"), "--screens do not go together"),
    ):
        refused = run(*arguments)
        assert refused.exit_code == 2
        assert told in " ".join(refused.output.split())
    with Terminal("play", "--first", "Zoe", "--language", "en", columns=100) as terminal:
        for question in ("How many of you", "red", "turquoise", "How many tiles", "How many rounds", "screens"):
            terminal.wait_for(question)
            terminal.type("")
        terminal.wait_for("Please choose one of these")
        terminal.wait_for("Who begins?")


def test_nothing_is_taken_back_that_no_person_placed() -> None:
    with at_the_prompt("--first", "2") as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("undo")
        terminal.wait_for("There is no move to take back.")


def test_letters_that_look_alike_are_understood() -> None:
    game = Game.shuffled("2", seed=5)
    move = next(str(move) for move in game.legal_moves if str(move)[0] == "b")
    with at_the_prompt() as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("В" + move[1:])  # Cyrillic
        terminal.wait_for(f"Ada places {move}.")
