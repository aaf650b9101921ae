sframe-ref on the command line: help, wrong use, where input comes from, where output goes.

  $ build=$(cd "$TESTDIR/../.." && cd "${BUILD:-build}" && pwd); PATH=$build:$PATH
  $ bytes() { sed 's/#.*//' "$@" | tr -dc 0-9a-f | tr a-f A-F | basenc -d --base16; }
  $ bytes "$TESTDIR/sections/v3-amd64-call.hex" >call

`each COMMAND...` asks about that section; if it is wrong use, it prints the complaint.

  $ each() { for line; do eval "sframe-ref $line" <call; [ $? = 2 ] || echo "taken: $line"; done; }

Help is one text, wherever it is asked for, of a screen's size.

  $ sframe-ref --help >help; wc -l <help; awk 'length > 110' help; sframe-ref --version
  24
  sframe-ref 0.1.0
  $ for line in -h help 'decode --help' 'lookup - 0 -h' 'clauses -h'; do sframe-ref $line | cmp - help; done
  $ for word in decode dump check flip lookup unwind clauses --{profile,address,annotate,notation,colour,json,cost,help,version}; do grep -q -e "$word" help || echo "$word"; done
  $ sframe-ref -V | cmp - <(sframe-ref --version)

Wrong use is said in a line that names it.

  $ each '' decode dump 'check --json' flip lookup 'lookup -' 'guess -' 'decode - second' 'clauses -' 'flip -- - --json'
  sframe-ref: no command is given; see sframe-ref --help
  sframe-ref: decode: no FILE is named; see sframe-ref --help
  sframe-ref: dump: no FILE is named; see sframe-ref --help
  sframe-ref: check: no FILE is named; see sframe-ref --help
  sframe-ref: flip: no FILE is named; see sframe-ref --help
  sframe-ref: lookup: no FILE is named; see sframe-ref --help
  sframe-ref: lookup: no PC is given; see sframe-ref --help
  sframe-ref: unknown command: guess; see sframe-ref --help
  sframe-ref: one argument too many: second; see sframe-ref --help
  sframe-ref: one argument too many: -; see sframe-ref --help
  sframe-ref: one argument too many: --json; see sframe-ref --help
  $ each '-p v1 decode -' 'decode - -p' 'decode -x -' 'decode -xy -' 'decode - -a' 'decode --a -' 'check --json=yes -'
  sframe-ref: no command is given before -p; see sframe-ref --help
  sframe-ref: --profile needs a value: a profile (v1, v2, v2e1, v2e2, v3); see sframe-ref --help
  sframe-ref: unknown option: -x; see sframe-ref --help
  sframe-ref: unknown option: -xy; see sframe-ref --help
  sframe-ref: --address needs a value: an address (decimal, or hexadecimal with 0x, up to 64 bits); see sframe-ref --help
  sframe-ref: --a is ambiguous: --address or --annotate; see sframe-ref --help
  sframe-ref: --json takes no value; see sframe-ref --help
  $ each --nonsense 'decode --nonsense -' 'decode --json --nonsense -' 'decode --profile' 'decode --address'
  sframe-ref: unknown option: --nonsense; see sframe-ref --help
  sframe-ref: unknown option: --nonsense; see sframe-ref --help
  sframe-ref: unknown option: --nonsense; see sframe-ref --help
  sframe-ref: --profile needs a value: a profile (v1, v2, v2e1, v2e2, v3); see sframe-ref --help
  sframe-ref: --address needs a value: an address (decimal, or hexadecimal with 0x, up to 64 bits); see sframe-ref --help
  $ each 'decode --profile v1 --profile v3 -' 'decode -a 1 --address 16 -' 'dump --colour' 'dump --colour sometimes -' "dump --colour '' -"
  sframe-ref: --profile is given twice, but takes one value only; see sframe-ref --help
  sframe-ref: --address is given twice, but takes one value only; see sframe-ref --help
  sframe-ref: --colour needs a value: auto, always or never; see sframe-ref --help
  sframe-ref: --colour sometimes: must be auto, always or never; see sframe-ref --help
  sframe-ref: --colour : must be auto, always or never; see sframe-ref --help
  $ for text in '' v v4 V3 v33 3 v2e3 'v2 '; do each "decode --profile '$text' -"; done
  sframe-ref: --profile : must be a profile (v1, v2, v2e1, v2e2, v3); see sframe-ref --help
  sframe-ref: --profile v: must be a profile (v1, v2, v2e1, v2e2, v3); see sframe-ref --help
  sframe-ref: --profile v4: must be a profile (v1, v2, v2e1, v2e2, v3); see sframe-ref --help
  sframe-ref: --profile V3: must be a profile (v1, v2, v2e1, v2e2, v3); see sframe-ref --help
  sframe-ref: --profile v33: must be a profile (v1, v2, v2e1, v2e2, v3); see sframe-ref --help
  sframe-ref: --profile 3: must be a profile (v1, v2, v2e1, v2e2, v3); see sframe-ref --help
  sframe-ref: --profile v2e3: must be a profile (v1, v2, v2e1, v2e2, v3); see sframe-ref --help
  sframe-ref: --profile v2 : must be a profile (v1, v2, v2e1, v2e2, v3); see sframe-ref --help
  $ each 'dump --notation --annotate -' 'dump --notation --json -'
  sframe-ref: --notation: not with --annotate or --json, as a dump has one form; see sframe-ref --help
  sframe-ref: --notation: not with --annotate or --json, as a dump has one form; see sframe-ref --help

A number is decimal or hexadecimal.

  $ for text in 0 010 12 0x10 0xaBc 0x00000000000000000001 18446744073709551615 0xFFFFFFFFFFFFFFFF; do
  >     sframe-ref lookup - $text <call | grep -o '"pc": "[^"]*"'; sframe-ref decode -a $text - <call | grep -o '"address": "[^"]*"'
  > done
  "pc": "0x0"
  "address": "0x0"
  "pc": "0xa"
  "address": "0xa"
  "pc": "0xc"
  "address": "0xc"
  "pc": "0x10"
  "address": "0x10"
  "pc": "0xabc"
  "address": "0xabc"
  "pc": "0x1"
  "address": "0x1"
  "pc": "0xffffffffffffffff"
  "address": "0xffffffffffffffff"
  "pc": "0xffffffffffffffff"
  "address": "0xffffffffffffffff"
  $ for text in '' ' ' 0x x -1 +1 -0x1 ' 1' '1 ' 0x1g '0x 1' 0x-1 0x+1 0X10 0x0x1 1.0 1e3 ten 0b1 1_000 18446744073709551616 \
  >     0x10000000000000000 99999999999999999999999999999999; do
  >     each "decode --address='$text' -" "lookup -- - 0 '$text'" 2>&1 | sed -E 's/^.*(must be an address|not a PC).*/\1/'
  > done | sort | uniq -c
       23 must be an address
       23 not a PC

Options may stand anywhere, short or long.

  $ for line in 'decode - --profile v3 --address 16' 'decode -p v3 -a 0x10 -' 'decode -pv3 -a16 -- -' 'decode --prof=v3 --addr=16 -'; do
  >     sframe-ref $line <call
  > done | uniq | wc -l
  1

A path that cannot be read is named, by each command.

  $ mkdir folder; ln -s loop loop
  $ for path in missing folder call/x loop /proc/self/mem ''; do
  >     each "decode '$path'" "dump '$path'" "check '$path'" "flip '$path'" "lookup '$path' 0" 2>&1 | uniq
  > done
  sframe-ref: missing: No such file or directory
  sframe-ref: folder: Is a directory
  sframe-ref: call/x: Not a directory
  sframe-ref: loop: Too many levels of symbolic links
  sframe-ref: /proc/self/mem: cannot read at offset 0x0: Input/output error
  sframe-ref: : No such file or directory
  $ each 'decode - <&-'
  sframe-ref: -: cannot read at offset 0x0: Bad file descriptor

A pipe, a redirected file and a named one read alike; no bytes at all are a malformed section.

  $ for size in 0 1 4096 4097 300000; do
  >     { cat call; head -c 300000 /dev/zero; } | head -c $size >file
  >     for way in 'sframe-ref dump --annotate file' 'sframe-ref dump --annotate - <file' 'cat file | sframe-ref dump --annotate -'; do
  >         eval "$way" >said; echo "$? $(sed 's/^SFrame section of .*//' said | md5sum)"
  >     done | uniq | wc -l
  > done
  1
  1
  1
  1
  1
  $ sframe-ref check /dev/null
  0x0 preamble.complete malformed The four bytes of the preamble are present. (found 0x0, against 0x4)
  [1]

A full disk and closed output are errors, also if the last flush has nothing to write.

  $ for line in --help --version clauses 'clauses --json' 'decode -' 'dump -' 'dump --annotate -' 'check --json -' 'flip -' 'lookup - 0'; do
  >     each "$line >/dev/full" "$line >&-"
  > done 2>&1 | sort | uniq -c
       10 sframe-ref: cannot write to standard output: Bad file descriptor
       10 sframe-ref: cannot write to standard output: No space left on device
  $ cp call long; truncate -s 8192 long; sframe-ref flip long >/dev/full
  sframe-ref: cannot write to standard output: No space left on device
  [2]

What cannot be flipped is said in a line.

  $ sframe-ref flip /dev/null
  sframe-ref: cannot flip: preamble.complete at offset 0x0: The four bytes of the preamble are present. (found 0x0, against 0x4)
  [1]
  $ { printf '\0'; tail -c +2 call; } | sframe-ref flip -
  sframe-ref: cannot flip: preamble.magic at offset 0x0: The magic number is 0xdee2. (found 0xde00, against 0xdee2)
  [1]
  $ { head -c 50 call; printf '\143'; tail -c +52 call; } | sframe-ref flip -
  sframe-ref: cannot flip: fre.size-known at offset 0x32: There are three word sizes, 0 to 2. (found 0x3, against 0x2)
  [1]

Rows of one function, and attributes, that begin inside of a word of the other's.

  $ bytes <<'END' | sframe-ref flip -
  > e2 de 02 01 03 00 f8 00  02 00 00 00 02 00 00 00  06 00 00 00 00 00 00 00 28 00 00 00
  > 00 10 00 00 10 00 00 00  00 00 00 00 01 00 00 00  00 00 00 00
  > 10 10 00 00 10 00 00 00  03 00 00 00 01 00 00 00  00 00 00 00
  > 00 43 08 00 03 07
  > END
  sframe-ref: cannot flip: fre.unshared at offset 0x44: No byte of the row sub-section belongs to two rows or two functions.
  [1]
  $ { echo 'e2 de 03 01 03 00 f8 00  02 00 00 00 01 00 00 00  06 03 00 00 00 00 00 00 20 00 00 00
  >     00 10 00 00 00 00 00 00  10 00 00 00 00 00 00 00  10 10 00 00 00 00 00 00  10 00 00 00 01 00 00 00
  >     00 00 01 00 00 00'; yes '00 03 08' | head -n 256; } | bytes | sframe-ref flip -
  sframe-ref: cannot flip: fre.unshared at offset 0x3c: No byte of the row sub-section belongs to two rows or two functions.
  [1]

What is no scenario is named by its line, and what was read before is answered.

  $ cat >scenario <<END
  > {"profile":"v3","abi":"amd64","input":{"address":"0x0","bytes":"$(basenc --base16 -w 0 call | tr A-F a-f)","pc":"0x1000","registers":{"sp":"0x7000","fp":"0x0"},"memory":[],"modules":[]}}
  > END
  $ { cat scenario; echo '{'; } | sframe-ref unwind -
  sframe-ref: -:2: not a line of JSON
  {"frames": [{"pc": "0x1000", "sp": "0x7000", "fp": "0x0", "cfa": "0x7008"}], "stop": "memory"}
  [2]
  $ for line in '{' '' '{} {}' '[]' '\xff' '{"profile": 3\0}' '{"profile": "v3", "profile": "v3"}'; do printf "$line\n" | sframe-ref unwind -; done
  sframe-ref: -:1: not a line of JSON
  sframe-ref: -:1: not a line of JSON
  sframe-ref: -:1: not a line of JSON
  sframe-ref: -:1: profile is missing, or not v1, v2, v2e1, v2e2 or v3
  sframe-ref: -:1: not a line of JSON
  sframe-ref: -:1: not a line of JSON
  sframe-ref: -:1: not a line of JSON
  [2]
  $ while read -r edit; do printf '%s   ' "$edit"; sed "$edit" scenario | sframe-ref unwind - 2>&1; done <<'END'
  > s/"v3"/"v4"/
  > s/"v3"/3/
  > s/"profile":"v3",//
  > s/amd64/i386/
  > s/"abi":"amd64",//
  > s/"input":.*}/"input":5}/
  > s/,"input":.*}/}/
  > s/"pc":"0x1000",//
  > s/0x1000/1000/
  > s/0x1000/0x/
  > s/0x1000/0xg/
  > s/0x1000/0x10000000000000000/
  > s/"0x1000"/4096/
  > s/"pc"/"pac_mask":"all","pc"/
  > s/"registers":{[^}]*},//
  > s/,"fp":"0x0"//
  > s/"sp":"0x7000",//
  > s/"fp":"0x0"/"fp":0/
  > s/"sp"/"r":"0x0","sp"/
  > s/"sp"/"r01":"0x0","sp"/
  > s/"sp"/"rax":"0x0","sp"/
  > s/"sp"/"r1x":"0x0","sp"/
  > s/"sp"/"x1":"0x0","sp"/
  > s/"sp"/"r9999999999":"0x0","sp"/
  > s/"pc"/"limit":0,"pc"/
  > s/"pc"/"limit":4097,"pc"/
  > s/"pc"/"limit":"1","pc"/
  > s/"bytes":"/&0/
  > s/"bytes":"/&0g/
  > s/"bytes":"/&g0/
  > s/"bytes":"[^"]*"/"bytes":0/
  > s/"bytes":"[^"]*",//
  > s/"address":"0x0",//
  > s/"address":"0x0"/"address":"1"/
  > s/"memory":\[\]/"memory":{}/
  > s/"modules":\[\]/"modules":"none"/
  > s/"memory":\[\]/"memory":[0]/
  > s/"memory":\[\]/"memory":[{"address":"0x0"}]/
  > s/"modules":\[\]/"modules":[{"address":"0x0","bytes":"00"},{"bytes":"00"}]/
  > s/"registers":{[^}]*}/"registers":5/
  > s/"pc"/"limit":-1,"pc"/
  > s/,"memory":\[\],"modules":\[\]//
  > END
  s/"v3"/"v4"/   sframe-ref: -:1: profile is missing, or not v1, v2, v2e1, v2e2 or v3
  s/"v3"/3/   sframe-ref: -:1: profile is missing, or not v1, v2, v2e1, v2e2 or v3
  s/"profile":"v3",//   sframe-ref: -:1: profile is missing, or not v1, v2, v2e1, v2e2 or v3
  s/amd64/i386/   sframe-ref: -:1: abi is missing, or not amd64, aarch64, aarch64_be or s390x
  s/"abi":"amd64",//   sframe-ref: -:1: abi is missing, or not amd64, aarch64, aarch64_be or s390x
  s/"input":.*}/"input":5}/   sframe-ref: -:1: there is no input
  s/,"input":.*}/}/   sframe-ref: -:1: there is no input
  s/"pc":"0x1000",//   sframe-ref: -:1: pc is missing, or not "0x..."
  s/0x1000/1000/   sframe-ref: -:1: pc is missing, or not "0x..."
  s/0x1000/0x/   sframe-ref: -:1: pc is missing, or not "0x..."
  s/0x1000/0xg/   sframe-ref: -:1: pc is missing, or not "0x..."
  s/0x1000/0x10000000000000000/   sframe-ref: -:1: pc is missing, or not "0x..."
  s/"0x1000"/4096/   sframe-ref: -:1: pc is missing, or not "0x..."
  s/"pc"/"pac_mask":"all","pc"/   sframe-ref: -:1: pac_mask is not "0x..."
  s/"registers":{[^}]*},//   sframe-ref: -:1: registers do not say sp and fp
  s/,"fp":"0x0"//   sframe-ref: -:1: registers do not say sp and fp
  s/"sp":"0x7000",//   sframe-ref: -:1: registers do not say sp and fp
  s/"fp":"0x0"/"fp":0/   sframe-ref: -:1: a register's value is not "0x..."
  s/"sp"/"r":"0x0","sp"/   sframe-ref: -:1: a register is not sp, fp or r and a DWARF number, or there are too many
  s/"sp"/"r01":"0x0","sp"/   sframe-ref: -:1: a register is not sp, fp or r and a DWARF number, or there are too many
  s/"sp"/"rax":"0x0","sp"/   sframe-ref: -:1: a register is not sp, fp or r and a DWARF number, or there are too many
  s/"sp"/"r1x":"0x0","sp"/   sframe-ref: -:1: a register is not sp, fp or r and a DWARF number, or there are too many
  s/"sp"/"x1":"0x0","sp"/   sframe-ref: -:1: a register is not sp, fp or r and a DWARF number, or there are too many
  s/"sp"/"r9999999999":"0x0","sp"/   sframe-ref: -:1: a register is not sp, fp or r and a DWARF number, or there are too many
  s/"pc"/"limit":0,"pc"/   sframe-ref: -:1: limit is not a number from 1 to 4096
  s/"pc"/"limit":4097,"pc"/   sframe-ref: -:1: limit is not a number from 1 to 4096
  s/"pc"/"limit":"1","pc"/   sframe-ref: -:1: limit is not a number from 1 to 4096
  s/"bytes":"/&0/   sframe-ref: -:1: bytes are missing, or not two hexadecimal digits each
  s/"bytes":"/&0g/   sframe-ref: -:1: bytes are not two hexadecimal digits each
  s/"bytes":"/&g0/   sframe-ref: -:1: bytes are not two hexadecimal digits each
  s/"bytes":"[^"]*"/"bytes":0/   sframe-ref: -:1: bytes are missing, or not two hexadecimal digits each
  s/"bytes":"[^"]*",//   sframe-ref: -:1: bytes are missing, or not two hexadecimal digits each
  s/"address":"0x0",//   sframe-ref: -:1: an address is missing, or not "0x..."
  s/"address":"0x0"/"address":"1"/   sframe-ref: -:1: an address is missing, or not "0x..."
  s/"memory":\[\]/"memory":{}/   sframe-ref: -:1: modules or memory is not an array
  s/"modules":\[\]/"modules":"none"/   sframe-ref: -:1: modules or memory is not an array
  s/"memory":\[\]/"memory":[0]/   sframe-ref: -:1: an address is missing, or not "0x..."
  s/"memory":\[\]/"memory":[{"address":"0x0"}]/   sframe-ref: -:1: bytes are missing, or not two hexadecimal digits each
  s/"modules":\[\]/"modules":[{"address":"0x0","bytes":"00"},{"bytes":"00"}]/   sframe-ref: -:1: an address is missing, or not "0x..."
  s/"registers":{[^}]*}/"registers":5/   sframe-ref: -:1: registers do not say sp and fp
  s/"pc"/"limit":-1,"pc"/   sframe-ref: -:1: limit is not a number from 1 to 4096
  s/,"memory":\[\],"modules":\[\]//   {"frames": [{"pc": "0x1000", "sp": "0x7000", "fp": "0x0", "cfa": "0x7008"}], "stop": "memory"}
  $ sed "s/\"sp\"/$(seq -s, -f '"r%g":"0x0"' 0 64),&/" scenario | sframe-ref unwind -
  sframe-ref: -:1: a register is not sp, fp or r and a DWARF number, or there are too many
  [2]
  $ each 'unwind /nowhere' 'unwind /' 'unwind /dev/null'
  sframe-ref: /nowhere: No such file or directory
  sframe-ref: /: Is a directory
  sframe-ref: /dev/null: there is no scenario in it
