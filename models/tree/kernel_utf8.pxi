# Strings as UTF-8: what lexbor writes comes as a string, and most of a page is ASCII, which a
# machine narrows many characters at a time; CPython takes them one by one.

cdef extern from "Python.h":
    int PyUnicode_KIND(object string)
    const void* PyUnicode_DATA(object string)
    bint PyUnicode_IS_ASCII(object string)

DEF AT_ONCE = 32  # characters

ctypedef fused Unit:
    uint8_t
    uint16_t
    uint32_t


cdef class Written:
    """A string as UTF-8, which ends with a zero; room for it is kept from page to page."""

    cdef char* room
    cdef Py_ssize_t n_room

    def __dealloc__(self):
        free(self.room)

    cdef const char* of(self, str string, Py_ssize_t* n) except NULL:
        """The bytes, there until the next one is written or the string is gone."""
        cdef Py_ssize_t length = len(string)
        cdef int kind = PyUnicode_KIND(string)
        if PyUnicode_IS_ASCII(string):
            return PyUnicode_AsUTF8AndSize(string, n)
        self.make_room((kind + 1 if kind < 4 else 4) * length + 1)
        if kind == 1:
            n[0] = written(<const uint8_t*>PyUnicode_DATA(string), length, self.room)
        elif kind == 2:
            n[0] = written(<const uint16_t*>PyUnicode_DATA(string), length, self.room)
        else:
            n[0] = written(<const uint32_t*>PyUnicode_DATA(string), length, self.room)
        if n[0] < 0:
            return PyUnicode_AsUTF8AndSize(string, n)  # which says what is wrong
        self.room[n[0]] = 0
        return self.room

    cdef int make_room(self, Py_ssize_t n_bytes) except -1:
        if n_bytes <= self.n_room:
            return 0
        free(self.room)
        self.n_room = 0
        self.room = <char*>malloc(n_bytes)
        if self.room is NULL:
            raise MemoryError
        self.n_room = n_bytes
        return 0


cdef Py_ssize_t written(const Unit* at, Py_ssize_t n, char* out) noexcept nogil:
    """Write characters as UTF-8; how many bytes, -1 if one is half of a pair."""
    cdef Py_ssize_t i = 0
    cdef char* to = out
    cdef int k
    cdef uint32_t some
    while n - i >= AT_ONCE:
        some = 0
        for k in range(AT_ONCE):
            some |= at[i + k]
        if some < 0x80:
            for k in range(AT_ONCE):
                to[k] = <char>at[i + k]
            to += AT_ONCE
        else:
            for k in range(AT_ONCE):
                to = one_written(at[i + k], to)
                if to is NULL:
                    return -1
        i += AT_ONCE
    while i < n:
        to = one_written(at[i], to)
        if to is NULL:
            return -1
        i += 1
    return to - out


cdef inline char* one_written(uint32_t letter, char* to) noexcept nogil:
    """Where the next one goes; NULL for half of a pair."""
    if letter < 0x80:
        to[0] = <char>letter
        return to + 1
    if letter < 0x800:
        to[0] = <char>(0xC0 | letter >> 6)
        to[1] = <char>(0x80 | letter & 0x3F)
        return to + 2
    if letter < 0x10000:
        if 0xD800 <= letter < 0xE000:
            return NULL
        to[0] = <char>(0xE0 | letter >> 12)
        to[1] = <char>(0x80 | letter >> 6 & 0x3F)
        to[2] = <char>(0x80 | letter & 0x3F)
        return to + 3
    to[0] = <char>(0xF0 | letter >> 18)
    to[1] = <char>(0x80 | letter >> 12 & 0x3F)
    to[2] = <char>(0x80 | letter >> 6 & 0x3F)
    to[3] = <char>(0x80 | letter & 0x3F)
    return to + 4


def utf8(str string not None):
    """The bytes of a string, as `encode` gives them."""
    cdef Py_ssize_t n
    cdef Written held = Written()
    cdef const char* at = held.of(string, &n)
    return at[:n]
