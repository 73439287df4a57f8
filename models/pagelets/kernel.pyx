# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: cdivision=True
"""What a page tells and the search for its runs, compiled: loops over its nodes, in C.

`evidence` and `runs` with what they call are the reference and the oracle of this one; where it is
not built they do the work. What is rare, a text beyond ASCII or one that repeats the query, is
asked of them.
"""

from numpy import argsort, empty, int64

from libc.math cimport fabs, log, pow
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object string)
    void* PyUnicode_DATA(object string)

cdef extern from *:
    """
    #ifndef UPWELL_SOURCES
    #define UPWELL_SOURCES ""
    #endif
    """
    const char* UPWELL_SOURCES

SOURCES = UPWELL_SOURCES.decode()  # digest of what this was built from


cdef class Longs:
    """A list of numbers that grows."""

    cdef int64_t* at
    cdef Py_ssize_t n, room

    def __dealloc__(self):
        free(self.at)

    cdef int add(self, int64_t value) except -1:
        if self.n == self.room:
            self.reserve(2 * self.room + 256)
        self.at[self.n] = value
        self.n += 1
        return 0

    cdef int reserve(self, Py_ssize_t room) except -1:
        cdef void* more = realloc(self.at, room * sizeof(int64_t))
        if more is NULL:
            raise MemoryError
        self.at, self.room = <int64_t*>more, room
        return 0

    cdef object array(self):
        out = empty(self.n, int64)
        cdef int64_t[::1] into = out
        if self.n:
            memcpy(&into[0], self.at, self.n * sizeof(int64_t))
        return out

    cdef object sorted(self):
        out = self.array()
        out.sort()
        return out


cdef bytes packed32(Longs values):
    """The values as 32 bits each, least byte first."""
    cdef bytearray out = bytearray(4 * values.n)
    cdef unsigned char* into = out
    cdef Py_ssize_t i
    cdef uint32_t value
    for i in range(values.n):
        value = <uint32_t>values.at[i]
        into[4 * i] = value & 255
        into[4 * i + 1] = value >> 8 & 255
        into[4 * i + 2] = value >> 16 & 255
        into[4 * i + 3] = value >> 24
    return bytes(out)


include "kernel_texts.pxi"
include "kernel_evidence.pxi"
include "kernel_nodes.pxi"
include "kernel_features.pxi"
include "kernel_runs.pxi"
