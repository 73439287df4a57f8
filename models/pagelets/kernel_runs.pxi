# The search for runs: `climb`, `segment`, `features`, `score` and the middle of `runs`.

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

cdef struct Rough:
    int number
    bint flat
    int region
    Py_ssize_t at  # of its starts
    int n
    Told told
    double bound

cdef double _CUT = 0.5  # as in `runs`
cdef double _ODDEST = 2.0  # as in `features`
cdef int _HEADING = 12


cdef class Search:
    """Candidates of one page in, runs out.

    Parameters
    ----------
    nodes
        The page.
    mass
        Prefix sums of what counts.
    least, top, least_words, most_parts, most_steps, largest, score
        As in `RunParams`, and the most steps of climbing.
    """

    cdef Nodes nodes
    cdef const double[::1] mass
    cdef double total, least, largest
    cdef int top, least_words, most_parts
    cdef int64_t most_steps
    cdef Score score
    cdef Longs starts
    cdef Rough* rough
    cdef Part* parts
    cdef Part* whole
    cdef Py_ssize_t n_rough, rough_room
    cdef int n_whole, n_parts
    cdef int* last  # by path: the part that has it
    cdef int* times  # and how many do
    cdef int* level
    cdef int* low
    cdef int* group
    cdef list best  # scores of what was found, falling
    cdef set seen
    cdef object titles

    def __init__(self, Nodes nodes, mass, double least, limits, score, titles):
        self.nodes, self.mass, self.least, self.titles = nodes, mass, least, titles
        self.total = self.mass[nodes.n]
        self.top, self.least_words, self.most_parts, self.most_steps, self.largest = limits
        cdef Score* s = &self.score
        (
            s.mass, s.r, s.alike, s.linked, s.plain, s.kid, s.uneven, s.link, s.irregular,
            s.numbered, s.leads, s.skipped, s.odd, s.cap, s.base,
        ) = score
        self.starts, self.best, self.seen = Longs(), [], set()
        cdef size_t room = nodes.n + 2
        self.parts = <Part*>malloc(2 * room * sizeof(Part))
        self.last = <int*>malloc(5 * room * sizeof(int))
        if self.parts is NULL or self.last is NULL:
            raise MemoryError
        self.whole = self.parts + room
        self.times, self.level = self.last + room, self.last + 2 * room
        self.low, self.group = self.last + 3 * room, self.last + 4 * room

    def __dealloc__(self):
        free(self.parts)
        free(self.last)
        free(self.rough)

    # ---- climbing

    def climb(self, list groups not None, among) -> None:
        """Note what is worth a second look among the candidates of these namesakes."""
        cdef int64_t steps = 0
        cdef list group
        cdef int i, n, first, last, node
        cdef Nodes page = self.nodes
        for group in groups:
            n = len(group)
            first, last = group[0], group[n - 1]
            if page.held(first, page.end[last]) < 3:
                continue
            steps += n * page.depth[first]
            if steps > self.most_steps:
                return
            node = page.parent[first]
            while page.end[node] <= last:
                node = page.parent[node]
            if self.is_heavy(node):
                for i in range(n):
                    self.group[i] = group[i]
                self.ascend(n, among)

    cdef bint is_heavy(self, int node) noexcept:
        cdef double held = (self.mass[self.nodes.end[node]] - self.mass[node]) / self.total
        return held >= self.least

    cdef int ascend(self, int n, among) except -1:
        """From a group up. Its nodes are equally deep, so that those of one ancestor follow one
        another, on each level; `low`: the first of the group below each node of the level."""
        cdef int i, j, m, size = n, above
        cdef Nodes page = self.nodes
        for i in range(n):
            self.level[i], self.low[i] = self.group[i], i
        self.low[n] = n
        while n > 1:
            m = i = 0
            while i < n:
                above, j = page.parent[self.level[i]], i + 1
                while j < n and page.parent[self.level[j]] == above:
                    j += 1
                if above >= 0:
                    if j - i > 1 and self.is_heavy(above):
                        self.candidate(False, above, &self.level[i], j - i, among)
                        if self.low[j] - self.low[i] > j - i:
                            self.candidate(
                                True, above, &self.group[self.low[i]],
                                self.low[j] - self.low[i], among,
                            )
                    self.level[m], self.low[m] = above, self.low[i]
                    m += 1
                i = j
            n = m
            self.low[n] = size
        return 0

    cdef int candidate(self, bint flat, int region, int* starts, int n, among) except -1:
        """Note it, if it is new and holds enough."""
        cdef Nodes page = self.nodes
        cdef int64_t first = page.place[starts[0]], last = page.place[starts[n - 1]]
        if among is not None and first not in among and last not in among:
            return 0
        mark = (flat, region, starts[0], starts[n - 1], n)
        if mark in self.seen:
            return 0
        self.seen.add(mark)
        if n > self.most_parts:
            return 0
        cdef double reach = (self.mass[page.end[region]] - self.mass[starts[0]]) / self.total
        if reach < self.least or page.held(starts[0], page.end[starts[n - 1]]) < self.least_words:
            return 0
        cdef int i
        cdef Rough found
        cdef Dear dear = best_of_all()
        self.cut_at(flat, region, starts, n)
        if not self.tell(self.whole, n, &found.told):
            return 0
        found.number, found.flat, found.region = <int>len(self.seen) - 1, flat, region
        found.at, found.n = self.starts.n, n
        found.bound = self.scored(&found.told, &dear, flat) + _CUT
        for i in range(n):
            self.starts.add(starts[i])
        if self.n_rough == self.rough_room:
            self.rough_room = 2 * self.rough_room + 64
            self.rough = <Rough*>realloc(self.rough, self.rough_room * sizeof(Rough))
            if self.rough is NULL:
                raise MemoryError
        self.rough[self.n_rough] = found
        self.n_rough += 1
        return 0

    # ---- parts

    cdef void cut_at(self, bint flat, int region, int* starts, int n) noexcept:
        """`rough_parts`, into `whole`."""
        cdef Nodes page = self.nodes
        cdef int i, stop, limit
        self.n_whole = n
        for i in range(n):
            stop = starts[i + 1] if i + 1 < n else page.end[region]
            if flat:
                limit = page.end[page.parent[starts[i]]]
                stop = limit if limit < stop else stop
            self.whole[i].a, self.whole[i].b = starts[i], stop

    cdef int trim(self) except -1:
        """Cut the last part of `whole` where its items leave the succession of the others."""
        cdef Nodes page = self.nodes
        cdef int* path = page.path
        cdef Part last = self.whole[self.n_whole - 1]
        cdef int node = last.a, n = 0, longest = 1, kept = 1, i, m, before
        cdef dict follows = {}
        cdef int64_t pair
        cdef Py_ssize_t n_followed = 0
        cdef list order = []
        while node < last.b:
            if n:
                pair = <int64_t>path[before] * page.n_paths + path[node]
                order.append(pair)
                follows[pair] = False
            before, n = node, n + 1
            node = page.end[node]
        if n <= 1:
            return 0
        for i in range(self.n_whole - 1):
            node, m = self.whole[i].a, 0
            while node < self.whole[i].b:
                if m:
                    key = <int64_t>path[before] * page.n_paths + path[node]
                    if follows.get(key, True) is False:
                        follows[key] = True
                        n_followed += 1
                before, m = node, m + 1
                node = page.end[node]
            if m > longest:
                longest = m
            if longest >= n and n_followed == len(follows):
                return 0
        node = page.end[last.a]
        while kept < n and kept < longest and follows[order[kept - 1]]:
            kept += 1
            node = page.end[node]
        if kept < n:
            self.whole[self.n_whole - 1].b = node
        return 0

    # ---- features

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

    # ---- trying out

    def tried(self) -> list:
        """What stands of the candidates, in no order: number, bounds, score, features, places."""
        cdef Py_ssize_t i
        cdef list found = [], order = []
        for i in range(self.n_rough):
            order.append((-self.rough[i].bound, i))
        order.sort()
        for bound, at in order:
            if not self.may_enter(-bound):
                break
            run = self.try_out(&self.rough[<Py_ssize_t>at])
            if run is not None:
                found.append(run)
        return found

    cdef bint may_enter(self, double score) except -1:
        return len(self.best) < self.top or score >= <double>self.best[self.top - 1]

    cdef object try_out(self, Rough* rough):
        cdef Nodes page = self.nodes
        cdef Told f = rough.told
        cdef Dear d = best_of_all()
        cdef int i, stop, n = rough.n
        for i in range(n):
            self.group[i] = <int>self.starts.at[rough.at + i]
        self.cut_at(rough.flat, rough.region, self.group, n)
        self.open(self.whole, n, &f)
        if not self.may_enter(self.scored(&f, &d, rough.flat) + _CUT):
            return None
        stop = self.whole[n - 1].b
        if n > 1:
            self.trim()
        self.n_parts = 0
        for i in range(n):
            if page.words[self.whole[i].b] > page.words[self.whole[i].a]:
                self.parts[self.n_parts] = self.whole[i]
                self.n_parts += 1
        if self.n_parts < 2:
            return None
        if stop != self.whole[n - 1].b:
            if not self.tell(self.parts, self.n_parts, &f):
                return None
            self.open(self.parts, self.n_parts, &f)
        if not self.may_enter(self.scored(&f, &d, rough.flat)):
            return None
        if self.n_parts > 2 and self.heaviest() > self.largest * f.mass * self.total:
            return None
        self.look_inside(&d)
        cdef double score = self.scored(&f, &d, rough.flat)
        self.best.append(score)
        self.best.sort(reverse=True)
        return self.told(rough, &f, &d, score)

    cdef double heaviest(self) noexcept:
        cdef double most = 0.0, held
        cdef int i
        for i in range(self.n_parts):
            held = self.mass[self.parts[i].b] - self.mass[self.parts[i].a]
            if not i or held > most:
                most = held
        return most

    cdef object told(self, Rough* rough, Told* f, Dear* d, double score):
        cdef Nodes page = self.nodes
        cdef dict keys = {}
        cdef list parts = []
        cdef int i
        for i in range(self.n_parts):
            parts.append((self.parts[i].a, self.parts[i].b))
            key = page.place[self.parts[i].a]
            keys[key] = keys.get(key, 0) + 1
        features = (
            f.r, f.mass, f.linked, f.plain, f.link, f.uneven, d.alike, d.irregular, f.numbered,
            f.leads, d.skipped, d.odd,
        )
        return rough.number, rough.region, rough.flat, parts, score, features, keys

    # ---- dear features

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
        if page.tag[before] == page.row_tag and self.titles(page.page, before):
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
