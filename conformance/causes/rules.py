"""Which rules explain the failures of which peer, in the order in which they are tried."""
import libsframe
import simple_frame_rs

PEERS = {
    "libsframe-bookworm": libsframe.BOOKWORM, "libsframe-trixie": libsframe.TRIXIE, "libsframe-forky": libsframe.FORKY,
    "simple-frame-rs-newest": simple_frame_rs.NEWEST, "simple-frame-rs-previous": simple_frame_rs.PREVIOUS,
    "simple-frame-rs-newest-text": simple_frame_rs.NEWEST_TEXT, "simple-frame-rs-previous-text": simple_frame_rs.PREVIOUS_TEXT,
}


def of(peer):
    return PEERS.get(peer, [])


def pages():
    return {rule.page for table in PEERS.values() for rule in table}
