"""`make` sets up what lock files hold, mends what was broken, and says in a sentence what is missing."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.project import PYTHON, ROOT, UNREACHABLE, Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project that was just cloned: no environment yet."""
    return Project(tmp_path)


@pytest.fixture(scope="module")
def _environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = Project(tmp_path_factory.mktemp("environment"))
    assert made.venv().returncode == 0
    return made.folder / ".venv"


@pytest.fixture
def set_up(project: Project, _environment: Path) -> Project:
    """A project with an empty Python environment that works."""
    shutil.copytree(_environment, project.folder / ".venv", symlinks=True)
    made = (_environment / "made").read_text(encoding="utf-8").replace(str(_environment), str(project.folder / ".venv"))
    project.write(".venv/made", made)
    return project


# ------------------------------------------------------------------------------------------------ lock files


@pytest.mark.parametrize("extra", ["", "[toml]"], ids=["its extra not named", "its extra named"])
def test_what_is_locked_is_installed_though_a_newer_release_is_there(project: Project, extra: str) -> None:
    lines = project.wheel("alpha", "1.0", "beta[toml]>=1.0")
    lines += project.wheel("beta", "1.0", 'gamma; extra == "toml"', extras=["toml"]).replace("beta", f"beta{extra}", 1)
    lines += project.wheel("gamma", "1.0")
    project.wheel("beta", "1.1", 'gamma; extra == "toml"', extras=["toml"])
    project.needs("alpha")
    project.write("requirements/play.lock", lines)
    made = project.make("python")
    assert made.returncode == 0, made.stdout
    assert project.installed() == {"alpha": "1.0", "beta": "1.0", "gamma": "1.0"}
    again = project.make("python")
    assert (again.returncode, again.stdout) == (0, "")


def test_a_lock_file_that_lacks_something_is_told(set_up: Project) -> None:
    lines = set_up.wheel("alpha", "1.0", "beta[toml]>=1.0")
    lines += set_up.wheel("beta", "1.0", 'gamma>=2; extra == "toml"', extras=["toml"])
    set_up.needs("alpha")
    set_up.write("requirements/play.lock", lines)
    done = set_up.install("play")
    assert done.returncode == 1
    assert re.search(r"beta needs gamma>=2\S* ?; extra == .toml., which is in no lock file", done.stdout), done.stdout
    assert "make lock" in done.stdout
    assert (
        set_up.run(".venv/bin/python", "-m", "pip", "check").returncode == 0
    )  # which is why pip's own check is not enough


def test_a_package_that_is_not_the_pinned_one_is_refused(set_up: Project) -> None:
    line = set_up.wheel("alpha", "1.0")
    set_up.wheel("alpha", "1.0", "something-else")
    set_up.write("requirements/play.lock", line)
    done = set_up.install("play")
    assert done.returncode == 1
    assert "THESE PACKAGES DO NOT MATCH THE HASHES" in done.stdout
    assert "not the one that was pinned" in done.stdout
    assert set_up.installed() == {}


def test_without_a_network_it_says_so_and_goes_on_later(set_up: Project) -> None:
    set_up.write("requirements/play.lock", set_up.wheel("alpha", "1.0"))
    offline = {"PIP_NO_INDEX": "0", "PIP_INDEX_URL": UNREACHABLE, "PIP_FIND_LINKS": ""}
    done = set_up.make("python", **offline)
    assert done.returncode == 2
    assert "no package index could be reached. Check the network." in done.stdout
    assert "Could not find a version that satisfies the requirement alpha==1.0" in done.stdout
    assert "Traceback" not in done.stdout
    assert set_up.make("python").returncode == 0
    assert set_up.installed() == {"alpha": "1.0"}


@pytest.mark.parametrize("reachable", [True, False])
def test_the_large_pytorch_is_fetched_only_where_there_is_no_small_one(set_up: Project, reachable: bool) -> None:
    """Not after any failure: a broken network must not start gigabytes."""
    usual = set_up.wheel("torch", "1.0")
    set_up.write("requirements/train-cpu.lock", usual.replace("==1.0", "==1.0+cpu"))
    set_up.write("requirements/train-cuda.lock", usual)
    set_up.write("requirements/train.lock", "")
    offline = {} if reachable else {"PIP_NO_INDEX": "0", "PIP_INDEX_URL": UNREACHABLE, "PIP_FIND_LINKS": ""}
    done = set_up.install("--learning", **offline)
    assert ("several gigabytes" in done.stdout) == reachable, done.stdout
    assert done.returncode == (0 if reachable else 1)
    assert set_up.installed() == ({"torch": "1.0"} if reachable else {})


def test_an_installation_that_was_killed_leaves_a_mark(
    tools: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    begins = "Installing collected packages: alpha"
    mark = tmp_path / "installing"
    assert tools.run_pip(["sh", "-c", "echo fetching; exit 1"], 1)[0] == 1
    assert not mark.exists()  # nothing was written yet
    assert tools.run_pip(["sh", "-c", f"echo {begins}; kill -9 $$"], 1) == (-9, f"{begins}\n")
    assert mark.exists()
    assert tools.run_pip(["sh", "-c", f"echo {begins}"], 1)[0] == 0
    assert not mark.exists()
    assert tools.run_pip(["sh", "-c", f"echo {begins}; echo No space left on device; exit 1"], 1)[0] == 1
    assert mark.exists()


@pytest.mark.parametrize("variable", ["PIP_TARGET", "PIP_PREFIX", "PIP_USER", "PIP_DRY_RUN"])
def test_what_people_have_set_for_other_work_changes_nothing(set_up: Project, variable: str) -> None:
    set_up.needs("alpha")
    set_up.write("requirements/play.lock", set_up.wheel("alpha", "1.0"))
    elsewhere = str(set_up.folder / "elsewhere") if variable in ("PIP_TARGET", "PIP_PREFIX") else "1"
    done = set_up.install("play", **{variable: elsewhere})
    assert done.returncode == 0, done.stdout
    assert set_up.installed() == {"alpha": "1.0"}


def test_pip_says_every_step_at_once(tools: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a kill between two of its lines could leave half a package without a mark."""
    monkeypatch.setenv("PIP_QUIET", "1")
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    assert tools.run_pip(["sh", "-c", 'echo "[$PIP_QUIET] [$PYTHONUNBUFFERED]"'], 0) == (0, "[] [1]\n")


def test_a_build_for_another_system_is_not_taken_for_a_broken_network(set_up: Project) -> None:
    line = set_up.wheel("alpha", "1.0")
    (set_up.wheels / "alpha-1.0-py3-none-any.whl").rename(set_up.wheels / "alpha-1.0-cp30-cp30-win32.whl")
    set_up.write("requirements/play.lock", line)
    done = set_up.install("play")
    assert done.returncode == 1
    assert "not to be had for this Python and this system" in done.stdout


def test_a_broken_network_beside_a_good_one_does_not_start_gigabytes(tools: ModuleType) -> None:
    none = "ERROR: Could not find a version that satisfies the requirement torch==1.0+cpu (from versions: none)"
    others = none.replace("none", "1.0, 2.0")
    assert tools.no_build_for_the_cpu(others)
    assert not tools.no_build_for_the_cpu(none)
    assert not tools.no_build_for_the_cpu(f"WARNING: Retrying (Retry(total=4)) after connection broken\n{others}")


def test_where_no_pytorch_for_the_cpu_is_pinned_the_usual_one_is_taken(set_up: Project) -> None:
    usual = set_up.wheel("torch", "1.0")
    small = usual.replace("==1.0", "==1.0+cpu ; python_version == '2.7'")
    for name, text in (("train-cpu", small), ("train-cuda", usual), ("train", "")):
        set_up.write(f"requirements/{name}.lock", text)
    done = set_up.install("--learning")
    assert done.returncode == 0, done.stdout
    assert set_up.installed() == {"torch": "1.0"}


def test_notes_of_pip_are_left_out_and_errors_are_not(tools: ModuleType) -> None:
    said = (
        "Looking in indexes: one, two\nWARNING: Location 'x' is ignored: it is neither a file nor a directory.\n"
        "Collecting a\n  Using cached a.whl\nERROR: it broke\n  because\n[notice] A new release of pip is available\n"
    )
    assert tools.useful(said) == "ERROR: it broke\n  because"


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """tools/install.py as a module."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import install

    return install


# ------------------------------------------------------------------------------------------------ the environment


def test_an_environment_that_was_interrupted_is_made_anew(project: Project) -> None:
    for _ in range(5):  # on a busy machine it may be finished before it is killed
        shutil.rmtree(project.folder / ".venv", ignore_errors=True)
        with subprocess.Popen(
            ["tools/venv", ".venv", PYTHON], cwd=project.folder, env=project.environment(), start_new_session=True
        ) as making:
            while not (project.folder / ".venv/bin/python").exists():
                assert making.poll() is None
                time.sleep(0.005)
            os.killpg(making.pid, signal.SIGKILL)
        if not project.works():
            break
    assert not project.works()
    done = project.venv()
    assert "make did not finish it. Making it anew" in done.stdout
    assert project.works()


def test_an_environment_that_works_is_left_alone(set_up: Project) -> None:
    made = set_up.folder / ".venv/made"
    before = made.stat().st_mtime_ns
    assert set_up.venv().stdout == ""
    assert made.stat().st_mtime_ns == before


def test_an_environment_whose_folder_was_moved_is_made_anew(set_up: Project) -> None:
    set_up.folder = set_up.folder.rename(set_up.folder.with_name("moved"))
    done = set_up.venv()
    assert "cannot be used: it was made for Python" in done.stdout
    assert set_up.works()
    assert set_up.venv().stdout == ""


def test_an_environment_of_another_python_is_left_alone_unless_one_is_asked_for(set_up: Project) -> None:
    path = set_up.program("python3", "echo 3.99")
    assert set_up.run("tools/venv", ".venv", PATH=path).stdout == ""
    assert "not python3. Making it anew" in set_up.run("tools/venv", ".venv", "python3", PATH=path).stdout


def test_a_symbolic_link_to_the_folder_is_the_same_folder(set_up: Project) -> None:
    link = set_up.folder.with_name("link")
    link.symlink_to(set_up.folder)
    done = subprocess.run(
        ["sh", "-c", 'cd "$1" && exec tools/venv .venv', "sh", str(link)],
        env=set_up.environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout + done.stderr == ""


def test_an_environment_that_leads_nowhere_is_made_anew(project: Project) -> None:
    (project.folder / ".venv").symlink_to("/no/such/folder")
    assert project.venv().returncode == 0
    assert project.works()


def test_an_environment_stays_if_the_new_python_cannot_make_one(set_up: Project) -> None:
    path = set_up.program("python3", 'case "$2" in *ensurepip*) exit 1;; esac; echo 3.99')
    assert set_up.run("tools/venv", ".venv", "python3", PATH=path).returncode == 1
    assert set_up.works()


def test_an_environment_is_not_made_anew_with_its_own_python(set_up: Project) -> None:
    (set_up.folder / ".venv/made").unlink()
    done = set_up.run("tools/venv", ".venv", ".venv/bin/python")
    assert done.returncode == 1
    assert "It cannot be made anew with its own Python: name another." in done.stdout
    assert set_up.works()


@pytest.mark.parametrize("broken", ["no such Python", "another version", "an interrupted installation"])
def test_an_environment_that_cannot_be_used_is_made_anew(set_up: Project, broken: str) -> None:
    place = set_up.folder / ".venv"
    reason = {
        "no such Python": "its Python does not answer",
        "another version": "it was made for Python 3.10",
        "an interrupted installation": "an installation into it was interrupted",
    }[broken]
    if broken == "no such Python":
        (place / "bin/python").unlink()
        (place / "bin/python").symlink_to("/no/such/python")
    elif broken == "another version":
        made = (place / "made").read_text(encoding="utf-8")
        (place / "made").write_text(re.sub(r"Python 3\.\d+", "Python 3.10", made), encoding="utf-8")
    else:
        (place / "installing").touch()
    done = set_up.venv()
    assert f"cannot be used: {reason}" in done.stdout
    assert set_up.works()


# ------------------------------------------------------------------------------------------------ what is missing


def test_a_python_that_is_too_old_is_told_with_its_version(project: Project) -> None:
    path = project.program("python3", "echo 3.9")
    done = project.run("tools/venv", ".venv", PATH=path)
    assert done.returncode == 1
    assert "Indigo needs Python 3.11 or newer (python3 is 3.9)." in done.stdout
    assert "make PYTHON=" in done.stdout


def test_the_python_of_an_old_environment_is_not_asked(project: Project) -> None:
    path = project.program("python3", "echo 3.9")
    old = project.folder / ".venv/bin"
    old.mkdir(parents=True)
    shutil.copy(f"{path}/python3", old)
    (Path(path) / "python3").unlink()
    (Path(path) / "python3").symlink_to(PYTHON)
    done = project.run("tools/venv", ".venv", PATH=f"{old}:{path}")
    assert done.returncode == 0, done.stdout
    assert project.works()


def test_a_python_that_is_not_there_is_told(project: Project) -> None:
    path = project.program("unused", "")
    assert "(there is none here)" in project.run("tools/venv", ".venv", PATH=path).stdout
    assert "There is no Python at /no/such." in project.run("tools/venv", ".venv", "/no/such", PATH=path).stdout


def test_a_python_without_venv_is_told_with_the_package_to_install(project: Project) -> None:
    path = project.program("python3", 'case "$2" in *ensurepip*) exit 1;; esac; echo 3.11')
    done = project.run("tools/venv", ".venv", PATH=path)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-2:] == [
        "Python's module venv is missing.",
        "On Debian and Ubuntu: sudo apt install python3.11-venv. Then run make again.",
    ]


def test_a_missing_compiler_is_told_with_the_package_to_install(set_up: Project) -> None:
    done = set_up.install("--package", PATH="/nowhere")
    assert (done.returncode, done.stdout.count("\n")) == (1, 1)
    assert "There is no C++ compiler. On Debian and Ubuntu: sudo apt install g++." in done.stdout


def test_a_compiler_that_is_named_but_not_there_is_told(set_up: Project) -> None:
    done = set_up.install("--package", CXX="no-such++ -O2")
    assert done.returncode == 1
    assert "CXX names the compiler no-such++, which is not there." in done.stdout


def test_missing_headers_are_told_with_the_package_to_install(
    tools: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools.sysconfig, "get_path", lambda name: str(tmp_path))
    with pytest.raises(tools.Failed, match=r"headers are missing.*sudo apt install python3\.\d+-dev"):
        tools.install_package()


def test_a_node_that_is_too_old_is_told_if_no_other_can_be_had(set_up: Project) -> None:
    path = set_up.program("node", '[ "$1" = --version ] && echo v18.1.0 || exit 1')
    set_up.program("npm", "exit 1")
    set_up.write("requirements/node.in", "")
    set_up.write("requirements/node.lock", "nodejs==24.0 --hash=sha256:" + 64 * "0" + "\n")
    offline = {"PIP_NO_INDEX": "0", "PIP_INDEX_URL": UNREACHABLE, "PIP_FIND_LINKS": ""}
    done = set_up.run("tools/web_packages", ".venv/bin/python", PATH=path, **offline)
    assert done.returncode == 1
    assert "Node 20.19, 22.12 or newer with npm is needed (here: v18.1.0)" in done.stdout
    assert "no package index could be reached" in done.stdout
    assert "Install Node 22 and npm" in done.stdout


@pytest.mark.parametrize("dev", [False, True])
def test_packages_of_the_web_app_run_no_scripts_and_players_get_none_of_its_tests(set_up: Project, dev: bool) -> None:
    path = set_up.program("node", "exit 0")
    set_up.program("npm", 'echo "$@" > told')
    done = set_up.run("tools/web_packages", ".venv/bin/python", *(["--dev"] if dev else []), PATH=path)
    assert done.returncode == 0, done.stdout
    told = (set_up.folder / "told").read_text(encoding="utf-8").split()
    assert "--ignore-scripts" in told
    assert told[2:4] == (["install", "--no-save"] if dev else ["ci", "--omit=dev"])


@pytest.mark.parametrize("name", ["a:b", 'a"b', "a#b"])
def test_a_folder_in_which_it_cannot_work_is_refused(project: Project, name: str) -> None:
    project.folder = project.folder.rename(project.folder.with_name(name))
    done = project.venv()
    assert done.returncode == 1
    assert "Rename the folder, then run make again." in done.stdout


def test_the_core_is_built_in_a_folder_with_a_hard_name(tmp_path: Path) -> None:
    place = tmp_path / "it's a $5 folder"
    for folder in ("core", "src/indigo"):
        shutil.copytree(
            ROOT / folder, place / folder, ignore=shutil.ignore_patterns("__pycache__", "static", "locales")
        )
    shutil.copy(ROOT / "CMakeLists.txt", place)
    cmake, ninja = (str(Path(sys.executable).with_name(name)) for name in ("cmake", "ninja"))
    build = str(place / "build")
    for command in (
        [cmake, "-S", str(place), "-B", build, "-G", "Ninja", "-DINDIGO_TESTS=ON", f"-DCMAKE_MAKE_PROGRAM={ninja}"],
        [cmake, "--build", build, "--target", "tables"],
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    assert "-Werror" not in (place / "build/build.ninja").read_text(encoding="utf-8")  # new compilers have new warnings
    assert "GATEWAY_AT" in (place / "build/tables/tables.hpp").read_text(encoding="utf-8")
