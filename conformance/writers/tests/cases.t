conformance/writers/cases: any assembly text is read as functions of code and directives; differences from the truth are
found.

  $ . "$TESTDIR/setup.sh"; mkdir cases
  $ compare() { "$ROOT/conformance/writers/cases" --build "$build" --cases cases --verbose "$@"; }
  $ frame='
  > .text
  > .globl  frame
  > frame:
  >  .cfi_startproc          # a comment
  >  pushq   %rbp ; .cfi_def_cfa_offset 16
  >  .cfi_offset %rbp, -16
  >  movq    %rsp, %rbp
  >  .cfi_def_cfa_register rbp
  >  leave
  >  .cfi_def_cfa %rsp, 8
  >  .cfi_escape 0x10, 0x6, 2, 0x76, sleb128(-8)
  >  ret
  >  .cfi_endproc'

A case that is right has the same truth.

  $ echo "$frame" >cases/own-x86_64-1.s; compare
  own-x86_64-1                             amd64      gas-forky  case_f0   sframe: same: as expected
  own-x86_64-1                             amd64      gas-forky  case_f0   eh_frame: same: as expected
       1  gas-forky  sframe: same
       1  gas-forky  eh_frame: same
  1 cases, 1 functions, 0 answers are not explained

What an assembler makes of other directives differs.

  $ pretend() { mkdir -p "tools/${1%/*}"; program "tools/$1" <<PROGRAM
  > import re, subprocess, sys
  > text = open(sys.argv[-1]).read()
  > open(sys.argv[-1], "w").write(re.sub(r"$2", "$3", text))
  > sys.exit(subprocess.run(["$ROOT/.toolchains/$1", *sys.argv[1:]]).returncode)
  > PROGRAM
  > }
  $ for change in "_def_cfa_offset 16/_def_cfa_offset 24" "_offset %rbp, -16/_offset %rbp, -8" "\.cfi_def_cfa_register rbp/"; do
  >     pretend forky/bin/x86_64-linux-gnu-as "${change%/*}" "${change#*/}"
  >     compare --toolchains tools | grep EXPLAINED || echo not noticed
  > done
  own-x86_64-1                             amd64      gas-forky  case_f0   sframe: wrong cfa: NOT EXPLAINED
  own-x86_64-1                             amd64      gas-forky  case_f0   eh_frame: at 1: cfa is sp+16, .eh_frame says sp+24: NOT EXPLAINED
       1  gas-forky  sframe: wrong cfa                                  NOT EXPLAINED
       1  gas-forky  eh_frame: at 1: cfa is sp+16, .eh_frame says sp+24 NOT EXPLAINED
  own-x86_64-1                             amd64      gas-forky  case_f0   sframe: wrong fp: NOT EXPLAINED
  own-x86_64-1                             amd64      gas-forky  case_f0   eh_frame: at 1: fp is *(cfa-16), .eh_frame says *(cfa-8): NOT EXPLAINED
       1  gas-forky  sframe: wrong fp                                   NOT EXPLAINED
       1  gas-forky  eh_frame: at 1: fp is *(cfa-16), .eh_frame says *(cfa-8) NOT EXPLAINED
  own-x86_64-1                             amd64      gas-forky  case_f0   sframe: wrong cfa: NOT EXPLAINED
  own-x86_64-1                             amd64      gas-forky  case_f0   eh_frame: at 4: cfa is fp+16, .eh_frame says sp+16: NOT EXPLAINED
       1  gas-forky  sframe: wrong cfa                                  NOT EXPLAINED
       1  gas-forky  eh_frame: at 4: cfa is fp+16, .eh_frame says sp+16 NOT EXPLAINED

An escape is read by operation; a section that is pushed has functions of its own; what only a symbol of the command line
asks for is not there.

  $ framed() { printf ".text\n .cfi_startproc\n nop\n .cfi_def_cfa_offset 16\n nop\n$1\n nop\n .cfi_endproc\n" >cases/own-x86_64-1.s; compare | grep -o '^own.*case_.*'; }
  $ for escape in '0, 0' '0xa, 0x10, 6, 2, 0x76, 0x78, 0xb' '0x14, 6, 0x40' '0x15, 6, 0x7f' '0x16, 6, 2, 0x76, sleb128(-40)' '0x14, 6, 2, 0xe, uleb128(200)' '0x2e, 0x80, 1'; do
  >     framed " .cfi_escape $escape"
  > done
  own-x86_64-1                             amd64      gas-forky  case_f0   sframe: same: as expected
  own-x86_64-1                             amd64      gas-forky  case_f0   eh_frame: same: as expected
  own-x86_64-1                             amd64      gas-forky  case_f0   sframe: omits missing: NOT EXPLAINED
  own-x86_64-1                             amd64      gas-forky  case_f0   eh_frame: same: as expected
  own-x86_64-1                             amd64      gas-forky  case_f0   sframe: omits missing: NOT EXPLAINED
  own-x86_64-1                             amd64      gas-forky  case_f0   eh_frame: same: as expected
  own-x86_64-1                             amd64      gas-forky  case_f0   sframe: omits missing: NOT EXPLAINED
  own-x86_64-1                             amd64      gas-forky  case_f0   eh_frame: same: as expected
  own-x86_64-1                             amd64      gas-forky  case_f0   sframe: omits missing: NOT EXPLAINED
  own-x86_64-1                             amd64      gas-forky  case_f0   eh_frame: same: as expected
  own-x86_64-1                             amd64      gas-forky  case_f0   sframe: omits missing: NOT EXPLAINED
  own-x86_64-1                             amd64      gas-forky  case_f0   eh_frame: same: as expected
  own-x86_64-1                             amd64      gas-forky  case_f0   not read: a CFI directive with operands that are not known: NOT EXPLAINED
  $ framed ' .pushsection .text.b,"ax"\n .cfi_startproc\n nop\n .cfi_offset rbp, -16\n nop\n .cfi_endproc\n .popsection\n .cfi_offset 6, -16'
  own-x86_64-1                             amd64      gas-forky  case_f0   sframe: same: as expected
  own-x86_64-1                             amd64      gas-forky  case_f0   eh_frame: same: as expected
  own-x86_64-1                             amd64      gas-forky  case_f1   sframe: same: as expected
  own-x86_64-1                             amd64      gas-forky  case_f1   eh_frame: same: as expected
  $ framed ' .cfi_endproc\n .ifdef ERR\n .cfi_nothing\n .endif\n .ifndef ERR\n .cfi_startproc\n .endif\n .if 1\n .cfi_def_cfa_offset 24\n .endif'
  own-x86_64-1                             amd64      gas-forky  case_f0   sframe: same: as expected
  own-x86_64-1                             amd64      gas-forky  case_f0   eh_frame: same: as expected
  own-x86_64-1                             amd64      gas-forky  case_f1   sframe: same: as expected
  own-x86_64-1                             amd64      gas-forky  case_f1   eh_frame: same: as expected

What is not read is reported.

  $ while IFS= read -r text; do
  >     printf "$text" >cases/own-x86_64-1.s; compare; echo "status $?"
  > done <<'TEXTS' | grep -v "^     1\|^1 cases"
  > 
  > .macro m\n.cfi_offset 3, -16\n.endm\n
  > .rept 2\nnop\n.endr\n
  > f:  .cfi_startproc\nnop\n.cfi_endproc\n
  > .cfi_offset 6, -16\n
  > .cfi_startproc\n.cfi_nothing\n.cfi_endproc\n
  > .cfi_startproc\nnop\n.cfi_offset somewhere, -16\n.cfi_endproc\n
  > .text\n.cfi_startproc\nnop\n.cfi_offset (3+3), -16\nnop\n.cfi_endproc\n
  > .text\n.cfi_startproc\nnop\n.cfi_escape 0x3f,6,2\nnop\n.cfi_endproc\n
  > .text\n.cfi_startproc\nnop\n.cfi_escape 0x10,6,2\nnop\n.cfi_endproc\n
  > .text\n.cfi_startproc\nnop\n.cfi_rel_offset 200, 8\nnop\n.cfi_endproc\n
  > TEXTS
  own-x86_64-1                             amd64      gas-forky            not read: no .cfi_startproc: NOT EXPLAINED
  status 1
  own-x86_64-1                             amd64      gas-forky            not read: macros, or text that is repeated: NOT EXPLAINED
  status 1
  own-x86_64-1                             amd64      gas-forky            not read: no .cfi_startproc: NOT EXPLAINED
  status 1
  own-x86_64-1                             amd64      gas-forky            not read: statement 1 has a directive and more: NOT EXPLAINED
  status 1
  own-x86_64-1                             amd64      gas-forky            not read: statement 1 has a directive outside functions: NOT EXPLAINED
  status 1
  own-x86_64-1                             amd64      gas-forky            not read: refused: unknown pseudo-op: `.cfi_nothing': NOT EXPLAINED
  status 1
  own-x86_64-1                             amd64      gas-forky            not read: refused: bad register expression: NOT EXPLAINED
  status 1
  own-x86_64-1                             amd64      gas-forky  case_f0   not read: an operand that is no number: (3+3): NOT EXPLAINED
  status 1
  own-x86_64-1                             amd64      gas-forky  case_f0   not read: an escape of no operation that is known: NOT EXPLAINED
  status 1
  own-x86_64-1                             amd64      gas-forky  case_f0   not read: an escape of no operation that is known: NOT EXPLAINED
  status 1
  own-x86_64-1                             amd64      gas-forky  case_f0   not read: a CFI directive with operands that are not known: NOT EXPLAINED
  status 1

No cases and no assembler get one line.

  $ echo "$frame" >cases/own-x86_64-1.s
  $ compare --toolchains .
  cases: no assembler gas-forky here; ci/toolchain and ci/llvm fetch them
  [2]
  $ rm cases/own-*; echo "$frame" >cases/of-nobody.s; compare
  cases: no cases in cases; ci/assembler-cases forky fetches them
  [2]

A case of LLVM goes to both assemblers; version 2 cannot express its escape.

  $ llvm() { rm -f cases/*; { printf '# RUN: %s %%s | FileCheck %%s\n' "$@"; echo "$frame" | grep -v cfi_escape; } >cases/own-x86_64-1.s; }
  $ llvm 'llvm-mc -triple x86_64' 'llvm-mc -filetype=obj -triple=x86_64-linux'; compare --of llvm | sort
       1  gas-forky  eh_frame: same
       1  gas-forky  sframe: same
       1  llvm-mc-23 eh_frame: same
       1  llvm-mc-23 sframe: same
  1 cases, 1 functions, 0 answers are not explained
  own-x86_64-1                             amd64      gas-forky  case_f0   eh_frame: same: as expected
  own-x86_64-1                             amd64      gas-forky  case_f0   sframe: same: as expected
  own-x86_64-1                             amd64      llvm-mc-23 case_f0   eh_frame: same: as expected
  own-x86_64-1                             amd64      llvm-mc-23 case_f0   sframe: same: as expected

A case for other machines and formats is none.

  $ for line in '-triple x86_64-apple-macosx10.6' '-triple i686' '-triple x86_64 --defsym LONG=1' '--defsym LONG=1 -triple x86_64'; do
  >     llvm "llvm-mc $line"; compare --of llvm || echo "status $?"
  > done
  cases: no cases in cases; ci/assembler-cases llvm fetches them
  status 2
  cases: no cases in cases; ci/assembler-cases llvm fetches them
  status 2
  cases: no cases in cases; ci/assembler-cases llvm fetches them
  status 2
  cases: no cases in cases; ci/assembler-cases llvm fetches them
  status 2
  $ llvm 'not llvm-mc -triple arm64-windows-gnu'; compare --of llvm
  cases: no cases in cases; ci/assembler-cases llvm fetches them
  [2]

What LLVM makes of other directives differs.

  $ llvm 'llvm-mc -triple x86_64'; rm -r tools; pretend llvm-23/bin/llvm-mc '_def_cfa_offset 16' '_def_cfa_offset 24'
  $ ln -s "$ROOT/.toolchains/forky" tools/forky; compare --of llvm --toolchains tools | grep ^own
  own-x86_64-1                             amd64      gas-forky  case_f0   sframe: same: as expected
  own-x86_64-1                             amd64      gas-forky  case_f0   eh_frame: same: as expected
  own-x86_64-1                             amd64      llvm-mc-23 case_f0   sframe: wrong cfa: NOT EXPLAINED
  own-x86_64-1                             amd64      llvm-mc-23 case_f0   eh_frame: at 1: cfa is sp+16, .eh_frame says sp+24: NOT EXPLAINED

Where an assembler has no SFrame its .eh_frame is compared.

  $ frame='
  >  .cfi_startproc
  >  nop
  >  .cfi_def_cfa_offset 16
  >  .cfi_offset w29, -16
  >  .cfi_offset w30, -8
  >  ret
  >  .cfi_endproc'
  $ for triple in arm64-none-linux-gnu aarch64_be-linux; do
  >     llvm "llvm-mc -triple=$triple"; compare --of llvm | grep ^own
  > done
  own-x86_64-1                             aarch64    gas-forky  case_f0   sframe: same: as expected
  own-x86_64-1                             aarch64    gas-forky  case_f0   eh_frame: same: as expected
  own-x86_64-1                             aarch64    llvm-mc-23 case_f0   eh_frame: same: as expected
  own-x86_64-1                             aarch64_be gas-forky  case_f0   sframe: same: as expected
  own-x86_64-1                             aarch64_be gas-forky  case_f0   eh_frame: same: as expected
  own-x86_64-1                             aarch64_be llvm-mc-23 case_f0   eh_frame: same: as expected

Signing has a meaning where addresses are signed.

  $ for abi in amd64 s390x aarch64 aarch64_be; do for directive in window_save negate_ra_state negate_ra_state_with_pc; do
  >     printf "f:\n .cfi_startproc\n .fill 1,4,0\n .cfi_$directive\n .fill 1,4,0\n .cfi_endproc\n" >f.s
  >     sframe-programs --abi $abi --read f.s >unit; echo $abi $directive $? $(grep -o '"mangled":true' unit)
  > done; done
  sframe-programs: f.s: line 6: directives that have no meaning
  amd64 window_save 2
  sframe-programs: f.s: line 6: directives that have no meaning
  amd64 negate_ra_state 2
  sframe-programs: f.s: line 6: directives that have no meaning
  amd64 negate_ra_state_with_pc 2
  sframe-programs: f.s: line 6: directives that have no meaning
  s390x window_save 2
  sframe-programs: f.s: line 6: directives that have no meaning
  s390x negate_ra_state 2
  sframe-programs: f.s: line 6: directives that have no meaning
  s390x negate_ra_state_with_pc 2
  aarch64 window_save 0 "mangled":true
  aarch64 negate_ra_state 0 "mangled":true
  aarch64 negate_ra_state_with_pc 0 "mangled":true
  aarch64_be window_save 0 "mangled":true
  aarch64_be negate_ra_state 0 "mangled":true
  aarch64_be negate_ra_state_with_pc 0 "mangled":true
