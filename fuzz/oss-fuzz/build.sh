#!/bin/bash -eu
# The fuzz targets as OSS-Fuzz and ClusterFuzzLite have them built: README.md says more.
# shellcheck disable=SC2086 # compilers and their flags are lists of words
set -o pipefail
shopt -s nullglob # not every target has regressions

usage() {
    cat <<'TEXT'
usage: build.sh

Builds every target of fuzz/targets.txt into $OUT, each with its seeds as
NAME_seed_corpus.zip, NAME.options and, where its input holds a section,
NAME.dict. All that it wants to know stands in the environment, as OSS-Fuzz
sets it; nothing here needs Docker (fuzz/oss-fuzz/check calls it without):

  CC CXX CFLAGS CXXFLAGS   compilers and what to give them
  LIB_FUZZING_ENGINE       what to link as the engine; empty, or with
                           FUZZING_ENGINE=none: targets replay files
  SANITIZER                address, undefined, memory or coverage
  ARCHITECTURE             x86_64 or i386 (CFLAGS say so to the compiler)
  SRC WORK OUT             sources, where to build, where the result goes

libelf, zlib and jansson are linked as archives: instrumented ones where $SRC
has folders elfutils, zlib and jansson, the compiler's else. Those are not
instrumented, so under SANITIZER=memory the targets that need them are left out.

Exit status: 0 built, 1 a build failed, 2 usage.
TEXT
}

die() { local status=$1; shift; echo "build.sh: $*" >&2; exit "$status"; }

case $# in
0) ;;
*) [[ $1 == --help ]] || { echo "build.sh: takes no argument: $1; see --help" >&2; exit 2; }; usage; exit ;;
esac
for name in CC CXX CFLAGS CXXFLAGS LIB_FUZZING_ENGINE SANITIZER ARCHITECTURE SRC WORK OUT; do
    [[ -v $name ]] || die 2 "$name is not set; see --help"
done
case $SANITIZER in
address | undefined | memory | coverage) ;;
*) die 2 "SANITIZER=$SANITIZER: there are address, undefined, memory and coverage" ;;
esac
case $ARCHITECTURE in
x86_64 | i386) ;;
*) die 2 "ARCHITECTURE=$ARCHITECTURE: there are x86_64 and i386" ;;
esac
engine=$LIB_FUZZING_ENGINE
[[ ${FUZZING_ENGINE-} != none ]] || engine=
mutator=no # of all engines libFuzzer alone takes one from the target
[[ $engine != -fsanitize=fuzzer && ${FUZZING_ENGINE-} != libfuzzer ]] || mutator=yes

# In OSS-Fuzz's image this script lies outside the tree.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$here/../..
[[ -f $tree/fuzz/targets.txt ]] || tree=$SRC/sframe-conformance
cd "$tree"

# --- Libraries: a folder with nothing but archives, which the linker searches first ------------------------

libraries=$WORK/lib
instrumented=$WORK/instrumented
from_source=
[[ $SANITIZER != memory || ! -d $SRC/elfutils ]] || from_source=1

archive() { $CC $CFLAGS -print-file-name="lib$1.a"; }

# library NAME ARCHIVE...: for -lNAME, all of these; a compiler that has no such archive gave its bare name.
library() {
    local name=$1 path paths=; shift
    for path; do
        [[ $path == /* ]] || die 1 "lib$name: no ${path##*/} for this compiler"
        paths+=" \"$path\""
    done
    echo "INPUT($paths )" >"$libraries/lib$name.a"
}

machine_libraries() {
    local zstd
    zstd=$(archive zstd) # libelf 0.189 and later want it; older ones come without
    [[ $zstd == /* ]] || zstd=
    library elf "$(archive elf)" "$(archive z)" ${zstd:+"$zstd"}
    library jansson "$(archive jansson)"
    library z "$(archive z)"
}

# Built only for MemorySanitizer, which must see every write; faults of libelf's own are for its own fuzzing.
# That thread-local variables work is tried with a shared library, which -fsanitize=memory has none of.
instrument() {
    mkdir -p "$instrumented"/{zlib,elfutils,jansson} &&
        (cd "$instrumented/zlib" && "$SRC/zlib/configure" --static && make -j"$(nproc)" libz.a) &&
        (cd "$instrumented/elfutils" &&
            "$SRC/elfutils/configure" ac_cv_tls=yes --disable-debuginfod --disable-libdebuginfod --disable-nls \
                --without-bzlib --without-lzma --without-zstd LDFLAGS="-L$instrumented/zlib" \
                CFLAGS="$CFLAGS -Wno-error -U_FORTIFY_SOURCE -I$SRC/zlib -I$instrumented/zlib" &&
            make -j"$(nproc)" -C lib && make -j"$(nproc)" -C libelf libelf.a) &&
        (cd "$instrumented/jansson" &&
            cmake -DJANSSON_BUILD_DOCS=OFF -DJANSSON_WITHOUT_TESTS=ON -DJANSSON_EXAMPLES=OFF "$SRC/jansson" &&
            make -j"$(nproc)" jansson) &&
        touch "$instrumented/done"
}

instrumented_libraries() {
    local log=$WORK/instrumented.log
    [[ -f $instrumented/done ]] || instrument >"$log" 2>&1 || { tail "$log" >&2; die 1 "a library failed: $log"; }
    library elf "$instrumented"/{elfutils/libelf/libelf.a,elfutils/lib/libeu.a,zlib/libz.a}
    library jansson "$instrumented/jansson/lib/libjansson.a"
    library z "$instrumented/zlib/libz.a"
}

# --- Targets -----------------------------------------------------------------------------------------------

# What is built later by $WORK/make is built alike.
makes=(make --no-print-directory BUILD="$WORK/build" CC="$CC" CFLAGS="$CFLAGS"
    CPPFLAGS="${from_source:+-I$SRC/elfutils/libelf -I$instrumented/jansson/include}"
    LDFLAGS="$CXXFLAGS -L$libraries" FUZZ_ENGINE="$engine" FUZZ_MUTATOR="$mutator" FUZZ_LINK="$CXX")
mkdir -p "$libraries"
printf 'exec %s "$@"\n' "${makes[*]@Q}" >"$WORK/make"
run_make() { sh "$WORK/make" -j"$(nproc)" "$@"; }

# Each target with the libraries that it is linked with.
targets=()
while IFS=: read -r name needed; do
    if [[ $SANITIZER == memory && -z $from_source && -n ${needed// /} ]]; then
        echo "$name: left out, as MemorySanitizer would need instrumented sources of$needed"
    else
        targets+=("$name")
    fi
done < <(run_make --silent fuzz-libraries)
((${#targets[@]})) || die 1 "no target in fuzz/targets.txt"

# What other flags left is no use.
flags="$CC $CXX $CFLAGS $CXXFLAGS $engine"
[[ -f $WORK/flags && $(<"$WORK/flags") == "$flags" ]] || rm -rf "$WORK/build" "$instrumented" "$WORK/flags"
mkdir -p "$OUT"
echo "$flags" >"$WORK/flags"
if [[ -n $from_source ]]; then instrumented_libraries; else machine_libraries; fi

run_make "${targets[@]/#/$WORK/build/fuzz/}"
for name in "${targets[@]}"; do
    IFS='|' read -r _ _ input most slow _ < <(grep "^$name *|" fuzz/targets.txt)
    cp "$WORK/build/fuzz/$name" "$OUT/"
    python3 -m zipfile -c "$OUT/${name}_seed_corpus.zip" fuzz/{seeds,regressions}/"$name"/*
    printf '[libfuzzer]\nmax_len = %d\ntimeout = %d\n' "${most// /}" "${slow// /}" >"$OUT/$name.options"
    [[ ${input// /} != case ]] || cp fuzz/sframe.dict "$OUT/$name.dict"
done
