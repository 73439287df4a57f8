# The links of a page: the loop of `links.links_of`, which does the rest.


def links(tree, str base, str top, joined, says, link):
    """Distinct links in document order, each made by `link` of node, URL, text and rel.

    Parameters
    ----------
    base, top
        What references are joined to; the URL of its host, if it is known.
    joined
        Joins a reference to a base; empty if that is none of ours.
    says
        The text of the nodes in a range.
    """
    cdef const int[::1] end = tree.end
    cdef list tags = tree.tag, strings = tree.text
    cdef dict urls = {}, found = {}, attributes
    cdef list first = [], texts = []
    cdef int node
    cdef str target, href
    for node, attributes in (<dict?>tree.stated).items():
        href = attributes.get("href")
        if href is None or (tags[node] != "a" and tags[node] != "area"):
            continue
        target = urls.get(href)
        if target is None:
            path = href.partition("#")[0].strip()
            target = urls[href] = top + path if top and is_plain(path) else joined(path, base)
        if not target:
            continue
        at = found.get(target)
        if at is None:
            found[target] = len(first)
            first.append((node, target, attributes.get("rel") or ""))
            if end[node] == node + 2:  # most links hold one string and nothing else
                texts.append(folded(strings[node + 1]))
            else:
                texts.append(says(tree, node, end[node]))
        elif not texts[at]:
            texts[at] = says(tree, node, end[node])
    return tuple([
        tuple.__new__(link, (at, target, text, rel))
        for (at, target, rel), text in zip(first, texts)
    ])


cdef bint is_plain(str path):
    """Whether a path from the root of its host is its own normal form."""
    if not PyUnicode_IS_ASCII(path) or not len(path):
        return False
    cdef const unsigned char* at = <const unsigned char*>PyUnicode_DATA(path)
    cdef const unsigned char* stop = at + len(path)
    if at[0] != c"/":
        return False
    at += 1
    if at < stop and (at[0] == c"/" or at[0] == c"."):
        return False
    while at < stop and (_OF_WORDS[at[0]] or at[0] in b"./-"):
        if at[0] == c"." and (at - 1)[0] == c"/":
            return False
        at += 1
    if at < stop and at[0] == c"?":
        at += 1
        while at < stop and (_OF_WORDS[at[0]] or at[0] in b".=&%+-"):
            at += 1
    return at == stop


cdef str folded(str string):
    """A string without white space around it, and one space for each within."""
    if string is None:
        return ""
    cdef Py_ssize_t i
    cdef const unsigned char* at
    cdef unsigned char before = 32
    if PyUnicode_IS_ASCII(string) and len(string):
        at = <const unsigned char*>PyUnicode_DATA(string)
        for i in range(len(string)):
            if at[i] < 32 or (at[i] == 32 and before == 32):
                break
            before = at[i]
        else:
            if before != 32:
                return string
    return " ".join(string.split())
