# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Counts of a page's elements, compiled: what `signature` counts one by one, and the text of a digest.

`signature` and `empty` are the reference; where this is not built they do the work.
"""

from numpy import empty, int64

from cpython.dict cimport PyDict_GetItem
from cpython.list cimport PyList_GET_ITEM
from cpython.ref cimport PyObject
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

cdef struct Seen:  # a tag with its class, both by where they are in memory
    PyObject* tag
    PyObject* names  # NULL without a class
    Py_ssize_t times


def elements(list tags not None, list named not None, dict stated not None):
    """How often each tag has each class, `(tag, class) -> n`, in the order in which they come.

    Tags and classes are the same objects for all nodes of a place, so that few are looked at.
    """
    cdef Py_ssize_t n = len(tags), i, room = 256, n_seen = 0, slot
    cdef dict found = {}
    cdef PyObject* tag
    cdef PyObject* names
    cdef PyObject* none = <PyObject*>None
    while room < 2 * n:
        room *= 2
    cdef Seen* seen = <Seen*>malloc((n + 1) * sizeof(Seen))
    cdef PyObject** own = <PyObject**>calloc(n + 1, sizeof(PyObject*))
    cdef int* slots = <int*>calloc(room, sizeof(int))
    try:
        if seen is NULL or slots is NULL or own is NULL:
            raise MemoryError
        for node, attributes in stated.items():
            names = PyDict_GetItem(attributes, "class")
            own[<Py_ssize_t>node] = none if names is NULL else names
        for i in range(n):
            tag, names = <PyObject*>PyList_GET_ITEM(tags, i), own[i]
            if names is NULL:
                names = <PyObject*>PyList_GET_ITEM(named, i)
                if names != none:
                    names = PyDict_GetItem(<object>names, "class")
            if names == none:
                names = NULL
            slot = ((<size_t>tag >> 4) * 31 + (<size_t>names >> 4)) & (room - 1)
            while slots[slot]:
                if seen[slots[slot] - 1].tag == tag and seen[slots[slot] - 1].names == names:
                    break
                slot = (slot + 1) & (room - 1)
            if not slots[slot]:
                seen[n_seen].tag, seen[n_seen].names, seen[n_seen].times = tag, names, 0
                n_seen += 1
                slots[slot] = <int>n_seen
            seen[slots[slot] - 1].times += 1
        for i in range(n_seen):
            said = None if seen[i].names is NULL else <object>seen[i].names
            pair = (<object>seen[i].tag, said)
            found[pair] = found.get(pair, 0) + seen[i].times
        return found
    finally:
        free(seen)
        free(own)
        free(slots)


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
