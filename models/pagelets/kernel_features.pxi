# What parts say of themselves: `features` and `score`.

cdef struct Part:
    int a
    int b

cdef struct Told:  # `Features` that are cheap, and how the parts begin
    int r
    double mass, linked, plain, link, uneven, numbered, leads

cdef struct Dear:  # and the others
    double alike, irregular, odd
    bint skipped

cdef struct Score:  # `ScoreParams`
    double mass, r, alike, linked, plain, kid, uneven, link, irregular, numbered, leads, skipped
    double odd, cap, base

cdef double _ODDEST = 2.0  # as in `features`
cdef int _HEADING = 12


cdef class Parts:
    """Parts of one page, and what they hold of it.

    Parameters
    ----------
    nodes
        The page.
    mass
        Prefix sums of what counts.
    least, score, titles
        As in `RunParams`; which rows of the page are titles.
    """

    cdef Nodes nodes
    cdef const double[::1] mass
    cdef double total, least
    cdef Score score
    cdef Part* parts
    cdef int n_parts
    cdef int* last  # by path: the part that has it
    cdef int* times  # and how many do
    cdef object titles

    def __init__(self, Nodes nodes, mass, double least, score, titles):
        self.nodes, self.mass, self.least, self.titles = nodes, mass, least, titles
        self.total = self.mass[nodes.n]
        cdef Score* s = &self.score
        (
            s.mass, s.r, s.alike, s.linked, s.plain, s.kid, s.uneven, s.link, s.irregular,
            s.numbered, s.leads, s.skipped, s.odd, s.cap, s.base,
        ) = score
        cdef size_t room = nodes.n + 2
        self.parts = <Part*>malloc(room * sizeof(Part))
        self.last = <int*>malloc(2 * room * sizeof(int))
        if self.parts is NULL or self.last is NULL:
            raise MemoryError
        self.times = self.last + room

    def __dealloc__(self):
        free(self.parts)
        free(self.last)

    cdef bint tell(self, Part* parts, int n, Told* into) noexcept:
        """`cheap_features`; False with too few parts or too little in them."""
        cdef Nodes page = self.nodes
        cdef int64_t words, links, n_words = 0, n_squares = 0, n_links = 0
        cdef int i, r = 0, n_linked = 0, n_plain = 0
        cdef double held = 0.0, mean, spread
        for i in range(n):
            words = page.words[parts[i].b] - page.words[parts[i].a]
            if not words:
                continue
            links = page.links[parts[i].b] - page.links[parts[i].a]
            r += 1
            n_words += words
            n_squares += words * words
            n_linked += links > 0
            n_links += links
            n_plain += words > links
            held += self.mass[parts[i].b] - self.mass[parts[i].a]
        if r < 2:
            return False
        mean = <double>n_words / r
        spread = <double>n_squares / r - mean * mean
        into.r, into.mass = r, held / self.total
        into.linked, into.plain = <double>n_linked / r, <double>n_plain / r
        into.link = <double>n_links / <double>n_words
        into.uneven = pow(spread if spread > 0.0 else 0.0, 0.5) / mean
        into.numbered = into.leads = 1.0
        return into.mass >= self.least

    cdef int open(self, Part* parts, int n, Told* into) except -1:
        """`opened`: how the parts with words begin."""
        cdef Nodes page = self.nodes
        cdef int i, at, number, before = NO_NUMBER, m = 0, steps = 0, leads = 0
        cdef bint any_number = False
        for i in range(n):
            if page.words[parts[i].b] <= page.words[parts[i].a]:
                continue
            number = page.number_of(parts[i].a)
            any_number |= number != NO_NUMBER
            steps += m > 0 and before != NO_NUMBER and number == before + 1
            at = page.first_word[parts[i].a]
            leads += at < parts[i].b and page.linked[at] > 0
            before, m = number, m + 1
        into.numbered = <double>steps / (m - 1 if m > 2 else 1) if any_number else 0.0
        into.leads = <double>leads / (m if m else 1)
        return 0

    cdef double scored(self, Told* f, Dear* d, bint flat) noexcept:
        """`run_score`"""
        cdef Score* p = &self.score
        return (
            p.mass * log(f.mass)
            + p.r * log(<double>f.r)
            + p.alike * log(d.alike + 0.01)
            + p.linked * f.linked
            + p.plain * f.plain
            + p.kid * (0.0 if flat else 1.0)
            + p.uneven * (f.uneven if f.uneven < p.cap else p.cap)
            + p.link * f.link
            + p.irregular * d.irregular
            + p.numbered * f.numbered
            + p.leads * f.leads
            + p.skipped * (1.0 if d.skipped else 0.0)
            + p.odd * d.odd
            + p.base
        )

    cdef double heaviest(self) noexcept:
        cdef double most = 0.0, held
        cdef int i
        for i in range(self.n_parts):
            held = self.mass[self.parts[i].b] - self.mass[self.parts[i].a]
            if not i or held > most:
                most = held
        return most

    cdef int look_inside(self, Dear* into) except -1:
        """`dear_features`"""
        into.alike = self.likeness()
        into.irregular = self.irregular()
        into.skipped = self.skipped()
        into.odd = self.odd()
        return 0

    cdef double likeness(self) noexcept:
        cdef int* path = self.nodes.path
        cdef int i, node, at
        cdef int64_t n = 0, squares = 0
        memset(self.last, 255, self.nodes.n_paths * sizeof(int))
        memset(self.times, 0, self.nodes.n_paths * sizeof(int))
        for i in range(self.n_parts):
            for node in range(self.parts[i].a, self.parts[i].b):
                at = path[node]
                if self.last[at] != i:
                    self.last[at] = i
                    squares += 2 * self.times[at] + 1
                    self.times[at] += 1
                    n += 1
        cdef int64_t pairs = (self.n_parts - 1) * n
        return <double>(squares - n) / <double>(pairs if pairs > 1 else 1)

    cdef double irregular(self):
        cdef Nodes page = self.nodes
        cdef int first = page.tag[self.parts[0].a], i, x, stop, n, n_records, headings = 0
        cdef int64_t words
        if first == page.text_tag:
            return 0.0
        counts, records = Longs(), Longs()
        cdef Longs all_ = counts, some = records
        for i in range(self.n_parts):
            n = n_records = 0
            x = page.end[self.parts[i].a]
            while x < self.parts[i].b:
                stop = page.end[x]
                if page.tag[x] == first:
                    words = page.words[stop] - page.words[x]
                    n += words > 0
                    n_records += words > _HEADING or page.links[stop] != page.links[x]
                x = stop
            all_.add(n)
            some.add(n_records)
            headings += n != n_records
        cdef double least = 1.0 - <double>most_common(all_) / self.n_parts
        cdef double other
        if headings > 1:
            other = 1.0 - <double>most_common(some) / self.n_parts
            least = other if other < least else least
        return least

    cdef bint skipped(self) except -1:
        cdef Nodes page = self.nodes
        cdef int first = self.parts[0].a, before = -1, at = page.parent[first] + 1, i, x
        cdef int64_t alike = 0
        while at < first:
            before, at = at, page.end[at]
        if before < 0 or page.tag[before] == page.text_tag:
            return False
        if not page.held(before, page.end[before]):
            return False
        if page.tag[before] == page.row_tag and self.titles(before):
            return False
        for i in range(self.n_parts):
            x = page.end[self.parts[i].a]
            while x < self.parts[i].b:
                alike += page.path[x] == page.path[before]
                x = page.end[x]
        return 2 * alike >= self.n_parts

    cdef double odd(self):
        cdef Nodes page = self.nodes
        cdef Longs words = Longs()
        cdef int i, half = self.n_parts // 2
        cdef double usual, middle, sum = 0.0, off
        for i in range(self.n_parts):
            words.add(page.held(self.parts[i].a, self.parts[i].b))
        cdef int64_t[::1] ranked = words.sorted()
        if self.n_parts % 2:
            middle = <double>ranked[half]
        else:
            middle = <double>(ranked[half - 1] + ranked[half]) / 2.0
        usual = log(middle + 1)
        for i in (0, self.n_parts - 1):
            off = fabs(log(<double>(words.at[i] + 1)) - usual)
            sum += off if off < _ODDEST else _ODDEST
        return sum


cdef Dear best_of_all() noexcept:
    """Of a run before its parts are looked into."""
    cdef Dear dear
    dear.alike, dear.irregular, dear.odd, dear.skipped = 1.0, 0.0, 0.0, False
    return dear


cdef Py_ssize_t most_common(Longs values):
    """How often the commonest of some values is there."""
    cdef int64_t[::1] ordered = values.sorted()
    cdef Py_ssize_t i, n = 0, most = 0
    for i in range(values.n):
        n = n + 1 if i and ordered[i] == ordered[i - 1] else 1
        most = n if n > most else most
    return most
