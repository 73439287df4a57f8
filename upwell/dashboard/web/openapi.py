"""The API as OpenAPI 3.1, made from the table of views."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from upwell import __version__

from ..params import MOST_ROWS, ROWS
from .view import Parameter, View

_PROBLEM = {
    "description": "What went wrong (RFC 9457).",
    "content": {
        "application/problem+json": {
            "schema": {
                "type": "object",
                "required": ["title", "status", "detail"],
                "properties": {
                    "title": {"type": "string"},
                    "status": {"type": "integer"},
                    "detail": {"type": "string"},
                },
            }
        }
    },
}


def document(views: Sequence[View]) -> dict[str, Any]:
    """The document that `/api/v1/openapi.json` serves."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "upwell",
            "version": __version__,
            "description": "What the dashboard shows, as JSON. The token of the printed address "
            "goes into the header Authorization, as Bearer.",
        },
        "paths": {view.api: {"get": _operation(view)} for view in views},
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        "security": [{"token": []}],
    }


def _operation(view: View) -> dict[str, Any]:
    parts = [_parameter(Parameter(name, "part of the path"), "path") for name in _parts(view.path)]
    return {
        "operationId": view.name,
        "summary": view.about,
        "parameters": [*parts, *(_parameter(one, "query") for one in view.parameters)],
        "responses": {
            "200": {
                "description": view.about,
                "content": {"application/json": {"schema": {"type": "object"}}},
            },
            **dict.fromkeys(("400", "401", "403", "404"), _PROBLEM),
        },
    }


def _parts(path: str) -> list[str]:
    return re.findall(r"{(\w+)}", path)


def _parameter(one: Parameter, where: str) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    if one.choices:
        schema["enum"] = list(one.choices)
    if one.name == "limit":
        schema = {"type": "integer", "minimum": 1, "maximum": MOST_ROWS, "default": ROWS}
    return {
        "name": one.name,
        "in": where,
        "required": where == "path" or one.required,
        "description": one.about,
        "schema": schema,
    }
