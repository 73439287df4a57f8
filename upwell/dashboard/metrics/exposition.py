"""The text format of Prometheus."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .names import Metric

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Exposition:
    """Samples, family by family.

    Examples
    --------
    >>> told = Exposition()
    >>> told.add(Metric("otters", "gauge", "In the river.", ("name",)), [(("a\\"b",), 2)])
    >>> print(told.text(), end="")
    # HELP otters In the river.
    # TYPE otters gauge
    otters{name="a\\"b"} 2
    """

    def __init__(self) -> None:
        self._lines: list[str] = []

    def add(
        self,
        metric: Metric,
        samples: Iterable[tuple[tuple[str, ...], float]],
        suffix: str = "",
        more: Mapping[str, str] | None = None,
    ) -> None:
        """Samples of a metric by the values of its labels; its head once, and without samples too.

        `suffix` and `more`: of the parts of a histogram or summary.
        """
        head = f"# HELP {metric.name} {metric.about}"
        if head not in self._lines:
            self._lines += [head, f"# TYPE {metric.name} {metric.kind}"]
        for values, value in samples:
            labels = dict(zip(metric.labels, values, strict=True)) | dict(more or {})
            shown = ",".join(f'{name}="{_escaped(text)}"' for name, text in labels.items())
            name = f"{metric.name}{suffix}" + (f"{{{shown}}}" if shown else "")
            self._lines.append(f"{name} {value:.10g}")

    def text(self) -> str:
        """The whole."""
        return "\n".join(self._lines) + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
