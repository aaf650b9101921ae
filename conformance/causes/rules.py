"""Which rules explain the failures of which peer, in the order in which they are tried."""
import libsframe

PEERS = {
    "libsframe-bookworm": libsframe.BOOKWORM, "libsframe-trixie": libsframe.TRIXIE, "libsframe-forky": libsframe.FORKY,
}


def of(peer):
    """Of the real corpus a peer is asked under another name."""
    return PEERS.get(peer.removeprefix("real-"), [])


def pages():
    return {rule.page for table in PEERS.values() for rule in table}
