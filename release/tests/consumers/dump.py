"""Prints what the package says of each vector: of the core, or with an argument of the whole."""
import sys

import sframe_corpus

try:
    for v in sframe_corpus.whole() if sys.argv[1:] else sframe_corpus.core():
        accepts = [what for what in ("answer", "error", "none") if v.accepts(what)]
        print(v.id, v.profile, v.abi, v.operation, v.class_, v.breaks or "-", v.bytes.hex(), hex(v.address),
              "-" if v.pc is None else hex(v.pc), ",".join(accepts), sep="\t")
except sframe_corpus.CorpusError as error:
    sys.exit(str(error))
