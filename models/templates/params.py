"""The numbers of templates, each with what it means and where it may move."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TemplateParams:
    """How a kind of page is kept and how its texts become columns."""

    sample: int = 20  # pages whose texts are kept, those of lowest hash; 12 to 40 alike
    texts: int = 4_000  # of a page, from its beginning; real pages have some hundreds
    frame: float = 0.5  # share of a place's pages from which one string there is frame
    always: float = 0.9  # of a string's pages: it is only found behind one label, so it is a value
    back: int = 3  # texts before a value among which its label stands
    once: float = 1.05  # mean texts of a place on a page up to which they are one column
    recurs: float = 0.1  # share of a place's pages on which a label must stand
    labelled: float = 0.5  # share of a place's texts that must stand behind such labels
    parts: float = 0.6  # texts behind a label, of those at its place, up to which labels part them
    steady: float = 0.2  # variation of a number of texts that is called constant: told by rank
    ranks: int = 24  # texts of one place that are told apart by rank
    meets: float = 0.05  # share of pages with one label at two places that are still one column
