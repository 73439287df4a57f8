# Checksums of texts, and of their words, as `strings`, `evidence` and `held` have them.

cdef enum:
    _ECHO_WORDS = 12  # as in `strings`

cdef uint32_t _CRC[8][256]
cdef unsigned char _LETTER[256]  # in lower case, 0 of what is in no word
cdef unsigned char _FOLDED[256]  # in lower case, 32 of white space


cdef void fill() noexcept:
    cdef uint32_t value
    cdef int i, k
    for i in range(256):
        value = i
        for k in range(8):
            value = (value >> 1) ^ (0xEDB88320 if value & 1 else 0)
        _CRC[0][i] = value
    for i in range(256):
        for k in range(1, 8):
            _CRC[k][i] = _CRC[0][_CRC[k - 1][i] & 255] ^ (_CRC[k - 1][i] >> 8)
    for i in range(128):
        said = chr(i)
        _LETTER[i] = ord(said.lower()) if said.isalnum() or said == "_" else 0
        _FOLDED[i] = 32 if said.isspace() else ord(said.lower())


fill()


cdef uint32_t crc32(const unsigned char* at, Py_ssize_t n) noexcept:
    """That of zlib, eight bytes at a time."""
    cdef uint32_t crc = 0xFFFFFFFF
    while n >= 8:
        crc ^= at[0] | <uint32_t>at[1] << 8 | <uint32_t>at[2] << 16 | <uint32_t>at[3] << 24
        crc = (
            _CRC[7][crc & 255] ^ _CRC[6][crc >> 8 & 255] ^ _CRC[5][crc >> 16 & 255]
            ^ _CRC[4][crc >> 24] ^ _CRC[3][at[4]] ^ _CRC[2][at[5]] ^ _CRC[1][at[6]] ^ _CRC[0][at[7]]
        )
        at += 8
        n -= 8
    while n > 0:
        crc = _CRC[0][(crc ^ at[0]) & 255] ^ (crc >> 8)
        at += 1
        n -= 1
    return ~crc


cdef class Line:
    """One text of ASCII at a time, in lower case."""

    cdef unsigned char* letters
    cdef Py_ssize_t n, room
    cdef list terms  # words of the query that are of ASCII
    cdef bint begins_with[256]  # letters with which one of them begins

    def __init__(self, terms=()):
        self.terms = [term for term in terms if term.isascii()]
        for term in self.terms:
            self.begins_with[<int>ord(term[0])] = True

    def __dealloc__(self):
        free(self.letters)

    cdef int reserve(self, Py_ssize_t n) except -1:
        if n > self.room:
            free(self.letters)
            self.room = 0
            self.letters = <unsigned char*>malloc(2 * n)
            if self.letters is NULL:
                raise MemoryError
            self.room = 2 * n
        return 0

    cdef int fold(self, str text) except -1:
        """`" ".join(text.lower().split())`"""
        cdef const unsigned char* at = <const unsigned char*>PyUnicode_DATA(text)
        cdef Py_ssize_t i, n = len(text), m = 0
        cdef unsigned char letter, last = 32
        self.reserve(n + 1)
        for i in range(n):
            letter = _FOLDED[at[i]]
            if letter != 32 or last != 32:
                self.letters[m] = letter
                m += 1
                last = letter
        self.n = m - 1 if m and last == 32 else m
        return 0

    cdef int mask(self) noexcept:
        """The words of the query, longest first, as one letter; in a short line numbers as `#`."""
        cdef Py_ssize_t i = 0, m = 0, n
        cdef int n_masked = 0, n_words = 0
        cdef unsigned char letter, said, before = 0
        while i < self.n:
            n = 0
            if self.begins_with[self.letters[i]]:
                n = self.begins(i)
            if n:
                self.letters[m] = 1
                n_masked += 1
            else:
                self.letters[m] = self.letters[i]
                n = 1
            i, m = i + n, m + 1
        self.n = m
        if not n_masked:
            return 0
        for i in range(self.n):
            n_words += _LETTER[self.letters[i]] != 0 and _LETTER[before] == 0
            before = self.letters[i]
        if n_words > _ECHO_WORDS:
            return 0
        before = m = 0
        for i in range(self.n):
            letter = self.letters[i]
            said = 35 if 48 <= letter <= 57 else letter
            if said == letter or before != 35:
                self.letters[m] = said
                m += 1
            before = said if said != letter else 0
        self.n = m
        return 0

    cdef Py_ssize_t begins(self, Py_ssize_t at) noexcept:
        """Length of the first of these words that stands here."""
        cdef Py_ssize_t n
        cdef const unsigned char* sought
        for term in self.terms:
            sought, n = <const unsigned char*>PyUnicode_DATA(term), len(<str>term)
            if n <= self.n - at and self.letters[at] == sought[0]:
                if memcmp(self.letters + at, sought, n) == 0:
                    return n
        return 0


cdef uint32_t stripped(str text) noexcept:
    """The checksum of a text of ASCII without white space around it."""
    cdef const unsigned char* at = <const unsigned char*>PyUnicode_DATA(text)
    cdef Py_ssize_t n = len(text)
    while n and _FOLDED[at[0]] == 32:
        at += 1
        n -= 1
    while n and _FOLDED[at[n - 1]] == 32:
        n -= 1
    return crc32(at, n)


cdef int add_words(str text, int64_t place, str asked, int n_asked, Line line, Longs into) except -1:
    """Add the hashes of the words of a text of ASCII with its place; none if it is the query."""
    cdef const unsigned char* at = <const unsigned char*>PyUnicode_DATA(text)
    cdef const unsigned char* stop = at + len(text)
    cdef unsigned char letter
    cdef Py_ssize_t begin, n, m = 0, before = into.n
    cdef int n_words = 0
    line.reserve(2 * len(text) + 1)
    while at < stop:
        letter = _LETTER[at[0]]
        if not letter:
            at += 1
            continue
        if n_words:
            line.letters[m] = 32
            m += 1
        begin = m
        while letter:
            line.letters[m] = letter
            m += 1
            at += 1
            letter = _LETTER[at[0]] if at < stop else 0
        n, n_words = m - begin, n_words + 1
        if n > 3 and line.letters[m - 1] == 115:
            n -= 1  # a plural
        into.add(place << 32 | crc32(line.letters + begin, n))
    if n_words == n_asked and m == len(asked) and PyUnicode_IS_ASCII(asked):
        if memcmp(line.letters, PyUnicode_DATA(asked), m) == 0:
            into.n = before
    return 0
