What is no notation is named with its place: sframe-gen make.

  $ build=$(cd "$TESTDIR/../.." && cd "${BUILD:-build}" && pwd); PATH=$build:$PATH
  $ many() { for _ in $(seq "$1"); do printf '%s' "$2"; done; }

`of OPTIONS TEXT` makes something of a text, in which \n ends lines.  Nothing is made, so the error is what is printed.

  $ of() { printf '%b' "${@: -1}" >text; sframe-gen make - "${@:1:$#-1}" <text 2>&1; [ $? = 2 ] || echo "exit $?"; }
  $ text() { of "$1" | sed 's/^sframe-gen: -://'; }
  $ v3() { text "section v3 amd64\n$1"; }

  $ text ''
  1:1: there is no line `section`
  $ text 'decode'
  1:1: expected a line `section`, got `decode`
  $ text 'section v4 amd64'
  1:9: expected v1, v2, v2e1, v2e2 or v3 after `section`, got `v4`
  $ text 'section v3 z80'
  1:12: expected amd64, aarch64, aarch64_be or s390x after `v3`, got `z80`
  $ text 'section v3 amd64 fixed-ra 128'
  1:27: expected a number from -128 to 127 after `fixed-ra`, got `128`
  $ v3 'section v3 amd64\n'
  2:9: a text is of one section
  $ v3 'function 0x10\n  0 cfa sp+8\n  function'
  4:11: expected an address after `function`, but the line ends
  $ v3 'function 0x10 size inc'
  2:20: expected a number after `size`, got `inc`
  $ v3 'function 0x10 size 1 size 2'
  2:22: `size` stands twice in one line
  $ v3 'function 0x10 tall'
  2:15: expected a word that a function has after `0x10`, such as `size 32` or `flex`; got `tall`
  $ v3 '0 cfa sp+8'
  2:1: a row needs a `function` before it
  $ v3 'function 0\n0 cfa ap+8'
  3:7: expected a rule after `cfa`, such as `sp+8`, `*(cfa-16)`, `r12+8` or `padding`; got `ap+8`
  $ v3 'function 0\n0 cfa cfa+8'
  3:1: this row cannot be written: a default row's CFA is SP or FP plus an offset
  $ v3 'function 0\n256 cfa sp+8'
  3:1: this row cannot be written: its start does not fit (addr2 and addr4 have more bytes)
  $ text 'section v2 amd64\nfunction 0\nfunction 0x100010000\nfunction 9 flex'
  3:10: the start is more than 2 GiB away from the section, and its field has 4 bytes
  $ text 'section v2 amd64\nfunction 0\nfunction 9 flex'
  3:10: flexible functions came with version 3
  $ text 'section v1 amd64\nfunction 0\nfunction 9 signal'
  3:10: signal frames are marked from version 3 on
  $ v3 'function 0 shares 0'
  2:20: rows are shared with an earlier function that has its own
  $ text 'section v3 amd64 data-order 0 0\nfunction 0\nfunction 9'
  3:1: `data-order` must name each function of the section once
  $ v3 'note late'
  2:1: `note` stands before the section
  $ v3 'exercises fre.range'
  2:1: `exercises` stands before the section
  $ v3 'decode\ncut 1'
  3:1: the model comes first, then modules, registers and memory, then edits, then what they break, then answers, then questions
  $ v3 'set header size 1'
  2:12: expected a field's name after `header`, such as `version`, `func_num_fres` or `fre_info`; got `size`
  $ v3 'set header func_size 1'
  2:1: the section has no such field
  $ v3 'set header version 256'
  2:1: the value does not fit the field
  $ v3 'set function 0 func_size 1'
  2:1: the section has no such field
  $ v3 'set byte 28 1'
  2:1: the section has no such byte
  $ v3 'cut 29'
  2:1: the section has fewer bytes
  $ v3 'insert 29 00'
  2:1: the section ends before this offset
  $ v3 'insert 0 0'
  2:10: expected bytes in hexadecimal, two digits each after `0`, got `0`
  $ v3 'set header version end'
  2:1: `end` is for offsets and lengths: aux_len, fdeoff, freoff, fre_len, func_start_fre_off
  $ v3 'set bytes 27 0000'
  2:1: the section has no such bytes
  $ v3 'keep 29'
  2:1: the section has fewer bytes
  $ v3 'leaves one'
  2:8: expected `functions` or `rows` after `leaves`, got `one`
  $ v3 'function 0 prologue 0'
  2:21: expected a number from 1 to 255 after `prologue`, got `0`
  $ v3 'function 0 ladder 1024\nfunction 0 prologue 1'
  3:22: a section has at most 1024 rows
  $ text 'fault fre.range\nsection v3 amd64\n'
  1:16: expected words after `fre.range`, but the line ends
  $ text 'fault fre.range x\nsection v3 amd64\n'
  2:1: a line `fault` and a line `twin` go together
  $ v3 'breaks magic'
  2:8: expected `nothing` or a clause after `breaks`, such as `fre.inside`; got `magic`
  $ v3 'breaks fre.size-known at 0x10000'
  2:26: expected a number from 0 to 65535 after `at`, got `0x10000`
  $ v3 'cut 0'
  2:5: expected a number from 1 to 65536 after `cut`, got `0`
  $ v3 'say it'
  2:1: `say` begins no line; see docs/notation.md
  $ v3 "$(many 97 'function 0\n')"
  98:10: a section has at most 96 functions
  $ v3 "function 0\n$(many 1025 '0 cfa sp+8\n')"
  1027:1: a section has at most 1024 rows
  $ v3 "function 0\n0 cfa sp+8 extra$(many 16 ' 1')"
  3:48: a row has at most 15 words
  $ text 'section v3 amd64 gap-header 65536 gap-functions 65536\nfunction 0'
  1:1: too many bytes for one section
  $ text 'section v1 s390x'
  1:1: the profile does not know this ABI
  $ v3 'function 0\n0 cfa sp+8 ra cfa-16'
  3:1: RA lies at `cfa-8` in all rows of this section: no row can say another place
  $ v3 'function 0\n0 cfa sp+8 fp undefined'
  3:1: this row cannot be written: a default row has no word for this rule
  $ v3 'function 0 unknown-addr'
  2:10: an unknown type can only be said in the model of an answer
  $ v3 'module at 0x5000\n0 cfa sp+8'
  3:1: a row needs a `function` before it
  $ v3 "$(many 20 'module\n')"
  21:7: at most 19 modules besides the first
  $ v3 'module v3'
  2:8: expected a word that a section has after `module`, such as `at 0x10000` or `sorted`; got `v3`
  $ v3 'module data-order 1\nfunction 0'
  3:1: `data-order` must name each function of the section once
  $ v3 'register'
  2:9: expected `sp`, `fp` or a register by its DWARF number after `register`, such as `r30`; but the line ends
  $ v3 'register sp 1 rsp 2'
  2:15: expected `sp`, `fp` or a register by its DWARF number after `1`, such as `r30`; got `rsp`
  $ v3 'register sp 1\nregister sp 2'
  3:10: `sp` has its value already
  $ v3 'register r7 1 r7 2'
  2:15: `r7` has its value already
  $ v3 "register$(printf ' r%d 0' {0..16})"
  2:96: at most 16 registers besides SP and FP
  $ v3 'pac-mask 0'
  2:11: a mask of 0 is none: leave the line out
  $ v3 'limit 4097'
  2:7: expected a number from 1 to 4096 after `limit`, got `4097`
  $ v3 'memory 0x7000 1'
  2:8: expected an address and a colon after `memory`, such as `0x7008:`; got `0x7000`
  $ v3 'memory 0x7000:'
  2:15: expected a word of 8 bytes or `bytes` after `0x7000:`, such as `0x401100` or `bytes 0a1b`; but the line ends
  $ v3 'memory 0x7000: bytes 001'
  2:22: expected bytes in hexadecimal, two digits each after `bytes`, got `001`
  $ v3 'memory 0x7000: 1\n0x7010: 2'
  3:1: the memory before ends at 0x7008: `memory` begins another piece
  $ v3 'memory 0x7000: 1\nlimit 5\n0x7008: 2'
  4:1: a line that goes on with memory follows a line `memory`
  $ v3 'memory 0x7000: 1 2\nmemory 0x7008: 3'
  3:16: this memory has been said before, at least in part
  $ v3 'memory 0xffffffffffffffff: 1'
  2:28: this memory goes beyond the last address
  $ v3 "memory 0: $(many 8193 '0 ')"
  2:16395: at most 65536 bytes of memory can be said
  $ v3 "$(printf 'memory %d: 0\\n' {0..5120..16})"
  322:8: at most 320 pieces of memory can be said
  $ text 'unsayable'
  1:10: expected words after `unsayable`, but the line ends
  $ v3 'unsayable so it is'
  2:1: `unsayable` stands before the section
  $ v3 'encode backwards'
  2:8: expected `reversed`, `again`, `as` or the end of the line after `encode`, got `backwards`
  $ v3 'encode abi 9'
  2:8: a number that stands for nothing is for a text with a line `unsayable`
  $ text 'unsayable x\nsection v3 amd64\nencode abi ten'
  3:12: expected a number after `abi`, got `ten`
  $ text 'unsayable x\nsection v3 amd64\nencode again'
  3:8: expected `abi`, `fre_type`, `fde_type`, `as` or the end of the line after `encode`, got `again`
  $ v3 "$(many 257 'encode\n')"
  258:7: at most 256 questions can be asked
  $ v3 'function 0 mask block 256'
  2:10: a block has at most 255 bytes
  $ text 'unsayable x\nsection v3 amd64\nfunction 0\n0 cfa unknown'
  4:1: a rule of this row can only stand in the model of an answer
  $ v3 'answer strict:'
  2:8: a line `open` comes first, with the point that readings differ about
  $ v3 'open Caller'
  2:6: expected an open point of the ledger after `open`, such as `caller-pc`; got `Caller`
  $ v3 'open a\nopen b'
  3:6: a text is about one open point
  $ v3 'open a\nanswer b'
  3:8: expected a reading's name and a colon after `answer`, such as `as-is:`; got `b`
  $ v3 'open a\nanswer b: refuse'
  3:11: expected `oracle`, `refuses`, `says` or the end of the line after `b:`, got `refuse`
  $ v3 'open a\nanswer b:\nanswer b:'
  4:8: this reading has answered before
  $ v3 'open a\nanswer b:\ncheck'
  4:1: an open point has the answers of two readings or more
  $ v3 'open a\nanswer b: oracle\nanswer c: oracle'
  4:11: another reading is the oracle's
  $ v3 "open a\n$(printf 'answer b%d:\\n' {0..5})"
  8:8: at most 5 readings can answer
  $ v3 'open a\nanswer b:\nfunction 0'
  4:10: the model of an answer begins with a line `section`
  $ v3 'open a\nanswer b:\nsection v3 amd64\nsection v3 amd64'
  5:9: an answer has one model
  $ v3 'open a\nanswer b:\ncut 1'
  4:1: `cut` stands before the answers
  $ v3 'open a\nanswer b: says 5'
  3:16: expected an object in JSON after `says`, such as `{"none":"row"}`; got `5`
  $ v3 'open a\nanswer b: says '
  3:16: expected an object in JSON after `says`, such as `{"none":"row"}`; but the line ends
  $ v3 'open a\nanswer b: says {'
  3:16: expected an object in JSON after `says`, such as `{"none":"row"}`; got `{`
  $ v3 'open a\nanswer b: says {"a"}'
  3:16: expected an object in JSON after `says`, such as `{"none":"row"}`; got `{"a"}`
  $ v3 'open a\nanswer b: says {"a":}'
  3:16: expected an object in JSON after `says`, such as `{"none":"row"}`; got `{"a":}`
  $ v3 'open a\nanswer b: says {"a":1,}'
  3:16: expected an object in JSON after `says`, such as `{"none":"row"}`; got `{"a":1,}`
  $ v3 'open a\nanswer b: says {"a":[1 2]}'
  3:16: expected an object in JSON after `says`, such as `{"none":"row"}`; got `{"a":[1`
  $ v3 'open a\nanswer b: says {"a":1,"a":2}'
  3:16: expected an object in JSON after `says`, such as `{"none":"row"}`; got `{"a":1,"a":2}`
  $ v3 'open a\nanswer b: says []'
  3:16: expected an object in JSON after `says`, such as `{"none":"row"}`; got `[]`

Vectors are refused whose answer the model does not know: behind a prologue.

  $ PROLOGUE='function 0x11000 size 32\n 0 cfa sp+8\n 1 cfa sp+16 fp *(cfa-16)\n 4 cfa fp+16 fp *(cfa-16)\n'
  $ vectors() { of --vector "section v3 amd64 sorted\n$PROLOGUE$1" | sed 's/^sframe-gen: -://'; }
  $ vectors 'decode\nset header version 9'
  7:1: the model comes first, then modules, registers and memory, then edits, then what they break, then answers, then questions
  $ vectors 'set header version 9\ncheck'
  6:1: an edit, and no line says what it breaks: `breaks CLAUSE` or `breaks nothing`
  $ vectors 'set header num_fres 9\nbreaks header.fre-total irregular\nflip'
  8:1: what was edited cannot be turned: only the model can
  $ vectors 'flip fails'
  6:1: only a flip of an irregular section is said to fail
  $ vectors 'unwind 0x11004'
  6:1: an unwinding begins with registers: `register sp ADDRESS fp ADDRESS`
  $ vectors 'register sp 0x8000\nunwind 0x11004'
  7:1: an unwinding begins with registers: `register sp ADDRESS fp ADDRESS`
  $ vectors 'module sorted at 0x20000\nfunction 0x11000 size 32\n 0 cfa sp+8\nregister sp 0x8000 fp 0\nunwind 0x11004'
  10:1: two modules have a function at one PC of the trace, so that no answer is right
  $ vectors 'module sorted at 0x20000\nfunction 0x21000 size 4\nfunction 0x21000 size 4\ncheck'
  6:1: a further module breaks nothing, so that traces go through it; this one breaks fde.overlap
  $ vectors 'module big sorted\ncheck'
  6:1: a further module breaks nothing, so that traces go through it; this one breaks abi.byte-order
  $ vectors 'open caller-pc\nanswer as-is:\nanswer less-one:\nflip'
  9:1: readings do not turn a section: `flip` has no answers
  $ vectors 'leaves functions 2\nbreaks nothing'
  6:1: the section has fewer functions
  $ vectors 'leaves rows 1 1\nbreaks nothing'
  6:1: the section has no such function
  $ vectors 'leaves rows 0 4\nbreaks nothing'
  6:1: there are fewer rows
  $ vectors 'set header version 9\nbreaks version.known at function 1 func_size'
  7:1: the section has no such field
  $ vectors 'breaks fde.overlap model'
  6:1: the model does not break fde.overlap
  $ vectors 'function 0x12000 size 4\n 0 cfa sp\nregister sp 8 fp 8\nlimit 145\nmemory 0: 0x12001\nopen trace-progress\nanswer strict:\nanswer follow:\nunwind 0x12001'
  14:1: the trace is longer than a vector can be: a `limit` ends it

A file of several texts, each for several profiles and ABIs.

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
  $ several() { sed "$1" several | sframe-gen make --vector - 2>&1 | sed 's/^sframe-gen: -://'; }
  $ several 's/size 16/size x/'
  6:23: expected a number after `size`, got `x`
  $ several 's/v2e1 aarch64/v2e1 arm/'
  14:14: expected amd64, aarch64, aarch64_be or s390x after `v2e1`, got `arm`
  $ several 's/v1 v3/v1 v1/'
  5:12: `v1` stands twice in one line
  $ several 's/as second/as Second/'
  9:19: expected a name after `as`, such as `first`; got `Second`
  $ several 's/run flagged/run often/'
  13:5: expected `plain` or `flagged` after `run`, got `often`
  $ several 's/ledger/shape a\nledger/'
  3:7: a text says this once
  $ several '$a---'
  18:1: there is no line `section`
  $ of --vector 'section v1 v2 amd64\nopen a\nanswer b:\nsection v2 v3 amd64\nanswer c:'
  sframe-gen: -:4:9: an answer that is for several profiles or ABIs is for all of the text's

Of several sections no bytes are made.

  $ sframe-gen make several
  sframe-gen: several:5:1: the file is for several sections: --vector, --encode and --print take such
  [2]
  $ of "$(sed '/---/,$d' several)"
  sframe-gen: -:5:1: the file is for several sections: --vector, --encode and --print take such
  $ of 'section v1 v2 amd64'
  sframe-gen: -:1:1: the file is for several sections: --vector, --encode and --print take such
  $ of 'section v1 amd64\n---\nsection v1 amd64'
  sframe-gen: -:1:1: the file is for several sections: --vector, --encode and --print take such

What a text is about.

  $ text 'note\nsection v3 amd64\n'
  1:5: expected words after `note`, but the line ends
  $ text 'exercises range\nsection v3 amd64\n'
  1:11: expected a clause after `exercises`, such as `fre.range`; got `range`
  $ text "note $(many 1024 x)\nsection v3 amd64\n"
  1:6: more than 1023 bytes
  $ text 'quote range "x"\nsection v3 amd64\n'
  1:7: expected a clause after `quote`, such as `fre.range`; got `range`
  $ text 'quote fre.range x\nsection v3 amd64\n'
  1:17: expected words in quotation marks after `fre.range`, got `x`
  $ text 'quote fre.range\nsection v3 amd64\n'
  1:16: expected words in quotation marks after `fre.range`, but the line ends
  $ text 'quote fre.range ""\nsection v3 amd64\n'
  1:17: expected words and a quotation mark behind them
  $ text 'quote fre.range "x\nsection v3 amd64\n'
  1:17: expected words and a quotation mark behind them
  $ text 'quote fre.range "x" y\nsection v3 amd64\n'
  1:21: expected the end of the line after `"x"`, got `y`
  $ text "$(many 5 'exercises fre.range\n')section v3 amd64\n"
  5:11: at most 4 clauses can be exercised besides

An encoder is not asked what is not known to be right.

  $ of --encode 'section v3 amd64 flags 0x80\nencode'
  sframe-gen: -:2:1: an encoder is asked for a section that breaks nothing, with one answer; this one breaks flags.undefined-zero
  $ of --encode 'section v3 amd64 sorted\nfunction 0x12000 size 4\n 0 cfa sp\nfunction 0x11000 size 4\n 0 cfa sp\nencode\nencode again'
  sframe-gen: -:7:1: an encoder is asked for a section that breaks nothing, with one answer; this one breaks fde.sorted-flagged
  $ of --encode 'section v3 amd64 sorted\nfunction 0x11000\n 0 cfa sp+8\nencode'
  sframe-gen: -:4:1: this answer rests on an open point of the ledger: zero-size-function
  $ of --encode 'unsayable x\nsection v3 amd64\nfunction 0x11000 size 4\n 0 cfa sp+8\nencode'
  sframe-gen: -:5:1: a section can say this model: the line `unsayable` is wrong
  $ of --encode 'unsayable x\nsection v3 amd64\nencode abi 3'
  sframe-gen: -:3:1: a section can say this model: the line `unsayable` is wrong
  $ of --encode 'unsayable x\nsection v3 amd64\nencode fde_type 9'
  sframe-gen: -:3:1: there is no function whose type could be another
  $ of --encode 'section v3 amd64 big\nencode'
  sframe-gen: -:2:1: an encoder is asked for a section that breaks nothing, with one answer; this one breaks abi.byte-order

Cases lie in a folder, FAMILY/NAME.txt.

  $ cases() { rm -rf cases; mkdir -p cases/${1%/*}; printf "$2" >cases/$1; sframe-gen emit --cases cases --to out; ! test -e out; }
  $ CASE='section v1 v3 amd64 sorted\nfunction 0x11000 size 8\n  0 cfa sp+8\nlookup 0x11001\n'
  $ cases settled/one.txt 'section v9'
  sframe-gen: cases/settled/one.txt:1:9: expected v1, v2, v2e1, v2e2 or v3 after `section`, got `v9`
  $ cases else/x.txt "$CASE"
  sframe-gen: cases: it has no FAMILY/NAME.txt of a family of cases
  $ cases settled/one.txt "${CASE}set header version 9"
  sframe-gen: cases/settled/one.txt:5:1: the model comes first, then modules, registers and memory, then edits, then what they break, then answers, then questions
  $ sframe-gen emit --cases nowhere
  sframe-gen: nowhere: No such file or directory
  [2]
  $ sframe-gen emit --cases text
  sframe-gen: text: Not a directory
  [2]

Wrong use.

  $ sframe-gen make </dev/null
  sframe-gen: make needs a FILE, or - for standard input; see sframe-gen --help
  [2]
  $ for words in '- -' nowhere '- --bogus' '- -o' '- --elf --vector' '- --encode --vector' '- -o nowhere/out'; do
  >     echo 'section v3 amd64' | sframe-gen make $words; [ $? = 2 ] || echo no error
  > done
  sframe-gen: -: of several texts there are vectors or prints: make takes one FILE; see sframe-gen --help
  sframe-gen: nowhere: No such file or directory
  sframe-gen: unknown option: --bogus; see sframe-gen --help
  sframe-gen: --to needs a value: a path; see sframe-gen --help
  sframe-gen: make: one form at a time can be written; see sframe-gen --help
  sframe-gen: make: one form at a time can be written; see sframe-gen --help
  sframe-gen: cannot write nowhere/out: No such file or directory
  $ sframe-gen make - --to '' </dev/null
  sframe-gen: --to : must be a path; see sframe-gen --help
  [2]
  $ mkdir other; echo 'section v9' >other/text; sframe-gen make --print text other/text --to out; ! test -e out
  sframe-gen: other/text:1:9: expected v1, v2, v2e1, v2e2 or v3 after `section`, got `v9`
  $ echo 'section v3 amd64' >text; sframe-gen make --vector text other/text
  sframe-gen: two files with one name would give the same ids: text
  [2]
