"""The application: a page and its JSON for every view, and what stands beside them."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler, Middleware
from jinja2 import Environment

from upwell.errors import BrokerError, StoreError

from ..room import Room
from ..table import VIEWS
from .access import Access, guard
from .arguments import Arguments, BadRequest, NotFound
from .further_routes import add_further_routes
from .headers import add_headers
from .openapi import document
from .rendering import environment, render
from .view import API, View

ROOM: web.AppKey[Room] = web.AppKey("room", Room)
_KEPT = ("Allow", "WWW-Authenticate")  # headers of a refusal
BODY_BYTES = 64 << 10  # of what a form may send


def make_app(room: Room, access: Access) -> web.Application:
    """An application over an open log."""
    templates = environment(room.ring.clock)
    app = web.Application(
        middlewares=[_explain(templates), guard(access)], client_max_size=BODY_BYTES
    )
    app[ROOM] = room
    app.on_response_prepare.append(add_headers)
    for view in VIEWS:
        app.router.add_get(view.api, _json(room, view))
        if view.page:
            app.router.add_get(view.path, _page(room, view, templates))
    app.router.add_get(f"{API}/openapi.json", _openapi)
    app.router.add_static("/static/", str(files("upwell.dashboard") / "static"))
    add_further_routes(app, room)
    return app


def _page(room: Room, view: View, templates: Environment) -> Handler:
    async def shown(request: web.Request) -> web.Response:
        data = await view.load(room, _arguments(request))
        here = {"path": request.path, "arguments": dict(request.query), "api": view.api}
        text = render(templates, f"{view.name}.html", {"here": here, "ring": room.ring, **data})
        return web.Response(text=text, content_type="text/html")

    return shown


def _json(room: Room, view: View) -> Handler:
    async def answered(request: web.Request) -> web.Response:
        return answer(await view.load(room, _arguments(request)))

    return answered


def answer(data: dict[str, Any], status: int = 200) -> web.Response:
    """Values as JSON."""
    body = msgspec.json.encode(data, order=None)
    return web.Response(body=body, content_type="application/json", status=status)


async def _openapi(request: web.Request) -> web.Response:
    return answer(document(VIEWS))


def _arguments(request: web.Request) -> Arguments:
    return Arguments(request.match_info, request.query)


def _explain(templates: Environment) -> Middleware:
    """The middleware that says what went wrong, to a person or to a program (RFC 9457)."""

    @web.middleware
    async def explained(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except NotFound as error:
            status, text = 404, str(error)
        except BadRequest as error:
            status, text = 400, str(error)
        except (BrokerError, StoreError) as error:
            status, text = 503, str(error)
        except web.HTTPException as error:
            if error.status < 400:
                raise
            status, text = error.status, error.text or error.reason
            more = {
                name: error.headers[name]
                for name in ("Allow", "WWW-Authenticate")
                if name in error.headers
            }
            return _problem(request, templates, status, text, more)
        return _problem(request, templates, status, text, {})

    return explained


def _problem(
    request: web.Request, templates: Environment, status: int, text: str, more: dict[str, str]
) -> web.Response:
    title = {401: "No token", 403: "Refused", 404: "Not there", 503: "Not now"}.get(
        status, "That does not fit"
    )
    if request.path.startswith(API) or "html" not in request.headers.get("Accept", ""):
        body = {"title": title, "status": status, "detail": text}
        found = answer(body, status)
        found.content_type = "application/problem+json"
    else:
        page = render(templates, "problem.html", {"title": title, "text": text, "status": status})
        found = web.Response(text=page, content_type="text/html", status=status)
    found.headers.update(more)
    return found
