conformance/writers/shrink leaves only what an assembler gets wrong.

  $ . "$TESTDIR/setup.sh"
  $ cat >function.s <<'FUNCTION'
  > 	.type f, %function
  > f:
  > 	.cfi_startproc
  > 	.fill 40,1,0x90
  > 	.cfi_def_cfa_offset 16
  > 	.cfi_offset 6, -16
  > 	.fill 3,1,0x90
  > 	.cfi_remember_state
  > 	.cfi_def_cfa_register 6
  > 	.fill 5,1,0x90
  > 	.cfi_restore_state
  > 	.cfi_adjust_cfa_offset 32
  > 	.fill 2,1,0x90
  > 	.cfi_restore 6
  > 	.fill 1,1,0x90
  > 	.cfi_endproc
  > 	.size f, .-f
  > FUNCTION

An assembler that does something to the text before it reads it: mine PYTHON.

  $ mine() { program mine <<PROGRAM
  > import os, subprocess, sys
  > text = open(sys.argv[-1]).read()
  > $1
  > open(sys.argv[-1], "w").write(text)
  > sys.exit(subprocess.run(["${REAL_AS:-$ROOT/.toolchains/forky/bin/as}", *sys.argv[1:]]).returncode)
  > PROGRAM
  > }
  $ shrinks() { shrink --build "$build" --abi amd64 --deadline ${deadline:-9} mine=./mine "${1:-function.s}"; }

What is left is what the fault needs.

  $ for body in "text = text.replace('.cfi_restore 6', '')" \
  >     "if '_remember_state' in text and '_adjust_cfa' in text: os.abort()" \
  >     "text = text.replace('.cfi_def_cfa_register 6', '.cfi_def_cfa_register 7')"; do
  >     mine "$body"; shrinks | grep -v '^\s.\(type\|size\)\|^f:\|startproc\|endproc'
  > done
  # mine, amd64: wrong fp
  \t.cfi_offset 6, 0 (esc)
  \t.cfi_restore 6 (esc)
  \t.fill 1,1,0x90 (esc)
  # mine, amd64: crash status -6
  \t.cfi_remember_state (esc)
  \t.cfi_adjust_cfa_offset 0 (esc)
  # mine, amd64: wrong cfa
  \t.cfi_def_cfa_register 6 (esc)
  \t.fill 1,1,0x90 (esc)

A hang is one, too.  Each costs its deadline, so the function is short already.

  $ mine "if text.count('.fill') > 1 and '_def_cfa_register' in text: import time; time.sleep(9)"
  $ sed '/remember/,/restore_state/{/def_cfa_register\|.fill/!d}; /adjust\|_offset\|restore 6/d; /fill [123],/d' function.s >short.s
  $ deadline=2 shrinks short.s | grep 'mine\|\.fill\|_def'
  # mine, amd64: hang
  \t.fill 1,1,0x90 (esc)
  \t.cfi_def_cfa_register 6 (esc)
  \t.fill 1,1,0x90 (esc)

A function of sframe-programs has a name.

  $ mine "if '_restore 6' in text: os.abort()"
  $ shrink --build "$build" mine=./mine 'amd64/pairs/offset-fp, code, restore-fp' | grep -A9 startproc
  \t.cfi_startproc (esc)
  \t.cfi_restore 6 (esc)
  \t.cfi_endproc (esc)
  \t.size f213, .-f213 (esc)

What is not bad is not shrunk.

  $ mine; shrinks
  shrink: function.s: mine: same, which is not bad
  [1]

What cannot be read, or is not there, gets one line.

  $ : >0.s; echo f: >1.s; grep -v endproc function.s >2.s; cat function.s function.s >3.s; sed 's/.fill 3.*/ret/' function.s >4.s
  $ sed 's/, -16/, x/' function.s >5.s; sed 's/_offset 16/_offset 99999999999999999999/' function.s >6.s; printf '\177ELF\0\0' >7.s
  $ for source in [0-7].s; do shrinks $source; test $? = 2 || echo taken; done
  shrink: the text has not one function
  shrink: the text has not one function
  shrink: the text has not one function
  shrink: the text has not one function
  shrink: 4.s: line 7: neither a label, .fill nor a CFI directive
  shrink: 5.s: line 6: a CFI directive with operands that are not known
  shrink: 6.s: line 5: a CFI directive with operands that are not known
  shrink: the text has not one function
  $ for line in '.section .text.f' '.subsection 1' '.balign 8' '.uleb128 f.t1-f.t0' '.zero 3' 'jmp f.t1'; do
  >     sed "s/.fill 3.*/$line/" function.s >8.s; shrinks 8.s
  > done 2>&1 | sort | uniq -c
        6 shrink: 8.s: line 7: neither a label, .fill nor a CFI directive
  $ shrink --build "$build" gas-nobody 'amd64/single/offset-fp between code'
  shrink: no assembler gas-nobody for amd64 here; make peers fetches those of toolchains.py
  [2]
  $ shrink --build "$build" true=true amd64/single/none
  shrink: sframe-programs has no program amd64/single/none
  [2]
  $ shrink --build "$build" true=true nothing
  shrink: FILE.s needs --abi; see shrink --help
  [2]
  $ shrink --build "$build" --abi amd64 true=true /nowhere
  shrink: /nowhere: No such file or directory
  [2]
