"""A reader that reads only the header.  It stands for yours."""
import struct

VERSIONS = {"v1": 1, "v2": 2, "v2e1": 2, "v2e2": 2, "v3": 3}
FUNCTION_SIZE = {1: 17, 2: 20, 3: 16}
HEADER_SIZE = 28


def read_header(section, profile):
    """Version, counts and offsets; ValueError if the section cannot be read."""
    magic = section[:2]
    if magic not in (b"\xe2\xde", b"\xde\xe2"):
        raise ValueError("no magic number")
    if len(section) < HEADER_SIZE:
        raise ValueError("the header is cut")
    order = "<" if magic == b"\xe2\xde" else ">"
    version, aux, functions, _, row_bytes, functions_at, rows_at = struct.unpack_from(order + "xxBxxxxB5I", section)
    if version != VERSIONS[profile]:
        raise ValueError(f"version {version}")
    body = len(section) - HEADER_SIZE - aux
    if body < 0:
        raise ValueError("the auxiliary header is cut")
    if functions_at + functions * FUNCTION_SIZE[version] > min(body, rows_at):
        raise ValueError("functions end behind the section, or in the rows")
    if rows_at + row_bytes > body:
        raise ValueError("rows end behind the section")
    return {"version": version, "functions": functions, "functions_at": functions_at, "rows_at": rows_at}
