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
