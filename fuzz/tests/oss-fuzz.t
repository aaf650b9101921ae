fuzz/oss-fuzz: what the check finds, what build.sh refuses, and the files that OSS-Fuzz and ClusterFuzzLite read.

  $ ROOT=$(cd "$TESTDIR/../.." && pwd); home=$ROOT/fuzz/oss-fuzz; export PYTHONDONTWRITEBYTECODE=1
  $ combination() { # NAME: compilers and flags as the check has them
  >     eval "$(/usr/bin/python3 -c "import os, pathlib, shlex, sys; sys.path.insert(0, '$ROOT')
  > from common.scripts import module_of
  > made = module_of(pathlib.Path('$home/check')).Combination('$1').environment(pathlib.Path('$PWD'), '/nowhere', '')
  > print(*(f'export {name}={shlex.quote(value)}' for name, value in made.items() if value != os.environ.get(name)), sep=chr(10))")"
  > }

A target of many branches, which has the fault that FAULT names: `tiny COMBINATION [WORD OF THE LINKER...]`.

  $ for i in $(seq 0 119); do echo "case $i: sums[$((i % 8))] += $i << (data[0] & 7); break;"; done >cases; echo 'case 1: sums[0] = 1;' >one
  $ cat >tiny.c <<'END'
  > #include <stddef.h>
  > #include <stdint.h>
  > #include <stdlib.h>
  > #include <string.h>
  > #include <unistd.h>
  > void *lost;
  > static int has(const char *fault)
  > {
  >     return getenv("FAULT") != NULL && strcmp(getenv("FAULT"), fault) == 0;
  > }
  > int LLVMFuzzerInitialize(int *argc, char ***argv)
  > {
  >     (void)argc, (void)argv;
  >     if (has("aborts"))
  >         abort();
  >     return 0;
  > }
  > int sfr_sum(const uint8_t *data, size_t size, int *sums)
  > {
  >     for (size_t i = 0; i < size; i++)
  >         switch (data[i]) {
  > #include CASES
  >         }
  >     return sums[size % 8];
  > }
  > int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
  > {
  >     int sums[8] = {0};
  >     if (has("hides"))
  >         _exit(0);
  >     if (size == 0 && has("aborts at nothing"))
  >         abort();
  >     if (size == 2 && data[0] == 2 && data[1] == 3) {
  >         if (has("aborts at a seed"))
  >             abort();
  >         if (has("loses memory"))
  >             lost = malloc(9);
  >         if (has("reads beyond"))
  >             sums[0] = ((volatile const uint8_t *)data)[2];
  >     }
  >     lost = data == NULL ? NULL : malloc(size + 1);
  >     free(lost);
  >     return sfr_sum(data, size, sums) & 0;
  > }
  > END
  $ tiny() {
  >     combination $1; shift
  >     $CC $CFLAGS -w -DCASES="\"${CASES-cases}\"" -c -o tiny.o tiny.c
  >     parts=(tiny.o); [ -n "$LIB_FUZZING_ENGINE" ] || for part in replay files law; do
  >         $CC -D_GNU_SOURCE -c -o $part.o "$ROOT/fuzz/common/$part.c"; parts+=($part.o)
  >     done
  >     $CXX $CXXFLAGS -o out/tiny "${parts[@]}" $LIB_FUZZING_ENGINE "$@"
  > }
  $ printf '# name | parts | input | most | slow | law\ntiny | - | case | 64 | 9 | it holds\n' >table
  $ mkdir out; printf '\1' >one-byte; printf '\2\3' >two-bytes; zip -q out/tiny_seed_corpus.zip one-byte two-bytes
  $ printf '[libfuzzer]\nmax_len = 64\ntimeout = 9\n' >out/tiny.options
  $ check() { "$home/check" --out out --table table "$@" 2>&1 | grep -E "^${!#}: " | sed -E "s,$PWD,PWD,"';s/ \(.*//; s/: exit status -?[0-9]+.*/: exit status .../; s/after .*/after .../'; }

A target that is well passes.

  $ for name in address-libfuzzer coverage-libfuzzer address-afl address-none; do tiny $name 2>&1; check $name; cp out/tiny $name; done
  address-libfuzzer: 1 targets, 0 faults
  coverage-libfuzzer: 1 targets, 0 faults
  address-afl: 1 targets, 0 faults
  address-none: 1 targets, 0 faults

A target that is not there, cannot be executed, is not in the table, or is not well.

  $ wrong() { for FAULT; do FAULT=$FAULT check address-libfuzzer; done; }; rm out/tiny
  $ check address-libfuzzer; cp address-libfuzzer out/tiny; check address-libfuzzer; chmod -x out/tiny; check address-libfuzzer; rm -f out/tiny
  address-libfuzzer: tiny: is not there
  address-libfuzzer: 1 targets, 1 faults
  address-libfuzzer: 1 targets, 0 faults
  address-libfuzzer: tiny: is not there
  address-libfuzzer: 1 targets, 1 faults
  $ cp address-libfuzzer out/tiny; echo '# name' >none; "$home/check" --out out --table none address-libfuzzer | grep -o 'names no target'
  names no target
  $ wrong aborts 'aborts at nothing'
  address-libfuzzer: tiny: its seeds: exit status ...
  address-libfuzzer: 1 targets, 1 faults
  address-libfuzzer: tiny: its seeds: exit status ...
  address-libfuzzer: 1 targets, 1 faults
  $ wrong 'aborts at a seed' 'loses memory' 'reads beyond'
  address-libfuzzer: tiny: its seeds: exit status ...
  address-libfuzzer: 1 targets, 1 faults
  address-libfuzzer: tiny: its seeds: exit status ...
  address-libfuzzer: 1 targets, 1 faults
  address-libfuzzer: tiny: its seeds: exit status ...
  address-libfuzzer: 1 targets, 1 faults
  $ CASES=one tiny address-libfuzzer; check address-libfuzzer
  address-libfuzzer: tiny: has fewer than 100 counters: what it is for is not instrumented
  address-libfuzzer: 1 targets, 1 faults
  $ cp coverage-libfuzzer out/tiny; FAULT=hides check coverage-libfuzzer
  coverage-libfuzzer: tiny: wrote no profile of what it ran
  coverage-libfuzzer: 1 targets, 1 faults

Seeds that are not as they should be.

  $ cp address-libfuzzer out/tiny; seeds=out/tiny_seed_corpus.zip; rm $seeds; check address-libfuzzer; echo PK? >$seeds; check address-libfuzzer
  address-libfuzzer: tiny: its seeds: PWD/out/tiny_seed_corpus.zip: No such file or directory
  address-libfuzzer: 1 targets, 1 faults
  address-libfuzzer: tiny: its seeds: File is not a zip file
  address-libfuzzer: 1 targets, 1 faults

What `make fuzz-build-check` built has options as the table says, and needs what is on the machines that run the targets:
no library but those of C, C++ and the compiler.

  $ built=$(cd "$ROOT"; realpath "${BUILD:-build}")/oss-fuzz/address-libfuzzer/out; cat $built/decode.options; ls $built/*.options | wc -l; ls $built/*.zip | wc -l; grep -c '^[a-z]' "$ROOT/fuzz/targets.txt"
  [libfuzzer]
  max_len = 4096
  timeout = 2
  13
  13
  13
  $ for target in $built/*.options; do readelf -d ${target%.options}; done | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort -u |
  >     grep -vxE 'lib(c|m|dl|pthread|rt|resolv|stdc\+\+|gcc_s)\.so\.[0-9]|ld-linux-x86-64\.so\.2'
  [1]

Wrong use of the check, and of build.sh.

  $ for words in '' address address-gcc thread-afl address-afl-arm64 '--out x address-afl address-none'; do "$home/check" $words; echo "exit $?"; done
  check: the following arguments are required: COMBINATION; see check --help
  exit 2
  check: COMBINATION: 'address' is no SANITIZER-ENGINE of address, undefined, memory, coverage and libfuzzer, afl, none; see check --help
  exit 2
  check: COMBINATION: 'address-gcc' is no SANITIZER-ENGINE of address, undefined, memory, coverage and libfuzzer, afl, none; see check --help
  exit 2
  check: COMBINATION: 'thread-afl' is no SANITIZER-ENGINE of address, undefined, memory, coverage and libfuzzer, afl, none; see check --help
  exit 2
  check: COMBINATION: 'address-afl-arm64' is no SANITIZER-ENGINE of address, undefined, memory, coverage and libfuzzer, afl, none; see check --help
  exit 2
  check: --out is of one COMBINATION; see check --help
  exit 2
  $ combination address-libfuzzer; build() { env "$@" bash -eu "$home/build.sh" 2>&1 | tail -n 1; echo "exit ${PIPESTATUS[0]}"; }
  $ for name in CC CXX CFLAGS CXXFLAGS LIB_FUZZING_ENGINE SANITIZER ARCHITECTURE SRC WORK OUT; do build -u $name; done
  build.sh: CC is not set; see --help
  exit 2
  build.sh: CXX is not set; see --help
  exit 2
  build.sh: CFLAGS is not set; see --help
  exit 2
  build.sh: CXXFLAGS is not set; see --help
  exit 2
  build.sh: LIB_FUZZING_ENGINE is not set; see --help
  exit 2
  build.sh: SANITIZER is not set; see --help
  exit 2
  build.sh: ARCHITECTURE is not set; see --help
  exit 2
  build.sh: SRC is not set; see --help
  exit 2
  build.sh: WORK is not set; see --help
  exit 2
  build.sh: OUT is not set; see --help
  exit 2
  $ rm -r out; build SANITIZER=thread; build ARCHITECTURE=aarch64; ls out; mkdir out; build CC=false | tail -n 1
  build.sh: SANITIZER=thread: there are address, undefined, memory and coverage
  exit 2
  build.sh: ARCHITECTURE=aarch64: there are x86_64 and i386
  exit 2
  ls: cannot access 'out': No such file or directory
  exit 1
  $ "$home/check" --build build --flags=-fno-such-flag address-libfuzzer | grep -o 'build.sh failed'
  build.sh failed

Each engine with each sanitizer that OSS-Fuzz pairs it with is one of `make fuzz-build-check ALL=1`.

  $ cd "$ROOT/fuzz/oss-fuzz"; listed() { sed -n "/^$1:/,/^[a-z]/s/^  - //p" project.yaml; }; listed architectures
  x86_64
  i386
  $ for sanitizer in $(listed sanitizers); do for engine in $(listed fuzzing_engines); do echo $sanitizer-$engine; done; done | sort |
  >     comm -23 - <(MAKEFLAGS= make -n -C "$ROOT" fuzz-build-check ALL=1 | grep -oE ' [a-z]+-[a-z]+\b' | tr -d ' ' | sort -u)

One address stands in all places; until there is a contact, it is a name that never resolves.

  $ address=$(sed -n 's/^main_repo: "\(https:[^"]*\)"$/\1/p' project.yaml); grep -c "git clone --depth 1 $address \$SRC/" Dockerfile; grep -o '^[a-z_]*: .*\.invalid' project.yaml
  1
  primary_contact: "maintainers@sframe-conformance.invalid

There is a workflow for each mode, and a pull request waits ten minutes at most.

  $ cd "$ROOT/.github/workflows"; grep -ohE 'mode: .*' cflite_*.yml | sort; grep -ch 'upload-build: true' cflite_*.yml | sort -n | tail -n 1; grep -E 'timeout-minutes|fuzz-seconds' cflite_pr.yml
  mode: batch
  mode: code-change
  mode: coverage
  mode: prune
  1
      timeout-minutes: 10
            fuzz-seconds: 240
