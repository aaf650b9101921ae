sframe-census: whatever kills it, it goes on where it was; and what is no census is refused.

  $ ROOT=$(cd "$TESTDIR/../.." && pwd); build=$(cd "$ROOT" && cd "${BUILD:-build}" && pwd)
  $ census() { "$ROOT/corpus/census/sframe-census" "$@"; }

Of eight files each is measured by a program that notes what it is asked, and does MORE for each.

  $ mkdir -p tree/d0 tree/d1; for i in 0 1 2 3 4 5 6 7; do printf '\177ELF%s' $i >tree/d$((i % 2))/p$i; done
  $ measure() { # MORE
  >     : >log; printf '#!/bin/bash\nwhile IFS= read -r -d "" name; do\necho "$name" >>%s/log\n%s\necho %s\ndone\n' "$PWD" "$1" \
  >         "'{\"file\": \"\", \"bytes\": 1, \"cost\": {}}'" >measure; chmod +x measure
  > }
  $ ask() { census --measure "$PWD/measure" -o out --jobs 1 "$@"; echo "exit $?, asked $(wc -l <log)"; }
  $ measure :; ask tree; mv out whole; wc -l <whole
  exit 0, asked 8
  8

A census that is killed goes on; then nothing is left to do.

  $ measure "[ \$(wc -l <$PWD/log) = 5 ] && kill -9 \$PPID"; ask tree 2>&1 | grep -o exit.*; ls out*; printf '{"file":"half of a li' >>out.part
  exit 137, asked 5
  out.part
  $ measure :; ask tree; cmp out whole; ask tree; cmp out whole; ls out*; rm out
  exit 0, asked 4
  exit 0, asked 4
  out

A program that dies takes no other file with it.

  $ measure '[[ "$name" = */p3 ]] && exit 9'; ask tree; grep failed out | grep -o '"file":"[^"]*"'; grep -c '"bytes"' out; rm out
  exit 1, asked 8
  "file":"tree/d1/p3"
  7

What failed before a census was killed is measured again: perhaps what killed the census killed the program a moment before.

  $ printf '\177ELF' >last; tar -cf d0.tar tree/d0
  $ for path in tree/d0 d0.tar; do
  >     measure "[ \$(wc -l <$PWD/log) = 2 ] && exit 9; [[ \"\$name\" = *last ]] && kill -9 \$PPID"; ask $path last 2>&1 | grep -o exit.*
  >     measure :; ask $path last; grep -c . out; grep failed out; rm out
  > done
  exit 137, asked 5
  exit 0, asked 2
  5
  exit 137, asked 5
  exit 0, asked 2
  5

A file that has changed has one line.

  $ measure :; ask last; printf '\177ELF2' >last; ask last; wc -l <out; rm out
  exit 0, asked 1
  exit 0, asked 2
  1

Output that is lost is trouble, and none is half there.

  $ for i in $(seq 40); do cp last tree/d1/q$i; done; measure :; (ulimit -f 1; ask tree | cut -d , -f 1); ls out*; ask tree | cut -d , -f 1; wc -l <out; rm out
  sframe-census: cannot write: File too large
  exit 2
  out.part
  exit 0
  48
  $ census --measure "$PWD/measure" -o /dev/full tree 2>&1 | sed 's/: .*//'
  sframe-census

Only packages need libarchive.

  $ mkdir none; echo 'raise ImportError' >none/libarchive.py; cp "$ROOT"/corpus/tests/code.c x.tar; measure :
  $ PYTHONPATH=none ask last; PYTHONPATH=none ask last x.tar; rm out*
  exit 0, asked 1
  sframe-census: x.tar: python3-libarchive-c is needed to read it
  exit 2, asked 1

What sframe-measure is asked comes on standard input, up to a length.

  $ measured() { "$build/sframe-measure" | grep -o '"file": *"[^"]*"'; echo "exit ${PIPESTATUS[0]}"; }
  $ printf '%s\0' "$build/sframe-measure" "$build/sframe-convert" | measured | sed "s,$build,BUILD,"
  "file": "BUILD/sframe-measure"
  "file": "BUILD/sframe-convert"
  exit 0
  $ head -c 1048576 /dev/zero | tr '\0' x | measured; printf 'cut off' | measured
  sframe-measure: standard input: a name is too long, or cut off, or cannot be read
  exit 2
  sframe-measure: standard input: a name is too long, or cut off, or cannot be read
  exit 2

What is no sorted census is refused; names of files are no markup.

  $ report() { printf "$1" >lines; census report --csv csv --html page lines; echo "exit $?"; test ! -e csv; }
  $ report '{}\n'; report '{"file":"b","sha256":""}\n{"file":"a","sha256":""}\n'; report '{"file":"a","sha256":""}'; report '[\n'
  sframe-census: lines: it has a line that sframe-census did not write
  exit 2
  sframe-census: lines: its lines are not sorted: LC_ALL=C sort -u does that
  exit 2
  sframe-census: lines: a line is cut off, or too long: this is no whole census
  exit 2
  sframe-census: lines: it has a line that sframe-census did not write
  exit 2
  $ printf '{"file":"<script>&\\udc80","sha256":"","refused":"<b> at 0x12"}\n' >lines; census report --csv csv --html page lines
  $ grep -c -e '<script' -e '<b>' page; grep ' at N' csv
  0
  refused,,,<b> at N,files,1
