# What attributes say: the loop of `attributes.stated_of`.


def stated(tree, dict saying):
    """References and pictures by node, and the nodes of properties."""
    cdef list tags = tree.tag, items = []
    cdef dict references = {}, pictures = {}
    cdef str tag, href
    cdef dict attributes
    cdef PyObject* found
    for node, attributes in (<dict?>tree.stated).items():
        tag = tags[<Py_ssize_t>node]
        if tag == "a" or tag == "area":
            found = PyDict_GetItem(attributes, "href")
            if found is not NULL and <object>found is not None:
                references[node] = trimmed(<object>found)
        elif tag == "img":
            found = PyDict_GetItem(attributes, "src")
            if found is not NULL and <object>found:
                href = <object>found
                if not href.startswith("data:"):
                    pictures[node] = href
        if PyDict_GetItem(attributes, "itemprop") is not NULL and tag in saying:
            items.append(node)
    return references, pictures, items


cdef str trimmed(str href):
    """A reference without what names a place on the page, and without white space around it."""
    if "#" in href:
        href = href.partition("#")[0]
    cdef Py_ssize_t n = len(href)
    if n and href[0] > 32 and href[n - 1] > 32 and PyUnicode_IS_ASCII(href):
        return href
    return href.strip()


def asking(tree, str asked, str first):
    """Links that may put more into an argument than was asked, and named inputs by name.

    Parameters
    ----------
    asked, first
        What was asked in lower case, and its first word.
    """
    cdef list tags = tree.tag, links = []
    cdef dict typed = {}, attributes
    cdef str tag
    cdef PyObject* found
    for node, attributes in (<dict?>tree.stated).items():
        tag = tags[<Py_ssize_t>node]
        if tag == "a":
            found = PyDict_GetItem(attributes, "href")
            if found is not NULL and <object>found and may_ask(<object>found, asked, first):
                links.append((node, <object>found))
        elif tag == "input":
            found = PyDict_GetItem(attributes, "name")
            if found is not NULL and <object>found:
                typed.setdefault(<object>found, []).append(node)
    return links, typed


cdef bint may_ask(str href, str asked, str first) except -1:
    """Whether an argument is longer than what was asked and holds its first word, or is quoted."""
    if not (PyUnicode_IS_ASCII(href) and PyUnicode_IS_ASCII(asked)):
        return "?" in href
    cdef const unsigned char* at = <const unsigned char*>PyUnicode_DATA(href)
    cdef const unsigned char* word = <const unsigned char*>PyUnicode_DATA(first)
    cdef Py_ssize_t n = len(href), least = len(asked), letters = len(first), i = 0, begin, j
    cdef bint holds
    while i < n and at[i] != c"?" and at[i] != c"#":
        i += 1
    while i < n and at[i] != c"#":  # at the sign before an argument
        i += 1
        while i < n and at[i] not in (c"=", c"&", c"#"):
            i += 1
        if i == n or at[i] != c"=":
            continue
        i += 1
        begin, holds = i, False
        while i < n and at[i] != c"&" and at[i] != c"#":
            if at[i] == c"%":
                holds = True
            elif not holds and i + letters <= n and small(at[i]) == word[0]:
                j = 1
                while j < letters and small(at[i + j]) == word[j]:
                    j += 1
                holds = j == letters
            i += 1
        if holds and i - begin > least:
            return True
    return False
