Whatever an adapter does, the right vector gets the right outcome, the run ends, and no process is left: see hostile.py.

  $ . "$TESTDIR/setup.sh"
  $ vectors 100 | sframe-gen close >corpus; limits='--deadline 2 --memory 512 --answer-limit 100000'
  $ run() { conform $limits "$@"; set -- $?; left; return $1; }

`each MODE...` prints what comes of vector 7, in which all of these adapters misbehave.  Of other vectors it prints what
does not pass.

  $ each() {
  >     for mode; do
  >         (ulimit -v 1048576; conform $limits --jobs 2 --json report "hostile $mode" >out)
  >         sed -n -e "s,^  *v2/amd64/check/made/0007: ,$mode: ,p; /0007/d; s,^    v2,$mode: &,p" out
  >         [[ $(<out) = *'100 asked: 99 pass 1 '*' 1 unexpected'* && $(<report) = *'"complete":true'* ]] || cat out
  >     done
  >     left
  > }
  $ each die_{SEGV,ABRT,BUS,FPE,ILL,KILL,TERM,HUP,PIPE,USR1,XCPU,SYS,ALRM} reports_a_crash reports_an_exit reports_a_crash_and_dies
  die_SEGV: crash: died by SIGSEGV
  die_ABRT: crash: died by SIGABRT
  die_BUS: crash: died by SIGBUS
  die_FPE: crash: died by SIGFPE
  die_ILL: crash: died by SIGILL
  die_KILL: crash: died by SIGKILL
  die_TERM: crash: died by SIGTERM
  die_HUP: crash: died by SIGHUP
  die_PIPE: crash: died by SIGPIPE
  die_USR1: crash: died by SIGUSR1
  die_XCPU: crash: died by SIGXCPU
  die_SYS: crash: died by SIGSYS
  die_ALRM: crash: died by SIGALRM
  reports_a_crash: crash: died by SIGSEGV
  reports_an_exit: exit: ended with exit status 101
  reports_a_crash_and_dies: crash: died by SIGABRT, after its answer
  $ each exit_0 exit_3 answer_and_exit crash_after_it half_a_line leave_a_child_with_the_pipe allocate write_a_large_file
  exit_0: exit: ended with exit status 0
  exit_3: exit: ended with exit status 3
  answer_and_exit: exit: ended with exit status 4, after its answer
  crash_after_it: crash: died by SIGSEGV, after its answer
  half_a_line: exit: ended with exit status 0 in the middle of a line
  leave_a_child_with_the_pipe: exit: ended with exit status 5
  allocate: exit: ended with exit status 1
  write_a_large_file: exit: ended with exit status 1
  $ each never_answer ignore_sigterm spin stop_itself have_its_runner_trace_it trickle half_a_line_and_wait close_stdout
  never_answer: hang: did not answer within 2 s
  ignore_sigterm: hang: did not answer within 2 s
  spin: hang: did not answer within 2 s
  stop_itself: hang: did not answer within 2 s
  have_its_runner_trace_it: hang: did not answer within 2 s
  trickle: hang: did not answer within 2 s
  half_a_line_and_wait: hang: did not answer within 2 s
  close_stdout: exit: closed its output and did not end within 2 s
  $ each hop hang_with_children hang_with_children_elsewhere
  hop: hang: did not answer within 2 s
  hang_with_children: hang: did not answer within 2 s
  hang_with_children_elsewhere: hang: did not answer within 2 s
  $ each a_gigabyte a_long_line stderr_without_end stdout_without_end
  a_gigabyte: flood: wrote more than 100000 bytes without a line's end
  a_long_line: flood: wrote more than 100000 bytes without a line's end
  stderr_without_end: flood: wrote more than 100000 bytes to standard error
  stdout_without_end: garbage: not JSON: '[' or '{' expected near end of file, at byte 0

Lines that are no answers.

  $ each garbage an_empty_line invalid_utf8 a_zero_byte deep_nesting deep_for_us not_closed not_an_object a_huge_integer \
  >     a_huge_real no_number a_number_as_string twice_the_same_member a_wrong_type an_unknown_member another_number \
  >     a_negative_number twice garbage_after_it out_of_order many_lines refuses refuses_at_depth
  garbage: garbage: not JSON: '[' or '{' expected near 'Segmentation', at byte 12
  an_empty_line: garbage: not JSON: '[' or '{' expected near end of file, at byte 0
  invalid_utf8: garbage: not JSON: unable to decode byte 0xff near '"', at byte 25
  a_zero_byte: garbage: not JSON: a zero byte, at byte 30
  deep_nesting: garbage: not JSON: maximum parsing depth reached near '[', at byte 2077
  deep_for_us: garbage: nested more than 64 deep
  not_closed: garbage: not JSON: '}' expected near end of file, at byte 33
  not_an_object: garbage: not an object
  a_huge_integer: garbage: not JSON: too big integer, at byte 413
  a_huge_real: garbage: not JSON: real number overflow near '1e999999', at byte 34
  no_number: garbage: no number of a request
  a_number_as_string: garbage: no number of a request
  twice_the_same_member: garbage: not JSON: duplicate object key near '"verdict"', at byte 44
  a_wrong_type: garbage: check: wrong type of verdict: 1 is a whole number, and owed is a string
  an_unknown_member: garbage: check: no schema names the member verdikt
  another_number: stray: an answer to another request
  a_negative_number: stray: an answer to another request
  twice: stray: one answer too many
  garbage_after_it: garbage: after its answer: not JSON: '[' or '{' expected near 'done', at byte 4
  out_of_order: stray: an answer to another request
  many_lines: fail: an error where an answer is due: no as expected:  [0m
  refuses: fail: an error where an answer is due: no
  refuses_at_depth: fail: an error where an answer is due: no

What is no fault passes, and what is not supported is counted.

  $ vectors 20 | sframe-gen close >corpus
  $ for mode in says_more_space daemon_left_behind exit_after_each cannot; do run --jobs 2 "hostile $mode" | sed 1q; done
  hostile (hostile 1): 20 asked: 20 pass; 20 judged
  hostile (hostile 1): 20 asked: 20 pass; 20 judged
  hostile (hostile 1): 20 asked: 20 pass; 20 judged
  hostile (hostile 1): 20 asked: 19 pass 1 unsupported; 19 judged

An adapter has its three pipes and nothing of ours.

  $ run --json report "hostile list_open_files" 'hostile behave' >out; grep -o '"error": "[^"]*"' report | uniq
  "error": "0 1 2"

What a crash says is kept, whether it is seen or reported; an answer that is none is kept as it was.

  $ kept() { run --jobs 2 --json report "hostile $1" >out; grep -o -e '"signal":"[^"]*"' -e '"stderr":"[^"]*"' -e '"answer":".\{40\}' report | sed 's/"[0-9]*"$/"PID"/'; }
  $ kept die_ABRT; kept reports_a_crash; kept reports_an_exit; kept invalid_utf8
  "stderr":"about to die by ABRT\u000a"
  "signal":"SIGABRT"
  "stderr":"PID"
  "signal":"SIGSEGV"
  "stderr":"panicked"
  "answer":"{\"request\": 7, \"error\": \"\ufffd\uff

Who reports crashes is started once, and never given up.

  $ vectors 800 >corpus; run --jobs 1 --json report 'hostile always_reports_a_crash' | sed 1q
  hostile (hostile 1): 800 asked: 800 crash; 800 judged
  $ grep -o '"stderr":"[0-9]*"' report | uniq | wc -l; grep -o '"gave_up":[^,]*' report
  1
  "gave_up":null

Who does not say hello is missing, with the reason, and what it said last.

  $ for mode in exits_at_once cannot_load dies_at_once never_says_hello says_nothing_but_space hello_is_garbage hello_is_a_list \
  >     hello_of_protocol_4 hello_without_name hello_of_two_lines hello_with_lines_in_a_member hello_with_unknown_profile \
  >     hello_with_unknown_member hello_exposes_what_is_not; do
  >     run --jobs 2 "hostile $mode" | sed 1q
  > done
  hostile: cannot be asked: hello: it ended with exit status 9
  hostile: cannot be asked: hello: it ended with exit status 127: a library is not to be had; and more
  hostile: cannot be asked: hello: it died by SIGSEGV
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

  $ run --json report 'hostile hello_is_garbage' x=/nowhere/adapter --missing y='not here'; grep -o '"kind":"missing","words":"[^":]*' report
  y: missing, as known: not here
  hostile: cannot be asked: hello: not JSON: '[' or '{' expected near 'hello', at byte 5
  x: missing: cannot be started: No such file or directory (the program, or the interpreter that its first line names)
  nothing was asked of anybody
  NOT as expected (not asked): 3 implementations (2 missing, 1 cannot be asked), 100 vectors, 0 asked, 0 unexpected, 0 judged
  "kind":"missing","words":"cannot be asked
  "kind":"missing","words":"missing

Who answers nothing is given up after three deadlines, who crashes on all in the end.

  $ run --deadline 0.5 --jobs 1 'hostile buffer_all' | grep -e asked: -e 'gave up'
  hostile (hostile 1): 1 asked: 1 hang 99 not-run; 1 judged
    gave up as it answered nothing but hello within 3 deadlines; does it flush after each line?
  $ vectors 600 >corpus; hello='{"protocol":1,"name":"x","version":"1","profiles":["v2"],"abis":["amd64"],"operations":["check"]}'
  $ printf '#!/bin/sh\nread hello; echo '\''%s'\''; read request && kill -SEGV $$\n' "$hello" >dies; chmod +x dies
  $ run --jobs 1 dies | sed 1q
  dies (x 1): 500 asked: 500 crash 100 not-run; 500 judged

Who is another at a restart, or in another process, is given up; who says the same in another order is the same.

  $ vectors 100 | sframe-gen close >corpus; limits='--deadline 2'
  $ for change in '{"version":"2"}' '{"name":"other"}' '{"profiles":["v2"]}' '{"exposes":[]}'; do
  >     rm -f starts; run --jobs 1 "hostile change_hello_and_end '$change' $PWD/starts" | head -n 2 | cut -c 1-100
  >     rm -f starts; run --jobs 2 "hostile change_hello '$change' $PWD/starts" | sed -n 's/^.*\(at another start\)/\1/p' | cut -c 1-80
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
  $ for mode in exit_status crash hang talk; do run --jobs 1 "hostile ${mode}_at_end" | grep -v 'go on'; done
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

  $ run bad='hostile die_SEGV' good='hostile behave' | grep asked:
  bad (hostile 1): 100 asked: 99 pass 1 crash; 100 judged
  good (hostile 1): 100 asked: 100 pass; 100 judged
  $ vectors 10 >corpus; run 'hostile two_hellos' | sed 1q
  hostile (hostile 1): 10 asked: 10 garbage; 10 judged

What a process does until it has ended is its vector's, also if that is asked alone.  Behind the last one, its input may end.

  $ vectors 12 >corpus; limits=
  $ for mode in crash fail half_a_line; do
  >     run --json report "hostile ${mode}_after_each" >out; grep -o '"reason":"[^"]*"' report | uniq -c | sed 's/^ *1[12]/many/'
  > done
  many "reason":"died by SIGABRT, after its answer"
  many "reason":"ended with exit status 4, after its answer"
  many "reason":"ended with exit status 0 in the middle of a line, after its answer"

What no vector does alone, and a start that fails now and then, still fail the run.

  $ vectors 40 | sframe-gen close >corpus
  $ for mode in crash exit garbage hang; do run --deadline 1 "hostile ${mode}_with_others"; done
  hostile (hostile 1): 40 asked: 40 pass; 40 judged
    asked several vectors, it died by SIGSEGV; asked one at a time, it did not
  NOT as expected (ended): 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  hostile (hostile 1): 40 asked: 40 pass; 40 judged
    asked several vectors, it ended with exit status 3; asked one at a time, it did not
  NOT as expected (ended): 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  hostile (hostile 1): 40 asked: 40 pass; 40 judged
    asked several vectors, it wrote a line that is no answer (not JSON: '[' or '{' expected near 'oops', at byte 4); asked one at a time, it did not
  NOT as expected (ended): 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  hostile (hostile 1): 40 asked: 40 pass; 40 judged
    asked several vectors, it did not answer within 1 s; asked one at a time, it did not
  NOT as expected (ended): 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  [1]
  $ run "hostile fail_first_start $PWD/started"
  hostile (hostile 1): 40 asked: 40 pass; 40 judged
    a start of it failed: hello: it ended with exit status 1
  NOT as expected (ended): 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  [1]

A run ends: who hangs after each answer is given up early, and who answers just in time later.

  $ vectors 200 >corpus; run --deadline 0.2 --jobs 1 'hostile hang_after_each' | sed -En 's/.* (1[5-9].) not-run;.*/most not-run/p; /gave up/p'
  most not-run
    gave up after it hung or flooded 40 times
  $ vectors 2000 >corpus; run --deadline 0.06 --jobs 1 'hostile just_in_time 0.03' | sed -En 's/.* 1... not-run;.*/most not-run/p; /gave up/p'
  most not-run
    gave up after 120 deadlines of waiting in all (--deadline sets how long one is)
