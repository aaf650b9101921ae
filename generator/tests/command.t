sframe-gen's command line: what is wrong use, and that bad input leaves nothing behind.

  $ build=$(cd "$TESTDIR/../.." && cd "${BUILD:-build}" && pwd); PATH=$build:$PATH
  $ one=(--select 'v3/amd64/*' --skip '*/lookup/*' --family exhaustive); commands='emit manifest header tree elf show'
  $ both() { "$@" 2>&1 || echo "exit $?"; }

Help is the same whatever command stands before it.

  $ sframe-gen --help >help; awk 'length > 96' help; [ $(wc -l <help) -le 40 ]
  $ for command in $commands list 'emit --core'; do for option in --help -h; do sframe-gen $command $option | cmp - help; done; done
  $ for command in $commands; do grep -q "^  $command " help || echo "no $command"; done

Wrong use.

  $ for words in '' speak 'list all' 'emit --family nobody' 'emit --profile v4' 'emit --abi i386' 'emit --operation guess' \
  >     'emit --class good' 'emit --seed -1' 'emit --seed many' 'emit --largest 0' 'emit --largest 1000001' 'emit --select' \
  >     'emit --core --largest 20000' 'emit extra word' tree 'elf --core' "emit $(printf -- ' --select x%.0s' {1..65})" \
  >     'emit --split 5 --to out' 'header --split 5' 'header --split 0 --to out' 'emit --requires nowhere --to out' \
  >     'header --requires nowhere --to out' 'header --split 100 --select */pcrel --to /proc/nowhere'; do
  >     (set -f; sframe-gen $words 2>&1; [ $? = 2 ] || echo no error)
  > done
  sframe-gen: no command is given; see sframe-gen --help
  sframe-gen: unknown command: speak; see sframe-gen --help
  sframe-gen: list: takes no arguments: all; see sframe-gen --help
  sframe-gen: --family nobody: must be a family (sframe-gen list prints them); see sframe-gen --help
  sframe-gen: --profile v4: must be v1, v2, v2e1, v2e2 or v3; see sframe-gen --help
  sframe-gen: --abi i386: must be amd64, aarch64, aarch64_be or s390x; see sframe-gen --help
  sframe-gen: --operation guess: must be decode, check, lookup, flip or unwind; see sframe-gen --help
  sframe-gen: --class good: must be valid, malformed, irregular or contested; see sframe-gen --help
  sframe-gen: --seed -1: must be a whole number; see sframe-gen --help
  sframe-gen: --seed many: must be a whole number; see sframe-gen --help
  sframe-gen: --largest 0: must be a whole number from 1 to 1000000; see sframe-gen --help
  sframe-gen: --largest 1000001: must be a whole number from 1 to 1000000; see sframe-gen --help
  sframe-gen: --select needs a value: a pattern on ids, one of 64 at most; a field has its own option, such as --class irregular; see sframe-gen --help
  sframe-gen: --core cannot be used with --largest or --strength; see sframe-gen --help
  sframe-gen: emit: one argument too many: word; see sframe-gen --help
  sframe-gen: tree: needs --to FOLDER; see sframe-gen --help
  sframe-gen: elf: needs --to FOLDER; see sframe-gen --help
  sframe-gen: --select x: must be a pattern on ids, one of 64 at most; a field has its own option, such as --class irregular; see sframe-gen --help
  sframe-gen: emit: has no --split and no --requires; see sframe-gen --help
  sframe-gen: header: needs --to FOLDER; see sframe-gen --help
  sframe-gen: --split 0: must be a whole number from 1 to 4294967295; see sframe-gen --help
  sframe-gen: emit: has no --split and no --requires; see sframe-gen --help
  sframe-gen: nowhere: No such file or directory
  sframe-gen: cannot make a folder for /proc/nowhere: No such file or directory
  $ both sframe-gen emit --seed ''; both sframe-gen emit --to ''; echo *
  sframe-gen: --seed : must be a whole number; see sframe-gen --help
  exit 2
  sframe-gen: --to : must be a path; see sframe-gen --help
  exit 2
  help

Nothing is selected.

  $ for command in $commands; do
  >     for words in '--select no/such/id' '--profile v1 --abi s390x' '--profile v3 --select v1/*' '--skip *'; do
  >         (set -f; both sframe-gen $command $words --to out | paste -sd ' ')
  >     done
  > done | uniq -c | sed 's/^ *//'; echo *
  24 sframe-gen: nothing is selected: no vector fits all of these options exit 1
  help

A place that cannot be written is named and left alone.

  $ echo mine >file; long=$(printf 'x%.0s' {1..300})
  $ for command in $commands; do
  >     for where in missing/out file/out $long; do both sframe-gen $command "${one[@]}" --to $where; done
  > done | sed 's/x\{300\}/LONG/g' | sort | uniq -c | sed 's/^ *//'; echo *; cat file
  18 exit 2
  2 sframe-gen: cannot make a folder for missing/out: No such file or directory
  6 sframe-gen: cannot write LONG: File name too long
  6 sframe-gen: cannot write file/out: Not a directory
  4 sframe-gen: cannot write missing/out: No such file or directory
  file help
  mine
  $ mkdir out; echo mine >out/mine
  $ for command in tree elf 'dejagnu --family frames'; do both sframe-gen $command --to out; echo * out/*; done
  sframe-gen: --to needs a folder that is new or empty, and will not overwrite out: File exists
  exit 2
  file help out out/mine
  sframe-gen: --to needs a folder that is new or empty, and will not overwrite out: File exists
  exit 2
  file help out out/mine
  sframe-gen: --to needs a folder that is new or empty, and will not overwrite out: File exists
  exit 2
  file help out out/mine
  $ rm -r out; for command in tree elf; do mkdir out; sframe-gen $command "${one[@]}" --to out/; echo * out/*; rm -r out; done
  file help out out/v3
  file help out out/v3

A file is replaced only by a whole one; a pipe and a device are written to and not replaced.

  $ both sframe-gen emit --select nothing --to file | cut -c 1-32; cat file
  sframe-gen: nothing is selected:
  exit 1
  mine
  $ sframe-gen emit "${one[@]}" >right; sframe-gen emit "${one[@]}" --to file; cmp file right
  $ mkfifo pipe; timeout 60 cat pipe >copy & sframe-gen emit "${one[@]}" --to pipe; wait; cmp copy right; test -p pipe
  $ for command in emit manifest header; do sframe-gen $command "${one[@]}" >/dev/full; echo "exit $?"; done
  sframe-gen: cannot write to standard output: No space left on device
  exit 2
  sframe-gen: cannot write to standard output: No space left on device
  exit 2
  sframe-gen: cannot write to standard output: No space left on device
  exit 2

Only root could fill a disk; a limit on the size of files makes writing fail in the middle likewise.

  $ for command in emit manifest header tree elf; do
  >     (ulimit -f 8; trap '' XFSZ; both sframe-gen $command --family sizes --profile v3 --to out)
  > done; echo *
  sframe-gen: cannot write to out: File too large
  exit 2
  sframe-gen: cannot write to out: File too large
  exit 2
  sframe-gen: cannot write out: File too large
  exit 2
  sframe-gen: cannot write v3/amd64/decode/size-functions-unsorted-20/whole/pcrel: File too large
  exit 2
  sframe-gen: cannot write v3/amd64/decode/size-functions-unsorted-20/whole/pcrel: File too large
  exit 2
  copy file help pipe right

Nothing depends on the locale, and all on the seed.

  $ LC_ALL=tr_TR.UTF-8 sframe-gen emit "${one[@]}" | cmp - right
  $ for seed in 7 7 8; do sframe-gen manifest --seed $seed | cksum; done | uniq -c | awk '{print $1}'
  2
  1

Who reads may go away.

  $ sframe-gen emit | head -c 100 >/dev/null; [[ ${PIPESTATUS[0]} = @(2|141) ]]

Test files of CFI programs: dejagnu and lit.

  $ for words in '--for 2.39' '--abi z80' '--family sizes' '--seed x' '--bogus x' --abi '--abi amd64 --abi s390x'; do
  >     both sframe-gen dejagnu --to out $words
  > done
  sframe-gen: --for 2.39: must be a release that --help names; see sframe-gen --help
  exit 2
  sframe-gen: --abi z80: must be amd64, aarch64, aarch64_be or s390x; see sframe-gen --help
  exit 2
  sframe-gen: --family sizes: must be a family; see sframe-gen --help
  exit 2
  sframe-gen: --seed x: must be a whole number; see sframe-gen --help
  exit 2
  sframe-gen: unknown option: --bogus; see sframe-gen --help
  exit 2
  sframe-gen: --abi needs a value: amd64, aarch64, aarch64_be or s390x; see sframe-gen --help
  exit 2
  sframe-gen: --abi is given twice, but takes one value only; see sframe-gen --help
  exit 2
  $ for words in '--select nothing' '--family spans --abi s390x' '--family single --abi amd64 --select label?between?code'; do
  >     both sframe-gen lit --to out $words
  > done
  sframe-gen: no function that is selected gets a test
  exit 1
  sframe-gen: no function that is selected gets a test
  exit 1
  sframe-gen: no function that is selected gets a test
  exit 1
  $ both sframe-gen lit --to out --family offsets --abi amd64 --select 'fp at 4'
  sframe-gen: no function that is selected gets a test
  exit 1
  $ both sframe-gen lit --family frames; echo *
  sframe-gen: lit needs --to FOLDER; see sframe-gen --help
  exit 2
  copy file help pipe right

A requirement set that is none, or leaves nothing.

  $ few=(--profile v3 --abi amd64 --select '*/lookup/flex-words-*')
  $ outside() { printf "$1" >set; both sframe-gen header "${few[@]}" --requires set --to out; }
  $ outside 'wants sorted else refuse\n'
  sframe-gen: set: line 1: the first line of a set is: about NAME: WORDS
  exit 2
  $ outside 'about it: nothing\nwants functions > 900000 else free\n'; echo *
  sframe-gen: nothing is selected: no vector fits all of these options
  exit 1
  copy file help pipe right set
