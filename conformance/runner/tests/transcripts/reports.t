What reports say of a failure, and of a run.

  $ . "$TESTDIR/setup.sh"
  $ wrong='"3": {"verdict": "malformed"}, "4": {"verdict": "malformed"}, "17": {"verdict": "malformed"}'

The first failure of each cause comes with what one does next.

  $ sframe-conform --corpus corpus --junit junit x="$(answers "$wrong")" |
  >     sed "s/, [0-9.]* s$//; s,$PWD,.,g; s,/.*/sframe-conform,sframe-conform," | tee said
  x (hostile 1): 40 asked: 37 pass 3 fail; 40 judged
    cause 1 explains 3 of 3 failures: refuses what is right
    v2/amd64/check/made/0003: fail: an error where an answer is due
      and 2 more that look like it
      likely decided by preamble.magic, section 2.1: "The magic number for SFrame section: 0xdee2"
      alone: sframe-conform --corpus 'corpus' --select 'v2/amd64/check/made/0003' 'hostile answers_vectors ./answers'
  To go on with failures that are known, run this again with --expect FILE --accept: it begins FILE
  NOT as expected: 1 implementation, 40 vectors, 40 asked, 3 unexpected, 40 judged
  $ grep -c 'section: e2de02' junit; grep -c 'alone: ' junit
  3
  3
  $ sh -c "$(sed -n 's/^ *alone: //p' said)" | tail -n 1 | sed 's/, [0-9.]* s$//'
  NOT as expected: 1 implementation, 40 vectors, 1 asked, 1 unexpected, 1 judged

Badges.

  $ for answers in '' "$wrong"; do
  >     conform --badge badge --badge-svg svg x="$(answers "$answers")" >/dev/null; cat badge; grep -o 'aria-label="[^"]*"' svg
  > done
  {"schemaVersion":1,"label":"SFrame conformance","message":"40 of 40 pass","color":"brightgreen"}
  aria-label="SFrame conformance: 40 of 40 pass"
  {"schemaVersion":1,"label":"SFrame conformance","message":"37 of 40 pass, not as expected","color":"red"}
  aria-label="SFrame conformance: 37 of 40 pass, not as expected"

A broken section that rests on an open point says what passes.

  $ for open in '' ',"open":"abi-unknown"'; do
  >     expect='{"oracle":{"verdict":"malformed","violations":[]},"accept":["error","answer"]'$open'}'
  >     vectors 5 5 | sed 's/"class":"valid"/"class":"malformed"/; s/"expect":.*/"expect":'"$expect"'}/' >corpus
  >     conform x="$(answers '"5": {"ended": "SIGSEGV"}')"
  > done
  x (hostile 1): 1 asked: 1 crash; 1 judged
    v2/amd64/check/made/0005: crash: died by SIGSEGV
      | section v2 amd64 at 0x1000
      | set header abi_arch 0x5
      | cut 23
      | breaks header.complete at 0x5
      | check
  the corpus has no closing line, so nobody knows whether it is whole
  To go on with failures that are known, run this again with --expect FILE --accept: it begins FILE
  NOT as expected: 1 implementation, 1 vectors, 1 asked, 1 unexpected, 1 judged
  x (hostile 1): 1 asked: 1 crash; 1 judged
    v2/amd64/check/made/0005: crash: died by SIGSEGV
      about: abi-unknown: What is a section whose ABI identifier the text does not list?
      rests on the open point abi-unknown: an error and an answer both pass
      | section v2 amd64 at 0x1000
      | set header abi_arch 0x5
      | cut 23
      | breaks header.complete at 0x5
      | check
  the corpus has no closing line, so nobody knows whether it is whole
  To go on with failures that are known, run this again with --expect FILE --accept: it begins FILE
  NOT as expected: 1 implementation, 1 vectors, 1 asked, 1 unexpected, 1 judged
  [1]
  $ vectors 20 | sframe-gen close >corpus

Of a program that ended, its first words are shown.

  $ for words in '=====\npanic: no such row\nat 7\n' '=====\n' '' 'x\u001b[31m\n'; do
  >     conform x="$(answers '"2": {"ended": "101", "stderr": "'"$words"'"}')" | sed -n '2,3p'
  > done
    v2/amd64/check/made/0002: exit: ended with exit status 101
      stderr: panic: no such row
    v2/amd64/check/made/0002: exit: ended with exit status 101
      stderr: =====
    v2/amd64/check/made/0002: exit: ended with exit status 101
  To go on with failures that are known, run this again with --expect FILE --accept: it begins FILE
    v2/amd64/check/made/0002: exit: ended with exit status 101
      stderr: x\u{1b}[31m

A reading may be called anything, an implementation may be known to be missing, and labels are made.

  $ vectors 1 | sed 's/"class":"valid"/"class":"contested"/; s/"expect":.*/"expect":{"oracle":"b","readings":[{"ledger":"overlap",/' |
  >     tr -d '\n' >one; echo '"reading":"a \"b","answer":{"verdict":"valid"}}]}}' >>one
  $ sframe-conform --corpus one --json report 'hostile behave' >/dev/null; grep -o '"took":{[^}]*}' report
  "took":{"a \"b":1}
  $ conform 'hostile behave' --missing peer='the mirror has none'
  peer: missing, as known: the mirror has none
  hostile (hostile 1): 20 asked: 20 pass; 20 judged
  as expected: 2 implementations (1 missing), 20 vectors, 20 asked, 0 unexpected, 20 judged
  $ conform null null mine=null --json report >/dev/null; grep -o '"adapter":"[^"]*","command"' report
  "adapter":"null","command"
  "adapter":"null-2","command"
  "adapter":"mine","command"

Words of a command may be quoted.

  $ printf '#!/bin/sh\ntest "$1" = "a b" && test "$2" = "c\\"d" && exec null\n' >'with space'
  $ chmod +x 'with space'; conform "'$PWD/with space' \"a b\" c\\\"d"
  with space (null 1): 20 asked: 20 unsupported; 0 judged
    nothing was judged (20 asked: 20 unsupported)
  NOT as expected (not judged): 1 implementation, 20 vectors, 20 asked, 0 unexpected, 0 judged
  [1]

The summary is one line without progress or colour, and a report on standard output stands alone.

  $ sframe-conform --corpus corpus 'hostile behave' 2>&1 | tr -d '0-9.' | od -c | grep -c -e '\\r' -e 033
  0
  [1]
  $ sframe-conform --corpus corpus --json - 'hostile behave' >first; head -c 20 first
  {"format":1,"suite": (no-eol)
  $ conform --github 'hostile die:SEGV'; conform --exact --json - 'hostile behave' | grep -o '"exact":[a-z]*'
  hostile (hostile 1): 20 asked: 19 pass 1 crash; 20 judged
    v2/amd64/check/made/0007: crash: died by SIGSEGV
      stderr: about to die by SEGV
  To go on with failures that are known, run this again with --expect FILE --accept: it begins FILE
  NOT as expected: 1 implementation, 20 vectors, 20 asked, 1 unexpected, 20 judged
  ::error title=hostile%3A crash where pass was expected::v2/amd64/check/made/0007: died by SIGSEGV
  ::error title=SFrame conformance::not as expected
  "exact":true
  $ sframe-conform --help | awk 'length > 100 || NR > 40'

What cannot be written is said before the run, and a report that is there survives a wrong use.

  $ printf '#!/bin/sh\ntouch ran; exec hostile behave\n' >notes; chmod +x notes
  $ for option in --json --junit --tap --markdown --html; do
  >     for path in /nowhere/report . corpus/report; do conform $option $path notes >out; echo "$? $(<out)"; done
  > done | sort | uniq -c | sed 's/^ *//'
  5 2 sframe-conform: .: Is a directory
  5 2 sframe-conform: /nowhere/report: No such file or directory
  5 2 sframe-conform: corpus/report: Not a directory
  $ test -e ran
  [1]
  $ echo old >tap; sframe-conform --corpus /nowhere --tap tap null; cat tap
  sframe-conform: /nowhere: No such file or directory
  old

Tables of producers and of causes.

  $ producers='{"lines":[{"producer":"reed 1.2","objects_of":null,"abi":"amd64","output":"object","files":40,"valid":35,
  > "irregular":5,"malformed":0,"missing":0,"findings":{"reed-order":5,"reed-rows":1}},{"producer":"k|not <7>",
  > "objects_of":"reed 1.2","abi":"s390x","output":"shared","files":6,"valid":2,"irregular":0,"malformed":1,"missing":3,
  > "findings":{}}],"findings":[{"name":"reed-order","title":"Another | – order","files":5}]}'
  $ echo "$producers" >given; conform --producers given --markdown page.md --json report 'hostile behave'
  hostile (hostile 1): 20 asked: 20 pass; 20 judged
  as expected: 1 implementation, 20 vectors, 20 asked, 0 unexpected, 20 judged
  $ sed -n '/^## Producers/,$p' page.md; grep -c 'Another | – order' report; grep -o '"producers":.*' report | head -c 100
  ## Producers
  
  | producer | output | valid | irregular | malformed | missing | findings |
  | --- | --- | --- | --- | --- | --- | --- |
  | reed 1.2 | amd64 object | 35 | 5 | 0 | 0 | reed-order (5), reed-rows (1) |
  | k\|not &lt;7>, objects of reed 1.2 | s390x shared | 2 | 0 | 1 | 3 |  |
  
  | finding | what | files |
  | --- | --- | --- |
  | reed-order | Another \| – order | 5 |
  
  20 vectors, hash `1ed060f3c2d3ed2c`.
  1
  "producers":{"lines":[{"producer":"reed 1.2","objects_of":null,"abi":"amd64","output":"object","file (no-eol)
  $ conform --markdown page.md --json report 'hostile behave' >/dev/null; grep -i -e producers -e '"causes"' page.md report
  [1]
  $ spoilt() { printf '%s' "$producers" | sed "$1" >given; conform --producers given 'hostile behave'; }
  $ spoilt d; spoilt 's/.*/nonsense/'; spoilt '2,$d; s/.*/[]/'; spoilt '2,$d; s/.*/{}/'; spoilt 's/"lines":\[/"lines":{},"x":[/'
  sframe-conform: --producers given: line 1: no JSON, or not all of it: '[' or '{' expected near end of file
  sframe-conform: --producers given: line 1: no JSON, or not all of it: '[' or '{' expected near 'nonsense'
  sframe-conform: --producers given: not a matrix of producers: Expected object, got array
  sframe-conform: --producers given: not a matrix of producers: Object item not found: lines
  sframe-conform: --producers given: not a matrix of producers: 1 object item(s) left unpacked: x
  [2]
  $ spoilt 's/"findings":\[.*/"findings":1}/'; spoilt 's/"files":5}\]/&,"more":1/'; spoilt 's/"objects_of":null/"objects_of":3/'
  sframe-conform: --producers given: not a matrix of producers: Expected array, got integer
  sframe-conform: --producers given: not a matrix of producers: 1 object item(s) left unpacked: more
  sframe-conform: --producers given: not a matrix of producers: Expected string, got integer
  [2]
  $ spoilt 's/"valid":35/"valid":"35"/'; spoilt 's/"findings":{}/"findings":[]/'; spoilt 's/"reed-rows":1/"reed-rows":0.5/'
  sframe-conform: --producers given: not a matrix of producers: Expected integer, got string
  sframe-conform: --producers given: not a matrix of producers: Expected object, got array
  sframe-conform: --producers given: not a matrix of producers: Expected integer, got real
  [2]
  $ spoilt 's/"title":"Another | – order"/"title":null/'; spoilt 's/,"files":5}/}/'; spoilt 's/"files":5}\]/&,"lines":[]/'
  sframe-conform: --producers given: not a matrix of producers: Expected string, got null
  sframe-conform: --producers given: not a matrix of producers: Object item not found: files
  sframe-conform: --producers given: line 4: no JSON, or not all of it: duplicate object key near '"lines"'
  [2]
  $ conform --producers . 'hostile behave'
  sframe-conform: --producers .: Is a directory
  [2]
  $ causes='{"lines":[{"adapter":"behave","page":"reed-rows","title":"Rows","vectors":12,"smallest":"v1/a"}]}'
  $ echo "$causes" >given; conform --causes given --json report 'hostile behave' >/dev/null; grep -o '"causes":[^]]*' report
  "causes":{"lines":[{"adapter":"behave","page":"reed-rows","title":"Rows","vectors":12,"smallest":"v1/a"}
  $ spoilt() { printf '%s' "$causes" | sed "$1" >given; conform --causes given 'hostile behave'; }
  $ spoilt d; spoilt 's/.*/nonsense/'; spoilt 's/.*/[]/'; spoilt 's/.*/{}/'; spoilt 's/\[.*\]/{}/'; spoilt 's/\[.*\]/[1]/'
  sframe-conform: --causes given: line 1: no JSON, or not all of it: '[' or '{' expected near end of file
  sframe-conform: --causes given: line 1: no JSON, or not all of it: '[' or '{' expected near 'nonsense'
  sframe-conform: --causes given: not a table of causes: Expected object, got array
  sframe-conform: --causes given: not a table of causes: Object item not found: lines
  sframe-conform: --causes given: not a table of causes: Expected array, got object
  sframe-conform: --causes given: not a table of causes: Expected object, got integer
  [2]
  $ spoilt 's/\]/&,"more":1/'; spoilt 's/"reed-rows"/7/'; spoilt 's/"reed-rows"/null/'; spoilt 's/"Rows"/null/'
  sframe-conform: --causes given: not a table of causes: 1 object item(s) left unpacked: more
  sframe-conform: --causes given: not a table of causes: Expected string, got integer
  sframe-conform: --causes given: not a table of causes: Expected null, got string
  sframe-conform: --causes given: not a table of causes: Expected string, got null
  [2]
  $ spoilt 's/12/"12"/'; spoilt 's/"v1.a"/null/'; spoilt 's/"behave"/null/'; spoilt 's/}/,"more":1}/'
  sframe-conform: --causes given: not a table of causes: Expected integer, got string
  sframe-conform: --causes given: not a table of causes: Expected string, got null
  sframe-conform: --causes given: not a table of causes: Expected string, got null
  sframe-conform: --causes given: not a table of causes: 1 object item(s) left unpacked: more
  [2]

Markdown has the causes that were found, too, each with its smallest vector.

  $ sframe-gen emit --select 'v1/amd64/lookup/inc-addr1-word1-two/*' >corpus
  $ conform --markdown - 'zoo --bug base_inverted' | head -n 1
  # SFrame conformance: not as expected
  $ sed -n 's/^1[.] .* \(explains .*\)/\1/p' said
  explains 12 of them, the smallest `v1/amd64/lookup/inc-addr1-word1-two/f0-start-at`

SARIF has a result for each cause and each fault, at the expectation file.

  $ vectors 40 | sframe-gen close >corpus; echo 'nowhere fail' >'my known'
  $ conform --sarif sarif --expect 'my known' "$(answers '"3": {"error": "no"}, "4": {"error": "no"}')" >/dev/null
  [1]
  $ /usr/bin/python3 -c 'import json
  > (run,) = json.load(open("sarif"))["runs"]
  > assert {each["ruleId"] for each in run["results"]} <= {each["id"] for each in run["tool"]["driver"]["rules"]}
  > for each in run["results"]:
  >     print(each["ruleId"], each["message"]["text"], each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])'
  fail hostile: 2 vectors: fail check an error where an answer is due. The first is v2/amd64/check/made/0003: an error where an answer is due: no my%20known
  run hostile: my known:1: nowhere matches nothing my%20known
  $ conform --sarif sarif 'hostile behave' >/dev/null; grep -o '"version":"2[^"]*"' sarif; grep -o '"results":[^,]*' sarif
  "version":"2.1.0"
  "results":[]}]}
