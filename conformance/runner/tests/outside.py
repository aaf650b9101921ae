"""The worst text that can come from outside, and the parsers of those who read reports."""
import functools
import json
import re
import unicodedata
import xml.etree.ElementTree as ElementTree

from markdown_it import MarkdownIt
from tap.parser import Parser

HOSTILE = [
    "a<b&c", "\"'>", "]]>", "<!--", "-->", "</script><script>window.owned = 1</script>", "&lt;&#x1b;", "<b>x</b>",
    "</td>", "x|y", "|", "`x`", "``", "\\", "\\|", "\\`", "\\\\", "\\u{202e}", "\\x{ff}", "\\\\u{41}", "# heading",
    "x ##", "##", "- item", "1. item", "> quote", "===", "---", "    code", "~~~", "[a](http://evil.example)",
    "![a](b)", "[a]: b", "[a][b]", "<http://evil.example>", "http://evil.example", "www.evil.example",
    "a@evil.example", "@somebody", "GH-12", "#12", "*a* **b** ~~c~~", "_a_ __b__", "$x$", ":tada:", "::error::x",
    "  ::error::x", "::set-output name=a::b", ":", "::", "##[error]x", "##vso[task.complete]x", "###", "#",
    "ok 1 - x", "not ok 1 - x", "# SKIP x", "# TODO", "x # SKIP", "\\# x", "Bail out!", "1..9", "TAP version 13",
    "%0A::error::x", "%", "%s%n", "a,b:c", "a\nb", "a\n::error::x", "a\n\n# b\n- c", "\r\n::error::x", "\n", "a\tb",
    "a\rb", "\x1b[31m", "\x1b]0;x\x07", "\x00", "a\x08", "\x7f", "\x85", "\x9b31m", "\x9d0;x\x9c", "\xa0::error::x",
    "\xad", "\u061c", "\u115f", "\u200b", "\u200e", "\u200f", "\u2028::error::x", "\u2029", "a\u202eb", "\u2066a",
    "\u2069", "\u206f", "\u3164", "\ufe0f", "\ufeff", "\ufff9", "\ufffe", "\uffff", "\U0001d173", "\U000e0041",
    "\U0010ffff", "\udcff", "\udced\udca0\udc80", "\udcc0\udcaf", "caf\udcc3", "\u05d0\u05d1 1", "e\u0301",
    "\U0001f600",
]
HARMLESS = [f"word{number}" for number in range(len(HOSTILE))]


@functools.cache
def is_unseen(character):
    """Whether a character must not be printed as it is, by Unicode; Python lacks the property "default ignorable"."""
    ignorable = character in "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0" or \
        "\ufe00" <= character <= "\ufe0f" or "\U000e0000" <= character <= "\U000e0fff"
    return unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp", "Cs") or ignorable or \
        ord(character) & 0xfffe == 0xfffe or 0xfdd0 <= ord(character) <= 0xfdef


def said(text):
    """The text that was printed; a byte that is not UTF-8 becomes what os.fsdecode() makes of it."""
    return re.sub(r"\\([ux])\{([0-9a-f]+)\}", lambda found: chr(int(found[2], 16)) if found[1] == "u"
                  else chr(0xdc00 + int(found[2], 16)), text)


# --- What a report is to its readers, but for its words ------------------------------------------------------


def values(value, depth=0):
    """All values in their order, each with its depth and its kind; names of members may come from anywhere."""
    yield depth, type(value).__name__
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in inner:
        yield from values(one, depth + 1)


def json_shape(text):
    return list(values(json.loads(text)))


def junit_shape(text):
    return [(element.tag, sorted(element.keys()), len(element)) for element in ElementTree.fromstring(text).iter()]


def tap_shape(text):
    lines = list(Parser().parse_text(text))
    return [(line.category, getattr(line, "ok", None), getattr(line, "skip", None), getattr(line, "todo", None))
            for line in lines]


def markdown_tokens(text):
    reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    for token in reader.parse(text):
        yield token
        yield from token.children or []


def markdown_shape(text):
    return [token.type for token in markdown_tokens(text) if token.type not in ("text", "text_special")]


def markdown_words(text):
    """The text in which GitHub looks for mentions and links: all but code."""
    return "\n".join(token.content for token in markdown_tokens(text) if token.type in ("text", "text_special"))


def commands(text):
    """A workflow's commands as GitHub's runner finds them: `::name properties::message` in a line of its own, space
    aside, and `##[name properties]message` anywhere, as other services do."""
    found = []
    for line in re.split("[\n\r\x85\u2028\u2029]", text):
        match = re.match(r"::([^ :]*)( [^:]*)?::(.*)", line.strip())
        if match:
            found.append((match[1], sorted(pair.partition("=")[0] for pair in (match[2] or "").strip().split(","))))
        found += [(name, []) for name in re.findall(r"##[a-z]*\[([^\] ]*)", line)]
    return found


SHAPES = {"json": json_shape, "junit": junit_shape, "tap": tap_shape, "markdown": markdown_shape}
