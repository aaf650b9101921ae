# What the transcripts (*.t) begin with: . "$TESTDIR/setup.sh"
# Commands of the build and of this folder are found by their names; `corpus` has forty vectors and its closing line.
ROOT=$(cd "$TESTDIR/../../../.." && pwd)
build=$(cd "$ROOT" && cd "${BUILD:-build}" && pwd)
PATH=$PWD:$build:$build/adapters:$PATH

# The adapter that misbehaves: see hostile.py; compiled, as it starts a thousand times.
printf '#!/bin/sh\nexec /usr/bin/python3 -IS %s "$@"\n' "$(/usr/bin/python3 -c "import py_compile; print(py_compile.compile('$TESTDIR/../adapters/hostile.py'))")" >hostile
chmod +x hostile

# Prints vectors that ask to check valid sections, of which adapters know the numbers: vectors LAST [FIRST [MEMBERS]].
# MEMBERS, as JSON with a comma before it, are added.
vectors() {
    for number in $(seq "${2:-1}" "$1"); do
        printf '{"id":"v2/amd64/check/made/%04d","profile":"v2","abi":"amd64","operation":"check",' "$number"
        printf '"class":"valid","family":"made","clauses":["preamble.magic"],"origin":"generated","note":"",'
        printf '"input":{"address":"0x1000","bytes":"e2de02%04x"},' "$number"
        printf '"expect":{"verdict":"valid","violations":[]}%s}\n' "${3-}"
    done
}

# Prints an adapter that gives these answers by the numbers of vectors, and is right about the others:
# answers JSON [HELLO], where HELLO, as JSON, changes what it declares.
answers() {
    printf '{"hello": {%s}, "answers": {%s}}' "${2-}" "$1" >answers
    echo "hostile answers_vectors $PWD/answers"
}

# Says so if an adapter that conform asked is still there.
mark=$RANDOM$$
left() {
    ! grep -qsz "^MARK=$mark$" /proc/[0-9]*/environ || echo 'a process is left'
}

# Runs sframe-conform over `corpus`, in one process unless --jobs says otherwise.  Of what it prints, times and
# commands that repeat a run are left out.
conform() {
    [[ " $* " = *' --jobs '* ]] || set -- --jobs 1 "$@"
    MARK=$mark sframe-conform --corpus corpus "$@" >said 2>&1
    set -- $?
    sed -e 's/, [0-9.]* s$//' -e '/^    alone: /d' said
    return "$1"
}

vectors 40 | sframe-gen close >corpus

# Prints adapters/scripted.py with the script on standard input: scripted [HELLO].
scripted() {
    cat >script
    echo "x=/usr/bin/python3 -IS $TESTDIR/../adapters/scripted.py script '${1-}'" | sed "s/ ''$//"
}
