proof/prove, in a copy of the tree, with programs in CBMC's place that do what this page says.

  $ ROOT=$(cd "$TESTDIR/../.." && pwd)
  $ mkdir ref; cp -r "$ROOT/ref/lib" "$ROOT/ref/sframe-ref.h" "$ROOT/ref/clauses.def" ref; cp -r "$ROOT/proof" "$ROOT/common" .

There a program is the text of what it is made of, and the answer of CBMC is a word.

  $ mkdir -p tools/cbmc/bin; echo 'cbmc 1' >tools/cbmc/VERSIONS; export CALLS=$PWD/calls
  $ program() { (printf '#!/bin/sh\nset -e\n'; cat) >tools/cbmc/bin/$1; chmod +x tools/cbmc/bin/$1; }
  $ program goto-cc <<'END'
  > case " $* " in
  > *" -c "*) for one; do case $one in *.c) cat ref/lib/*.h "$one" >"$(basename "$one" .c).o" ;; esac; done ;;
  > *) while [ "$1" != -o ]; do printf '%s\n' "$1"; shift; done >words.$$; out=$2; shift 4; cat words.$$ "$@" >"$out" ;;
  > esac
  > END
  $ program goto-instrument <<'END'
  > [ "$1" = --list-goto-functions ] && exit
  > if [ "$1" = --reachable-call-graph ]; then printf '%s\n' $ANSWER; exit; fi
  > while [ $# -gt 2 ]; do shift; done
  > cp "$1" "$2"
  > END
  $ program cbmc <<'END'
  > echo "$*" >>"$CALLS"
  > case " $* $ANSWER " in
  > *" --show-properties "*) printf 'Property end.%d:\n  file a.c\n  never reached\n' 1 2 ;;
  > *" holds ") echo '** 0 of 7 failed (1 iterations)' ;;
  > *" fails ") printf 'Violated property:\n  file ref/lib/a.c function f line 3 thread 0\n  too far\n  i < 2\n\n'; exit 10 ;;
  > *" reached ") printf '[end.%d] never reached: FAILURE\n' 1 2; exit 10 ;;
  > *" half ") printf '[end.1] never reached: FAILURE\n'; exit 10 ;;
  > *" endless ") while :; do :; done ;;
  > *" memory ") echo 'Out of memory'; exit 6 ;;
  > *" breaks ") echo 'invariant violation'; exit 134 ;;
  > esac
  > END

`prove ANSWER WORD...` says what is printed, without times and spaces, its status, and how many programs CBMC was asked about.

  $ prove() {
  >     export ANSWER=$1; shift; : >calls
  >     proof/prove --build build --toolchains "$PWD/tools" "$@" >said 2>&1; set -- $?
  >     sed -E 's/ +[0-9.]+ s\b( of processors)?//; s/  +/  /g; s/there are open, .*/there are open, .../; s/line [0-9]+: /line N: /' said
  >     echo "status $1, asked $(wc -l <calls)"
  > }

What holds is 0.  What was proved is not proved again, unless something of it changed.

  $ prove holds open row --json table.json; grep -o '"\(name\|end\)": "[^"]*"' table.json
  open  holds  sfr_open: safe, and the section is open  2^48  to 6
  row  holds  sfr_row of any offset: safe, and what is read is a row  2^48  none
  2 proofs, 2 hold, 14 properties,, now
  status 0, asked 2
  "name": "open"
  "end": "holds"
  "name": "row"
  "end": "holds"
  $ again() { cp "$1" kept; sed -i "$2" "$1"; ! cmp -s "$1" kept || echo unchanged; prove holds open | tail -n 1; }
  $ prove holds open | tail -n 1; prove holds open --fresh | tail -n 1
  status 0, asked 0
  status 0, asked 1
  $ again ref/lib/fde.c 's/index < section->function_count/index <= section->function_count/'
  status 0, asked 1
  $ again ref/lib/cursor.h 's/return \*p;/return p[0];/'
  status 0, asked 1
  $ again proof/ref/reading/open.c '0,/{/s//{ /'
  status 0, asked 1
  $ again proof/ref/proofs.txt '/^open /s/--unwind 6 |/--unwind 7 |/'
  status 0, asked 1
  $ again tools/cbmc/VERSIONS s/1/2/
  status 0, asked 1
  $ again proof/ref/reading/row.c '0,/{/s//{ /'
  status 0, asked 0

What does not hold is 1 and says why.  What failed is known, too; what did not end is tried again.

  $ prove fails open --fresh; prove fails open
  open  fails  sfr_open: safe, and the section is open  2^48  to 6  ref/lib/a.c:3: too far i < 2
  1 proofs, 0 hold, 0 properties,, now
  status 1, asked 1
  open  fails  sfr_open: safe, and the section is open  2^48  to 6  ref/lib/a.c:3: too far i < 2
  1 proofs, 0 hold, 0 properties,, now
  status 1, asked 0
  $ prove memory row; prove memory row; prove breaks row; prove endless row --limit 1
  row  ends not  sfr_row of any offset: safe, and what is read is a row  2^48  none  out of memory
  1 proofs, 0 hold, 0 properties,, now
  status 1, asked 1
  row  ends not  sfr_row of any offset: safe, and what is read is a row  2^48  none  out of memory
  1 proofs, 0 hold, 0 properties,, now
  status 1, asked 1
  row  ends not  sfr_row of any offset: safe, and what is read is a row  2^48  none  invariant violation
  1 proofs, 0 hold, 0 properties,, now
  status 1, asked 1
  row  ends not  sfr_row of any offset: safe, and what is read is a row  2^48  none  no end in time
  1 proofs, 0 hold, 0 properties,, now
  status 1, asked 1

The solver is the one of the table, and a harness stands for its variants.

  $ prove holds open walk-look --fresh | tail -n 1; grep -o 'external-sat-solver .*' calls | sed "s,$PWD,.,"
  status 0, asked 2
  external-sat-solver ./tools/cbmc/bin/cadical
  $ prove holds default | grep -c '^default-[a-z0-9_]*  *holds'; wc -l <calls
  4
  4

Ends that are not reached are 1.

  $ prove reached --covers open; prove half --covers open
  open  covered  2 ends
  status 0, asked 2
  open  is not  1 ends  1 of 2 ends
  status 1, asked 2

A function that no proof reaches is 1; an answer is the functions that each program reaches.  Two proofs do, as all have
the same answer here.

  $ cp -r proof/ref all
  $ for table in proofs planted bounds mutants; do grep -e '^open ' -e '^row ' all/$table.txt >proof/ref/$table.txt; done
  $ prove 'proof_open sfr_open flipped$link1' --functions >lacks; grep -e sfr_lookup -e sfr_open -e status lacks
  in no proof: sfr_lookup
  in no proof: sfr_lookup_in
  status 1, asked 0
  $ tail -n 2 lacks | sed 's/[0-9]\{3\} functions/N functions/'
  N functions, 2 in a proof as they are
  status 1, asked 0
  $ prove "sfr_open sfr_flip $(sed -n 's/^in no proof: //p' lacks)" --functions | tail -n 1
  status 0, asked 0
  $ cp all/*.txt proof/ref

Errors that are not noticed are 1; each proof has two that are planted, each of which is there once.

  $ prove fails --bounds row | grep -o 'NOT NOTICED\|status .'
  status 0
  $ prove fails --planted row
  row  noticed  ref/lib/rows.h: wanted <= section->fres_end - words => wanted <= section->fres_end - words + 1
  row  noticed  ref/lib/tables.c: (SIZE_MAX / 2) => 0
  status 0, asked 2
  $ for table in planted bounds; do prove holds --$table row --fresh | grep -v 'NOT NOTICED' | cut -d , -f 1; done
  status 1
  status 1
  $ cp proof/ref/planted.txt kept; sed -i '/^row .*tables.c/d' proof/ref/planted.txt; prove fails --planted row
  row  NOT NOTICED  ref/lib/rows.h: wanted <= section->fres_end - words => wanted <= section->fres_end - words + 1
  less than two planted errors: row
  status 1, asked 0
  $ cp kept proof/ref/planted.txt; echo 'row | ref/lib/header.c | size_t | int' >>proof/ref/planted.txt
  $ prove fails --planted row | sed 's/ [0-9]* times/ N times/'; cp kept proof/ref/planted.txt
  row  NOT NOTICED  ref/lib/rows.h: wanted <= section->fres_end - words => wanted <= section->fres_end - words + 1
  row  NOT NOTICED  ref/lib/tables.c: (SIZE_MAX / 2) => 0
  prove: planted.txt: ref/lib/header.c has N times: size_t
  status 2, asked 0

What cannot be asked is 2 and says why; so is a wrong line of a table, and a table that cannot be written.

  $ for words in nothing '--limit soon' --bogus '--covers --planted' '--quick unwind' '--functions open' '--functions --quick' '--json . open'; do
  >     prove holds $words | tail -n 2
  > done
  prove: no proof nothing; there are open, ...
  status 2, asked 0
  prove: --limit: 'soon' is no number such as 8 or 2.5; see prove --help
  status 2, asked 0
  prove: unrecognized arguments: --bogus; see prove --help
  status 2, asked 0
  prove: --planted: not allowed with argument --covers; see prove --help
  status 2, asked 0
  prove: nothing is selected: none of these is quick
  status 2, asked 0
  prove: --functions is about all proofs: it takes no NAME and no --quick
  status 2, asked 0
  prove: --functions is about all proofs: it takes no NAME and no --quick
  status 2, asked 0
  prove: .: Is a directory
  status 2, asked 0
  $ wrong() { cp proof/ref/$1 kept; printf "$2\n" >>proof/ref/$1; prove holds open; cp kept proof/ref/$1; }
  $ wrong proofs.txt 'more | what | sizes'
  prove: proofs.txt: line N: 3 cells, not 8
  status 2, asked 0
  $ wrong planted.txt 'open | ref/lib/header.c | not there'
  prove: planted.txt: line N: 3 cells, not 4
  status 2, asked 0
  $ wrong bounds.txt 'nothing | ref/lib/header.c | a | b'
  prove: bounds.txt: no proof nothing
  status 2, asked 0
  $ wrong loops.txt '\nfde.c: for (;;)\n    decreases 1'
  prove: loops.txt: ref/lib/fde.c has 0 times: ^ *for\ \(;;\)$
  status 2, asked 0
  $ wrong loops.txt '\nfde.c nowhere: for (;;)\n    decreases 1'
  prove: loops.txt: ref/lib/fde.c has no function nowhere
  status 2, asked 0

Without CBMC it is 3.

  $ rm -r tools; prove holds open
  prove: CBMC is not here; ci/cbmc fetches it
  status 3, asked 0
