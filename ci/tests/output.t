Output that is lost, readers that leave, and scripts that fail: each is one line, and no success.

  $ . "$TESTDIR/setup.sh"; cd inputs; export PYTHONDONTWRITEBYTECODE=1

Help that is lost, of every program; scripts print by one function, so two of them show what becomes of it.

  $ for program in $(cd "$build"; ls -d sframe-* zoo zoo-as zoo-ld choose-core) "$ROOT/conformance/clauses" "$ROOT/fuzz/promote"; do
  >     [[ $program != *.* && $program != sframe-gate ]] || continue
  >     said=$($program --help 2>&1 >/dev/full); echo "$? ${said#*: }"; said=$($program --help 2>&1 >&-); echo "$? ${said#*: }"
  > done | sort -u
  2 cannot write to standard output: Bad file descriptor
  2 cannot write to standard output: No space left on device
  2 cannot write to standard output: it is closed

A reader that leaves.

  $ for command in 'sframe-gen emit --family covering' 'sframe-crosscheck --cfi build/sframe-gen'; do
  >     $command | head -c 1 >first; echo "${PIPESTATUS[0]}"; (trap '' PIPE; $command | head -c 1 >first; echo "${PIPESTATUS[0]}")
  > done
  141
  sframe-gen: cannot write to standard output: Broken pipe
  2
  141
  sframe-crosscheck: cannot write to standard output: Broken pipe
  2

The first file opened would have the number of a standard output that is closed: none stands in for it.

  $ sframe-convert -o made program >&-; echo $?; test -e made
  sframe-convert: cannot write the counts: Bad file descriptor
  2
  [1]
  $ for to in '>&-' '1</dev/null'; do eval "sframe-conform --jobs 1 --corpus vectors --json - build/adapters/oracle $to"; echo $?; done
  sframe-conform: -: Bad file descriptor
  2
  sframe-conform: -: Bad file descriptor
  2
  $ sframe-conform --jobs 1 --corpus vectors --json made build/adapters/oracle >&-; echo $?; /usr/bin/python3 -m json.tool made >/dev/null
  sframe-conform: -: Bad file descriptor
  2

What a script raises is the line that it ends with.

  $ raises() { PYTHONPATH=$ROOT /usr/bin/python3 -c "import errno, os, sys
  > from common import standard
  > def main():
  >     raise $1
  > sys.exit(standard.run(main))"; echo $?; }
  $ raises "OSError('no files here')"; raises "OSError(errno.EPERM, 'cannot adopt orphans')"
  -c: no files here
  2
  -c: cannot adopt orphans
  2
  $ raises "OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))"; raises "FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), 'a.o')"
  -c: cannot write to standard output: No space left on device
  2
  -c: a.o: No such file or directory
  2

The whole check is not started by an argument; a `make` that fails stands in for the real one.

  $ mkdir stub; printf '#!/bin/sh\nexit 99\n' >stub/make; chmod +x stub/make; PATH=$PWD/stub:$PATH
  $ "$ROOT/.ci/run" --help | head -n 1; "$ROOT/.ci/run" -h | head -n 1; "$ROOT/.ci/run" --fast
  usage: .ci/run
  usage: .ci/run
  .ci/run: no such argument: --fast; see --help
  [2]
