fuzz/promote makes a find small and keeps it: on targets with known errors, in fuzz/tests/planted.

  $ ROOT=$(cd "$TESTDIR/../.." && pwd); build=$ROOT/build; unset MAKEFLAGS MFLAGS; here=$PWD
  $ kept=fuzz/tests/planted/regressions
  $ promote() {
  >     (cd "$ROOT"; fuzz/promote --home fuzz/tests/planted --runs 2000 "$@" </dev/null >"$here/out" 2>"$here/said"); set -- $?
  >     grep -ohE 'heap-buffer-overflow|law broken|memory leaks|signed integer overflow|[0-9]+ bytes, [0-9]+ of them left' out | head -n 2
  >     cat said; [ "$1" = 0 ] || echo "exit $1"
  > }

A find is made small, and its cause stays; of two causes the find's own.

  $ for start in A L M U; do
  >     printf "$start"'!z0123456789' >find; promote --target planted --name ${start,} --to "$here" "$here/find"; cat $kept/planted/${start,}; echo
  > done; ls
  heap-buffer-overflow
  13 bytes, 3 of them left
  A!z
  law broken
  13 bytes, 3 of them left
  L!z
  memory leaks
  13 bytes, 3 of them left
  M!z
  signed integer overflow
  13 bytes, 3 of them left
  U!z
  find
  fuzz
  out
  said
  $ printf 'A!zL!z' >find; promote --target planted --name two --to "$here" "$here/find"; cat $kept/planted/two; echo
  heap-buffer-overflow
  6 bytes, 3 of them left
  A!z

A section becomes a case, of which sframe-gen makes the same bytes.

  $ find_of() { /usr/bin/python3 -c "
  > import sys; sys.path.insert(0, '$ROOT')
  > from fuzz import cases
  > sys.stdout.buffer.write(cases.Case('by-version', $1).pack())"; }
  $ find_of "b'\xe2\xde\x03\0\x03\0\xf8\0' + bytes(20), address=0x1000, pc=0x1010, rest=b'more'" >find
  $ promote --target sectioned --name third --operation lookup --to "$here" "$here/find"; grep -oE 'The bytes:|"verdict":|"pc":' out | uniq
  law broken
  64 bytes, 36 of them left
  The bytes:
  "verdict":
  "pc":
  $ cat corpus/cases/regression/third.txt; "$build/sframe-gen" make -o made corpus/cases/regression/third.txt; od -An -tx1 made
  note TODO
  origin fuzz/tests/planted/regressions/sectioned/third
  section v3 amd64 at 0x0
  set header magic 0x0
  cut 24
  breaks preamble.magic at 0x0
  lookup 0x0
   00 00 03 00
  $ tail -c 4 $kept/sectioned/third | od -An -tx1
   00 00 03 00

Of an unwinding only the registers are left to say.

  $ find_of "bytes(2) + b'\x03\0'" >find; rm -r corpus fuzz; promote --target sectioned --name third --operation unwind --to "$here" "$here/find"
  law broken
  36 bytes, 36 of them left
  $ cat corpus/cases/regression/third.txt; sed 's/TODO/0x8000/g' corpus/cases/regression/third.txt | "$build/sframe-gen" make --vector - | wc -l
  note TODO
  origin fuzz/tests/planted/regressions/sectioned/third
  section v3 amd64 at 0x0
  register sp TODO fp TODO
  set header magic 0x0
  cut 24
  breaks preamble.magic at 0x0
  unwind 0x0
  2

A name is not given twice, and nothing is half written; what does not fail is no find.

  $ rm -r fuzz; echo "another's" >corpus/cases/regression/third.txt
  $ promote --target sectioned --name third --to "$here" "$here/find" | sed "s,$here,HERE,"; cat corpus/cases/regression/third.txt; ls
  law broken
  36 bytes, 36 of them left
  promote: HERE/corpus/cases/regression/third.txt: is there already; give another --name
  exit 2
  another's
  corpus
  find
  made
  out
  said
  $ echo well >find; promote --target planted --name well --to "$here" "$here/find" | sed "s,$here,HERE,"
  fuzz/promote: HERE/find: target planted does not fail on it
  exit 1

What is wrong is said in a line.

  $ promote; promote /nowhere/find; promote README.md; promote --target nothing README.md; promote --target planted --name Bad_Name README.md; promote --hang 0 x
  fuzz/promote: the following arguments are required: FIND; see fuzz/promote --help
  exit 2
  promote: /nowhere/find: No such file or directory
  exit 2
  promote: README.md: its folder names no target; give --target
  exit 2
  promote: no target 'nothing'; there are planted, sectioned
  exit 2
  promote: 'Bad_Name' is no name: small letters, digits, and hyphens between them; give --name
  exit 2
  fuzz/promote: --hang: '0' is no whole number from 1 to 1000000000000; see fuzz/promote --help
  exit 2
  $ mkdir -p none; printf '# name | parts | input | most | law\nodd | case\n' >none/targets.txt
  $ cd "$ROOT"; fuzz/promote --home "$here/none" README.md 2>&1 | sed "s,$here,HERE,"
  promote: HERE/none/targets.txt: line 2: 2 cells, not 6
  $ printf '# name | parts | input | most | slow | law\nodd | - | case | 9 | 9 | none\n' >"$here/none/targets.txt"
  $ fuzz/promote --home "$here/none" --target odd "$here/find" 2>&1 | head -n 1 | sed "s,$here,HERE,"
  promote: make --no-print-directory fuzz-program KIND=libfuzzer TARGET=odd FUZZ_HOME=HERE/none failed
