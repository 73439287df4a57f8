# Regions of a page that shows no list: the loops of `cut` and `elsewhere`.


def cut(tree, weights, double cost):
    """Disjoint subtrees of greatest total weight, each paying `cost`; in document order."""
    cdef const int32_t[::1] parent = tree.parent, end = tree.end
    cdef const double[::1] weight = weights
    cdef Py_ssize_t node, n = len(parent)
    held = zeros((3, n + 1))
    cdef double[::1] sums = held[0], own = held[1], below = held[2]
    cdef double total = 0.0
    cdef list regions = []
    for node in range(n):
        total += weight[node]
        sums[node + 1] = total
    for node in range(n - 1, -1, -1):
        own[node] = sums[end[node]] - sums[node] - cost
        if parent[node] >= 0:
            below[parent[node]] += own[node] if taken(own[node], below[node]) else below[node]
    node = 0
    while node < n:
        if taken(own[node], below[node]):
            regions.append(node)
            node = end[node]
        else:
            node = end[node] if below[node] <= 0 else node + 1
    return regions


cdef inline bint taken(double own, double below) noexcept:
    return own > 0 and own >= below


def labels(tree, weights):
    """Prefix sums of the words that stay and hold a letter."""
    cdef const int32_t[::1] words = tree.words
    cdef const double[::1] weight = weights
    cdef list texts = tree.text
    cdef Py_ssize_t node, n = len(texts)
    held = zeros(n + 1)
    cdef double[::1] out = held
    cdef double total = 0.0
    cdef Py_UCS4 letter
    for node in range(n):
        if weight[node] < 0 and texts[node] is not None:
            for letter in <str>texts[node]:
                if is_letter(letter):
                    total += words[node]
                    break
        out[node + 1] = total
    return held


cdef inline bint is_letter(Py_UCS4 letter) noexcept:
    """As `str.isalpha` of one."""
    if letter < 128:
        return c"a" <= letter <= c"z" or c"A" <= letter <= c"Z"
    return Py_UNICODE_ISALPHA(letter)


def priced(tree, weights, list rows, double price):
    """Let what counts in these stretches cost `price` a word."""
    cdef const int32_t[::1] words = tree.words
    cdef double[::1] out = weights
    cdef Py_ssize_t node, a, b
    for a, b in rows:
        for node in range(a, b):
            if out[node] > 0:
                out[node] = -price * words[node]


def leading(tree, weights):
    """Counting texts of links by their key, where the link begins what is said."""
    cdef const int32_t[::1] parent = tree.parent, words = tree.words, linked = tree.linked
    cdef const int64_t[::1] key = tree.key
    cdef const double[::1] weight = weights
    cdef list tag = tree.tag, texts = tree.text
    cdef dict places = {}
    cdef Py_ssize_t node, link
    for node in range(len(tag)):
        if linked[node] <= 0 or weight[node] <= 0:
            continue
        link = node
        while link > 0 and <str>tag[link] != "a":
            link = parent[link]
        if link > 0 and texts[link - 1] is not None and parent[link - 1] == parent[link]:
            if words[link - 1] > linked[link - 1]:
                continue
        held = places.get(key[node])
        if held is None:
            places[key[node]] = [node]
        else:
            (<list>held).append(node)
    return places


def repeated(tree, weights, int least):
    """Counting texts of `least` words and more that another one may repeat."""
    cdef const int32_t[::1] words = tree.words
    cdef const double[::1] weight = weights
    cdef list texts = tree.text, nodes = [], hashes = []
    cdef dict times = {}
    cdef Py_ssize_t node
    for node in range(len(texts)):
        if weight[node] > 0 and words[node] >= least and texts[node] is not None:
            text = texts[node]
            hashed = word_hash(text if PyUnicode_IS_ASCII(text) else text.lower())
            nodes.append(node)
            hashes.append(hashed)
            times[hashed] = times.get(hashed, 0) + 1
    return [node for node, hashed in zip(nodes, hashes) if times[hashed] > 1]


cdef uint64_t word_hash(str text):
    """The same for texts of the same words, in lower case beyond ASCII, whatever stands between them."""
    cdef uint64_t found = 0xCBF29CE484222325
    cdef const unsigned char* at
    cdef Py_ssize_t i
    cdef Py_UCS4 each
    cdef bint within = False
    if PyUnicode_IS_ASCII(text):
        at = <const unsigned char*>PyUnicode_DATA(text)
        for i in range(len(text)):
            found = with_letter(found, small(at[i]), &within)
    else:
        for each in text:
            found = with_letter(found, each, &within)
    return found


cdef inline uint64_t with_letter(uint64_t found, Py_UCS4 letter, bint* within) noexcept:
    if not in_word(letter):
        within[0] = False
        return found
    if not within[0]:
        found = (found ^ 32) * <uint64_t>0x100000001B3
        within[0] = True
    return (found ^ <uint64_t>letter) * <uint64_t>0x100000001B3
