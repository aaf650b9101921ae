sframe-programs' command line, and what some functions mean, said by hand.

  $ build=$(cd "$TESTDIR/../.." && cd "${BUILD:-build}" && pwd); PATH=$build:$PATH

Wrong use gets one line, and nothing is left half written.

  $ for words in '--family none' '--abi z80' '--seed x' more show 'show a b' 'show nothing --abi s390x' 'show * --functions 5' \
  >     '--functions 0' '--functions x' '--functions 10000001' '--functions 5 --core' '--output /nowhere/file' \
  >     '--abi s390x --select none' '--abi s390x --select none --output out'; do
  >     (set -f; sframe-programs $words; echo "exit $?")
  > done 2>&1 | paste -d ' ' - -; ls
  sframe-programs: --family none: must be a family; see sframe-programs --help exit 2
  sframe-programs: --abi z80: must be amd64, aarch64, aarch64_be or s390x; see sframe-programs --help exit 2
  sframe-programs: --seed x: must be a whole number; see sframe-programs --help exit 2
  sframe-programs: takes no arguments but show ID: more; see sframe-programs --help exit 2
  sframe-programs: takes no arguments but show ID: show; see sframe-programs --help exit 2
  sframe-programs: takes no arguments but show ID: show; see sframe-programs --help exit 2
  sframe-programs: nothing is selected: no function fits all of these options; --list has families exit 1
  sframe-programs: --functions goes with no family, selection, show or core; see sframe-programs --help exit 2
  sframe-programs: --functions 0: must be a whole number from 1 to 10000000; see sframe-programs --help exit 2
  sframe-programs: --functions x: must be a whole number from 1 to 10000000; see sframe-programs --help exit 2
  sframe-programs: --functions 10000001: must be a whole number from 1 to 10000000; see sframe-programs --help exit 2
  sframe-programs: --functions goes with no family, selection, show or core; see sframe-programs --help exit 2
  sframe-programs: cannot write /nowhere/file: No such file or directory exit 2
  sframe-programs: nothing is selected: no function fits all of these options; --list has families exit 1
  sframe-programs: nothing is selected: no function fits all of these options; --list has families exit 1

The programs of the core stay as they are; what is drawn rests on the seed.

  $ sframe-programs --core | cksum
  2409512460 4965628
  $ for seed in 7 7 8; do sframe-programs --family drawn --abi amd64 --seed $seed | cksum; done | uniq -c | awk '{print $1}'
  2
  1

A unit of any size has so many functions, the first of which are those of a smaller one.

  $ texts() { grep -o '"text":"[^"]*"'; }
  $ sframe-programs --functions 1200 --abi s390x | tee unit | texts | wc -l; wc -l <unit
  1200
  1
  $ texts <unit | head -100 | cmp - <(sframe-programs --functions 100 --abi s390x | texts)

RA is pushed by the call on AMD64; the frame pointer lies below it.

  $ text() { sframe-programs show "$1" --abi "${1%%/*}" --family "$(cut -d / -f 2 <<<"$1")" | tr '\t' ' '; }
  $ text 'amd64/frames/frame with fp'
  # amd64/frames/frame_with_fp
  #  .type f0, %function
  # f0:
  #  .cfi_startproc
  #  .fill 1,1,0x90
  #  .cfi_def_cfa_offset 16
  #  .cfi_offset 6, -16
  #  .fill 1,1,0x90
  #  .cfi_def_cfa_register 6
  #  .fill 1,1,0x90
  #  .cfi_def_cfa 7, 8
  #  .cfi_restore 6
  #  .fill 1,1,0x90
  #  .cfi_endproc
  #  .size f0, .-f0
  section v1 v2 v2e1 v2e2 v3 amd64 sorted
  function 0x11000 size 4
    0 cfa sp+8
    1 cfa sp+16 fp *(cfa-16)
    2 cfa fp+16 fp *(cfa-16)
    3 cfa sp+8

restore_state takes back all that remember_state kept, and its CFA.

  $ text 'aarch64/remembered/def-cfa-fp ---+'
  # aarch64/remembered/def-cfa-fp_---+
  #  .type f0, %function
  # f0:
  #  .cfi_startproc
  #  .cfi_adjust_cfa_offset 16
  #  .cfi_remember_state
  #  .cfi_def_cfa 29, 16
  #  .fill 1,4,0xd503201f
  #  .cfi_restore_state
  #  .fill 1,4,0xd503201f
  #  .cfi_endproc
  #  .size f0, .-f0
  section v1 v2 v2e1 v2e2 v3 aarch64 sorted
  function 0x11000 size 8
    0 cfa fp+16
    4 cfa sp+16

DWARF 5, 6.4.2.3 has no slot that counts from the CFA's register: the assembler counts from the CFA's offset at that place.

  $ text 'amd64/offsets/fp from sp at 8'
  # amd64/offsets/fp_from_sp_at_8
  #  .type f0, %function
  # f0:
  #  .cfi_startproc
  #  .fill 1,1,0x90
  #  .cfi_rel_offset 6, 8
  #  .fill 1,1,0x90
  #  .cfi_endproc
  #  .size f0, .-f0
  section v1 v2 v2e1 v2e2 v3 amd64 sorted
  function 0x11000 size 2
    0 cfa sp+8
    1 cfa sp+8 fp *(cfa)

A restored register has the rule of the start.

  $ text 'amd64/pairs/offset-ra-elsewhere, code, restore-ra'
  # amd64/pairs/offset-ra-elsewhere,_code,_restore-ra
  #  .type f0, %function
  # f0:
  #  .cfi_startproc
  #  .fill 1,1,0x90
  #  .cfi_offset 16, -24
  #  .fill 1,1,0x90
  #  .cfi_restore 16
  #  .fill 1,1,0x90
  #  .cfi_endproc
  #  .size f0, .-f0
  section v3 amd64 sorted
  function 0x11000 size 3 flex
    0 cfa sp+8 ra *(cfa-8)
    1 cfa sp+8 ra *(cfa-24)
    2 cfa sp+8 ra *(cfa-8)
  # not to be described in v1 v2 v2e1 v2e2, which cannot say it

An escaped operation says what its directive says.

  $ text 'amd64/pairs/offset-fp, code, escaped-restore-fp' >escaped; text 'amd64/pairs/offset-fp, code, restore-fp' >directive; diff -U 0 escaped directive | grep '^[-+]#'
  -# amd64/pairs/offset-fp,_code,_escaped-restore-fp
  +# amd64/pairs/offset-fp,_code,_restore-fp
  -#  .cfi_escape 0x6,0x6
  +#  .cfi_restore 6

Signing is toggled and remembered.

  $ text 'aarch64/pairs/negate-ra-state, code, window-save'
  # aarch64/pairs/negate-ra-state,_code,_window-save
  #  .type f0, %function
  # f0:
  #  .cfi_startproc
  #  .fill 1,4,0xd503201f
  #  .cfi_negate_ra_state
  #  .fill 1,4,0xd503201f
  #  .cfi_window_save
  #  .fill 1,4,0xd503201f
  #  .cfi_endproc
  #  .size f0, .-f0
  section v1 v2 v2e1 v2e2 v3 aarch64 sorted
  function 0x11000 size 12
    0 cfa sp
    4 cfa sp mangled
    8 cfa sp

Another return column is where RA is.

  $ text 's390x/single/return-column-other between code'
  # s390x/single/return-column-other_between_code
  #  .type f0, %function
  # f0:
  #  .cfi_startproc
  #  .fill 1,2,0x0700
  #  .cfi_return_column 9
  #  .fill 1,2,0x0700
  #  .cfi_endproc
  #  .size f0, .-f0
  section v2e1 v2e2 s390x sorted
  function 0x11000 size 4
    0 cfa sp+160 ra r9
  ---
  section v3 s390x sorted
  function 0x11000 size 4 flex
    0 cfa sp+160 ra r9
  $ sframe-programs --abi s390x --family single --select 'return-column-other between code' | grep -o '"ra":{[^}]*}'
  "ra":{"base":9,"offset":0}

What versions 1 and 2, or no version, can say; places that the assembler chooses; what is asked of nobody, or open.

  $ text amd64/frames/stack_realigned
  # amd64/frames/stack_realigned
  #  .type f0, %function
  # f0:
  #  .cfi_startproc
  #  .fill 1,1,0x90
  #  .cfi_def_cfa 10, 0
  #  .fill 1,1,0x90
  #  .cfi_escape 0x10,0x6,0x2,0x76,0x0
  #  .fill 1,1,0x90
  #  .cfi_escape 0xf,0x3,0x76,0x78,0x6
  #  .fill 1,1,0x90
  #  .cfi_def_cfa 10, 0
  #  .fill 1,1,0x90
  #  .cfi_def_cfa 7, 8
  #  .fill 1,1,0x90
  #  .cfi_endproc
  #  .size f0, .-f0
  section v3 amd64 sorted
  function 0x11000 size 6 flex
    0 cfa sp+8 ra *(cfa-8)
    1 cfa r10 ra *(cfa-8)
    2 cfa r10 ra *(cfa-8) fp *(fp)
    3 cfa *(fp-8) ra *(cfa-8) fp *(fp)
    4 cfa r10 ra *(cfa-8) fp *(fp)
    5 cfa sp+8 ra *(cfa-8) fp *(fp)
  # not to be described in v1 v2 v2e1 v2e2, which cannot say it
  $ text amd64/relaxed/jump_over_0
  # amd64/relaxed/jump_over_0
  #  .type f0, %function
  # f0:
  #  .cfi_startproc
  # f0.0:
  #  .fill 1,1,0x90
  # f0.t0:
  #  .cfi_adjust_cfa_offset 16
  # f0.3:
  #  jmp f0.t1
  #  .cfi_adjust_cfa_offset 16
  #  .cfi_adjust_cfa_offset -16
  # f0.t1:
  #  .cfi_adjust_cfa_offset -16
  # f0.8:
  #  .fill 1,1,0x90
  # f0.9:
  #  .cfi_endproc
  #  .size f0, .-f0
  # the assembler chooses sizes: the row N is that of the label f0.N
  # function 0x11000
  #   0 cfa sp+8
  #   3 cfa sp+24
  #   8 cfa sp+8
  $ text s390x/single/offset-fp_at_the_start
  # s390x/single/offset-fp_at_the_start
  #  .type f0, %function
  # f0:
  #  .cfi_startproc
  #  .cfi_offset 11, -16
  #  .fill 1,2,0x0700
  #  .cfi_endproc
  #  .size f0, .-f0
  section v2e1 v2e2 v3 s390x sorted
  function 0x11000 size 2
    0 cfa sp+160 ra padding fp *(cfa-16)
  $ text amd64/meaningless/nothing_remembered_0
  # amd64/meaningless/nothing_remembered_0
  #  .type f0, %function
  # f0:
  #  .cfi_startproc
  #  .fill 1,1,0x90
  #  .cfi_restore_state
  #  .fill 1,1,0x90
  #  .cfi_endproc
  #  .size f0, .-f0
  # function 0x11000 size 2
  #   0 cfa sp+8
  #   1 cfa unknown
  # not to be described in v1 v2 v2e1 v2e2 v3, which cannot say it
  $ text 'amd64/meaningless/one taken back too many, of 1'
  # amd64/meaningless/one_taken_back_too_many,_of_1
  #  .type f0, %function
  # f0:
  #  .cfi_startproc
  #  .fill 1,1,0x90
  #  .cfi_remember_state
  #  .cfi_adjust_cfa_offset 16
  #  .fill 1,1,0x90
  #  .cfi_restore_state
  #  .fill 1,1,0x90
  #  .cfi_restore_state
  #  .fill 1,1,0x90
  #  .cfi_endproc
  #  .size f0, .-f0
  # function 0x11000 size 4
  #   0 cfa sp+8
  #   1 cfa sp+24
  #   2 cfa sp+8
  #   3 cfa unknown
  # not to be described in v1 v2 v2e1 v2e2 v3, which cannot say it
  $ text aarch64/listed/.eh_frame:_leaf
  # aarch64/listed/.eh_frame:_leaf
  #  .type f0, %function
  # f0:
  #  .cfi_startproc
  #  .fill 1,4,0xd503201f
  #  .cfi_endproc
  #  .size f0, .-f0
  # there is to be no section: .cfi_sections names .eh_frame
  section v1 v2 v2e1 v2e2 v3 aarch64 sorted
  function 0x11000 size 4
    0 cfa sp
  $ text aarch64/single/negate-ra-state-with-pc_at_the_end
  # aarch64/single/negate-ra-state-with-pc_at_the_end
  #  .type f0, %function
  # f0:
  #  .cfi_startproc
  #  .fill 1,4,0xd503201f
  #  .cfi_negate_ra_state_with_pc
  #  .cfi_endproc
  #  .size f0, .-f0
  # contested: cfi-negate-ra-with-pc
  section v1 v2 v2e1 v2e2 v3 aarch64 sorted
  function 0x11000 size 4
    0 cfa sp
  $ for about in 'escaped-def-cfa-offset, adjust-cfa-offset' 'escaped-def-cfa-offset, offset-fp' 'escaped-remember-state, restore-state'; do
  >     text "amd64/pairs/$about" | grep contested || echo "not open: $about"
  > done
  # contested: cfi-escape-counted
  not open: escaped-def-cfa-offset, offset-fp
  # contested: cfi-escape-counted

Without .sframe in the list of sections none is asked for.

  $ sframe-programs --abi amd64 --family listed | grep -o '"head":"[^"]*"\|"sframe":false'
  "head":"\u0009.cfi_sections .sframe\u000a\u0009.text\u000a"
  "head":"\u0009.cfi_sections .sframe, .eh_frame\u000a\u0009.text\u000a"
  "head":"\u0009.cfi_sections .debug_frame, .sframe\u000a\u0009.text\u000a"
  "head":"\u0009.cfi_sections .eh_frame, .debug_frame, .sframe\u000a\u0009.text\u000a"
  "head":"\u0009.cfi_sections .sframe, .sframe\u000a\u0009.text\u000a"
  "head":"\u0009.cfi_sections .eh_frame\u000a\u0009.text\u000a"
  "sframe":false
  "head":"\u0009.cfi_sections .debug_frame\u000a\u0009.text\u000a"
  "sframe":false

Functions of one's own.

  $ printf 'mine:\n.cfi_startproc\n.fill 4,1,0x90\n.cfi_adjust_cfa_offset 8\n.fill 4,1,0x90\n.cfi_endproc\n' >text
  $ sframe-programs show '*' --read text --abi amd64 | tail -4
  section v1 v2 v2e1 v2e2 v3 amd64 sorted
  function 0x11000 size 8
    0 cfa sp+8
    4 cfa sp+16

A list of the core that names nothing gets one line.

  $ for line in 's390x/single/none\treason' 'no tab'; do
  >     printf "$line\n" >list; "$TESTDIR/../programs/choose" --programs 'sframe-programs --abi s390x --family single' list; echo "exit $?"
  > done
  choose: list: no function has the id s390x/single/none
  exit 2
  choose: list: a line without a tab and a reason
  exit 2

As test files: what objdump must print of a frame, and must not.

  $ sframe-gen dejagnu --to frame --family frames --abi amd64 --select 'frame with fp'; cat frame/amd64/frames/frame_with_fp.d; grep -c run_dump_test frame/sframe-programs.exp
  1 functions have a test
  #as: --gsframe
  #objdump: --sframe=.sframe
  #name: SFrame amd64 frames: frame with fp
  #target: x86_64-*-*
  #...
   +Version: SFRAME_VERSION_3
  #...
   +Num FDEs: 1
   +Num FREs: [0-9]+
   +Function Index :
   +func idx \[0\]: pc = 0x0, size = 4 bytes(, attr = "F")?
   +STARTPC +CFA +FP +RA *
   +0000000000000000 +sp\+8 *[uU] *([fU]|(c\+?-8|\(sp\+0\))) *
   +0000000000000001 +sp\+16 *(c\+?-16|\(sp\+0\)) *([fU]|(c\+?-8|\(sp\+8\))) *
   +0000000000000002 +fp\+16 *(c\+?-16|\(fp\+0\)) *([fU]|(c\+?-8|\(fp\+8\))) *
   +0000000000000003 +sp\+8 *[uU] *([fU]|(c\+?-8|\(sp\+0\))) *
  1
  $ grep '^ +0' frame/amd64/frames/frame_with_fp.d >rows
  $ cat >printed <<'END'
  >     0000000000000000  sp+8      u         f
  >     0000000000000001  sp+16     c-16      f
  >     0000000000000002  fp+16     c-16      f
  >     0000000000000003  sp+8      u         f
  > END
  $ grep -Exc -f rows printed; sed 's/+16/+24/; s/sp+8 /fp+8 /' printed | grep -Exc -f rows
  4
  0
  [1]

What SFrame cannot say must not be there, and what only the newest version can say.

  $ for release in 2.47 2.44 2.40; do
  >     sframe-gen dejagnu --to $release --family single --abi amd64 --for $release --select 'undefined-fp between code' --select 'def-cfa-other between code'
  >     grep -h 'warning\|VERSION_\|Num FDEs\|^ +0' $release/amd64/single/*
  > done
  2 functions have a test
   +Version: SFRAME_VERSION_3
   +Num FDEs: 1
   +0000000000000000 +sp\+8 *[uU] *([fU]|(c\+?-8|\(sp\+0\))) *
   +0000000000000001 +r10\+24 *[uU] *([fU]|(c\+?-8|\(r10\+16\))) *
  #warning: .*Warning:.*SFrame FDE.*
   +Version: SFRAME_VERSION_3
   +Num FDEs: 0
  2 functions have a test
  #warning: .*Warning:.*SFrame FDE.*
   +Version: SFRAME_VERSION_2
   +Num FDEs: 0
  #warning: .*Warning:.*SFrame FDE.*
   +Version: SFRAME_VERSION_2
   +Num FDEs: 0
  2 functions have a test
   +Version: SFRAME_VERSION_1
   +Num FDEs: 0
   +Version: SFRAME_VERSION_1
   +Num FDEs: 0

Each function has a test, with its text, or is counted as having none.

  $ for command in dejagnu lit; do sframe-gen $command --to $command --family single; find $command -name '*.s' | wc -l; done
  784 functions have a test
  292 have none: an assembler need not say them, though it could
  10 have none: an assembler may refuse them
  10 have none: the texts leave open what is right
  784
  207 functions have a test
  52 have none: an assembler need not say them, though it could
  827 have none: this release writes no SFrame for their ABI
  10 have none: the texts leave open what is right
  207
  $ sframe-programs --family single | texts | wc -l; grep -rhoE 'SFrame \w+ \w+: .*' dejagnu --include='*.d' | sort | uniq -d
  1096

All of them stay as they are.

  $ for command in dejagnu lit; do find $command -type f | LC_ALL=C sort | xargs cat | cksum; done
  1755717515 372147
  2986401699 125722

The source is that of the program: no line of it lacks.

  $ sframe-gen lit --to frame-lit --family frames --abi amd64 --select 'frame with fp' | head -1
  1 functions have a test
  $ sframe-programs show 'amd64/frames/frame with fp' | sed -n '/^# .f0\|^# f0\|^# \t/ s/^# //p' >source; wc -l <source
  14
  $ for folder in frame frame-lit; do diff -U 0 source $folder/amd64/frames/frame_with_fp.s | grep -c '^-[^-]'; done; grep -c CHECK frame-lit/amd64/frames/frame_with_fp.s
  0
  0
  44
