Reports of shards become one.

  $ . "$TESTDIR/setup.sh"
  $ shards() { for i in 1 2 3; do conform --strict --shard $i/3 --json $i "$@"; done >/dev/null; }
  $ merge() { sframe-conform merge "$@" >said 2>&1; set -- $?; sed 's/, [0-9.]* s$//; /^    alone: /d' said; return $1; }

  $ shards 'hostile behave'; merge 3 1 2
  hostile (hostile 1): 40 asked: 40 pass; 40 judged
  as expected: 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  $ shards x="$(answers '"3": {"error": "no"}, "17": {"error": "no"}')"; merge --markdown page.md 1 2 3; head -n 1 page.md
  x (hostile 1): 40 asked: 38 pass 2 fail; 40 judged
    v2/amd64/check/made/0017: fail: an error where an answer is due: no
      and 1 more that look like it
      likely decided by preamble.magic, section 2.1: "The magic number for SFrame section: 0xdee2"
  To go on with failures that are known, run this again with --expect FILE --accept: it begins FILE
  NOT as expected: 1 implementation, 40 vectors, 40 asked, 2 unexpected, 40 judged
  # SFrame conformance: not as expected

What only all shards together know is said by the merged report alone.

  $ printf '*/000* pass max=5\n*/0017 fail\n*/nowhere fail\n' >known
  $ shards --expect known 'hostile behave'; merge 1 2 3; grep -c max= 1 2 3
  hostile (hostile 1): 40 asked: 40 pass; 40 judged
    v2/amd64/check/made/0017: pass where fail was expected
    known:1: */000* matches more than max= allows
    known:3: */nowhere matches nothing
  NOT as expected: 1 implementation, 40 vectors, 40 asked, 1 unexpected, 40 judged
  1:0
  2:0
  3:0
  [1]
  $ shards --require profile=v2 --require profile=v3 --require closed 'hostile behave'
  $ for i in 1 2 3; do grep -o '"good":true' $i; done; merge 1 2 3
  "good":true
  "good":true
  "good":true
  hostile (hostile 1): 40 asked: 40 pass; 40 judged
    --require profile=v3: nothing of v3 was asked
  NOT as expected (required): 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  [1]
  $ shards 'hostile behave'
  $ for what in profile=v3 corpus=1.0.0 core whole profile=v2 closed; do
  >     merge --require $what 1 2 3 | grep -e --require -e '^as expected'
  > done
    --require profile=v3: nothing of v3 was asked
  --require corpus=1.0.0: the corpus does not say its version
  --require core: the vectors of corpus were asked
  --require whole: the vectors of corpus were asked
  as expected: 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged
  as expected: 1 implementation, 40 vectors, 40 asked, 0 unexpected, 40 judged

A shard that is missing, there twice, or of another run makes no report.

  $ merge --json merged 1 3
  sframe-conform: shard 2/3 is missing; 2 of 3 are there
  [2]
  $ merge --json merged 1 2 3 1
  sframe-conform: shard 1/3 is there twice: 1 and 1
  [2]
  $ conform --json whole 'hostile behave' >/dev/null; merge --json merged whole
  sframe-conform: whole: of no shard; merge takes reports of runs with --shard I/N
  [2]
  $ conform --strict --shard 2/2 --json half 'hostile behave' >/dev/null; merge 1 2 3 half
  sframe-conform: 1 is one of 3 shards, and half one of 2
  [2]
  $ conform --strict --shard 2/3 --json other --require closed 'hostile behave' >/dev/null; merge 1 other 3
  sframe-conform: 1 and other are not of one run: required is [], and ["closed"]
  [2]
  $ conform --strict --shard 2/3 --json other --memory 7 'hostile  behave' >/dev/null; merge 1 other 3
  sframe-conform: 1 and other are not of one run: command is "hostile behave", and "hostile  behave"
  [2]
  $ other() { sed "$1" 2 >other; merge 1 other 3 | sed 's/.* of one run/.../; s/suite is "[^"]*"/suite is .../' | cut -c 1-100; }
  $ other 's/"suite":"[^"]*"/"suite":"0"/'
  ...: suite is ..., and "0"
  $ other 's/"version":"1"/"version":"2"/'
  ...: version is "1", and "2"
  $ for name in profiles abis operations; do other "s/\"$name\":\[\(\"[^\"]*\"\)[^]]*\]/\"$name\":[\1]/"; done
  ...: profiles is ["v1","v2","v2e1","v2e2","v3"], and ["v1"]
  ...: abis is ["amd64","aarch64","aarch64_be","s390x"], and ["amd64"]
  ...: operations is ["decode","check","lookup","flip"], and ["decode"]
  $ other 's/"exposes":null/"exposes":[]/'
  ...: exposes is null, and []
  $ other 's/"foreign_byte_order":true/"foreign_byte_order":false/'
  ...: foreign_byte_order is true, and false
  $ other 's/"strict":true/"strict":false/'
  ...: strict is true, and false
  $ other 's/"hash":"[0-9a-f]*"/"hash":"0000000000000000"/'
  ...: corpus is {"vectors":40,"hash":"20f5d95c73998547","closed":true,"version":null}, and {"vectors"
  $ other 's/"required":\[\]/"required":["closed","x"]/'
  sframe-conform: other: its selection or a declaration has what cannot be
  $ other 's/"required":\[\]/"required":[7]/'
  sframe-conform: other: its selection or a declaration has what cannot be
  $ other 's/"required":\[\]/"required":null/'
  sframe-conform: other: selection.required is null, and is to be [] by the rest of the report
  $ other 's/"required":\[\]/"required":["closed","closed"]/'
  sframe-conform: other: selection.required is ["closed","closed"], and is to be ["closed"] by the res
  $ other 's/"required":\[\]/"required":["core"]/'
  sframe-conform: other: good is true, and is to be false by the rest of the report
  $ test -e merged
  [1]

What is no report is named in one line.

  $ for text in '' '[]' '{}' '{' '{"format": 1}' '\0' '{"format":1,"suite":2}' "$(printf %05000d | tr 0 [)"; do
  >     printf "$text" >none; merge none; sframe-conform compare none none 2>&1 | diff - said
  > done
  sframe-conform: none: line 1: no JSON, or not all of it: '[' or '{' expected near end of file
  sframe-conform: none: no report of sframe-conform --json
  sframe-conform: none: no report of sframe-conform --json
  sframe-conform: none: line 1: no JSON, or not all of it: string or '}' expected near end of file
  sframe-conform: none: no report of sframe-conform --json
  sframe-conform: none: line 1: no JSON, or not all of it: '[' or '{' expected near end of file
  sframe-conform: none: no report of sframe-conform --json
  sframe-conform: none: line 1: no JSON, or not all of it: maximum parsing depth reached near '['
  $ merge nowhere
  sframe-conform: nowhere: No such file or directory
  [2]
  $ merge .
  sframe-conform: .: Is a directory
  [2]
