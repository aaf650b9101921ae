A corpus must be whole: its closing line has the number of vectors and their hash.

  $ . "$TESTDIR/setup.sh"
  $ mv corpus whole; vectors 40 >open
  $ close_as() { cat open; sed -n '41s/"}}/","version":"'"$1"'"}}/p' whole; }
  $ over() { cat >corpus; conform "$@" 'hostile behave' >seen; set -- $?; grep -v -e ^hostile -e completed seen; return $1; }

  $ over --strict <whole
  as expected: 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  $ close_as 1.0.7 | over --strict --json report; grep -o '"version":"1.0.7"' report
  as expected: 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  "version":"1.0.7"
  $ over <open
  the corpus has no closing line, so nobody knows whether it is whole
  as expected: 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  $ over --strict <open
  sframe-conform: corpus: no closing line says that it is whole, as --strict demands (`sframe-gen close` adds one)
  NOT as expected, and not complete: 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  [2]

What is missing, added, changed or there twice ends the run with one line.

  $ sed '1s/"expect"/"id":"other","expect"/' open | over
  sframe-conform: corpus: line 1: not an object of JSON, or one with a member twice
  NOT as expected, and not complete: 1 implementation, 0 vectors, 0 asked, 0 unexpected, 0 judged
  [2]
  $ sed '1s/"expect":/"expect":{},"expect":/' open | over
  sframe-conform: corpus: line 1: not an object of JSON, or one with a member twice
  NOT as expected, and not complete: 1 implementation, 0 vectors, 0 asked, 0 unexpected, 0 judged
  [2]
  $ (head -n 20 open; tail -n 1 whole) | over
  sframe-conform: corpus: line 21: it closes 40 vectors, and 20 came: some are missing (to ask a part of a corpus, --select and --skip)
  NOT as expected, and not complete: 1 implementation, 20 vectors, 20 asked, 0 unexpected, 20 judged
  [2]
  $ sed 1d whole | over
  sframe-conform: corpus: line 40: it closes 40 vectors, and 39 came: some are missing (to ask a part of a corpus, --select and --skip)
  NOT as expected, and not complete: 1 implementation, 39 vectors, 39 asked, 0 unexpected, 39 judged
  [2]
  $ (vectors 41; tail -n 1 whole) | over
  sframe-conform: corpus: line 42: it closes 40 vectors, and 41 came: some are too many (to ask a part of a corpus, --select and --skip)
  NOT as expected, and not complete: 1 implementation, 41 vectors, 41 asked, 0 unexpected, 41 judged
  [2]
  $ (cat open; sed -n 5p open) | over
  sframe-conform: corpus: line 41: a second vector with the id v2/amd64/check/made/0005
  NOT as expected, and not complete: 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  [2]
  $ (sed -n 2p whole; sed -n 1p whole; sed 1,2d whole) | over
  sframe-conform: corpus: line 41: it closes lines of hash 20f5d95c73998547, and theirs is 772a5a1d957924f7: some were changed
  NOT as expected, and not complete: 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  [2]
  $ sed 1s/1000/2000/ whole | over
  sframe-conform: corpus: line 41: it closes lines of hash 20f5d95c73998547, and theirs is 8233c6c7b6d05a2c: some were changed
  NOT as expected, and not complete: 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  [2]
  $ head -c -1 whole | over
  sframe-conform: corpus: line 41: the last line does not end
  NOT as expected, and not complete: 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  [2]

A closing line that is broken, or of a version that is not known, is refused.

  $ refused() { over | sed -n 's/.*line 41: //p'; }
  $ (cat open; echo '{"corpus":{"vectors":40}}') | refused
  the closing line is broken
  $ (cat open; echo '{"corpus":{"vectors":40,"hash":"0"}}') | refused
  the closing line is broken
  $ (cat open; echo '{"corpus":{"vectors":-1,"hash":"0000000000000000"}}') | refused
  the closing line is broken
  $ sed '41s/$/ x/' whole | refused
  the closing line is broken
  $ close_as '1.0.0","x":"' | refused
  the closing line is broken
  $ for version in 2.0.0 0.9.9 1.99999.0 1.0 $(printf %080d 9); do close_as $version | refused; done
  a corpus of version 2.0.0, and this sframe-conform knows 1.0.0
  a corpus of version 0.9.9, and this sframe-conform knows 1.0.0
  a corpus of version 1.99999.0, and this sframe-conform knows 1.0.0
  a corpus of version 1.0, and this sframe-conform knows 1.0.0
  a corpus of version 00000000000000000000000000000000, and this sframe-conform knows 1.0.0

Lines that are no vectors end the run.

  $ for line in '{' '[]' '{}' '"guess"'; do (head -n 1 open; echo "$line") | over; done | grep line
  sframe-conform: corpus: line 2: not an object of JSON, or one with a member twice
  sframe-conform: corpus: line 2: not an object of JSON, or one with a member twice
  sframe-conform: corpus: line 2: it has no profile, or one that is unknown
  sframe-conform: corpus: line 2: not an object of JSON, or one with a member twice
  $ for change in s/check/guess/2 s/e2de02..../123/ 's/,"expect".*/}/'; do
  >     (head -n 1 open; sed -n "2$change;2p" open) | over
  > done | grep line
  sframe-conform: corpus: line 2: it has no operation, or one that is unknown
  sframe-conform: corpus: line 2: its input is not one of a section, an address and perhaps a PC
  sframe-conform: corpus: line 2: it lacks id, clauses or expect
  $ printf x | over | grep line
  sframe-conform: corpus: line 1: the last line does not end
  $ rm corpus; mkdir corpus; conform 'hostile behave'; rmdir corpus
  sframe-conform: corpus: Is a directory

Corpora can be joined; and wherever one is cut, --strict notices.

  $ (cat whole; vectors 50 41 | sframe-gen close) >both
  $ over --strict <both
  as expected: 1 implementation, 50 vectors, 50 asked, 0 unexpected, 50 judged
  $ sed 42d both | over --strict
  sframe-conform: corpus: line 51: it closes 10 vectors, and 9 came: some are missing (to ask a part of a corpus, --select and --skip)
  NOT as expected, and not complete: 1 implementation, 49 vectors, 49 asked, 0 unexpected, 49 judged
  [2]
  $ sed '$d' both | over --strict
  sframe-conform: corpus: no closing line says that it is whole, as --strict demands (`sframe-gen close` adds one)
  NOT as expected, and not complete: 1 implementation, 50 vectors, 50 asked, 0 unexpected, 50 judged
  [2]
  $ for lines in 0 1 3 17 39 40; do head -n $lines whole | over --strict >/dev/null; echo $?; done | uniq -c
        6 2

A corpus may come from a pipe, which no adapter gets as its standard input.

  $ sframe-conform --corpus - --jobs 1 'hostile die:SEGV' <whole | head -n 1
  hostile (hostile 1): 40 asked: 39 pass 1 crash; 40 judged
  $ sframe-conform --strict --corpus <(head -n 20 whole; sleep 1; sed 1,20d whole) 'hostile behave' | head -n 1
  hostile (hostile 1): 40 asked: 40 pass; 40 judged

A generator beside the program may say much on standard error, and its failure is the run's.

  $ mkdir beside; cp "$(command -v sframe-conform)" beside
  $ for end in 'exit 0' 'exit 3'; do
  >     printf '#!/bin/sh\nyes no | head -c 300000 >&2; cat whole; %s\n' "$end" >beside/sframe-gen; chmod +x beside/sframe-gen
  >     beside/sframe-conform 'hostile behave' 2>&1 | sed -n "s,$PWD,., ; /failed/p; / pass;/p"; echo "status ${PIPESTATUS[0]}"
  > done
  hostile (hostile 1): 40 asked: 40 pass; 40 judged
  status 0
  sframe-conform: ./beside/sframe-gen: it failed: no
  hostile (hostile 1): 40 asked: 40 pass; 40 judged
  status 2

If there is no memory for a line, the program says that alone.

  $ (ulimit -v 150000; head -c 150000000 /dev/zero | sframe-conform --corpus - null); echo "status $?"
  sframe-conform: out of memory
  status 2
