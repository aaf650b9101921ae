Commands, and how each ends; docs/exit-statuses.md says what the statuses mean, and test_exit_statuses.py compares it
with this page.  setup.sh says which files they find.  `try` has the status before the command; behind # stands why.
Scripts in Python are all asked there for help, and by a word that they do not know: 0 and 2.

  $ . "$TESTDIR/setup.sh"

sframe-ref

  $ try 0 'sframe-ref check section'  # every section of the file was checked, all are valid; a line each is written
  $ try 0 'sframe-ref check --json elf'  # the same, as JSON
  $ try 0 'sframe-ref decode section'  # the section was checked and is valid; its model is written
  $ try 0 'sframe-ref dump section'  # the same, for people
  $ try 0 'sframe-ref dump --annotate section'  # the same, each byte once
  $ try 0 'sframe-ref dump --notation section'  # the same, as a text that `sframe-gen make` reads
  $ try 1 'sframe-ref dump --notation broken'  # a section that is malformed or irregular is written as a text
  $ try 0 'sframe-ref lookup section 0x0'  # the header was read and breaks no clause; each PC has an answer, and `none` is one, too
  $ try 0 'sframe-ref flip section'  # the section was checked, is valid, and is written in the other byte order
  $ try 0 'sframe-ref unwind scenario'  # each scenario was unwound and its frames written, however the trace stopped
  $ try 0 'sframe-ref clauses'  # the catalogue is written
  $ try 0 'sframe-ref --help'  # help or version is written
  $ try 1 'sframe-ref check broken'  # a section is malformed or irregular; why is written
  $ try 1 'sframe-ref decode broken'  # the model of a malformed section ends with its fault
  $ try 1 'sframe-ref lookup broken 0x0'  # an answer was an error, or the header broke a clause
  $ try 1 'sframe-ref flip broken'  # nothing could be flipped
  $ try 1 'sframe-ref check empty'  # an empty file is no section
  $ try 2 'sframe-ref check program'  # there is no SFrame section in the ELF file
  $ try 2 'sframe-ref check nowhere'  # a file that is not there
  $ try 2 'sframe-ref unwind section'  # no scenario in the file
  $ try 2 'sframe-ref unwind /dev/zero'  # a line of scenarios that never ends
  $ try 2 'sframe-ref check'  # usage
  $ try 2 'sframe-ref dump --notation --annotate section'  # two forms of a dump
  $ try 2 'sframe-ref decode section >/dev/full'  # output that is lost

choose-core

  $ try 0 'choose-core --help'  # help is written
  $ target 1 generator-tests  # with --check: what the core loses is named
  $ try 2 'cat generator/core.txt generator/core.txt >twice; choose-core twice'  # an id is listed twice
  $ try 2 'echo v9/id >other; choose-core other'  # a listed id is no vector's
  $ try 2 'choose-core'  # usage

sframe-gen

  $ try 0 "sframe-gen emit --family sizes --select 'v3/amd64/decode/size-functions-1/*'"  # every selected vector is written, at least one
  $ try 0 "sframe-gen tree --family sizes --select 'v3/amd64/decode/size-functions-1/*' --to made"  # the same in a file or folder, which appears complete
  $ try 0 "sframe-gen header --family sizes --select 'v3/amd64/decode/size-functions-1/*'"  # the same as C
  $ try 0 'sframe-gen list'  # the families are listed
  $ try 0 'sframe-gen coverage --strength 2'  # no combination of values is missing; the table is written
  $ try 0 'sframe-gen --version'  # help or version is written
  $ try 0 'sframe-gen dejagnu --family frames --abi amd64 --to made'  # each selected function has a test or is counted as having none; the folder appears complete
  $ try 0 'sframe-gen lit --family frames --abi amd64 --to made'  # the same for LLVM's assembler
  $ try 0 "sframe-gen show 'v3/amd64/decode/size-functions-1/*'"  # a vector is written as a text
  $ try 0 "sframe-gen show 'v3/amd64/encode/unsayable/flag'"  # a question to encoders is written as a text
  $ try 0 'printf '\''section v3 amd64\nset header version 9\n'\'' >text; sframe-gen make text'  # the section that a text says is written, with each of its edits
  $ try 0 'echo section v3 amd64 >text; sframe-gen make --elf -o made text'  # the same in an ELF file, which appears complete
  $ try 0 'echo section v3 amd64 >text; sframe-gen make --vector text'  # each question of a text is written as a vector, or decode and check; a closing line counts them
  $ try 0 'for a in one two; do echo section v3 amd64 >$a; done; sframe-gen make --vector one two'  # the questions of several texts are one corpus
  $ try 0 'echo section v3 amd64 >text; sframe-gen make --encode text'  # each question to encoders is written, or the usual ones
  $ try 0 'echo section v3 amd64 >text; sframe-gen make --print text'  # a text is printed in its usual form
  $ try 0 'sframe-gen close <vectors'  # vectors from standard input are copied and closed
  $ try 2 'printf x >cut; sframe-gen close <cut'  # the vectors to be closed end in the middle of a line
  $ try 2 'sframe-gen close </dev/zero'  # a line of them never ends
  $ try 1 'sframe-gen emit --family sizes --select nothing'  # nothing is selected
  $ try 1 'sframe-gen lit --abi s390x --to made'  # no function that is selected gets a test
  $ try 2 'sframe-gen emit --bogus'  # usage
  $ try 2 "sframe-gen show '*/size-functions-unsorted-100/*'"  # none of the selected vectors can be printed
  $ try 2 'echo section v9 >text; sframe-gen make text'  # a text that is no notation, or says what no bytes say
  $ try 2 'printf '\''section v3 amd64\nset header version 9\n'\'' >text; sframe-gen make --vector text'  # a text whose answers the model does not know
  $ try 2 'printf '\''unsayable x\nsection v3 amd64\n'\'' >text; sframe-gen make --encode text'  # a model that a section can say is not to be refused
  $ try 2 'sframe-gen dejagnu --for 1.0 --to made'  # no such release
  $ try 2 'sframe-gen tree --family sizes --to .'  # a folder that is not empty is left as it is
  $ try 2 'sframe-gen list >&-'  # output that is lost

sframe-programs

  $ try 0 'sframe-programs --family frames --abi amd64'  # every selected function is written, at least one
  $ try 0 'sframe-programs --family frames --abi amd64 --output made'  # the same in a file, which appears complete
  $ try 0 'sframe-programs --core --abi amd64'  # those of the core are written
  $ try 0 'sframe-programs --functions 7'  # a unit of so many functions is written
  $ try 0 'sframe-programs show amd64/frames/leaf'  # a function is written as a text
  $ try 0 'sframe-programs --list'  # the families are listed
  $ try 0 'sframe-programs --help'  # help is written
  $ try 0 'sframe-programs --version'  # the version is written
  $ try 0 'printf '\''f:\n.cfi_startproc\n.fill 1,1,0\n.cfi_endproc\n'\'' >text; sframe-programs --abi amd64 --read text'  # each function of a text is written, with its truth
  $ try 1 'sframe-programs --family frames --select nothing'  # nothing is selected
  $ try 1 ': >text; sframe-programs --abi amd64 --read text'  # a text without functions
  $ try 2 'echo ret >text; sframe-programs --abi amd64 --read text'  # a text that is not read
  $ try 2 'sframe-programs --abi amd64 --read /dev/zero'  # a line of it never ends
  $ try 2 'sframe-programs --abi z80'  # usage
  $ try 2 'sframe-programs --list >/dev/full'  # output that is lost

sframe-links

  $ try 0 'sframe-links --family single --abi amd64'  # every selected link is written, at least one
  $ try 0 'sframe-links --family single --abi amd64 --output made'  # the same in a file, which appears complete
  $ try 0 "sframe-links show 'v3/amd64/link/single/*'"  # links are written as texts
  $ try 0 "printf 'link one\nobject\ntext .text leaf\n' | sframe-links --read -"  # each link of a text is written
  $ try 0 'sframe-links --family mingled --without 1,3,9 --seed 2'  # parts of links are left out
  $ try 0 'sframe-links --list'  # the families are listed
  $ try 0 'sframe-links --help'  # help is written
  $ try 0 'sframe-links --version'  # the version is written
  $ try 1 'sframe-links --select nothing'  # nothing is selected
  $ try 2 'sframe-links --abi z80'  # usage
  $ try 2 'echo line | sframe-links --read -'  # a text that is not read
  $ try 2 'sframe-links --family mingled --without 600'  # there can be no such part
  $ try 2 'sframe-links --list >/dev/full'  # output that is lost

sframe-conform

  $ try 0 'sframe-conform --jobs 1 --corpus vectors build/adapters/oracle'  # the corpus was read to its end; each implementation was asked something, judged, and as expected; all reports are written
  $ try 0 'sframe-gen close <vectors >closed; sframe-conform --jobs 1 --corpus closed --strict build/adapters/oracle'  # what CI runs: the same, and the corpus says by its last line that none of its vectors is missing
  $ try 0 'sframe-conform --jobs 1 --corpus vectors --exact build/adapters/oracle'  # what an oracle must do: the same, and each answer is exactly what is expected, with each violation
  $ try 0 'touch known; sframe-conform --jobs 1 --corpus vectors --expect known --fix build/adapters/oracle'  # the same, and an expectation file was rewritten
  $ try 0 'sframe-conform --jobs 1 --corpus vectors --json j --junit x --tap t --markdown m --html h build/adapters/oracle'  # the same with reports
  $ try 0 'sframe-conform --help'  # help or version is written
  $ try 0 'for i in 1 2; do sframe-conform --jobs 1 --corpus vectors --shard $i/2 --json $i build/adapters/oracle; done; sframe-conform merge --html h --sarif s --badge b --badge-svg p 1 2'  # reports of shards become one
  $ try 0 'sframe-conform --jobs 1 --corpus vectors --json j build/adapters/oracle; sframe-conform compare --html h j j'  # two reports are compared, and nothing broke
  $ try 1 "sframe-conform --jobs 1 --corpus vectors --json j x=build/adapters/oracle; sframe-conform --jobs 1 --corpus vectors --json k --one-shot 'x=false {file}'; sframe-conform compare j k"  # two reports are compared, and something broke
  $ try 1 "sframe-conform --jobs 1 --corpus vectors --shard 1/1 --json j --one-shot 'x=false {file}'; sframe-conform merge j"  # the merged report is not as expected
  $ try 1 "sframe-conform --jobs 1 --corpus vectors --one-shot 'liar=false {file}'"  # an implementation is not as expected
  $ try 1 "sframe-conform --jobs 1 --corpus vectors --exact --one-shot 'ours=sframe-ref check {file}'"  # `--exact`, and an implementation does not say which violations there are
  $ try 1 "sframe-conform --jobs 1 --corpus vectors --sequences 'build/zoo --bug bytes_of_one_section'"  # `--sequences`, and an answer depends on another question
  $ try 1 'sframe-conform --jobs 1 --corpus vectors --select nothing build/adapters/oracle'  # nothing was asked: nothing is both selected and declared
  $ try 1 'sframe-conform --jobs 1 --corpus vectors --select operation=lookup build/adapters/null'  # nothing was judged: an implementation calls all that it is asked unsupported
  $ try 1 "echo 'nowhere fail' >known; sframe-conform --jobs 1 --corpus vectors --expect known build/adapters/oracle"  # an entry of an expectation file matches nothing
  $ try 1 "sframe-gen close <vectors >closed; sframe-conform --jobs 1 --corpus closed --strict --select '*' --select nothing build/adapters/oracle"  # `--strict`, and a `--select` fits no vector
  $ try 1 'sframe-conform --jobs 1 --corpus vectors --require core build/adapters/oracle'  # `--require`, and the run has not what it names: it asked a file, and not the core
  $ try 1 'for i in 1 2; do sframe-conform --jobs 1 --corpus vectors --require profile=v1 --shard $i/2 --json $i build/adapters/oracle; done; sframe-conform merge 1 2'  # the same, of the shards together: nothing of a profile was asked
  $ try 1 'sframe-conform --jobs 1 --corpus vectors ./nowhere'  # an implementation cannot be run
  $ try 2 'sframe-conform --jobs 1 --corpus vectors --expect /dev/zero build/adapters/oracle'  # a line of an expectation file never ends
  $ try 2 'sframe-conform --corpus nowhere build/adapters/oracle'  # a corpus that is not there
  $ try 2 'sframe-conform --jobs 1 --corpus section build/adapters/oracle'  # a line of the corpus is no vector
  $ try 2 'sframe-gen close <vectors >closed; sed -i 1d closed; sframe-conform --jobs 1 --corpus closed build/adapters/oracle'  # a corpus lacks some of the vectors that its last line counts
  $ try 2 'cat vectors vectors >twice; sframe-conform --jobs 1 --corpus twice build/adapters/oracle'  # a vector is there twice
  $ try 2 'sframe-conform --jobs 1 --corpus vectors --strict build/adapters/oracle'  # `--strict`, and the corpus does not say whether it is whole
  $ try 2 'sframe-conform'  # usage
  $ try 2 'sframe-conform --require profile=v9 build/adapters/oracle'  # `--require` of what is none
  $ try 2 'sframe-conform --jobs 1 --corpus vectors --jobs 1 build/adapters/oracle'  # an option with one value is given twice
  $ try 2 'sframe-conform --jobs 1 --corpus vectors --shard 1/2 --json j build/adapters/oracle; sframe-conform merge j'  # a shard is missing
  $ try 2 'sframe-conform compare vectors vectors'  # what should be merged or compared is no report
  $ try 2 'sframe-conform --jobs 1 --corpus vectors --json j build/adapters/oracle; sed -i '\''s/"good":true/"good":false/'\'' j; sframe-conform compare j j'  # a report contradicts itself: it is not good, and nothing is wrong
  $ try 2 'sframe-conform --jobs 1 --corpus vectors --shard 1/2 --json j build/adapters/oracle; sed '\''s#"1/2"#"2/2"#'\'' j >k; sframe-conform merge j k'  # one shard is there under two numbers
  $ try 2 'sframe-conform --jobs 1 --corpus vectors --json vectors build/adapters/oracle'  # a report would be written over the corpus
  $ try 2 'sframe-conform --jobs 1 --corpus vectors build/adapters/oracle >&-'  # output that is lost, of the summary
  $ try 2 'sframe-conform --jobs 1 --corpus vectors --json - build/adapters/oracle >/dev/full'  # output that is lost, of a report
  $ try 2 'touch known; sframe-conform --jobs 1 --corpus vectors --expect known --fix "sh -c \"date >known; exec build/adapters/oracle\""'  # an expectation file was changed by somebody else, and is left as it is

sframe-crosscheck

  $ try 0 'sframe-crosscheck both'  # of each file at least one row was judged, and no difference is unexplained; a summary of each is written
  $ try 0 'sframe-crosscheck --convert v2e2,v3 --json program'  # the same for the sections that CFI is converted to, in each profile that knows the machine, and each section is valid
  $ try 0 'sframe-crosscheck --orc --convert v3 module'  # the same for a kernel object's ORC instead of CFI: at least one row was judged, no difference is unexplained
  $ try 0 'sframe-crosscheck --cfi program'  # no comparison: the rows of at least one function are written
  $ try 0 'sframe-crosscheck --kinds'  # kinds, help or version are written
  $ try 1 'sframe-crosscheck both --profile v1'  # a difference is unexplained, or a section is malformed
  $ try 3 'printf ".section .plt,\"ax\"\n.cfi_startproc\nret\n.cfi_endproc\n" | as -o plt.o; printf "f:.cfi_startproc\nret\n.cfi_endproc\n" | as --gsframe -o f.o; ld -shared -o half f.o plt.o; sframe-crosscheck half'  # no difference, but a PLT has CFI and no SFrame
  $ try 2 'sframe-crosscheck program'  # nothing could be compared: no SFrame
  $ try 2 'sframe-crosscheck --cfi elf'  # no CFI, no rows to write
  $ try 2 'sframe-crosscheck --orc --convert v3 program'  # no ORC
  $ try 2 'sframe-crosscheck --convert v3 unreadable'  # nothing could be compared: no row of CFI can be read
  $ try 2 'sframe-crosscheck section'  # no ELF file
  $ try 2 'sframe-crosscheck'  # usage
  $ try 2 'sframe-crosscheck --kinds >/dev/full'  # output that is lost

sframe-convert

  $ try 0 'sframe-convert program'  # every function of the CFI, at least one, is in the section; the counts are written
  $ try 0 'sframe-convert --json -o made program'  # the same, and the section is written too
  $ try 0 'sframe-convert --orc module'  # every function that was cut from the ORC, at least one, is in the section; the counts are written
  $ try 0 'sframe-convert --help'  # help or version is written
  $ try 1 'sframe-convert unreadable'  # some functions are left out; counts and section are written
  $ try 2 'sframe-convert elf'  # no CFI
  $ try 2 'sframe-convert --orc program'  # no ORC
  $ try 2 'sframe-convert'  # usage
  $ try 2 'sframe-convert -o made program >/dev/full'  # output that is lost: the counts, and then there is no section
  $ try 2 'ln -s /dev/full full; sframe-convert -o full program; status=$?; test -h full && exit $status'  # output that is lost: the section; a device, or a link to one, is not taken away

sframe-live

  $ try 0 'sframe-live tree'  # the program ran to its end or for `--steps`; at least one step was judged, and every frame was right wherever a section tells of it
  $ try 0 'sframe-live --help'  # help or version is written
  $ try 1 'sframe-live bare'  # a frame is wrong, or nothing was judged
  $ try 2 'sframe-live --truth report tree'  # a truth that sframe-programs did not write
  $ try 2 'sframe-live section'  # no program
  $ try 2 'sframe-live tree >/dev/full'  # output that is lost

build/adapters/oracle

  $ try 0 'build/adapters/oracle <requests'  # the input ended between requests; each was answered
  $ try 0 'build/adapters/oracle <empty'  # nothing was asked: the runner closed the input
  $ try 2 'build/adapters/oracle <section'  # the input is no request
  $ try 2 'head -c 100 requests | build/adapters/oracle'  # the input ended within a request
  $ try 2 'build/adapters/oracle <requests >/dev/full'  # output that is lost

build/adapters/null

  $ try 0 'build/adapters/null <lookups'  # the input ended; each request was answered
  $ try 2 'build/adapters/null <vectors'  # no request
  $ try 2 'build/adapters/null <lookups >/dev/full'  # output that is lost

zoo

  $ try 0 'zoo <requests'  # the input ended between requests; each was answered
  $ try 0 'zoo --list'  # the bugs are listed
  $ try 2 'zoo <section'  # no request, or usage
  $ try 2 'zoo --list >/dev/full'  # output that is lost

zoo-as

  $ try 0 'echo .text >a.s; zoo-as -o a.o a.s && zoo-as --list'  # the source is assembled and the object written; or the bugs are listed, or help
  $ try 0 'echo .text >a.s; zoo-as --differ a.s'  # the differences that bugs make are written, and no object
  $ try 1 'echo mov >a.s; zoo-as -o a.o a.s; status=$?; test -e a.o || exit $status'  # errors in the source; there is no object
  $ try 2 'zoo-as -o a.o nowhere'  # no source
  $ try 2 'zoo-as --bug nobody'  # usage
  $ try 2 'zoo-as --list >/dev/full'  # output that is lost

zoo-ld

  $ try 0 'echo .text >a.s; zoo-as -o a.o a.s && zoo-ld -o linked a.o'  # the objects are linked and the result written
  $ try 0 'zoo-ld --help'  # help is written
  $ try 1 'zoo-ld -o linked section; status=$?; test -e linked || exit $status'  # an object is refused, or cannot be read; there is no result
  $ try 2 'zoo-ld'  # usage
  $ try 2 'zoo-ld --help >/dev/full'  # output that is lost

page-render

  $ try 0 'page-render report made'  # the page of a report is written
  $ try 2 'page-render section made'  # no report
  $ try 2 'ln -s /dev/full full; page-render report full'  # output that is lost

inject

  $ try 0 'inject once 0 note sframe-ref --help'  # as the program that it ran; whether a call was changed stands in the note
  $ try 2 'inject once 10 note sframe-ref --help'  # as the program that it ran
  $ try 125 'inject once'  # usage, or a program that cannot be run

conformance/clauses

  $ target 0 clauses  # every clause has its vectors, or an exemption; the table is written
  $ try 1 'conformance/clauses --oracle build/sframe-ref empty'  # orphans: nothing was read
  $ try 2 'conformance/clauses --oracle build/sframe-ref nowhere'  # no vectors

conformance/causes/explain

  $ try 0 'build/sframe-conform --corpus vectors --json report oracle=build/adapters/oracle; conformance/causes/explain report'  # each failure has its cause
  $ try 2 'conformance/causes/explain nowhere'  # no report
  $ try 2 'conformance/causes/explain empty'  # no report: a file of something else

release/packages/make-packages

  $ target 0 packages  # the packages are made
  $ try 1 'mkdir no; printf '\''#!/bin/sh\nexit 5'\'' >no/npm; chmod +x no/npm; PATH=$PWD/no:/bin release/packages/make-packages --to made npm'  # a tool failed
  $ try 2 'release/packages/make-packages nothing'  # no such package
  $ try 2 'release/packages/make-packages --generator nowhere'  # the generator is not there
  $ try 3 'mkdir no; PATH=$PWD/no release/packages/make-packages --to made rust'  # what cargo packs is there, and no crate: no cargo

release/packages/make-runners

  $ target 0 packages  # packages of both machines are made
  $ try 1 'mkdir no; touch no/sframe-conform no/sframe-gen no/sframe-adapter-oracle; printf '\''#!/bin/sh\nexit 5'\'' >no/npm; chmod +x no/npm; PATH=$PWD/no:/bin release/packages/make-runners --version 1.0 --to made --programs x86_64=no'  # a tool failed
  $ try 2 'release/packages/make-runners --version 1.0 --programs vax=.'  # no such machine
  $ try 2 'release/packages/make-runners --version 1.0 --programs x86_64=nowhere'  # a program is not there
  $ try 3 'mkdir no; touch no/sframe-conform no/sframe-gen no/sframe-adapter-oracle; PATH=$PWD/no release/packages/make-runners --version 1.0 --to made --programs x86_64=no'  # wheels are there, and no crate: no cargo

release/packages/runner/bin/sframe-conformance

  $ try 0 'release/packages/runner/bin/sframe-conformance --help'  # help is written
  $ try 0 'release/packages/runner/bin/sframe-conformance docs'  # the folder is printed
  $ try 2 'release/packages/runner/bin/sframe-conformance kit cobol made'  # no kit for that
  $ try 2 'release/packages/runner/bin/sframe-conformance demo twice'  # usage

conformance/features

  $ target 0 features  # of what real sections have the core has enough; the table is written
  $ try 1 'head -n 9 build/real.jsonl >real; conformance/features empty real'  # features that are too rare: no vector was read
  $ try 2 'conformance/features vectors empty'  # no real sections

conformance/findings/index

  $ target 0 findings  # each page, at least one, was read, and what it names is there; README.md is what they make of it, or is written

conformance/findings/prove

  $ try 1 'mkdir -p none/peers; touch none/peers/table none/peers/builds; conformance/findings/prove --build none'  # no peer counts: none is of a version that the expectations are for
  $ try 2 'conformance/findings/prove nothing'  # no such page

conformance/findings/export

  $ try 0 'conformance/findings/export libsframe-unsorted'  # the page is printed as a report
  $ try 2 'conformance/findings/export nothing'  # no such page
  $ try 2 'conformance/findings/export clang-s390x-epilogue'  # a page about a compiler

conformance/zoo/mutants/mutants

  $ target 1 mutants  # one that no vector notices has no reason, or one that has is noticed, or none was noticed
  $ try 2 'printf '\''ref | a mutant | equivalent\n'\'' >lines; conformance/zoo/mutants/mutants --survivors lines ref'  # a line of survivors.txt without a reason

conformance/ledger/check

  $ try 0 'conformance/ledger/check'  # each entry, at least one, is correct

conformance/ledger/shown

  $ target 0 vectors  # at least one vector of a point was read, and each point has its vectors
  $ try 1 'conformance/ledger/shown empty'  # nothing was read
  $ try 2 'conformance/ledger/shown nowhere'  # no vectors

conformance/peers

  $ target 0 peers-check  # each peer, at least one, was asked the core and is as its expectations say
  $ target 0 peers-all  # `--whole`: each peer was asked every vector that it declares, and each failure is explained; a line for each peer is written
  $ try 1 'mkdir -p gone/peers; printf '\''x\t-\tnot here\n'\'' >gone/peers/table; conformance/peers --build gone --whole vectors'  # `--whole`: a peer is missing
  $ try 1 'mkdir -p none/peers; touch none/peers/table; conformance/peers --build none'  # no peer counts: none is of a version that the expectations are for
  $ try 2 'mkdir -p other/peers; ln -s $PWD/build/sframe-conform other; printf '\''x\t1\tbuild/adapters/oracle\n'\'' >other/peers/table; conformance/peers --build other --whole nowhere'  # `--whole`: no such corpus
  $ try 2 'conformance/peers --build nowhere'  # no table of peers

conformance/trace

  $ try 0 'conformance/trace --facts build/clauses.json --to page vectors'  # vectors were read, at least one, and the page of every clause is written, whole
  $ try 2 'conformance/trace --facts build/clauses.json --to page empty'  # no vector was read, so nothing is written
  $ try 2 'conformance/trace --facts nowhere --to page vectors'  # no facts

release/site/make-site

  $ target 0 site  # the pages are written, at least one, and none has a link to a page that is not there
  $ try 2 'release/site/make-site --vectors vectors --facts nowhere --to site'  # no facts, so nothing is written
  $ try 2 'release/site/make-site --vectors empty --facts build/clauses.json --to site'  # no vectors

conformance/writers/run

  $ try 0 "sframe-programs --family spans --abi amd64 --select 'a row at 4 and 4 *' -o asked; conformance/writers/run --vectors asked 'host=conformance/adapters/writer.py as as'"  # every function of the programs was asked, at least one, and each bad outcome has its page
  $ target 0 writers  # each assembler that is here was asked the core, at least one, and is as its expectations say
  $ try 1 'printf '\''#!/bin/sh\n! grep -q startproc "$3" && exec as "$@"\n'\'' >refuses; chmod +x refuses; sframe-programs --family frames --abi amd64 --select leaf -o asked; conformance/writers/run --vectors asked '\''refuses=conformance/adapters/writer.py as ./refuses'\'''  # some functions have a bad outcome that no page explains: every writer must be able to say this one, which is refused
  $ try 1 'sframe-links --select v3/amd64/link/single/leaf/gas-2.47/shared -o asked; conformance/writers/run --links --vectors asked "refuses=conformance/adapters/writer.py ld '\''ld -r'\''"'  # nothing was judged: the link was asked, and refused
  $ try 1 'sframe-links --select v3/amd64/link/single/leaf/gas-2.47/static -o asked; conformance/writers/run --links --vectors asked "object=conformance/adapters/writer.py ld '\''ld -r'\''"'  # some links have a bad outcome that no page explains
  $ try 2 "sframe-programs --family spans --abi amd64 --select 'a row at 4 and 4 *' -o asked; conformance/writers/run --vectors asked 'nothing=conformance/adapters/writer.py as true'"  # an assembler that cannot start is asked nothing
  $ try 2 "sframe-links --select v3/amd64/link/single/leaf/gas-2.47/shared -o asked; conformance/writers/run --links --vectors asked 'refuses=conformance/adapters/writer.py ld false'"  # a linker that cannot start is asked nothing
  $ try 2 'conformance/writers/run --links gas-forky'  # there is no such linker
  $ try 2 'conformance/writers/run nobody'  # there is no such assembler
  $ try 2 "sframe-programs --family spans --abi s390x -o asked; conformance/writers/run --vectors asked 'host=conformance/adapters/writer.py as as'"  # nothing was asked

conformance/zoo/writers/kill

  $ try 0 "sframe-programs --family single --select 'def-cfa-fp *' -o asked; conformance/zoo/writers/kill --programs asked --all base_inverted"  # the right assembler and linker passed, and each bug was noticed
  $ try 1 "sframe-programs --family single --select 'def-cfa-fp *' -o asked; conformance/zoo/writers/kill --programs asked --all key_b_lost"  # nothing notices a bug
  $ try 2 'conformance/zoo/writers/kill nobody'  # there is no such bug

conformance/writers/cases

  $ target 0 writers-cases  # each case of the GNU assembler was compared, at least one, and what differs is explained
  $ target 0 writers-cases-llvm  # the same of LLVM's cases
  $ try 2 'conformance/writers/cases --cases empty'  # no cases
  $ try 2 'conformance/writers/cases --of nobody'  # cases of nobody

conformance/writers/fuzz

  $ target 0 writers-tests  # each function of the rounds was asked, and nothing goes wrong that no page explains
  $ target 1 writers-tests  # something goes wrong that no page explains, and the function is written, made small
  $ try 2 'conformance/writers/fuzz nobody'  # there is no such writer
  $ try 2 'conformance/writers/fuzz --rounds 0 gas-forky'  # a run of no round
  $ target 130 writers-tests  # interrupted; what was found stays

conformance/writers/shrink

  $ try 0 'printf '\''#!/bin/sh\ncase $3 in nothing.s) as "$@"; esac\n'\'' >tool; chmod +x tool; conformance/writers/shrink nothing=$PWD/tool '\''amd64/single/offset-fp between code'\'''  # the smallest function with the same outcome is written
  $ try 0 'printf '\''#!/bin/sh\ncase $3 in nothing.o) ld "$@"; esac\n'\'' >tool; chmod +x tool; conformance/writers/shrink nothing=$PWD/tool v3/amd64/link/mingled/code-0/gas-2.47/static'  # the smallest link with the same outcome is written
  $ try 1 "conformance/writers/shrink host=as 'amd64/spans/a row at 4 and 4 bytes behind it'"  # the function is not bad, so nothing is written
  $ try 2 'conformance/writers/shrink nothing=true amd64/single/none'  # there is no such program

conformance/writers/drivers

  $ try 2 'conformance/writers/drivers --toolchains . --family frames --abi amd64 gas-forky'  # a driver is not here

conformance/zoo/readers/matrix

  $ target 0 zoo  # the right decoder passed every vector, and each bug was killed

conformance/zoo/readers/marks

  $ try 0 'conformance/zoo/readers/marks --check magic_unchecked'  # nothing differs

conformance/findings/inputs/reproduce

  $ target 0 producer-findings  # each input was tried with every tool of the tables; those that its page names showed the fault, and no others; another version than that of the tables is only reported; wild is not fetched, `make corpus-real` has it
  $ try 2 'conformance/findings/inputs/reproduce nothing'  # usage
  $ try 3 'conformance/findings/inputs/reproduce --toolchains . gas-remember-late'  # tools are missing; what the others showed is as the pages tell

corpus/golden

  $ target 0 same-vectors  # the generator's vectors are those of corpus/manifest; or the manifest was written
  $ try 1 'printf '\''#!/bin/sh\n[ $1 = list ] && echo one || cat lines\n'\'' >other; chmod +x other; corpus/golden --generator ./other --old lines'  # they are others
  $ try 2 'corpus/golden --generator true'  # the generator has no vectors

corpus/producers

  $ target 0 producers  # each section of corpus/real was judged, at least one, and each fault has its row and each row its fault
  $ try 2 'corpus/producers --oracle build/sframe-ref nothing'  # usage

corpus/vectors

  $ target 0 real-tests  # every section of corpus/real, at least one, is a vector; all are written
  $ try 2 'corpus/vectors --oracle nowhere'  # no oracle
  $ try 141 'mkfifo pipe; head -c 0 pipe & exec 3>pipe; wait; corpus/vectors --help >&3'  # nobody reads the output any more

sframe-measure

  $ try 0 'sframe-measure program section'  # each file has its line, whatever that says
  $ try 0 'sframe-measure --check </dev/null'  # so has none of no file
  $ try 2 'sframe-measure --no-such-option'  # usage
  $ try 2 'sframe-measure program >/dev/full'  # output that is lost

corpus/census/sframe-census

  $ try 0 'corpus/census/sframe-census --measure build/sframe-measure -o census program'  # each ELF file has its line
  $ try 0 'corpus/census/sframe-census --measure build/sframe-measure -o census program; corpus/census/sframe-census merge -o all census census'  # all lines are written
  $ try 0 'corpus/census/sframe-census --measure build/sframe-measure -o census program; corpus/census/sframe-census report --html page census'  # the page is written
  $ try 1 'printf "#!/bin/sh\n" >dies; chmod +x dies; corpus/census/sframe-census --measure ./dies -o census program'  # of some files the line only says that reading them failed
  $ try 2 'corpus/census/sframe-census --measure build/sframe-measure -o census section'  # no ELF file
  $ try 2 'corpus/census/sframe-census --measure nowhere -o census program'  # no program to ask
  $ try 2 'touch census.part; flock census.part corpus/census/sframe-census --measure build/sframe-measure -o census program'  # another census writes the same file
  $ try 1 'corpus/census/sframe-census --check --measure build/sframe-measure -o census program; sed -i s/\"unexplained\":0/\"unexplained\":1/g census; corpus/census/sframe-census report --strict --csv table census'  # a difference has no reason
  $ try 2 'corpus/census/sframe-census report --csv table program'  # what should be reported is no census

corpus/compile-programs

  $ target 0 corpus-census-programs  # each file is in each row, and no difference is unexplained
  $ target 1 crosscheck-tests  # a tool refused a file, or a difference is unexplained
  $ try 2 'corpus/compile-programs --csv table --sources ci'  # a program has no such files
  $ try 2 'corpus/compile-programs --csv table --list /dev/null'  # the list names no program
  $ try 2 'corpus/compile-programs'  # usage

corpus/orc

  $ target 0 corpus-orc  # modules of each kernel, at least one, were compared; each section is valid, no difference is unexplained, objtool reads the same
  $ try 2 'corpus/orc --crosscheck build/sframe-crosscheck ci'  # a folder without modules
  $ try 2 'corpus/orc --crosscheck nowhere ci'  # no program to ask

corpus/crosscheck/real

  $ target 0 crosscheck-real  # every file, at least one, was compared, and each difference has its row and each row its difference
  $ try 2 'corpus/crosscheck/real nothing'  # nothing is selected
  $ try 3 'corpus/crosscheck/real --crosscheck build/sframe-crosscheck --from none'  # some files are missing; everything else is right

corpus/compile-real

  $ target 0 corpus-real  # every recipe was built and is the same as committed, or was committed

corpus/live/step-programs

  $ target 0 live  # every program was stepped, at least one; all frames are right or explained
  $ try 0 'corpus/live/step-programs --list'  # the runs are listed
  $ try 2 'corpus/live/step-programs nothing'  # nothing is selected

corpus/live/truth

  $ target 0 live-truth  # CFI programs were stepped, at least one; every rule is right at every stop
  $ try 2 'corpus/live/truth empty'  # there is nothing to step
  $ try 3 'corpus/live/truth --toolchains .'  # the assembler or the linker is not there

ci/check

  $ target 0 check  # at least one test passed, none failed; what was skipped is named
  $ try 0 'ci/check --groups 10'  # all steps are printed, in groups
  $ try 2 'ci/check nothing'  # no such step

conformance/zoo/faults/faults

  $ try 0 "conformance/zoo/faults/faults --build build 'ref help'"  # faults were injected into each run, and each ended in one of the two ways
  $ try 2 'conformance/zoo/faults/faults --build build nothing'  # no such run

release/gate

  $ try 0 'INPUT_ADAPTER=build/adapters/oracle INPUT_PROFILES=v1 INPUT_MINIMUM=1.0.0 release/gate'  # green: all that was wanted was asked of each adapter, and came out as expected; all reports are written
  $ try 0 'release/gate --help'  # help is written
  $ try 0 'mkdir bin && cp build/sframe-conform bin && cp release/gate bin/sframe-gate && sframe-gen close <vectors >closed && INPUT_CORPUS=closed INPUT_ADAPTER=build/adapters/oracle INPUT_PROFILES=v3 bin/sframe-gate'  # green, from the place where it is installed: sframe-conform is taken from there
  $ try 1 'sframe-gen close <vectors >closed; INPUT_CORPUS=closed INPUT_ADAPTER=false release/gate'  # red: an adapter does not start
  $ try 1 'sframe-gen close <vectors >closed; INPUT_CORPUS=closed INPUT_ADAPTER="sh -c '\''rm -r lost; : >lost; exec build/adapters/oracle'\''" INPUT_PROFILES=v3 INPUT_OPTIONS='\''--jobs 1'\'' INPUT_REPORTS=lost release/gate'  # red: all reports are lost
  $ try 2 'release/gate'  # no adapter
  $ try 2 'INPUT_ADAPTER=x INPUT_ARCHIVE=elf release/gate'  # an archive without its checksum
  $ try 2 'INPUT_ADAPTER=build/adapters/oracle INPUT_SHARD=5/4 release/gate'  # there is no such shard, says sframe-conform
  $ try 2 'INPUT_ADAPTER=build/adapters/oracle INPUT_EXPECT=nowhere release/gate'  # an expectation file is not there
  $ try 2 'INPUT_MERGE=. INPUT_PROFILES=v9 release/gate'  # there is no such profile
  $ try 2 'INPUT_ADAPTER=build/adapters/oracle INPUT_REPORTS=elf release/gate'  # the folder of reports is a file
  $ try 143 'INPUT_ADAPTER='\''sleep 1000'\'' INPUT_OPTIONS='\''--deadline 100'\'' release/gate & pid=$!; sleep 3; kill $pid; wait $pid'  # a signal ended it, and sframe-conform with it

release/oss-fuzz-submission

  $ try 0 'release/oss-fuzz-submission made'  # both folders are written
  $ try 2 'release/oss-fuzz-submission --repository x made'  # no OWNER/NAME

generator/programs/choose

  $ try 0 'grep /frames/ generator/programs/core.txt >few; generator/programs/choose --programs "sframe-programs --core --family frames" few'  # the list is written: its members, and what is chosen
  $ try 2 'printf '\''amd64/none\treason\n'\'' >other; generator/programs/choose --programs "sframe-programs --core --family frames" other'  # a listed id is no function's

ref/quotes

  $ try 0 'ref/quotes'  # every clause of a text, at least one, has its words, at most twelve
  $ try 2 'ref/quotes --texts nowhere'  # no texts

fuzz/promote

  $ target 0 fuzz-promote  # a find still fails, and is written to where it is kept
  $ try 2 'fuzz/promote'  # usage

fuzz/reached

  $ target 0 fuzz-reached  # all lines of ref/ that are not listed were reached, and enough branches
  $ try 2 'fuzz/reached'  # usage

fuzz/seed


fuzz/oss-fuzz/check

  $ target 0 fuzz-build-check  # the targets were built and run as OSS-Fuzz does it

proof/others/try

  $ target 0 proof-others  # each reader holds, or AddressSanitizer stops it where CBMC says
  $ try 2 'proof/others/try nothing'  # there is no such reader
  $ try 3 'proof/others/try --toolchains .'  # CBMC is not there

proof/prove

  $ target 0 proof  # every proof holds, at least one
  $ target 0 proof-errors  # each proof is about something, and each error and each check that is left out is noticed
  $ try 2 'proof/prove --covers --bounds'  # usage
  $ try 2 'proof/prove nothing'  # there is no such proof
  $ try 2 'proof/prove --of nothing'  # there is no such folder of proofs
  $ try 3 'proof/prove --toolchains .'  # CBMC is not there

release/install

  $ try 0 'release/install --build "$PWD/build" --prefix "$PWD/made" >said && release/install --uninstall --prefix "$PWD/made"'  # every file of the table was there, and everything on the list of them is gone
  $ try 2 'release/install --uninstall --prefix "$PWD/nowhere"'  # nothing is installed there
  $ try 2 'release/install --build "$PWD/nowhere" --prefix "$PWD/made"'  # nothing was built
  $ try 2 'release/install --prefix relative'  # usage

release/from-help

  $ try 0 'release/from-help --to made build/sframe-gen'  # a man page and two completions of each program are written
  $ try 2 'release/from-help --to made /bin/true'  # a program that is not one of ours
  $ try 2 'release/from-help'  # usage

release/corpus

  $ target 0 release  # every file of the corpus is in the new folder, with its hash in the manifest
  $ try 2 'release/corpus --version 1.0.0 --to ci'  # the folder is there already
  $ try 2 'release/corpus --build nowhere --version 1.0.0 --to made'  # a program is not there
  $ try 2 'release/corpus'  # usage

release/make-release

  $ target 0 release  # every part of the release is in the folder, and SHA256SUMS lists each file
  $ try 2 'release/make-release source'  # usage

release/check

  $ target 0 release-check  # the release was built once more, and each file has the same bytes
  $ try 0 'release/check --help'  # help is written
  $ try 2 'release/check nowhere'  # no release in the folder
  $ try 2 'mkdir made; touch made/SHA256SUMS; release/check made'  # the tree is no checkout
  $ try 2 'git init -q; git -c user.name=a -c user.email=a@b.c commit -q --allow-empty -m a; mkdir made; touch made/SHA256SUMS made/it.spdx.json; release/check made'  # the release is of another commit
  $ try 2 'release/check'  # usage

not tested

release/packages/runner/bin/sframe-adapter-dump: becomes conformance/adapters/dump.py
.ci/run: a step of CI: make check
.clusterfuzzlite/build.sh: run by ClusterFuzzLite
ci/bench: measures, judges nothing: make bench
ci/cbmc: fetches; as ci/crate
ci/census: fetches; as ci/crate
ci/crate: fetches; lock.t runs the ways to 1 by ci/lock and by keys
ci/foreign: fetches; as ci/crate
ci/kernel: fetches; as ci/crate
ci/assembler-cases: fetches; as ci/crate
ci/llvm: fetches; as ci/crate
ci/mold: fetches; as ci/crate
ci/gas-driver: fetches; as ci/crate
ci/peer-sources: fetches; as ci/crate
ci/peers: fetches; as ci/crate
ci/setup: installs; as ci/crate
ci/static-libraries: fetches; as ci/crate
ci/toolchain: fetches; as ci/crate
ci/userland: fetches; as ci/crate; with --run, the status of the command
ci/wheel: fetches; as ci/crate
ci/wild: builds; as ci/crate
ci/scale/job: the status of the program that it runs, or of the merge; ci/scale/tests
ci/scale/parallel: the same, by GNU parallel
conformance/adapters/dump.py: an adapter of other programs, on the Python kit
conformance/adapters/writer.py: an adapter of assemblers and linkers, on the Python kit; 1 before hello if the tool cannot make something of nothing, with its words
conformance/adapters/tool.py: an adapter of sframe-ref, on the Python kit
conformance/demo: prints results; 1 only if our own oracle fails something: make demo
conformance/results/by-feature: asks everybody for minutes: make results; release/tests/test_site.py runs --check
conformance/runner/bench: measures
conformance/results/together: measures: make together
debian/rules: run by dpkg-buildpackage
fuzz/oss-fuzz/build.sh: run by OSS-Fuzz
fuzz/oss-fuzz/binutils/fuzz_sframe.sh: run by OSS-Fuzz
release/gate-templates/automake/sframe.test: run by Automake in the projects of others
fuzz/oss-fuzz/prepare: run by fuzz/oss-fuzz/check
fuzz/encoder: builds, and runs for minutes
generator/bench: measures
generator/examples/elf.sh: an example
generator/examples/lines.py: an example
generator/examples/tree.sh: an example
ref/bench/makesection: writes sections for ref/bench/measure
ref/bench/measure: measures
ref/demo: prints examples, judges nothing
