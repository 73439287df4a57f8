"""What came back for a request (answer, no match, error ...), judged by page and site model."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from ..pagelets import PageletReading
from ..pages.came_back import CameBack, Evidence, answers_beside, decide, teaches
from ..pages.no_match import places_of, terms_of
from ..tree.tagtree import TagTree
from .observation import Seen

if TYPE_CHECKING:
    from .model import SiteModel


class Judgement(NamedTuple):
    """What came back for a request, and whether that is in doubt."""

    came_back: CameBack
    doubtful: bool = False


def judge(
    tree: TagTree, seen: Seen, found: PageletReading, model: SiteModel, unsettled: TagTree
) -> Judgement:
    """Judge what came back with a page that was read under its site's model.

    Parameters
    ----------
    tree, seen
        The page, and what was observed on it.
    found
        Its pagelets and objects.
    model
        What its site has taught.
    unsettled
        The page with the places that it has by itself, as answers to nonsense are known.

    Reading
    -------
    Of saved pages nobody knows what was nonsense: there a page of the site's frame without a list
    or a match has none. A crawl asks nonsense, and waits for what comes back.
    """
    if not model.empty.knows and not seen.response.status:
        return judge_alone(seen, found, listed=is_listed(tree, found, model.list_places))
    shows = is_listed(tree, found, model.list_places, least=2) and model.empty.is_new(
        _places(unsettled, found)
    )
    asked = seen.query is not None
    verdict = model.empty.judge(seen.wording, shows, asked, bool(terms_of(seen.query)))
    listed = shows and is_listed(tree, found, model.list_places)
    answers = listed or model.empty.holds_query(seen.wording)
    strange = asked and model.empty.lists_hold and not answers
    evidence = Evidence(
        says_nothing=seen.wording.says_nothing,
        no_match=verdict.empty or _got_by_nonsense(seen),
        answers=answers and not found.empty,
        silent=verdict.empty and not verdict.phrased,
        walled=model.empty.is_wall(seen.signs.passwords),
        strange=strange and bool(model.list_places),
        foreign=model.empty.knows and model.empty.is_new(list(seen.wording.all_places)),
        new_password=model.empty.is_new(list(seen.signs.passwords)),
    )
    back = decide(seen.response, seen.url, seen.signs, evidence)
    unread = found.empty and asked and not verdict.answers
    doubtful = {"answer": verdict.doubtful or unread, "error": evidence.strange}
    return Judgement(back, doubtful.get(back, False))


def judge_alone(
    seen: Seen, found: PageletReading, listed: bool = False, framed: Collection[int] = ()
) -> Judgement:
    """Judge what came back with a page without a model: a page alone, or one of saved pages.

    Parameters
    ----------
    seen, found
        What was observed on it, and what was read.
    listed
        Its objects stand where the site's lists are known to.
    framed
        Places of fields for a password that pages of several kinds have: a box of the frame.
    """
    own = not seen.signs.passwords or not set(seen.signs.passwords) <= set(framed)
    own = own and not answers_beside(seen.signs, seen.wording)
    evidence = Evidence(
        seen.wording.says_nothing, _got_by_nonsense(seen), answers=listed, new_password=own
    )
    back = decide(seen.response, seen.url, seen.signs, evidence)
    saved = not seen.response.status
    return Judgement("no_match" if back == "answer" and found.empty and saved else back)


def _got_by_nonsense(seen: Seen) -> bool:
    """Whether a page is what a nonsense word got, and no refusal or fault."""
    return seen.nonsense and teaches(seen.response, seen.url, seen.signs)


def is_listed(tree: TagTree, found: PageletReading, lists: Collection[int], least: int = 0) -> bool:
    """Whether objects begin at a place of lists; from `least` objects on any place will do."""
    starts = {int(tree.place[span.start]) for span in found.objects}
    return not starts.isdisjoint(lists) or 0 < least <= len(found.objects)


def _places(tree: TagTree, found: PageletReading) -> list[int]:
    """The places of all texts of the objects."""
    rows = [range(span.start, span.stop) for span in found.objects]
    return places_of(tree, [node for row in rows for node in row if tree.words[node]])
