Which vectors of a corpus are asked.

  $ . "$TESTDIR/setup.sh"
  $ asked() {
  >     sframe-conform --corpus corpus --tap - "$@" 'hostile behave' | sed -n 's/^.*ok [0-9]* - hostile: \(v[^ ]*\).*/\1/p'
  > }
  $ vector() {
  >     printf '{"id":"%s","profile":"%s","abi":"%s","family":"%s","operation":"check",' "$1" "${1%%/*}" "$2" "$3"
  >     printf '"input":{"address":"0x0","bytes":"e2de02000%s"},"origin":"%s","clauses":[%s],' "${1##*/}" "$4" "$5"
  >     printf '"class":"%s","expect":%s}\n' "$6" "$7"
  > }
  $ valid='{"verdict":"valid"}'
  $ either='{"oracle":"a","readings":[{"ledger":"read-width","reading":"a","answer":{"verdict":"valid","violations":[]}}]}'
  $ any='{"oracle":{"verdict":"malformed","violations":[]},"accept":["error","answer"],"open":"row-order"}'
  $ (vector v2/amd64/check/a/1 amd64 one 'bug#1' '"x.y","x.z"' valid "$valid"
  >  vector v3/amd64/check/a/2 amd64 two '","ledger":"overlap' '"a.b"' valid "$valid"
  >  vector v3/s390x/check/b/3 s390x two '' '"a.b"' contested "$either"
  >  vector v3/amd64/check/b/4 amd64 made '' '"a.b"' malformed "$any") >corpus

  $ asked --select '*/a/*'
  v2/amd64/check/a/1
  v3/amd64/check/a/2
  $ asked --select '*/1' --select '*/4'
  v2/amd64/check/a/1
  v3/amd64/check/b/4
  $ asked --skip '*/a/*'
  v3/s390x/check/b/3
  v3/amd64/check/b/4
  $ asked --select profile=v3 --select abi=amd64
  v3/amd64/check/a/2
  v3/amd64/check/b/4
  $ asked --select profile=v3 --skip 'id=*/4'
  v3/amd64/check/a/2
  v3/s390x/check/b/3
  $ asked --select operation=check --select class=contested
  v3/s390x/check/b/3
  $ asked --select 'family=t*'
  v3/amd64/check/a/2
  v3/s390x/check/b/3
  $ asked --select 'clause=x.?'
  v2/amd64/check/a/1
  $ asked --select 'origin=bug*'
  v2/amd64/check/a/1
  $ asked --select ledger=overlap
  v3/amd64/check/a/2
  $ asked --select ledger=read-width
  v3/s390x/check/b/3
  $ asked --select ledger=row-order
  v3/amd64/check/b/4
  $ for each in profile=v9 abi=x86 operation=read class=bad; do conform --select $each 'hostile behave'; done
  sframe-conform: profile=v9: there is no profile v9; there are v1, v2, v2e1, v2e2, v3, any
  sframe-conform: abi=x86: there is no abi x86; there are amd64, aarch64, aarch64_be, s390x
  sframe-conform: operation=read: there is no operation read; there are decode, check, lookup, flip, unwind, assemble, link, encode, merge
  sframe-conform: class=bad: there is no class bad; there are valid, malformed, irregular, contested
  [2]
  $ conform --skip 'profile=w*' 'hostile behave'
  sframe-conform: profile=w*: there is no profile w*; there are v1, v2, v2e1, v2e2, v3, any
  [2]
  $ for each in family=none ledger=none clause=no.ne origin=none; do conform --select $each 'hostile behave' | grep -v -e hostile -e "^n" -e NOT; done
  sframe-conform: nothing was asked: --select family=none: no vector of the corpus fits; there is no family none in it
  the corpus has no closing line, so nobody knows whether it is whole
  sframe-conform: nothing was asked: --select ledger=none: no vector of the corpus fits; there is no ledger none in it
  the corpus has no closing line, so nobody knows whether it is whole
  sframe-conform: nothing was asked: --select clause=no.ne: no vector of the corpus fits; there is no clause no.ne in it
  the corpus has no closing line, so nobody knows whether it is whole
  sframe-conform: nothing was asked: --select origin=none: no vector of the corpus fits; there is no origin none in it
  the corpus has no closing line, so nobody knows whether it is whole
  $ asked --shard 1/2
  v2/amd64/check/a/1
  v3/s390x/check/b/3
  $ asked --shard 2/2 --skip '*/1'
  v3/s390x/check/b/3

What an adapter does not declare it is not asked.

  $ vector v3/amd64/check/c/9 amd64 made '' '"a.b"' valid "$valid" | sed s/e2de/dee2/ >>corpus
  $ conform --skip '*/4' --skip '*/2' --json report \
  >     "$(answers '"1": "garbage"' '"profiles": ["v3"], "abis": ["amd64"], "foreign_byte_order": false')"
  sframe-conform: nothing was asked: none of the vectors is both selected and declared
  hostile (hostile 1): 0 asked:; 0 judged; not declared: 1 profile 1 abi 1 byte-order
  the corpus has no closing line, so nobody knows whether it is whole
  NOT as expected (not asked): 1 implementation, 5 vectors, 0 asked, 0 unexpected, 0 judged
  [1]
  $ grep -o '"skipped":{[^}]*}' report
  "skipped":{"profile":1,"abi":1,"byte-order":1}

The shards of a run are together the whole, and no two share a vector.

  $ vectors 40 >corpus
  $ for shard in 1 2 3 4 5 6 7; do asked --shard $shard/7; done | sort >shards; asked | diff - shards && wc -l <shards
  40

Results come in the order of the vectors.

  $ vectors 500 >corpus
  $ for jobs in 1 2 5; do asked --jobs $jobs | sort -c; done; asked | wc -l
  500

A run that asks nothing fails.

  $ conform --select nothing 'hostile behave'
  sframe-conform: nothing was asked: --select nothing: no vector of the corpus fits
  hostile (hostile 1): 0 asked:; 0 judged
  the corpus has no closing line, so nobody knows whether it is whole
  NOT as expected (not asked): 1 implementation, 500 vectors, 0 asked, 0 unexpected, 0 judged
  [1]
  $ : >corpus; conform 'hostile behave'
  sframe-conform: nothing was asked: the corpus has no vectors
  hostile (hostile 1): 0 asked:; 0 judged
  the corpus has no closing line, so nobody knows whether it is whole
  NOT as expected (not asked): 1 implementation, 0 vectors, 0 asked, 0 unexpected, 0 judged
  [1]
  $ vectors 1 | sed s/check/decode/ >corpus; conform "hostile hello greet:'{\"operations\":[\"unwind\"]}'"
  sframe-conform: nothing was asked: none of the vectors is both selected and declared
  hostile (hostile 1): 0 asked:; 0 judged; not declared: 1 operation
  the corpus has no closing line, so nobody knows whether it is whole
  NOT as expected (not asked): 1 implementation, 1 vectors, 0 asked, 0 unexpected, 0 judged
  [1]
