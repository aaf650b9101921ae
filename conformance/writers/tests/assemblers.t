Scripts that start a real assembler and go wrong in known ways get the right outcome.

  $ . "$TESTDIR/setup.sh"

An assembler of which PYTHON reads the source, may do something else, and then has the real one do the work: as PYTHON.

  $ as() { program as <<PROGRAM
  > import os, re, signal, subprocess, sys, time
  > to, source = sys.argv[-2:]
  > text = open(source).read()
  > names = re.findall(r"^(f\\d+):", text, re.MULTILINE)
  > def assemble(changed=text):
  >     open(source, "w").write(changed)
  >     return subprocess.run(["${REAL_AS:-$ROOT/.toolchains/trixie/bin/x86_64-linux-gnu-as}", "-o", to, source]).returncode
  > if source == "nothing.s":  # the adapter tries the tool
  >     sys.exit(assemble())
  > $1
  > sys.exit(assemble())
  > PROGRAM
  > }
  $ of() { family=$1; shift; sframe-programs --abi amd64 --family $family "${@/#/--select=}" >programs; asked programs 'as ./as'; }

A right assembler passes; what SFrame cannot say and is not there is absent.

  $ as; of single 'def-cfa-offset at the start' 'def-cfa-offset between*' 'offset-fp at the start' 'register-fp between*'
  status 0
  1 absent, 4 same
    register-fp between code: absent: fp-register

What could be said and is not there is omitted; another rule is wrong; a row for what SFrame cannot say hides it.

  $ as "sys.exit(assemble(text.replace('.cfi_def_cfa_offset 24', '.cfi_register 6, 12')))"; of single 'def-cfa-offset between*'
  status 0
  1 omits, 1 same
    def-cfa-offset between code: omits: missing
  $ as "sys.exit(assemble(text.replace('.cfi_def_cfa_offset 24', '.cfi_def_cfa_offset 32')))"
  $ of single 'def-cfa-offset between*' 'offset-fp between*'
  status 1
  2 same, 1 wrong
    def-cfa-offset between code: wrong: cfa
  $ as "sys.exit(assemble(text.replace('.cfi_def_cfa_register 10', '.cfi_def_cfa_register 6')))"
  $ of single 'def-cfa-register-other between*'
  status 1
  1 hides, 1 same
    def-cfa-register-other between code: hides: cfa-register

The function that crashes is blamed and no other; an internal error is a crash though it ends with 1.

  $ as "if '.cfi_offset 6' in text: os.abort()"; of single 'offset-fp *' 'def-cfa-offset *'
  status 1
  5 crash, 3 same, 1 wrong
    offset-fp at the start: crash: status -6
    offset-fp between code: crash: status -6
    offset-fp at the end: crash: status -6
    offset-fp where nothing holds: crash: status -6
    offset-fp where nothing holds at the start: crash: status -6
    section: wrong: fre.start-inside: irregular, at offset 0x33
  $ as "if '.cfi_offset 6' in text: sys.exit('Internal error in nothing at nowhere.c:1.')"; of single 'offset-fp between*'
  status 1
  1 absent, 1 crash
    offset-fp between code: crash: Internal error in nothing at nowhere.c:1.
    section: absent: no section came

What an error names is refused, and the rest is asked once more.

  $ as "lines = [i for i, line in enumerate(text.splitlines(), 1) if '.cfi_offset 6' in line]
  > if lines: sys.exit('\\n'.join(f'a.s:{i}: Error: not that register' for i in lines))"
  $ of single 'offset-fp *' 'def-cfa-offset *'
  status 1
  5 refused, 3 same, 1 wrong
    offset-fp at the start: refused: not that register
    offset-fp between code: refused: not that register
    offset-fp at the end: refused: not that register
    offset-fp where nothing holds: refused: not that register
    offset-fp where nothing holds at the start: refused: not that register
    section: wrong: fre.start-inside: irregular, at offset 0x64

Where the assembler chooses sizes, labels say where rows are.  If one moves, the truth moves too, and the row does not.

  $ as; of relaxed 'jump over*' 'aligned to*'
  status 0
  24 same
  $ as "sys.exit(assemble(re.sub(r'(f0\.3:\n)(.*\n)(.*\n)(f0\.5:\n)', r'\1\2\4\tnop\n\3', text)))"; of relaxed 'jump over 128'
  status 1
  1 same, 1 wrong
    jump over 128: wrong: cfa
  $ as "sys.exit(assemble(re.sub(r'^f0.3:$', '', text, flags=re.MULTILINE)))"; of relaxed 'jump over 128'
  status 1
  1 absent, 1 trouble
    jump over 128: trouble: no label f0.3 behind its function, of which the truth is told
    section: absent: no section came

What the ledger leaves open is not judged, and the rest is: this assembler ignores the escaped offset, which is open.

  $ as "sys.exit(assemble(re.sub(r'\\.cfi_escape 0xe,.*', '', text)))"
  $ of pairs 'escaped-def-cfa-offset, code, adjust*' 'escaped-def-cfa-offset, code, offset-fp'
  status 1
  1 reading, 1 same, 1 wrong
    escaped-def-cfa-offset, code, adjust-cfa-offset: reading: cfa
    escaped-def-cfa-offset, code, offset-fp: wrong: cfa

SFrame that nobody asked for is wrong; of no bytes there is nothing to say.

  $ as; of listed '.eh_frame: leaf' '.sframe: leaf'
  status 0
  2 absent, 2 same
    .eh_frame: leaf: absent: no-section
    section: absent: no section came
  $ as "sys.exit(assemble(text.replace('.cfi_sections .eh_frame\n', '.cfi_sections .eh_frame, .sframe\n')))"
  $ of listed '.eh_frame: leaf' '.sframe: leaf'
  status 1
  3 same, 1 wrong
    .eh_frame: leaf: wrong: not-asked: the text asks for no SFrame, and there is a section
  $ as; of small 'no code, no directive 0'
  status 0
  1 absent, 1 same
    section: absent: no section came

No end is a hang, and who hangs is found among others.

  $ as "names and time.sleep(60)"; deadline=1 of single 'offset-fp between*'
  status 1
  1 absent, 1 hang
    offset-fp between code: hang: did not answer within 1 s
    section: absent: no section came
  $ as "if '.cfi_register 6' in text: time.sleep(60)"; of single 'register-fp between*' 'offset-fp *' 'def-cfa-offset *'
  status 1
  1 crash, 1 hang, 1 hides, 6 same, 1 wrong
    register-fp between code: hang: did not answer within 5 s
    offset-fp where nothing holds: hides: cfa-expression
    offset-fp where nothing holds at the start: crash: Internal error in sframe_xlate_do_offset at ../../gas/gen-sframe.c:1096.
    section: wrong: fre.start-inside: irregular, at offset 0x47

What is no object of this code is trouble.

  $ for body in "sys.exit(0)" "signal.signal(signal.SIGXFSZ, signal.SIG_DFL); assemble(); os.truncate(to, 4 << 30); sys.exit(0)" \
  >     "sys.exit(assemble(text.replace('.fill 1,1', '.fill 2,1')))" "sys.exit(assemble(text.replace('f0', 'g0')))"; do
  >     as "$body"; of single 'offset-fp between*'
  > done
  status 1
  1 absent, 1 trouble
    offset-fp between code: trouble: it ended with status 0 and wrote no file
    section: absent: no section came
  status 1
  1 absent, 1 trouble
    offset-fp between code: trouble: a file larger than this process may write
    section: absent: no section came
  status 1
  1 absent, 1 trouble
    offset-fp between code: trouble: f0 has 4 bytes, and should have 2
    section: absent: no section came
  status 1
  1 absent, 1 trouble
    offset-fp between code: trouble: no function f0, of which the truth is told
    section: absent: no section came

A section that breaks a clause is reported beside its functions.

  $ as 'assemble(); subprocess.run(["objcopy", "--set-section-flags", ".sframe=contents,readonly,data", to]); sys.exit(0)'
  $ of single 'offset-fp between*'
  status 1
  1 same, 1 wrong
    section: wrong: overview.loaded: broken by the file around it, at offset 0x0

An assembler that leaves out nearly everything with a word is red, also if it keeps what every writer must be able to say.

  $ left="print('warning: no SFrame here'); sys.exit(assemble(re.sub(r'(cfi_sections .*), *\.sframe', r'\1', text)))"
  $ for but in "" "if names and source != 'plain.s': " "if re.search(r'^f\d+:', text, re.M) and len(names) != 1: "; do
  >     as "$but$left"; of frames | grep -o 'status 1\|every writer must.*' | sort | uniq -c
  > done
        1 every writer must be able to say this: several functions in one text
        1 status 1
        1 every writer must be able to say this: several functions in one text
        1 status 1
        1 every writer must be able to say this: several functions in one text
        1 status 1

One that hangs on nothing is missing with these words.

  $ printf '#!/bin/sh\nsleep 60\n' >as; "$ROOT/conformance/adapters/writer.py" as ./as
  as for amd64, asked for nothing: it did not end within 8 s
  [1]

A bad outcome without a page fails `run`, and one with a page does not: only gas-* have pages about this one.

  $ adapter="$ROOT/conformance/adapters/writer.py as"; real=${REAL_AS:-$ROOT/.toolchains/trixie/bin/x86_64-linux-gnu-as}
  $ sframe-programs --abi amd64 --family single --select 'same-value-ra between*' >programs
  $ for label in gas-other other; do
  >     "$ROOT/conformance/writers/run" --build "$build" --vectors programs "$label=$adapter '$real'" >said; echo "status $?"; grep -o 'NOT EXPLAINED' said
  > done
  status 0
  status 1
  NOT EXPLAINED

What pages explain stays the same where the text is changed before the assembler reads it; what comes to it is not explained.

  $ sframe-programs --abi amd64 --family frames >programs
  $ while IFS= read -r plant; do
  >     REAL_AS=$ROOT/.toolchains/forky/bin/x86_64-linux-gnu-as as "$plant"
  >     "$ROOT/conformance/writers/run" --build "$build" --vectors programs "gas-forky=$adapter ./as" | head -n 1
  > done <<'PLANTS'
  > pass
  > sys.exit(assemble(re.sub(r'(_def_cfa_offset |_adjust_cfa_offset )(\d+)', lambda m: m[1] + str(int(m[2]) + 8), text)))
  > sys.exit(assemble(re.sub(r'(_def_cfa_register|_def_cfa) 6', r'\1 7', text)))
  > sys.exit(assemble(re.sub(r'\t.cfi_offset 6.*\n', '', text)))
  > sys.exit(assemble(re.sub(r'(\.cfi_offset 6, )(-\d+)', lambda m: m[1] + str(int(m[2]) - 8), text)))
  > sys.exit(assemble(re.sub(r'\t.cfi_restore 6\n', '', text)))
  > PLANTS
  gas-forky: 17 asked, 15 judged, 14 same, 1 bad outcomes explained, 0 not
  gas-forky: 17 asked, 15 judged, 4 same, 1 bad outcomes explained, 10 not
  gas-forky: 17 asked, 15 judged, 12 same, 1 bad outcomes explained, 2 not
  gas-forky: 17 asked, 15 judged, 5 same, 1 bad outcomes explained, 9 not
  gas-forky: 17 asked, 15 judged, 5 same, 1 bad outcomes explained, 9 not
  gas-forky: 17 asked, 15 judged, 8 same, 1 bad outcomes explained, 6 not

What sframe-programs does not write, and whom nobody knows, get one line.

  $ for text in '\177ELF\0' '{}\n' '[]\n' '{"id": "x"}\n' '{"id": 1, "abi"'; do
  >     printf "$text" >programs; "$ROOT/conformance/writers/run" --build "$build" --vectors programs "mine=$adapter true" || echo "status $?"
  > done
  sframe-conform: programs: line 1: the last line does not end
  status 2
  sframe-conform: programs: line 1: it has no profile, or one that is unknown
  status 2
  sframe-conform: programs: line 1: not an object of JSON, or one with a member twice
  status 2
  sframe-conform: programs: line 1: it has no profile, or one that is unknown
  status 2
  sframe-conform: programs: line 1: the last line does not end
  status 2
  $ "$ROOT/conformance/writers/run" --build "$build" nobody
  run: no assembler nobody; there are gas-bookworm, gas-trixie, gas-forky, llvm-mc-22, llvm-mc-23
  [2]
  $ "$ROOT/conformance/writers/run" --build "$build" --vectors /nowhere "mine=$adapter true"
  sframe-conform: /nowhere: No such file or directory
  [2]
