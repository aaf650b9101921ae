conformance/demo: a newcomer's first run says which failures were found in which reader, and no more. Here readelf knows
--sframe but crashes, and there is no other reader.

  $ . "$TESTDIR/setup.sh"; mkdir readers; printf '#!/bin/sh\n' | tee readers/objdump >readers/llvm-readobj
  $ printf '#!/bin/sh\n[ $1 = --help ] && echo --sframe || kill -SEGV $$\n' >readers/readelf; chmod +x readers/*
  $ demo() { # NAME ORACLE
  >     mkdir -p "$1/adapters"; ln -s "$build"/{sframe-conform,sframe-gen,clauses.json} "$1"; cp "$2" "$1/adapters/oracle"
  >     PATH=$PWD/readers:$PATH "$ROOT/conformance/demo" "$PWD/$1" >said; echo $?
  > }

Failures of other readers are theirs.

  $ demo good "$build/adapters/oracle"; sed -n '/not run/p; /^What/,/^Your/p' said | sed -E 's/^(  oracle \(sframe-ref ).*/\1.../'; ls good/*.html
  0
  not run: objdump is not on this machine, or too old to know --sframe
  not run: llvm-readobj is not on this machine, or too old to know --sframe
  What was found, in whom:
  
    oracle (sframe-ref ...
    readelf: cannot be asked: hello: it ended with exit status 2: dump.py: readelf --version ended: SIGSEGV
  
  Your installation is fine. What fails or crashes there are those readers, in the versions of this machine;
  good/report.html
  good/trace.html

An oracle that fails is reported.

  $ demo bad "$build/adapters/null"; grep Your said
  
  Our own oracle should pass everything: this build is broken. Please report it.
  1
  [1]
