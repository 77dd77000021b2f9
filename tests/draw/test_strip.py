"""Several figures on one sheet."""

import re

from slidefront.draw.svg import Figure, headed, stacked


def test_what_is_narrower_than_its_heading_or_its_neighbour_is_in_the_middle():
    narrow, wide = Figure(40, 10, "<n/>"), Figure(100, 10, "<w/>")
    body = stacked([narrow, wide]).body
    assert re.findall(r"translate\(([\d.]+) ", body) == ["30", "0"]
    under = headed("a heading that is wider than the figure", narrow)
    (left,) = re.findall(r"translate\(([\d.]+) 38\)", under.body)
    assert float(left) * 2 + narrow.width == round(under.width, 6)
    assert f'x="{under.width / 2:g}"' in under.body
