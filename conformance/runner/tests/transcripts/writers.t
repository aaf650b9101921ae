Writers in the runner: whatever comes, the right function gets the right outcome; see hostile_writer.py.

  $ . "$TESTDIR/setup.sh"
  $ unit() { sframe-programs --abi amd64 --family "$@" >corpus; }
  $ writer() { echo "writer=/usr/bin/python3 -IS $TESTDIR/../adapters/hostile_writer.py '$1'${2:+ '$2'}"; }
  $ refuses='{"refused": "no"}' cannot='{"unsupported": "not that"}' crashes='{"crash": "SIGSEGV", "messages": "about to"}'
  $ single() { unit single --select 'def-cfa-offset between*' --select 'def-cfa-offset at the start' --select 'offset-fp between code' \
  >     --select 'def-cfa-fp between*'; }

The function at fault is blamed, and no other: `each MODE...` prints what comes of each, where .cfi_offset 6 stands.

  $ each() {
  >     for mode; do
  >         conform --deadline 3 --answer-limit 4194304 --json report "$(writer "$mode" '.cfi_offset 6')" >out
  >         echo "$mode: status $?, $(sed -n 's/.* 5 asked: \(.*\);.*/\1/p' out) of" \
  >             $(grep -o '"id":"[^"]*","class":"[^"]*","outcome"' report | cut -d '"' -f 4 | grep -v /section$) \
  >             "$(sed -n 's/.*offset-fp_between_code: .* expected//p' out)"
  >     done; left
  > }
  $ single; each '{"object": "bm8gb2JqZWN0"}' '{"object": ""}' truncated other_machine '{"trouble": "too large"}' '{"object": "@@@@"}' \
  >     '{"object": "AAAAA"}' '{"object": [1]}' '{"section": "00"}' '{"messages": "none"}' '{"object": "", "refused": "no"}' \
  >     '{"object": "", "objetc": ""}' '{"refused": "no", "lines": ["one"]}' "$refuses" "$cannot" "$crashes" \
  >     '{"refused": "no", "lines": [-5, 0, 4611686018427387904]}' '{"inconsistent": "twice"}' dies exits sleeps floods stray
  {"object": "bm8gb2JqZWN0"}: status 1, 4 same 1 trouble of amd64/single/offset-fp_between_code : not an ELF file
  {"object": ""}: status 1, 4 same 1 trouble of amd64/single/offset-fp_between_code : not an ELF file
  truncated: status 1, 4 same 1 trouble of amd64/single/offset-fp_between_code : truncated: section headers at offset 0x178 reach beyond the file's end, 0x64
  other_machine: status 1, 4 same 1 trouble of amd64/single/offset-fp_between_code : section [7]: relocation 0 at offset 0x1c: type 2 of machine 183 is not known
  {"trouble": "too large"}: status 1, 4 same 1 trouble of amd64/single/offset-fp_between_code : too large
  {"object": "@@@@"}: status 1, 4 same 1 garbage of amd64/single/offset-fp_between_code : object: not base64
  {"object": "AAAAA"}: status 1, 4 same 1 garbage of amd64/single/offset-fp_between_code : object: not base64
  {"object": [1]}: status 1, 4 same 1 garbage of amd64/single/offset-fp_between_code : wrong type of, or no such member as, object
  {"section": "00"}: status 1, 4 same 1 garbage of amd64/single/offset-fp_between_code : not what this operation makes
  {"messages": "none"}: status 1, 4 same 1 garbage of amd64/single/offset-fp_between_code : neither object, section, refused, crash, trouble, inconsistent nor unsupported
  {"object": "", "refused": "no"}: status 1, 4 same 1 garbage of amd64/single/offset-fp_between_code : a second answer: refused
  {"object": "", "objetc": ""}: status 1, 4 same 1 garbage of amd64/single/offset-fp_between_code : wrong type of, or no such member as, objetc
  {"refused": "no", "lines": ["one"]}: status 1, 4 same 1 garbage of amd64/single/offset-fp_between_code : wrong type of, or no such member as, lines
  {"refused": "no"}: status 0, 4 same 1 refused of amd64/single/offset-fp_between_code 
  {"unsupported": "not that"}: status 0, 1 unsupported 4 same of 
  {"crash": "SIGSEGV", "messages": "about to"}: status 1, 4 same 1 crash of amd64/single/offset-fp_between_code : SIGSEGV
  {"refused": "no", "lines": [-5, 0, 4611686018427387904]}: status 0, 4 same 1 refused of amd64/single/offset-fp_between_code 
  {"inconsistent": "twice"}: status 1, 1 inconsistent 4 same of amd64/single/offset-fp_between_code : twice
  dies: status 1, 4 same 1 crash of amd64/single/offset-fp_between_code : died by SIGSEGV
  exits: status 1, 4 same 1 exit of amd64/single/offset-fp_between_code : ended with exit status 3
  sleeps: status 1, 4 same 1 hang of amd64/single/offset-fp_between_code : did not answer within 3 s
  floods: status 1, 4 same 1 flood of amd64/single/offset-fp_between_code : wrote more than 4194304 bytes without a line's end
  stray: status 1, 4 same 1 stray of amd64/single/offset-fp_between_code : an answer to another request

Who dies of many functions, and not of one, fails though no function does.

  $ conform "$(writer dies_of_many)"
  writer (hostile 1): 5 asked: 5 same; 5 judged
    asked several vectors, it died by SIGSEGV; asked one at a time, it did not
  the corpus has no closing line, so nobody knows whether it is whole
  NOT as expected (ended): 1 implementation, 5 vectors, 5 asked, 0 unexpected, 5 judged
  [1]

A plain function may be neither refused nor left out; a less plain function may be: f1 is a frame, and f3 returns twice.

  $ frames() { unit frames --select leaf --select 'frame with fp' --select 'frame without fp' --select 'early return'; }
  $ frames; for mode in "$refuses" "$cannot"; do conform "$(writer "$mode" '.size f1,')" | sed -n '1p; /frame_without_fp/p'; done
  writer (hostile 1): 5 asked: 1 fail 4 same; 5 judged
    amd64/frames/frame_without_fp: fail where same was expected: refused: no; every writer must be able to say this: a frame by the stack pointer alone
  writer (hostile 1): 5 asked: 1 fail 4 same; 5 judged
    amd64/frames/frame_without_fp: fail where same was expected: unsupported: not that; every writer must be able to say this: a frame by the stack pointer alone
  $ conform --select '*/frame_without_fp' "$(writer leaves_out '.size f1,')" | sed -n '1p; /frame_without_fp/p'
  writer (hostile 1): 1 asked: 1 fail; 1 judged
    amd64/frames/frame_without_fp: fail where same was expected: omits: no-section: at byte 0: expected nothing, got nothing; every writer must be able to say this: a frame by the stack pointer alone
  $ for mode in "$refuses" "$cannot"; do conform "$(writer "$mode" '.size f3,')"; done
  writer (hostile 1): 5 asked: 4 same 1 refused; 4 judged
  the corpus has no closing line, so nobody knows whether it is whole
  as expected: 1 implementation, 5 vectors, 5 asked, 0 unexpected, 4 judged
  writer (hostile 1): 5 asked: 1 unsupported 4 same; 4 judged
  the corpus has no closing line, so nobody knows whether it is whole
  as expected: 1 implementation, 5 vectors, 5 asked, 0 unexpected, 4 judged

Several functions in one text must be taken, if they are plain.

  $ conform "$(writer "${refuses}_of_many")" | sed -n '1p; /section: /p'; single; conform "$(writer "${refuses}_of_many")" | sed 1q
  writer (hostile 1): 5 asked: 1 fail 4 same; 5 judged
    amd64/frames/0/section: fail where same was expected: refused: whatever is more than one function; every writer must be able to say this: several functions in one text
  writer (hostile 1): 5 asked: 5 same; 5 judged

Expectations and selections are about functions.

  $ known() { grep -v -e '^#' -e '^$' known; }
  $ crashes=$(writer "$crashes" '.cfi_offset 6'); conform --expect known --accept "$crashes" | tail -n 2; known
  known: begun, 1 line for 1 failure; this run still ends with 1
  NOT as expected: 1 implementation, 5 vectors, 5 asked, 1 unexpected, 5 judged
  amd64/single/offset-fp_between_code crash
  $ conform --expect known "$crashes"; conform --select '*/def-cfa-offset_*' "$crashes"
  writer (hostile 1): 5 asked: 4 same 1 crash; 5 judged
  the corpus has no closing line, so nobody knows whether it is whole
  as expected: 1 implementation, 5 vectors, 5 asked, 0 unexpected, 5 judged
  writer (hostile 1): 2 asked: 2 same; 2 judged
  the corpus has no closing line, so nobody knows whether it is whole
  as expected: 1 implementation, 5 vectors, 2 asked, 0 unexpected, 2 judged
  $ conform --expect known --fix "$(writer none)" | tail -n 1; known
  NOT as expected: 1 implementation, 5 vectors, 5 asked, 1 unexpected, 5 judged
  [1]

A broken unit ends the run, and is reported.

  $ cp corpus whole; broken() { sed -E "$1" whole >corpus; ! cmp -s corpus whole || echo unchanged; conform "$(writer none)" >out; echo "$? $(head -n 1 out)"; }
  $ broken 's/"input":\{.*\},"expect"/"input":{"head":"","functions":[]},"expect"/'
  2 sframe-conform: corpus: line 1: a unit is to have a head, functions with name and text, and the truth of each in the same order
  $ broken 's/"head":"([^"\\]|\\.)*",//'
  2 sframe-conform: corpus: line 1: a unit is to have a head, functions with name and text, and the truth of each in the same order
  $ broken 's/"input":\{.*\},"expect"/"input":[],"expect"/'
  2 sframe-conform: corpus: line 1: its input is no object
  $ broken 's/"expect":.*/"expect":{"functions":[]}}/'
  2 sframe-conform: corpus: line 1: a unit is to have a head, functions with name and text, and the truth of each in the same order
  $ broken 's/"expect":.*/"expect":{"functions":[{},{},{},{}]}}/'
  2 sframe-conform: corpus: line 1: a unit is to have a head, functions with name and text, and the truth of each in the same order
  $ broken 's/("functions":\[)(.*)\],"x/\1\2/; s/"input":\{("head":"([^"\\]|\\.)*"),.*\},"expect"/"input":{\1,"functions":[1,2,3,4]},"expect"/'
  2 sframe-conform: corpus: line 1: a unit is to have a head, functions with name and text, and the truth of each in the same order
