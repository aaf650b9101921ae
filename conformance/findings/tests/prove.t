conformance/findings/prove: it proves a right page, and no page with an error in any place.  The zoo replaces the peers.

  $ ROOT=$(cd "$TESTDIR/../../.." && pwd); BUILD=$(cd "$ROOT" && cd "${BUILD:-build}" && pwd)
  $ mkdir -p conformance/findings conformance/expectations build/peers
  $ (cd conformance/findings; cp "$ROOT"/conformance/findings/{prove,pages.py,libsframe-lookup-pcrel.md} .)
  $ ln -s "$ROOT"/{common,corpus} .; ln -s "$ROOT"/conformance/{causes,versions.py} conformance; ln -s "$ROOT"/conformance/expectations/expected.py conformance/expectations; ln -s "$BUILD"/{sframe-gen,sframe-conform,adapters} build
  $ page=conformance/findings/libsframe-lookup-pcrel.md; right=$BUILD/zoo; wrong="$BUILD/zoo --bug pcrel_always"
  $ forky=2.47.50.20261021-1; new="libsframe ${forky%-1}" old='libsframe 2.44'
  $ recorded() { echo "# Version $forky." >conformance/expectations/libsframe-forky.txt; echo '# Version 2.44-3.' >conformance/expectations/libsframe-trixie.txt; }
  $ recorded; : >build/peers/builds

`peers VERSION READER VERSION READER` says what there is of forky and trixie; without words it is what the page is about.

  $ peers() {
  >     [ $# -gt 0 ] || set -- $forky "$wrong" 2.44-3 "$right"
  >     printf 'libsframe-forky\t%s\t%s\nlibsframe-trixie\t%s\t%s\n' "$@" >build/peers/table
  > }
  $ prove() { conformance/findings/prove --build build "$@" 2>&1 | sed "s,$BUILD,BUILD,g; s,^[^ ]*/\(libsframe-lookup\),\1,"; return ${PIPESTATUS[0]}; }

A page about a vector that this bug fails.

  $ ask() { # VECTOR
  >     sframe=$("$BUILD/sframe-gen" emit --select "$1" | grep "\"id\":\"$1\"")
  >     of() { echo "$sframe" | sed 's/.*"input":{[^}]*"'$1'":"\([^"]*\)".*/\1/'; }; bytes=$(of bytes)
  >     sed -i -e "s,^| vector | .* |$,| vector | \`$1\` |," -e '/^    [0-9a-f]*$/d' \
  >         -e "s/^Address .*, PC .*, .* bytes:/Address $(of address), PC $(of pc), $((${#bytes} / 2)) bytes:\n\n    $bytes/" $page
  > }
  $ peers; vector=v2e1/amd64/lookup/row-sp-word1/row; ask $vector; prove --write
  1 pages, 1 questions, 0 faults
  $ cp $page whole; prove
  1 pages, 1 questions, 0 faults

An error in any place: `page SED` changes it.

  $ page() { cp whole $page; sed -i -E "$1" $page; ! cmp -s whole $page || echo unchanged; ! prove || echo no error; cp whole $page; }
  $ page "s/^\| peers \| (.*) \|$/| peers | $old, \1 |/"
  libsframe-lookup-pcrel.md: libsframe 2.44 does not show it
  1 pages, 1 questions, 1 faults
  $ page "s/^\| peers \| .* \|$/| peers | $old |/"
  libsframe-lookup-pcrel.md: libsframe 2.44 does not show it
  libsframe-lookup-pcrel.md: it leaves out libsframe 2.47.50.20261021: fail: a row was expected, and the answer is that there is none: "function" (and 7 more)
  1 pages, 1 questions, 2 faults
  $ page 's/^\| peers \| (.*) \|$/| peers | \1, libsframe 2.46 |/'
  libsframe-lookup-pcrel.md: libsframe 2.46 does not show it
  1 pages, 1 questions, 1 faults
  $ page "s/^\| $new \| .* \|$/| $new | fail: another answer |/"
  libsframe-lookup-pcrel.md: libsframe 2.47.50.20261021: the page has 'fail: another answer', and 'fail: a row was expected, and the answer is that there is none: "function" (and 7 more)' came
  1 pages, 1 questions, 1 faults
  $ page '/^    [0-9a-f]+$/d'
  libsframe-lookup-pcrel.md: its bytes is not that of v2e1/amd64/lookup/row-sp-word1/row
  1 pages, 1 questions, 1 faults
  $ page 's/^    e2de/    e2df/'
  libsframe-lookup-pcrel.md: its bytes is not that of v2e1/amd64/lookup/row-sp-word1/row
  1 pages, 1 questions, 1 faults
  $ page 's/PC 0x/PC 0x1/'
  libsframe-lookup-pcrel.md: its pc is not that of v2e1/amd64/lookup/row-sp-word1/row
  1 pages, 1 questions, 1 faults
  $ page 's/^Address 0x/Address 0x1/'
  libsframe-lookup-pcrel.md: its address is not that of v2e1/amd64/lookup/row-sp-word1/row
  1 pages, 1 questions, 1 faults

Who fails for another cause does not show it.  Of another version nothing counts: what is as before is not reported, and
the rest is not counted nor written.

  $ peers $forky "$BUILD/zoo --bug base_inverted" 2.44-3 "$right"; prove
  libsframe-lookup-pcrel.md: libsframe 2.47.50.20261021 does not show it
  1 pages, 1 questions, 1 faults
  [1]
  $ peers 2.48-1 "$wrong" 2.44-3 "$right"; prove
  1 pages, 1 questions, 0 faults
  $ peers 2.48-1 "$right" 2.44-3 "$right"; prove; prove --write; cmp whole $page
  libsframe-lookup-pcrel.md: libsframe 2.47.50.20261021 does not show it (not counted)
  libsframe-forky: not the version that the pages are for, so this does not count; after conformance/peers --accept, prove --write writes it
  1 pages, 1 questions, 0 faults
  libsframe-lookup-pcrel.md: libsframe 2.47.50.20261021 does not show it (not counted)
  libsframe-forky: not the version that the pages are for, so this does not count; after conformance/peers --accept, prove --write writes it
  1 pages, 1 questions, 0 faults

A peer that is missing is named; if no peer counts, nothing is proved; a peer that was not asked is no success.

  $ peers - 'no such suite' 2.44-3 "$right"; prove
  libsframe-forky: missing, so what pages say of it is not proved: no such suite
  1 pages, 1 questions, 0 faults
  $ peers - 'no such suite' - 'no such suite'; prove
  conformance/findings/prove: nothing counts: no peer of a version that the pages are about
  [1]
  $ peers 9.9-1 "$wrong" 9.9-1 "$wrong"; prove
  conformance/findings/prove: nothing counts: no peer of a version that the pages are about
  [1]
  $ peers $forky "$wrong" 2.44-3 no-such-program; prove
  prove: libsframe-trixie was not asked everything: cannot be started: No such file or directory (on the PATH, or beside sframe-conform; a program of this folder has ./ before its name)
  [2]
  $ peers $forky "$wrong" 2.44-3 /bin/true; prove
  prove: libsframe-trixie was not asked everything: hello: it ended with exit status 0
  [2]

What expectations explain by a page is shown by a vector of it; if none shows it, --write takes that of the expectation.

  $ sed -i "s/^| peers | .* |$/| peers | $old |/" $page; other=v2e1/amd64/lookup/row-sp-word2/row
  $ printf '\n# Title. See findings/libsframe-lookup-pcrel.md.\n%s fail\n' $other >>conformance/expectations/libsframe-forky.txt
  $ peers $forky "$right" 2.44-3 "$right"; prove
  libsframe-lookup-pcrel.md: none of its vectors shows that libsframe 2.47.50.20261021 fails v2e1/amd64/lookup/row-sp-word2/row for its cause
  libsframe-lookup-pcrel.md: libsframe 2.44 does not show it
  1 pages, 1 questions, 2 faults
  [1]
  $ peers; ask v2e1/amd64/lookup/row-sp-word1/first-row
  $ sed -i 's,^| vector | .* |$,| vector | `v2e1/amd64/lookup/produced-large/f0-row` |,' $page; prove --write
  libsframe-lookup-pcrel.md: its bytes is not that of v2e1/amd64/lookup/produced-large/f0-row
  libsframe-lookup-pcrel.md: its pc is not that of v2e1/amd64/lookup/produced-large/f0-row
  libsframe-lookup-pcrel.md: its address is not that of v2e1/amd64/lookup/produced-large/f0-row
  1 pages, 1 questions, 3 faults
  [1]
  $ grep '^| vector' $page; recorded; cp whole $page
  | vector | `v2e1/amd64/lookup/produced-large/f0-row` |
  | vector | `v2e1/amd64/lookup/row-sp-word2/row` |

A page about a build is asked of builds of that kind alone.

  $ stopping() { # LINE: an adapter that ends with it at the first question
  >     printf '#!/bin/sh\nread hello\necho '\''%s'\''\nread question\necho '\''%s'\'' >&2\nkill -ABRT $$\n' "$(echo hello 1 | $right)" "$1"
  > }
  $ stopping 'fence: a block of more than 5 bytes' >stops; stopping 'another line' >other; chmod +x stops other
  $ builds() { printf "%s\t%s\t%s\t$PWD/%s\n" "$@" >build/peers/builds; }
  $ sed -i 's/^| clause /| build | demand |\n&/' $page
  $ builds demand libsframe-forky $forky stops demand libsframe-trixie 2.44-3 other undefined libsframe-trixie 2.44-3 stops
  $ prove | cut -c 1-120; prove --write | cut -c 1-120; grep -c 'a block of more than 5 bytes |$' $page
  libsframe-lookup-pcrel.md: libsframe 2.47.50.20261021: the page has 'fail: a row was expected, and the answer is that th
  1 pages, 1 questions, 1 faults
  1 pages, 1 questions, 0 faults
  1
  $ builds demand libsframe-forky $forky stops demand libsframe-trixie 2.44-3 stops undefined libsframe-trixie 2.44-3 stops; prove
  libsframe-lookup-pcrel.md: it leaves out libsframe 2.44: crash: somewhere: a block of more than 5 bytes
  1 pages, 1 questions, 1 faults
  [1]
  $ : >build/peers/builds; prove
  libsframe-lookup-pcrel.md: libsframe 2.47.50.20261021 does not show it
  1 pages, 1 questions, 1 faults
  [1]
