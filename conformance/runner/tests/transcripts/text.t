What is JSON, a number, a character, a pattern, a part of a section and a scenario, in lines of a corpus.  %XX in a row stands
for a byte.

  $ . "$TESTDIR/setup.sh"
  $ vector='{"id":"v2/a","profile":"v2","abi":"amd64","operation":"check","class":"valid","clauses":[],"note":'
  $ input='"input":{"address":"0x1000","bytes":"e2de02"},"expect":{"verdict":"valid"}}'

Puts each row in the place of @ in a line, and says whether that is a vector, or what is wrong with it.

  $ said_of() {
  >     mapfile -t rows
  >     /usr/bin/python3 -IS -c 'import sys, urllib.parse as parse
  > for number, row in enumerate(sys.argv[2:]):
  >     open(f"line{number}", "wb").write(sys.argv[1].encode().replace(b"@", parse.unquote_to_bytes(row)) + b"\n")' "$1" "${rows[@]}"
  >     for number in "${!rows[@]}"; do
  >         said=$(sframe-conform --corpus line$number null 2>&1 | sed -n 's/^null .* 1 asked:.*/a vector/p; s/.* line 1: //p')
  >         printf '%s: %s\n' "${rows[number]}" "$said"
  >     done
  > }

A value is passed whole, or the line is none.

  $ said_of "$vector@,$input" <<'EOS'
  > {}
  > %20[ ]%20
  > {"a":[1,{"b":null}]}
  > "%5C"%5C%5C%5C/%5Cb%5Cf%5Cn%5Cr%5Ct%5Cu00Ff"
  > 0
  > -0
  > -0.50e+10
  > 1e400
  > 123456789012345678901234567890
  > true
  > nullx
  > %20
  > 01
  > +1
  > -
  > 1.
  > .5
  > 1e
  > 1e+
  > tru
  > nan
  > 'a'
  > "
  > "%5C
  > "%5C"
  > "%5Cx"
  > "%5Cu12"
  > "%5Cu123g"
  > "a%0Ab"
  > "a%1Fb"
  > "%5C%0A"
  > [
  > [1
  > [1 2]
  > [1,]
  > [,1]
  > [1}
  > {"a"}
  > {"a":}
  > {"a":1,}
  > {a:1}
  > {1:1}
  > {"a":1]
  > {"a":1}}
  > EOS
  {}: a vector
  %20[ ]%20: a vector
  {"a":[1,{"b":null}]}: a vector
  "%5C"%5C%5C%5C/%5Cb%5Cf%5Cn%5Cr%5Ct%5Cu00Ff": a vector
  0: a vector
  -0: a vector
  -0.50e+10: a vector
  1e400: a vector
  123456789012345678901234567890: a vector
  true: a vector
  nullx: not an object of JSON, or one with a member twice
  %20: not an object of JSON, or one with a member twice
  01: not an object of JSON, or one with a member twice
  +1: not an object of JSON, or one with a member twice
  -: not an object of JSON, or one with a member twice
  1.: not an object of JSON, or one with a member twice
  .5: not an object of JSON, or one with a member twice
  1e: not an object of JSON, or one with a member twice
  1e+: not an object of JSON, or one with a member twice
  tru: not an object of JSON, or one with a member twice
  nan: not an object of JSON, or one with a member twice
  'a': not an object of JSON, or one with a member twice
  ": not an object of JSON, or one with a member twice
  "%5C: not an object of JSON, or one with a member twice
  "%5C": not an object of JSON, or one with a member twice
  "%5Cx": not an object of JSON, or one with a member twice
  "%5Cu12": not an object of JSON, or one with a member twice
  "%5Cu123g": not an object of JSON, or one with a member twice
  "a%0Ab": not an object of JSON, or one with a member twice
  "a%1Fb": not an object of JSON, or one with a member twice
  "%5C%0A": not an object of JSON, or one with a member twice
  [: not an object of JSON, or one with a member twice
  [1: not an object of JSON, or one with a member twice
  [1 2]: not an object of JSON, or one with a member twice
  [1,]: not an object of JSON, or one with a member twice
  [,1]: not an object of JSON, or one with a member twice
  [1}: not an object of JSON, or one with a member twice
  {"a"}: not an object of JSON, or one with a member twice
  {"a":}: not an object of JSON, or one with a member twice
  {"a":1,}: not an object of JSON, or one with a member twice
  {a:1}: not an object of JSON, or one with a member twice
  {1:1}: not an object of JSON, or one with a member twice
  {"a":1]: not an object of JSON, or one with a member twice
  {"a":1}}: not an object of JSON, or one with a member twice

Values are nested 128 deep at the most.

  $ nested() { printf "%${1}s" | tr ' ' '['; printf "%${1}s" | tr ' ' ']'; }
  $ (nested 128; echo; nested 129; echo) | said_of "$vector@,$input" | tr -d '[]'
  : a vector
  : not an object of JSON, or one with a member twice

Members may have any names, but each once.

  $ said_of "{ \"c\" : 1 ,\"%5Cu0063\":[ 2 ] ,@${vector#?}\"\",$input" <<'EOS'
  > "d":1,
  > "c":1,
  > EOS
  "d":1,: a vector
  "c":1,: not an object of JSON, or one with a member twice

Addresses have 64 bits, and so have numbers.

  $ said_of "$vector\"\",${input/0x1000/@}" <<'EOS'
  > 0x0
  > 0Xff
  > 0x00000000000000000000001
  > 0xffffffffffffffff
  > 0x10000000000000000
  > 0x
  > 0
  > ff
  > 0x1g
  > -0x1
  > EOS
  0x0: a vector
  0Xff: a vector
  0x00000000000000000000001: a vector
  0xffffffffffffffff: a vector
  0x10000000000000000: its input is not one of a section, an address and perhaps a PC
  0x: its input is not one of a section, an address and perhaps a PC
  0: its input is not one of a section, an address and perhaps a PC
  ff: its input is not one of a section, an address and perhaps a PC
  0x1g: its input is not one of a section, an address and perhaps a PC
  -0x1: its input is not one of a section, an address and perhaps a PC
  $ said_of '{"corpus":{"vectors":@,"hash":"0123456789abcdef"}}' <<'EOS'
  > 0
  > 18446744073709551615
  > 18446744073709551616
  > 99999999999999999999
  > %20
  > -1
  > 1a
  > EOS
  0: it closes lines of hash 0123456789abcdef, and theirs is cbf29ce484222325: some were changed
  18446744073709551615: it closes 18446744073709551615 vectors, and 0 came: some are missing (to ask a part of a corpus, --select and --skip)
  18446744073709551616: the closing line is broken
  99999999999999999999: the closing line is broken
  %20: the closing line is broken
  -1: the closing line is broken
  1a: the closing line is broken

Text is UTF-8, in its shortest form, and without halves of pairs.

  $ said_of "$vector\"@\",$input" <<'EOS'
  > plain, and of more than eight bytes
  > %C3%A9
  > %E2%82%AC
  > %F0%9F%98%80
  > %ED%9F%BF%EE%80%80%F4%8F%BF%BF
  > %80
  > %FF
  > %C3
  > a%E2%82
  > %C0%80
  > %E0%9F%BF
  > %F0%8F%BF%BF
  > %ED%A0%80
  > %F4%90%80%80
  > EOS
  plain, and of more than eight bytes: a vector
  %C3%A9: a vector
  %E2%82%AC: a vector
  %F0%9F%98%80: a vector
  %ED%9F%BF%EE%80%80%F4%8F%BF%BF: a vector
  %80: not in UTF-8
  %FF: not in UTF-8
  %C3: not in UTF-8
  a%E2%82: not in UTF-8
  %C0%80: not in UTF-8
  %E0%9F%BF: not in UTF-8
  %F0%8F%BF%BF: not in UTF-8
  %ED%A0%80: not in UTF-8
  %F4%90%80%80: not in UTF-8

In a pattern, * stands for any characters and ? for one; there are no classes and no escapes.

  $ fits() { sed "s#v2/a#$2#" line0 >one; sframe-conform --corpus one --select "$1" null 2>&1 | grep -c '^null .* 1 asked:'; }
  $ echo '""' | said_of "$vector@,$input"
  "": a vector
  $ while read -r pattern id; do echo "$pattern $id: $(fits "$pattern" "$id")"; done <<'EOS'
  > *** abc
  > a?c abc
  > a? a
  > a*c abcbc
  > a*c abcb
  > *ab*ab aabab
  > *ab*ab aab
  > v2/*/0007 v2/amd64/check/made/0007
  > [a] [a]
  > [a] a
  > \* *
  > EOS
  *** abc: 1
  a?c abc: 1
  a? a: 0
  a*c abcbc: 1
  a*c abcb: 0
  *ab*ab aabab: 1
  *ab*ab aab: 0
  v2/*/0007 v2/amd64/check/made/0007: 1
  [a] [a]: 1
  [a] a: 0
  \* *: 0
  $ for pattern in '*' '?'; do fits "family=$pattern" v2/a; done
  1
  0
  [1]
  $ many=$(printf '%10000s' | tr ' ' a); timeout 60 bash -c "$(declare -f fits); fits '*a*a*a*a*a*a*a*a*a*ab' $many"
  0
  [1]

Parts that make no section, and bytes beside parts.

  $ of='{"id":"v2/a","profile":"v2","abi":"amd64","operation":"check","class":"valid","clauses":[],"expect":{"verdict":"valid"},"input":'
  $ said_of "$of{\"address\":\"0x0\",\"parts\":@}}" <<'EOS'
  > [{"times":1,"bytes":"e2de"},{"times":3,"bytes":"00ff0103","count":[{"at":0,"width":2,"step":257},{"at":2,"width":1,"step":-2}]}]
  > []
  > {}
  > "e2de"
  > [1]
  > [{"times":1}]
  > [{"bytes":"e2de"}]
  > [{"times":0,"bytes":"e2de"}]
  > [{"times":-1,"bytes":"e2de"}]
  > [{"times":1.0,"bytes":"e2de"}]
  > [{"times":"1","bytes":"e2de"}]
  > [{"times":1,"bytes":"e2d"}]
  > [{"times":1,"bytes":"e2dg"}]
  > [{"times":1,"bytes":""}]
  > [{"times":1,"bytes":"e2de","more":1}]
  > [{"times":1,"bytes":"e2de","count":1}]
  > [{"times":2097152,"bytes":"e2de"}]
  > [{"times":2097153,"bytes":"e2de"}]
  > [{"times":4294967295,"bytes":"e2de"}]
  > [{"times":2097152,"bytes":"e2de"},{"times":1,"bytes":"00"}]
  > [{"times":1180591620717411303424,"bytes":"e2de"}]
  > [],"bytes":"e2de"
  > EOS
  [{"times":1,"bytes":"e2de"},{"times":3,"bytes":"00ff0103","count":[{"at":0,"width":2,"step":257},{"at":2,"width":1,"step":-2}]}]: a vector
  []: the parts of its section are no list of some
  {}: the parts of its section are no list of some
  "e2de": the parts of its section are no list of some
  [1]: a part of its section is not one of times, bytes and perhaps count
  [{"times":1}]: a part of its section is not one of times, bytes and perhaps count
  [{"bytes":"e2de"}]: a part of its section is not one of times, bytes and perhaps count
  [{"times":0,"bytes":"e2de"}]: a part of its section is not one of times, bytes and perhaps count
  [{"times":-1,"bytes":"e2de"}]: a part of its section is not one of times, bytes and perhaps count
  [{"times":1.0,"bytes":"e2de"}]: a part of its section is not one of times, bytes and perhaps count
  [{"times":"1","bytes":"e2de"}]: a part of its section is not one of times, bytes and perhaps count
  [{"times":1,"bytes":"e2d"}]: a part of its section is not one of times, bytes and perhaps count
  [{"times":1,"bytes":"e2dg"}]: a part of its section is not one of times, bytes and perhaps count
  [{"times":1,"bytes":""}]: a part of its section is not one of times, bytes and perhaps count
  [{"times":1,"bytes":"e2de","more":1}]: a part of its section is not one of times, bytes and perhaps count
  [{"times":1,"bytes":"e2de","count":1}]: a part of its section is not one of times, bytes and perhaps count
  [{"times":2097152,"bytes":"e2de"}]: a vector
  [{"times":2097153,"bytes":"e2de"}]: the parts of its section make more than 4 MiB
  [{"times":4294967295,"bytes":"e2de"}]: the parts of its section make more than 4 MiB
  [{"times":2097152,"bytes":"e2de"},{"times":1,"bytes":"00"}]: the parts of its section make more than 4 MiB
  [{"times":1180591620717411303424,"bytes":"e2de"}]: a part of its section is not one of times, bytes and perhaps count
  [],"bytes":"e2de": its input has both bytes and parts
  $ said_of "$of{\"address\":\"0x0\",\"parts\":[{\"times\":2,\"bytes\":\"e2de\",\"count\":[@]}]}}" <<'EOS'
  > 1
  > {}
  > {"at":0,"width":2,"step":1}
  > {"at":0,"width":4,"step":1}
  > {"at":0,"width":3,"step":1}
  > {"at":0,"width":0,"step":1}
  > {"at":1,"width":2,"step":1}
  > {"at":3,"width":1,"step":1}
  > {"at":-1,"width":1,"step":1}
  > {"at":0,"width":2}
  > {"at":0,"width":2,"step":2147483648}
  > {"at":0,"width":2,"step":"1"}
  > EOS
  1: a part of its section counts by what is no at, width and step within its bytes
  {}: a part of its section counts by what is no at, width and step within its bytes
  {"at":0,"width":2,"step":1}: a vector
  {"at":0,"width":4,"step":1}: a part of its section counts by what is no at, width and step within its bytes
  {"at":0,"width":3,"step":1}: a part of its section counts by what is no at, width and step within its bytes
  {"at":0,"width":0,"step":1}: a part of its section counts by what is no at, width and step within its bytes
  {"at":1,"width":2,"step":1}: a part of its section counts by what is no at, width and step within its bytes
  {"at":3,"width":1,"step":1}: a part of its section counts by what is no at, width and step within its bytes
  {"at":-1,"width":1,"step":1}: a part of its section counts by what is no at, width and step within its bytes
  {"at":0,"width":2}: a part of its section counts by what is no at, width and step within its bytes
  {"at":0,"width":2,"step":2147483648}: a part of its section counts by what is no at, width and step within its bytes
  {"at":0,"width":2,"step":"1"}: a part of its section counts by what is no at, width and step within its bytes

A scenario that is broken.

  $ of="${of/check/unwind}{\"address\":\"0x0\",\"bytes\":\"e2de03\",\"pc\":\"0x1000\","
  $ said_of "$of@}}" <<'EOS'
  > "memory":[]
  > "registers":[]
  > "registers":{"sp":1}
  > "registers":{"stack pointer":"0x1"}
  > "registers":{"a-name-too-long-for-it":"0x1"}
  > "registers":{},"pac_mask":"all"
  > "registers":{},"limit":0
  > "registers":{},"limit":"7"
  > "registers":{},"memory":{}
  > "registers":{},"memory":[{"address":"0x0"}]
  > "registers":{},"memory":[{"bytes":"00"}]
  > "registers":{},"modules":1
  > "registers":{},"modules":[{"address":"0x0","bytes":"0"}]
  > "registers":{},"modules":[{"address":"0x0","bytes":"0g"}]
  > EOS
  "memory":[]: its input's registers, memory, modules, limit or pac_mask are missing or broken
  "registers":[]: its input's registers, memory, modules, limit or pac_mask are missing or broken
  "registers":{"sp":1}: its input's registers, memory, modules, limit or pac_mask are missing or broken
  "registers":{"stack pointer":"0x1"}: its input's registers, memory, modules, limit or pac_mask are missing or broken
  "registers":{"a-name-too-long-for-it":"0x1"}: its input's registers, memory, modules, limit or pac_mask are missing or broken
  "registers":{},"pac_mask":"all": its input's registers, memory, modules, limit or pac_mask are missing or broken
  "registers":{},"limit":0: its input's registers, memory, modules, limit or pac_mask are missing or broken
  "registers":{},"limit":"7": its input's registers, memory, modules, limit or pac_mask are missing or broken
  "registers":{},"memory":{}: its input's registers, memory, modules, limit or pac_mask are missing or broken
  "registers":{},"memory":[{"address":"0x0"}]: its input's registers, memory, modules, limit or pac_mask are missing or broken
  "registers":{},"memory":[{"bytes":"00"}]: its input's registers, memory, modules, limit or pac_mask are missing or broken
  "registers":{},"modules":1: its input's registers, memory, modules, limit or pac_mask are missing or broken
  "registers":{},"modules":[{"address":"0x0","bytes":"0"}]: its input's registers, memory, modules, limit or pac_mask are missing or broken
  "registers":{},"modules":[{"address":"0x0","bytes":"0g"}]: its input's registers, memory, modules, limit or pac_mask are missing or broken
  $ echo '{}' | said_of "${of/\"pc\":\"0x1000\",/}\"registers\":@}}"
  {}: its input is not one of a section, an address and perhaps a PC
