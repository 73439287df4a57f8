# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Counts of a page's elements, compiled: what `signature` counts one by one, and the text of a digest.

`signature` and `empty` are the reference; where this is not built they do the work.
"""

from numpy import empty, int64

from cpython.dict cimport PyDict_Check, PyDict_GetItem
from cpython.list cimport PyList_GET_ITEM
from cpython.ref cimport PyObject
from libc.math cimport log1p
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

cdef extern from *:
    """
    #ifndef UPWELL_SOURCES
    #define UPWELL_SOURCES ""
    #endif
    """
    const char* UPWELL_SOURCES

SOURCES = UPWELL_SOURCES.decode()  # digest of what this was built from

cdef struct Seen:  # a tag with what names its class, both by where they are in memory
    PyObject* tag
    PyObject* names  # a class as stated, or the attributes of a place, or None
    Py_ssize_t times


cdef class Elements:
    """The elements of a page by tag and by what names their class, in the order in which they come.

    Tags and classes are the same objects for all nodes of a place, so that few are looked at.
    """

    cdef Seen* seen
    cdef Py_ssize_t n
    cdef tuple held  # what is pointed to

    def __cinit__(self, tree):
        cdef list tags = tree.tag, named = tree.named
        cdef dict stated = tree.stated
        self.held = (tags, named, stated)
        cdef Py_ssize_t n = len(tags), i, room = 256, slot
        cdef PyObject* tag
        cdef PyObject* names
        while room < 2 * n:
            room *= 2
        cdef PyObject** own = <PyObject**>calloc(n + 1, sizeof(PyObject*))
        cdef int* slots = <int*>calloc(room, sizeof(int))
        self.seen = <Seen*>malloc((n + 1) * sizeof(Seen))
        try:
            if self.seen is NULL or slots is NULL or own is NULL:
                raise MemoryError
            for node, attributes in stated.items():
                names = PyDict_GetItem(attributes, "class")
                own[<Py_ssize_t>node] = <PyObject*>None if names is NULL else names
            for i in range(n):
                tag, names = <PyObject*>PyList_GET_ITEM(tags, i), own[i]
                if names is NULL:
                    names = <PyObject*>PyList_GET_ITEM(named, i)
                slot = ((<size_t>tag >> 4) * 31 + (<size_t>names >> 4)) & (room - 1)
                while slots[slot]:
                    if self.seen[slots[slot] - 1].tag == tag:
                        if self.seen[slots[slot] - 1].names == names:
                            break
                    slot = (slot + 1) & (room - 1)
                if not slots[slot]:
                    self.seen[self.n].tag, self.seen[self.n].names = tag, names
                    self.seen[self.n].times = 0
                    self.n += 1
                    slots[slot] = <int>self.n
                self.seen[slots[slot] - 1].times += 1
        finally:
            free(own)
            free(slots)

    def __dealloc__(self):
        free(self.seen)

    cdef object class_of(self, Py_ssize_t i):
        """What the class is; None where there is none."""
        cdef PyObject* names = self.seen[i].names
        if PyDict_Check(<object>names):
            names = PyDict_GetItem(<object>names, "class")
        return None if names is NULL else <object>names

    def tokens(self, str content, tokens_of):
        """How often the page has each token of an element.

        Parameters
        ----------
        content
            What stands in the place of a tag where a text is.
        tokens_of
            What a tag with its classes is called.
        """
        cdef dict counts = {}
        cdef Py_ssize_t i
        cdef PyObject* met
        for i in range(self.n):
            tag = <str>self.seen[i].tag
            if tag != content:
                for token in <tuple>tokens_of(tag, self.class_of(i)):
                    met = PyDict_GetItem(counts, token)
                    counts[token] = self.seen[i].times + (0 if met is NULL else <object>met)
        return counts


def logarithms(dict counts not None, dict place not None, double[::1] out):
    """Put ln(1 + n) of each token to its place; the sum of those that have none."""
    cdef PyObject* at
    cdef double unknown = 0.0
    for token, n in counts.items():
        at = PyDict_GetItem(place, token)
        if at is NULL:
            unknown += log1p(<double>n)
        else:
            out[<Py_ssize_t><object>at] = log1p(<double>n)
    return unknown


def paths(list texts not None, const int64_t[::1] path not None, int64_t bits, int most):
    """How many elements have each path, of which so many bits are kept: the lowest, at most.

    `texts`: None of an element.
    """
    cdef Py_ssize_t n = len(texts), i, m = 0
    out = empty(n, int64)
    cdef int64_t[::1] kept = out
    for i in range(n):
        if texts[i] is None:
            kept[m] = path[i] & bits
            m += 1
    out[:m].sort()
    cdef dict found = {}
    cdef Py_ssize_t times = 0
    for i in range(m):
        times += 1
        if i + 1 == m or kept[i + 1] != kept[i]:
            if len(found) < most:
                found[kept[i]] = times
            times = 0
    return found


def pairs(dict counts not None):
    """`repr(list(counts.items()))` of whole numbers from zero on."""
    cdef Py_ssize_t n = len(counts), m = 0
    cdef char* out = <char*>malloc(48 * n + 3)
    cdef uint64_t a, b
    if out is NULL:
        raise MemoryError
    try:
        for key, value in counts.items():
            a, b = key, value
            if m:
                out[m], out[m + 1] = 44, 32
                m += 2
            out[m] = 40
            m = put(out, m + 1, a)
            out[m], out[m + 1] = 44, 32
            m = put(out, m + 2, b)
            out[m] = 41
            m += 1
        return "[" + out[:m].decode("ascii") + "]"
    finally:
        free(out)


cdef Py_ssize_t put(char* out, Py_ssize_t at, uint64_t value) noexcept:
    """Write a number; where it ends."""
    cdef char digits[20]
    cdef int n = 0
    while True:
        digits[n] = 48 + <char>(value % 10)
        value //= 10
        n += 1
        if not value:
            break
    while n:
        n -= 1
        out[at] = digits[n]
        at += 1
    return at
