What is made of single answers with unusual JSON and numbers.  Behind an operation and a class stand what the vector
expects, and the line that is answered, in which N is the number of the request, %XX a byte, and EMPTY nothing.

  $ . "$TESTDIR/setup.sh"
  $ cat >parrot <<'EOS'
  > #!/usr/bin/python3 -IS
  > import sys
  > from urllib.parse import unquote_to_bytes
  > answers, said = open("cases").read().splitlines(), sys.stdout.buffer
  > print(sys.stdin.buffer.readline() and '{"protocol":1,"name":"parrot","version":"1","profiles":["v2"],'
  >       '"abis":["amd64"],"operations":["decode","check","lookup","flip"]}', flush=True)
  > for line in sys.stdin.buffer:
  >     operation, number, *_, size, _ = line.decode().split()
  >     section = sys.stdin.buffer.read(int(size))
  >     said.write(unquote_to_bytes(answers[section[3]].split(" ", 3)[3].replace("EMPTY", "").replace("N", number)) + b"\n")
  >     said.flush()
  > EOS
  $ chmod +x parrot

Vectors of the cases; the last byte of the section is the number of the line that is answered.

  $ judged() {
  >     cat >cases
  >     number=0
  >     while read -r operation class expect answer; do
  >         printf '{"id":"a/%02d","profile":"v2","abi":"amd64","operation":"%s","class":"%s","clauses":[],"input":{"bytes":' \
  >             $((number = number + 1)) "$operation" "$class"
  >         printf '"e2de02%02x","address":"0x0","pc":"0x10"},"expect":%s}\n' $((number - 1)) "$expect"
  >     done <cases >vectors
  >     sframe-conform --corpus vectors --tap - --json report ./parrot |
  >         sed -n 's/not JSON: .* near .*/not JSON)/; s/^\(not \)*ok [0-9]* - parrot: //p'
  > }

An answer is compared by its values.

  $ judged <<'EOS'
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":-0,"cfa":{"base":"sp","offset":16},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":0,"cfa":{"base":"sp","offset":1 6},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":0,"cfa":{"base":"sp","offset":016},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16.0},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":0,"cfa":{"base":"sp","offset":1e400},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":0,"cfa":{"base":"sp","offset":18446744073709551632},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":0,"cfa":{"base":"sp","offset":9223372036854775807},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":0,"cfa":{"base":"sp","offset":-9223372036854775808},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":true,"cfa":{"base":"sp","offset":16},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0X0000000000000000010","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10000000000000010","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"16","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":16,"row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":0,"cfa":{"base":"\u0073p","offset":16},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":0,"cfa":{"base":"r7","offset":16},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":0,"cfa":{"base":"SP","offset":16},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":0,"cfa":{"base":"sp\u0000","offset":16},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":0,"cfa":{"base":"\ud800","offset":16},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":0,"cfa":{"base":"%ED%A0%80","offset":16},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":0,"cfa":{"base":"%C1%B3p","offset":16},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":0,"cfa":{"base":"s\p","offset":16},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":0,"row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16,"deref":false},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16,"deref":true},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16,"size":1},"ra":"undefined"}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N}
  > lookup valid {"pc":"0x10","row":0,"cfa":{"base":"sp","offset":16},"ra":"undefined"} {"request":N,"none":"row"}
  > EOS
  a/01
  a/02
  a/03 (garbage: not JSON)
  a/04 (garbage: not JSON)
  a/05 (garbage: cfa: wrong type of offset: 16.0 is a broken number, and owed is a whole number)
  a/06 (garbage: not JSON)
  a/07 (garbage: not JSON)
  a/08 (fail: cfa.offset: expected 16, got 9223372036854775807)
  a/09 (fail: cfa.offset: expected 16, got -9223372036854775808)
  a/10 (garbage: lookup: wrong type of row: true is a truth value, and owed is a whole number)
  a/11
  a/12 (garbage: lookup: wrong type of pc: "0x10000000000000010" is a string, and owed is a string of 0x and at most 16 hexadecimal digits, as "0x11004")
  a/13 (garbage: lookup: wrong type of pc: "16" is a string, and owed is a string of 0x and at most 16 hexadecimal digits, as "0x11004")
  a/14 (garbage: lookup: wrong type of pc: 16 is a whole number, and owed is a string of 0x and at most 16 hexadecimal digits, as "0x11004")
  a/15
  a/16
  a/17 (fail: cfa.base: "SP" has no form that is owed there (sp, fp, cfa, or r and a DWARF number, as r16); cfa.base: expected "sp", got "SP")
  a/18 (garbage: not JSON)
  a/19 (garbage: not JSON)
  a/20 (garbage: not JSON)
  a/21 (garbage: not JSON)
  a/22 (garbage: not JSON)
  a/23 (garbage: not JSON)
  a/24
  a/25 (fail: cfa.deref: expected nothing, got true)
  a/26 (garbage: cfa: no schema names the member size)
  a/27 (fail: pc: expected "0x10", got nothing (and 3 more); hello has no "exposes", so every member is expected: list there what the reader says (docs/protocol.md))
  a/28 (fail: a row was expected, and the answer is that there is none: "row" (and 4 more))

A line is an answer or garbage.

  $ judged <<'EOS'
  > check valid {"verdict":"valid"}  { "request" : N , "verdict" : "valid" } %0D
  > check valid {"verdict":"valid"} {"verdict":"valid","request":N}
  > check valid {"verdict":"valid"} {"request":N "verdict":"valid"}
  > check valid {"verdict":"valid"} {"request":0N,"verdict":"valid"}
  > check valid {"verdict":"valid"} {"request":N,,"verdict":"valid"}
  > check valid {"verdict":"valid"} {"request":N,"verdict":"valid",}
  > check valid {"verdict":"valid"} {"request":N,"verdict":"valid"}}
  > check valid {"verdict":"valid"} {"request":N,"verdict":"valid"
  > check valid {"verdict":"valid"} %EF%BB%BF{"request":N,"verdict":"valid"}
  > check valid {"verdict":"valid"} EMPTY
  > check valid {"verdict":"valid"} 1
  > check valid {"verdict":"valid"} []
  > check valid {"verdict":"valid"} {"request":N.0,"verdict":"valid"}
  > check valid {"verdict":"valid"} {"request":-1,"verdict":"valid"}
  > check valid {"verdict":"valid"} {"request":18446744073709551617,"verdict":"valid"}
  > check valid {"verdict":"valid"} {"request":N,"verdict":"valid","violations":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}
  > check valid {"verdict":"valid"} {"request":N,"verdict":"valid","section":"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}
  > check valid {"verdict":"valid"} {"request":N,"verdict":"malformed"}
  > check valid {"verdict":"valid"} {"request":N,"error":"no"}
  > check valid {"verdict":"valid"} {"request":N,"unsupported":"no"}
  > check valid {"verdict":"valid"} {"verdict":"valid","request":N%00}
  > check valid {"verdict":"valid"} {"request":N,"verdict":"valid","section":"\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}
  > lookup valid {"row":0,"cfa":{"base":"sp","offset":-8},"signal":true} {"request":N,%09"row" : 0 ,"cfa":{"base":"sp","offset":-8}%0D,"signal":true}
  > lookup valid {"row":0,"cfa":{"base":"sp","offset":-8},"signal":true} {"request":N,"row":0,"cfa":{"base":"sp","offset":- 8},"signal":true}
  > lookup valid {"row":0,"cfa":{"base":"sp","offset":-8},"signal":true} {"request":N,"row":0,"cfa":{"base":"sp","offset":-8},"signal":tr ue}
  > lookup valid {"row":0,"cfa":{"base":"sp","offset":-8},"signal":true} {"request":N,"row":0,"cfa":{"base":"s p","offset":-8},"signal":true}
  > check valid {} {"request":N,}
  > flip valid {"bytes":"abcd"} {"request":N,"bytes":"AbcD"}
  > flip valid {"bytes":"abcd"} {"request":N,"bytes":"abc"}
  > lookup valid {"none":"row"} {"request":N,"none":"unknown"}
  > lookup valid {"none":"row"} {"request":N,"none":"function"}
  > EOS
  a/01
  a/02
  a/03 (garbage: not JSON)
  a/04 (garbage: not JSON)
  a/05 (garbage: not JSON)
  a/06 (garbage: not JSON)
  a/07 (garbage: not JSON)
  a/08 (garbage: not JSON)
  a/09 (garbage: not JSON)
  a/10 (garbage: not JSON)
  a/11 (garbage: not JSON)
  a/12 (garbage: not an object)
  a/13 (garbage: no number of a request)
  a/14 (stray: an answer to another request)
  a/15 (garbage: not JSON)
  a/16 (garbage: nested more than 64 deep)
  a/17
  a/18 (fail: an error where an answer is due)
  a/19 (fail: an error where an answer is due: no)
  a/20 # SKIP unsupported: no
  a/21 (garbage: not JSON: a zero byte, at byte 31)
  a/22
  a/23
  a/24 (garbage: not JSON)
  a/25 (garbage: not JSON)
  a/26 (fail: cfa.base: "s p" has no form that is owed there (sp, fp, cfa, or r and a DWARF number, as r16); cfa.base: expected "sp", got "s p")
  a/27 (garbage: not JSON)
  a/28
  a/29 (garbage: flip: wrong type of bytes: "abc" is a string, and owed is a string of two hexadecimal digits for each byte)
  a/30
  a/31 (fail: none: expected "row", got "function")

A wrong vector makes no answer pass.

  $ judged <<'EOS' | cut -d ' ' -f 2- | uniq -c | sed 's/^ *//'
  > lookup valid [] {"request":N,"row":0,"cfa":{"base":"sp","offset":16}}
  > lookup valid {"row":"0"} {"request":N,"row":0,"cfa":{"base":"sp","offset":16}}
  > lookup valid {"cfa":{}} {"request":N,"row":0,"cfa":{"base":"sp","offset":16}}
  > lookup valid {"cfa":{"base":"sp"}} {"request":N,"row":0,"cfa":{"base":"sp","offset":16}}
  > lookup malformed {} {"request":N,"row":0,"cfa":{"base":"sp","offset":16}}
  > lookup malformed {"accept":"error"} {"request":N,"row":0,"cfa":{"base":"sp","offset":16}}
  > lookup malformed {"accept":[1]} {"request":N,"row":0,"cfa":{"base":"sp","offset":16}}
  > lookup irregular {"accept":["answer"],"answer":{"cfa":7}} {"request":N,"row":0,"cfa":{"base":"sp","offset":16}}
  > lookup contested {} {"request":N,"row":0,"cfa":{"base":"sp","offset":16}}
  > lookup contested {"readings":[]} {"request":N,"row":0,"cfa":{"base":"sp","offset":16}}
  > lookup contested {"readings":[7]} {"request":N,"row":0,"cfa":{"base":"sp","offset":16}}
  > lookup contested {"readings":[{"accept":["error"]}]} {"request":N,"row":0,"cfa":{"base":"sp","offset":16}}
  > lookup contested {"readings":[{"reading":"a"}]} {"request":N,"row":0,"cfa":{"base":"sp","offset":16}}
  > lookup contested {"readings":[{"reading":"a","accept":[{}]}]} {"request":N,"row":0,"cfa":{"base":"sp","offset":16}}
  > lookup contested {"readings":[{"reading":"a","answer":[]}]} {"request":N,"row":0,"cfa":{"base":"sp","offset":16}}
  > EOS
  15 (fail: the vector is wrong: what it expects cannot be read, or is nothing)

So does none whose number is too large; then no report can show the vector.

  $ echo 'lookup valid {"row":1e400} '"$(sed -n '1s/[^ ]* [^ ]* [^ ]* //p' cases)" | judged
  sframe-conform: -: not written, as the results cannot be read again

Differences beyond their room are counted.

  $ functions() { seq -f '{"start":"0x%.0f"}' $1 $(($1 + 47)) | paste -sd,; }
  $ echo "decode valid {\"version\":2,\"functions\":[$(functions 100)]} {\"request\":N,\"version\":2,\"functions\":[$(functions 300)]}" | judged
  a/01 (fail: functions[0].start: expected "0x100", got "0x300" (and 47 more))
  $ grep -o '"path":"[^"]*"' report | tail -1
  "path":"functions[15].start"
