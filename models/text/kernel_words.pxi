# Words of a text counted by their bytes: each is known from the texts before.

cdef enum:
    MOST_WORDS = 1 << 15  # that are remembered; then all are forgotten
    FIRST_SLOTS = 1 << 12
    LONGEST_WORD = 256  # that is not read as one with other letters

cdef uint64_t FIRST_HASH = 0xCBF29CE484222325
cdef uint64_t HASH_STEP = 0x100000001B3

cdef struct Word:
    uint64_t hashed
    Py_ssize_t at  # of its letters
    int n
    int seen  # the last text that has it
    int times  # and how often
    uint32_t value


cdef class Words:
    """The distinct words of texts.

    Parameters
    ----------
    parts
        The words in lower case of what has a character beyond ASCII.
    value
        The number that a word is told as, of 32 bits; None: words are only counted.
    joined
        Whether `_` is a letter.
    """

    cdef object parts, value
    cdef dict wide  # bytes with characters beyond ASCII -> their words in UTF-8
    cdef unsigned char lower[256]  # 0 of what parts words
    cdef Word* words
    cdef int* slots  # 1 + the number of a word, 0 where there is none
    cdef int* met  # words of this text in their order
    cdef char* letters
    cdef size_t mask
    cdef Py_ssize_t n_letters, letters_room
    cdef int n, n_met, now
    cdef bint busy

    def __cinit__(self, parts, value=None, bint joined=False):
        cdef int i
        self.parts, self.value = parts, value
        self.wide = {}
        for i in range(256):
            self.lower[i] = i if i > 127 else _LOWER[i]
        if joined:
            self.lower[95] = 95
        self.mask = FIRST_SLOTS - 1
        self.slots = <int*>calloc(FIRST_SLOTS, sizeof(int))
        self.words = <Word*>malloc((MOST_WORDS + 1) * sizeof(Word))
        self.met = <int*>malloc((MOST_WORDS + 1) * sizeof(int))
        if self.slots is NULL or self.words is NULL or self.met is NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.slots)
        free(self.words)
        free(self.met)
        free(self.letters)

    def counts(self, str text not None, without=(), most=None):
        """How often each word is there, by its value in rising order: the `most` lowest, or all.

        Of words with one value the last that comes counts. None where nothing can be told word by
        word: plain Python has to tell.
        """
        if self.busy:
            return None
        self.busy = True
        try:
            self.begin()
            if not self.read(text):
                return None
            for word in without:
                self.leave_out(word)
            return self.counted(self.n_met if most is None else most)
        finally:
            self.busy = False

    def distinct(self, list texts not None):
        """How many words these texts have; None as of `counts`."""
        if self.busy:
            return None
        self.busy = True
        try:
            self.begin()
            for text in texts:
                if not self.read(text):
                    return None
            return self.n_met
        finally:
            self.busy = False

    cdef int begin(self) except -1:
        if self.n >= MOST_WORDS // 2 or self.now == 0x7FFFFFFF:
            memset(self.slots, 0, (self.mask + 1) * sizeof(int))
            self.n = self.now = 0
            self.n_letters = 0
            self.wide.clear()
        self.now += 1
        self.n_met = 0
        return 0

    cdef dict counted(self, int most):
        cdef dict found = {}
        cdef Word* word
        cdef int i, m = 0
        out = empty(self.n_met, uint64)
        cdef uint64_t[::1] order = out
        for i in range(self.n_met):
            word = &self.words[self.met[i]]
            if word.times:
                order[m] = <uint64_t>word.value << 32 | <uint64_t>i
                m += 1
        out[:m].sort()
        for i in range(m):
            if i + 1 < m and order[i + 1] >> 32 == order[i] >> 32:
                continue
            if len(found) >= most:
                break
            word = &self.words[self.met[order[i] & 0xFFFFFFFF]]
            found[word.value] = word.times
        return found

    cdef int leave_out(self, str word) except -1:
        cdef bytes body = word.encode("utf-8", "surrogatepass")
        cdef const unsigned char* letters = <const unsigned char*><const char*>body
        cdef int n = <int>len(body)
        cdef int at = self.found(letters, n, hash_of(letters, n))
        if at >= 0 and self.words[at].seen == self.now:
            self.words[at].times = 0
        return 0

    cdef bint read(self, str text) except -1:
        """Count the words of a text; False if a letter is written by what is around it."""
        cdef bytes body
        cdef const unsigned char* at
        cdef Py_ssize_t n
        if PyUnicode_IS_ASCII(text):
            at, n = <const unsigned char*>PyUnicode_DATA(text), len(text)
        elif SIGMA in text:
            return False
        else:
            body = text.encode("utf-8", "surrogatepass")
            at, n = <const unsigned char*><const char*>body, len(body)
        return self.scan(at, at + n)

    cdef bint scan(self, const unsigned char* at, const unsigned char* stop) except -1:
        cdef const unsigned char* begin
        cdef const unsigned char* lower = self.lower
        cdef unsigned char word[LONGEST_WORD]
        cdef unsigned char letter, beyond
        cdef uint64_t hashed
        cdef int n
        while at < stop:
            letter = lower[at[0]]
            if not letter:
                at += 1
                continue
            begin, n, beyond, hashed = at, 0, 0, FIRST_HASH
            while letter:
                if n < LONGEST_WORD:
                    word[n] = letter
                hashed = (hashed ^ letter) * HASH_STEP
                n += 1
                beyond |= letter
                at += 1
                letter = lower[at[0]] if at < stop else 0
            if n > LONGEST_WORD or beyond > 127:
                if not self.read_wide(begin, n):
                    return False
            elif not self.count(word, n, hashed ^ (hashed >> 29)):
                return False
        return True

    cdef bint read_wide(self, const unsigned char* at, int n) except -1:
        """What has other letters, or very many."""
        cdef bytes body = (<const char*>at)[:n], part
        cdef list found = self.wide.get(body)
        if found is None:
            said = self.parts(body.decode("utf-8", "surrogatepass").lower())
            found = [word.encode("utf-8", "surrogatepass") for word in said]
            if n <= LONGEST_WORD and len(self.wide) < MOST_WORDS:
                self.wide[body] = found
        for part in found:
            at, n = <const unsigned char*><const char*>part, <int>len(part)
            if not self.count(at, n, hash_of(at, n)):
                return False
        return True

    cdef bint count(self, const unsigned char* letters, int n, uint64_t hashed) except -1:
        """Count one word; False where there are too many."""
        cdef int at = self.found(letters, n, hashed)
        if at < 0:
            if self.n >= MOST_WORDS:
                return False
            at = self.added(letters, n, hashed)
        cdef Word* word = &self.words[at]
        if word.seen != self.now:
            word.seen, word.times = self.now, 0
            self.met[self.n_met] = at
            self.n_met += 1
        word.times += 1
        return True

    cdef int found(self, const unsigned char* letters, int n, uint64_t hashed) noexcept:
        """The number of a word that is known; -1 for others."""
        cdef size_t slot = hashed & self.mask
        cdef Word* word
        while self.slots[slot]:
            word = &self.words[self.slots[slot] - 1]
            if word.hashed == hashed and word.n == n:
                if memcmp(self.letters + word.at, letters, n) == 0:
                    return self.slots[slot] - 1
            slot = (slot + 1) & self.mask
        return -1

    cdef int added(self, const unsigned char* letters, int n, uint64_t hashed) except -1:
        cdef uint32_t value = 0
        if self.value is not None:
            value = self.value((<const char*>letters)[:n].decode("utf-8", "surrogatepass"))
        while self.n_letters + n > self.letters_room:
            self.letters_room = 2 * self.letters_room + 4096
            self.letters = <char*>realloc(self.letters, self.letters_room)
            if self.letters is NULL:
                raise MemoryError
        memcpy(self.letters + self.n_letters, letters, n)
        cdef Word* word = &self.words[self.n]
        word.hashed, word.at, word.n, word.seen = hashed, self.n_letters, n, 0
        word.value = value
        self.n_letters += n
        self.n += 1
        if 2 * <size_t>self.n > self.mask:
            self.double()
        else:
            self.put(self.n - 1)
        return self.n - 1

    cdef int double(self) except -1:
        cdef int* slots = <int*>calloc(2 * (self.mask + 1), sizeof(int))
        if slots is NULL:
            raise MemoryError
        free(self.slots)
        self.slots, self.mask = slots, 2 * self.mask + 1
        cdef int at
        for at in range(self.n):
            self.put(at)
        return 0

    cdef void put(self, int at) noexcept:
        cdef size_t slot = self.words[at].hashed & self.mask
        while self.slots[slot]:
            slot = (slot + 1) & self.mask
        self.slots[slot] = at + 1


cdef uint64_t hash_of(const unsigned char* letters, int n) noexcept:
    """FNV-1a."""
    cdef uint64_t hashed = FIRST_HASH
    cdef int i
    for i in range(n):
        hashed = (hashed ^ letters[i]) * HASH_STEP
    return hashed ^ (hashed >> 29)
