# What the transcripts (*.t) begin with: . "$TESTDIR/setup.sh"
ROOT=$(cd "$TESTDIR/../../.." && pwd)
build=$(cd "$ROOT" && cd "${BUILD:-build}" && pwd)
PATH=$build:$ROOT/conformance/writers:$PATH

# A program, from lines of Python on standard input: program PATH.
program() { { echo '#!/usr/bin/python3 -IS'; cat; } >"$1" && chmod +x "$1"; }

# asked VECTORS WORDS: asks conformance/adapters/writer.py WORDS, or ./adapter WORDS if it is there, these vectors.
# Prints how often each outcome came, and for each case that is not `same` what it is about, and how it differs or why.
# A hang lasts 5 seconds, or as $deadline says: less where nothing else is asked, as a busy machine is slow.
asked() {
    "$build/sframe-conform" --jobs 1 --deadline ${deadline:-5} --corpus "$1" --json report "mine=$(ls ./adapter 2>/dev/null || echo "$ROOT/conformance/adapters/writer.py") $2" >said
    echo "status $?"
    /usr/bin/python3 -IS - <<'PYTHON'
import json
one, = json.load(open("report"))["implementations"]
print(", ".join(f"{count} {outcome}" for outcome, count in sorted(one["outcomes"].items())) or one["missing"])
for case in one["cases"]:
    print(f"  {case.get('note') or case['id']}: {case['outcome']}:", "; ".join(each["path"] for each in case["differences"]) or case["reason"])
PYTHON
}
