# What the transcripts (*.t) begin with: . "$TESTDIR/setup.sh"
ROOT=$(cd "$TESTDIR/../../.." && pwd)
build=$(cd "$ROOT" && cd "${BUILD:-build}" && pwd)
PATH=$build:$ROOT/conformance/writers:$PATH

# A program, from lines of Python on standard input: program PATH.
program() { { echo '#!/usr/bin/python3'; cat; } >"$1" && chmod +x "$1"; }
