conformance/findings/inputs/reproduce notices a wrong page about a producer; the assemblers are scripts that pretend.

  $ ROOT=$(cd "$TESTDIR/../../.." && pwd); reproduce() { "$ROOT/conformance/findings/inputs/reproduce" --toolchains . --oracle /bin/true "$@"; }

Toolchains, of which some show the fault of the page: toolchains NAMES [NAME=VERSION...].

  $ program() { mkdir -p "${1%/*}" && printf '#!/bin/sh\n%s\n' "$2" >"$1" && chmod +x "$1"; }
  $ toolchains() {
  >     for each in bookworm,aarch64-linux-gnu-as,binutils:2.40-2 trixie,aarch64-linux-gnu-as,binutils:2.44-3 \
  >         forky,aarch64-linux-gnu-as,binutils:2.47.50.20261021-1 llvm-22,llvm-mc,llvm-22:1:22.1.8-1~deb13u4 \
  >         llvm-23,llvm-mc,llvm-23:1:23.1.4-2; do
  >         IFS=, read -r name tool version <<<$each; says='functions: 0 at 0x1c'
  >         case " $1 " in *" $name "*) says='0 sp+16 *(cfa-16) same' ;; esac
  >         program $name/bin/$tool "echo '$says'"
  >         for moved in "${@:2}"; do test $name = "${moved%=*}" && version="${moved#*=}"; done
  >         printf 'libc6 2.36-9\n%s\nzlib1g 1\n' "${version/:/ }" >$name/VERSIONS
  >     done
  > }
  $ page=gas-aarch64-frame-alone

It names only gas 2.40.

  $ toolchains bookworm; reproduce $page
  1 inputs, 0 answers are not as the pages tell
  $ toolchains 'bookworm llvm-22'; reproduce $page
  gas-aarch64-frame-alone: llvm-mc 22.1.8 shows it, and is not named
  1 inputs, 1 answers are not as the pages tell
  [1]
  $ toolchains ''; reproduce $page
  gas-aarch64-frame-alone: gas 2.40 does not show it
  1 inputs, 1 answers are not as the pages tell
  [1]

Of another version nothing counts, and all is said; another package of the same version counts.

  $ toolchains 'bookworm forky' forky=binutils:2.48-1; reproduce $page
  gas-aarch64-frame-alone: gas 2.47.50.20261021 shows it, and is not named (not counted)
  gas 2.47.50.20261021: not the version that the pages are for, so this does not count; new numbers in the pages and in this program accept it
  1 inputs, 0 answers are not as the pages tell
  $ toolchains '' bookworm=binutils:2.41-1; reproduce $page
  gas-aarch64-frame-alone: gas 2.40 does not show it (not counted)
  gas 2.40: not the version that the pages are for, so this does not count; new numbers in the pages and in this program accept it
  1 inputs, 0 answers are not as the pages tell
  $ toolchains 'bookworm forky' forky=binutils:2.47.50.20261021-3+b1; reproduce $page
  gas-aarch64-frame-alone: gas 2.47.50.20261021 shows it, and is not named
  1 inputs, 1 answers are not as the pages tell
  [1]

If no version counts, nothing is proved; tools that are missing are reported.

  $ toolchains bookworm {bookworm,trixie,forky,llvm-22,llvm-23}=binutils:9.9-1; reproduce $page
  nothing counts: no producer of a version that the pages are about
  1 inputs, 1 answers are not as the pages tell
  [1]
  $ toolchains bookworm; rm -r forky llvm-*; reproduce $page
  1 inputs, 0 answers are not as the pages tell; not here: gas 2.47.50.20261021, llvm-mc 22.1.8, llvm-mc 23.1.4
  [3]

A page about libsframe, with a compiler that pretends: a program that a signal ends shows it.

  $ for each in bookworm,2.40-2 trixie,2.44-3 forky,2.47.50.20261021-1; do
  >     mkdir -p ${each%,*}/libsframe; printf 'libc6 2.36-9\nbinutils-dev %s\nzlib1g 1\n' ${each#*,} >${each%,*}/VERSIONS
  > done
  $ encoder() { program pretended/cc "while [ \$1 != -o ]; do shift; done; printf '#!/bin/sh\n$1\n' >\$2; chmod +x \$2"; }
  $ encoder 'kill -SEGV $$'; PATH=$PWD/pretended:$PATH reproduce libsframe-encode-no-rows
  libsframe-encode-no-rows: libsframe 2.40 shows it, and is not named
  libsframe-encode-no-rows: libsframe 2.44 shows it, and is not named
  1 inputs, 2 answers are not as the pages tell
  [1]
  $ encoder 'echo 49 bytes'; PATH=$PWD/pretended:$PATH reproduce libsframe-encode-no-rows
  libsframe-encode-no-rows: libsframe 2.47.50.20261021 does not show it
  1 inputs, 1 answers are not as the pages tell
  [1]
