# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The hot loops of reading a page, compiled: weights of its texts, cells of its objects, its cut.

`weights`, `strings`, `cells`, `fields`, `references`, `elsewhere` and `cut` say the same in plain
Python. They are the reference and the oracle of this one; where it is not built they do the work.
"""

from zlib import crc32

from numpy import zeros

from .alignment import Key, labelled
from .cells import COLONS, EMPHASIS, LABELS, TOLD, Cell, label_of, slug
from .strings import DIGITS
from .typed import kind

from cpython.dict cimport PyDict_GetItem
from cpython.ref cimport PyObject
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

cdef extern from "Python.h":
    bint Py_UNICODE_ISALNUM(Py_UCS4 letter)
    bint Py_UNICODE_ISALPHA(Py_UCS4 letter)
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

cdef int64_t MASK = 0x7FFFFFFFFFFFFFFF

include "reading_kernel_masked.pxi"
include "reading_kernel_weights.pxi"
include "reading_kernel_cut.pxi"
include "reading_kernel_cells.pxi"
include "reading_kernel_rows.pxi"
include "reading_kernel_stated.pxi"
