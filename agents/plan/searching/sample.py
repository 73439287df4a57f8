"""What is asked before the first round: the searches, nonsense, and as few words as templates need.

What stays on the pages of one search alone cannot be told from what it answers: a model is made of
contrasts. Answers to other questions are asked aside, what they show is nobody's wish.
"""

from __future__ import annotations

import msgspec

from upwell.agents.reducer import Send
from upwell.models.queries.probes import nonsense_words, probe_words
from upwell.models.text.words import words
from upwell.models.urls.second_level import carried_query, template_of_answer
from upwell.models.urls.template import fill
from upwell.streams.records import Finding, Request

from ..forms import look_at
from ..params import AHEAD, NONSENSE_ASIDE, OTHER_WORDS, WORDS_AT_ONCE
from ..requests.encodings import encoding_of
from ..requests.issue import request, room, waiting
from ..requests.posting import may_ask
from ..state import Plan, Wanted
from .searches import Question, Sample
from .turning import next_page

TOLD, HELD, NOTHING = "told", "held", "nothing"  # what a page shows
ADDRESS = ("http://", "https://")


def watch_searches(plan: Plan) -> None:
    """Watch what the settings name, and look at the addresses among it for the form."""
    if plan.searches.names == plan.settings.searches:
        return
    plan.searches.use(plan.settings.searches)
    for search in plan.searches:
        if search.name.startswith(ADDRESS) and plan.owns(search.name):
            look_at(plan, search.name)


def change_searches(plan: Plan) -> None:
    """Other searches than before, or the whole site again: go to where these begin."""
    head, before = plan.head, plan.searches.names
    itself = plan.settings.watch and before == [head.url]
    if plan.settings.searches == before or (itself and not plan.settings.searches):
        return
    watch_searches(plan)
    if not len(plan.searches):
        look_at(plan, head.url, again=True)
    plan.searches.sample.done = head.model_version > 0
    phase = "probe" if len(plan.searches) and head.form is not None else "discover"
    if head.phase == "waiting":
        head.stood = phase
    else:
        head.phase, head.reason = phase, ""


def watch_address(plan: Plan) -> None:
    """The page that was added is the answer to a question: that one is watched, and no other."""
    form, url = plan.head.form, plan.head.url
    if not plan.settings.watch or len(plan.searches) or form is None or not form.template:
        return
    if carried_query(url, form.template, form.encoding):
        plan.searches.use([url])


def name_addresses(plan: Plan) -> str:
    """Give each search the address of its answer; why one has none, empty where all have."""
    form = plan.head.form
    assert form is not None
    template = form.template or ""
    for search in plan.searches:
        if search.name.startswith(ADDRESS):
            search.url = search.name
            search.query = carried_query(search.name, template, form.encoding) or ""
            if not search.query or not plan.owns(search.name):
                return (
                    f"{search.name} is no answer of the search form {template}: give the words"
                    " that are searched, with --query"
                )
        else:
            search.query = search.name
            search.url = fill(template, search.name, encoding_of(plan, search.name))
    plan.searches.changed()
    return ""


def begin_sample(plan: Plan, unread: str) -> None:
    """Have the templates told anew, with a page that was not read; words go on being words."""
    before = plan.searches.sample
    plan.searches.sample = Sample(words=before.words, frame=before.frame, turn=unread)
    plan.searches.changed()


def ask_sample(plan: Plan, more: bool = False) -> list[Send]:
    """Everything that can be asked of it now; with `more` further words."""
    sends = waiting(plan)
    if more:
        plan.searches.sample.n_wanted = plan.searches.sample.n_words + WORDS_AT_ONCE
    while room(plan) and plan.ledger.outstanding < 2 * AHEAD and may_ask(plan):
        sent = _next(plan)
        if sent is None:
            break
        sends.append(sent)
    return sends


def take_sample_page(plan: Plan, finding: Finding) -> None:
    """Take a page of the sample that was asked beside the searches."""
    sample, head = plan.searches.sample, plan.head
    sample.open.pop(finding.number)
    plan.searches.changed()
    _note_shown(plan, finding)
    if finding.outcome != "ok":
        head.n_failed += 1
        head.failed_why = finding.detail or finding.outcome
        return
    head.n_ok, head.n_failed = head.n_ok + 1, 0
    if finding.reason == "nonsense":
        note_frame(plan, finding)
        return
    shows = finding.came_back == "answer" and not finding.empty
    first = next(iter(plan.searches), None)
    if finding.reason == "query" and first is not None and finding.url == first.url:
        link = next_page(plan, finding, [finding.url])
        sample.turn = sample.turn or (link.url if link else "")
    if shows:
        sample.words = sorted({*sample.words, *finding.words})


def note_frame(plan: Plan, finding: Finding) -> None:
    """What stands on a page that answers nothing is no word of an answer."""
    sample = plan.searches.sample
    sample.frame = sorted({*sample.frame, *finding.words})
    plan.searches.changed()


def read_again(plan: Plan, finding: Finding) -> None:
    """A page of the sample, by a newer model."""
    _note_shown(plan, finding)


def is_unread(plan: Plan) -> bool:
    """Whether a model has to be made of what was asked; it is taken for made then."""
    sample = plan.searches.sample
    if sample.done or sample.read == sample.n_words:
        return False
    sample.read = sample.n_words
    plan.searches.changed()
    return True


def is_enough(plan: Plan) -> bool:
    """Whether templates can be told: all that the searches show is, or nothing is left to ask.

    Of searches that nothing matches yet the answers to other words say how they will look.
    """
    sample = plan.searches.sample
    own = {sample.shows.get(one.url, HELD) for one in plan.searches}
    told = TOLD in own or (own == {NOTHING} and HELD in sample.shows.values())
    sample.done |= (told and HELD not in own) or sample.n_words >= OTHER_WORDS
    plan.searches.changed()
    return sample.done


def _note_shown(plan: Plan, finding: Finding) -> None:
    shown = HELD if finding.held else TOLD if finding.objects else ""
    shown = shown or (NOTHING if finding.came_back == "no_match" else "")
    plan.searches.sample.shows[finding.url] = shown
    plan.searches.changed()


def put_off_sample(plan: Plan, finding: Finding, not_before: float) -> bool:
    """The site did not answer: it is asked once more, at the earliest then."""
    question = plan.searches.sample.open.pop(finding.number, None)
    if question is None:
        return False
    question.not_before = not_before
    plan.searches.sample.again.append(question)
    plan.searches.changed()
    return True


def _next(plan: Plan) -> Send | None:
    sample, seed = plan.searches.sample, plan.settings.seed
    if sample.done:
        return None
    plan.searches.changed()
    if sample.again:
        return _send(plan, sample.again.pop(0))
    for search in plan.searches:
        if search.number not in sample.firsts:
            sample.firsts.append(search.number)
            plan.head.queries += 1
            return _ask(plan, search.url, "query", search.query, aside=False)
    if sample.n_nonsense < NONSENSE_ASIDE:
        sample.n_nonsense += 1
        word = nonsense_words(seed, NONSENSE_ASIDE)[sample.n_nonsense - 1]
        return _ask_aside(plan, word, "nonsense")
    first = next(iter(plan.searches))
    if sample.turn:
        url, sample.turn = sample.turn, ""
        return _ask(plan, url, "page", first.query, aside=False)
    first_come = any(question.reason != "probe" for question in sample.open.values())
    if first_come or sample.n_words >= min(sample.n_wanted, OTHER_WORDS):
        return None
    sample.n_words += 1
    return _ask_aside(plan, _word(plan), "probe")


def _word(plan: Plan) -> str:
    """A word of the answers: it has an answer of its own; else one of a dictionary."""
    sample = plan.searches.sample
    searched = {word for search in plan.searches for word in words(search.query)}
    fit = [w for w in sample.words if not w.isdigit() and w not in searched]
    fit = sorted(set(fit) - set(sample.frame))
    language = plan.head.form.language if plan.head.form else ""
    known = probe_words(plan.settings.seed, OTHER_WORDS, plan.settings.language or language or "en")
    # Evenly from the whole alphabet: neighbours there are forms of one word.
    at = (2 * sample.n_words - 1) * len(fit) // (2 * OTHER_WORDS)
    return fit[at] if fit else known[sample.n_words - 1]


def _ask_aside(plan: Plan, word: str, reason: str) -> Send:
    """Ask the form another question, as the first search is asked."""
    form, first = plan.head.form, next(iter(plan.searches))
    assert form is not None
    encoding = encoding_of(plan, word)
    template = template_of_answer(first.url, first.query, encoding) or form.template or ""
    plan.head.queries += 1
    return _ask(plan, fill(template, word, encoding), reason, word, aside=True)


def _ask(plan: Plan, url: str, reason: str, query: str, aside: bool) -> Send:
    return _send(plan, Question(url, reason, query, aside))


def _send(plan: Plan, question: Question) -> Send:
    wanted = Wanted(question.url, question.reason, not_before=question.not_before)
    send = request(plan, wanted, "for the templates" if question.aside else "a search")
    asked = send.record
    assert isinstance(asked, Request)
    plan.searches.sample.open[asked.number] = question
    asked = msgspec.structs.replace(asked, query=question.query, aside=question.aside)
    return send._replace(record=asked)
