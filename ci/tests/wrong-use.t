Wrong invocations of every kind of program: each ends with the status that docs/exit-statuses.md has for it, and says on
standard error one line, with what to do.

  $ . "$TESTDIR/setup.sh"; cd inputs; printf 'x\n' >text; mkdir full; touch full/file; export PYTHONDONTWRITEBYTECODE=1
  $ wrong() { "$@" >out 2>said </dev/null; echo "$? $(cat said)"; head -c 80 out; }

Programs in C

  $ wrong sframe-conform --core ''
  2 sframe-conform: an empty word: no command, or a quote is not closed
  $ wrong sframe-conform --core --html - --sarif - x
  2 sframe-conform: --html and --sarif lead to the same place, standard output: one would spoil the other
  $ wrong sframe-conform --core --expect text x
  2 sframe-conform: text:1: an entry is a glob on ids and one of the outcomes that docs/protocol.md lists
  $ wrong sframe-conform --corpus . x
  2 sframe-conform: .: Is a directory
  $ wrong sframe-conform merge text
  2 sframe-conform: text: line 1: no JSON, or not all of it: '[' or '{' expected near 'x'
  $ wrong sframe-conform --core --answer-limit 1 x
  2 sframe-conform: --answer-limit 1: must be a whole number of bytes from 64 to 1073741824; see sframe-conform --help
  $ wrong sframe-gen show
  2 sframe-gen: show: needs an ID, or options that select vectors; see sframe-gen --help
  $ wrong sframe-gen show v3/amd64/decode/none
  1 sframe-gen: no vector has this id: v3/amd64/decode/none
  $ wrong sframe-gen tree --to full
  2 sframe-gen: --to needs a folder that is new or empty, and will not overwrite full: File exists
  $ wrong sframe-gen header --split 0
  2 sframe-gen: --split 0: must be a whole number from 1 to 4294967295; see sframe-gen --help
  $ wrong sframe-gen make text
  2 sframe-gen: text:1:1: `x` begins no line; see docs/notation.md
  $ wrong sframe-ref chekc section
  2 sframe-ref: unknown command: chekc; see sframe-ref --help
  $ wrong sframe-ref lookup section 12y
  2 sframe-ref: not a PC (decimal, or hexadecimal with 0x, up to 64 bits): 12y; see sframe-ref --help
  $ wrong sframe-ref dump --notation --json section
  2 sframe-ref: --notation: not with --annotate or --json, as a dump has one form; see sframe-ref --help
  $ wrong sframe-links --core --broken 3
  2 sframe-links: --broken and --read go with no family and no core; see sframe-links --help
  $ wrong sframe-links show none
  1 sframe-links: nothing is selected: no link fits all of these options; --list has families
  $ wrong sframe-programs --read none --abi amd64
  2 sframe-programs: none: No such file or directory
  $ wrong sframe-programs --select none
  1 sframe-programs: nothing is selected: no function fits all of these options; --list has families
  $ wrong sframe-convert -o new text
  2 sframe-convert: text: not an ELF file
  $ wrong sframe-convert -o new section section
  2 sframe-convert: more than one file; see sframe-convert --help
  $ wrong sframe-crosscheck --convert v9 program
  2 sframe-crosscheck: --convert v9: must be profiles with commas between them; see sframe-crosscheck --help
  $ wrong sframe-crosscheck section
  2 sframe-crosscheck: section: not an ELF file
  $ wrong sframe-measure --fast program
  2 sframe-measure: unknown option: --fast; see sframe-measure --help
  $ wrong sframe-live --steps 5
  2 sframe-live: no program is named; see sframe-live --help
  $ wrong zoo-as program
  2 zoo-as: one SOURCE and -o OBJECT are needed; see zoo-as --help

Numbers are digits, and fractions have a point.  What takes other forms is named here.

  $ forms=(0x8 0x1p3 ' 8' '8 ' +8 -8 1_0 $'\u0661' 8e0 inf nan 8. .5 '' 1,5)
  $ numbers() { # COMMAND, with N in place of the number
  >     for number in "${forms[@]}"; do
  >         said=$(wrong "${@//N/$number}"); [[ $said == "2 $1: --"*": must be "* && $said != *$'\n'* ]] || echo "$* $number: $said"
  >     done
  > }
  $ whole=("${forms[@]}" 8.0); forms+=(0 1000000.5 9999999999999999999999999999999)
  $ numbers sframe-conform --deadline N x=true; forms=("${whole[@]}")
  $ for option in jobs memory answer-limit; do numbers sframe-conform --$option N x=true; done
  $ numbers sframe-conform --shard N/9 x=true
  $ for option in seed largest; do numbers sframe-gen emit --$option N; done
  $ numbers sframe-gen coverage --strength N
  $ for option in functions seed; do numbers sframe-programs --$option N; done
  $ for option in broken seed; do numbers sframe-links --$option N; done
  $ numbers sframe-live --steps N true
  $ numbers zoo-as --version-of N -o made a.s

Scripts

  $ wrong "$ROOT"/corpus/census/sframe-census
  2 sframe-census: the following arguments are required: -o/--out; see sframe-census --help
  $ wrong "$ROOT"/corpus/census/sframe-census -o new none
  2 sframe-census: there is no none; see sframe-census --help
  $ wrong "$ROOT"/corpus/orc
  2 orc: the following arguments are required: KERNEL; see orc --help
  $ wrong "$ROOT"/corpus/orc nowhere
  2 orc: no modules in nowhere; ci/kernel fetches a kernel
  $ wrong "$ROOT"/corpus/compile-real --to new nothing
  2 compile-real: no recipe has such an id; corpus/real/list.txt lists them; see compile-real --help
  $ wrong "$ROOT"/corpus/compile-real --to new --toolchains none v3/amd64/undefined.s
  3 
  1 missing x86_64-linux-gnu-as
  $ wrong "$ROOT"/corpus/crosscheck/real --crosscheck "$build/sframe-crosscheck" --from none "v3/amd64/leaf.*"; grep there out
  3 
  0 files (): 0 functions, 0 rows, 0 PCs: 0 rows, 0 PCs the same, 0 unexplained
  5 5 files are not there; make corpus-real builds them
  $ wrong "$ROOT"/conformance/peers --jobs 2
  2 peers: unrecognized arguments: --jobs; see peers --help
  $ wrong "$ROOT"/conformance/trace --facts text
  2 trace: the following arguments are required: --to; see trace --help
  $ wrong "$ROOT"/conformance/peers --build none
  2 peers: none/peers/table: No such file or directory; run `make peers` first
  $ wrong "$ROOT"/conformance/trace --facts "$build/clauses.json" --to new text
  2 trace: text: vector 1: no JSON, as sframe-gen emit writes it
  $ wrong "$ROOT"/conformance/results/together --build none
  2 together: none/peers/table: No such file or directory; run `make peers` first
  $ wrong "$ROOT"/conformance/writers/run --deadline x a=b
  2 run: unrecognized arguments: --deadline; see run --help
  $ wrong "$ROOT"/conformance/adapters/dump.py gnu
  2 usage: dump.py gnu|llvm|llvm-json|crate PROGRAM [PRELOAD...]
  $ wrong "$ROOT"/release/gate x
  2 gate: takes no argument: x; everything is given by variables, see gate --help
  $ wrong "$ROOT"/release/check
  2 release/check: needs RELEASE, the folder of a release; see release/check --help
  $ wrong "$ROOT"/release/make-release none
  2 make-release: unrecognized arguments: none; see make-release --help
  $ wrong "$ROOT"/release/install none
  2 install: unrecognized arguments: none; see install --help
  $ wrong "$ROOT"/release/from-help --to new
  2 from-help: the following arguments are required: PROGRAM; see from-help --help
  $ wrong "$ROOT"/release/packages/make-runners --version 1 --programs mips=x
  2 make-runners: --programs: no machine mips; there are x86_64, aarch64; see make-runners --help
  $ wrong "$ROOT"/release/packages/runner/bin/sframe-conformance kit go
  2 sframe-conformance kit: needs LANGUAGE and FOLDER; see sframe-conformance --help
  $ wrong "$ROOT"/release/site/make-site --vectors text --facts "$build/clauses.json" --to new
  2 make-site: text: vector 1: no JSON, as sframe-gen emit writes it; --vectors and --facts take what `make site` gives them
  $ wrong "$ROOT"/fuzz/promote --time x find
  2 fuzz/promote: --time: 'x' is no number such as 8 or 2.5; see fuzz/promote --help
  $ wrong "$ROOT"/ci/check --groups 0
  2 check: --groups: '0' is no whole number from 1 to 1000000000000; see check --help
  $ wrong "$ROOT"/ci/check --groups 1000 | sed -E 's/to [0-9]+;/to N;/'
  2 check: --groups 1000: there can be 1 to N; see check --help
  $ wrong "$ROOT"/ci/toolchain
  2 ci/toolchain: takes 1 arguments, and not 0; see ci/toolchain --help
  $ wrong "$ROOT"/ci/scale/job 1/2 folder census
  2 ci/scale/job: a task takes I/N, a folder, a job and its words, merge N, a folder and a job; see ci/scale/job --help
  $ wrong "$ROOT"/ci/scale/parallel
  2 ci/scale/parallel: it takes N, a folder, a job and its words; see ci/scale/parallel --help
  $ wrong "$ROOT"/ci/setup
  2 ci/setup: no group is named; see ci/setup --help
