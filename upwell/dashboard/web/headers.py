"""What is sent with every answer: nothing of others runs, nothing is loaded from elsewhere."""

from __future__ import annotations

from aiohttp import web

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'self'"
)
# Of a stored page, in its frame: its own styles and pictures it carries itself, and no script.
FRAME_POLICY = (
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
)

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # with none a browser hides the origin of our own forms
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Signal of aiohttp: before an answer is sent, refusals among them."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Content-Security-Policy", POLICY)
    framed = response.headers["Content-Security-Policy"] == FRAME_POLICY
    response.headers.setdefault("X-Frame-Options", "SAMEORIGIN" if framed else "DENY")
    response.headers.setdefault("Cache-Control", "no-store")
    response.headers["Server"] = "upwell"
