What `make install` puts where, and what `make uninstall` takes away; test_install.py asks the installed programs.

  $ ROOT=$(cd "$TESTDIR/../.." && pwd)
  $ build=$(cd "$ROOT" && cd "${BUILD:-build}" && pwd)
  $ unset MAKEFLAGS MFLAGS MAKELEVEL
  $ make() { command make --no-print-directory -C "$ROOT" BUILD="${BUILD:-build}" "$@" >made 2>&1 || cat made; }
  $ make install DESTDIR="$PWD/stage" PREFIX=/opt/sframe

Everything lies under DESTDIR and PREFIX; links stay inside, and nothing names the source tree or the stage.

  $ cd stage; find . -type f | grep -v '^\./opt/sframe/'; find . -type l -lname '/*'; find . -xtype l
  $ find . -type f ! -path '*/bin/*' ! -name '*.a' ! -name '*.png' -exec grep -lwFe "$ROOT" -e "$PWD" {} +
  [1]
  $ cd opt/sframe; ls; ls bin lib share lib/pkgconfig include/* share/man/man5
  bin
  include
  lib
  share
  bin:
  sframe-adapter-dump
  sframe-adapter-oracle
  sframe-adapter-writer
  sframe-census
  sframe-conform
  sframe-convert
  sframe-crosscheck
  sframe-gate
  sframe-gen
  sframe-links
  sframe-measure
  sframe-programs
  sframe-ref
  
  include/sframe-ref:
  clauses.def
  sframe-ref.h
  
  lib:
  libsframe-ref.a
  pkgconfig
  
  lib/pkgconfig:
  libsframe-ref.pc
  
  share:
  bash-completion
  doc
  man
  sframe-conformance
  zsh
  
  share/man/man5:
  sframe-adapter.5
  sframe-corpus.5
  sframe-expect.5
  $ diff <(ls bin) <(ls share/man/man1 | sed 's/\.1$//')
  $ ls bin | grep -v adapter | diff - <(ls share/bash-completion/completions)
  $ ls bin | grep -v adapter | sed 's/^/_/' | diff - <(ls share/zsh/site-functions)
  $ ls share/sframe-conformance share/sframe-conformance/conformance/kits
  share/sframe-conformance:
  CHANGELOG.md
  common
  conformance
  corpus
  docs
  installed
  
  share/sframe-conformance/conformance/kits:
  README.md
  c
  go
  java
  javascript
  python
  rust
  $ ls share/sframe-conformance/conformance/kits/{c,go,javascript,java}/*dapter.* share/sframe-conformance/corpus/schema/vector.schema.json
  share/sframe-conformance/conformance/kits/c/sframe_adapter.c
  share/sframe-conformance/conformance/kits/c/sframe_adapter.h
  share/sframe-conformance/conformance/kits/go/sframe_adapter.go
  share/sframe-conformance/conformance/kits/java/SframeAdapter.java
  share/sframe-conformance/conformance/kits/javascript/sframe_adapter.mjs
  share/sframe-conformance/corpus/schema/vector.schema.json

Modes do not depend on who installs.

  $ cd "$CRAMTMP/install.t"; (umask 077; cd "$ROOT"; release/install --build "${BUILD:-build}" --destdir "$OLDPWD/masked" --prefix /p >/dev/null); cd masked/p
  $ find . -type d ! -perm 755; find . -type f ! -perm 644 ! -path './bin/*' -printf '%m %p\n' | sort
  755 ./share/sframe-conformance/conformance/adapters/dump.py
  755 ./share/sframe-conformance/conformance/adapters/writer.py
  755 ./share/sframe-conformance/corpus/census/sframe-census
  $ find bin -type f ! -perm 755

The tree works alone, at another place: nothing is where the source tree was, and nothing on the PATH but the machine's own.

  $ cd "$CRAMTMP/install.t"; mv stage/opt/sframe here; here=$PWD/here; PATH=/usr/bin:/bin
  $ alone() { unshare --mount --map-root-user sh -ec 'mount -t tmpfs none "$0"; cd /; exec "$@"' "$ROOT" env -i PATH="$PATH" LC_ALL=C.UTF-8 "$@"; }
  $ numbers() { sed -E 's/, [0-9.]+ s$//; s/[0-9]+/N/g'; }
  $ alone ls "$ROOT"
  $ version=$(here/bin/sframe-ref --version | cut -d ' ' -f 2)
  $ for program in $(ls here/bin | grep -v -e adapter -e gate); do
  >     said=$(alone $here/bin/$program --version); [[ $said == $program*$version* ]] || echo "$program: $said"
  > done
  $ alone $here/bin/sframe-conform --core --strict --select 'v3/amd64/lookup/*' oracle=sframe-adapter-oracle | numbers
  oracle (sframe-ref N.N.N): N asked: N pass N reading N unjudged; N judged
  as expected: N implementation, N vectors, N asked, N unexpected, N judged
  $ { ! readelf --help | grep -q -e --sframe; } || alone $here/bin/sframe-conform --core --select operation=decode \
  >     'readelf=sframe-adapter-dump gnu readelf' | grep '^readelf .* asked: .* pass' >asked
  $ kits=$here/share/sframe-conformance/conformance/kits
  $ alone gcc -std=c99 -I$kits/c -o $PWD/mine $kits/c/{example,tiny,sframe_adapter}.c
  $ for adapter in $PWD/mine "/usr/bin/python3 $kits/python/example.py"; do
  >     alone $here/bin/sframe-conform --core --select operation=lookup "mine=$adapter" | numbers
  > done
  mine (tiny N): N asked: N pass N reading N unjudged; N judged; not declared: N profile N abi N byte-order
  as expected: N implementation, N vectors, N asked, N unexpected, N judged
  mine (tiny N): N asked: N pass N reading N unjudged; N judged; not declared: N profile N abi N byte-order
  as expected: N implementation, N vectors, N asked, N unexpected, N judged
  $ gate() { alone env INPUT_PROFILES=v1 INPUT_REPORTS=$PWD/reports INPUT_ADAPTER="$1" $here/bin/sframe-gate 2>&1 >out | sed "s,$PWD,PWD," | numbers; }
  $ gate sframe-adapter-oracle; gate /usr/bin/false
  gate: sframe-conform N.N.N (corpus N.N.N, protocols N to N) (PWD/here/bin/sframe-conform)
  gate: green; reports are in PWD/reports
  gate: sframe-conform N.N.N (corpus N.N.N, protocols N to N) (PWD/here/bin/sframe-conform)
  gate: red: not as expected (sframe-conform ended with status N)

What it writes is what the programs of the build write, and what is compiled in is what is installed.

  $ for command in 'gen list' 'programs --list' 'links --list' 'ref clauses'; do
  >     cmp <(alone $here/bin/sframe-$command) <("$build"/sframe-$command)
  > done
  $ core() { alone $here/bin/sframe-gen emit --core "$@" | head -n -1; }
  $ cmp <(core) <(core --cases $here/share/sframe-conformance/corpus/cases)
  $ sets=$here/share/sframe-conformance/conformance/requirements; diff <(cd $sets; ls *.txt) <(cd "$ROOT/conformance/requirements"; ls *.txt)
  $ required() { alone $here/bin/sframe-conform --core --select 'v3/amd64/*' --requires "$1" --json - sframe-adapter-oracle | grep -o '"lines":.*'; }
  $ for name in $(cd $sets; ls *.txt); do cmp <(required ${name%.txt}) <(required $sets/$name) || echo $name; done; required glibc-v2 | cut -c 1-40
  "lines":[{"line":5,"wants":"operation = 
  $ alone $here/bin/sframe-convert --output $PWD/made /bin/true | wc -l; [ "$(wc -c <made)" -gt 100 ]
  1
  $ alone $here/bin/sframe-crosscheck --convert v3 /bin/true | grep -o ', 0 unexplained'
  , 0 unexplained
  $ alone $here/bin/sframe-census --out $PWD/lines $here/bin; alone $here/bin/sframe-census report --csv $PWD/table $PWD/lines
  $ grep -o 'size,amd64,3,,bytes,' table
  size,amd64,3,,bytes,

This machine's assembler and linker are judged by the commands of the page that is installed.

  $ for tool in as ld; do
  >     PATH=$here/bin:$PATH alone sh -c "$(sed -n "s/^    \(sframe-.* | sframe-conform .*\"$tool=.*\)$/\1/p" $here/share/sframe-conformance/docs/writers.md)" |
  >         grep -oE "^$tool \(|asked:|( [6-9]|[0-9]{2,}) same" | tr -d '0-9\n'; echo
  > done
  as (asked: same
  ld (asked: same

An assembler that forgets the CFA's offset is found.

  $ cat >forgets <<'END'
  > #!/bin/sh -e
  > sed 's/cfi_def_cfa_offset 16/cfi_def_cfa_offset 8/' "$3" >b.s
  > exec as -o "$2" b.s
  > END
  $ chmod +x forgets; alone $here/bin/sframe-programs --family frames --abi amd64 --output $PWD/asked
  $ wrong() { alone $here/bin/sframe-conform --corpus $PWD/asked "x=sframe-adapter-writer as $1" | grep -oE '[0-9]+ wrong' || echo 0; }
  $ right=$(wrong as); forgotten=$(wrong $PWD/forgets); [ ${forgotten% wrong} -gt ${right% wrong} ]

A program is built by pkg-config, wherever the tree is moved to, and with a folder for each machine as Debian has it.

  $ cat >consumer.c <<'END'
  > #include <sframe-ref.h>
  > #include <stdio.h>
  > int main(void)
  > {
  >     static const unsigned char bytes[] = {0xe2, 0xde};
  >     enum sfr_verdict verdict = sfr_check(bytes, sizeof bytes, 0, SFR_PROFILE_BY_VERSION, 0, 0, 0);
  >     puts(sfr_verdict_name(verdict));
  >     return verdict != SFR_MALFORMED;
  > }
  > END
  $ for libdir in lib lib/x86_64-linux-gnu; do
  >     make install DESTDIR="$PWD/first" PREFIX=/usr LIBDIR=$libdir; rm -rf then; mv first then
  >     flags=$(PKG_CONFIG_PATH=$PWD/then/usr/$libdir/pkgconfig pkg-config --cflags --libs libsframe-ref)
  >     for compiler in 'gcc -std=c17' 'gcc -x c++'; do
  >         alone $compiler -Wall -Werror -Wextra -o $PWD/consumer $PWD/consumer.c -x none $flags; alone $PWD/consumer
  >     done
  > done
  malformed
  malformed
  malformed
  malformed

Its version is the tools', and so is the one of man pages, which are well formed and name each command and option of the help.

  $ grep -c "^Version: $version$" here/lib/pkgconfig/libsframe-ref.pc
  1
  $ grep -c "\"sframe-conformance $version\"" here/share/man/man1/sframe-conform.1
  1
  $ find here/share/man -type f -exec mandoc -T lint -W warning {} + | grep -v 'missing date'
  [1]
  $ for program in $(ls here/bin | grep -v adapter); do
  >     here/bin/$program --help | grep -oE -e "$program [a-z]\w+" -e '(^|[^a-z-])--[a-z][a-z-]*' | grep -oE '[a-z-]+$' | sort -u |
  >         while read -r word; do sed 's/\\-/-/g' here/share/man/man1/$program.1 | grep -qe "$word" || echo "$program: $word"; done
  > done

Bash completes.

  $ complete_for() {
  >     COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); . here/share/bash-completion/completions/$1
  >     $(complete -p "$1" | sed 's/.*-F \([^ ]*\).*/\1/'); echo "${COMPREPLY[@]}"
  > }
  $ complete_for sframe-conform --html --ba; complete_for sframe-conform m; complete_for sframe-gen emit --abi aarch64_
  --badge --badge-svg
  merge
  aarch64_be
  $ complete_for sframe-ref decode -p v2e; complete_for sframe-convert /etc/passw | grep -o '^/etc/passwd'
  v2e1 v2e2
  /etc/passwd

What was there before uninstalling, and what others put there, stays; the second installation finds its own folders.

  $ mkdir -p top/usr/local/{bin,share/man/man5}; echo mine >top/usr/local/bin/other; (cd top; find . | sort) >before
  $ for _ in 1 2; do make install DESTDIR="$PWD/top" PREFIX=/usr/local; done; echo mine >top/usr/local/share/sframe-conformance/mine
  $ make uninstall DESTDIR="$PWD/top" PREFIX=/usr/local; (cd top; find . | sort) | comm -3 before -
  \t./usr/local/share/sframe-conformance (esc)
  \t./usr/local/share/sframe-conformance/mine (esc)

Another version takes away what it no longer has.

  $ touch masked/p/bin/sframe-old; sed -i '1i bin/sframe-old' masked/p/share/sframe-conformance/installed
  $ (cd "$ROOT"; release/install --build "${BUILD:-build}" --destdir "$OLDPWD/masked" --prefix /p >/dev/null); ls masked/p/bin | grep old
  [1]
