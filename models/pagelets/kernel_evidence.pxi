# The columns of `PageletEvidence`.

cdef uint64_t _BASE = 0x9E3779B97F4A7C15
cdef uint64_t _BACK = pow_of_base(0x3FFFFFFFFFFFFFFF)  # its inverse: base^(2^62) is 1


cdef uint64_t pow_of_base(uint64_t exponent) noexcept:
    cdef uint64_t found = 1, step = _BASE
    while exponent:
        if exponent & 1:
            found *= step
        step *= step
        exponent >>= 1
    return found


cdef class Page:
    """A page's places and texts."""

    cdef list text
    cdef Py_ssize_t n, n_places
    cdef object tree
    cdef Line line
    cdef Longs at  # number of each node's place
    cdef Longs first  # of each place the first node
    cdef Longs places

    def __init__(self, tree):
        self.tree, self.text, self.line = tree, tree.text, Line()
        self.n = len(self.text)
        self.number()

    cdef int number(self) except -1:
        """Number the places in rising order: those that there are, then each node by its own."""
        cdef const int64_t[::1] key = self.tree.place
        cdef Py_ssize_t i, slot, mask = 63
        cdef Longs met = Longs(), first = Longs()
        cdef int* slots  # 1 + the number of a place as it was met
        while mask < 2 * self.n:
            mask = 2 * mask + 1
        self.at, self.first, self.places = Longs(), Longs(), Longs()
        self.at.reserve(self.n + 1)
        self.at.n = self.n
        slots = <int*>calloc(mask + 1, sizeof(int))
        if slots is NULL:
            raise MemoryError
        try:
            for i in range(self.n):
                slot = <Py_ssize_t>((<uint64_t>key[i] * _BASE) >> 40) & mask
                while slots[slot] and met.at[slots[slot] - 1] != key[i]:
                    slot = (slot + 1) & mask
                if not slots[slot]:
                    met.add(key[i])
                    first.add(i)
                    slots[slot] = <int>met.n
                self.at.at[i] = slots[slot] - 1
        finally:
            free(slots)
        self.n_places = met.n
        cdef const int64_t[::1] order = argsort(met.array())
        cdef Longs rank = met  # of each as it was met: what they are is told by then
        for i in range(self.n_places):
            self.places.add(met.at[order[i]])
            self.first.add(first.at[order[i]])
        for i in range(self.n_places):
            rank.at[order[i]] = i
        for i in range(self.n):
            self.at.at[i] = rank.at[self.at.at[i]]
        return 0

    def columns(self, terms, check, text_check, words_of, asking, asked):
        """The columns by name.

        Parameters
        ----------
        terms
            Of the query.
        check, text_check
            What names a text beyond ASCII, given whether it repeats the query, and what tells it
            from another.
        words_of
            The words of a text, and their hashes.
        asking
            Bounds of links that ask on; None: words are not told.
        asked
            The words of the query.
        """
        names, where, times = self.strings(terms, check)
        words, word_places = Longs(), Longs()
        if asking is not None:
            words, word_places = self.words(words_of, asking, asked)
        return {
            "places": self.places.array().astype("<i8", copy=False).tobytes(),
            "parents": packed32(self.above()),
            "siblings": packed32(self.siblings()),
            "texts": packed32(self.texts(text_check)),
            "strings": names.astype("<i8", copy=False).tobytes(),
            "string_places": packed32(where),
            "times": packed32(times),
            "words": packed32(words),
            "word_places": packed32(word_places),
        }

    cdef Longs above(self):
        cdef const int32_t[::1] parent = self.tree.parent
        cdef Longs out = Longs()
        cdef Py_ssize_t i, up
        for i in range(self.n_places):
            up = parent[self.first.at[i]]
            out.add(self.at.at[up] if up >= 0 else -1)
        return out

    cdef Longs siblings(self):
        """Most nodes of each place under one parent."""
        cdef const int32_t[::1] parent = self.tree.parent
        cdef Longs pairs = Longs(), out = Longs()
        cdef Py_ssize_t i, n = 0, place
        for i in range(self.n):
            pairs.add((<int64_t>parent[i] + 1) * self.n_places + self.at.at[i])
        for i in range(self.n_places):
            out.add(1)
        cdef int64_t[::1] ordered = pairs.sorted()
        for i in range(self.n):
            n = n + 1 if i and ordered[i] == ordered[i - 1] else 1
            place = ordered[i] % self.n_places
            if n > out.at[place]:
                out.at[place] = n
        return out

    cdef tuple strings(self, tuple terms, check):
        """The names of strings in rising order, their places, how often each is there."""
        cdef const int64_t[::1] key = self.tree.place
        cdef Longs names = Longs(), nodes = Longs(), where = Longs(), times = Longs()
        cdef Longs found = Longs()
        cdef Py_ssize_t i, node
        self.line = Line(terms)
        for node in range(self.n):
            text = self.text[node]
            if text is not None:
                names.add(
                    <int64_t>(
                        (<uint64_t>key[node] * 1000003 ^ <uint64_t>self.check(text, terms, check))
                        & 0x7FFFFFFFFFFFFFFF
                    )
                )
                nodes.add(node)
        cdef const int64_t[::1] order = argsort(names.array(), kind="stable")
        for i in range(names.n):
            if not i or names.at[order[i]] != names.at[order[i - 1]]:
                found.add(names.at[order[i]])
                where.add(self.at.at[nodes.at[order[i]]])
                times.add(0)
            times.at[times.n - 1] += 1
        return found.array(), where, times

    cdef int64_t check(self, str text, tuple terms, check) except -1:
        """The checksum of a text's normal form."""
        if not PyUnicode_IS_ASCII(text):
            if terms:
                lower = text.lower()
                for term in terms:
                    if term in lower:
                        return check(text, True)
            return check(text, False)
        self.line.fold(text)
        if self.line.terms:
            self.line.mask()
        return crc32(self.line.letters, self.line.n)

    cdef Longs texts(self, check):
        """Hash of what is said below the first node of each place; 0 of texts and the wordless."""
        cdef const int32_t[::1] end = self.tree.end
        cdef const int64_t[::1] words = self.tree.word_sums
        cdef Longs sums = Longs(), backs = Longs(), out = Longs()
        cdef uint64_t sum = 0, power = 1, back = 1, whole
        cdef Py_ssize_t i, node, stop
        for node in range(self.n):
            sums.add(<int64_t>sum)
            backs.add(<int64_t>back)
            text = self.text[node]
            if text is not None:
                whole = 1 + <uint64_t>stripped(text) if PyUnicode_IS_ASCII(text) else check(text)
                sum += whole * power
                power *= _BASE
                back *= _BACK
        sums.add(<int64_t>sum)
        for i in range(self.n_places):
            node = self.first.at[i]
            stop = end[node]
            if words[stop] <= words[node] or self.text[node] is not None:
                out.add(0)
                continue
            whole = (<uint64_t>sums.at[stop] - <uint64_t>sums.at[node]) * <uint64_t>backs.at[node]
            whole = (whole ^ (whole >> 32)) & 0xFFFFFFFF
            out.add(<int64_t>whole if whole else 1)
        return out

    cdef tuple words(self, words_of, asking, asked):
        """Distinct words at places, by place and hash."""
        cdef const int32_t[::1] n_words = self.tree.words
        cdef bytearray skipped = bytearray(self.n)
        cdef Longs keys = Longs(), hashes = Longs(), places = Longs()
        cdef Py_ssize_t node, i
        cdef str joined = " ".join(asked)
        cdef int n_asked = len(asked)
        cdef int64_t value
        for start, stop in asking:
            skipped[start:stop] = b"\1" * (stop - start)
        for node in range(self.n):
            if not n_words[node] or skipped[node]:
                continue
            text = self.text[node] or ""
            if PyUnicode_IS_ASCII(text):
                add_words(text, self.at.at[node], joined, n_asked, self.line, keys)
                continue
            said, held = words_of(text)
            if said != asked:
                for value in held:
                    keys.add(self.at.at[node] << 32 | value)
        cdef int64_t[::1] ordered = keys.sorted()
        for i in range(keys.n):
            if not i or ordered[i] != ordered[i - 1]:
                hashes.add(ordered[i] & 0xFFFFFFFF)
                places.add(ordered[i] >> 32)
        return hashes, places
