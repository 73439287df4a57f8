# Places by the bytes of tag, class and id: a memo before that of `place.Places`.

cdef enum:
    ROOT = -2  # the row above that of `html`

cdef enum Kind:
    IS_NODE = 0
    IS_LINK = 1
    IS_ENDS = 2
    IS_NOSCRIPT = 3
    IS_HIDDEN = 4
    IS_TOLD = 5  # all others that say more than that they are there

cdef enum Shape:  # how lexbor writes an element
    PLAIN, VOID, RAW, TEMPLATE, FOREIGN, UNSURE

cdef struct Spot:  # what is known of a place
    int64_t path
    int64_t key
    int64_t content_path
    int64_t content_key
    int up
    int depth
    int closes
    int n_named
    int marks
    char kind
    char inline
    char mute
    char tells
    char shape

cdef struct Text:
    const char* at
    Py_ssize_t n

cdef struct Entry:  # what an element is called below a place
    uint64_t hashed
    int up
    int row
    int called  # where tag, class and id begin in `letters`
    int n_tag
    int n_names
    int n_own
    int then  # the entry that was sought next when this one was found last

_SHAPES = dict.fromkeys(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source"
    " track wbr".split(),
    VOID,
) | dict.fromkeys("script style xmp iframe noembed noframes".split(), RAW)
_SHAPES |= {"template": TEMPLATE, "svg": FOREIGN, "math": UNSURE, "plaintext": UNSURE}
_KINDS = {ENDS: IS_ENDS, HIDDEN: IS_HIDDEN, LINK: IS_LINK, NOSCRIPT: IS_NOSCRIPT, 0: IS_NODE}


cdef class Memo:
    """The places that the pages of a thread have met."""

    cdef object places
    cdef Spot* spots  # by half the row
    cdef int room
    cdef Entry* entries  # in the order in which they were met: so pages read them
    cdef int n
    cdef int entries_room
    cdef int last  # the entry found last
    cdef char* letters
    cdef int n_letters
    cdef int letters_room
    cdef int* table  # of entries by their hash, from 1
    cdef size_t mask
    cdef list tags  # by half the row
    cdef list named
    cdef list marks  # all that hidden elements are counted as
    cdef list attributes  # names of them, by a hash
    cdef dict marks_met
    cdef dict tags_met

    def __cinit__(self, places):
        self.places, self.tags, self.named = places, [], []
        self.marks, self.marks_met, self.tags_met = [], {}, {}
        self.mask, self.attributes = 1023, [""] * 256
        self.table = <int*>calloc(self.mask + 1, sizeof(int))
        if self.table is NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.table)
        free(self.entries)
        free(self.letters)
        free(self.spots)

    cdef int below(self, int up, Text tag, Text names, Text own) except -1:
        """The row of an element's place."""
        cdef int at
        if self.n:
            at = self.entries[self.last].then
            if self.is_called(at, up, tag, names, own):
                self.last = at
                return self.entries[at].row
        cdef uint64_t hashed = mixed(mixed(mixed(up + 2, tag), names), own)
        cdef size_t slot = hashed & self.mask
        while self.table[slot]:
            at = self.table[slot] - 1
            if self.entries[at].hashed == hashed and self.is_called(at, up, tag, names, own):
                self.entries[self.last].then = self.last = at
                return self.entries[at].row
            slot = (slot + 1) & self.mask
        return self.learned(hashed, up, tag, names, own)

    cdef bint is_called(self, int at, int up, Text tag, Text names, Text own) noexcept:
        cdef Entry* entry = &self.entries[at]
        cdef const char* called = self.letters + entry.called
        return (
            entry.up == up and entry.n_tag == tag.n
            and entry.n_names == names.n and entry.n_own == own.n
            and memcmp(called, tag.at, tag.n) == 0
            and (not names.n or memcmp(called + tag.n, names.at, names.n) == 0)
            and (not own.n or memcmp(called + tag.n + names.n, own.at, own.n) == 0)
        )

    cdef int learned(self, uint64_t hashed, int up, Text tag, Text names, Text own) except -1:
        """Ask for a place that was not met as what it is called now."""
        called = string_of(tag)
        place = self.places.below(
            self.places.root if up == ROOT else self.places.at(up),
            self.tags_met.setdefault(called, called),
            string_of(names) or None,
            string_of(own) or None,
        )
        self.note(place, up)
        if self.n == self.entries_room:
            self.entries = <Entry*>grown(self.entries, &self.entries_room, sizeof(Entry))
        cdef Entry* entry = &self.entries[self.n]
        entry.hashed, entry.up, entry.row = hashed, up, place.row
        entry.called, entry.then = self.n_letters, 0
        entry.n_tag, entry.n_names, entry.n_own = tag.n, names.n, own.n
        self.write(tag)
        self.write(names)
        self.write(own)
        self.n += 1
        if 2 * <size_t>self.n > self.mask:
            self.double()
        else:
            self.put(self.n - 1)
        self.entries[self.last].then = self.last = self.n - 1
        return entry.row

    cdef int write(self, Text text) except -1:
        while self.n_letters + text.n > self.letters_room:
            self.letters = <char*>grown(self.letters, &self.letters_room, 1)
        if text.n:
            memcpy(self.letters + self.n_letters, text.at, text.n)
        self.n_letters += text.n
        return 0

    cdef str named_as(self, Text name):
        """The name of an attribute; most have been met."""
        cdef int at = mixed(0, name) & 255
        cdef str known = <str>self.attributes[at]
        if PyUnicode_IS_ASCII(known) and len(known) == name.n:
            if memcmp(PyUnicode_DATA(known), name.at, name.n) == 0:
                return known
        self.attributes[at] = known = string_of(name)
        return known

    cdef int note(self, place, int up) except -1:
        """Write down what is known of a place."""
        cdef int half = place.row >> 1
        while half >= self.room:
            self.spots = <Spot*>grown(self.spots, &self.room, sizeof(Spot))
        while half >= len(self.tags):
            self.tags.append(None)
            self.named.append(None)
        self.tags[half], self.named[half] = place.tag, self.places.named(place.row)
        cdef Spot* spot = &self.spots[half]
        (spot.path, spot.key, _), (spot.content_path, spot.content_key, _) = both(place)
        spot.up, spot.depth, spot.closes = up, place.depth, place.closes
        spot.n_named, spot.inline, spot.mute = place.n_named, place.inline, place.mute
        spot.tells = place.tells
        spot.kind = _KINDS.get(place.kind, IS_TOLD)
        spot.shape = _SHAPES.get(place.tag, PLAIN)
        if place.marks not in self.marks_met:
            self.marks_met[place.marks] = len(self.marks)
            self.marks.append(place.marks)
        spot.marks = self.marks_met[place.marks]
        return 0

    cdef int double(self) except -1:
        """A table twice as large."""
        cdef size_t mask = 2 * self.mask + 1
        cdef int* table = <int*>calloc(mask + 1, sizeof(int))
        if table is NULL:
            raise MemoryError
        free(self.table)
        self.table, self.mask = table, mask
        cdef int at
        for at in range(self.n):
            self.put(at)
        return 0

    cdef void put(self, int at) noexcept:
        cdef size_t slot = self.entries[at].hashed & self.mask
        while self.table[slot]:
            slot = (slot + 1) & self.mask
        self.table[slot] = at + 1


cdef uint64_t mixed(uint64_t hashed, Text text) noexcept:
    """FNV-1a, eight bytes at a time."""
    cdef uint64_t word
    cdef Py_ssize_t i = 0
    hashed = (hashed ^ <uint64_t>text.n) * <uint64_t>0x9E3779B97F4A7C15
    while i + 8 <= text.n:
        memcpy(&word, text.at + i, 8)
        hashed = (hashed ^ word) * <uint64_t>0x9E3779B97F4A7C15
        hashed ^= hashed >> 29
        i += 8
    word = 0
    if i < text.n:
        memcpy(&word, text.at + i, text.n - i)
    hashed = (hashed ^ word) * <uint64_t>0x9E3779B97F4A7C15
    return hashed ^ (hashed >> 32)


cdef str string_of(Text text):
    return PyUnicode_DecodeUTF8(text.at, text.n, "strict") if text.n else ""


cdef Memo memo_of(places):
    """That of the places, which goes with them when they are forgotten."""
    if places.memo is None:
        places.memo = Memo(places)
    return places.memo
