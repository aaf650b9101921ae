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


def explanation(case, table, page=None):
    """The first rule that holds; of PAGE alone, if that is given."""
    for number, rule in enumerate(table):
        if page in (None, rule.page) and rule.explains(case, table[number + 1:]):
            return rule
    return None
