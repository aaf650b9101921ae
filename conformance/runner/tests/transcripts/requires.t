Requirement sets: what is none is reported in one line, with status 2.

  $ . "$TESTDIR/setup.sh"
  $ made() { printf '%b' "$1" >mine; conform --requires mine null; }

  $ conform --requires nowhere null; conform --requires ./nowhere null
  sframe-conform: --requires nowhere: No such file or directory, and no set has that name; there are any, glibc-v2, kernel-v3, profiler, tool
  sframe-conform: --requires ./nowhere: No such file or directory
  [2]
  $ made ''; made '# nothing\n\n'; made 'wants sorted else free\n'; made 'about mine: a\nabout mine: b\n'; made 'about Mine: a\n'
  sframe-conform: --requires mine: it is empty: the first line of a set is: about NAME: WORDS
  sframe-conform: --requires mine: it is empty: the first line of a set is: about NAME: WORDS
  sframe-conform: --requires mine: line 1: the first line of a set is: about NAME: WORDS
  sframe-conform: --requires mine: line 2: a second line about
  sframe-conform: --requires mine: line 1: a line is: about NAME: WORDS; a name has up to 40 of a-z, 0-9 and -
  [2]
  $ made 'about mine: a\nwant sorted else free\n'; made 'about mine: a\nwants sorted\n'; made 'about mine: a\nwants sorted else die\n'
  sframe-conform: --requires mine: line 2: it begins with none of about, source, wants and #
  sframe-conform: --requires mine: line 2: a line is: wants PREDICATE else refuse, right or refuse, or free
  sframe-conform: --requires mine: line 2: behind else stands refuse, right or refuse, or free
  [2]
  $ for predicate in sort 'sorted = 1' functions 'functions =' 'functions > 1 2' 'functions = x' 'functions = 1-' 'functions = 999999999999' \
  >     'functions = 1 2 3 4 5 6 7 8 9' 'abi = ours' 'abi > own' 'profile = v9' 'rows behind' 'else else'; do
  >     made "about mine: a\n\nwants $predicate else free\n"
  > done
  sframe-conform: --requires mine: line 3: no such predicate as sort; docs/requirements.md lists them
  sframe-conform: --requires mine: line 3: no such predicate as sorted = 1; docs/requirements.md lists them
  sframe-conform: --requires mine: line 3: no such predicate as functions; docs/requirements.md lists them
  sframe-conform: --requires mine: line 3: functions =: a value is to follow
  sframe-conform: --requires mine: line 3: functions > 1 2: one value is to follow
  sframe-conform: --requires mine: line 3: functions = x: functions has no value x
  sframe-conform: --requires mine: line 3: functions = 1-: functions has no value 1-
  sframe-conform: --requires mine: line 3: functions = 999999999999: functions has no value 999999999999
  sframe-conform: --requires mine: line 3: functions = 1 2 3 4 5 6 7 8 9: more than 8 values
  sframe-conform: --requires mine: line 3: abi = ours: abi has no value ours
  sframe-conform: --requires mine: line 3: abi > own: abi takes = alone
  sframe-conform: --requires mine: line 3: profile = v9: profile has no value v9
  sframe-conform: --requires mine: line 3: no such predicate as rows behind; docs/requirements.md lists them
  sframe-conform: --requires mine: line 3: behind else stands refuse, right or refuse, or free
  [2]
  $ made 'about mine: a\nwants sorted else free\nwants  sorted\telse refuse\n'; made 'about mine: a\0b\n'; made 'about mine: \0303\n'
  sframe-conform: --requires mine: line 3: sorted stands in line 2 already
  sframe-conform: --requires mine: line 1: a zero byte, behind which nothing would be read
  sframe-conform: --requires mine: line 1: it has more than 200 bytes, or one that is not printed ASCII
  [2]
  $ made "about mine: $(seq -s ' ' 99)\n"; made "about mine: a\n$(seq -f 'wants aux = %g else free' 33)"
  sframe-conform: --requires mine: line 1: it has more than 200 bytes, or one that is not printed ASCII
  sframe-conform: --requires mine: line 34: more than 32 predicates
  [2]
  $ conform --requires any --requires any null; sframe-conform merge --requires any a; conform --requires any --json any null
  sframe-conform: --requires is given twice, but takes one value only; see sframe-conform --help
  sframe-conform: merge takes no --requires
  sframe-conform: --json and --requires lead to the same place, any: one would spoil the other
  [2]

What lies outside is counted by the lines that put it there.

  $ made() { printf '%b' "$1" | cat - >mine; conform --requires mine "$2"; }
  $ { vectors 40 3; vectors 2 | sed 's/e2de02/&0000000000000000000000000000000000000000000000/'; } | sframe-gen close >corpus
  $ made 'about mine: it is sorted\r\n# so it is\n wants\tsorted  else right or refuse' "$(answers '"1": {"error": "no"}')"
  hostile (hostile 1): 40 asked: 38 pass 2 outside; 38 judged
    outside of mine:
      line 3, wants sorted else right or refuse: 2 kept, 0 not
    inside of mine: 38 of 40 asked
  as expected: 1 implementation, 40 vectors, 40 asked, 0 unexpected, 38 judged
  $ made 'about mine: it is sorted\nwants sorted else refuse\nwants aux = 0 else free' "$(answers '"1": {"error": "no"}')"
  hostile (hostile 1): 40 asked: 38 pass 1 fail 1 outside; 39 judged
    outside of mine:
      line 2, wants sorted else refuse: 1 kept, 1 not
    inside of mine: 38 of 40 asked
    v2/amd64/check/made/0002: fail: outside of mine line 2 (sorted; else refuse): an answer where an error is due
  mine line 3 (aux = 0) puts none of these vectors outside
  To go on with failures that are known, run this again with --expect FILE --accept: it begins FILE
  NOT as expected: 1 implementation, 40 vectors, 40 asked, 1 unexpected, 39 judged
  [1]
  $ conform --strict --requires mine "$(answers '"1": {"error": "no"}')" | grep needed
    mine line 3 (aux = 0) is not needed: it puts no vector of the corpus outside

What is owed outside; of the vector inside, the right answer is owed whatever the debt is.  To be free is not to crash.

  $ { vectors 1 | sed 's/e2de02..../e2de0200000000000000000000000000000000000000000000000000/'; vectors 2 2; } >corpus
  $ wants() { printf 'about mine: here\n'; printf 'wants %s\n' "$@"; }
  $ gives() { answers "\"0\": $1, \"2\": $1"; }
  $ for debt in refuse 'right or refuse' free; do
  >     wants "sorted else $debt" >mine; echo "$debt"
  >     for answer in '{"verdict": "valid"}' '{"error": "no"}' '{"verdict": "irregular"}' '{"ended": "SIGSEGV"}' '{"ended": "101"}' \
  >         '{"verdict": 3}' '{"unsupported": "no"}'; do
  >         conform --requires mine --json report "$(gives "$answer")" | sed -n 's/hostile .* asked:/ /p'
  >         grep -o '"reason":"outside of[^:]*' report
  >     done
  > done
  refuse
    1 pass 1 fail; 2 judged
  "reason":"outside of mine line 2 (sorted; else refuse)
    1 fail 1 outside; 1 judged
    2 fail; 2 judged
  "reason":"outside of mine line 2 (sorted; else refuse)
    2 crash; 2 judged
  "reason":"outside of mine line 2 (sorted; else refuse)
    2 exit; 2 judged
  "reason":"outside of mine line 2 (sorted; else refuse)
    2 garbage; 2 judged
  "reason":"outside of mine line 2 (sorted; else refuse)
    2 unsupported; 0 judged
  right or refuse
    1 pass 1 outside; 1 judged
    1 fail 1 outside; 1 judged
    2 fail; 2 judged
  "reason":"outside of mine line 2 (sorted; else right or refuse)
    2 crash; 2 judged
  "reason":"outside of mine line 2 (sorted; else right or refuse)
    2 exit; 2 judged
  "reason":"outside of mine line 2 (sorted; else right or refuse)
    2 garbage; 2 judged
  "reason":"outside of mine line 2 (sorted; else right or refuse)
    2 unsupported; 0 judged
  free
    1 pass 1 outside; 1 judged
    1 fail 1 outside; 1 judged
    1 fail 1 outside; 1 judged
    2 crash; 2 judged
  "reason":"outside of mine line 2 (sorted; else free)
    2 exit; 2 judged
  "reason":"outside of mine line 2 (sorted; else free)
    2 garbage; 2 judged
  "reason":"outside of mine line 2 (sorted; else free)
    2 unsupported; 0 judged
  [1]

The first predicate that does not hold decides.

  $ wants 'sorted else free' 'pcrel else refuse' >mine; conform --requires mine "$(answers '')" | grep asked:
  hostile (hostile 1): 2 asked: 1 pass 1 outside; 1 judged
  $ wants 'pcrel else refuse' 'sorted else free' >mine; conform --requires mine "$(answers '')" | grep -e asked: -e ' kept, '
  hostile (hostile 1): 2 asked: 1 pass 1 fail; 2 judged
      line 2, wants pcrel else refuse: 0 kept, 1 not

An adapter names its set, and the option another.

  $ wants 'sorted else free' >mine; adapter=$(answers '' "\"requires\": \"$PWD/mine\"")
  $ conform --json report "$adapter" | grep -e asked: -e 'inside of'; grep -o '"requires":{"name":"mine".*"given":[^,]*' report
  hostile (hostile 1): 2 asked: 1 pass 1 outside; 1 judged
    inside of mine: 1 of 2 asked
  "requires":{"name":"mine","about":"here","given":null
  $ conform --requires any --json report "$adapter" | grep -e asked: -e 'inside of'; grep -o '"requires":{"name":"any".*"given":[^,]*' report
  hostile (hostile 1): 2 asked: 2 pass; 2 judged
    inside of any: 2 of 2 asked
  "requires":{"name":"any","about":"every question is judged, as without a set","given":"any"
  $ conform "$(answers '' '"requires": "nowhere"')" | sed 1q | cut -c 1-80
  hostile: cannot be asked: hello: requires: nowhere: No such file or directory, a
  $ conform --json report "$(answers '')" >out; grep -o '"requires":null' report
  "requires":null

Nothing inside is no green run.

  $ conform --requires mine --select '*/0001' "$(answers '')" | grep -e 'lies outside' -e expected
    all that it was asked lies outside of mine
  NOT as expected (not judged): 1 implementation, 2 vectors, 1 asked, 0 unexpected, 0 judged
  $ conform --requires mine "$(gives '{"unsupported": "no"}')" | grep -e judged -e expected
  hostile (hostile 1): 2 asked: 2 unsupported; 0 judged
    nothing was judged (2 asked: 2 unsupported)
  NOT as expected (not judged): 1 implementation, 2 vectors, 2 asked, 0 unexpected, 0 judged

What no vector needs is said; it is a fault where the corpus is ours, or the run is strict.

  $ wants 'sorted else free' 'version = 2 else refuse' >mine; conform --requires mine "$(answers '')" | grep -e 'line 3' -e expected
  mine line 3 (version = 2) puts none of these vectors outside
  as expected: 1 implementation, 2 vectors, 2 asked, 0 unexpected, 1 judged
  $ wants 'aux < 256 else refuse' >mine; sframe-conform --core --select 'v3/amd64/lookup/inc*' --requires mine oracle | grep -o -e 'mine line 2.*' -e '^NOT as expected (requires)'
  mine line 2 (aux < 256) is not needed: it puts no vector of the corpus outside
  NOT as expected (requires)

A reader as a kernel has it: of its failures those that it means go, and its mistakes stay, which they hid.

  $ kernel() { echo "kernel=python3 -IS $TESTDIR/../adapters/kernel.py oracle $*"; }
  $ sframe-gen emit --core --select 'v3/amd64/lookup/*' >corpus
  $ fails() { conform --json report "$@" >out; sed -n 's/^{"id":"\([^"]*\)".*"unexpected":true.*/\1/p' report | sort; }
  $ fails "$(kernel)" >meant; fails "$(kernel rows-without-words divides-by-zero)" >hidden
  $ fails --requires kernel-v3 "$(kernel)"; tail -n 1 out | grep -o '^as expected'
  as expected
  $ fails --requires kernel-v3 "$(kernel rows-without-words divides-by-zero)" >found
  $ comm -23 hidden meant | diff found - && test $(wc -l <meant) -gt 50 && test $(wc -l <found) -ge 5
  $ grep -o -e '"reason":"died by SIGFPE"' -e '"reason":"an error where an answer is due: no words"' report | sort -u
  "reason":"an error where an answer is due: no words"
  "reason":"died by SIGFPE"

A clause of the set that is broken is named.

  $ fails --requires kernel-v3 "$(kernel takes-unsorted)" >found
  $ grep -o '"broke":[1-9][0-9]*' report | sed "s/:$(wc -l <found)\$/: as many as fail/"
  "broke": as many as fail
  $ grep -o '"reason":"outside[^"]*where[^"]*"' report | sort -u; grep 'wants sorted' out | sed 's/[0-9]* kept, [1-9][0-9]*/N kept, N/'
  "reason":"outside of kernel-v3 line 8 (sorted; else refuse): an answer where an error is due"
      line 8, wants sorted else refuse: N kept, N not

Shards of one set are merged, and of two are not.

  $ grep -o '"outside":[0-9]*' report >whole
  $ for words in '1/2 kernel-v3' '2/2 kernel-v3' '2/2 any'; do
  >     set -- $words; conform --shard $1 --requires $2 --json shard$((shards = shards + 1)) "$(kernel takes-unsorted)" >out
  > done
  [1]
  $ sframe-conform merge --json both shard1 shard2 | grep 'outside of kernel-v3:'; grep -o '"outside":[0-9]*' both | diff whole -
    outside of kernel-v3:
  $ sframe-conform merge shard1 shard3 2>&1 | cut -c 1-90
  sframe-conform: shard1 and shard3 are not of one run: requires is {"name":"kernel-v3","abo

What is lost by one broken function is said by readings.

  $ sframe-gen emit --cases "$ROOT/corpus/cases" --select '*/open-broken-neighbour/*' --select '*/first-of-rows-*' >corpus
  $ for loses in '' loses-section loses-what-follows loses-function; do
  >     conform --json report "$(kernel takes-all $loses)" | grep -o '^NOT as expected'; echo "$loses"
  >     grep -o '"ledger":"[^"]*","title":[^{]*"took":{[^}]*}' report | sed 's/"ledger":"\([^"]*\)".*"took":/  \1: /; s/:[0-9]*//2g; s/":[0-9]*/"/g'
  > done
  
    broken-neighbour: {"others-answer"}
    broken-row: {"rows-answer"}
  loses-section
    broken-neighbour: {"unreadable"}
    broken-row: {"unreadable"}
  loses-what-follows
    broken-neighbour: {"others-before","others-answer"}
    broken-row: {"rows-answer"}
  loses-function
    broken-neighbour: {"others-answer"}
    broken-row: {"function-lost"}
