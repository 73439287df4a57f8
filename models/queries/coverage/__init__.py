"""How much of a source was seen: captures, estimates of its size, and the certificate."""

from .captures import LIST, PROBE, QUESTION, Capture, Captures
from .certificate import Coverage, certify
from .evidence import Evidence

__all__ = [
    "LIST",
    "PROBE",
    "QUESTION",
    "Capture",
    "Captures",
    "Coverage",
    "Evidence",
    "certify",
]
