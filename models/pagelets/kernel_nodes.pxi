# A page as the search for runs wants it: `Outline` and `Openings` in arrays.

cdef enum:
    NO_NUMBER = -1
    UNKNOWN = -2
    LETTERS = 12  # as in `openings`


cdef class Nodes:
    """Columns of one page, for all searches on it.

    Parameters
    ----------
    page
        Its outline.
    """

    cdef const int32_t[::1] parent, end, depth, own, linked
    cdef const int64_t[::1] words, links, place
    cdef list text
    cdef object openings
    cdef Py_ssize_t n
    cdef int* path  # nodes of one path have one number
    cdef int* tag  # of one tag, likewise
    cdef int* next_text
    cdef int* first_word  # the first node with words that are no number
    cdef int* number  # that the text from a content node on begins with
    cdef int n_paths, text_tag, row_tag

    def __init__(self, page):
        tree = page.tree
        self.openings = page.openings  # not the page itself, that holds this one
        self.parent, self.end, self.depth = tree.parent, tree.end, tree.depth
        self.own, self.linked, self.place = tree.words, tree.linked, tree.place
        self.words, self.links = tree.word_sums, tree.linked_sums
        self.text, self.n = tree.text, tree.n
        cdef Py_ssize_t room = self.n + 1
        self.path = <int*>malloc(5 * room * sizeof(int))
        if self.path is NULL:
            raise MemoryError
        self.tag, self.next_text = self.path + room, self.path + 2 * room
        self.first_word, self.number = self.path + 3 * room, self.path + 4 * room
        self.name(tree.path, page.by_path.order, tree.tag)
        self.look_ahead()

    def __dealloc__(self):
        free(self.path)

    cdef int name(self, const int64_t[::1] path, const int64_t[::1] order, list tags) except -1:
        cdef Py_ssize_t i
        cdef dict numbers = {}
        for i in range(self.n):
            if not i or path[order[i]] != path[order[i - 1]]:
                self.n_paths += 1
            self.path[order[i]] = self.n_paths - 1
        last, number = None, -1
        for i in range(self.n):
            tag = tags[i]
            if tag is not last:
                last, number = tag, numbers.setdefault(tag, len(numbers))
            self.tag[i] = number
        self.text_tag, self.row_tag = numbers.get("#text", -1), numbers.get("tr", -1)
        return 0

    cdef int look_ahead(self) except -1:
        cdef Py_ssize_t node
        cdef int text = <int>self.n, word = <int>self.n
        self.next_text[self.n] = self.first_word[self.n] = <int>self.n
        self.number[self.n] = UNKNOWN
        for node in range(self.n - 1, -1, -1):
            if self.text[node] is not None:
                text = <int>node
            if self.own[node] and not (self.own[node] == 1 and self.counts(self.text[node])):
                word = <int>node
            self.next_text[node], self.first_word[node] = text, word
            self.number[node] = UNKNOWN
        return 0

    cdef bint counts(self, text) except -1:
        """Whether a text is a number, and no more."""
        if text is None or not PyUnicode_IS_ASCII(text):
            return text is not None and text.strip(" .\n\t").isdigit()
        cdef const unsigned char* at = <const unsigned char*>PyUnicode_DATA(text)
        cdef Py_ssize_t n = len(text), i
        while n and _around(at[n - 1]):
            n -= 1
        while n and _around(at[0]):
            at += 1
            n -= 1
        for i in range(n):
            if not 48 <= at[i] <= 57:
                return False
        return n > 0

    cdef int number_of(self, int start) except -3:
        """The number that what begins at a node begins with."""
        cdef int at = self.next_text[start]
        if at == self.n:
            return NO_NUMBER
        if self.number[at] == UNKNOWN:
            self.number[at] = self.sought(at)
        return self.number[at]

    cdef int sought(self, int at) except -3:
        """The first letters, of several texts if they are short, tell."""
        cdef unsigned char first[LETTERS + 1]
        cdef const unsigned char* letters
        cdef Py_ssize_t i, n, length
        cdef int m = 0, node = at
        while node < self.n and m <= LETTERS:
            text = self.text[node]
            node += 1
            if text is None:
                continue
            if not PyUnicode_IS_ASCII(text):
                found = self.openings.number(at)
                return NO_NUMBER if found is None else found
            letters, i, length = <const unsigned char*>PyUnicode_DATA(text), 0, len(<str>text)
            while length and _FOLDED[letters[length - 1]] == 32:
                length -= 1
            while i < length and _FOLDED[letters[i]] == 32:
                i += 1
            if i == length:
                continue
            if m:
                first[m], m = 32, m + 1
            n = min(length - i, LETTERS + 1 - m)
            memcpy(first + m, letters + i, n)
            m += <int>n
            if 97 <= _FOLDED[first[0]] <= 122:
                return NO_NUMBER
        return number_in(first, m)

    cdef int64_t held(self, int start, int stop) noexcept:
        return self.words[stop] - self.words[start]


cdef inline bint _around(unsigned char letter) noexcept:
    return letter == 32 or letter == 46 or letter == 10 or letter == 9


cdef int number_in(const unsigned char* letters, int n) noexcept:
    """Up to four digits behind up to three signs, and then no letter."""
    cdef int i = 0, j, value = 0
    while i < n and i < 3 and not _LETTER[letters[i]]:
        i += 1
    j = i
    while j < n and 48 <= letters[j] <= 57:
        if j - i == 4:
            return NO_NUMBER
        value = 10 * value + letters[j] - 48
        j += 1
    if j == i or (j < n and _LETTER[letters[j]]):
        return NO_NUMBER
    return value
