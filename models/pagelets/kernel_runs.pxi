# The search for runs: `climb`, `segment` and the middle of `runs`.

cdef struct Rough:
    int number
    bint flat
    int region
    Py_ssize_t at  # of its starts
    int n
    Told told
    double bound

cdef double _CUT = 0.5  # as in `runs`


cdef class Search(Parts):
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

    cdef double largest
    cdef int top, least_words, most_parts
    cdef int64_t most_steps
    cdef Longs starts
    cdef Rough* rough
    cdef Py_ssize_t n_rough, rough_room
    cdef Part* whole
    cdef int n_whole
    cdef int* level
    cdef int* low
    cdef int* group
    cdef list best  # scores of what was found, falling
    cdef set seen

    def __init__(self, Nodes nodes, mass, double least, limits, score, titles):
        Parts.__init__(self, nodes, mass, least, score, titles)
        self.top, self.least_words, self.most_parts, self.most_steps, self.largest = limits
        self.starts, self.best, self.seen = Longs(), [], set()
        cdef size_t room = nodes.n + 2
        self.whole = <Part*>malloc(room * sizeof(Part))
        self.level = <int*>malloc(3 * room * sizeof(int))
        if self.whole is NULL or self.level is NULL:
            raise MemoryError
        self.low, self.group = self.level + room, self.level + 2 * room

    def __dealloc__(self):
        free(self.whole)
        free(self.level)
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
