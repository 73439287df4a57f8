# Texts that hold the query: what `strings.holding_any` says.

cdef enum:
    ECHO_WORDS = 12  # as in `strings`


def holding_any(tuple terms, nodes, list strings):
    """Checksums of the strings that hold one of the terms, by node."""
    cdef Py_ssize_t i
    cdef str string, lower
    cdef dict found = {}
    cdef bint plain = True
    cdef unsigned char begins[128]
    for i in range(128):
        begins[i] = 0
    for term in terms:
        if not PyUnicode_IS_ASCII(term):
            plain = False
            break
        begins[<int>(<str>term)[0]] = 1
        begins[<int>(<str>term).upper()[0]] = 1
    for i in range(len(strings)):
        string = strings[i]
        if PyUnicode_IS_ASCII(string) and not (plain and may_hold(string, terms, begins)):
            continue
        lower = string.lower()
        for term in terms:
            if <str>term in lower:
                found[nodes[i]] = crc32(normal(folded(lower), terms, begins if plain else NULL).encode("utf-8", "replace"))
                break
    return found


cdef bint may_hold(str string, tuple terms, const unsigned char* begins):
    """Whether a text of ASCII holds one of the terms, which are in lower case."""
    cdef const unsigned char* text = <const unsigned char*>PyUnicode_DATA(string)
    cdef const unsigned char* term
    cdef Py_ssize_t i, j, n, length = len(string)
    cdef unsigned char letter
    for i in range(length):
        if not begins[text[i]]:
            continue
        for each in terms:
            n = len(<str>each)
            if n > length - i:
                continue
            term = <const unsigned char*>PyUnicode_DATA(each)
            for j in range(n):
                letter = text[i + j]
                if c"A" <= letter <= c"Z":
                    letter += 32
                if letter != term[j]:
                    break
            else:
                return True
    return False


cdef str normal(str text, tuple terms, const unsigned char* begins):
    """A folded text in lower case without the terms, of an echo without its numbers."""
    cdef list pieces = []
    cdef str masked
    cdef Py_ssize_t at = 0, begin = 0, n = len(text), words = 0
    cdef Py_UCS4 letter
    cdef bint within = False
    while at < n:
        letter = text[at]
        if begins is NULL or (letter < 128 and begins[<int>letter]):
            for term in terms:
                if text.startswith(<str>term, at):
                    pieces.append(text[begin:at])
                    pieces.append("\x01")
                    at += len(<str>term)
                    begin = at
                    break
            else:
                at += 1
        else:
            at += 1
    pieces.append(text[begin:])
    masked = "".join(pieces)
    for letter in masked:
        if not (Py_UNICODE_ISALNUM(letter) or letter == c"_"):
            within = False
        elif not within:
            within = True
            words += 1
            if words > ECHO_WORDS:
                return masked
    return DIGITS.sub("#", masked) if len(pieces) > 1 else masked
