The writers' zoo refuses what it does not know, and says where.

  $ ROOT=$(cd "$TESTDIR/../../../.." && pwd); build=$(cd "$ROOT" && cd "${BUILD:-build}" && pwd); PATH=$build:$PATH

The assembler refuses what it does not know, with its line.

  $ as() { printf "$1" >a.s; zoo-as -o a.o a.s; }
  $ inside() { as "\t.cfi_sections .sframe\n\t.text\nf:\n\t.cfi_startproc\n$1\n\t.fill 1,1,0\n\t.cfi_endproc\n"; }
  $ for line in 'mov %%rax, %%rbx' '.cfi_escape 0x01' '.cfi_escape 0x0c,0x7' jmp '.uleb128 f' '.subsection -1' '.cfi_escape 0x0f,0x7f' \
  >     '.cfi_def_cfa 7' '.cfi_offset 999, 8' .cfi_restore_state .cfi_startproc '.fill 1000000000,8,0' '.text 1'; do
  >     inside "\t$line"; test $? = 1 || echo no error
  > done
  a.s:5: Error: mov is not known here
  a.s:5: Error: an operation of .cfi_escape that is not known here
  a.s:5: Error: an operation of .cfi_escape that is not known here
  a.s:5: Error: operands of jmp that are not known here
  a.s:5: Error: operands of .uleb128 that are not known here
  a.s:5: Error: operands of .subsection that are not known here
  a.s:5: Error: an operation of .cfi_escape that is not known here
  a.s:5: Error: operands of .cfi_def_cfa that are not known here
  a.s:5: Error: operands of .cfi_offset that are not known here
  a.s:5: Error: .cfi_restore_state without a .cfi_remember_state
  a.s:5: Error: operands of .cfi_startproc that are not known here
  a.s:5: Error: operands of .fill that are not known here
  a.s:5: Error: operands of .text that are not known here
  $ as '\t.cfi_sections .sframe\n\t.type f, %%function\nf:\n\t.cfi_startproc\n\t.cfi_undefined 6\n\t.fill 1,1,0\n\t.cfi_endproc\n\t.size f, .-f\n'
  a.s:4: Warning: no SFrame for this function: FP is undefined
  $ sframe-ref decode a.o | grep -o '"functions": .*'
  "functions": []}
  $ as '\t.cfi_sections .eh_frame\nf:\n\t.cfi_startproc\n\t.fill 1,1,0\n\t.cfi_endproc\n'; grep -c .sframe a.o
  0
  [1]

So does the linker.

  $ printf '\177ELF' >b.o; zoo-ld -o out b.o; echo "exit $?:" *
  zoo-ld: error: b.o: no 64-bit ELF object
  exit 1: a.o a.s b.o
  $ for words in -x 'a.o -o' --bug '--bug none'; do zoo-ld $words; test $? = 2 || echo no error; done
  zoo-ld: unknown option: -x; see zoo-ld --help
  zoo-ld: -o needs a value; see zoo-ld --help
  zoo-ld: --bug needs a value; see zoo-ld --help
  zoo-ld: --bug none: must be one that zoo-as --list names; see zoo-ld --help

What kills its bugs knows their names.

  $ kill() { "$ROOT/conformance/zoo/writers/kill" --build "$build" "$@"; }
  $ sframe-programs --family single --abi amd64 >programs; kill --programs programs --all base_invert
  kill: no such bug: base_invert; nearest: base_inverted; zoo-as --list lists all
  [2]
