# Weights of a page's texts: the loops of `weights` and `strings`.

cdef struct Entry:
    int64_t name
    double value
    bint taken


cdef class Table:
    """Numbers by name, frozen: a look-up without an object for either.

    Parameters
    ----------
    held
        Names of 64 bits and their numbers.
    """

    cdef Entry* entries
    cdef uint64_t last

    def __cinit__(self, dict held):
        cdef uint64_t size = 8
        while size < 2 * <uint64_t>len(held):
            size *= 2
        self.entries = <Entry*>calloc(size, sizeof(Entry))
        if self.entries is NULL:
            raise MemoryError
        self.last = size - 1
        cdef Entry* entry
        for name, value in held.items():
            entry = self.at(name)
            entry.name, entry.value, entry.taken = name, value, True

    def __dealloc__(self):
        free(self.entries)

    cdef Entry* at(self, int64_t name) noexcept:
        """Where a name stands, or would stand."""
        cdef uint64_t i = <uint64_t>name * <uint64_t>0x9E3779B97F4A7C15
        i = (i ^ (i >> 32)) & self.last
        while self.entries[i].taken and self.entries[i].name != name:
            i = (i + 1) & self.last
        return &self.entries[i]


def string_weights(tree, checks, dict masked, Table factors):
    """Words of each node times the factor of its string at its place; 1 where it has none.

    Parameters
    ----------
    checks
        Checksums of texts, which finds those it lacks itself.
    masked
        Checksums by node of texts that hold the query.
    """
    cdef const int32_t[::1] words = tree.words
    cdef const int64_t[::1] place = tree.place
    cdef list texts = tree.text
    cdef Py_ssize_t node, n = len(texts)
    cdef int64_t name, check
    cdef Entry* entry
    cdef PyObject* found
    weights = zeros(n)
    cdef double[::1] out = weights
    for node in range(n):
        if not words[node]:
            continue
        text = texts[node]
        if text is None:
            text = ""
        found = PyDict_GetItem(masked, node) if masked else NULL
        if found is NULL:
            found = PyDict_GetItem(checks, text)
        check = <object>found if found is not NULL else checks[text]
        name = <int64_t>(<uint64_t>place[node] * <uint64_t>1000003) ^ check
        entry = factors.at(name & MASK)
        out[node] = words[node] * (entry.value if entry.taken else 1.0)
    return weights


def silence(tree, Table places, weights, double lam, tuple bits, str content):
    """Make what rotates cost `lam` a word, and what stands beside answers, if `bits` has any.

    Parameters
    ----------
    places
        Flags by place.
    bits
        The flags of `rotating`: rotates, follows, repeated, beside.
    """
    cdef const int32_t[::1] words = tree.words, parent = tree.parent, end = tree.end
    cdef const int64_t[::1] place = tree.place
    cdef list tag = tree.tag
    cdef double[::1] out = weights
    cdef int rotates, follows, repeated, beside
    rotates, follows, repeated, beside = bits
    cdef Py_ssize_t node, n = len(words), after, i
    flags_of, answers_to = zeros(n, "i4"), zeros(n + 1, "i4")
    cdef int32_t[::1] flags = flags_of, answers = answers_to
    cdef int any_flags = 0
    cdef Entry* entry
    for node in range(n):
        entry = places.at(place[node])
        flags[node] = <int>entry.value if entry.taken else 0
        any_flags |= flags[node]
        answers[node + 1] = answers[node] + ((flags[node] & repeated) > 0)
        if node and flags[parent[node]] & beside and out[node] > 0:
            out[node] = -lam * words[node]
    if not any_flags & rotates:
        return
    node = after = 0
    while node < n:
        if (flags[node] & (rotates | follows)) == rotates and answers[end[node]] == answers[node]:
            if node >= after:
                after = end[node]
                if <str>tag[node] != content:
                    for i in range(node, end[node]):
                        if out[i] > 0:
                            out[i] = -lam * words[i]
        elif flags[node] & repeated and node >= after:
            after = end[node]
        node = after if after > node else node + 1
