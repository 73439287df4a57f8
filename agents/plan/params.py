"""Numbers of what a site is asked next, and how long an answer is waited for."""

from __future__ import annotations

REPORT_EVERY = 10  # answers between two status records

CANDIDATES = 4  # forms that are remembered
DISCOVERED = 10  # pages beside the first that are looked at for a form

STATES = 16  # sets of hidden values of a POST form that wait to be sent

WIDEN_SHARE = 0.1  # of the pages allowed, that may be spent on a form's defaults
AGAIN_WIDE = 10  # queries that are asked once more, where a default hid something

REPEATS = 3  # probe words that are asked twice
FULL_PROBES = 20  # probe answers with content that make a first model
OWN_WORDS_FROM = 4  # probes, nonsense among them, before words of the site itself take turns
FEW_PROBES, FEW_NONSENSE = 5, 3  # that show whether a form answers with what is known
MOST_WORDS = 200  # of a site's first pages, to be asked while nothing has come
OWN_PRIOR = ENGLISH_PRIOR = 0.5  # share of their words that bring something, before any was asked
OTHERS_PRIOR = 0.25  # of the words of another language; of those of the site's own it is 1
PRIOR_WORDS = 10  # words that such a share is worth
FEWEST_WALLS = 2  # pages that show the same wall: one may be a page of its own

AHEAD = 4  # requests under way whose answers have not taught anything yet
PAGES_AHEAD = 8  # the same while lists are followed: their next pages are surer

MENU = 300  # links of lists that wait to be followed
CLASSES = 64  # of links, whose yield is remembered
NO_PAGES = 32  # classes of addresses that are no pages, the last ones
LOOKED_AT = 12  # pages opened before a model tells what pages bring, next ones of lists apart
FIRST_PAGES = 3  # pages of one list opened before that
EXPLORING = 0.02  # share of the requests for links whose class has brought nothing yet
EXPLORED = 4  # such links that are opened in any case, where there is a form to ask
LINK_TRUST = 2.0  # requests' worth of hope in links of a class not tried yet
ASKING = 1.0  # new objects a request that a first question is expected to bring

REFINEMENT_TRUST = 2.0  # requests' worth of hope in refinements before they brought anything

RETRIES = 2  # of a page that fails while others answer
FIRST_S = 1.0  # seconds before a site that failed is asked again; twice as long each time ...
MOST_DOUBLINGS = 4  # ... so often
HOURLY = 24  # further tries of a site that failed, an hour apart; then daily
RETRY_AHEAD_S = 300.0  # a try so near goes out at once, to wait at its host; others wait for a tick

OPEN_FOR_S = 300.0  # what the open requests of a site may take at least, before they are overdue
TIMES = 6  # times as long as they should take: a site may ask for pauses of its own
STEP_S = 300.0  # steps in which the time of a request is remembered
GAP_S = 600.0  # two ticks: a longer silence was ours, not the site's

MAX_FIRST = 64  # objects of an answer's first page that are kept to compare others with

FURTHER = 4  # next pages of an answer that are remembered: each page names those after it
RECENT = 20  # pages of all answers that speak for those nothing else is known of
MOST_RELATED = 500  # queries that a site offers itself, which join the pool
MOST_JUDGED = 64  # URL arguments of a site that a status tells of
CURSORS = 1_000  # pages of an answer that are known by their cursor
REFINEMENTS = 2_000  # second-level URLs that wait

FEW_WORDS = 3  # dictionary words by which a language shows itself

N_BUCKETS = 8  # of answers: a page changes one of them
FADING = 0.95  # what a next page weighs beside the one after it

VISITED = 10_000  # pages that are visited again
LISTED = 2_000  # of them, room that own pages of objects leave to pages of lists
SHARED = 0.1  # what an object that other pages show as well adds to the worth of a visit
CHUNK = 512  # of them in one part
LATELY = 16  # that changed since their chunks were written
VISITS_AHEAD = 32  # visits under way, or waiting at their host
VISIT_AHEAD_S = 330.0  # a visit so near goes out at once, to wait there: a tick comes as often
VISITS_FADE = 0.98  # what a visit weighs beside the next, where what each end brought is compared
LEAST_SHARE = 0.1  # of the visits, that each end has in any case
VISIT_FAILS = 3  # visits in a row that told nothing, before a page is given up
LONGEST_ROUNDS = 10  # times as long as equal visits would be apart, no page is left alone

OWN_PAGES = 10_000  # objects whose own page waits to be opened, the newest
OWN_NAMED = 200  # of them, the newest, whose makes of address a status tells of
OWN_PIECE = 32  # of them in a part while they are few
OWN_CLASSES = 32  # makes of their addresses that are told apart
OWN_SAMPLE = 5  # own pages that are opened before anything is known of them
OWN_LEARNED = 20  # own pages that a template is made of, at most (TemplateParams.sample)

SUSPECTS = 2_000  # objects that are looked for at a time
MISSED = 2  # times that one is looked for in vain, before it is gone
MISSES_APART_S = 60.0  # between them at least: an outage ends, a page is put back
FAILED = 5  # times that nothing could be said of one, before it is let be

NONSENSE_ASIDE = 2  # nonsense words asked before the first round of a search that is watched
WORDS_AT_ONCE = 2  # words of other questions, asked before a model is made of the answers
OTHER_WORDS = 8  # of other questions, asked at most for its templates to be told
ROUND_PAGES = 100  # of one round of a search, at most
ROUNDS_AT_ONCE = 3  # in a row, to decide on what one of them alone shows
EMPTY_ROUNDS = 3  # in a row that say that nothing matches, before it is believed ...
EMPTY_APART_S = 60.0  # ... so long after one another
MOST_FAILED = 3  # doublings of the pause between rounds that say nothing
UNREAD_FIRST = 3  # first rounds of a search that cannot be read, before templates are learned anew
UNREAD_LISTS = 8  # the same of later rounds in a row, that came back as answers ...
UNREAD_PAGES = 80  # ... or as anything else

ALARMS = 20  # of field health, that a site's record tells of: the last ones
