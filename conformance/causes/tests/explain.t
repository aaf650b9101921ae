conformance/causes/explain: a page explains a reader with its fault, but no other fault; and an empty report is no success.

  $ ROOT=$(cd "$TESTDIR/../../.." && pwd); build=$(cd "$ROOT" && cd "${BUILD:-build}" && pwd)
  $ explain() { "$ROOT/conformance/causes/explain" --oracle "$build/adapters/oracle" "$@"; }

The report about some lookups, with READER under the name of a peer with rules: report READER [PEER GLOB].

  $ report() {
  >     "$build/sframe-gen" emit --select "${3:-v2e1/amd64/lookup/row-*}" --to corpus
  >     "$build/sframe-conform" --corpus corpus --json report.json "${2:-libsframe-forky}=$1" >/dev/null 2>&1; true
  > }
  $ pages() { explain "$@" >said; status=$?; sed '$d' said | awk '{ print $2 }' | sort -u; tail -n 1 said | grep -o '[0-9]* not'; return $status; }
  $ report "$build/zoo --bug pcrel_always"; pages report.json
  libsframe-lookup-pcrel
  0 not
  $ explain --without libsframe-lookup-pcrel report.json >said
  [1]
  $ report "$build/zoo --bug freoff_ignored" glibc-forky 'v2/amd64/lookup/fault-header-freoff-inside/*'; pages report.json
  glibc-places
  0 not
  $ explain --without glibc-places report.json >said
  [1]
  $ report "$build/zoo --bug base_inverted" glibc-forky; explain report.json >said
  [1]
  $ report "$build/zoo --bug base_inverted"; explain report.json >said || grep -c 'NOT EXPLAINED' said
  2
  $ report "$build/zoo --bug nested_second_answers"; explain report.json >said && grep -c 'NOT EXPLAINED' said
  0
  [1]

A peer that was not asked is no success, and what is no report is refused in one line.

  $ report no-such-program; explain report.json
  explain: report.json: libsframe-forky was not asked everything: cannot be started: No such file or directory (on the PATH, or beside sframe-conform; a program of this folder has ./ before its name)
  [2]
  $ report /bin/true; explain report.json
  explain: report.json: libsframe-forky was not asked everything: hello: it ended with exit status 0
  [2]
  $ : >empty; for path in empty . none "$ROOT/README.md"; do explain $path; test $? = 2 || echo taken; done 2>&1 | sed "s,$ROOT,ROOT,"
  explain: empty: no report of sframe-conform --json
  explain: .: Is a directory
  explain: none: No such file or directory
  explain: ROOT/README.md: no report of sframe-conform --json
