"""A run from its first game to its last model: games against oneself, learning, the gate, and all of it again.

Everything that a run knows is in its folder, and every step can be taken up again where it was left:

    config.json             the plan
    commands.txt            how the run was begun, and gone on with
    start.indigo-model      the model it began with, if there was one
    generations/001/        chunks of games, played.json when they are complete, checkpoint.pt, gate.jsonl
    models/gen-001.indigo-model
    best.indigo-model       the last that won at the gate
    records/                some games of each generation, to look at
    history.jsonl, models.md, curves.svg
"""

from __future__ import annotations

import io
import json
import shutil
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import torch

from indigo import _core
from indigo.engine.model import about as about_model
from indigo.i18n import Words
from indigo.train import gate
from indigo.train.config import Plan, Table, derived_seed
from indigo.train.dataset import games_in, load_lessons
from indigo.train.folder import write_whole
from indigo.train.history import Entry, markdown, read_history, write_history
from indigo.train.network import Network, from_file, to_file
from indigo.train.plots import curves_svg
from indigo.train.progress import Watcher
from indigo.train.selfplay import Workers, tasks_of
from indigo.train.trainer import Progress, fit, new_optimizer, understanding

VERSION: Final = 1
_SHARE_PLAY, _SHARE_FIT = 0.6, 0.7
"""Of a generation's time the part for playing, and of what is left then the part for learning, before the gate."""


@dataclass(frozen=True)
class Setting:
    """Where and for whom a run runs. What is learnt follows from the plan, but for three things here.

    A deadline leaves out games and steps for which there is no time; the number of threads and the device decide in
    what order numbers are added up while learning, and so the last digits.
    """

    folder: Path
    device: torch.device
    threads: int
    workers: Workers
    watcher: Watcher
    say: Words
    commands: Sequence[str]
    """By which the run was begun and gone on with, the present one last."""
    deadline: float | None = None
    """By `time.monotonic()`."""

    def left(self) -> float | None:
        """The seconds that are left, None without a deadline."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())


def chosen_device(name: str) -> torch.device:
    """The device of this *name*; `auto` is a GPU if there is one."""
    if name == "cpu" or (name == "auto" and not torch.cuda.is_available()):
        return torch.device("cpu")
    return torch.device("cuda", torch.cuda.current_device())


class Run:
    """A run in its folder."""

    def __init__(self, plan: Plan, setting: Setting) -> None:
        self.plan, self.setting, self.say = plan, setting, setting.say
        self.folder = setting.folder
        self.history: list[Entry] = read_history(self.folder / "history.jsonl")
        for name in ("generations", "models", "records"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        torch.set_num_threads(setting.threads)
        torch.set_float32_matmul_precision("highest")  # or a GPU would round otherwise than the core

    def learn(self) -> None:
        """Go on until the last generation, or until the time is up."""
        if self.history:  # a kill may have come after the last line of it
            self._keep_history()
            self._tidy(len(self.history))
        while len(self.history) < self.plan.generations:
            left = self.setting.left()
            if left is not None and left < 1:
                self._tell("train.time_is_up")
                return
            self._generation(len(self.history) + 1, left)

    # -------------------------------------------------------------------------------------------- one generation

    def _generation(self, number: int, left: float | None) -> None:
        self._tell("train.generation", generation=number, generations=self.plan.generations)
        slice_ = None if left is None else left / (self.plan.generations - len(self.history))
        began = time.monotonic()

        def share(part: float) -> float | None:
            """A *part* of what is left of this generation's time; no less than a second, or nothing would be learnt."""
            return None if slice_ is None else max(1.0, part * (slice_ - (time.monotonic() - began)))

        games, played_seconds = self._play(number, share(_SHARE_PLAY))
        file = self.folder / "models" / f"gen-{number:03}.indigo-model"
        known_file = self._place(number) / "known.json"
        if file.exists() and known_file.exists():
            known = json.loads(known_file.read_text(encoding="utf-8"))
        else:
            known = self._fit(number, games, played_seconds, share(_SHARE_FIT), file)
            write_whole(known_file, json.dumps(known))
        self._tell_known(known)
        entry = self._gate(number, file.read_bytes(), share(1.0))
        entry = {
            "generation": number,
            "model": file.stem,
            "date": _now(),
            "games": games,
            "games_seen": self._games_before() + games,
            "seconds": {"play": round(played_seconds, 1), "fit": round(known["seconds"], 1), **entry.pop("seconds")},
            "epochs": known["epochs"],
            "understanding": known["understanding"],
            **entry,
        }
        self.history.append(entry)
        self._keep_history()
        self._tidy(number)

    def _games_before(self) -> int:
        """The games that were seen before this generation, with those of the model that the run began with."""
        return int(self._of_start("games")) + sum(int(entry["games"]) for entry in self.history)

    def _seconds_before(self) -> float:
        """The time that was spent before this generation, in the same way."""
        return self._of_start("seconds") + sum(sum(entry["seconds"].values()) for entry in self.history)

    def _of_start(self, name: str) -> float:
        """A number from the head of the model that the run began with; 0 if there is none."""
        start = self._start()
        number = None if start is None else about_model(_core.Model(start)).get(name)
        return number if isinstance(number, int | float) else 0

    def _place(self, number: int) -> Path:
        place = self.folder / "generations" / f"{number:03}"
        place.mkdir(exist_ok=True)
        return place

    # -------------------------------------------------------------------------------------------- playing

    def _player(self) -> bytes | None:
        """The model that plays the coming games; None for the fillings alone."""
        newest = self.history[-1] if self.history else None
        if self.plan.players == "newest" and newest is not None and newest["gate"]["verdict"] != "worse":
            return (self.folder / "models" / f"{newest['model']}.indigo-model").read_bytes()
        return self._best()

    def _best(self) -> bytes | None:
        """The model that the gate has let through last, or the one that the run began with."""
        winner = self._winner()
        if winner is not None:  # by the history: best.indigo-model may be a generation ahead of it after a kill
            return (self.folder / "models" / f"{winner['model']}.indigo-model").read_bytes()
        return self._start()

    def _start(self) -> bytes | None:
        """The model that the run began with, if there is one."""
        return (self.folder / "start.indigo-model").read_bytes() if self.plan.start else None

    def _play(self, number: int, seconds: float | None) -> tuple[int, float]:
        """Play the generation's games, those that are not there yet; how many there are, and how long it took."""
        place, done_file = self._place(number), self._place(number) / "played.json"
        if done_file.exists():
            done = json.loads(done_file.read_text(encoding="utf-8"))
            return int(done["games"]), float(done["seconds"])
        tasks = tasks_of(self.plan, number)
        missing = [task for task in tasks if not (place / task.name).exists()]
        games = sum(games_in(place / name) for name in {task.name for task in tasks} - {task.name for task in missing})
        clock_file = place / "seconds"
        before = _read_seconds(clock_file)
        began = time.monotonic()
        with self.setting.watcher.stage(self.say("train.playing"), self.plan.games) as show:
            show(games, "")
            for chunk in self.setting.workers.play(missing, self._player(), seconds):
                for count, record in enumerate(chunk.records, start=1):
                    name = f"{number:03}-{chunk.task.name.removesuffix('.npz')}-{count}.indigo"
                    write_whole(self.folder / "records" / name, record)
                write_whole(place / chunk.task.name, chunk.data)
                games += chunk.games
                gone = before + time.monotonic() - began
                write_whole(clock_file, f"{gone:.1f}")
                show(games, self.say("train.games_a_second", n=self.say.number(games / max(gone, 1e-9))))
        gone = before + time.monotonic() - began
        if not games:  # not written down: with more time there will be some
            raise NothingToLearn
        write_whole(done_file, json.dumps({"games": games, "seconds": round(gone, 2)}))
        self._tell("train.played", games=self.say.number(games), seconds=self.say.number(gone))
        return games, gone

    # -------------------------------------------------------------------------------------------- learning

    def _chunks(self, number: int) -> list[Path]:
        """The chunks of the generations to learn from."""
        first = max(1, number - self.plan.window + 1)
        return [file for one in range(first, number + 1) for file in sorted(self._place(one).glob("*.npz"))]

    def _newest_network(self, number: int) -> Network:
        """The network to go on with: the last generation's, the one the run began with, or a new one."""
        earlier = self.folder / "models" / f"gen-{number - 1:03}.indigo-model"
        model = earlier.read_bytes() if number > 1 else self._start()
        if model is not None:
            return from_file(model)[0]
        torch.manual_seed(derived_seed(self.plan.seed, "network"))
        return Network()

    def _fit(self, number: int, games: int, played_seconds: float, seconds: float | None, file: Path) -> dict[str, Any]:
        """Learn from the games of the window; write the model. What is known of it comes back."""
        began = time.monotonic()
        device = self.setting.device
        lessons = load_lessons(
            self._chunks(number),
            lambda_=self.plan.lambda_,
            held_out=self.plan.held_out,
            device=device,
            threads=self.setting.threads,
        )
        samples = sum(len(lesson.learnt) for lesson in lessons.values())
        if not samples:
            raise NothingToLearn
        loaded = time.monotonic() - began
        network = self._newest_network(number).to(device)
        optimizer = new_optimizer(network, self.plan)
        checkpoint = self._place(number) / "checkpoint.pt"
        progress = _resumed(checkpoint, network, optimizer) or Progress()

        def keep() -> None:
            out = io.BytesIO()
            state = {"network": network.state_dict(), "optimizer": optimizer.state_dict(), "progress": asdict(progress)}
            torch.save(state, out)
            write_whole(checkpoint, out.getvalue())

        with self.setting.watcher.stage(self.say("train.learning"), 1000) as show:
            fit(
                network,
                optimizer,
                lessons,
                self.plan,
                number,
                progress,
                device,
                seconds=None if seconds is None else max(1.0, seconds - loaded),
                after_epoch=keep,
                show=lambda done, total, loss: show(
                    1000 * done // total, self.say("train.loss", loss=self.say.number(loss, 4))
                ),
            )
        known = understanding(network, lessons, device).as_data()
        gone = progress.seconds + loaded
        self._tell(
            "train.learnt",
            samples=self.say.number(samples),
            steps=self.say.number(progress.steps),
            seconds=self.say.number(gone),
        )
        about: dict[str, object] = {
            "version": VERSION,
            "command": self.setting.commands[-1],
            "commands": self.setting.commands,
            "plan": asdict(self.plan),
            "seed": self.plan.seed,
            "generation": number,
            "start": self.plan.start,
            "games": self._games_before() + games,
            "samples": samples,
            "seconds": round(self._seconds_before() + played_seconds + gone),
            "date": _now(),
            "losses": known["losses"],
            "fillings": known["fillings"],
        }
        write_whole(file, to_file(network, about))
        return {"epochs": progress.losses, "understanding": known, "seconds": gone, "samples": samples}

    def _tell_known(self, known: dict[str, Any]) -> None:
        """Losses by table beside what random fillings lose, and how far chances are off."""
        found = known["understanding"]
        for table, loss in found["losses"].items():
            fillings = found["fillings"][table]
            self._tell(
                "train.loss_line", table=table, loss=self.say.number(loss, 4), fillings=self.say.number(fillings, 4)
            )
        if found["calibration"]:
            self._tell("train.gap_line", gap=self.say.percent(found["gap"], 1))

    # -------------------------------------------------------------------------------------------- the gate

    def _gate(self, number: int, new: bytes, seconds: float | None) -> dict[str, Any]:
        """Play the new model against the best; if it wins, it is the best. What came of it, and the new rating."""
        began = time.monotonic()
        best, opponent, base = self._best(), self._opponent(), self._best_rating()
        if not self.plan.gate_games:
            return {
                "gate": {"games": 0, "verdict": "unclear", "opponent": opponent},
                "rating": None,
                "rating_interval": [],
                "seconds": {"gate": 0.0},
            }
        file, clock_file = self._place(number) / "gate.jsonl", self._place(number) / "gate-seconds"
        before = _read_seconds(clock_file)
        earlier = _resumed_deals(file, gate.limits_of(self.plan))
        games = 0
        kept = [*earlier]
        with (
            file.open("a", encoding="utf-8") as out,
            self.setting.watcher.stage(self.say("train.gate"), self.plan.gate_games) as show,
        ):

            def keep(deal: gate.Deal) -> None:
                nonlocal games
                kept.append(deal)
                out.write(_deal_line(deal))
                out.flush()
                write_whole(clock_file, f"{before + time.monotonic() - began:.1f}")
                games = sum(one.table.players for one in kept)
                score = gate.Result(tuple(kept), games).score
                show(games, self.say.percent(score.mean, 1))

            result = gate.play_match(
                new,
                best,
                self.plan,
                number,
                threads=self.setting.threads,
                earlier=earlier,
                keep=keep,
                seconds=seconds,
            )
        if result.verdict == "better":
            write_whole(self.folder / "best.indigo-model", new)
        score, elo = result.score, result.elo
        if result.deals:  # else there was no time for any
            self._tell(
                f"train.gate_{result.verdict}",
                opponent=opponent,
                games=result.games,
                score=self.say.percent(score.mean, 1),
                low=self.say.percent(score.low, 1),
                high=self.say.percent(score.high, 1),
                elo=self.say.number(elo.mean, signed=True),
            )
        rated = bool(result.deals) and base is not None
        return {
            "gate": {**result.as_data(), "opponent": opponent},
            "rating": round(base + elo.mean, 1) if rated and base is not None else None,
            "rating_interval": [round(base + elo.low, 1), round(base + elo.high, 1)]
            if rated and base is not None
            else [],
            "seconds": {"gate": round(before + time.monotonic() - began, 1)},
        }

    def _winner(self) -> Entry | None:
        return next((entry for entry in reversed(self.history) if entry["gate"]["verdict"] == "better"), None)

    def _opponent(self) -> str:
        """Who stands at the gate."""
        winner = self._winner()
        if winner is not None:
            return str(winner["model"])
        return "start" if self.plan.start else gate.UNLEARNED

    def _best_rating(self) -> float | None:
        """The rating of the one at the gate: the bot without learning, or the model that the run began with, is 0."""
        winner = self._winner()
        return 0.0 if winner is None else winner["rating"]

    # -------------------------------------------------------------------------------------------- keeping

    def _keep_history(self) -> None:
        write_history(self.folder / "history.jsonl", self.history)
        write_whole(self.folder / "models.md", markdown(self.history))
        write_whole(self.folder / "curves.svg", curves_svg(self.history, self.say))

    def _tidy(self, number: int) -> None:
        """Take away the games from which nobody will learn again."""
        (self._place(number) / "checkpoint.pt").unlink(missing_ok=True)
        for place in (self.folder / "generations").iterdir():
            if place.is_dir() and int(place.name) <= number + 1 - self.plan.window:
                shutil.rmtree(place)

    def _tell(self, key: str, **values: object) -> None:
        self.setting.watcher.tell(self.say(key, **values))


class NothingToLearn(Exception):
    """There are no games to learn from: time was up before the first one ended, or all were kept apart."""


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _resumed(checkpoint: Path, network: Network, optimizer: torch.optim.Optimizer) -> Progress | None:
    """Where learning stood when it was left; network and optimizer are as they were then, on whatever device."""
    if not checkpoint.exists():
        return None
    state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    network.load_state_dict(state["network"])
    optimizer.load_state_dict(state["optimizer"])
    return Progress(**state["progress"])


def _read_seconds(file: Path) -> float:
    """The time that was spent before a stop; a file that broke off says nothing, which is no reason not to go on."""
    try:
        return float(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return 0.0


def _resumed_deals(file: Path, limits: gate.Limits) -> list[gate.Deal]:
    """The deals of a match that was left, if both had these *limits* then; else the match begins anew.

    A line that broke off does not count. The file is there afterwards, ready for the next deal.
    """
    head = json.dumps(limits._asdict())
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    deals = _read_deals(lines[1:]) if lines[:1] == [head] else []
    write_whole(file, head + "\n" + "".join(map(_deal_line, deals)))
    return deals


def _read_deals(lines: Sequence[str]) -> list[gate.Deal]:
    deals: list[gate.Deal] = []
    for line in lines:
        try:
            layout, hand, new, old = json.loads(line)
        except ValueError:
            break
        deals.append(gate.Deal(Table(layout, hand), new, old))
    return deals


def _deal_line(deal: gate.Deal) -> str:
    return json.dumps([deal.table.layout, deal.table.hand, deal.new, deal.old]) + "\n"
