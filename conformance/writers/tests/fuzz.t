conformance/writers/fuzz keeps what goes wrong and is not explained, made small, and nothing else.

  $ . "$TESTDIR/setup.sh"
  $ fuzzes() { fuzz --build "$build" --abi amd64 --to "$@"; }
  $ rounds() { sed 's/"asked": [1-9][0-9][0-9]*/"asked": MANY/; s/"seconds": [0-9.]*/"seconds": SOME/' "$1/rounds.jsonl"; }

A linker's bug is kept as its smallest link.  It is in --gc-sections: one removed function is enough.

  $ fuzzes links --seed 7 --linker "mine=$build/zoo-ld --bug ld_gc_functions_kept" | grep -o '2 kinds kept'
  2 kinds kept
  $ ls links; grep -ho '"options": *\[[^]]*\]\|"name": *"[of][0-9][^"]*"\|"gone": *\[[^]]*\]\| --without ' links/mine* | sort | uniq -c
  mine.wrong.extra-where-there-is-no-code.jsonl
  mine.wrong.irregular-fde.overlap.jsonl
  rounds.jsonl
        2  --without 
        2 "gone": ["f1"]
        2 "name": "f0"
        2 "name": "o0.o"
        2 "options": ["-static", "-e", "f0", "--gc-sections"]

Of a right linker only the round is recorded; of one that refuses everything nothing was judged.

  $ fuzzes right --seed 7 --linker "mine=$build/zoo-ld" | grep -o ', 0 kinds kept'; ls right
  , 0 kinds kept
  rounds.jsonl
  $ printf '#!/bin/sh\ncase " $* " in *" nothing."*) exec ld "$@" ;; esac\necho "error: no" >&2\nexit 1\n' >refuses; chmod +x refuses
  $ fuzzes nobody --linker "mine=$PWD/refuses"
  fuzz: mine: seed 1: [0-9]+ links were asked, and none was judged: it writes none (re)
  [2]

An assembler's bug is kept as its smallest function, and remembered when the rounds are resumed.

  $ bad() { fuzzes functions --family drawn --resume "mine=$build/zoo-as --bug def_offset_as_adjust" "$@"; }
  $ bad | grep -o 'wrong cfa: .*'; grep '\.cfi_' functions/mine.wrong.cfa.s
  wrong cfa: functions/mine.wrong.cfa.s, which is made smaller
  \t.cfi_startproc (esc)
  \t.cfi_def_cfa_offset 0 (esc)
  \t.cfi_endproc (esc)
  $ bad --rounds 1 | grep -c 'wrong cfa: '
  0
  [1]
  $ rounds functions | sed 's/"new": .*\["wrong", "cfa"\].*/"new": that/'
  {"writer": "mine", "seed": 1, "asked": MANY, "seconds": SOME, "new": that
  {"writer": "mine", "seed": 2, "asked": MANY, "seconds": SOME, "new": []}

Who interrupts a round loses it, and leaves nobody behind.  The round is not recorded, so --resume would ask it again.

  $ printf '#!/bin/sh\nsleep 0.5; exec "%s" "$@"\n' "$build/zoo-as" >slow; chmod +x slow
  $ runs() { pgrep -f "^/bin/sh $PWD/slow" >/dev/null; }
  $ for signal in INT TERM; do
  >     (exec fuzz --build "$build" --abi amd64 --to cut "mine=$PWD/slow") >/dev/null 2>said & fuzz=$!
  >     until runs; do sleep 0.1; done
  >     kill -$signal $fuzz; wait $fuzz; echo "status $?"; cat said; ls cut 2>/dev/null
  >     while runs; do sleep 0.1; done
  > done
  status 130
  fuzz: interrupted; what was found is in cut, and --resume goes on
  status 143
  fuzz: interrupted; what was found is in cut, and --resume goes on
