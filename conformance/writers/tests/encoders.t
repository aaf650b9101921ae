Encoders that go wrong in known ways get the right outcome.

  $ . "$TESTDIR/setup.sh"

An encoder that answers with the section that it was given to read and write again, or does what PYTHON says: encoder PYTHON.

  $ encoder() { program adapter <<PROGRAM
  > import json, os, sys, time
  > while line := sys.stdin.buffer.readline():
  >     words = line.split()
  >     if words[0] == b"hello":
  >         answer = {"protocol": 1, "name": "mine", "version": "1", "profiles": ["v1", "v2", "v2e1", "v2e2", "v3"], "abis": ["amd64"],
  >                   "operations": ["encode"]}
  >     else:
  >         section = json.loads(sys.stdin.buffer.read(int(words[5]))).get("section_hex", "")
  >         answer = {"request": int(words[1]), "section": section}
  >         ${1:-pass}
  >     print(json.dumps(answer), flush=True)
  > PROGRAM
  > }
  $ of() { grep "\"id\":\"v3/amd64/encode/$1\"\|^{\"corpus\"" core | head -n "${2:-1}" >vectors; asked vectors; }
  $ sframe-gen encode --core --abi amd64 >core
  $ again='[^"]*/again' one=inc-addr1-word1-one/whole/again refuses="answer = {'request': int(words[1]), 'refused': 'no'}"

Who gives back what was read passes; one that dies is asked the next question, too.

  $ encoder; of "$again" 60
  status 0
  60 same
  $ encoder "'e2de03010300f8000100' in section and os.abort()"; of "$again" 60 | grep -v '^  '
  status 1
  3 crash, 57 same

Each fault has its outcome; the first is in the last row's CFA.

  $ while IFS= read -r body; do encoder "$body"; of $one | grep '^  '; done <<'BODIES'
  > answer['section'] = section[:-4] + '09' + section[-2:]
  > answer['section'] = section[:20]
  > answer['section'] = 'no hexadecimal'
  > answer = {'request': int(words[1]), 'refused': 'no'}
  > os.abort()
  > sys.exit(3)
  > time.sleep(60)
  > print('no JSON', flush=True)
  > BODIES
    v3/amd64/encode/inc-addr1-word1-one/whole/again: wrong: rows: [{"start":0,"rules":{"cfa":{"base":"sp","offset":8},"ra":{"base":"cfa","offset": was asked for, [{"start":0,"rules":{"cfa":{"base":"sp","offset":8},"ra":{"base":"cfa","offset": came
    v3/amd64/encode/inc-addr1-word1-one/whole/again: wrong: header.complete: malformed, at offset 0x8
    v3/amd64/encode/inc-addr1-word1-one/whole/again: garbage: section: not hexadecimal digits, two for each byte
    v3/amd64/encode/inc-addr1-word1-one/whole/again: wrong: refused: no
    v3/amd64/encode/inc-addr1-word1-one/whole/again: crash: died by SIGABRT
    v3/amd64/encode/inc-addr1-word1-one/whole/again: exit: ended with exit status 3
    v3/amd64/encode/inc-addr1-word1-one/whole/again: hang: did not answer within 5 s
    v3/amd64/encode/inc-addr1-word1-one/whole/again: garbage: not JSON: '[' or '{' expected near 'no', at byte 2
  $ encoder "answer = {'request': int(words[1]), 'unsupported': 'no'}"; of $one
  status 1
  1 unsupported

What no section says is to be refused.

  $ encoder; of unsayable/row-start-addr1
  status 1
  1 hides
    v3/amd64/encode/unsayable/row-start-addr1: hides: a row starts at 256, and starts have one byte
  $ encoder "$refuses"; of unsayable/row-start-addr1
  status 1
  1 refused
    v3/amd64/encode/unsayable/row-start-addr1: refused: no

What the texts leave open is no fault: rows at 0, 32 and 16 of a function at 0x11000, as they were given.

  $ unordered=e2de03050300f80001000000030000000e0000000000000010000000e40f00000000000040000000000000000300000000000308200310100310
  $ for body in "answer['section'] = '$unordered'" "answer['section'] = '${unordered%??????}'" "$refuses"; do
  >     encoder "$body"; of unsayable/row-before
  > done
  status 0
  1 reading
    v3/amd64/encode/unsayable/row-before: reading: fre.start-order: irregular, at offset 0x37
  status 1
  1 wrong
    v3/amd64/encode/unsayable/row-before: wrong: header.fre-len-inside: malformed, at offset 0x10
  status 1
  1 refused
    v3/amd64/encode/unsayable/row-before: refused: no

What no text knows is reported as a number.

  $ encoder "answer['section'] = '$unordered'"
  $ for name in abi-next row-type-last function-type-next; do
  >     of unsayable/$name; grep -o '"\(abi\|fre_type\|fde_type\)":"0x[0-9a-f]*"' vectors
  > done
  status 1
  1 hides
    v3/amd64/encode/unsayable/abi-next: hides: no text knows the ABI
  "abi":"0x5"
  status 1
  1 hides
    v3/amd64/encode/unsayable/row-type-last: hides: no text knows the type
  "fre_type":"0xf"
  status 1
  1 hides
    v3/amd64/encode/unsayable/function-type-next: hides: no text knows the type
  "fde_type":"0x2"

Nothing asked is no success; a bad outcome without a page is reported.

  $ run() { "$ROOT/conformance/writers/run" --build "$build" --vectors core "$@"; }
  $ encoder; run --select 'no such vector' mine=./adapter
  sframe-conform: nothing was asked: --select no such vector: no vector of the corpus fits
  run: nothing was asked: core has no vector for these writers' ABIs
  [2]
  $ run --select 'v3/amd64/encode/*/again' mine=false
  run: nothing was asked: no writer could be started
  mine: 0 asked, 0 judged, 0 same, 0 bad outcomes explained, 0 not; hello: it ended with exit status 1
  [2]
  $ encoder "$refuses"; run --select v3/amd64/encode/$one mine=./adapter
  mine: 1 asked, 1 judged, 0 same, 0 bad outcomes explained, 1 not
         1  wrong    refused: no        NOT EXPLAINED
                v3/amd64/encode/inc-addr1-word1-one/whole/again
  [1]
