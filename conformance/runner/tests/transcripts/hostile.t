Whatever an adapter does, the right vector gets the right outcome, the run ends, and no process is left: see hostile.py.

  $ . "$TESTDIR/setup.sh"
  $ vectors 100 | sframe-gen close >corpus; limits='--deadline 2 --memory 512 --answer-limit 100000'
  $ run() { conform $limits "$@"; set -- $?; left; return $1; }

`each ACTIONS...` asks an adapter that misbehaves in every third vector, each time in another way, and prints what comes of
each.  It says so if something else comes of the others.

  $ each() {
  >     local actions='' number=0 one
  >     for one; do actions+=" of $((number += 3)) $one"; done
  >     (ulimit -v 1048576; conform $limits --jobs 2 --json report "hostile$actions" >out); left
  >     sed 's/{"id"/\n&/g' report | grep '^{"id"' >cases; grep -o -e '"gave_up":"[^"]*"' -e '"complete":false' report
  >     diff <(grep -o '^{"id":"[^"]*' cases) <(seq -f '{"id":"v2/amd64/check/made/%04g' 3 3 $number)
  >     sed 's/.*"outcome":"\([a-z]*\)".*"reason":"\(\([^"\\]\|\\.\)*\)".*/ \1: \2/' cases | paste -d : <(printf '%s\n' "${@#say:}") -
  > }
  $ each die:{SEGV,ABRT,FPE,KILL,HUP,PIPE,SYS} ended:SIGSEGV ended:101 'ended:SIGSEGV die:ABRT'
  die:SEGV: crash: died by SIGSEGV
  die:ABRT: crash: died by SIGABRT
  die:FPE: crash: died by SIGFPE
  die:KILL: crash: died by SIGKILL
  die:HUP: crash: died by SIGHUP
  die:PIPE: crash: died by SIGPIPE
  die:SYS: crash: died by SIGSYS
  ended:SIGSEGV: crash: died by SIGSEGV
  ended:101: exit: ended with exit status 101
  ended:SIGSEGV die:ABRT: crash: died by SIGABRT, after its answer
  $ each exit:0 exit:3 'right exit:4' 'right die:SEGV' "say:'{\"request\": 7, \"ver' exit:0" 'children:1 exit:5' \
  >     allocate:800000000 write_a_large_file
  exit:0: exit: ended with exit status 0
  exit:3: exit: ended with exit status 3
  right exit:4: exit: ended with exit status 4, after its answer
  right die:SEGV: crash: died by SIGSEGV, after its answer
  '{"request": 7, "ver' exit:0: exit: ended with exit status 0 in the middle of a line
  children:1 exit:5: exit: ended with exit status 5
  allocate:800000000: exit: ended with exit status 1
  write_a_large_file: exit: ended with exit status 1
  $ each wait 'ignore_signals wait' spin stop traced trickle "say:'{' wait" 'close wait'
  wait: hang: did not answer within 2 s
  ignore_signals wait: hang: did not answer within 2 s
  spin: hang: did not answer within 2 s
  stop: hang: did not answer within 2 s
  traced: hang: did not answer within 2 s
  trickle: hang: did not answer within 2 s
  '{' wait: hang: did not answer within 2 s
  close wait: exit: closed its output and did not end within 2 s
  $ each 'hop wait' 'children:4 wait' 'children_elsewhere:3 wait'
  hop wait: hang: did not answer within 2 s
  children:4 wait: hang: did not answer within 2 s
  children_elsewhere:3 wait: hang: did not answer within 2 s
  $ each megabytes:1024 "say:'{\"request\": 7, \"error\": \"' megabytes:1" "endless:'2 complaint\\n'" "endless:'1 \\n'"
  megabytes:1024: flood: wrote more than 100000 bytes without a line's end
  '{"request": 7, "error": "' megabytes:1: flood: wrote more than 100000 bytes without a line's end
  endless:'2 complaint\n': flood: wrote more than 100000 bytes to standard error
  endless:'1 \n': garbage: not JSON: '[' or '{' expected near end of file, at byte 0

Lines that are no answers.

  $ lines() { local all=() one; for one; do all+=("say:'$one'"); done; each "${all[@]}"; }
  $ lines 'Segmentation fault (just kidding)\n' '\n' '{"request": @, "error": "\xff\xfe\xc0\x80"}\n' \
  >     '{"request": @, "verdict": "val\0id"}\n' '{"request": @, "verdict": "valid"\n' '[7]\n' \
  >     '{"request": @, "verdict": 1e999999}\n' '{"request": 9'$(printf %0400d 0)'}\n' '{"verdict": "valid"}\n' \
  >     '{"request": "@", "verdict": "valid"}\n' '{"request": @, "verdict": "valid", "verdict": "valid"}\n' \
  >     '{"request": @, "verdict": 1}\n' '{"request": @, "verdikt": "valid"}\n' '{"request": 70, "verdict": "valid"}\n' \
  >     '{"request": -7, "verdict": "valid"}\n' '{"request": @, "error": "no\\nas expected: \\u001b[0m"}\n' |
  >     sed 's/0\{400\}/(and 400 zeros)/'
  'Segmentation fault (just kidding)\n': garbage: not JSON: '[' or '{' expected near 'Segmentation', at byte 12
  '\n': garbage: not JSON: '[' or '{' expected near end of file, at byte 0
  '{"request": @, "error": "\xff\xfe\xc0\x80"}\n': garbage: not JSON: unable to decode byte 0xff near '\"', at byte 25
  '{"request": @, "verdict": "val\0id"}\n': garbage: not JSON: a zero byte, at byte 31
  '{"request": @, "verdict": "valid"\n': garbage: not JSON: '}' expected near end of file, at byte 34
  '[7]\n': garbage: not an object
  '{"request": @, "verdict": 1e999999}\n': garbage: not JSON: real number overflow near '1e999999', at byte 35
  '{"request": 9(and 400 zeros)}\n': garbage: not JSON: too big integer, at byte 413
  '{"verdict": "valid"}\n': garbage: no number of a request
  '{"request": "@", "verdict": "valid"}\n': garbage: no number of a request
  '{"request": @, "verdict": "valid", "verdict": "valid"}\n': garbage: not JSON: duplicate object key near '\"verdict\"', at byte 45
  '{"request": @, "verdict": 1}\n': garbage: check: wrong type of verdict: 1 is a whole number, and owed is a string
  '{"request": @, "verdikt": "valid"}\n': garbage: check: no schema names the member verdikt
  '{"request": 70, "verdict": "valid"}\n': stray: an answer to another request
  '{"request": -7, "verdict": "valid"}\n': stray: an answer to another request
  '{"request": @, "error": "no\\nas expected: \\u001b[0m"}\n': fail: an error where an answer is due: no as expected:  [0m
  $ each nest:20000 nest:2040 nest:63 'right right' "right 'say:done\n'" out_of_order refuse
  nest:20000: garbage: not JSON: maximum parsing depth reached near '[', at byte 2092
  nest:2040: garbage: nested more than 64 deep
  nest:63: fail: an error where an answer is due: no
  right right: stray: one answer too many
  right 'say:done\n': garbage: after its answer: not JSON: '[' or '{' expected near 'done', at byte 4
  out_of_order: stray: an answer to another request
  refuse: fail: an error where an answer is due: no

What is no fault passes, and what is not supported is counted.

  $ vectors 20 | sframe-gen close >corpus
  $ for actions in "say:' { \"request\" :\t7 , \"verdict\" : \"valid\" } \r\n'" 'daemon right' 'each right exit:0' \
  >     "say:'{\"request\": 7, \"unsupported\": \"no\"}\n'"; do
  >     run --jobs 2 "hostile $actions" | sed 1q
  > done
  hostile (hostile 1): 20 asked: 20 pass; 20 judged
  hostile (hostile 1): 20 asked: 20 pass; 20 judged
  hostile (hostile 1): 20 asked: 20 pass; 20 judged
  hostile (hostile 1): 20 asked: 19 pass 1 unsupported; 19 judged

An adapter has its three pipes and nothing of ours.

  $ run --json report "hostile each files" 'hostile behave' >out; grep -o '"error": "[^"]*"' report | uniq
  "error": "0 1 2"

What a crash says is kept, whether it is seen or reported; an answer that is none is kept as it was.

  $ kept() { run --jobs 2 --json report "hostile $1" >out; grep -o -e '"signal":"[^"]*"' -e '"stderr":"[^"]*"' -e '"answer":".\{40\}' report | sed 's/"[0-9]*"$/"PID"/'; }
  $ kept die:ABRT; kept ended:SIGSEGV; kept "say:'{\"request\": 7, \"error\": \"\xff\xfe\xc0\x80\"}\n'"
  "stderr":"about to die by ABRT\u000a"
  "signal":"SIGABRT"
  "stderr":"PID"
  "signal":"SIGSEGV"
  "answer":"{\"request\": 7, \"error\": \"\ufffd\uff

Who reports crashes is started once, and never given up.

  $ vectors 800 >corpus; run --jobs 1 --json report 'hostile each ended:SIGSEGV' | sed 1q
  hostile (hostile 1): 800 asked: 800 crash; 800 judged
  $ grep -o '"stderr":"[0-9]*"' report | uniq | wc -l; grep -o '"gave_up":[^,]*' report
  1
  "gave_up":null

Who does not say hello is missing, with the reason, and what it said last.

  $ for actions in exit:9 "complain:'a library is not to be had\nand more\n' exit:127" die:SEGV wait "endless:'1  '" \
  >     "say:'hello!\n'" "say:'[]\n'" "greet:'{\"protocol\": 4}'" "greet:'{\"name\": null}'" \
  >     "greet:'{\"name\": \"x\\nas expected\"}'" "greet:'{\"x\\ny\": 1}'" "greet:'{\"profiles\": [\"v9\"]}'" \
  >     "greet:'{\"exposed\": []}'" "greet:'{\"exposes\": [\"decode.functoins\"]}'"; do
  >     run --jobs 2 "hostile hello $actions" | sed 1q
  > done
  hostile: cannot be asked: hello: it ended with exit status 9
  hostile: cannot be asked: hello: it ended with exit status 127: a library is not to be had; and more
  hostile: cannot be asked: hello: it died by SIGSEGV: about to die by SEGV
  hostile: cannot be asked: hello: it did not answer within 10 s; does it flush after each line?
  hostile: cannot be asked: hello: it wrote more than 100000 bytes without a line's end
  hostile: cannot be asked: hello: not JSON: '[' or '{' expected near 'hello', at byte 5
  hostile: cannot be asked: hello: not an object
  hostile: cannot be asked: hello: protocol is none of 1 to 3
  hostile: cannot be asked: hello: name and version must be there, as strings of one line
  hostile: cannot be asked: hello: name and version must be there, as strings of one line
  hostile: cannot be asked: hello: no such member as x y
  hostile: cannot be asked: hello: profiles: no such thing as v9; there are v1, v2, v2e1, v2e2, v3
  hostile: cannot be asked: hello: no such member as exposed; perhaps exposes?
  hostile: cannot be asked: hello: exposes: no answer has a member decode.functoins
  $ vectors 100 | sframe-gen close >corpus; limits=
  $ dies() { printf "$1" >words; shift; run "$@" "x=sh -c 'cat words >&2; exit 3'" | sed 1q; }
  $ dies 'no such library\nmore'
  x: cannot be asked: hello: it ended with exit status 3: no such library; more
  $ dies 'Traceback (most recent call last):\n  File "x", line 3, in <module>\n    import y\nImportError: no y\n'
  x: cannot be asked: hello: it ended with exit status 3: Traceback (most recent call last):; ImportError: no y
  $ dies "$(head -c 9999 /dev/zero | tr '\0' x)\na.js:1\nfoo()\n^\n\nError: foo\n    at a.js:1\n\nNode.js v20\n"
  x: cannot be asked: hello: it ended with exit status 3: foo(); ^; Error: foo; Node.js v20
  $ dies '    all of it\n  is indented\n'
  x: cannot be asked: hello: it ended with exit status 3:   is indented
  $ dies "$(head -c 9999 /dev/zero | tr '\0' y)" | tr -d -c y | wc -c
  319
  $ dies '\033[31mred\007'; dies ''
  x: cannot be asked: hello: it ended with exit status 3:  [31mred 
  x: cannot be asked: hello: it ended with exit status 3
  $ shadow='==7==ERROR: AddressSanitizer failed to allocate 0xdfff0001000 bytes at address 2008fff7000'
  $ dies "$shadow"; dies "$shadow" --memory 0
  x: cannot be asked: hello: it ended with exit status 3: ==7==ERROR: AddressSanitizer failed to allocate 0xdfff0001000 bytes at address 2008fff7000 (a sanitizer needs all address space: --memory 0)
  x: cannot be asked: hello: it ended with exit status 3: ==7==ERROR: AddressSanitizer failed to allocate 0xdfff0001000 bytes at address 2008fff7000

Only a program that is not there is called missing.

  $ run --json report "hostile hello 'say:hello!\n'" x=/nowhere/adapter --missing y='not here'; grep -o '"kind":"missing","words":"[^":]*' report
  y: missing, as known: not here
  hostile: cannot be asked: hello: not JSON: '[' or '{' expected near 'hello', at byte 5
  x: missing: cannot be started: No such file or directory (the program, or the interpreter that its first line names)
  nothing was asked of anybody
  NOT as expected (not asked): 3 implementations (2 missing, 1 cannot be asked), 100 vectors, 0 asked, 0 unexpected, 0 judged
  "kind":"missing","words":"cannot be asked
  "kind":"missing","words":"missing

Who answers nothing is given up after three deadlines, who crashes on all in the end.

  $ run --deadline 0.5 --jobs 1 'hostile each' | grep -e asked: -e 'gave up'
  hostile (hostile 1): 1 asked: 1 hang 99 not-run; 1 judged
    gave up as it answered nothing but hello within 3 deadlines; does it flush after each line?
  $ vectors 600 >corpus; hello='{"protocol":1,"name":"x","version":"1","profiles":["v2"],"abis":["amd64"],"operations":["check"]}'
  $ printf '#!/bin/sh\nread hello; echo '\''%s'\''; read request && kill -SEGV $$\n' "$hello" >dies; chmod +x dies
  $ run --jobs 1 dies | sed 1q
  dies (x 1): 500 asked: 500 crash 100 not-run; 500 judged

Who is another at a restart, or in another process, is given up; who says the same in another order is the same.

  $ vectors 100 | sframe-gen close >corpus; limits='--deadline 2'
  $ for change in '{"version":"2"}' '{"name":"other"}' '{"profiles":["v2"]}' '{"exposes":[]}'; do
  >     rm -f starts; run --jobs 1 "hostile hello later:$PWD/starts greet:'$change' each right exit:0" | head -n 2 | cut -c 1-100
  >     rm -f starts; run --jobs 2 "hostile hello later:$PWD/starts greet:'$change'" | sed -n 's/^.*\(at another start\)/\1/p' | cut -c 1-80
  > done
  hostile (hostile 1): 1 asked: 1 pass 99 not-run; 1 judged
    v2/amd64/check/made/0002: not-run
  at another start its hello changed: version is "2", and was "1"
  hostile (hostile 1): 1 asked: 1 pass 99 not-run; 1 judged
    v2/amd64/check/made/0002: not-run
  at another start its hello changed: name is "other", and was "hostile"
  hostile (hostile 1): 1 asked: 1 pass 99 not-run; 1 judged
    v2/amd64/check/made/0002: not-run
  at another start its hello changed: profiles is ["v2"], and was ["v1","v2","v2e1
  hostile (hostile 1): 1 asked: 1 pass 99 not-run; 1 judged
    v2/amd64/check/made/0002: not-run
  at another start its hello changed: exposes is [], and was missing
  $ says() { printf '#!/bin/sh\nread hello; echo '\''%s'\''; read check n rest && echo "{\\"request\\":$n,\\"verdict\\":\\"valid\\"}"\n' "$1"; }
  $ says "$hello" >one; says "$(echo "$hello" | sed 's/\("name":"x"\),\("version":"1"\)/\2,\1/')" >other; cmp -s one other
  [1]
  $ printf '#!/bin/sh\nif mkdir once 2>/dev/null; then exec sh one; else exec sh other; fi\n' >either; chmod +x either
  $ vectors 4 >corpus; run --jobs 2 either | sed 1q
  either (x 1): 4 asked: 4 pass; 4 judged

An end that is none fails the run; who talks at its end is at fault in the last vector.

  $ vectors 100 | sframe-gen close >corpus
  $ for actions in exit:6 die:ABRT wait "'say:bye\n'"; do run --jobs 1 "hostile end $actions" | grep -v 'go on'; done
  hostile (hostile 1): 100 asked: 100 pass; 100 judged
    when its input ended, it ended with exit status 6
  NOT as expected (ended): 1 implementation, 100 vectors, 100 asked, 0 unexpected, 100 judged
  hostile (hostile 1): 100 asked: 100 pass; 100 judged
    when its input ended, it died by SIGABRT
  NOT as expected (ended): 1 implementation, 100 vectors, 100 asked, 0 unexpected, 100 judged
  hostile (hostile 1): 100 asked: 100 pass; 100 judged
    when its input ended, it did not end within 2 s
  NOT as expected (ended): 1 implementation, 100 vectors, 100 asked, 0 unexpected, 100 judged
  hostile (hostile 1): 100 asked: 99 pass 1 garbage; 100 judged
    v2/amd64/check/made/0100: garbage: after its answer: not JSON: '[' or '{' expected near 'bye', at byte 3
  NOT as expected: 1 implementation, 100 vectors, 100 asked, 1 unexpected, 100 judged

One hostile adapter does not touch another; two answers to hello are garbage for each vector.

  $ run bad='hostile die:SEGV' good='hostile behave' | grep asked:
  bad (hostile 1): 100 asked: 99 pass 1 crash; 100 judged
  good (hostile 1): 100 asked: 100 pass; 100 judged
  $ vectors 10 >corpus; run 'hostile hello greet greet' | sed 1q
  hostile (hostile 1): 10 asked: 10 garbage; 10 judged

What a process does until it has ended is its vector's, also if that is asked alone.  Behind the last one, its input may end.

  $ vectors 12 >corpus; limits=
  $ for actions in die:ABRT exit:4 "say:'{' exit:0"; do
  >     run --json report "hostile each right $actions" >out; grep -o '"reason":"[^"]*"' report | uniq -c | sed 's/^ *1[12]/many/'
  > done
  many "reason":"died by SIGABRT, after its answer"
  many "reason":"ended with exit status 4, after its answer"
  many "reason":"ended with exit status 0 in the middle of a line, after its answer"

What no vector does alone, and a start that fails now and then, still fail the run.

  $ vectors 12 | sframe-gen close >corpus
  $ for actions in die:SEGV exit:3 "'say:oops\n'" wait; do run --deadline 1 "hostile fourth $actions"; done
  hostile (hostile 1): 12 asked: 12 pass; 12 judged
    asked several vectors, it died by SIGSEGV; asked one at a time, it did not
  NOT as expected (ended): 1 implementation, 12 vectors, 12 asked, 0 unexpected, 12 judged
  hostile (hostile 1): 12 asked: 12 pass; 12 judged
    asked several vectors, it ended with exit status 3; asked one at a time, it did not
  NOT as expected (ended): 1 implementation, 12 vectors, 12 asked, 0 unexpected, 12 judged
  hostile (hostile 1): 12 asked: 12 pass; 12 judged
    asked several vectors, it wrote a line that is no answer (not JSON: '[' or '{' expected near 'oops', at byte 4); asked one at a time, it did not
  NOT as expected (ended): 1 implementation, 12 vectors, 12 asked, 0 unexpected, 12 judged
  hostile (hostile 1): 12 asked: 12 pass; 12 judged
    asked several vectors, it did not answer within 1 s; asked one at a time, it did not
  NOT as expected (ended): 1 implementation, 12 vectors, 12 asked, 0 unexpected, 12 judged
  [1]
  $ run "hostile hello once:$PWD/started exit:1"
  hostile (hostile 1): 12 asked: 12 pass; 12 judged
    a start of it failed: hello: it ended with exit status 1
  NOT as expected (ended): 1 implementation, 12 vectors, 12 asked, 0 unexpected, 12 judged
  [1]

A run ends: who hangs after each answer is given up early, and who answers just in time later.

  $ vectors 200 >corpus; run --deadline 0.2 --jobs 1 'hostile each right wait' | sed -En 's/.* (1[5-9].) not-run;.*/most not-run/p; /gave up/p'
  most not-run
    gave up after it hung or flooded 40 times
  $ vectors 2000 >corpus; run --deadline 0.06 --jobs 1 'hostile each sleep:0.03 right' | sed -En 's/.* 1... not-run;.*/most not-run/p; /gave up/p'
  most not-run
    gave up after 120 deadlines of waiting in all (--deadline sets how long one is)
