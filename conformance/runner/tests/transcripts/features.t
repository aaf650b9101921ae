conformance/features: the core must have what real sections have.

  $ . "$TESTDIR/setup.sh"

Two functions below the section, in order; the second has three rows, the last of them mangled.  Plain: the same without starts
that count from their fields.

  $ v2=e2de02050200f80002000000040000000f000000000000002800000000f0ffff10000000000000000100000000000000fcefffff2000000003000000030000
  $ v2+=00000000000003100003100405f0f00886f0f0f0 plain=${v2:0:6}01${v2:8}
  $ vector() { printf '{"id":"v2e2/aarch64/%s/%s/%s","profile":"v2e2","operation":"%s","family":"%s",' $1 ${4:-made} $3 $1 ${4:-made}
  >     printf '"input":{"address":"0x10000","bytes":"%s","pc":"0x0"}}\n' $2; }
  $ both() { vector lookup $2 $1 $3; vector decode $2 $1 $3; }
  $ features() { grep -o '"id":"[^"]*' ${1:-vectors} | sed 's/"id":"//; s/$/\tfirst/' >core; "$ROOT/conformance/features" --core core vectors real; }

Enough of everything passes.

  $ both 1 $v2 >vectors; both 2 $v2 >real; features
  | feature | real sections | real functions or rows | all vectors | core lookups | core decodes |
  | --- | --- | --- | --- | --- | --- |
  | ABI aarch64 | 100.0 % |  | 100.0 % | 100.0 % | 100.0 % |
  | CFA from FP | 100.0 % | 25.0 % of rows | 100.0 % | 100.0 % | 100.0 % |
  | CFA from SP | 100.0 % | 75.0 % of rows | 100.0 % | 100.0 % | 100.0 % |
  | RA mangled | 100.0 % | 25.0 % of rows | 100.0 % | 100.0 % | 100.0 % |
  | fixed FP: none | 100.0 % |  | 100.0 % | 100.0 % | 100.0 % |
  | fixed RA: -8 | 100.0 % |  | 100.0 % | 100.0 % | 100.0 % |
  | flag PC-relative | 100.0 % |  | 100.0 % | 100.0 % | 100.0 % |
  | flag frame-pointer not set | 100.0 % |  | 100.0 % | 100.0 % | 100.0 % |
  | flag sorted | 100.0 % |  | 100.0 % | 100.0 % | 100.0 % |
  | function at the end of the one before | 100.0 % | 50.0 % of functions | 100.0 % | 100.0 % | 100.0 % |
  | function below the section | 100.0 % | 100.0 % of functions | 100.0 % | 100.0 % | 100.0 % |
  | functions: 2 to 3 | 100.0 % |  | 100.0 % | 100.0 % | 100.0 % |
  | profile v2e2 | 100.0 % |  | 100.0 % | 100.0 % | 100.0 % |
  | rows of a function: 1 | 100.0 % | 50.0 % of functions | 100.0 % | 100.0 % | 100.0 % |
  | rows of a function: 2 to 3 | 100.0 % | 50.0 % of functions | 100.0 % | 100.0 % | 100.0 % |
  | section at a multiple of 8 | 100.0 % |  | 100.0 % | 100.0 % | 100.0 % |
  | size of a function: 1 to 255 | 100.0 % | 100.0 % of functions | 100.0 % | 100.0 % | 100.0 % |
  | size of row starts: 1 byte | 100.0 % | 100.0 % of functions | 100.0 % | 100.0 % | 100.0 % |
  | size of words: 1 byte | 100.0 % | 100.0 % of rows | 100.0 % | 100.0 % | 100.0 % |
  | words in a row: 1 | 100.0 % | 50.0 % of rows | 100.0 % | 100.0 % | 100.0 % |
  | words in a row: 2 | 100.0 % | 25.0 % of rows | 100.0 % | 100.0 % | 100.0 % |
  | words in a row: 3 | 100.0 % | 25.0 % of rows | 100.0 % | 100.0 % | 100.0 % |

What one operation lacks is named; only the core counts.

  $ for i in {1..30}; do vector lookup $plain $i; vector decode $v2 $i; done >vectors; both 99 $v2 >real; features >said
  features: flag PC-relative: 100.0 % of the real sections have it, and 0.0 % of the core lookups
  features: function at the end of the one before: 100.0 % of the real sections have it, and 0.0 % of the core lookups
  [1]
  $ for i in {1..30}; do vector lookup $v2 $i; vector decode $plain $i; done >vectors; features >said
  features: flag PC-relative: 100.0 % of the real sections have it, and 0.0 % of the core decodes
  features: function at the end of the one before: 100.0 % of the real sections have it, and 0.0 % of the core decodes
  [1]
  $ both 1 $v2 >vectors; both 2 $v2 >real; vector lookup $v2 1 >some; features some 2>&1 >said | grep -o 'core [a-z]*s' | sort -u
  core decodes

Families that put what is rare beside each other do not count.

  $ { both 99 $v2; for i in {1..30}; do both $i $plain beside_faults; done; } >vectors; features >said

What cannot be read is reported.

  $ both 1 $v2 >vectors; : >real; features
  features: real holds no sections
  [2]
  $ echo '{"id": "x"}' >real; features
  features: a line is no vector: it lacks 'input'
  [2]
  $ both 1 0 >vectors; both 2 $v2 >real; features
  features: non-hexadecimal number found in fromhex() arg at position 1
  [2]
