sframe-live and its driver on the command line.

  $ ROOT=$(cd "$TESTDIR/../../.." && pwd); build=$(cd "$ROOT" && cd "${BUILD:-build}" && pwd); PATH=$build:$PATH; sources=$ROOT/corpus/sources
  $ [ "$(uname -m)" = x86_64 ] || exit 80 # this machine steps no AMD64 programs

What makes no sense gets one line.

  $ for line in '' '--profile v9 x' '--steps -1 x' /nonexistent "$sources/tree.c" --nonsense; do sframe-live $line; echo "exit $?"; done 2>&1 | sed "s,$sources,SOURCES,"
  sframe-live: no program is named; see sframe-live --help
  exit 2
  sframe-live: --profile v9: must be a profile (v1, v2, v2e1, v2e2, v3); see sframe-live --help
  exit 2
  sframe-live: --steps -1: must be a whole number; see sframe-live --help
  exit 2
  sframe-live: /nonexistent: No such file or directory
  exit 2
  sframe-live: SOURCES/tree.c: not an ELF file
  exit 2
  sframe-live: unknown option: --nonsense; see sframe-live --help
  exit 2
  $ gcc -O2 -ffreestanding -nostdlib -fno-stack-protector -fno-pie -no-pie -static -Wa,--gsframe -o tree "$sources/tree.c" "$sources/amd64/start.s"
  $ sframe-live --emulator no-such-emulator tree; sframe-live --record no/folder --steps 10 tree
  sframe-live: no-such-emulator: cannot run tree
  sframe-live: no/folder: cannot be written: No such file or directory
  [2]

A truth that cannot be read gets one line.

  $ while read -r text; do echo "$text" >claims; sframe-live --truth claims tree; echo "exit $?"; done <<'END'
  > {
  > []
  > {"functions": [{}]}
  > END
  sframe-live: tree: cannot read the truth in claims: line 2: string or '}' expected near end of file
  exit 2
  sframe-live: tree: no list of functions in claims
  exit 2
  sframe-live: tree: no function , of which the truth is told
  exit 2

Recording gives as many vectors as are wanted.

  $ sframe-live --record vectors --most 3 --id v1/amd64/unwind/live/test tree >said; grep -o '"id": *"[^"]*"' vectors
  "id":"v1/amd64/unwind/live/test/0"
  "id":"v1/amd64/unwind/live/test/1"
  "id":"v1/amd64/unwind/live/test/2"

The driver lists runs; toolchains that are missing are no success.

  $ steps() { "$ROOT/corpus/live/step-programs" --live "$live" "$@"; }; live=$build/sframe-live
  $ steps --list '*/s390x/*' | grep -v /s390x/; steps --list '*/s390x/*' | grep -x 'forky/s390x/program.gcc-o2'; steps 'nothing/*'
  forky/s390x/program.gcc-o2
  step-programs: no run has such a name; --list lists them; see step-programs --help
  [2]
  $ mkdir empty to; steps --toolchains "$PWD/empty" --to "$PWD/to" forky/amd64/tree.gcc-o2 | grep -o missing; echo "exit ${PIPESTATUS[0]}"
  missing
  exit 3
  $ truth() { "$ROOT/corpus/live/truth" --live "$build/sframe-live" --programs "$build/sframe-programs" "$@"; echo "exit $?"; }
  $ truth --toolchains "$PWD/empty" 2>&1 | sed "s,not there: .*;,not there: ...;,"
  not there: ...; ci/toolchain forky fetches them
  exit 3

What is no unit gets one line.

  $ for text in '{' '[1]' '{}' '{"abi": "amd64"}' ''; do echo "$text" >units; truth units; done
  truth: units: no units of sframe-programs
  exit 2
  truth: units: no units of sframe-programs
  exit 2
  truth: units: no units of sframe-programs
  exit 2
  truth: units: no units of sframe-programs
  exit 2
  truth: units: no units of sframe-programs
  exit 2
  $ sframe-programs --family runs --abi amd64 --select 'leaf 0' | sed 's,u0009ret,u0009no_such_instruction,' >units; truth units 2>&1 | grep -o -e 'no such instruction' -e exit.*
  no such instruction
  exit 2

A wrong frame that nothing explains fails the run: the host's assembler in the place of a toolchain's, and a program that lies.

  $ mkdir -p host/bookworm/bin; for name in as ld; do ln -s "$(command -v $name)" host/bookworm/bin/x86_64-linux-gnu-$name; done
  $ cat >lies <<END
  > #!/bin/sh
  > $build/sframe-live "\$@" | sed 's/"findings": *\[\]/"findings":[{"kind":"cfa","row":"default row, CFA sp+999","lookup":"0x401000","place":"f+0x1","steps":7,"trace":""}]/'
  > END
  $ chmod +x lies; steps --toolchains "$PWD/host" --to "$PWD/to" bookworm/amd64/tree.gcc-o2 >said; echo "exit $?"
  exit 0
  $ live=$PWD/lies steps --toolchains "$PWD/host" --to "$PWD/to" bookworm/amd64/tree.gcc-o2 >said; echo "exit $?"; grep -o 'cfa at f+0x1' said
  exit 1
  cfa at f+0x1
