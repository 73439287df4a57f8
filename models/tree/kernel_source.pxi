# Looks at the source of a page: what `source` and `lexbor_bounds` ask of it first. Where a look
# finds something they look themselves, so that all decisions are theirs.

_RAW = tuple(b"script style textarea title xmp iframe noframes".split())


def ends_early(bytes source not None):
    """Whether anything but white space and its like may stand behind `</body>` or `</html>`."""
    cdef const char* at = source
    cdef const char* stop = at + len(source)
    while stop - at > 6:
        at = <const char*>memchr(at, c"<", stop - at)
        if at is NULL or stop - at <= 6:
            break
        if is_end(at, stop):
            return not is_over(at, stop)
        at += 1
    return False


cdef bint is_end(const char* at, const char* stop) noexcept:
    return at[1] == c"/" and (says(at + 2, stop, b"body") or says(at + 2, stop, b"html"))


cdef bint is_over(const char* at, const char* stop) noexcept:
    """Whether a page is at its very end."""
    while at < stop:
        if stop - at > 6 and at[0] == c"<" and at[6] == c">" and is_end(at, stop):
            at += 7
        elif is_space(at[0]):
            at += 1
        else:
            return False
    return True


def n_tags(bytes source not None):
    """Signs that may begin a tag; and tags that may be ignored, or whose text goes elsewhere."""
    cdef const char* at = source
    cdef const char* stop = at + len(source)
    cdef int n = 0, ignored = 0
    while at < stop:
        at = <const char*>memchr(at, c"<", stop - at)
        if at is NULL:
            break
        at += 1
        n += 1
        ignored += is_ignored(at, stop)
    return n, ignored


cdef bint is_ignored(const char* at, const char* stop) noexcept:
    cdef char a = lowered(at, stop), b = lowered(at + 1, stop), c = lowered(at + 2, stop)
    if a == c"t":
        return b in b"rabhdfe"
    if a == c"h":
        return b in b"te" and c in b"ma"
    if a == c"f":
        return b in b"or" and c in b"ra"
    if a == c"c":
        return b in b"ao" and c in b"pl"
    if a == c"b":
        return b == c"o" and c == c"d"
    if a == c"i":
        return b == c"n" and c == c"p"
    if a == c"s":
        return (b == c"e" and c == c"l") or (b == c"c" and c == c"r") or (b == c"t" and c == c"y")
    if a != c"/":
        return a == c"!" or a == c"?"
    if not is_letter(b):
        return False
    at += 1
    while at < stop and is_letter(at[0]):
        at += 1
    if at < stop and c"0" <= at[0] <= c"9":
        at += 1
    return at < stop and at[0] != c">" and not is_letter(at[0]) and not c"0" <= at[0] <= c"9"


def has_long_tag(bytes source not None, Py_ssize_t n_bytes, int n_attributes):
    """Whether a start tag is longer than so many bytes, and has more attributes than so many."""
    cdef const char* at = source
    cdef const char* stop = at + len(source)
    cdef const char* begin
    cdef bytes raw
    while True:
        at = <const char*>memchr(at, c"<", stop - at)
        if at is NULL or stop - at < 2:
            return False
        begin = at
        at += 1
        if not is_letter(at[0]):
            continue
        raw = raw_name(at, stop)
        at = tag_end(at, stop)
        if at - begin > n_bytes and n_names(begin + 1, at) > n_attributes + 1:
            return True
        if raw is not None:
            at = raw_end(at, stop, raw)
            if at is NULL:
                return False


cdef int n_names(const char* at, const char* stop) noexcept:
    """Names in a start tag: its own and those of its attributes."""
    cdef int n = 0
    cdef const char* value
    while at < stop:
        if not is_of_name(at[0]):
            at += 1
            continue
        n += 1
        while at < stop and is_of_name(at[0]):
            at += 1
        value = past_spaces(at, stop)
        if value < stop and value[0] == c"=":
            at = value_end(past_spaces(value + 1, stop), stop)
    return n


cdef const char* value_end(const char* at, const char* stop) noexcept:
    cdef const char* closed
    if at < stop and (at[0] == c'"' or at[0] == c"'"):
        closed = <const char*>memchr(at + 1, at[0], stop - at - 1)
        if closed is not NULL:
            return closed + 1
    while at < stop and at[0] != c">" and not is_space(at[0]):
        at += 1
    return at


cdef const char* past_spaces(const char* at, const char* stop) noexcept:
    while at < stop and is_space(at[0]):
        at += 1
    return at


cdef inline bint is_space(char character) noexcept:
    return character in b" \t\n\r\f\v"


cdef inline bint is_of_name(char character) noexcept:
    return not is_space(character) and character not in b"\"'>/="


cdef const char* tag_end(const char* at, const char* stop) noexcept:
    """Where a start tag ends; a quote that nothing closes is a character like others."""
    cdef const char* closed
    while at < stop:
        if at[0] == c">":
            return at + 1
        if at[0] == c'"' or at[0] == c"'":
            closed = <const char*>memchr(at + 1, at[0], stop - at - 1)
            if closed is not NULL:
                at = closed
        at += 1
    return stop


cdef bytes raw_name(const char* at, const char* stop):
    """The name of an element that holds no tags."""
    if lowered(at, stop) not in b"stxin":
        return None
    for name in _RAW:
        if says(at, stop, name) and (stop - at == len(name) or not is_of_word(at[len(name)])):
            return name
    return None


cdef const char* raw_end(const char* at, const char* stop, bytes name) noexcept:
    while at < stop:
        at = <const char*>memchr(at, c"<", stop - at)
        if at is NULL or stop - at < 2:
            return NULL
        if at[1] == c"/" and says(at + 2, stop, name):
            return at
        at += 1
    return NULL


cdef bint says(const char* at, const char* stop, const char* name) noexcept:
    """Whether a name, in whatever case, stands here."""
    cdef int i = 0
    while name[i]:
        if lowered(at + i, stop) != name[i]:
            return False
        i += 1
    return True


cdef inline char lowered(const char* at, const char* stop) noexcept:
    if at >= stop:
        return 0
    return at[0] + 32 if c"A" <= at[0] <= c"Z" else at[0]


cdef inline bint is_letter(char character) noexcept:
    return c"a" <= (character | 32) <= c"z"


cdef inline bint is_of_word(char character) noexcept:
    return is_letter(character) or c"0" <= character <= c"9" or character == c"_"
