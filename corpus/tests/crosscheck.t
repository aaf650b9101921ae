sframe-crosscheck and sframe-convert on the command line: what a linker's stubs lack is named, and trouble is one line.

  $ ROOT=$(cd "$TESTDIR/../.." && pwd); build=$(cd "$ROOT" && cd "${BUILD:-build}" && pwd); PATH=$build:$PATH

Trouble is one line and exit status 2; sframe-convert may have printed what it made before.

  $ each() { program=$1; shift; for line; do eval "sframe-$program $line" >out; echo "exit $?$(grep -q . out && echo ', with output')"; done 2>&1; }
  $ each crosscheck '' '--profile v9 x' --bogus /dev/null /nonexistent '--convert v3,x x' '--max -1 x' / "$TESTDIR/code.c" '--foreign /nonexistent x' "$build/sframe-crosscheck" | sed "s,$build,BUILD,; s,$ROOT,ROOT,"
  sframe-crosscheck: no file is named; see sframe-crosscheck --help
  exit 2
  sframe-crosscheck: --profile v9: must be a profile (v1, v2, v2e1, v2e2, v3); see sframe-crosscheck --help
  exit 2
  sframe-crosscheck: unknown option: --bogus; see sframe-crosscheck --help
  exit 2
  sframe-crosscheck: /dev/null: not an ELF file
  exit 2
  sframe-crosscheck: /nonexistent: No such file or directory
  exit 2
  sframe-crosscheck: --convert v3,x: must be profiles with commas between them; see sframe-crosscheck --help
  exit 2
  sframe-crosscheck: --max -1: must be a whole number; see sframe-crosscheck --help
  exit 2
  sframe-crosscheck: /: Is a directory
  exit 2
  sframe-crosscheck: ROOT/corpus/tests/code.c: not an ELF file
  exit 2
  sframe-crosscheck: /nonexistent: No such file or directory
  exit 2
  sframe-crosscheck: BUILD/sframe-crosscheck: no SFrame section
  exit 2
  $ s390x-linux-gnu-gcc -c -o s390.o "$TESTDIR/code.c"
  $ each convert '' 'a b' '-p v9 x' '-a x y' "$TESTDIR/code.c" '-p v1 s390.o' "-o /nonexistent/x $build/sframe-ref" | sed "s,$ROOT,ROOT,"
  sframe-convert: no file is named; see sframe-convert --help
  exit 2
  sframe-convert: more than one file; see sframe-convert --help
  exit 2
  sframe-convert: --profile v9: must be a profile (v1, v2, v2e1, v2e2, v3); see sframe-convert --help
  exit 2
  sframe-convert: --address x: must be an address (decimal, or hexadecimal with 0x, up to 64 bits); see sframe-convert --help
  exit 2
  sframe-convert: ROOT/corpus/tests/code.c: not an ELF file
  exit 2
  sframe-convert: s390.o: v1 has no ABI for s390x
  exit 2
  sframe-convert: /nonexistent/x: cannot write: No such file or directory
  exit 2, with output
  $ each crosscheck '--orc --truth x s390.o' '--orc=6.4 --orc s390.o' '--orc=6.5 s390.o'; each convert '--orc=6.4 --orc s390.o'
  sframe-crosscheck: --orc and --truth exclude each other; see sframe-crosscheck --help
  exit 2
  sframe-crosscheck: --orc is given twice, but takes one value only; see sframe-crosscheck --help
  exit 2
  sframe-crosscheck: --orc 6.5: must be 5.12, 6.4 or 7.2; see sframe-crosscheck --help
  exit 2
  sframe-convert: --orc is given twice, but takes one value only; see sframe-convert --help
  exit 2

Where nothing is compared nothing is the same: no profile of those asked has an ABI for s390x, CFI is unreadable, or not there.

  $ echo 'f: .cfi_startproc; br %r14; .cfi_endproc' | s390x-linux-gnu-as -o s390.o -; echo 'f: ret' | as -o none.o -
  $ echo 'f: .cfi_startproc; .cfi_escape 0x3b; ret; .cfi_endproc' | as -o unreadable.o -
  $ each crosscheck '--convert v1,v2 s390.o' '--convert v3 --json unreadable.o' '--cfi none.o'
  sframe-crosscheck: s390.o: nothing was compared: no profile of --convert knows its machine
  exit 2
  sframe-crosscheck: unreadable.o: nothing was compared: no row of its CFI could be read, or all are of --foreign inputs
  exit 2
  sframe-crosscheck: none.o: nothing was compared: neither .eh_frame nor .debug_frame tells of any function
  exit 2

The SFrame of one file with the CFI of another, whose stub says otherwise.

  $ stub() { # FILE SECTION ABOVE START END
  >     printf '.section %s,"ax"\n.cfi_startproc\n.cfi_adjust_cfa_offset %s\njmp *8(%%rip)\n.cfi_endproc\n.text\n.globl f\n.type f, @function\nf: %s\nret\n%s\n.size f, . - f\n' \
  >         "$2" "$3" "$4" "$5" >$1.s
  >     gcc -shared -nostdlib -o $1 $1.s
  > }
  $ both() { # PROFILE: the file `right` with the SFrame of `wrong`
  >     address=$(sframe-convert --json -p $1 -o raw wrong | grep -o '"address": "[^"]*' | cut -d '"' -f 4)
  >     objcopy --add-section .sframe=raw --change-section-address .sframe=$address right both
  > }

What every program of a linker shows is named with its page.

  $ while read -r profile section above; do
  >     stub right $section 0 .cfi_startproc .cfi_endproc; stub wrong $section $above .cfi_startproc .cfi_endproc; both $profile
  >     sframe-crosscheck both >out; echo "exit $? $(grep -o '[^ ]*: another CFA$' out)$(sed -n 's/.*known  conformance/ conformance/p' out)"
  > done <<'END'
  > v3 .plt.got 8
  > v2 .plt.got 8
  > v1 .plt.sec 8
  > v1 .plt.sec 16
  > v3 .plt.got 16
  > v3 .plt 8
  > v1 .plt.got 8
  > END
  exit 1 cfa: another CFA conformance/findings/ld-plt-got-pushed.md
  exit 1 cfa: another CFA conformance/findings/ld-plt-got-pushed.md
  exit 1 cfa: another CFA conformance/findings/ld-plt-sec.md
  exit 1 cfa: another CFA conformance/findings/ld-plt-sec.md
  exit 1 cfa: another CFA
  exit 1 cfa: another CFA
  exit 1 cfa: another CFA
  $ ls "$ROOT"/conformance/findings/{ld-plt-got-pushed,ld-plt-sec}.md >pages

Functions that are missing suggest foreign inputs; one after the other they are one line.

  $ stub right .other 0 .cfi_startproc .cfi_endproc; stub wrong .other 0; both v3; gcc -c -o right.o right.s
  $ sframe-crosscheck both | tail -n 1; sframe-crosscheck --foreign right.o both | grep foreign
      1 missing: those of inputs that have no SFrame, as crt1.o or libc.a, are not counted if --foreign names these
      input       foreign                   1 rows          1 PCs       1 functions  a function of an input without SFrame
  $ stub right .other 0 '.cfi_startproc; nop; .cfi_adjust_cfa_offset 8; nop; .cfi_endproc; g: .cfi_startproc' .cfi_endproc; stub wrong .other 0 'nop; nop'; both v3
  $ sframe-crosscheck --max 1 both | grep -e 'f to f' -e more; sframe-crosscheck --json both | grep -o '"kind": "[a-z]*"'
      0x1000 f to f: missing: 3 rows of functions that could be said, and are not there
  "kind": "missing"
  "kind": "missing"
  "kind": "missing"

A PLT without SFrame has a status of its own, unless something is wrong.

  $ for more in '' '; .cfi_def_cfa_offset 16'; do
  >     stub wrong .plt.got 0 .cfi_startproc .cfi_endproc; sed -i '2,3d;5d' wrong.s; gcc -shared -nostdlib -o wrong wrong.s
  >     stub right .plt.got 0 ".cfi_startproc$more" .cfi_endproc; both v3; sframe-crosscheck both >out; echo "exit $?"; grep -o 'plt-without-sframe' out
  > done
  exit 3
  plt-without-sframe
  exit 1
  plt-without-sframe

Every kind is listed.

  $ diff <(sframe-crosscheck --kinds | cut -d ' ' -f 1 | sort) <(sed -n 's/^KIND([A-Z0-9_]*, "\([^"]*\)".*/\1/p' "$ROOT/corpus/cfi/kinds.def" | sort)
