What becomes of texts in the notation: sframe-gen make.

  $ build=$(cd "$TESTDIR/../.." && cd "${BUILD:-build}" && pwd); PATH=$build:$PATH

As a person writes: `read_as TEXT` shows what the oracle reads in the bytes.

  $ make() { printf '%b' "${@: -1}" | sframe-gen make - "${@:1:$#-1}"; }
  $ read_as() { make "$1" | sframe-ref check --json - | grep -o '"verdict": *"[a-z]*"\|"clause": *"[^"]*"' | cut -d '"' -f 4 | uniq | paste -sd ' '; }
  $ PROLOGUE='\nfunction 0x11000 size 32\n  0  cfa sp+8\n  1  cfa sp+16   fp *(cfa-16)\n  4  cfa fp+16   fp *(cfa-16)\n'
  $ read_as "section v3 amd64 sorted\n$PROLOGUE"
  valid
  $ read_as "section v2e2 amd64 sorted pcrel$PROLOGUE"
  valid
  $ read_as '\n section v2e2 aarch64_be sorted   # at 0x10000, as that is the default\n function 0x12000 size 0x40 key-b
  >     0   cfa sp\n 4   cfa sp+32  ra *(cfa-24)  fp *(cfa-32)  mangled'
  valid
  $ read_as 'section v3 amd64 sorted\nfunction 0x11000 size 64 mask block 16\n  0   cfa sp+8\n  8   cfa sp+16'
  valid
  $ read_as 'section v3 amd64 sorted\nfunction 0x11000 size 16 flex\n  0   cfa sp+8   ra *(cfa-8)\n  4   cfa *(r10-8)   ra *(cfa-8)   fp *(fp)'
  valid
  $ read_as 'section v3 amd64 at 0x10000 sorted pcrel\nfunction 0x11000 size 32 inc\n  0  cfa sp+8  ra cfa-8\n  4  cfa sp+16  ra *(cfa-8)  fp cfa-16'
  valid
  $ read_as 'section v3 amd64 sorted\nfunction 0x12000 size 16\n  0   cfa sp+8\nfunction 0x11000 size 16\n  0   cfa sp+8'
  irregular fde.sorted-flagged
  $ read_as 'section v3 amd64 sorted\nfunction 0x11000 size 16\n  0   cfa sp+8\nfunction 0x11008 size 16\n  0   cfa sp+8'
  irregular fde.overlap
  $ read_as "section v3 amd64 sorted gap-header 4$PROLOGUE"
  irregular tile.cover
  $ read_as "section v3 amd64 sorted${PROLOGUE}set function 0 func_num_fres 9\nbreaks fre.inside"
  malformed fre.inside
  $ read_as "section v3 amd64 sorted${PROLOGUE}set header num_fres by 1\nbreaks header.fre-total irregular"
  irregular header.fre-total
  $ read_as "section v1 amd64 sorted${PROLOGUE}set header freoff end+1\nbreaks header.freoff-inside"
  malformed header.freoff-inside
  $ read_as "section v3 amd64 sorted${PROLOGUE}keep 28\nbreaks header.freoff-inside at header freoff"
  malformed header.freoff-inside
  $ read_as "section v3 amd64 sorted${PROLOGUE}set header version 9\nbreaks version.known"
  malformed version.known

In a default row a value at a place is what lies there.

  $ for ra in '' ' ra cfa-8' ' ra *(cfa-8)'; do
  >     for fp in 'cfa-16' '*(cfa-16)'; do make "section v3 amd64 sorted\nfunction 0x11000 size 8\n0 cfa sp+16$ra fp $fp" | cksum; done
  > done | uniq | wc -l
  1
  $ for ra in 'cfa-8' '*(cfa-8)'; do make "section v2e2 aarch64 sorted\nfunction 0x11000 size 8\n0 cfa sp+16 ra $ra fp cfa-16" | cksum; done | uniq | wc -l
  1
  $ make 'section v3 amd64\nfunction 0 flex\n0 cfa sp+16 ra cfa-8'
  sframe-gen: -:3:1: this row cannot be written: a control word of 0 is padding
  [2]

An ELF file has the section.

  $ make --elf "section v3 amd64 sorted$PROLOGUE" >elf; make "section v3 amd64 sorted$PROLOGUE" >section
  $ cmp <(sframe-ref dump --notation elf) <(sframe-ref dump --notation --address 0x10000 section)

Without questions two are asked.  `vectors` shows of each vector its id, its class, readings that find a breach, and what is expected.

  $ vectors() { make --vector "$1" | grep -o '^{"id":"[^"]*"\|"class":"[^"]*"\|"breaches":[^]]*\|"expect":.*' | sed 's/^{"id"://; s/{"ledger"/\n    &/g'; }
  $ vectors "section v3 amd64 sorted$PROLOGUE"
  "v3/amd64/decode/notation/1"
  "class":"valid"
  "expect":{"verdict":"valid","profile":"v3","version":3,"byte_order":"little","abi":"amd64","flags":["sorted"],"fixed_fp":0,"fixed_ra":-8,"aux":"","address":"0x10000","functions":[{"start":"0x11000","size":32,"pc_type":"inc","fre_type":"addr1","rep_size":0,"fde_type":"default","signal":false,"pauth_key":"a","rows":[{"start":0,"mangled_ra":false,"cfa":{"base":"sp","offset":8},"ra":{"base":"cfa","offset":-8,"deref":true},"fp":"same"},{"start":1,"mangled_ra":false,"cfa":{"base":"sp","offset":16},"ra":{"base":"cfa","offset":-8,"deref":true},"fp":{"base":"cfa","offset":-16,"deref":true}},{"start":4,"mangled_ra":false,"cfa":{"base":"fp","offset":16},"ra":{"base":"cfa","offset":-8,"deref":true},"fp":{"base":"cfa","offset":-16,"deref":true}}]}]}}
  "v3/amd64/check/notation/2"
  "class":"valid"
  "expect":{"verdict":"valid","violations":[]}}
  $ vectors "section v3 amd64 sorted${PROLOGUE}lookup 0x11001\nlookup 0x20000\nflip"
  "v3/amd64/lookup/notation/1"
  "class":"valid"
  "expect":{"pc":"0x11001","function":0,"row":1,"cfa":{"base":"sp","offset":16},"ra":{"base":"cfa","offset":-8,"deref":true},"fp":{"base":"cfa","offset":-16,"deref":true},"mangled_ra":false,"signal":false}}
  "v3/amd64/lookup/notation/2"
  "class":"valid"
  "expect":{"pc":"0x20000","none":"function"}}
  "v3/amd64/flip/notation/3"
  "class":"valid"
  "expect":{"bytes":"dee203010300f8000000000100000003000000100000000000000010000000000000100000000020000000000003000000000308010510f0040410f0"}}
  $ printf "section v3 amd64 sorted$PROLOGUE" | tee one >two.txt; sframe-gen make --vector one two.txt | cut -d '"' -f 4
  v3/amd64/decode/one/1
  v3/amd64/check/one/2
  v3/amd64/decode/two/1
  v3/amd64/check/two/2
  vectors

A trace follows from models, registers and memory.

  $ STACK='section v3 amd64 at 0x400000 sorted\nfunction 0x401000 size 64\n  0 cfa sp+8\n  1 cfa sp+16 fp cfa-16\n  4 cfa fp+16 fp cfa-16
  > module at 0x7f0000400000 sorted\nfunction 0x7f0000401000 size 32 signal\n  0   cfa sp+8\n    4   cfa sp+64
  > register sp 0x8000  fp 0x8010\nmemory 0x8010: 0x8080 0x7f0000401010\nmemory 0x8058: bytes 20104000\n       0x805c: bytes 00000000
  > memory 0x8080: 0x80a0 0x2000\n'
  $ vectors "${STACK}unwind 0x401010\nunwind 0x401000"
  "v3/amd64/unwind/notation/1"
  "class":"valid"
  "expect":{"frames":[{"pc":"0x401010","sp":"0x8000","fp":"0x8010","cfa":"0x8020"},{"pc":"0x7f0000401010","sp":"0x8020","fp":"0x8080","cfa":"0x8060"},{"pc":"0x401020","sp":"0x8060","fp":"0x8080","cfa":"0x8090"},{"pc":"0x2000","sp":"0x8090","fp":"0x80a0"}],"stop":"no-function"}}
  "v3/amd64/unwind/notation/2"
  "class":"valid"
  "expect":{"frames":[{"pc":"0x401000","sp":"0x8000","fp":"0x8010","cfa":"0x8008"}],"stop":"memory"}}
  $ make --vector "${STACK}limit 2\nunwind 0x401010" | grep -o '"memory":.*'
  "memory":[{"address":"0x8010","bytes":"808000000000000010104000007f0000"},{"address":"0x8058","bytes":"2010400000000000"},{"address":"0x8080","bytes":"a0800000000000000020000000000000"}]},"expect":{"frames":[{"pc":"0x401010","sp":"0x8000","fp":"0x8010","cfa":"0x8020"},{"pc":"0x7f0000401010","sp":"0x8020","fp":"0x8080","cfa":"0x8060"}],"stop":"limit"}}

It ends where the section cannot be read.

  $ BROKEN='set header version 9\nbreaks version.known\nunwind '
  $ vectors "$STACK${BROKEN}0x401010"
  "v3/amd64/unwind/notation/1"
  "class":"malformed"
  "expect":{"oracle":{"verdict":"malformed","violations":[{"clause":"version.known","offset":"0x2","severity":"malformed"}]},"accept":["error","none","answer"],"answer":{"frames":[{"pc":"0x401010","sp":"0x8000","fp":"0x8010"}],"stop":"error"}}}
  $ STACKED=${STACK/fp 0x8010/fp 0x8080}; vectors "${STACKED/sp 0x8000/sp 0x8020}${BROKEN}0x7f0000401010"
  "v3/amd64/unwind/notation/1"
  "class":"malformed"
  "expect":{"oracle":{"verdict":"malformed","violations":[{"clause":"version.known","offset":"0x2","severity":"malformed"}]},"accept":["error","none","answer"],"answer":{"frames":[{"pc":"0x7f0000401010","sp":"0x8020","fp":"0x8080","cfa":"0x8060"},{"pc":"0x401020","sp":"0x8060","fp":"0x8080"}],"stop":"error"}}}

Readings answer from models of their own.

  $ vectors 'section v2 amd64 sorted\nfunction 0x11000\n  0   cfa sp+8\n  4   cfa sp+16\nopen zero-size-function
  > answer holds-none:\n  forget\nanswer holds-start:\n  section v2 amd64 sorted\n  function 0x11000 size 1\n    0   cfa same ra undefined
  > answer breach: oracle\nanswer beyond:\n  breaks fde.overlap at 5\nanswer briefly: says {"functions": [{}]}   # less than a model says
  > lookup 0x11000\ncheck\ndecode'
  "v2/amd64/lookup/notation/1"
  "class":"contested"
  "breaches":["breach"
  "expect":{"readings":[
      {"ledger":"zero-size-function","reading":"holds-none","answer":{"pc":"0x11000","none":"function"}},
      {"ledger":"zero-size-function","reading":"holds-start","answer":{"pc":"0x11000","function":0,"row":0,"cfa":{"base":"r0","offset":0},"ra":"undefined","fp":"same","mangled_ra":false,"signal":false}},
      {"ledger":"zero-size-function","reading":"breach","answer":{"pc":"0x11000","none":"function"}},
      {"ledger":"zero-size-function","reading":"beyond","accept":["error"]},
      {"ledger":"zero-size-function","reading":"briefly","answer":{"functions": [{}]}}],"oracle":"breach"}}
  "v2/amd64/check/notation/2"
  "class":"contested"
  "breaches":["holds-start","breach"
  "expect":{"readings":[
      {"ledger":"zero-size-function","reading":"holds-none","answer":{"verdict":"valid","violations":[]}},
      {"ledger":"zero-size-function","reading":"holds-start","answer":{"verdict":"irregular","violations":[{"clause":"fre.start-inside","offset":"0x33","severity":"irregular"}]}},
      {"ledger":"zero-size-function","reading":"breach","answer":{"verdict":"irregular","violations":[{"clause":"fre.start-inside","offset":"0x33","severity":"irregular"}]}},
      {"ledger":"zero-size-function","reading":"beyond","answer":{"verdict":"malformed","violations":[{"clause":"fre.start-inside","offset":"0x33","severity":"irregular"},{"clause":"fde.overlap","offset":"0x5","severity":"malformed"}]}},
      {"ledger":"zero-size-function","reading":"briefly","answer":{"functions": [{}]}}],"oracle":"breach"}}
  "v2/amd64/decode/notation/3"
  "class":"contested"
  "breaches":["holds-start","breach"
  "expect":{"readings":[
      {"ledger":"zero-size-function","reading":"holds-none","answer":{"verdict":"valid","profile":"v2","version":2,"byte_order":"little","abi":"amd64","flags":["sorted"],"fixed_fp":0,"fixed_ra":-8,"aux":"","address":"0x10000","functions":[{"start":"0x11000","size":0,"pc_type":"inc","fre_type":"addr1","rep_size":0,"fde_type":"default","signal":false,"pauth_key":"a","rows":[{"start":0,"mangled_ra":false,"cfa":{"base":"sp","offset":8},"ra":{"base":"cfa","offset":-8,"deref":true},"fp":"same"},{"start":4,"mangled_ra":false,"cfa":{"base":"sp","offset":16},"ra":{"base":"cfa","offset":-8,"deref":true},"fp":"same"}]}]}},
      {"ledger":"zero-size-function","reading":"holds-start","answer":{"verdict":"irregular","profile":"v2","version":2,"byte_order":"little","abi":"amd64","flags":["sorted"],"fixed_fp":0,"fixed_ra":-8,"aux":"","address":"0x10000","functions":[{"start":"0x11000","size":1,"pc_type":"inc","fre_type":"addr1","rep_size":0,"fde_type":"default","signal":false,"pauth_key":"a","rows":[{"start":0,"mangled_ra":false,"cfa":{"base":"r0","offset":0},"ra":"undefined","fp":"same"}]}]}},
      {"ledger":"zero-size-function","reading":"breach","answer":{"verdict":"irregular","profile":"v2","version":2,"byte_order":"little","abi":"amd64","flags":["sorted"],"fixed_fp":0,"fixed_ra":-8,"aux":"","address":"0x10000","functions":[{"start":"0x11000","size":0,"pc_type":"inc","fre_type":"addr1","rep_size":0,"fde_type":"default","signal":false,"pauth_key":"a","rows":[{"start":0,"mangled_ra":false,"cfa":{"base":"sp","offset":8},"ra":{"base":"cfa","offset":-8,"deref":true},"fp":"same"},{"start":4,"mangled_ra":false,"cfa":{"base":"sp","offset":16},"ra":{"base":"cfa","offset":-8,"deref":true},"fp":"same"}]}]}},
      {"ledger":"zero-size-function","reading":"beyond","accept":["error"]},
      {"ledger":"zero-size-function","reading":"briefly","answer":{"functions": [{}]}}],"oracle":"breach"}}

Readings of a trace go their own ways; one of them alone is refused, and what the ledger has not.

  $ ways() {
  >     text=${STACK/"$3"/"$4"}; answers=$(printf 'answer %s:\\n' $2)
  >     vectors "${text}open $1\n${answers}unwind 0x401010"
  >     make --vector "${text}open $1\n${answers}answer other:\nunwind 0x401010"; make --vector "${text}unwind 0x401010"
  > }
  $ ways caller-pc 'less-one as-is' 0x7f0000401010 0x7f0000401004
  "v3/amd64/unwind/notation/1"
  "class":"contested"
  "expect":{"readings":[
      {"ledger":"caller-pc","reading":"less-one","answer":{"frames":[{"pc":"0x401010","sp":"0x8000","fp":"0x8010","cfa":"0x8020"},{"pc":"0x7f0000401004","sp":"0x8020","fp":"0x8080","cfa":"0x8028"}],"stop":"memory"}},
      {"ledger":"caller-pc","reading":"as-is","answer":{"frames":[{"pc":"0x401010","sp":"0x8000","fp":"0x8010","cfa":"0x8020"},{"pc":"0x7f0000401004","sp":"0x8020","fp":"0x8080","cfa":"0x8060"},{"pc":"0x401020","sp":"0x8060","fp":"0x8080","cfa":"0x8090"},{"pc":"0x2000","sp":"0x8090","fp":"0x80a0"}],"stop":"no-function"}}],"oracle":"less-one"}}
  sframe-gen: -:19:1: the ledger has no such reading of the open point: see docs/unwinding.md
  sframe-gen: -:15:1: this answer rests on an open point of the ledger: caller-pc
  [2]
  $ ways signal-caller-pc 'no-less-one nothing' 'bytes 2010' 'bytes 0010'
  "v3/amd64/unwind/notation/1"
  "class":"contested"
  "expect":{"readings":[
      {"ledger":"signal-caller-pc","reading":"no-less-one","answer":{"frames":[{"pc":"0x401010","sp":"0x8000","fp":"0x8010","cfa":"0x8020"},{"pc":"0x7f0000401010","sp":"0x8020","fp":"0x8080","cfa":"0x8060"},{"pc":"0x401000","sp":"0x8060","fp":"0x8080","cfa":"0x8068"}],"stop":"memory"}},
      {"ledger":"signal-caller-pc","reading":"nothing","answer":{"frames":[{"pc":"0x401010","sp":"0x8000","fp":"0x8010","cfa":"0x8020"},{"pc":"0x7f0000401010","sp":"0x8020","fp":"0x8080","cfa":"0x8060"},{"pc":"0x401000","sp":"0x8060","fp":"0x8080"}],"stop":"no-function"}}],"oracle":"no-less-one"}}
  sframe-gen: -:19:1: the ledger has no such reading of the open point: see docs/unwinding.md
  sframe-gen: -:15:1: this answer rests on an open point of the ledger: signal-caller-pc
  [2]
  $ ways trace-unaligned 'stop follow' 'fp 0x8010\nmemory 0x8010' 'fp 0x8014\nmemory 0x8014'
  "v3/amd64/unwind/notation/1"
  "class":"contested"
  "expect":{"readings":[
      {"ledger":"trace-unaligned","reading":"stop","answer":{"frames":[{"pc":"0x401010","sp":"0x8000","fp":"0x8014","cfa":"0x8024"}],"stop":"memory"}},
      {"ledger":"trace-unaligned","reading":"follow","answer":{"frames":[{"pc":"0x401010","sp":"0x8000","fp":"0x8014","cfa":"0x8024"},{"pc":"0x7f0000401010","sp":"0x8024","fp":"0x8080","cfa":"0x8064"}],"stop":"memory"}}],"oracle":"stop"}}
  sframe-gen: -:19:1: the ledger has no such reading of the open point: see docs/unwinding.md
  sframe-gen: -:15:1: this answer rests on an open point of the ledger: trace-unaligned
  [2]
  $ ways abi-byte-order 'breach refuse' module 'module big'
  "v3/amd64/unwind/notation/1"
  "class":"contested"
  "breaches":["breach"
  "expect":{"readings":[
      {"ledger":"abi-byte-order","reading":"breach","answer":{"frames":[{"pc":"0x401010","sp":"0x8000","fp":"0x8010","cfa":"0x8020"},{"pc":"0x7f0000401010","sp":"0x8020","fp":"0x8080","cfa":"0x8060"},{"pc":"0x401020","sp":"0x8060","fp":"0x8080","cfa":"0x8090"},{"pc":"0x2000","sp":"0x8090","fp":"0x80a0"}],"stop":"no-function"}},
      {"ledger":"abi-byte-order","reading":"refuse","accept":["error","none"],"answer":{"frames":[{"pc":"0x401010","sp":"0x8000","fp":"0x8010","cfa":"0x8020"},{"pc":"0x7f0000401010","sp":"0x8020","fp":"0x8080"}],"stop":"error"}}],"oracle":"breach"}}
  sframe-gen: -:19:1: the ledger has no such reading of the open point: see docs/unwinding.md
  sframe-gen: -:6:1: a further module breaks nothing, so that traces go through it; this one breaks abi.byte-order
  [2]

What is broken lies where the first edit is, if nothing is said.

  $ for place in '' ' irregular at 0x1f'; do vectors "section v3 amd64 sorted${PROLOGUE}set header version 9\nbreaks version.known$place\ncheck"; done
  "v3/amd64/check/notation/1"
  "class":"malformed"
  "expect":{"oracle":{"verdict":"malformed","violations":[{"clause":"version.known","offset":"0x2","severity":"malformed"}]},"accept":["error"]}}
  "v3/amd64/check/notation/1"
  "class":"irregular"
  "expect":{"oracle":{"verdict":"irregular","violations":[{"clause":"version.known","offset":"0x1f","severity":"irregular"}]},"accept":["error","answer"]}}

A flip that must fail is shown and made again; what cannot be read is turned by nobody.

  $ sframe-gen show v3/amd64/flip/hole-data-in-part/whole >fails; tail -2 fails; vectors "$(cat fails)"; sframe-gen make --print fails | tail -1
  breaks fre.unshared irregular at 0x43
  flip fails
  "v3/amd64/flip/notation/1"
  "class":"irregular"
  "expect":{"oracle":{"verdict":"irregular","violations":[{"clause":"fre.unshared","offset":"0x43","severity":"irregular"}]},"accept":["error"]}}
  flip fails
  $ vectors "section v3 amd64 sorted${PROLOGUE}set header version 9\nbreaks version.known\nflip"
  "v3/amd64/flip/notation/1"
  "class":"malformed"
  "expect":{"oracle":{"verdict":"malformed","violations":[{"clause":"version.known","offset":"0x2","severity":"malformed"}]},"accept":["error"]}}

A file has several texts, each for several profiles and ABIs.  What one says of its vectors holds on.

  $ cat >several <<'END'
  > note Two words.
  > shape some-shape
  > ledger fde-alignment-v1
  > exercises fre.range
  > section v1 v3 amd64 s390x sorted
  > function 0x11000 size 16
  >   0 cfa sp+160
  > decode as whole
  > lookup 0x11001 as second
  > lookup 0x11002
  > ---
  > note Others.
  > run flagged
  > section v2e1 aarch64
  > twice
  > breaks tile.cover irregular
  > check as whole
  > END
  $ sframe-gen make --vector several | sed -E 's/,"profile".*("clauses":[^,]*).*("note".*),"input".*/ \1 \2/'
  {"id":"v1/amd64/decode/some-shape/whole" "clauses":["fre.range" "note":"Two words.","ledger":"fde-alignment-v1"
  {"id":"v1/amd64/lookup/some-shape/second" "clauses":["fre.range" "note":"Two words.","ledger":"fde-alignment-v1"
  {"id":"v1/amd64/lookup/some-shape/3" "clauses":["fre.range" "note":"Two words.","ledger":"fde-alignment-v1"
  {"id":"v3/amd64/decode/some-shape/whole" "clauses":["fre.range" "note":"Two words.","ledger":"fde-alignment-v1"
  {"id":"v3/amd64/lookup/some-shape/second" "clauses":["fre.range" "note":"Two words.","ledger":"fde-alignment-v1"
  {"id":"v3/amd64/lookup/some-shape/3" "clauses":["fre.range" "note":"Two words.","ledger":"fde-alignment-v1"
  {"id":"v3/s390x/decode/some-shape/whole" "clauses":["fre.range" "note":"Two words.","ledger":"fde-alignment-v1"
  {"id":"v3/s390x/lookup/some-shape/second" "clauses":["fre.range" "note":"Two words.","ledger":"fde-alignment-v1"
  {"id":"v3/s390x/lookup/some-shape/3" "clauses":["fre.range" "note":"Two words.","ledger":"fde-alignment-v1"
  {"id":"v2e1/aarch64/check/some-shape/whole" "clauses":["tile.cover" "note":"Others.","ledger":"fde-alignment-v1"
  {"corpus":{"vectors":10,"hash":"141eca176da392eb"}}
  $ sframe-gen make --vector several | grep -o '"bytes":"[^"]*"' | sort | uniq -c | sed 's/^ *//'
  3 "bytes":"dee20301040000000000000100000001000000080000000000000010000000000000100000000010000000000001000000000300"
  3 "bytes":"e2de01010300f800010000000100000004000000000000001100000000100000100000000000000001000000000023a000"
  1 "bytes":"e2de0200020000000000000000000000000000000000000000000000e2de0200020000000000000000000000000000000000000000000000"
  3 "bytes":"e2de03010300f80001000000010000000900000000000000100000000010000000000000100000000000000001000000000023a000"
  $ sframe-gen make --print several >printed; diff -U 0 several printed | grep '^[-+][a-z]'; sframe-gen make --print printed | cmp - printed
  +shape some-shape
  +ledger fde-alignment-v1
  +exercises fre.range

A fault has the shape of its clause, or one of its own, and the names of its twin.

  $ FAULT='fault fde.overlap ends, by one byte\ntwin two-functions\nsection v1 v3 amd64 also v2 s390x aarch64 sorted
  > function 0x11000 prologue 4 words2 size 257\nfunction 0x11100 ladder 2 size 32\n'
  $ ASKED='check\nlookup 0x11101 as last\n'; BREAKS='breaks fde.overlap model\n'
  $ faults() { make --vector "$1" | grep -o '^{"id":"[^"]*"\|"fault":{[^}]*}\|"answer":.*'; }
  $ faults "$FAULT$BREAKS$ASKED"; faults "shape too-long\n$FAULT$BREAKS$ASKED" | head -2
  {"id":"v1/amd64/check/fault-fde-overlap/ends-by-one-byte"
  "fault":{"clause":"fde.overlap","way":"ends, by one byte","twin":"v1/amd64/check/two-functions/whole"}
  {"id":"v1/amd64/lookup/fault-fde-overlap/ends-by-one-byte-last"
  "fault":{"clause":"fde.overlap","way":"ends, by one byte","twin":"v1/amd64/lookup/two-functions/last"}
  "answer":{"pc":"0x11101","function":1,"row":1,"cfa":{"base":"sp","offset":16},"ra":{"base":"cfa","offset":-8,"deref":true},"fp":"same","mangled_ra":false,"signal":false}}}
  {"id":"v2/aarch64/check/fault-fde-overlap/ends-by-one-byte"
  "fault":{"clause":"fde.overlap","way":"ends, by one byte","twin":"v2/aarch64/check/two-functions/whole"}
  {"id":"v2/aarch64/lookup/fault-fde-overlap/ends-by-one-byte-last"
  "fault":{"clause":"fde.overlap","way":"ends, by one byte","twin":"v2/aarch64/lookup/two-functions/last"}
  "answer":{"pc":"0x11101","function":1,"row":1,"cfa":{"base":"sp","offset":8},"ra":"same","fp":"same","mangled_ra":false,"signal":false}}}
  {"id":"v3/amd64/check/fault-fde-overlap/ends-by-one-byte"
  "fault":{"clause":"fde.overlap","way":"ends, by one byte","twin":"v3/amd64/check/two-functions/whole"}
  {"id":"v3/amd64/lookup/fault-fde-overlap/ends-by-one-byte-last"
  "fault":{"clause":"fde.overlap","way":"ends, by one byte","twin":"v3/amd64/lookup/two-functions/last"}
  "answer":{"pc":"0x11101","function":1,"row":1,"cfa":{"base":"sp","offset":16},"ra":{"base":"cfa","offset":-8,"deref":true},"fp":"same","mangled_ra":false,"signal":false}}}
  {"id":"v1/amd64/check/too-long/whole"
  "fault":{"clause":"fde.overlap","way":"ends, by one byte","twin":"v1/amd64/check/two-functions/whole"}

Each edit is printed as it is.

  $ for edits in 'set header fdeoff end+1\nbreaks header.fdeoff-inside' 'set header num_fdes by -1\nleaves functions 1\nbreaks nothing' \
  >     'set bytes 0x1c 0102\nkeep 40\nbreaks header.freoff-inside at header freoff' 'leaves rows 1 1\nbreaks nothing' \
  >     'set header fre_len end-3\nbreaks fre.inside at row 1 1 fre_info\nbreaks tile.cover irregular at end'; do
  >     make --print "$FAULT$edits\n$ASKED" >printed; printf "$edits\n" | wc -l; grep -cFx -f <(printf "$edits\n") printed
  >     sframe-gen make --print printed | cmp - printed; make --vector "$FAULT$edits\n$ASKED" >made; sframe-gen make --vector printed | cmp - made
  > done
  2
  6
  3
  9
  3
  9
  2
  6
  3
  9

What a text is about stands in its vectors and is printed; what it quotes is for people.

  $ ABOUT='note One line.\nnote And another # with a number sign.\norigin fuzz/regressions/decode/nothing\nexercises fre.range\nsection v3 amd64\ndecode\n'
  $ make --vector "$ABOUT" | head -1 | grep -o '"clauses":[[]"fre.range"\|"origin":.*"input"'; make --print "$ABOUT"
  "clauses":["fre.range"
  "origin":"fuzz/regressions/decode/nothing","note":"One line. And another # with a number sign.","input"
  note One line. And another # with a number sign.
  origin fuzz/regressions/decode/nothing
  exercises fre.range
  section v3 amd64
  decode
  $ QUOTES=${ABOUT/origin/'quote fre.range "is # no comment"\nquote fre.cfa "c"  # a comment\norigin'}
  $ for form in --vector --print; do make $form "$QUOTES" | cmp - <(make $form "$ABOUT"); done

Cases are read from a folder.

  $ mkdir -p cases/settled cases/regression cases/else; touch cases/settled/not-a-case cases/else/x.txt
  $ echo 'section v1 v3 amd64 sorted\nfunction 0x11000 size 8\n  0 cfa sp+8\nlookup 0x11001' | sed 's/\\n/\n/g' | tee cases/settled/one.txt >cases/regression/two.txt
  $ sframe-gen emit --cases cases --select '*/settled/one*' --select '*/regression/two*' >made; cut -d '"' -f 4 made; grep -c version made
  v1/amd64/lookup/settled/one
  v3/amd64/lookup/settled/one/pcrel
  v3/amd64/lookup/settled/one
  v1/amd64/lookup/regression/two
  v3/amd64/lookup/regression/two
  vectors
  0
  [1]

Questions to encoders.

  $ encoders() { make --encode "$1" | grep -o '^{"id":"[^"]*"\|"section":.*'; }
  $ encoders "section v2e2 v3 amd64 aarch64 sorted\nfunction 0x12000 size 9\n 0 cfa sp+8\nfunction 0x11000 size 32\n 0 cfa sp+8\n 4 cfa sp+24
  > encode as unsorted\nencode reversed" | grep -o '^{"id".*\|"start":"[^"]*"' | cut -d '"' -f 4 | paste -sd ' ' | sed 's/ v/\nv/g'
  v2e2/amd64/encode/notation/unsorted 0x12000 0x11000 0x12000 0x11000
  v2e2/amd64/encode/notation/2/reversed 0x11000 0x12000 0x12000 0x11000
  v2e2/aarch64/encode/notation/unsorted 0x12000 0x11000 0x12000 0x11000
  v2e2/aarch64/encode/notation/2/reversed 0x11000 0x12000 0x12000 0x11000
  v3/amd64/encode/notation/unsorted 0x12000 0x11000 0x12000 0x11000
  v3/amd64/encode/notation/2/reversed 0x11000 0x12000 0x12000 0x11000
  v3/aarch64/encode/notation/unsorted 0x12000 0x11000 0x12000 0x11000
  v3/aarch64/encode/notation/2/reversed 0x11000 0x12000 0x12000 0x11000

Without a question they are asked the usual ones.

  $ for text in "section v3 amd64 sorted${PROLOGUE}function 0x12000 size 4\n 0 cfa sp+8" 'section v3 amd64' 'section v3 amd64 big\nbreaks nothing' \
  >     'unsayable it has a flag of nobody\nsection v3 amd64 flags 0x80' 'section v3 amd64\nencode again as so\ndecode'; do
  >     encoders "$text" | grep id | paste -sd ' '
  > done
  {"id":"v3/amd64/encode/notation/1" {"id":"v3/amd64/encode/notation/2/reversed" {"id":"v3/amd64/encode/notation/3/again"
  {"id":"v3/amd64/encode/notation/1" {"id":"v3/amd64/encode/notation/2/again"
  sframe-gen: -:1:1: an encoder is asked for a section that breaks nothing, with one answer; this one breaks abi.byte-order
  
  {"id":"v3/amd64/encode/notation/1"
  {"id":"v3/amd64/encode/notation/so/again"

A number stands where the first name would.

  $ ROWS=$(for i in $(seq 0 999); do printf '  %d cfa sp+8 fp *(cfa-16)\\n' $i; done)
  $ encoders "unsayable nobody knows the type\nsection v3 amd64\nfunction 0x11000 size 4000 addr2\n${ROWS}function 0x13000 size 1\n  0 cfa sp
  > encode fre_type 9\nencode abi 0" | grep -o '"id".*\|"abi":"[^"]*"\|"fre_type":"[^"]*"\|"fp":' | uniq -c
        1 "id":"v3/amd64/encode/notation/1"
        1 "abi":"amd64"
        1 "fre_type":"0x9"
     1000 "fp":
        1 "fre_type":"addr1"
        1 "fp":
        1 "id":"v3/amd64/encode/notation/2"
        1 "abi":"0x0"
        1 "fre_type":"addr2"
     1000 "fp":
        1 "fre_type":"addr1"
        1 "fp":
