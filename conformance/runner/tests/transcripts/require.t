What a run must have: --require, and wishes that fit nothing.

  $ . "$TESTDIR/setup.sh"
  $ requires() { conform "$@" 'hostile behave' | grep -e --require -e expected; }

  $ sed -i '41s/"}}/","version":"1.0.10"}}/' corpus
  $ for least in 1.0.10 1.0.9 0.99.99 1.0.11 1.1.0 2.0.0; do requires --require corpus=$least; done
  as expected: 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  as expected: 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  as expected: 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  --require corpus=1.0.11: the corpus is 1.0.10
  NOT as expected (required): 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  --require corpus=1.1.0: the corpus is 1.0.10
  NOT as expected (required): 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  --require corpus=2.0.0: the corpus is 1.0.10
  NOT as expected (required): 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  $ vectors 40 | sframe-gen close >corpus

All that is required is judged, and each once.

  $ requires --require profile=v1 --require profile=v3 --require profile=v1 --require closed --require corpus=0.0.0
    --require profile=v1: nothing of v1 was asked
    --require profile=v3: nothing of v3 was asked
  --require corpus=0.0.0: the corpus does not say its version
  NOT as expected (required): 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  $ vectors 40 >corpus; requires --require closed; vectors 40 | sframe-gen close >corpus
  --require closed: the corpus has no closing line, so nobody knows whether it is whole
  NOT as expected (required): 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  $ requires --require core; requires --require whole
  --require core: the vectors of corpus were asked
  NOT as expected (required): 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  --require whole: the vectors of corpus were asked
  NOT as expected (required): 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged

A profile must be judged of each implementation that could run.

  $ requires --require profile=v2 mute="$(answers "$(seq -s, -f '"%g": {"unsupported": "no"}' 40)")"
    --require profile=v2: nothing of v2 was judged
  NOT as expected (not judged, required): 2 implementations, 40 vectors, 80 asked, 0 unexpected, 40 judged
  $ requires --require profile=v2 --missing away='not on this machine'
  as expected: 2 implementations (1 missing), 40 vectors, 40 asked, 0 unexpected, 40 judged

The core is not the whole.

  $ sframe-conform --core --select 'v1/*' --require core null | grep -e --require
  [1]
  $ sframe-conform --core --select 'v1/*' --require whole null | grep -e --require
  --require whole: only the core was asked
  $ mkdir few; cp "$build/sframe-conform" few; printf '#!/bin/sh\ncat corpus\n' >few/sframe-gen; chmod +x few/sframe-gen
  $ few/sframe-conform --require whole null | grep -e --require
  [1]
  $ few/sframe-conform --require core null | grep -e --require
  --require core: the whole was asked; if that is meant, the job that merges its shards wants `corpus: whole`, too

What cannot be required is wrong use.

  $ conform --require x 'hostile behave'
  sframe-conform: --require x: it takes profile=P, of v1, v2, v2e1, v2e2 and v3, corpus=VERSION as in 1.0.0, closed, core, whole
  [2]
  $ for what in '' profile profile= profile=v9 'profile=v*' profile=any corpus= corpus=1 corpus=1.0 corpus=1.0.0.0 \
  >     'corpus= 1.0.0' corpus=-1.0.0 corpus=1.0.999999 closed=1 Core wholes; do
  >     conform --require "$what" 'hostile behave' >seen; echo "$? $(grep -c 'takes profile=P' seen)"
  > done | uniq -c
       16 2 1

A wish that no vector of the corpus fits is named, and is a fault with --strict; another shard's vectors fit it.

  $ for wish in '--select v9/*' '--skip v9/*' '--select family=x' '--skip clause=x.y'; do
  >     conform --select 'v2/*' --select family=made $wish 'hostile behave'
  >     conform --strict --select 'v2/*' --select family=made $wish 'hostile behave'
  > done | grep -e fits -e xpected | cut -c 1-60
  --select v9/*: no vector of the corpus fits
  as expected: 1 implementation, 40 vectors, 40 asked, 0 unexp
  --select v9/*: no vector of the corpus fits
  NOT as expected (selection): 1 implementation, 40 vectors, 4
  --skip v9/*: no vector of the corpus fits
  as expected: 1 implementation, 40 vectors, 40 asked, 0 unexp
  --skip v9/*: no vector of the corpus fits
  NOT as expected (selection): 1 implementation, 40 vectors, 4
  --select family=x: no vector of the corpus fits; there is no
  as expected: 1 implementation, 40 vectors, 40 asked, 0 unexp
  --select family=x: no vector of the corpus fits; there is no
  NOT as expected (selection): 1 implementation, 40 vectors, 4
  --skip clause=x.y: no vector of the corpus fits; there is no
  as expected: 1 implementation, 40 vectors, 40 asked, 0 unexp
  --skip clause=x.y: no vector of the corpus fits; there is no
  NOT as expected (selection): 1 implementation, 40 vectors, 4
  $ conform --strict --select '*/0002' --select '*/0003' --shard 1/2 'hostile behave'
  hostile (hostile 1): 1 asked: 1 pass; 1 judged
  as expected: 1 implementation, 40 vectors, 1 asked, 0 unexpected, 1 judged

No report goes where something else is.

  $ : >known; ln -s corpus link; ln known hard
  $ no() { conform "$@" null | grep -c 'same place'; test ! -e a || echo written; }
  $ no --json a --junit a;  no --json a --tap ../$(basename $PWD)/a; no --json link --html corpus; no --json - --junit -
  1
  1
  1
  1
  $ no --json - --github; no --json corpus; no --json known --expect known; no --expect known --markdown hard
  1
  1
  1
  1
  $ no --expect corpus --fix; no --tap known --producers known; no --tap known --causes known
  1
  1
  1
  $ conform --json /dev/null --tap /dev/null 'hostile behave'
  hostile (hostile 1): 40 asked: 40 pass; 40 judged
  as expected: 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged

The core says that it has few questions for what an adapter declares, unless somebody chose among them.

  $ printf '#!/bin/sh\noracle | sed -u '\''1s/"v1","v2","v2e1",//; 1s/,"v3"//; 1s/,"aarch64"[^]]*//; 1s/"decode","check",//; 1s/,"flip"[^]]*//'\''\n' >declares; chmod +x declares
  $ narrow() { sframe-conform --core "$@" declares; }
  $ narrow | grep 'the core' | sed 's/only [0-9]*/only N/'
    the core asks only N questions of this adapter; without --core it is asked all
  $ narrow --select '*' | grep 'the core'
  [1]
  $ sframe-conform --core null | grep 'the core'
  [1]
