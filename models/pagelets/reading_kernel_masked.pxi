# Texts that hold the query: what `strings.holding_any` says.

cdef enum:
    ECHO_WORDS = 12  # as in `strings`


cdef class Terms:
    """The words of a query, each of two letters at least; looked for by the first two."""

    cdef tuple terms
    cdef bint plain  # all are of ASCII
    cdef unsigned char begins[1 << 14]

    def __cinit__(self, tuple terms):
        cdef str term
        self.terms, self.plain = terms, True
        memset(self.begins, 0, 1 << 14)
        for term in terms:
            if not PyUnicode_IS_ASCII(term) or len(term) < 2:
                self.plain = False
                return
            self.begins[<int>term[0] << 7 | <int>term[1]] = 1

    cdef bint met(self, str text) noexcept:
        """Whether a text of ASCII may hold a term, when all are of ASCII."""
        cdef const unsigned char* at = <const unsigned char*>PyUnicode_DATA(text)
        cdef Py_ssize_t i
        cdef int before = 0, letter
        for i in range(len(text)):
            letter = at[i]
            if c"A" <= letter <= c"Z":
                letter += 32
            if self.begins[before << 7 | letter]:
                return True
            before = letter
        return False

    cdef str held_at(self, str text, Py_ssize_t at):
        """The first of the terms that stands there; None if none does."""
        cdef str term
        for term in self.terms:
            if text.startswith(term, at):
                return term
        return None


def holding_any(tuple terms, nodes, list strings):
    """Checksums of the strings that hold one of the terms, by node."""
    cdef Terms asked = Terms(terms)
    cdef Py_ssize_t i
    cdef str string, lower
    cdef dict found = {}
    for i in range(len(strings)):
        string = strings[i]
        if PyUnicode_IS_ASCII(string) and not (asked.plain and asked.met(string)):
            continue
        lower = string.lower()
        for term in terms:
            if <str>term in lower:
                found[nodes[i]] = crc32(normal(folded(lower), asked).encode("utf-8", "replace"))
                break
    return found


cdef str normal(str text, Terms terms):
    """A folded text in lower case without the terms, of an echo without its numbers."""
    cdef list pieces = []
    cdef str masked, term
    cdef Py_ssize_t at = 0, begin = 0, n = len(text), words = 0
    cdef Py_UCS4 letter
    cdef unsigned int one, before = 0  # the letter at hand and the one before it
    cdef Py_ssize_t begun
    cdef bint within = False
    while at < n:
        one = before
        before = <unsigned int>text[at]
        if terms.plain and (one > 127 or before > 127 or not terms.begins[one << 7 | before]):
            at += 1
            continue
        begun = at - 1 if terms.plain else at
        term = terms.held_at(text, begun) if begun >= begin else None
        if term is None:
            at += 1
            continue
        at = begun
        pieces.append(text[begin:at])
        pieces.append("\x01")
        at += len(term)
        begin, before = at, 0
    pieces.append(text[begin:])
    masked = "".join(pieces)
    for letter in masked:
        if not (Py_UNICODE_ISALNUM(letter) or letter == c"_"):
            within = False
        elif not within:
            within = True
            words += 1
            if words > ECHO_WORDS:
                return masked
    return DIGITS.sub("#", masked) if len(pieces) > 1 else masked
