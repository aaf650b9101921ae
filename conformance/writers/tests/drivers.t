The test files that sframe-gen writes have the same results under assemblers' own drivers as under conformance/writers/run.

  $ . "$TESTDIR/setup.sh"
  $ compare() { "$ROOT/conformance/writers/drivers" --build "$build" "$@"; }
  $ frames="--family frames --abi amd64"

The drivers say what the runner says, also of what cannot be said.

  $ for name in gas-forky llvm-mc-23; do
  >     compare $frames $name | grep -o '[0-9]* results do not fit\|same *PASS'
  >     compare --family single --abi amd64 --select 'undefined-fp *' --select 'escape-fp-expression b*' $name |
  >         grep -o '[0-9]* results do not fit\|absent *PASS'
  > done
  0 results do not fit
  same     PASS
  0 results do not fit
  absent   PASS
  0 results do not fit
  same     PASS
  0 results do not fit
  absent   PASS

The toolchains, with an assembler that does something to the text before it reads it: toolchains PYTHON.

  $ toolchains() {
  >     rm -rf tools && mkdir -p tools/forky/bin && ln -s "$ROOT/.toolchains/gas-driver" tools && ln -s "$ROOT"/.toolchains/forky/bin/* tools/forky/bin
  >     rm tools/forky/bin/x86_64-linux-gnu-as && program tools/forky/bin/x86_64-linux-gnu-as <<PROGRAM
  > import os, subprocess, sys
  > source = sys.argv[-1]
  > text = open(source).read()
  > $1
  > with open(source + ".changed.s", "w") as file:
  >     file.write(text)
  > status = subprocess.run(["$ROOT/.toolchains/forky/bin/x86_64-linux-gnu-as", *sys.argv[1:-1], source + ".changed.s"]).returncode
  > os.remove(source + ".changed.s")
  > sys.exit(status)
  > PROGRAM
  > }

An assembler that goes wrong fails the tests that it fails with the runner.

  $ toolchains 'text = text.replace("cfa_offset 32", "cfa_offset 40")'
  $ compare --toolchains tools $frames gas-forky | grep -o '[0-9]* results do not fit\|same *PASS\|wrong *FAIL'
  0 results do not fit
  same     PASS
  wrong    FAIL

One that goes wrong only if a driver starts it is noticed; so is one that adds a function then.

  $ toolchains 'if "sframe-programs" in source: text = text.replace("cfa_offset 32", "cfa_offset 40")'
  $ compare --toolchains tools $frames gas-forky >said || grep -o '[0-9]* results do not fit\|.*but FAIL' said
  1 results do not fit
      amd64/frames/frame without fp: same , but FAIL
  $ toolchains 'if "sframe-programs" in source: text += "\\t.cfi_startproc\\n\\tnop\\n\\t.cfi_endproc\\n"'
  $ compare --toolchains tools $frames gas-forky >said || grep -c PASS said
  0
  [1]

Of one that refuses everything nothing was judged; nothing may be compared by mistake, and a driver must be there.

  $ toolchains 'if "startproc" in text: sys.exit("a.s:1: Error: no")'
  $ compare --toolchains tools $frames --select 'early return' gas-forky
  drivers: nothing was judged: gas-forky refuses or leaves out all 1 functions
  [2]
  $ compare $frames --select nothing gas-forky
  drivers: nothing was compared: no assembler is here, or no function that is selected has a test
  gas-forky: 0 tests, 0 functions without one; 0 results do not fit, and 0 do not for a reason
  [2]
  $ compare --toolchains . $frames gas-forky
  drivers: DejaGnu's files for gas are not here; ci/gas-driver forky fetches them
  [2]
