"""The browser's side: files that were built once and are only handed out."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request, Response
from starlette.responses import FileResponse

from indigo.i18n import best_language
from indigo.server.dependencies import services_of
from indigo.server.errors import Refusal

router = APIRouter(include_in_schema=False)

_ENCODINGS: Final = (("br", ".br"), ("gzip", ".gz"))
_TYPES: Final = {
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
_NOT_BUILT: Final = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Indigo</title>"
    "<p>The table is set, but the browser's side has not been built: run <code>make web</code>. "
    "The API is described at <a href=/api/openapi.json>/api/openapi.json</a>.</p></html>"
)


@router.get("/{path:path}")
@router.head("/{path:path}")
async def page(path: str, request: Request) -> Response:
    """A file of the browser's side; for the pages of the app, its one HTML file."""
    if path == "api" or path.startswith("api/"):
        raise Refusal("not_found", "nothing here")
    folder = services_of(request).config.static_folder
    file = _inside(folder, path or "home.html")
    if file is None:
        if "." in path.rsplit("/", 1)[-1]:
            raise Refusal("not_found", "nothing here")
        file = _inside(folder, "index.html")
        if file is None:
            return Response(_NOT_BUILT, media_type="text/html; charset=utf-8", headers={"cache-control": "no-store"})
    answer = _answer(file, request, forever="assets" in file.relative_to(folder).parts)
    if file.suffix == ".html":
        _announce_words(answer, folder, request)
    return answer


def _announce_words(answer: Response, folder: Path, request: Request) -> None:
    """Tell the browser which words the page will most likely ask for, so that they arrive together with it."""
    wished = (code.partition(";")[0].strip() for code in request.headers.get("accept-language", "").split(","))
    language = best_language(code for code in wished if code)
    for words in folder.glob(f"assets/{language}-*.js"):
        answer.headers.append("link", f"</assets/{words.name}>; rel=modulepreload; crossorigin")
    answer.headers["vary"] = "accept-encoding, accept-language"


def _inside(folder: Path, path: str) -> Path | None:
    """The file of this path, if there is one inside the folder."""
    if not path or "\0" in path or len(path) > 300:
        return None
    try:
        file = (folder / path).resolve()
        return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
    except OSError:  # a name that no disk can hold
        return None


def _answer(file: Path, request: Request, *, forever: bool) -> Response:
    """The file, as small as the browser can take it; names with a hash in them are kept for ever."""
    kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    headers = {
        "cache-control": "public, max-age=31536000, immutable" if forever else "no-cache",
        "vary": "accept-encoding",
    }
    accepted = request.headers.get("accept-encoding", "")
    for encoding, ending in _ENCODINGS:
        smaller = file.with_name(file.name + ending)
        if encoding in accepted and smaller.is_file():
            return FileResponse(smaller, media_type=kind, headers={**headers, "content-encoding": encoding})
    return FileResponse(file, media_type=kind, headers=headers)
