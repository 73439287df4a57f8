# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The columns of a page, compiled: what `target`, `lexbor` and `columns` say, in C.

Those three are the reference and the oracle of this one; where it is not built they do the work.
`Target` listens to lxml, `Nodes` reads the nodes of lexbor, `Markup` what it writes of them. Each
fills a `Page`, and a `Memo` finds the place of an element by the bytes of its tag, class and id.
What is rare is left to the functions of the reference, and a page that is in doubt as a whole.
"""

from itertools import islice

from numpy import frombuffer, int32, int64

from .place import ENDS, HIDDEN, LINK, NOSCRIPT, OPAQUE, both
from .tagtree import TEXT
from .walk import NOSCRIPT_WORDS, echo_of

from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_FromStringAndSize
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.dict cimport PyDict_GetItem
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.ref cimport Py_INCREF, PyObject
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memchr, memcmp, memcpy

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object string)
    void* PyUnicode_DATA(object string)
    int PyUnicode_KIND(object string)
    object PyUnicode_FromKindAndData(int kind, const void* buffer, Py_ssize_t size)
    bint Py_UNICODE_ISSPACE(Py_UCS4 letter)
    const char* PyUnicode_AsUTF8AndSize(object string, Py_ssize_t* size) except NULL

cdef extern from *:
    """
    #ifndef UPWELL_SOURCES
    #define UPWELL_SOURCES ""
    #endif
    """
    const char* UPWELL_SOURCES

SOURCES = UPWELL_SOURCES.decode()  # digest of what this was built from

cdef struct Ints:
    int* at
    int n
    int room


cdef int push(Ints* ints, int value) except -1:
    if ints.n == ints.room:
        ints.at = <int*>grown(ints.at, &ints.room, sizeof(int))
    ints.at[ints.n] = value
    ints.n += 1
    return 0


cdef void* grown(void* at, int* room, size_t size) except NULL:
    """The same with room for twice as many."""
    cdef int more = 2 * room[0] if room[0] else 64
    cdef void* found = realloc(at, more * size)
    if found is NULL:
        raise MemoryError
    room[0] = more
    return found


include "kernel_places.pxi"
include "kernel_page.pxi"
include "kernel_target.pxi"
include "kernel_utf8.pxi"
include "kernel_standard.pxi"
include "kernel_markup.pxi"
include "kernel_layout.pxi"
include "kernel_nodes.pxi"
include "kernel_source.pxi"
include "kernel_links.pxi"
include "kernel_shown.pxi"
include "kernel_xpath.pxi"
