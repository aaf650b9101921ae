Questions in other orders, and what they cost.

  $ . "$TESTDIR/setup.sh"
  $ sframe-gen emit --select 'v1/amd64/lookup/inc-addr1-word1-two/*' >corpus

A reader that keeps something wrongly is right about each question alone.

  $ conform 'zoo --bug walk_goes_on' | grep -v '^  '
  zoo (zoo 0.1.0): 16 asked: 16 pass; 16 judged
  as expected: 1 implementation, 16 vectors, 16 asked, 0 unexpected, 16 judged
  $ conform --sequences 'zoo --bug walk_goes_on' | sed 's/printf .*\(ask.*close\)/printf ...\1/'
  zoo (zoo 0.1.0): 16 asked: 8 pass 8 unsteady; 16 judged
    cause 1 explains 8 of 8 failures: answers otherwise when it is asked in another order
    v1/amd64/lookup/inc-addr1-word1-two/f0-start-at: unsteady: is answered otherwise after other questions: none: alone nothing, and then "row"
      also: function: expected 0, got nothing
      also: row: expected 0, got nothing
      also: cfa: expected {"base":"sp","offset":8}, got nothing
      and 7 more that look like it
      again: printf ...ask 3 0 lookup 11000\nclose 4 0\n' | zoo --bug walk_goes_on
    sequences: 16 questions in 5 orders, 8 unsteady
  To go on with failures that are known, run this again with --expect FILE --accept: it begins FILE
  NOT as expected: 1 implementation, 16 vectors, 16 asked, 8 unexpected, 16 judged
  $ sed -n '/^    again: /{s///p;q}' said >again; sh again | sed 1d
  {"request":1}
  {"request":2,"pc":"0x11008","function":0,"row":1,"cfa":{"base":"sp","offset":16},"ra":{"base":"cfa","offset":-8,"deref":true},"fp":{"base":"cfa","offset":-16,"deref":true},"mangled_ra":false,"signal":false}
  {"request":3,"pc":"0x11000","none":"row"}
  {"request":4}

Alone it passes, so no command asks it alone.  Only of some vectors a short sequence is looked for: where this one has
none, that of another one stands there.

  $ grep alone: said
  [1]
  $ sframe-gen emit --select 'v1/amd64/lookup/inc*' | sed '$d' | tac >corpus
  $ conform --sequences 'zoo --bug walk_goes_on' | grep -o '^    again, of v1/amd64/lookup/[^ ]*: printf'
      again, of v1/amd64/lookup/inc-addr4-word4-two/f1-r2-before: printf
  $ sed -n '/^    again, of [^:]*: /{s///p;q}' said >again; sh again | grep -c request
  4
  $ sframe-gen emit --select 'v1/amd64/lookup/inc-addr1-word1-two/*' >corpus

What a reader keeps wrongly is found and sent again; few requests are enough: hello and two questions, or what opens, asks and closes.

  $ sframe-gen emit --select 'v1/amd64/lookup/inc-addr1-word1-t*' --select 'v2/aarch64/lookup/inc-addr2-word2-two/*' >corpus
  $ for bug in last_function_kept found_kept_by_pc walk_goes_on bytes_of_one_section; do
  >     conform --sequences --json report "zoo --bug $bug" >/dev/null; sed -n '/^    again: /{s///p;q}' said >again; sh again >answers
  >     grep -m 1 '"outcome":"unsteady"' report | sed 's/.*"answer":\({.*}\),"replay".*/\1/' >unsteady
  >     echo "$bug: $(wc -l <answers) answers, and $(grep -c -F -x -f unsteady answers) is the unsteady one"
  > done
  last_function_kept: 3 answers, and 1 is the unsteady one
  found_kept_by_pc: 3 answers, and 1 is the unsteady one
  walk_goes_on: 5 answers, and 1 is the unsteady one
  bytes_of_one_section: 8 answers, and 1 is the unsteady one
  $ conform --sequences zoo | tail -n 1
  as expected: 1 implementation, 32 vectors, 32 asked, 0 unexpected, 32 judged

The seed says how questions are shuffled.

  $ for run in 1 2; do
  >     conform --sequences --seed 7 --json - 'zoo --bug walk_goes_on' | sed 's/"started":"[^"]*","seconds":[0-9.]*//' >run$run
  > done; diff run1 run2; grep -o '"seed":[0-9]*' run1
  "seed":7
  $ sframe-gen emit --select 'v1/amd64/lookup/inc-addr1-word1-two/*' >corpus

What costs too much is a fault of the run, and no outcome of a vector.

  $ conform --growth 'zoo --bug refused_kept' | sed 's/[0-9]* kB/N kB/; /^  growth: /d'
  zoo (zoo 0.1.0): 16 asked: 16 pass; 16 judged
    grows: memory grows by about N kB in each of 40 rounds of the same 240 broken sections
  NOT as expected (grows): 1 implementation, 16 vectors, 16 asked, 0 unexpected, 16 judged
  $ conform --sequences --growth oracle | sed 's/ [1-9][0-9]* were/ N were/'
  oracle (sframe-ref 0.1.0): 16 asked: 16 pass; 16 judged
    sequences: 16 questions in 5 orders, 0 unsteady
    growth: of 19 measures N were large enough to be compared, and 0 grow
  as expected: 1 implementation, 16 vectors, 16 asked, 0 unexpected, 16 judged

Words and the order of members do not count, and an adapter may end after each answer.

  $ malformed='s/"class":"valid"/"class":"malformed"/; s/"expect":.*/"expect":{"oracle":{},"accept":["error"]}}/'
  $ vectors 5 | sed "$malformed" >corpus; asked() { conform --sequences --json report "$@" | sed -n '1s/.* asked:/ /p'; }
  $ asked "$(scripted <<<'answer = {"request": number, "error": f"at {count}"}')"; vectors 5 >corpus
    5 pass; 5 judged
  $ asked "$(scripted <<<'print(json.dumps(answer), flush=True); sys.exit(0)')"
    5 pass; 5 judged

What makes an answer unsteady is said, and how it comes again: after hello and three questions, where the third is another.

  $ unsteady() { asked "$@"; grep -o -E '"reason":"([^"\\]|\\.)*"' report | sort | uniq -c; }
  $ third='answer.update({"verdict": "malformed"} if count == 3 else {})'
  $ unsteady "$(scripted <<<"$third")"; grep '"outcome":"unsteady"' report | grep -o '"replay":.*\]' | awk -F '","' '{ print NF }' | uniq
    2 pass 3 unsteady; 5 judged
        3 "reason":"is answered otherwise after other questions: verdict: alone \"valid\", and then \"malformed\""
  4
  $ unsteady "$(scripted <<<'os._exit(3) if count == 2 else None')"
    3 pass 2 unsteady; 5 judged
        2 "reason":"is answered otherwise after other questions: alone {\"request\": 1, \"verdict\": \"valid\", \"violations\": []}, and then it ended with exit status 3"
  $ unsteady --deadline 0.5 "$(scripted <<<'time.sleep(60) if count == 3 else None')" | grep -m 1 -o 'and then it did not answer in time'
  and then it did not answer in time
  $ opened='answer.update({"verdict": "malformed"} if words[0] == "ask" else {})'
  $ unsteady "$(scripted '{"opens": true}' <<<"$opened")"
    5 unsteady; 5 judged
        5 "reason":"is answered otherwise when its section is opened first: verdict: alone \"valid\", and then \"malformed\""
  $ together='words[0] == "concurrent" and answer.update(differs=0, alone={"verdict": "valid"}, together={"verdict": "malformed"})'
  $ unsteady "$(scripted '{"opens": true, "concurrent": true}' <<<"$together")"; grep -o '"concurrent [^"]*"' report | uniq
    5 unsteady; 5 judged
        5 "reason":"is answered otherwise when several threads ask at once: verdict: alone \"valid\", and then \"malformed\""
  "concurrent 2 0 4 1\\ncheck 0\\n"
  $ conform "$(scripted '{"opens": "yes"}' <<<'')" | sed 1q
  x: cannot be asked: hello: opens is neither true nor false

It may be expected.

  $ echo '* unsteady' >known; asked --expect known "$(scripted '{"opens": true}' <<<"$opened")"; tail -n 1 said | grep -o '^as expected'
    5 unsteady; 5 judged
  as expected

Shards of two seeds are not of one run.

  $ for shard in 1 2; do asked --shard $shard/2 --seed $shard "$(scripted <<<'')"; mv report $shard; done; sframe-conform merge 1 2
    3 pass; 3 judged
    2 pass; 2 judged
  sframe-conform: 1 and 2 are not of one run: seed is 1, and 2
  [2]

A run that is ended counts what was asked before.  Here the second process, the first that is asked a sequence, waits for that.

  $ waits='first = os.path.exists("mark") if count == 1 else first; open("mark", "a").close()
  > if first: open("reached", "w").close(); time.sleep(60)'
  $ sframe-conform --corpus corpus --jobs 1 --sequences --json report "$(scripted <<<"$waits")" >out 2>&1 & run=$!
  $ until test -e reached; do sleep 0.05; done; kill -TERM $run; wait $run
  [143]
  $ grep -o -e '"complete":false' -e '"outcomes":{"pass":5}' report | uniq
  "complete":false
  "outcomes":{"pass":5}

What grows faster than the section is said; a reader that keeps answers is measured each time, as no section comes twice.

  $ grows() { conform --growth --json report "$@" >/dev/null; grep -o '"grows":true,"words":"[^"]* grows' report; }
  $ sframe-gen emit --select v3/amd64/check/inc-addr1-word1-one/whole >one
  $ sframe-conform --corpus one --growth 'zoo --bug order_of_all_pairs' | grep -e asked: -e grows: | sed 's/grows [0-9].*/grows/'
  zoo (zoo 0.1.0): 1 asked: 1 pass; 1 judged
    grows: time of lookup, functions grows
  $ grows "$(scripted <<<'x = b"x" * (len(data) ** 2 // 64)')" | grep functions
  "grows":true,"words":"memory of check, functions grows
  $ keeps='key = *words[3:5], len(data); kept = globals().setdefault("kept", {})
  > if key not in kept: kept[key] = sum(range(len(data) * 50))'
  $ grows "$(scripted <<<"$keeps")"; grep -o '"time","question":"check, functions","profile":"v2","abi":"amd64","ratio":[0-9]' report | cut -d , -f 1-3
  "time","question":"check, functions"

So does the time of a program below the adapter.

  $ echo 'import sys
  > for line in sys.stdin: sum(range(int(line) ** 2 // 4000)); print(flush=True)' >child
  $ below='import subprocess
  > pipe = subprocess.PIPE
  > child = child if count > 1 else subprocess.Popen([sys.executable, "-IS", "child"], stdin=pipe, stdout=pipe, text=True)
  > print(len(data), file=child.stdin, flush=True); child.stdout.readline()'
  $ grows "$(scripted <<<"$below")" | grep functions
  "grows":true,"words":"time of check, functions grows

What refuses, or dies of broken sections, is not measured.

  $ grows "$(scripted <<<'if len(data) > 9: answer = {"request": number, "error": "no"}')"; grep -o 'check, functions: not answered' report
  check, functions: not answered
  $ grows "$(scripted <<<'if len(data) > 9: sys.exit(3)')"; grep -o 'broken sections: its process ends too often' report
  broken sections: its process ends too often
  $ sframe-gen emit --select 'v1/amd64/lookup/inc-addr1-word1-two/*' >corpus

Every report knows of both, and so does a report that is made of one.

  $ of_all() { conform --shard 1/1 --github --json json --junit junit --tap tap --markdown md --html html --sarif sarif "$@" >/dev/null; }
  $ words() { grep -L "$1" said json junit tap md html sarif; sframe-conform merge --json merged json | grep -c "$1"; grep -c "$1" merged; }
  $ of_all --sequences 'zoo --bug walk_goes_on'; words unsteady; grep -o '"seed":[0-9]*' merged
  2
  9
  "seed":1
  $ /usr/bin/python3 -c 'import json
  > one, other = (json.load(open(name))["implementations"][0]["cases"] for name in ("json", "merged"))
  > print(len(one), one == other)'
  8 True
  $ of_all --growth 'zoo --bug refused_kept'; words 'grows: memory grows by about '
  1
  1
