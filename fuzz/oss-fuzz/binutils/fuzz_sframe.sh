#!/bin/bash -eu
# Builds fuzz_sframe of libsframe's sources alone, of the tree binutils-gdb in $SRC: the last line of build.sh calls it.
# shellcheck disable=SC2086 # flags are lists of words
usage() {
    cat <<'TEXT'
usage: fuzz_sframe.sh

Builds fuzz_sframe into $OUT, with its seeds and options. The environment is
that of OSS-Fuzz's build.sh: CC CFLAGS CXX CXXFLAGS LIB_FUZZING_ENGINE SRC OUT.

Exit status: 0 built, 1 a build failed, 2 usage.
TEXT
}
case $# in
0) ;;
*) [[ $1 == --help ]] || { echo "fuzz_sframe.sh: takes no argument: $1; see --help" >&2; exit 2; }; usage; exit ;;
esac
for name in CC CFLAGS CXX CXXFLAGS LIB_FUZZING_ENGINE SRC OUT; do
    [[ -v $name ]] || { echo "fuzz_sframe.sh: $name is not set; see --help" >&2; exit 2; }
done

tree=$SRC/binutils-gdb
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$work/config.h" # libsframe brings what this does not say it has
objects=()
for source in "$tree"/libsframe/sframe*.c "$SRC/fuzz_sframe.c"; do
    object=$work/$(basename "$source" .c).o
    $CC $CFLAGS -I"$work" -I"$tree"/include -I"$tree"/libsframe -I"$tree"/libctf -c "$source" -o "$object" || exit 1
    objects+=("$object")
done
$CXX $CXXFLAGS -o "$OUT/fuzz_sframe" "${objects[@]}" $LIB_FUZZING_ENGINE || exit 1
(cd "$SRC/fuzz_sframe_seed_corpus" && zip -q "$OUT/fuzz_sframe_seed_corpus.zip" ./*)
printf '[libfuzzer]\nmax_len = 65536\ntimeout = 25\n' >"$OUT/fuzz_sframe.options"
