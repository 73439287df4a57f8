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
    link: float = 0.7  # of a slot's worth that is lost where all its texts are links; .5 to .7
    title: float = 3.0  # by how much worth grows where the page's title says it; 3 to 5 alike
    wordy: float = 8.0  # words at which a text is worth half of a short one
    price: float = 0.55  # share of a page's worth that a share of its words must bring; .5 to .6
    static: float = 0.25  # price of a word of the article that all pages say, as in the cut
