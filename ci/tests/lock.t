What is fetched is compared with ci/lock before any of it is used, and counts as signed by the distribution's keys alone.
The scripts run in a copy of ci/, on an apt and a cargo that serve what lies in the folder `served`.

  $ ROOT=$(cd "$TESTDIR/../.." && pwd)
  $ mkdir ci stubs keyrings adapter home home/registry; find "$ROOT/ci" -maxdepth 1 -type f -exec cp {} ci \;
  $ sed -i "s,/usr/share/keyrings,$PWD/keyrings," ci/apt-private.sh; echo 'mine = "*"' >adapter/Cargo.toml
  $ touch home/config.toml keyrings/debian-archive-keyring.gpg
  $ cat >stubs/apt-get <<'END'
  > #!/bin/sh
  > state=$(sed -n 's/^Dir::State "\(.*\)";/\1/p' "$2")
  > list=$(sed -n 's/^Dir::Etc::sourcelist "\(.*\)";/\1/p' "$2")
  > shift 2
  > case "$*" in
  > "--print-uris update") echo "'http://mirror/debian/dists/bookworm/InRelease' one_InRelease 0" ;;
  > indextargets*) echo "http://mirror/debian/ bookworm $SERVED/$ENTRY" ;;
  > *update) cat "$SERVED/update" 2>&1 || printf 'Origin: Debian\nSHA256:\n' >"$state/lists/one_InRelease" ;;
  > "install -s mold") echo 'Inst mold (2.1 Debian)' ;;
  > download* | "source --download-only"*) echo DOWNLOAD >>"$SERVED/calls"; cp "$list" "$SERVED/list"; cp "$SERVED"/*_* . ;;
  > esac
  > END
  $ cat >stubs/cargo <<'END'
  > #!/bin/sh
  > echo "$1" >>"$SERVED/calls"
  > case $1 in
  > generate-lockfile) cat "$SERVED/Cargo.lock" >Cargo.lock; cat Cargo.toml >>"$SERVED/asked" ;;
  > vendor) ls "$CARGO_HOME" >"$SERVED/home"; cp -r "$SERVED/vendor" . ;;
  > install) mkdir -p "$5/bin" "$7" ;; # --root, --target-dir
  > esac
  > END
  $ printf '#!/bin/sh\necho mold\n' >stubs/apt-cache; printf '#!/bin/sh\necho amd64\n' >stubs/dpkg
  $ printf '#!/bin/sh\necho UNPACKED >&2\nexec /usr/bin/dpkg-deb "$@"\n' >stubs/dpkg-deb; chmod +x stubs/*
  $ export PATH=$PWD/stubs:$PATH SERVED=$PWD/served HOME=$PWD CARGO_HOME=$PWD/home ENTRY=none:1; unset RECORD

`lock COMMAND ROW...` makes the rows of a command the last of ci/lock; `fetch COMMAND` runs it, and prints what it says of rows,
when it unpacks, and what cargo was asked for.

  $ lock() { { printf '# what it means\n\nci/other\n  other 1 0\n\n%s\n' "$1"; shift; [ $# = 0 ] || printf '  %s\n' "$@"; } >ci/lock; }
  $ fetch() {
  >     rm -rf .toolchains served/calls
  >     "$@" 2>said >/dev/null; set -- $?
  >     grep -e ci/lock -e UNPACKED -e 'no .*keyring' -e theirs said | sed "s,$PWD,PWD,g; s/$sum/SUM/; s/$other/OTHER/"; ! test -e served/calls || tr '\n' ' ' <served/calls
  >     echo "exit $1"
  > }
  $ serve() {
  >     rm -rf served made; mkdir served; mkdir -p made/usr/bin made/usr/lib/x86_64-linux-gnu made/DEBIAN
  >     touch made/usr/bin/mold made/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2
  >     printf 'Package: mold\nVersion: 1:2.1\nArchitecture: amd64\nMaintainer: a <a@b>\nDescription: a\n' >made/DEBIAN/control
  >     /usr/bin/dpkg-deb -b made served/mold_1%3a2.1_amd64.deb >/dev/null; sum=$(sha256sum <served/*.deb | cut -d ' ' -f 1)
  > }

The same bytes are taken in silence; others fail before they are unpacked.

  $ serve; lock 'ci/mold forky' "mold:amd64 1:2.1 $sum"; fetch ci/mold forky; ls .toolchains/mold-forky/bin
  UNPACKED
  UNPACKED
  DOWNLOAD exit 0
  mold
  $ printf x | dd of=served/mold_1%3a2.1_amd64.deb bs=1 seek=100 conv=notrunc status=none; other=$(sha256sum <served/*.deb | cut -d ' ' -f 1)
  $ fetch ci/mold forky; ls .toolchains
  ci/mold: mold:amd64 1:2.1 has the SHA-256 OTHER, but under 'ci/mold forky' ci/lock records SUM; nothing of it was unpacked or run, see the head of ci/lock
  DOWNLOAD exit 1
  index
  mold-forky.lock
  mold-forky.part
  $ serve; echo other >served/llvm-toolchain-22_22.1.orig.tar.xz; other=$(sha256sum <served/*.xz | cut -d ' ' -f 1)
  $ lock 'ci/assembler-cases llvm' "llvm-toolchain-22:source 22.1 $sum"; fetch ci/assembler-cases llvm
  ci/assembler-cases: llvm-toolchain-22:source 22.1 has the SHA-256 OTHER, but under 'ci/assembler-cases llvm' ci/lock records SUM; nothing of it was unpacked or run, see the head of ci/lock
  DOWNLOAD exit 1
  $ ls .toolchains/sources/llvm-trixie.part/apt
  apt.conf
  llvm-toolchain-22_22.1.orig.tar.xz
  log
  mold_1%3a2.1_amd64.deb

Lists of packages are fetched once for all scripts, and again after an hour.

  $ serve; lock 'ci/mold forky' "mold:amd64 1:2.1 $sum"; rm -rf .toolchains
  $ for age in now now '2 hours ago'; do touch -cd "$age" .toolchains/index/*/; ci/mold forky 2>&1 | grep lists; rm -r .toolchains/mold-forky; done
  ci/mold: fetching the lists of packages for forky
  ci/mold: fetching the lists of packages for forky

Another version is reported before it is unpacked.

  $ serve; for row in 'mold:amd64 1:2.0 00' 'mould:amd64 1:2.1 00'; do lock 'ci/mold forky' "$row"; fetch ci/mold forky; done
  ci/mold: other versions than in ci/lock: mold:amd64 is 1:2.1, recorded is 1:2.0
  UNPACKED
  UNPACKED
  DOWNLOAD exit 0
  ci/mold: other versions than in ci/lock: mold:amd64 is 1:2.1, recorded is none
  UNPACKED
  UNPACKED
  DOWNLOAD exit 0
  $ lock ci/none; fetch ci/mold forky
  ci/mold: other versions than in ci/lock: it records nothing under 'ci/mold forky'
  UNPACKED
  UNPACKED
  DOWNLOAD exit 0

Recording writes the rows of one command, and takes no other bytes of a recorded version.

  $ lock 'ci/mold forky' 'mold:amd64 1:2.0 00' 'gone:amd64 1 00'; cp ci/lock before; fetch ci/mold forky; cmp before ci/lock
  ci/mold: other versions than in ci/lock: mold:amd64 is 1:2.1, recorded is 1:2.0
  UNPACKED
  UNPACKED
  DOWNLOAD exit 0
  $ RECORD=yes fetch ci/mold forky; diff before ci/lock | sed "s/$sum/SUM/; s/^>/+/"
  ci/mold: other versions than in ci/lock: mold:amd64 is 1:2.1, recorded is 1:2.0
  ci/mold: ci/lock records it; rows: 1
  UNPACKED
  UNPACKED
  DOWNLOAD exit 0
  7,8c7
  <   mold:amd64 1:2.0 00
  <   gone:amd64 1 00
  ---
  +   mold:amd64 1:2.1 SUM
  $ lock 'ci/mold forky' 'mold:amd64 1:2.1 00'; cp ci/lock before; RECORD=yes fetch ci/mold forky; cmp before ci/lock
  ci/mold: mold:amd64 1:2.1 has the SHA-256 SUM, but under 'ci/mold forky' ci/lock records 00; nothing of it was unpacked or run, see the head of ci/lock
  DOWNLOAD exit 1

Another checksum of a crate fails before it is fetched, and cargo takes nothing from a cache that it does not check.

  $ crate() { # NAME CHECKSUM
  >     rm -rf served; mkdir -p "served/vendor/$1"
  >     printf 'version = 4\n\n[[package]]\nname = "adapter"\nversion = "0.1.0"\ndependencies = [\n "%s",\n]\n\n' "$1" >served/Cargo.lock
  >     printf '[[package]]\nname = "%s"\nversion = "1.0.0"\nsource = "registry+x"\n%s\n' "$1" "$2" >>served/Cargo.lock
  > }
  $ lock 'ci/crate mine adapter/Cargo.toml' 'mine 1.0.0 aa'
  $ for checksum in 'checksum = "bb"' 'dependencies = []' 'checksum = "aa"'; do crate mine "$checksum"; fetch ci/crate mine adapter/Cargo.toml; done; cat served/home
  ci/crate: mine 1.0.0 has the SHA-256 bb, but under 'ci/crate mine adapter/Cargo.toml' ci/lock records aa; nothing of it was unpacked or run, see the head of ci/lock
  generate-lockfile generate-lockfile exit 1
  ci/crate: mine 1.0.0 has the SHA-256 [], but under 'ci/crate mine adapter/Cargo.toml' ci/lock records aa; nothing of it was unpacked or run, see the head of ci/lock
  generate-lockfile generate-lockfile exit 1
  generate-lockfile generate-lockfile vendor vendor exit 0
  config.toml

wild is built of the very version that is recorded.

  $ crate wild-linker 'checksum = "bb"'; lock ci/wild 'wild-linker 1.0.0 aa'; fetch ci/wild; grep version served/asked
  ci/wild: wild-linker 1.0.0 has the SHA-256 bb, but under 'ci/wild' ci/lock records aa; nothing of it was unpacked or run, see the head of ci/lock
  generate-lockfile exit 1
  wild-linker = { version = "=1.0.0", default-features = false }
  $ crate wild-linker 'checksum = "aa"'; fetch ci/wild; cat .toolchains/wild/VERSIONS
  generate-lockfile vendor install exit 0
  wild-linker 1.0.0
  $ lock ci/wild; fetch ci/wild; cat said
  ci/wild: ci/lock has no row for the crate wild-linker under 'ci/wild'
  exit 1
  ci/wild: ci/lock has no row for the crate wild-linker under 'ci/wild'

Keys: those that the machine names are preferred; without any nothing is fetched.

  $ serve; lock 'ci/mold forky' "mold:amd64 1:2.1 $sum"; signed() { fetch ci/mold forky; sed -n "s,.*signed-by=\([^] ]*\).*,\1,p" served/list | sed "s,$PWD,PWD,"; }
  $ printf 'Types: deb\nSigned-By:\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n' >served/a.sources; ENTRY=a.sources:1 signed
  UNPACKED
  UNPACKED
  DOWNLOAD exit 0
  PWD/keyrings/debian-archive-keyring.gpg
  $ rm keyrings/*; fetch ci/mold forky
  ci/mold: no PWD/keyrings/debian-archive-keyring.gpg here, by which what comes from http://mirror/debian is verified; install the package that has it
  exit 1
  $ printf '# deb http://mirror/debian\ndeb [arch=amd64 signed-by=/of/theirs.gpg] http://mirror/debian bookworm main\n' >served/a.list
  $ ENTRY=a.list:2 signed
  UNPACKED
  UNPACKED
  DOWNLOAD exit 0
  /of/theirs.gpg
  $ printf '# a\n\nTypes: deb\nSigned-By: /other\n\n# b\nTypes: deb\nsigned-by:  /of/theirs.gpg \n\nTypes: deb\n' >served/a.sources
  $ ENTRY=a.sources:2 signed
  UNPACKED
  UNPACKED
  DOWNLOAD exit 0
  /of/theirs.gpg
  $ echo "E: The repository 'http://mirror/debian bookworm InRelease' is not signed." >served/update; ENTRY=a.list:2 fetch ci/mold forky
  ci/mold: nothing is fetched, as the keys of the machine's mirror are not here: no /of/theirs.gpg; E: The repository 'http://mirror/debian bookworm InRelease' is not signed.
  exit 1

Each row has a hash, and each script and each command of a makefile that fetches has rows.

  $ cd "$ROOT"; grep -nvE '^(#.*|ci/.*|  [^ ]+ [^ ]+ [0-9a-f]{64}|)$' ci/lock
  [1]
  $ [ "$(grep -A 1 '^ci/' ci/lock | grep -c '^  ')" = "$(grep -c '^ci/' ci/lock)" ]; grep '^ci/' ci/lock | sort | uniq -d
  $ fetching=$(grep -lE '^[^#]*\bmake_once ' $(find ci -maxdepth 1 -type f -executable) | sort); diff <(echo "$fetching") <(sed -n 's,^\(ci/[^ ]*\).*,\1,p' ci/lock | sort -u)
  $ names=$(echo "$fetching" | grep -v cbmc | paste -sd '|')
  $ asked=$(grep -hP '^\t' Makefile $(git ls-files '*.mk') | grep -oP "\b(($names)( [a-z0-9]+)+|ci/cbmc)(?=$|[\s;&])" | sort -u)
  $ [ "$(echo "$asked" | wc -l)" -gt 10 ]; comm -23 <(echo "$asked") <(grep '^ci/' ci/lock | sort -u)
