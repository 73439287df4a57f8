"""A page that a browser saved whole as MHTML (RFC 2557): its first HTML part."""

from __future__ import annotations

import json
from email import message_from_bytes, policy
from email.message import Message
from pathlib import Path
from urllib.parse import urlsplit

_HTML = ("text/html", "application/xhtml+xml")


def unpack_mhtml(path: Path, folder: Path) -> str | None:
    """Write the page below a folder, beside it what the file says of its URL and type.

    Returns why there is none; None if there is.
    """
    message = message_from_bytes(path.read_bytes(), policy=policy.compat32)
    part = next((part for part in message.walk() if part.get_content_type() in _HTML), None)
    body = part.get_payload(decode=True) if part is not None else None
    if part is None or not isinstance(body, bytes):
        return "not an MHTML file, or one without an HTML page"
    name = f"{path.name.partition('.')[0] or 'page'}.html"
    (folder / name).write_bytes(body)
    line = {"file": name, "content_type": str(part.get("Content-Type", "")).replace("\n", " ")}
    if url := _url(message, part):
        line["url"] = url
    (folder / "pages.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    return None


def _url(message: Message, part: Message) -> str | None:
    """Where the page was: its own location, else that of the snapshot."""
    named = (part.get("Content-Location"), message.get("Snapshot-Content-Location"))
    return next((url for url in map(str, filter(None, named)) if urlsplit(url).netloc), None)
