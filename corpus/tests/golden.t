corpus/golden: from sums for most vectors it still says which ids changed and how, and lets none go.

A clone with a generator of four vectors, as committed.

  $ ROOT=$(cd "$TESTDIR/../.." && pwd); unset MAKEFLAGS MFLAGS ${!GIT_*}; export GIT_CEILING_DIRECTORIES=$PWD
  $ mkdir -p clone/corpus clone/common clone/build; cd clone; cp "$ROOT/corpus/golden" corpus; cp "$ROOT"/common/*.py "$ROOT/common/limits.def" common
  $ printf 'build/sframe-gen:\n\tmkdir -p build\n\tcp generator.sh $@\n\tchmod +x $@\n' >Makefile; printf '/build/\n__pycache__/\n' >.gitignore
  $ cat >generator <<'END'
  > #!/bin/sh
  > [ "$1" = list ] && printf 'plain  words\nodd  words\n'
  > [ "$1" = manifest ] && sed -n "s/^#$3 //p" "$0"
  > exit 0
  > END
  $ cat >vectors <<'END'
  > #plain v1/amd64/decode/a/whole 0000000000000001 0000000000000001 core
  > #plain v1/amd64/decode/b/whole 0000000000000002 0000000000000002 -
  > #plain v1/amd64/decode/c/whole 0000000000000003 0000000000000003 -
  > #odd v1/amd64/decode/d/whole 0000000000000004 0000000000000004 -
  > END
  $ generate() { { cat generator; sed "$@" vectors; } >generator.sh; make -sB build/sframe-gen; }
  $ golden() { corpus/golden "$@" 2>&1 | sed -E "s/commit [0-9a-f]{12}/commit .../; s,$PWD,PWD,; s/ \(.git log.*\)//"; echo "exit ${PIPESTATUS[0]}"; }
  $ whole() { generate ''; golden --update >said; git add -A; git -c user.name=x -c user.email=x@x commit -qm x; }
  $ generate ''; golden --update --to build/list
  golden: 4 vectors
  exit 0

The core stands in full, the rest as sums; without git the same vectors are the same.

  $ cat corpus/manifest/core.txt; cut -d ' ' -f 1-4 corpus/manifest/rest.txt; cmp build/list <(sed 's/^#[a-z]* //' vectors); golden
  v1/amd64/decode/a/whole 0000000000000001 0000000000000001
  odd v1 amd64 1
  plain v1 amd64 2
  exit 0

So are they in another order.

  $ generate '1!G;h;$!d'; golden
  exit 0

Without git one line says what to do, and a full list has what changed.

  $ generate '/b.whole/s/2 -/9 -/'; golden; generate 's/#odd/#plain/; s/4 -/5 -/'; golden --old build/list; golden --old nowhere
  golden: which ids changed is not known, since the generator that corpus/manifest is of cannot be had from git; give its full list with --old FILE
  differs: plain v1 amd64, besides the core: 2 and 2 vectors, before and now
  exit 2
  golden: the vectors are not those of corpus/manifest; if that is meant, `make corpus` and commit what it changes
  differs: odd v1 amd64, besides the core: 1 and 0 vectors, before and now
  differs: plain v1 amd64, besides the core: 2 and 3 vectors, before and now
  expectation changed: v1/amd64/decode/d/whole
  expectation changed: 1 vectors
  exit 1
  golden: nowhere: No such file or directory
  exit 2

What changed is known from what git has.

  $ git init -q; whole
  $ for edit in '/b.whole/s/2 0/9 0/' '/b.whole/s/2 -/9 -/' '/a.whole/s/1 /9 /g' '/b.whole/s/-$/core/' 's/d.whole/e\/whole/' 's/#odd/#plain/'; do
  >     generate "$edit"; golden
  > done
  golden: comparing with the vectors of commit ..., whose generator is built first
  golden: the vectors are not those of corpus/manifest; if that is meant, `make corpus` and commit what it changes
  differs: plain v1 amd64, besides the core: 2 and 2 vectors, before and now
  input changed: v1/amd64/decode/b/whole
  input changed: 1 vectors
  exit 1
  golden: comparing with the vectors of commit ..., whose generator is built first
  golden: the vectors are not those of corpus/manifest; if that is meant, `make corpus` and commit what it changes
  differs: plain v1 amd64, besides the core: 2 and 2 vectors, before and now
  expectation changed: v1/amd64/decode/b/whole
  expectation changed: 1 vectors
  exit 1
  golden: comparing with the vectors of commit ..., whose generator is built first
  golden: the vectors are not those of corpus/manifest; if that is meant, `make corpus` and commit what it changes
  input and expectation changed: v1/amd64/decode/a/whole
  input and expectation changed: 1 vectors
  exit 1
  golden: comparing with the vectors of commit ..., whose generator is built first
  golden: the vectors are not those of corpus/manifest; if that is meant, `make corpus` and commit what it changes
  differs: plain v1 amd64, besides the core: 2 and 1 vectors, before and now
  core changed: v1/amd64/decode/b/whole
  core changed: 1 vectors
  exit 1
  golden: comparing with the vectors of commit ..., whose generator is built first
  golden: the vectors are not those of corpus/manifest; if that is meant, `make corpus` and commit what it changes
  differs: odd v1 amd64, besides the core: 1 and 1 vectors, before and now
  removed: v1/amd64/decode/d/whole
  removed: 1 vectors
  added: v1/amd64/decode/e/whole
  added: 1 vectors
  exit 1
  golden: comparing with the vectors of commit ..., whose generator is built first
  golden: the vectors are not those of corpus/manifest; if that is meant, `make corpus` and commit what it changes
  differs: odd v1 amd64, besides the core: 1 and 0 vectors, before and now
  differs: plain v1 amd64, besides the core: 2 and 3 vectors, before and now
  exit 1
  $ generate d; golden
  golden: PWD/build/sframe-gen has no vectors
  exit 2

Ids may be added; one goes or gets another vector only if that is meant.

  $ generate '$a #odd v2/amd64/decode/e/whole 0000000000000005 0000000000000005 -'; golden --update; golden
  golden: comparing with the vectors of commit ..., whose generator is built first
  differs: odd v2 amd64, besides the core: 0 and 1 vectors, before and now
  added: v2/amd64/decode/e/whole
  added: 1 vectors
  golden: 5 vectors
  exit 0
  exit 0
  $ for edit in /a.whole/d /b.whole/d /d.whole/d '/b.whole/s/2 0/9 0/' '/b.whole/s/2 -/9 -/'; do git checkout -q .; generate "$edit"; golden --update; git status --short corpus; golden --update --retire >said; golden; done
  golden: comparing with the vectors of commit ..., whose generator is built first
  golden: 1 ids would go or get other vectors, and ids are append-only; --retire if it must be
  removed: v1/amd64/decode/a/whole
  removed: 1 vectors
  exit 1
  exit 0
  golden: comparing with the vectors of commit ..., whose generator is built first
  golden: 1 ids would go or get other vectors, and ids are append-only; --retire if it must be
  differs: plain v1 amd64, besides the core: 2 and 1 vectors, before and now
  removed: v1/amd64/decode/b/whole
  removed: 1 vectors
  exit 1
  exit 0
  golden: comparing with the vectors of commit ..., whose generator is built first
  golden: 1 ids would go or get other vectors, and ids are append-only; --retire if it must be
  differs: odd v1 amd64, besides the core: 1 and 0 vectors, before and now
  removed: v1/amd64/decode/d/whole
  removed: 1 vectors
  exit 1
  exit 0
  golden: comparing with the vectors of commit ..., whose generator is built first
  golden: 1 ids would go or get other vectors, and ids are append-only; --retire if it must be
  differs: plain v1 amd64, besides the core: 2 and 2 vectors, before and now
  input changed: v1/amd64/decode/b/whole
  input changed: 1 vectors
  exit 1
  exit 0
  golden: comparing with the vectors of commit ..., whose generator is built first
  golden: 1 ids would go or get other vectors, and ids are append-only; --retire if it must be
  differs: plain v1 amd64, besides the core: 2 and 2 vectors, before and now
  expectation changed: v1/amd64/decode/b/whole
  expectation changed: 1 vectors
  exit 1
  exit 0

A manifest that is not committed is said to be so.

  $ git checkout -q .; generate '/b.whole/s/2 -/8 -/'; golden --update --retire >said; generate '/b.whole/s/2 -/9 -/'; golden
  golden: comparing with the vectors of commit ..., whose generator is built first
  golden: that commit's vectors are not those of corpus/manifest as it stands: it has changes that are not committed, or this clone is too shallow to have the right commit
  golden: the vectors are not those of corpus/manifest; if that is meant, `make corpus` and commit what it changes
  differs: plain v1 amd64, besides the core: 2 and 2 vectors, before and now
  expectation changed: v1/amd64/decode/b/whole
  expectation changed: 1 vectors
  exit 1
