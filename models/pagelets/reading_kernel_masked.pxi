# Texts that hold the query: what `strings.holding_any` says.

cdef enum:
    ECHO_WORDS = 12  # as in `strings`
    MOST_TERMS = 64  # of a query that are looked for by byte


cdef class Terms:
    """The words of a query, each of two letters at least; looked for by the first two."""

    cdef tuple terms
    cdef bint plain  # all are of ASCII, and not too many
    cdef unsigned char begins[1 << 14]
    cdef const unsigned char* letters[MOST_TERMS]
    cdef Py_ssize_t lengths[MOST_TERMS]

    def __cinit__(self, tuple terms):
        cdef str term
        cdef Py_ssize_t i
        self.terms, self.plain = terms, len(terms) <= MOST_TERMS
        memset(self.begins, 0, 1 << 14)
        for i in range(len(terms) if self.plain else 0):
            term = terms[i]
            if not PyUnicode_IS_ASCII(term) or len(term) < 2:
                self.plain = False
                return
            self.begins[<int>term[0] << 7 | <int>term[1]] = 1
            self.letters[i] = <const unsigned char*>PyUnicode_DATA(term)
            self.lengths[i] = len(term)

    cdef Py_ssize_t length_at(self, const unsigned char* at, Py_ssize_t left) noexcept:
        """How long the first of the terms is that stands there; 0: none does."""
        cdef Py_ssize_t i, j
        for i in range(len(self.terms)):
            if self.lengths[i] > left:
                continue
            for j in range(self.lengths[i]):
                if small(at[j]) != self.letters[i][j]:
                    break
            else:
                return self.lengths[i]
        return 0

    cdef bint met(self, str text) noexcept:
        """Whether a text of ASCII holds a term, when all are of ASCII."""
        cdef const unsigned char* at = <const unsigned char*>PyUnicode_DATA(text)
        cdef Py_ssize_t i, n = len(text)
        cdef int before = 0, letter
        for i in range(n):
            letter = small(at[i])
            if self.begins[before << 7 | letter] and self.length_at(at + i - 1, n - i + 1):
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

    cdef object check(self, str string):
        """The checksum of a text without the terms it holds; None if it holds none."""
        if self.plain and PyUnicode_IS_ASCII(string):
            return check_of_masked(string, self) if self.met(string) else None
        cdef str lower = string.lower()
        for term in self.terms:
            if <str>term in lower:
                return crc32(normal(folded(lower), self).encode("utf-8", "replace"))
        return None


def holding_any(tuple terms, nodes, list strings):
    """Checksums of the strings that hold one of the terms, by node."""
    cdef Terms asked = Terms(terms)
    cdef Py_ssize_t i
    cdef dict found = {}
    for i in range(len(strings)):
        check = asked.check(strings[i])
        if check is not None:
            found[nodes[i]] = check
    return found


def masked_in(tree, tuple terms):
    """`holding_any` of the texts of a page that have words."""
    cdef Terms asked = Terms(terms)
    cdef const int32_t[::1] words = tree.words
    cdef list texts = tree.text
    cdef dict found = {}
    cdef Py_ssize_t node
    for node in range(len(texts)):
        if words[node] and texts[node] is not None:
            check = asked.check(texts[node])
            if check is not None:
                found[node] = check
    return found


cdef object check_of_masked(str text, Terms terms):
    """The checksum of the normal form of a text of ASCII that holds a term of ASCII."""
    cdef Py_ssize_t n = len(text)
    cdef unsigned char few[256]
    cdef unsigned char* out = &few[0] if n <= 256 else <unsigned char*>malloc(n)
    if out is NULL:
        raise MemoryError
    n = masked(<const unsigned char*>PyUnicode_DATA(text), n, terms, out)
    check = crc32(<bytes>out[:n])
    if out != &few[0]:
        free(out)
    return check


cdef Py_ssize_t masked(
    const unsigned char* text, Py_ssize_t n, Terms terms, unsigned char* out
) noexcept:
    """Write the normal form, which is no longer than the text; its length."""
    cdef Py_ssize_t m = 0, at, end, length, words = 0
    cdef unsigned char letter, before = 32
    cdef bint within = False
    for at in range(n):  # white space folded
        letter = small(text[at])
        if 9 <= letter <= 13 or 28 <= letter <= 31:
            letter = 32
        if letter != 32 or before != 32:
            out[m] = letter
            m += 1
        before = letter
    if m and out[m - 1] == 32:
        m -= 1
    at = end = 0
    while at < m:  # each term becomes one sign, so that all is done in place
        length = 0
        if at + 1 < m and terms.begins[<int>out[at] << 7 | <int>out[at + 1]]:
            length = terms.length_at(out + at, m - at)
        out[end] = 1 if length else out[at]
        at += length if length else 1
        if not in_word(out[end]):
            within = False
        elif not within:
            within = True
            words += 1
        end += 1
    if words > ECHO_WORDS:
        return end
    m, within = 0, False
    for at in range(end):  # an echo: each number becomes a sign
        letter = out[at]
        if not c"0" <= letter <= c"9":
            out[m] = letter
            m += 1
        elif not within:
            out[m] = c"#"
            m += 1
        within = c"0" <= letter <= c"9"
    return m


cdef str normal(str text, Terms terms):
    """A folded text in lower case without the terms, of an echo without its numbers."""
    cdef list pieces = []
    cdef str masked, term
    cdef Py_ssize_t at = 0, begin = 0, words = 0, n = len(text)
    cdef Py_UCS4 letter
    cdef bint within = False
    while at < n:
        term = terms.held_at(text, at) if may_begin(terms, text, at, n) else None
        if term is None:
            at += 1
            continue
        pieces.append(text[begin:at])
        pieces.append("\x01")
        at += len(term)
        begin = at
    pieces.append(text[begin:])
    masked = "".join(pieces)
    for letter in masked:
        if not in_word(letter):
            within = False
        elif not within:
            within = True
            words += 1
            if words > ECHO_WORDS:
                return masked
    return DIGITS.sub("#", masked) if len(pieces) > 1 else masked


cdef inline bint may_begin(Terms terms, str text, Py_ssize_t at, Py_ssize_t n):
    """Whether one of the terms may stand there, by its first two letters."""
    if not terms.plain:
        return True
    if at + 1 == n or text[at] > 127 or text[at + 1] > 127:
        return False
    return terms.begins[<int>text[at] << 7 | <int>text[at + 1]]


cdef inline unsigned char small(unsigned char letter) noexcept:
    """A letter of ASCII in lower case."""
    return letter + 32 if c"A" <= letter <= c"Z" else letter


cdef inline bint in_word(Py_UCS4 letter) noexcept:
    """Whether a letter is one of a word, as an expression's `\\w`."""
    if letter < 128:
        return c"a" <= letter <= c"z" or c"A" <= letter <= c"Z" or c"0" <= letter <= c"9" or letter == c"_"
    return Py_UNICODE_ISALNUM(letter)
