release/gate as action.yml runs it, by variables alone: how it ends, and what it says.

  $ ROOT=$(cd "$TESTDIR/../.." && pwd)
  $ build=$(cd "$ROOT" && cd "${BUILD:-build}" && pwd)
  $ PATH=$build:$build/adapters:$PATH
  $ unset MAKEFLAGS MFLAGS ${!INPUT_*} ${!GITHUB_*}
  $ export GITHUB_STEP_SUMMARY=$PWD/summary

`gate INPUT=VALUE...` asks few vectors of V1 if nothing else is said.  It prints how the
runner ended, what that says is wrong, what the gate says but for the runner that it took, and how it ends, if not by 0.
`green: FOLDER` is all of that if the run is as expected, `red` if it is not and nothing else is wrong; 2 stands before
what is refused.

  $ sframe-gen emit --core --select 'v?/amd64/check/*' --to few
  $ gate=("$ROOT/release/gate")
  $ gate() {
  >     mapfile -d '' given < <(for word; do name=${word%%=*}; printf 'INPUT_%s=%s\0' "${name^^}" "${word#*=}"; done)
  >     rm -f summary
  >     env PATH="${path:-$PATH}" INPUT_PROFILES=v1 INPUT_CORPUS=few "${given[@]}" "${gate[@]}" >out 2>said </dev/null
  >     set -- $? "$(sed -n -e 's/^\(\(NOT \)\?as expected[^:]*\):.*/\1/p' -e '/^ *--require/p' -e '/: missing: /p' \
  >         -e '/cannot be asked/p' -e '/^  nothing was judged/s/ (.*//p' out; grep -v '^gate: sframe-conform 0' said)"
  >     case $1 in 0) set -- "$2" ;; 2) set -- "2 $2" ;; *) set -- "$2"$'\n'"exit $1" ;; esac
  >     set -- "${1/$'NOT as expected\ngate: red: not as expected (sframe-conform ended with status 1)\nexit 1'/red}"
  >     set -- "${1/$'as expected\ngate: green; reports are in '/green: }"
  >     echo "${1//$build/BUILD}"
  > }
  $ wrong="$build/zoo --bug magic_unchecked"
  $ tiny="tiny=sh -c 'exec $build/adapters/oracle | sed -u \"1s/.v1.,//\"'"

Green: all was asked, and is as expected.

  $ gate adapter=oracle minimum=1.0.0; ls sframe-reports; head -n 1 summary; grep -c oracle summary
  green: sframe-reports
  badge.json
  badge.svg
  report.html
  report.json
  report.md
  report.sarif
  report.xml
  ## SFrame: green
  1
  $ kernel="kernel=/usr/bin/python3 $ROOT/conformance/runner/tests/adapters/kernel.py $build/adapters/oracle"
  $ gate adapter="$kernel" profiles=v3 corpus=core requires=kernel-v3
  green: sframe-reports
  $ gate adapter="$kernel" profiles=v3 corpus=core
  red

What is not wanted is no fault: what is not declared is not asked.

  $ gate adapter="$tiny" profiles=v2
  green: sframe-reports
  $ gate adapter=oracle minimum=0.9.10
  green: sframe-reports
  $ gate adapter=oracle profiles=
  green: sframe-reports

Red: of an adapter, or of one of two.

  $ gate adapter="$wrong"; head -n 3 summary
  red
  ## SFrame: red
  
  - not as expected (sframe-conform ended with status 1)
  $ gate adapter="good=oracle
  > 
  > bad=$wrong
  > "
  red
  $ echo 'v1/* fail' >known; gate adapter=oracle expect=known
  red
  $ sframe-conform --corpus few --select profile=v1 --expect accepted --accept "$wrong" >/dev/null
  [1]
  $ gate adapter="$wrong" expect=accepted; gate adapter=oracle expect=accepted
  green: sframe-reports
  red
  $ gate adapter=/nowhere/adapter; gate adapter=false; gate adapter="sh -c 'exit 0'"
  adapter: missing: cannot be started: No such file or directory (the program, or the interpreter that its first line names)
  NOT as expected (not asked)
  gate: red: not as expected (sframe-conform ended with status 1)
  exit 1
  false: cannot be asked: hello: it ended with exit status 1
  NOT as expected (not asked)
  gate: red: not as expected (sframe-conform ended with status 1)
  exit 1
  sh: cannot be asked: hello: it ended with exit status 0
  NOT as expected (not asked)
  gate: red: not as expected (sframe-conform ended with status 1)
  exit 1
  $ gate adapter=null
    nothing was judged
    --require profile=v1: nothing of v1 was judged
  NOT as expected (not judged, required)
  gate: red: not as expected (sframe-conform ended with status 1)
  exit 1
  $ gate adapter="oracle
  > $tiny" profiles='v2, v1'
    --require profile=v1: nothing of v1 was asked
  NOT as expected (required)
  gate: red: not as expected (sframe-conform ended with status 1)
  exit 1
  $ gate adapter='run
  > merge
  > x=/nowhere'
  run: missing: cannot be started: No such file or directory (on the PATH, or beside sframe-conform; a program of this folder has ./ before its name)
  merge: missing: cannot be started: No such file or directory (on the PATH, or beside sframe-conform; a program of this folder has ./ before its name)
  x: missing: cannot be started: No such file or directory (the program, or the interpreter that its first line names)
  NOT as expected (not asked)
  gate: red: not as expected (sframe-conform ended with status 1)
  exit 1

Red: of the corpus.

  $ sframe-gen emit --family sizes --select 'v1/*/check/*' >vectors; sframe-gen close </dev/null >none; : >empty
  $ sed 's/"version":"[0-9.]*"/"version":"0.10.2"/' vectors >old; sed 's/,"version":"[0-9.]*"//' vectors >silent
  $ head -n -1 vectors >cut; tail -n +2 vectors >less
  $ for corpus in none empty old cut less; do gate adapter=oracle corpus=$corpus; done
    --require profile=v1: nothing of v1 was asked
  NOT as expected (not asked, selection, required)
  sframe-conform: nothing was asked: the corpus has no vectors
  gate: red: not as expected (sframe-conform ended with status 1)
  exit 1
  NOT as expected, and not complete
  sframe-conform: empty: no closing line says that it is whole, as --strict demands (`sframe-gen close` adds one)
  gate: red: not as expected (sframe-conform ended with status 2)
  exit 1
  NOT as expected, and not complete
  sframe-conform: old: line 153: a corpus of version 0.10.2, and this sframe-conform knows 1.0.0
  gate: red: not as expected (sframe-conform ended with status 2)
  exit 1
  NOT as expected, and not complete
  sframe-conform: cut: no closing line says that it is whole, as --strict demands (`sframe-gen close` adds one)
  gate: red: not as expected (sframe-conform ended with status 2)
  exit 1
  NOT as expected, and not complete
  sframe-conform: less: line 152: it closes 152 vectors, and 151 came: some are missing (to ask a part of a corpus, --select and --skip)
  gate: red: not as expected (sframe-conform ended with status 2)
  exit 1
  $ gate adapter=oracle corpus=silent; gate adapter=oracle corpus=silent minimum=1.0.0
  green: sframe-reports
  --require corpus=1.0.0: the corpus does not say its version
  NOT as expected (required)
  gate: red: not as expected (sframe-conform ended with status 1)
  exit 1
  $ gate adapter=oracle minimum=1.0.1
  --require corpus=1.0.1: the corpus is 1.0.0
  NOT as expected (required)
  gate: red: not as expected (sframe-conform ended with status 1)
  exit 1

A run that is red says so in each report; what the runner does to them, its own tests show.

  $ gate adapter="$wrong"; ls sframe-reports
  red
  badge.json
  badge.svg
  report.html
  report.json
  report.md
  report.sarif
  report.xml
  $ gate adapter=/nowhere shard=2/2 reports=alone; ls alone
  nowhere: missing: cannot be started: No such file or directory (the program, or the interpreter that its first line names)
  NOT as expected (not asked)
  gate: red: not as expected (sframe-conform ended with status 1)
  exit 1
  shard-2-of-2.html
  shard-2-of-2.json
  shard-2-of-2.md
  shard-2-of-2.sarif
  shard-2-of-2.xml

Shards become one report.

  $ shards() { for part in 1 2; do gate shard=$part/2 "$@" reports="$folder/$part"; done; }
  $ folder=of-core shards adapter=oracle corpus=core; grep Shard summary
  green: of-core/1
  green: of-core/2
  Shard 2/2; the merged report tells the rest.
  $ folder=of-file shards adapter=oracle corpus=silent; folder=wrong shards adapter="$wrong"; folder=tiny shards adapter="$tiny" profiles='v1 v2'
  green: of-file/1
  green: of-file/2
  red
  red
  green: tiny/1
  green: tiny/2
  $ gate merge=of-core corpus=core minimum=1.0.0; ls sframe-reports; ln -s of-core link; gate merge=link corpus=core
  green: sframe-reports
  badge.json
  badge.svg
  report.html
  report.json
  report.md
  report.sarif
  green: sframe-reports
  $ gate merge=of-file corpus=known minimum=
  green: sframe-reports
  $ gate merge=of-core corpus=core profiles='v1 v2'
    --require profile=v2: nothing of v2 was asked
  NOT as expected (required)
  gate: red: not as expected (sframe-conform ended with status 1)
  exit 1
  $ gate merge=of-core corpus=whole; gate merge=of-file corpus=core
  --require whole: only the core was asked
  NOT as expected (required)
  gate: red: not as expected (sframe-conform ended with status 1)
  exit 1
  --require core: the vectors of silent were asked
  NOT as expected (required)
  gate: red: not as expected (sframe-conform ended with status 1)
  exit 1
  $ gate merge=of-core corpus=core minimum=1.0.1
  --require corpus=1.0.1: the corpus is 1.0.0
  NOT as expected (required)
  gate: red: not as expected (sframe-conform ended with status 1)
  exit 1
  $ gate merge=wrong
  red

One shard does not know whether another is asked anything of a profile.

  $ gate merge=tiny profiles=
    --require profile=v1: nothing of v1 was asked
  NOT as expected (required)
  gate: red: not as expected (sframe-conform ended with status 1)
  exit 1

No report is written of shards that make no whole.

  $ for more in shard=1/2 adapter="x=$build/zoo"; do
  >     rm -rf parts; gate adapter=x=oracle shard=1/2 reports=parts/1; gate adapter=x=oracle shard=2/2 reports=parts/2 "$more"
  >     gate merge=parts; ls sframe-reports; grep 'No report' summary
  > done
  green: parts/1
  green: parts/2
  sframe-conform: shard 1/2 is there twice: parts/1/shard-1-of-2.json and parts/2/shard-1-of-2.json
  gate: red: no report was written (sframe-conform ended with status 2)
  exit 1
  No report was written.
  green: parts/1
  green: parts/2
  sframe-conform: parts/1/shard-1-of-2.json and parts/2/shard-2-of-2.json are not of one run: command is "oracle", and "BUILD/zoo"
  gate: red: no report was written (sframe-conform ended with status 2)
  exit 1
  No report was written.
  $ rm -r of-core/2; gate merge=of-core; ls sframe-reports
  sframe-conform: shard 2/2 is missing; 1 of 2 are there
  gate: red: no report was written (sframe-conform ended with status 2)
  exit 1
  $ mkdir '<void>'; gate merge='<void>'; ls sframe-reports; grep void summary
  gate: red: no report of a shard is in ./<void>
  gate: red: no report was written (sframe-conform ended with status 1)
  exit 1
  - no report of a shard is in ./\<void\>
  $ mkdir -p $'lines/x\nalone'; touch $'lines/x\nalone/shard-1-of-1.json'; gate merge=lines
  gate: red: a name in lines has more than one line
  gate: red: no report was written (sframe-conform ended with status 1)
  exit 1

What makes no sense is refused in a line.

  $ gate; gate adapter=$' \n'; gate adapter=--accept; gate adapter="x 'y"; gate adapter=$'x\nx=y'
  2 gate: INPUT_ADAPTER is empty: which command starts the adapter?
  2 gate: INPUT_ADAPTER is empty: which command starts the adapter?
  2 gate: INPUT_ADAPTER: '--accept' begins like an option
  2 sframe-conform: x 'y: no command, or a quote is not closed
  2 sframe-conform: x: two implementations have this label
  $ gate adapter=x expect=nowhere; gate adapter=x expect=y=known; gate adapter=x requires=nowhere
  2 sframe-conform: nowhere: No such file or directory (--accept begins a file)
  2 sframe-conform: --expect y: no implementation has this label; there are x
  2 sframe-conform: --requires nowhere: No such file or directory, and no set has that name; there are any, glibc-v2, kernel-v3, profiler, tool
  $ gate merge=. requires=any; gate adapter=x merge=.; gate merge=nowhere
  2 gate: INPUT_MERGE takes no adapter, shard, expectation file, requirement set or options: the reports have them
  2 gate: INPUT_MERGE takes no adapter, shard, expectation file, requirement set or options: the reports have them
  2 gate: INPUT_MERGE: nowhere is no folder
  $ gate adapter=x shard=2; gate adapter=x shard=5/4
  2 gate: INPUT_SHARD: '2' is no part such as 1/4
  2 sframe-conform: --shard 5/4: must be I/N, as in 1/4: I from 1 to N, and N at most 1000000; see sframe-conform --help
  $ gate adapter=x minimum=new; gate merge=. minimum=1
  2 sframe-conform: --require corpus=new: it takes profile=P, of v1, v2, v2e1, v2e2 and v3, corpus=VERSION as in 1.0.0, closed, core, whole
  2 sframe-conform: --require corpus=1: it takes profile=P, of v1, v2, v2e1, v2e2 and v3, corpus=VERSION as in 1.0.0, closed, core, whole
  $ gate adapter=x profiles='v*'; gate merge=. profiles=v9
  2 sframe-conform: --require profile=v*: it takes profile=P, of v1, v2, v2e1, v2e2 and v3, corpus=VERSION as in 1.0.0, closed, core, whole
  2 sframe-conform: --require profile=v9: it takes profile=P, of v1, v2, v2e1, v2e2 and v3, corpus=VERSION as in 1.0.0, closed, core, whole
  $ gate adapter=x corpus=all; gate adapter=x corpus=.; gate adapter=x corpus=$'a\x1b[2J\rb'
  2 gate: INPUT_CORPUS: 'all' is neither core, whole nor a file
  2 gate: INPUT_CORPUS: '.' is neither core, whole nor a file
  2 gate: INPUT_CORPUS: 'a?[2J?b' is neither core, whole nor a file
  $ gate adapter=x options=--accept; gate adapter=x options='--jobs 0'; gate adapter=x options=--jobs
  2 gate: INPUT_OPTIONS: '--accept' is not --jobs, --deadline, --memory or --answer-limit
  2 sframe-conform: --jobs 0: must be a whole number from 1 to 32; see sframe-conform --help
  2 gate: INPUT_OPTIONS: --jobs lacks its value
  $ zeros=$(printf '%064d' 0)
  $ gate adapter=x archive=nowhere; gate adapter=x archive=nowhere sha256=$zeros; gate adapter=x archive=. sha256=$zeros
  2 gate: INPUT_SHA256 must be the archive's SHA-256, as SHA256SUMS of the release has it
  2 gate: INPUT_ARCHIVE: no file nowhere
  2 gate: INPUT_ARCHIVE: no file .
  $ gate adapter=x version=0.1.0; gate adapter=x version=latest
  2 gate: INPUT_VERSION wants INPUT_REPOSITORY: of whose release?
  2 gate: INPUT_VERSION: 'latest' is no version such as 0.1.0
  $ gate adapter=x reports=/dev/null; gate adapter=x reports=/proc/x; ls summary
  2 gate: INPUT_REPORTS: /dev/null is no folder to write in
  2 gate: INPUT_REPORTS: /proc/x is no folder to write in
  ls: cannot access 'summary': No such file or directory
  [2]

One line is not two, of which grep would find the one that is right.

  $ for name in requires corpus shard=1/2 sha256=$zeros version=0.1.0 minimum=1.0.0; do gate adapter=x "${name%=*}=${name#*=}"$'\n/../../../escaped'; done
  2 gate: INPUT_REQUIRES has more than one line
  2 gate: INPUT_CORPUS has more than one line
  2 gate: INPUT_SHARD has more than one line
  2 gate: INPUT_SHA256 has more than one line
  2 gate: INPUT_VERSION has more than one line
  2 gate: INPUT_MINIMUM has more than one line

A folder that takes no reports.

  $ touch file; ln -s file to-file; ln -s nowhere dangling; mkdir folder; ln -s folder to-folder; mkdir -p taken/report.md/x
  $ for name in file file/below to-file dangling taken; do gate adapter=oracle reports=$name; done
  2 gate: INPUT_REPORTS: file is no folder to write in
  2 gate: INPUT_REPORTS: file/below is no folder to write in
  2 gate: INPUT_REPORTS: to-file is no folder to write in
  2 gate: INPUT_REPORTS: dangling is no folder to write in
  2 gate: INPUT_REPORTS: reports cannot be written to taken
  $ gate adapter=oracle reports=to-folder; ls folder/report.md
  green: to-folder
  folder/report.md

Reports of an earlier run are not taken for this one's, and an adapter that destroys them makes it red.

  $ gate adapter=oracle; gate adapter=oracle expect=nowhere; ls sframe-reports
  green: sframe-reports
  2 sframe-conform: nowhere: No such file or directory (--accept begins a file)
  $ gate adapter="sh -c 'rm -r sframe-reports; : >sframe-reports; exec oracle'" options='--jobs 1'; rm sframe-reports
  as expected
  sframe-conform: sframe-reports/report.json: Not a directory
  sframe-conform: sframe-reports/report.xml: Not a directory
  sframe-conform: sframe-reports/report.md: Not a directory
  sframe-conform: sframe-reports/report.html: Not a directory
  sframe-conform: sframe-reports/report.sarif: Not a directory
  sframe-conform: sframe-reports/badge.json: Not a directory
  sframe-conform: sframe-reports/badge.svg: Not a directory
  gate: red: no report was written (sframe-conform ended with status 2)
  exit 1

No name is an option or a pattern: as the folder of reports, of shards, and as the corpus.

  $ mkdir inside; cd inside; cp ../few .; touch kept
  $ for name in -delete -- '*' "a b'" '$(touch escaped)'; do
  >     gate adapter=oracle reports="$name" shard=1/1; ls -- "$name/shard-1-of-1.json"; gate merge="$name" reports=merged
  >     rm -r -- "$name"; cp ../vectors "./$name"; gate adapter=oracle corpus="$name" reports=asked; ls; rm -r -- "./$name" asked merged
  > done
  green: ./-delete
  -delete/shard-1-of-1.json
  green: merged
  green: asked
  -delete
  asked
  few
  kept
  merged
  out
  said
  green: ./--
  --/shard-1-of-1.json
  green: merged
  green: asked
  --
  asked
  few
  kept
  merged
  out
  said
  green: ./*
  */shard-1-of-1.json
  green: merged
  green: asked
  *
  asked
  few
  kept
  merged
  out
  said
  green: a b'
  a b'/shard-1-of-1.json
  green: merged
  green: asked
  a b'
  asked
  few
  kept
  merged
  out
  said
  green: ./$(touch escaped)
  $(touch escaped)/shard-1-of-1.json
  green: merged
  green: asked
  $(touch escaped)
  asked
  few
  kept
  merged
  out
  said
  $ cd ..

What the runner said, and a summary, that cannot be written.

  $ for place in /nowhere/summary . /dev/full; do GITHUB_STEP_SUMMARY=$place gate adapter=oracle; done
  as expected
  gate: cannot write to /nowhere/summary
  gate: green; reports are in sframe-reports
  as expected
  gate: cannot write to .
  gate: green; reports are in sframe-reports
  as expected
  gate: cannot write to /dev/full
  gate: green; reports are in sframe-reports
  $ GITHUB_STEP_SUMMARY=/dev/full gate adapter="$wrong"
  NOT as expected
  gate: red: not as expected (sframe-conform ended with status 1)
  gate: cannot write to /dev/full
  exit 1
  $ env INPUT_CORPUS=few INPUT_ADAPTER=oracle "$ROOT/release/gate" 2>&1 >/dev/full | grep ': red:'
  gate: red: what sframe-conform said is lost

A runner that says one thing and writes another is not believed.

  $ mkdir fake; cat >fake/sframe-conform <<'END'
  > #!/bin/sh
  > for word; do [ "$word" != --version ] || { echo sframe-conform 0; exit; }; done
  > [ "$1" = --json ] || exit 9
  > printf "$text" >"$2"; exit $ending
  > END
  $ chmod +x fake/sframe-conform; export text ending
  $ believed() { PATH=$PWD/fake:$PATH gate adapter=x; }
  $ ending=0 text=; believed
  gate: red: no report was written (sframe-conform ended with status 0)
  exit 1
  $ text='{\n{\n"complete":true,"good":false,\n'; believed
  gate: red: the report is not good
  exit 1
  $ text='{\n{\n"complete":true,"good"'; believed
  gate: red: the report is not good
  exit 1
  $ ending=139 text='{\n{\n"complete":true,"good":true,\n'; believed
  gate: red: not as expected (sframe-conform ended with status 139)
  exit 1

The environment changes nothing.

  $ ln -s "$ROOT/release" release; mkdir ./-tmp
  $ POSIXLY_CORRECT=1 CDPATH=/:/tmp HOME='' TMPDIR=-tmp IFS=/ gate=release/gate gate adapter=x=oracle; ls ./-tmp
  green: sframe-reports

The runner on the PATH goes before that of the tree.

  $ mkdir bin; cp "$build/sframe-conform" "$build/sframe-gen" bin; PATH=$PWD/bin:$PATH gate adapter=oracle; grep -c "($PWD/bin/sframe-conform)" said
  green: sframe-reports
  1

From an archive it comes if the checksum is right, and every shell runs the gate.

  $ mkdir -p top/bin alone/release applets; cp bin/* top/bin; tar -czf top.tar.gz top; cp "$ROOT/release/gate" alone/release
  $ sum=$(sha256sum <top.tar.gz | cut -d ' ' -f 1); busybox --install -s applets
  $ for shell in dash bash busybox; do
  >     gate=("$(command -v $shell)" alone/release/gate)
  >     [ $shell != busybox ] || gate[0]=$PWD/applets/sh path=$PWD/applets
  >     for part in 1 2; do gate adapter="$build/adapters/oracle" shard=$part/2 reports=-parts archive=top.tar.gz sha256=$sum; done
  >     gate merge=-parts archive=top.tar.gz sha256=$sum; grep -c '(sframe-conform)' said
  >     gate adapter="$wrong"$'\n\n'"$build/adapters/oracle" options='--jobs 2' archive=top.tar.gz sha256=$sum
  > done
  green: ./-parts
  green: ./-parts
  green: sframe-reports
  1
  red
  green: ./-parts
  green: ./-parts
  green: sframe-reports
  1
  red
  green: ./-parts
  green: ./-parts
  green: sframe-reports
  1
  red
  $ gate adapter=x archive=top.tar.gz sha256=$zeros | sed "s/$sum/SUM/; s/$zeros/ZEROS/"; gate adapter=x | sed "s,$PWD,PWD,"
  2 gate: top.tar.gz: its SHA-256 is SUM, and INPUT_SHA256 is ZEROS; nothing of it was run
  2 gate: no sframe-conform: give INPUT_ARCHIVE and INPUT_SHA256, install it, or run make in PWD/alone

What is asked alone can be asked when the archive is gone: by the name of a program that one has.

  $ gate=alone/release/gate path= gate adapter="x=$wrong" archive=top.tar.gz sha256=$sum
  red
  $ sh -c "$(sed -n 's/^ *alone: //p' out)" | grep asked:
  zoo (zoo 0.1.0): 1 asked: 1 fail; 1 judged
