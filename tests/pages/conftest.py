"""Made-up sites: signatures of pages whose templates are known."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from upwell.models.pages.signature import Signature

Site = list[tuple[str, str, Signature]]  # (template, key, signature)


def _page(kind: str, i: int) -> Signature:
    draw = np.random.default_rng([i, *kind.encode()])
    n = int(draw.integers(2, 30))
    frame = {"html": 1, "body": 1, "div.menu": 1, "li.entry": 12, "a": 14, "p": 2, "script": 3}
    parts = {
        "list": {"ul.hits": 1, "li.hit": n, "h3.title": n, "a.more": n, "span.price": n, "b": n},
        "detail": {"dl.facts": 1, "dt": 8, "dd": 8, "h1.name": 1, "img.photo": 3, "div.buy": 1},
        "none": {"div.message": 1, "em": 1, "ul.tips": 1, "li.tip": 4, "form.again": 1, "h4": 2},
        "error": {"pre.trace": 1, "hr": 3, "address": 1, "div.sorry": 1, "i": 2, "tt.code": 2},
    }
    classes = {**frame, **parts[kind]}
    if draw.random() < 0.5:
        classes["div.advert"] = int(draw.integers(1, 4))
    paths = dict(enumerate(classes.values()))
    terms = {"list": 40 + 8 * n, "detail": 120, "none": 30, "error": 20}[kind]
    return Signature(
        classes=classes,
        paths=paths,
        tags={"div": sum(classes.values())},
        terms=terms,
        fanout=12 + (n if kind == "list" else 0),
        size=20 * sum(classes.values()),
    )


@pytest.fixture
def site() -> Callable[..., Site]:
    """`site(list=40, none=10)`: that many pages of each template, one template after another."""

    def build(**pages: int) -> Site:
        return [
            (kind, f"http://made.example/{kind}/{i}", _page(kind, i))
            for kind, n in pages.items()
            for i in range(n)
        ]

    return build
