"""The data of a report's page, as conformance/runner/report/html.c writes it."""
import base64
import re
import zlib

DATA = re.compile(rb'(?<= id="report">\n)[A-Za-z0-9+/=]+(?=\n</script>)')


def unpacked(text):
    """The page with its packed data as JSON texts, each behind a byte 0x1e."""
    return DATA.sub(lambda found: zlib.decompress(base64.b64decode(found[0])), text)
