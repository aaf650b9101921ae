Two runs of the same questions: what got fixed, and what broke.

  $ . "$TESTDIR/setup.sh"
  $ run() { conform --json $1 "${@:3}" x="$(answers "$2")" >/dev/null; }
  $ fails() { printf '"%s": {"verdict": "malformed"}' $1; printf ', "%s": {"verdict": "malformed"}' "${@:2}"; }

  $ run old "$(fails 3 4 17 40)"; run new "$(fails 3), "'"4": {"error": "no"}, "7": {"error": "no"}, "9": {"error": "no"}'
  [1]
  $ sframe-conform compare --html page --json json old new
  x (1 -> 1): 4 failed, now 4
    2 broke:
      2 fail check an error where an answer is due, such as v2/amd64/check/made/0007
    2 fixed:
      2 fail check an error where an answer is due, such as v2/amd64/check/made/0017
  2 vectors broke
  [1]
  $ grep -c '<table>' page; grep -c made/0007 page
  2
  1
  $ sframe-conform compare new new
  x (1 -> 1): 4 failed, now 4
  nothing broke

An implementation that says less than before has fixed nothing, and broke that.

  $ run new "$(printf '"%s": {"unsupported": "no"},' 3 4 12 17) "'"40": {"unsupported": "no"}'
  $ sframe-conform compare old new
  x (1 -> 1): 4 failed, now 0
    5 were judged, and are not any more:
      5 v2 check on amd64, such as v2/amd64/check/*
    4 fixed:
      4 fail check an error where an answer is due, such as v2/amd64/check/made/0003
  5 vectors broke
  [1]
  $ sframe-conform compare new old
  x (1 -> 1): 0 failed, now 4
    4 broke:
      4 fail check an error where an answer is due, such as v2/amd64/check/made/0003
  4 vectors broke
  [1]

What fails and was not asked before broke nothing.

  $ conform --json declares_less x="$(answers '' '"profiles": ["v1"]')" >/dev/null
  [1]
  $ sframe-conform compare declares_less old
  x (1 -> 1): 0 failed, now 4
    4 fail and were not asked before:
      4 fail check an error where an answer is due, such as v2/amd64/check/made/0003
  nothing broke

Runs of other questions are not compared.

  $ for words in '--select *1' '--shard 1/2' --exact; do run new "$(fails 3)" $words; sframe-conform compare old new; done
  sframe-conform: old and new were asked different questions: select differs
  sframe-conform: old and new were asked different questions: shard differs
  sframe-conform: old and new were asked different questions: exact differs
  [2]
