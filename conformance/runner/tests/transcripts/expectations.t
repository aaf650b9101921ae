Expectation files: how a run uses them.  The adapter of this page dies by the seventh vector.

  $ . "$TESTDIR/setup.sh"
  $ expecting() { printf "$1" >known; shift; conform --expect known "${@-hostile die:SEGV}"; }

A run fails by what is not listed, and by what is listed and is not so.

  $ expecting 'v2/amd64/check/made/0007 crash # it dies\n'
  hostile (hostile 1): 40 asked: 39 pass 1 crash; 40 judged
  as expected: 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  $ expecting '*/0007 crash max=1\n'
  hostile (hostile 1): 40 asked: 39 pass 1 crash; 40 judged
  as expected: 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  $ expecting '# nothing\n\n'
  hostile (hostile 1): 40 asked: 39 pass 1 crash; 40 judged
    v2/amd64/check/made/0007: crash: died by SIGSEGV
      stderr: about to die by SEGV
  NOT as expected: 1 implementation, 40 vectors, 40 asked, 1 unexpected, 40 judged
  [1]
  $ expecting '*/0007 hang\n'
  hostile (hostile 1): 40 asked: 39 pass 1 crash; 40 judged
    v2/amd64/check/made/0007: crash where hang was expected: died by SIGSEGV
      stderr: about to die by SEGV
  NOT as expected: 1 implementation, 40 vectors, 40 asked, 1 unexpected, 40 judged
  [1]
  $ expecting '*/0008 crash\n'
  hostile (hostile 1): 40 asked: 39 pass 1 crash; 40 judged
    v2/amd64/check/made/0007: crash: died by SIGSEGV
      stderr: about to die by SEGV
    v2/amd64/check/made/0008: pass where crash was expected
  known lists vectors as failing that pass: --fix removes such lines
  NOT as expected: 1 implementation, 40 vectors, 40 asked, 2 unexpected, 40 judged
  [1]
  $ expecting '*/0007 crash\n*/0099 fail\n'
  hostile (hostile 1): 40 asked: 39 pass 1 crash; 40 judged
    known:2: */0099 matches nothing
  NOT as expected (expectation): 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  [1]
  $ expecting '*/000* pass max=3\n' 'hostile behave'
  hostile (hostile 1): 40 asked: 40 pass; 40 judged
    known:1: */000* matches more than max= allows
  NOT as expected (expectation): 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  [1]

An entry about some of the vectors that it fits leaves the others to other entries.

  $ expecting '*/000* crash some=1/9\n'
  hostile (hostile 1): 40 asked: 39 pass 1 crash; 40 judged
  as expected: 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  $ expecting '*/000* crash some=2/9\n'
  hostile (hostile 1): 40 asked: 39 pass 1 crash; 40 judged
    known:1: */000*: 1 crash; some= says 2
  known lists vectors as failing that pass: --fix removes such lines
  NOT as expected (expectation): 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  [1]
  $ expecting '*/000* crash some=2/10\n'
  hostile (hostile 1): 40 asked: 39 pass 1 crash; 40 judged
  as expected: 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged

An entry about vectors that were not selected does no harm.

  $ expecting '*/0007 crash\n*/0030 fail\n' --select '*/000*' 'hostile die:SEGV'
  hostile (hostile 1): 9 asked: 8 pass 1 crash; 9 judged
  as expected: 1 implementation, 40 vectors, 9 asked, 0 unexpected, 9 judged

Every unexpected outcome of a vector that was asked is a case, also one that is usually not listed.

  $ expecting '* pass\n' "$(answers '"3": {"unsupported": "no"}')"
  hostile (hostile 1): 40 asked: 39 pass 1 unsupported; 39 judged
    v2/amd64/check/made/0003: unsupported: no
  NOT as expected: 1 implementation, 40 vectors, 40 asked, 1 unexpected, 39 judged
  [1]

What cannot be read is reported with its line.

  $ for line in 'a b c d' '*/1 pas' '*/1' '*/1 not-run' '\n\n*/1 fail max=x' '* pass max=9007199254740993' '# fine\n*/000* fail \0max=1'; do
  >     said=$(expecting "$line\n"); echo "$? $said"
  > done
  2 sframe-conform: known:1: an entry is a glob on ids and one of the outcomes that docs/protocol.md lists
  2 sframe-conform: known:1: an entry is a glob on ids and one of the outcomes that docs/protocol.md lists
  2 sframe-conform: known:1: an entry is a glob on ids and one of the outcomes that docs/protocol.md lists
  2 sframe-conform: known:1: an entry is a glob on ids and one of the outcomes that docs/protocol.md lists
  2 sframe-conform: known:3: behind the outcome only max=NUMBER, up to 2^53, or some=N/OF/SUM and by=WAY may follow, and # with a comment
  2 sframe-conform: known:1: behind the outcome only max=NUMBER, up to 2^53, or some=N/OF/SUM and by=WAY may follow, and # with a comment
  2 sframe-conform: known:2: a zero byte, behind which nothing would be read
  $ for words in some=1 some=2/1 some=x/9 some=1/9/12 some=1/9/0000000G 'some=1/9 max=9' 'max=9 some=1/9' 'max=5000 max=5000' by=x \
  >     'some=1/9 by='; do
  >     expecting "*/1 fail $words\n" 2>&1 | cut -c -43
  > done | uniq -c
       10 sframe-conform: known:1: behind the outcome
  $ conform --expect . 'hostile behave'
  sframe-conform: .: Is a directory
  [2]
  $ conform --expect nowhere 'hostile behave'
  sframe-conform: nowhere: No such file or directory (--accept begins a file)
  [2]

Each implementation has a file of its own.

  $ echo '*/0007 crash' >known
  $ conform good='hostile behave' bad='hostile die:SEGV' --expect bad=known
  good (hostile 1): 40 asked: 40 pass; 40 judged
  bad (hostile 1): 40 asked: 39 pass 1 crash; 40 judged
  as expected: 2 implementations, 40 vectors, 80 asked, 0 unexpected, 80 judged
  $ conform good='hostile behave' bad='hostile die:SEGV' --expect good=known
  good (hostile 1): 40 asked: 40 pass; 40 judged
    v2/amd64/check/made/0007: pass where crash was expected
  bad (hostile 1): 40 asked: 39 pass 1 crash; 40 judged
    v2/amd64/check/made/0007: crash: died by SIGSEGV
      stderr: about to die by SEGV
  To go on with failures that are known, run this again with --expect FILE --accept: it begins FILE
  known lists vectors as failing that pass: --fix removes such lines
  NOT as expected: 2 implementations, 40 vectors, 80 asked, 2 unexpected, 80 judged
  [1]
  $ conform good='hostile behave' bad='hostile die:SEGV' --expect known
  sframe-conform: --expect known: there are several implementations; write --expect LABEL=FILE
  [2]

A red run without a file says how one begins.

  $ conform 'hostile of 5 refuse' | grep -e --accept
  To go on with failures that are known, run this again with --expect FILE --accept: it begins FILE
  $ expecting '*/0005 fail\n' 'hostile of 5 6 refuse' | grep -e --accept
  [1]
