"""The rules that explain the failures of each peer, in the order in which they are tried."""
from conformance.causes import glibc, gnu_dump, libsframe, llvm, simple_frame_rs

PEERS = {
    "libsframe-bookworm": libsframe.BOOKWORM, "libsframe-trixie": libsframe.TRIXIE, "libsframe-forky": libsframe.FORKY,
    "libsframe-buffer-forky": libsframe.BUFFER,
    "libsframe-function-bookworm": libsframe.FUNCTION_BOOKWORM, "libsframe-function-trixie": libsframe.FUNCTION_TRIXIE,
    **{f"{tool}-{suite}": table for tool in ("readelf", "objdump") for suite, table in (
        ("bookworm", gnu_dump.BOOKWORM), ("trixie", gnu_dump.TRIXIE), ("forky", gnu_dump.FORKY))},
    **{f"llvm-readobj-{version}{style}": llvm.ALL for version in (22, 23) for style in ("", "-json")},
    "simple-frame-rs-newest": simple_frame_rs.NEWEST, "simple-frame-rs-previous": simple_frame_rs.PREVIOUS,
    "simple-frame-rs-newest-text": simple_frame_rs.NEWEST_TEXT, "simple-frame-rs-previous-text": simple_frame_rs.PREVIOUS_TEXT,
    **{f"glibc-forky{way}": glibc.ALL for way in ("", "-ubsan", "-aarch64")},
}


def of(peer):
    """The rules of a peer; with the real corpus its name begins with `real-`."""
    return PEERS.get(peer.removeprefix("real-"), [])


def pages():
    return {rule.page for table in PEERS.values() for rule in table}
