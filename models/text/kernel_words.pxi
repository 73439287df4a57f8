# Words of a text counted by their bytes: each is known from the texts before.

cdef enum:
    MOST_WORDS = 1 << 15  # that are remembered; then all are forgotten
    FIRST_SLOTS = 1 << 12

cdef struct Word:
    uint64_t hashed
    Py_ssize_t at  # of its letters
    int n
    int seen  # the last text that has it
    int times  # and how often


cdef class Words:
    """The distinct words of texts.

    Parameters
    ----------
    parts
        The words in lower case of what has a character beyond ASCII.
    value
        What a word is told as; None: words are only numbered.
    joined
        Whether `_` is a letter.
    """

    cdef object parts, value
    cdef dict wide  # bytes with characters beyond ASCII -> their words in UTF-8
    cdef list values
    cdef unsigned char lower[256]  # 0 of what parts words
    cdef Word* words
    cdef int* slots  # 1 + the number of a word, 0 where there is none
    cdef int* met  # words of this text in their order
    cdef char* letters
    cdef char word[256]
    cdef size_t mask
    cdef Py_ssize_t n_letters, letters_room
    cdef int n, n_met, now
    cdef bint busy

    def __cinit__(self, parts, value=None, bint joined=False):
        cdef int i
        self.parts, self.value = parts, value
        self.wide, self.values = {}, []
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

    def counts(self, str text not None, without=()):
        """How often each word is there, by its value, in the order in which they come first.

        None where that cannot be told word by word: plain Python has to tell.
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
            return self.counted()
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
            self.values.clear()
            self.wide.clear()
        self.now += 1
        self.n_met = 0
        return 0

    cdef dict counted(self):
        cdef dict found = {}
        cdef int i
        for i in range(self.n_met):
            if self.words[self.met[i]].times:
                found[self.values[self.met[i]]] = self.words[self.met[i]].times
        return found

    cdef int leave_out(self, str word) except -1:
        cdef bytes body = word.encode("utf-8", "surrogatepass")
        cdef int at = self.found(<const unsigned char*><const char*>body, len(body))
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
        cdef unsigned char letter, beyond
        cdef int n
        while at < stop:
            letter = self.lower[at[0]]
            if not letter:
                at += 1
                continue
            begin, n, beyond = at, 0, 0
            while letter:
                if n < 256:
                    self.word[n] = letter
                n += 1
                beyond |= letter
                at += 1
                letter = self.lower[at[0]] if at < stop else 0
            if n > 256 or beyond > 127:
                if not self.read_wide(begin, n):
                    return False
            elif not self.count(<const unsigned char*>self.word, n):
                return False
        return True

    cdef bint read_wide(self, const unsigned char* at, int n) except -1:
        """What has other letters, or very many."""
        cdef bytes body = (<const char*>at)[:n], part
        cdef list found = self.wide.get(body)
        if found is None:
            said = self.parts(body.decode("utf-8", "surrogatepass").lower())
            found = [word.encode("utf-8", "surrogatepass") for word in said]
            if n <= 256 and len(self.wide) < MOST_WORDS:
                self.wide[body] = found
        for part in found:
            if not self.count(<const unsigned char*><const char*>part, len(part)):
                return False
        return True

    cdef bint count(self, const unsigned char* letters, int n) except -1:
        """Count one word; False where there are too many."""
        cdef int at = self.found(letters, n)
        if at < 0:
            if self.n >= MOST_WORDS:
                return False
            at = self.added(letters, n)
        cdef Word* word = &self.words[at]
        if word.seen != self.now:
            word.seen, word.times = self.now, 0
            self.met[self.n_met] = at
            self.n_met += 1
        word.times += 1
        return True

    cdef int found(self, const unsigned char* letters, int n) noexcept:
        """The number of a word that is known; -1 for others."""
        cdef uint64_t hashed = hash_of(letters, n)
        cdef size_t slot = hashed & self.mask
        cdef Word* word
        while self.slots[slot]:
            word = &self.words[self.slots[slot] - 1]
            if word.hashed == hashed and word.n == n:
                if memcmp(self.letters + word.at, letters, n) == 0:
                    return self.slots[slot] - 1
            slot = (slot + 1) & self.mask
        return -1

    cdef int added(self, const unsigned char* letters, int n) except -1:
        if self.value is not None:
            said = (<const char*>letters)[:n].decode("utf-8", "surrogatepass")
            self.values.append(self.value(said))
        while self.n_letters + n > self.letters_room:
            self.letters_room = 2 * self.letters_room + 4096
            self.letters = <char*>realloc(self.letters, self.letters_room)
            if self.letters is NULL:
                raise MemoryError
        memcpy(self.letters + self.n_letters, letters, n)
        cdef Word* word = &self.words[self.n]
        word.hashed, word.at, word.n, word.seen = hash_of(letters, n), self.n_letters, n, 0
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
    cdef uint64_t hashed = 0xCBF29CE484222325
    cdef int i
    for i in range(n):
        hashed = (hashed ^ letters[i]) * <uint64_t>0x100000001B3
    return hashed ^ (hashed >> 29)
