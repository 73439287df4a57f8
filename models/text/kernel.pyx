# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Terms and words of a text, compiled: found word by word without a string for each.

A word is looked up by its bytes: by `Terms`, of texts of ASCII, in a table that holds the term met
last in each slot; by `Words` in one that holds all of them. What is not there is asked of plain
Python, which is the reference.
"""

from numpy import empty, uint64

from cpython.ref cimport Py_INCREF, Py_XDECREF, PyObject
from cpython.unicode cimport PyUnicode_DecodeASCII
from libc.stdint cimport uint32_t, uint64_t
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

cdef enum:
    SLOTS = 1 << 14
    LONGEST = 23  # letters of a word that is remembered

cdef struct Slot:
    char letters[LONGEST]
    unsigned char n
    PyObject* term  # NULL of a word that is none

cdef unsigned char _LOWER[256]  # 0 of what is neither letter nor digit
for _i in range(128):
    _LOWER[_i] = ord(chr(_i).lower()) if chr(_i).isalnum() else 0
SIGMA = "\u03a3"  # in lower case it is another letter at the end of a word

include "kernel_words.pxi"


cdef class Terms:
    """Terms of texts of one language.

    Parameters
    ----------
    remembered
        The term of a word in lower case, empty of a word that is none.
    """

    cdef object remembered
    cdef Slot* slots

    def __cinit__(self, remembered):
        self.remembered = remembered
        self.slots = <Slot*>calloc(SLOTS, sizeof(Slot))
        if self.slots is NULL:
            raise MemoryError

    def __dealloc__(self):
        cdef int i
        if self.slots is not NULL:
            for i in range(SLOTS):
                Py_XDECREF(self.slots[i].term)
        free(self.slots)

    def of(self, str text not None):
        """Terms in order, with repetitions; the text must be of ASCII."""
        if not PyUnicode_IS_ASCII(text):
            raise ValueError("not a text of ASCII")
        cdef const unsigned char* at = <const unsigned char*>PyUnicode_DATA(text)
        cdef const unsigned char* stop = at + len(text)
        cdef const unsigned char* begin
        cdef char word[LONGEST]
        cdef int n
        cdef unsigned char letter
        cdef uint64_t hashed
        cdef list found = []
        while at < stop:
            if not _LOWER[at[0]]:
                at += 1
                continue
            begin, n, hashed = at, 0, 0xCBF29CE484222325
            while at < stop:
                letter = _LOWER[at[0]]
                if not letter:
                    break
                if n < LONGEST:
                    word[n] = letter
                hashed = (hashed ^ letter) * <uint64_t>0x100000001B3
                n += 1
                at += 1
            if n > LONGEST:
                self.add(found, self.remembered[text_of(begin, n).lower()])
            else:
                self.look_up(found, word, n, &self.slots[(hashed ^ (hashed >> 29)) % SLOTS])
        return found

    cdef int look_up(self, list found, const char* word, int n, Slot* slot) except -1:
        cdef PyObject* old
        if slot.n != n or memcmp(slot.letters, word, n) != 0:
            term = self.remembered[text_of(<const unsigned char*>word, n)]
            old = slot.term
            slot.term = NULL
            if term:
                Py_INCREF(term)
                slot.term = <PyObject*>term
            slot.n = n
            memcpy(slot.letters, word, n)
            Py_XDECREF(old)
        if slot.term is not NULL:
            found.append(<object>slot.term)
        return 0

    cdef int add(self, list found, term) except -1:
        if term:
            found.append(term)
        return 0


cdef str text_of(const unsigned char* at, int n):
    return PyUnicode_DecodeASCII(<const char*>at, n, "strict")
