"""Install what a lock file pins, or this package itself, with pip; say in a sentence what went wrong and what to do.

python tools/install.py LOCK ...    what requirements/LOCK.lock pins, as it is; then check that nothing is missing
python tools/install.py --learning  what learning needs: PyTorch for the CPU where pip knows of it, else the usual one
python tools/install.py --package   build the C++ core and install this package, editable

Run with the environment's own Python. pip's notes about indexes and new versions are left out, its errors are not.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from importlib import invalidate_caches
from importlib.util import find_spec
from pathlib import Path

from locks import LOCKS, ROOT, TRAIN, check, pinned

PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input")
# What a lock holds is installed as it is: with no resolver between, a release of tomorrow changes nothing.
FROM_LOCK = (*PIP, "install", "--no-user", "--progress-bar=off", "--no-deps", "--require-hashes", "--requirement")
PACKAGE = (*PIP, "install", "--no-user", "--no-build-isolation", "--no-deps", "--editable", str(ROOT))

NOT_FOR_US = ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_DRY_RUN", "PIP_USER", "PIP_QUIET")
"""Settings that people have for other work: pip would install elsewhere, or nothing, or not say what it does."""
AGAIN = "Then run make again: it goes on from there."
CONNECTION = (
    r"Retrying|NewConnectionError|NameResolutionError|name resolution|ConnectTimeout|ReadTimeout|Connection refused|"
    r"Network is unreachable|ProxyError|Could not fetch URL"
)
REMEDIES = (
    (r"No space left on device", f"The disk is full. Free some space. {AGAIN}"),
    (r"DO NOT MATCH THE HASHES",
     "A package is not the one that was pinned: it was damaged on the way, or exchanged. "
     f"Empty pip's cache ({sys.executable} -m pip cache purge). {AGAIN} If it comes back, do not install it; tell us."),
    (CONNECTION,
     f"The packages could not be fetched: no package index could be reached. Check the network. {AGAIN}"),
    (r"Permission denied", f"Some file may not be written; see above which. {AGAIN}"),
    (r"No matching distribution|not a supported wheel",
     "A pinned package is not to be had for this Python and this system. Indigo is tried with Python 3.11 to 3.13 on "
     "Linux; name another Python: make PYTHON=/path/to/python3.11 ..."),
)  # fmt: skip
OTHERWISE = f"pip could not install the packages; the reason stands above. {AGAIN}"
CHATTER = re.compile(
    r"\s*(Looking in (indexes|links)|Collecting|Processing|Downloading|Using cached|Requirement already satisfied|"
    r"Obtaining|WARNING: Location .* is ignored|WARNING: Running pip as the 'root' user|\[notice]|"
    r"Checking if build backend|Installing build dependencies|Preparing (editable )?metadata|Getting requirements|"
    r"Building (editable|wheels?) for|Ignoring \S+: markers|WARNING: Retrying)"
)


class Failed(Exception):
    """What the user is told."""


def main(arguments: Sequence[str]) -> None:
    """Do what the command line asks for."""
    if arguments == ["--package"]:
        install_package()
    elif arguments == ["--learning"]:
        install_pytorch()
        install_lock("train")
        check_complete(TRAIN)
    elif arguments and all(name in LOCKS for name in arguments):
        for name in arguments:
            install_lock(name)
        check_complete(arguments)
    else:
        raise Failed(f"usage: install.py --package | --learning | {' | '.join(LOCKS)} ...")


def check_complete(names: Sequence[str]) -> None:
    """Make sure that nothing is missing in what these lock files have installed."""
    wrong = check(names)
    if wrong and all(one.endswith("is not installed.") for one in wrong):
        raise Failed(
            "\n".join(["pip did not install everything here. Does its configuration name another place?", *wrong])
        )
    if wrong:
        raise Failed("\n".join(["The lock files are not complete; `make lock` writes them anew.", *wrong]))


def install_lock(name: str) -> None:
    """Install what a lock file holds."""
    path = LOCKS[name].path
    code, said = run_pip([*FROM_LOCK, str(path)], len(pinned(path.read_text(encoding="utf-8"))))
    if code:
        raise Failed(explained(said))


def install_pytorch() -> None:
    """PyTorch, unless there is one. The usual build only where pip has looked for one for the CPU and found none."""
    if find_spec("torch") is not None:
        return
    code, said = run_pip([*FROM_LOCK, str(LOCKS["train-cpu"].path)], 1)
    invalidate_caches()
    if find_spec("torch") is not None:
        return
    if code and not no_build_for_the_cpu(said):
        raise Failed(explained(said))
    print("pip knows of no PyTorch for the CPU alone here: fetching the usual one, several gigabytes ...", flush=True)
    install_lock("train-cuda")


def no_build_for_the_cpu(said: str) -> bool:
    """Whether pip reached every index and saw other releases of PyTorch, but not this build."""
    seen = re.search(r"satisfies the requirement torch==\S+ \(from versions: (?!none)", said)
    return seen is not None and not re.search(CONNECTION, said)


def install_package() -> None:
    """Build the core and install this package."""
    named = os.environ.get("CXX", "").split()
    if named and shutil.which(named[0]) is None:
        raise Failed(f"CXX names the compiler {named[0]}, which is not there. Unset it, or name another one. {AGAIN}")
    compiler = next((one for one in (*named[:1], "c++", "g++", "clang++") if shutil.which(one)), None)
    if compiler is None:
        raise Failed(f"There is no C++ compiler. On Debian and Ubuntu: sudo apt install g++. {AGAIN}")
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        raise Failed(
            f"Python's headers are missing. On Debian and Ubuntu: sudo apt install python{version}-dev. {AGAIN}"
        )
    code, said = run_pip(PACKAGE, 0)
    if code:
        raise Failed(f"{useful(said)}\nThe C++ core could not be built with {compiler}; the reason stands above.")


def run_pip(command: Sequence[str], number: int) -> tuple[int, str]:
    """Run pip; return its exit code and all it said. A person at a terminal sees how far it is.

    While pip writes packages, a mark says that the environment is not whole. It stays if pip fails or is killed, since
    pip takes half a package for a whole one; tools/venv then makes the environment anew.
    """
    mark = Path(sys.prefix) / "installing"
    said: list[str] = []
    collected = 0
    watched = sys.stdout.isatty() and number > 1
    environment = {name: value for name, value in os.environ.items() if name not in NOT_FOR_US}
    environment |= {"PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}  # each line is read as soon as pip has said it
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", env=environment
    ) as pip:
        assert pip.stdout is not None
        for line in pip.stdout:
            said.append(line)
            if number and line.startswith("Installing collected packages"):
                mark.touch()
            if watched and line.startswith(("Collecting", "Processing", "Requirement already", "Ignoring")):
                collected += 1
                print(f"\r  {collected} of {number} packages", end="", flush=True)
    if watched:
        print("\r" + " " * 40, end="\r", flush=True)
    if pip.returncode == 0:
        mark.unlink(missing_ok=True)
    return pip.returncode, "".join(said)


def useful(said: str) -> str:
    """What pip said, without its notes about what it is doing."""
    return "\n".join(line.rstrip() for line in said.splitlines() if line.strip() and not CHATTER.match(line))


def explained(said: str) -> str:
    """Pip's own error, and below it what to do."""
    remedy = next((remedy for pattern, remedy in REMEDIES if re.search(pattern, said)), OTHERWISE)
    return f"{useful(said)}\n{remedy}"


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Failed as failure:
        sys.exit(str(failure))
    except OSError as failure:
        sys.exit(f"{failure}\nSome file may not be read or written; see above which. {AGAIN}")
    except KeyboardInterrupt:
        sys.exit(130)
