choose-core, which keeps generator/core.txt: lists that are wrong, and what a list loses.

  $ build=$(cd "$TESTDIR/../.." && cd "${BUILD:-build}" && pwd); PATH=$build:$PATH; list=$TESTDIR/../core.txt
  $ check() { choose-core --check "$1" 2>&1 | sed "s/:$(($(wc -l <$list) + 1)):/:BEHIND THE LAST:/"; echo "exit ${PIPESTATUS[0]}"; }

  $ { cat $list; head -1 $list; } >twice; check twice
  choose-core: twice:BEHIND THE LAST: this id is listed twice
  exit 2
  $ { cat $list; printf 'v1/amd64/decode/no-such/vector\talone\n'; } >nobody; check nobody
  choose-core: no vector has this id, which is listed: v1/amd64/decode/no-such/vector
  exit 2
  $ { cat $list; echo; } >empty; check empty
  choose-core: empty:BEHIND THE LAST: no line of a list: an id, a tab and a reason
  exit 2
  $ { tail -n +2 $list; head -1 $list; } >late; check late | sed 's/: v1.*//'
  choose-core: it shows nothing that those above it do not show; take it out of the list
  exit 2

A fault, and what only one operation shows, are each named by the member that alone shows it; and so is a wrong reason.

  $ fault=$(grep -m 1 -P '\talone fault: ' $list); unwinding=$(grep -m 1 -P '/unwind/.*\talone ' $list)
  $ grep -vxF -e "$fault" -e "$unwinding" $list | sed '1s/$/ and more/' >less; check less >said; grep -o 'this is not why it is there; run `make core`' said
  this is not why it is there; run `make core`
  $ grep -q 'no member reveals what ' said && grep -qF "$(sed 's/.*alone //; s/, .*//' <<<"$fault")" said && grep -q /unwind/ said && tail -1 said
  exit 1
