Wrong use is reported in one line, with status 2.

  $ . "$TESTDIR/setup.sh"
  $ wrong() { "$@" 2>&1; set -- $?; test $1 = 2 || echo "status $1"; }

  $ wrong sframe-conform
  sframe-conform: no implementation is given; see --help
  $ no() { wrong sframe-conform "$@"; }
  $ no --nonsense; no "'x"; no a=x a=y; no --corpus /nowhere x; no --expect /nowhere x; no --core --corpus f x; no --missing why x
  sframe-conform: unknown option: --nonsense; see sframe-conform --help
  sframe-conform: 'x: no command, or a quote is not closed
  sframe-conform: a: two implementations have this label
  sframe-conform: /nowhere: No such file or directory
  sframe-conform: /nowhere: No such file or directory (--accept begins a file)
  sframe-conform: --core selects from the vectors of sframe-gen; it cannot be used with --corpus
  sframe-conform: --missing why: it takes LABEL=WHY
  $ no --shard 3/2 x; no --jobs 33 x; no --jobs 0 x; no --deadline 0 x; no --deadline -1 x; no --memory x x; no --memory 1e3 x
  sframe-conform: --shard 3/2: must be I/N, as in 1/4: I from 1 to N, and N at most 1000000; see sframe-conform --help
  sframe-conform: --jobs 33: must be a whole number from 1 to 32; see sframe-conform --help
  sframe-conform: --jobs 0: must be a whole number from 1 to 32; see sframe-conform --help
  sframe-conform: --deadline 0: must be a number of seconds, more than 0 and at most 1000000; see sframe-conform --help
  sframe-conform: --deadline -1: must be a number of seconds, more than 0 and at most 1000000; see sframe-conform --help
  sframe-conform: --memory x: must be a whole number of MiB from 0 to 16777216; 0 is no limit; see sframe-conform --help
  sframe-conform: --memory 1e3: must be a whole number of MiB from 0 to 16777216; 0 is no limit; see sframe-conform --help
  $ no --seed 2 x; no --sequences --seed 0 x
  sframe-conform: --seed shuffles the questions of --sequences, which is not given
  sframe-conform: --seed 0: must be a whole number from 1 to 4294967295; see sframe-conform --help
  $ no --answer-limit 63 x; no --select color=red x; no --fix x; no --fix --expect a=f --expect b=f a=x b=x
  sframe-conform: --answer-limit 63: must be a whole number of bytes from 64 to 1073741824; see sframe-conform --help
  sframe-conform: color=red: no such field; there are id, profile, abi, operation, class, family, ledger, clause and origin
  sframe-conform: --fix rewrites what --expect names, and nothing is named
  sframe-conform: --expect and --expect lead to the same place, f: one would spoil the other
  $ no merge; no compare a; no merge --core a; no merge --junit b a; no compare --tap b a c; no merge --json a a
  sframe-conform: merge: no reports are given; see --help
  sframe-conform: compare takes two reports, an old one and a new one
  sframe-conform: merge takes no --core
  sframe-conform: merge takes no --junit, as JSON reports leave out what passed; write it with each shard
  sframe-conform: compare takes no --tap
  sframe-conform: --json and a report lead to the same place, a: one would spoil the other

A command is split into words as a shell does it, without one.

  $ (echo '#!/bin/sh'; echo 'for word; do printf "%s|" "$word"; done | tr "\\n" " " >words') >show; chmod +x show
  $ while IFS= read -r command; do vectors 1 | sframe-conform --corpus - "./show $command" >said 2>&1; cat words; echo; rm words; done <<'EOS'
  > a
  >   a	b  c  
  > 'a b' "c d"
  > a'b'"c"d
  > '' ""
  > \a\ b '\' "\""
  > a\
  > EOS
  a|
  a|b|c|
  a b|c d|
  abcd|
  ||
  a b|\|"|
  a\|
  $ no ''; no ' '; no "'a"; no "a \"b'"
  sframe-conform: an empty word: no command, or a quote is not closed
  sframe-conform:  : no command, or a quote is not closed
  sframe-conform: 'a: no command, or a quote is not closed
  sframe-conform: a "b': no command, or a quote is not closed

An option that is none, lacks its value, takes none, or may be one of several.

  $ no --nonsense=1 x; no x --jobs; no --html; no --core=yes x; no --help=all; no --m x; no -xV
  sframe-conform: unknown option: --nonsense; see sframe-conform --help
  sframe-conform: --jobs needs a value: a whole number from 1 to 32; see sframe-conform --help
  sframe-conform: --html needs a value; see sframe-conform --help
  sframe-conform: --core takes no value; see sframe-conform --help
  sframe-conform: --help takes no value; see sframe-conform --help
  sframe-conform: --m is ambiguous: --missing or --memory or --markdown; see sframe-conform --help
  sframe-conform: unknown option: -xV; see sframe-conform --help
  $ wrong sframe-ref dump -p; wrong sframe-ref lookup --address; wrong sframe-gen emit --abi; wrong sframe-gen emit --seed
  sframe-ref: --profile needs a value: a profile (v1, v2, v2e1, v2e2, v3); see sframe-ref --help
  sframe-ref: --address needs a value: an address (decimal, or hexadecimal with 0x, up to 64 bits); see sframe-ref --help
  sframe-gen: --abi needs a value: amd64, aarch64, aarch64_be or s390x; see sframe-gen --help
  sframe-gen: --seed needs a value: a whole number; see sframe-gen --help

An option with one value is given once.

  $ for option in corpus shard=1/2 jobs=1 deadline=1 memory=1 answer-limit=100 producers causes json junit tap markdown html; do
  >     value=${option#*=}; no --${option%=*} $value --${option%=*} $value x
  > done
  sframe-conform: --corpus is given twice, but takes one value only; see sframe-conform --help
  sframe-conform: --shard is given twice, but takes one value only; see sframe-conform --help
  sframe-conform: --jobs is given twice, but takes one value only; see sframe-conform --help
  sframe-conform: --deadline is given twice, but takes one value only; see sframe-conform --help
  sframe-conform: --memory is given twice, but takes one value only; see sframe-conform --help
  sframe-conform: --answer-limit is given twice, but takes one value only; see sframe-conform --help
  sframe-conform: --producers is given twice, but takes one value only; see sframe-conform --help
  sframe-conform: --causes is given twice, but takes one value only; see sframe-conform --help
  sframe-conform: --json is given twice, but takes one value only; see sframe-conform --help
  sframe-conform: --junit is given twice, but takes one value only; see sframe-conform --help
  sframe-conform: --tap is given twice, but takes one value only; see sframe-conform --help
  sframe-conform: --markdown is given twice, but takes one value only; see sframe-conform --help
  sframe-conform: --html is given twice, but takes one value only; see sframe-conform --help
  $ for option in seed=1 strength=2 largest=5 family=bits profile=v1 abi=amd64 operation=check class=valid to=x; do
  >     value=${option#*=}; wrong sframe-gen emit --${option%=*} $value --${option%=*} $value
  > done
  sframe-gen: --seed is given twice, but takes one value only; see sframe-gen --help
  sframe-gen: --strength is given twice, but takes one value only; see sframe-gen --help
  sframe-gen: --largest is given twice, but takes one value only; see sframe-gen --help
  sframe-gen: --family is given twice, but takes one value only; see sframe-gen --help
  sframe-gen: --profile is given twice, but takes one value only; see sframe-gen --help
  sframe-gen: --abi is given twice, but takes one value only; see sframe-gen --help
  sframe-gen: --operation is given twice, but takes one value only; see sframe-gen --help
  sframe-gen: --class is given twice, but takes one value only; see sframe-gen --help
  sframe-gen: --to is given twice, but takes one value only; see sframe-gen --help
  $ sframe-gen emit --family bits --select 'v1/*' --select 'v9/*' >/dev/null
  sframe-gen: no vector that is selected fits --select: v9/*
  $ for option in '-p v1' '--address 1' '--colour never'; do wrong sframe-ref check $option $option file; done
  sframe-ref: --profile is given twice, but takes one value only; see sframe-ref --help
  sframe-ref: --address is given twice, but takes one value only; see sframe-ref --help
  sframe-ref: --colour is given twice, but takes one value only; see sframe-ref --help
  $ for option in '-o x' '--profile v3' '-a 1'; do wrong sframe-convert $option $option file; done
  sframe-convert: --output is given twice, but takes one value only; see sframe-convert --help
  sframe-convert: --profile is given twice, but takes one value only; see sframe-convert --help
  sframe-convert: --address is given twice, but takes one value only; see sframe-convert --help
  $ for option in '--profile v3' '-n 1' '--convert v3'; do wrong sframe-crosscheck $option $option file; done
  sframe-crosscheck: --profile is given twice, but takes one value only; see sframe-crosscheck --help
  sframe-crosscheck: --max is given twice, but takes one value only; see sframe-crosscheck --help
  sframe-crosscheck: --convert is given twice, but takes one value only; see sframe-crosscheck --help
  $ cd "$ROOT"
  $ for words in 'conformance/clauses --oracle true' 'corpus/vectors --to x' 'fuzz/promote --time 1 x'; do
  >     wrong $words ${words#* } | grep 'given twice'
  > done
  clauses: --oracle: given twice, but takes one value only; see clauses --help
  vectors: --to: given twice, but takes one value only; see vectors --help
  fuzz/promote: --time: given twice, but takes one value only; see fuzz/promote --help
