"""Words, stems and terms of a text."""

from .stems import stem
from .terms import term_id, terms
from .words import STOP_WORDS, words

__all__ = ["STOP_WORDS", "stem", "term_id", "terms", "words"]
