"""How a site treats its visitors: how long it takes, whom it turns away, what robots.txt says."""

from __future__ import annotations

from dataclasses import dataclass

from .draw import Draw

CLOSED = ("/basket", "/go/", "/login", "/newsletter", "/language", "/branches")


@dataclass(frozen=True, slots=True)
class Conduct:
    """What a site does beside answering.

    Attributes
    ----------
    latency_s
        Mean of the time before an answer begins; each visit waits between half and twice of it.
    too_many, unavailable
        Shares of visits that are answered 429 and 503.
    retry_after_s
        What both say in Retry-After.
    crawl_delay_s
        What robots.txt asks for; 0: nothing.
    """

    latency_s: float = 0.0
    too_many: float = 0.0
    unavailable: float = 0.0
    retry_after_s: int = 1
    crawl_delay_s: float = 0.0

    def refusal(self, draw: Draw, visit: int) -> int:
        """The status that turns a visit away; 0 when it is let in.

        >>> Conduct(too_many=1).refusal(Draw(1), 5), Conduct().refusal(Draw(1), 5)
        (429, 0)
        """
        if not (self.too_many or self.unavailable):
            return 0
        x = draw.rng(f"refusal {visit}").random()
        if x < self.too_many:
            return 429
        return 503 if x < self.too_many + self.unavailable else 0

    def wait_s(self, draw: Draw, visit: int) -> float:
        """How long a visit waits: half of the mean to twice of it, the mean on average."""
        if not self.latency_s:
            return 0.0
        x = draw.rng(f"latency {visit}").random()
        return float(self.latency_s * (0.5 + x if x < 0.5 else 4 * x * x))

    def robots(self) -> str:
        """The text of robots.txt.

        >>> print(Conduct(crawl_delay_s=2).robots().splitlines()[-1])
        Crawl-delay: 2
        """
        lines = ["User-agent: *", *(f"Disallow: {path}" for path in CLOSED)]
        if self.crawl_delay_s:
            lines.append(f"Crawl-delay: {self.crawl_delay_s:g}")
        return "\n".join(lines) + "\n"
