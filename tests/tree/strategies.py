"""Pages as people write them: unclosed, misnested, with white space in every place."""

from __future__ import annotations

from hypothesis import strategies as st

_TAGS = (
    "div p ul li dl dt dd table tr td b i a span font h1 br hr form input select option script"
    " noscript style svg title base body html fb:like textarea pre center"
).split()
_ATTRIBUTES = (
    ' class="row odd"',
    ' class="row 17 even"',
    ' id="r1"',
    " id=r2 class=x",
    " href=/a",
    ' href="http://b.example/?q=1#f"',
    ' value="two words"',
    " type=hidden",
    " name=q",
    " data-x=1",
    " hidden",
    "",
    "",
    "",
)
_TEXTS = (
    "word",
    "two words",
    " lead",
    "trail ",
    " ",
    "\n  ",
    "é ß 漢字",
    "&amp;",
    "&nbsp;",
    "50 %",
)

opening = st.builds("<{}{}>".format, st.sampled_from(_TAGS), st.sampled_from(_ATTRIBUTES))
closing = st.builds("</{}>".format, st.sampled_from(_TAGS))
pages = st.lists(
    st.one_of(opening, opening, closing, st.sampled_from(_TEXTS), st.text(max_size=4)), max_size=60
).map("".join)
