Commands, and how each ends; what the statuses mean is told in docs/exit-statuses.md, which test_exit_statuses.py
compares with this page.  setup.sh says what `try` does, and which files the commands find.  Behind # stands why.

  $ . "$TESTDIR/setup.sh"

sframe-ref

  $ try 'sframe-ref check section'  # every section of the file was checked, all are valid; a line each is written
  $ try 'sframe-ref check --json elf'  # the same, as JSON
  $ try 'sframe-ref decode section'  # the section was checked and is valid; its model is written
  $ try 'sframe-ref dump section'  # the same, for people
  $ try 'sframe-ref dump --annotate section'  # the same, each byte once
  $ try 'sframe-ref dump --notation section'  # the same, as a text that `sframe-gen make` reads
  $ try 'sframe-ref dump --notation broken'  # a section that is malformed or irregular is written as a text
  [1]
  $ try 'sframe-ref lookup section 0x0'  # the header was read and breaks no clause; each PC has an answer, and `none` is one, too
  $ try 'sframe-ref flip section'  # the section was checked, is valid, and is written in the other byte order
  $ try 'sframe-ref unwind scenario'  # each scenario was unwound and its frames written, however the trace stopped
  $ try 'sframe-ref clauses'  # the catalogue is written
  $ try 'sframe-ref --help'  # help or version is written
  $ try 'sframe-ref check broken'  # a section is malformed or irregular; why is written
  [1]
  $ try 'sframe-ref decode broken'  # the model of a malformed section ends with its fault
  [1]
  $ try 'sframe-ref lookup broken 0x0'  # an answer was an error, or the header broke a clause
  [1]
  $ try 'sframe-ref flip broken'  # nothing could be flipped
  [1]
  $ try 'sframe-ref check empty'  # an empty file is no section
  [1]
  $ try 'sframe-ref check program'  # there is no SFrame section in the ELF file
  [2]
  $ try 'sframe-ref check nowhere'  # a file that is not there
  [2]
  $ try 'sframe-ref unwind section'  # no scenario in the file
  [2]
  $ try 'sframe-ref unwind /dev/zero'  # a line of scenarios that never ends
  [2]
  $ try 'sframe-ref check'  # usage
  [2]
  $ try 'sframe-ref dump --notation --annotate section'  # two forms of a dump
  [2]
  $ try 'sframe-ref decode section >/dev/full'  # output that is lost
  [2]

choose-core

  $ try 'choose-core --help'  # help is written
  $ target generator-tests 1  # with --check: what the core loses is named
  [1]
  $ try 'cat generator/core.txt generator/core.txt >twice; choose-core twice'  # an id is listed twice
  [2]
  $ try 'echo v9/id >other; choose-core other'  # a listed id is no vector's
  [2]
  $ try 'choose-core'  # usage
  [2]

sframe-gen

  $ try "sframe-gen emit --family sizes --select 'v3/amd64/decode/size-functions-1/*'"  # every selected vector is written, at least one
  $ try "sframe-gen tree --family sizes --select 'v3/amd64/decode/size-functions-1/*' --to made"  # the same in a file or folder, which appears complete
  $ try "sframe-gen header --family sizes --select 'v3/amd64/decode/size-functions-1/*'"  # the same as C
  $ try 'sframe-gen list'  # the families are listed
  $ try 'sframe-gen coverage --strength 2'  # no combination of values is missing; the table is written
  $ try 'sframe-gen --version'  # help or version is written
  $ try 'sframe-gen dejagnu --family frames --abi amd64 --to made'  # each selected function has a test or is counted as having none; the folder appears complete
  $ try 'sframe-gen lit --family frames --abi amd64 --to made'  # the same for LLVM's assembler
  $ try "sframe-gen show 'v3/amd64/decode/size-functions-1/*'"  # a vector is written as a text
  $ try "sframe-gen show 'v3/amd64/encode/unsayable/flag'"  # a question to encoders is written as a text
  $ try 'printf '\''section v3 amd64\nset header version 9\n'\'' >text; sframe-gen make text'  # the section that a text says is written, with each of its edits
  $ try 'echo section v3 amd64 >text; sframe-gen make --elf -o made text'  # the same in an ELF file, which appears complete
  $ try 'echo section v3 amd64 >text; sframe-gen make --vector text'  # each question of a text is written as a vector, or decode and check; a closing line counts them
  $ try 'for a in one two; do echo section v3 amd64 >$a; done; sframe-gen make --vector one two'  # the questions of several texts are one corpus
  $ try 'echo section v3 amd64 >text; sframe-gen make --encode text'  # each question to encoders is written, or the usual ones
  $ try 'echo section v3 amd64 >text; sframe-gen make --print text'  # a text is printed in its usual form
  $ try 'sframe-gen close <vectors'  # vectors from standard input are copied and closed
  $ try 'printf x >cut; sframe-gen close <cut'  # the vectors to be closed end in the middle of a line
  [2]
  $ try 'sframe-gen close </dev/zero'  # a line of them never ends
  [2]
  $ try 'sframe-gen emit --family sizes --select nothing'  # nothing is selected
  [1]
  $ try 'sframe-gen lit --abi s390x --to made'  # no function that is selected gets a test
  [1]
  $ try 'sframe-gen emit --bogus'  # usage
  [2]
  $ try "sframe-gen show '*/size-functions-unsorted-100/*'"  # a vector that the notation cannot say
  [2]
  $ try 'echo section v9 >text; sframe-gen make text'  # a text that is no notation, or says what no bytes say
  [2]
  $ try 'printf '\''section v3 amd64\nset header version 9\n'\'' >text; sframe-gen make --vector text'  # a text whose answers the model does not know
  [2]
  $ try 'printf '\''unsayable x\nsection v3 amd64\n'\'' >text; sframe-gen make --encode text'  # a model that a section can say is not to be refused
  [2]
  $ try 'sframe-gen dejagnu --for 1.0 --to made'  # no such release
  [2]
  $ try 'sframe-gen tree --family sizes --to .'  # a folder that is not empty is left as it is
  [2]
  $ try 'sframe-gen list >&-'  # output that is lost
  [2]

sframe-programs

  $ try 'sframe-programs --family frames --abi amd64'  # every selected function is written, at least one
  $ try 'sframe-programs --family frames --abi amd64 --output made'  # the same in a file, which appears complete
  $ try 'sframe-programs --core --abi amd64'  # those of the core are written
  $ try 'sframe-programs --functions 7'  # a unit of so many functions is written
  $ try 'sframe-programs show amd64/frames/leaf'  # a function is written as a text
  $ try 'sframe-programs --list'  # the families are listed
  $ try 'sframe-programs --help'  # help is written
  $ try 'sframe-programs --version'  # the version is written
  $ try 'printf '\''f:\n.cfi_startproc\n.fill 1,1,0\n.cfi_endproc\n'\'' >text; sframe-programs --abi amd64 --read text'  # each function of a text is written, with its truth
  $ try 'sframe-programs --select nothing'  # nothing is selected
  [1]
  $ try 'echo ret >text; sframe-programs --abi amd64 --read text'  # a text that is not read
  [2]
  $ try 'sframe-programs --abi amd64 --read /dev/zero'  # a line of it never ends
  [2]
  $ try 'sframe-programs --abi z80'  # usage
  [2]
  $ try 'sframe-programs --list >/dev/full'  # output that is lost
  [2]

sframe-links

  $ try 'sframe-links --family single --abi amd64'  # every selected link is written, at least one
  $ try 'sframe-links --family single --abi amd64 --output made'  # the same in a file, which appears complete
  $ try "sframe-links show 'v3/amd64/link/single/*'"  # links are written as texts
  $ try "printf 'link one\nobject\ntext .text leaf\n' | sframe-links --read -"  # each link of a text is written
  $ try 'sframe-links --list'  # the families are listed
  $ try 'sframe-links --help'  # help is written
  $ try 'sframe-links --version'  # the version is written
  $ try 'sframe-links --select nothing'  # nothing is selected
  [1]
  $ try 'sframe-links --abi z80'  # usage
  [2]
  $ try 'echo line | sframe-links --read -'  # a text that is not read
  [2]
  $ try 'sframe-links --family mingled --without 600'  # there can be no such part
  [2]
  $ try 'sframe-links --list >/dev/full'  # output that is lost
  [2]

sframe-conform

  $ try 'sframe-conform --jobs 1 --corpus vectors build/adapters/oracle'  # the corpus was read to its end; each implementation was asked something, judged, and as expected; all reports are written
  $ try 'sframe-gen close <vectors >closed; sframe-conform --jobs 1 --corpus closed --strict build/adapters/oracle'  # what CI runs: the same, and the corpus says by its last line that none of its vectors is missing
  $ try 'sframe-conform --jobs 1 --corpus vectors --exact build/adapters/oracle'  # what an oracle must do: the same, and each answer is exactly what is expected, with each violation
  $ try 'touch known; sframe-conform --jobs 1 --corpus vectors --expect known --fix build/adapters/oracle'  # the same, and an expectation file was rewritten
  $ try 'sframe-conform --jobs 1 --corpus vectors --json j --junit x --tap t --markdown m --html h build/adapters/oracle'  # the same with reports
  $ try 'sframe-conform --help'  # help or version is written
  $ try 'for i in 1 2; do sframe-conform --jobs 1 --corpus vectors --shard $i/2 --json $i build/adapters/oracle; done; sframe-conform merge --html h --sarif s --badge b --badge-svg p 1 2'  # reports of shards become one
  $ try 'sframe-conform --jobs 1 --corpus vectors --json j build/adapters/oracle; sframe-conform compare --html h j j'  # two reports are compared, and nothing broke
  $ try "sframe-conform --jobs 1 --corpus vectors --json j x=build/adapters/oracle; sframe-conform --jobs 1 --corpus vectors --json k --one-shot 'x=false {file}'; sframe-conform compare j k"  # two reports are compared, and something broke
  [1]
  $ try "sframe-conform --jobs 1 --corpus vectors --shard 1/1 --json j --one-shot 'x=false {file}'; sframe-conform merge j"  # the merged report is not as expected
  [1]
  $ try "sframe-conform --jobs 1 --corpus vectors --one-shot 'liar=false {file}'"  # an implementation is not as expected
  [1]
  $ try "sframe-conform --jobs 1 --corpus vectors --exact --one-shot 'ours=sframe-ref check {file}'"  # `--exact`, and an implementation does not say which violations there are
  [1]
  $ try "sframe-conform --jobs 1 --corpus vectors --sequences 'build/zoo --bug bytes_of_one_section'"  # `--sequences`, and an answer depends on another question
  [1]
  $ try 'sframe-conform --jobs 1 --corpus vectors --select nothing build/adapters/oracle'  # nothing was asked: nothing is both selected and declared
  [1]
  $ try 'sframe-conform --jobs 1 --corpus vectors --select operation=lookup build/adapters/null'  # nothing was judged: an implementation calls all that it is asked unsupported
  [1]
  $ try "echo 'nowhere fail' >known; sframe-conform --jobs 1 --corpus vectors --expect known build/adapters/oracle"  # an entry of an expectation file matches nothing
  [1]
  $ try "sframe-gen close <vectors >closed; sframe-conform --jobs 1 --corpus closed --strict --select '*' --select nothing build/adapters/oracle"  # `--strict`, and a `--select` fits no vector
  [1]
  $ try 'sframe-conform --jobs 1 --corpus vectors --require core build/adapters/oracle'  # `--require`, and the run has not what it names: it asked a file, and not the core
  [1]
  $ try 'for i in 1 2; do sframe-conform --jobs 1 --corpus vectors --require profile=v1 --shard $i/2 --json $i build/adapters/oracle; done; sframe-conform merge 1 2'  # the same, of the shards together: nothing of a profile was asked
  [1]
  $ try 'sframe-conform --jobs 1 --corpus vectors ./nowhere'  # an implementation cannot be run
  [1]
  $ try 'sframe-conform --jobs 1 --corpus vectors --expect /dev/zero build/adapters/oracle'  # a line of an expectation file never ends
  [2]
  $ try 'sframe-conform --corpus nowhere build/adapters/oracle'  # a corpus that is not there
  [2]
  $ try 'sframe-conform --jobs 1 --corpus section build/adapters/oracle'  # a line of the corpus is no vector
  [2]
  $ try 'sframe-gen close <vectors >closed; sed -i 1d closed; sframe-conform --jobs 1 --corpus closed build/adapters/oracle'  # a corpus lacks some of the vectors that its last line counts
  [2]
  $ try 'cat vectors vectors >twice; sframe-conform --jobs 1 --corpus twice build/adapters/oracle'  # a vector is there twice
  [2]
  $ try 'sframe-conform --jobs 1 --corpus vectors --strict build/adapters/oracle'  # `--strict`, and the corpus does not say whether it is whole
  [2]
  $ try 'sframe-conform'  # usage
  [2]
  $ try 'sframe-conform --require profile=v9 build/adapters/oracle'  # `--require` of what is none
  [2]
  $ try 'sframe-conform --jobs 1 --corpus vectors --jobs 1 build/adapters/oracle'  # an option with one value is given twice
  [2]
  $ try 'sframe-conform --jobs 1 --corpus vectors --shard 1/2 --json j build/adapters/oracle; sframe-conform merge j'  # a shard is missing
  [2]
  $ try 'sframe-conform compare vectors vectors'  # what should be merged or compared is no report
  [2]
  $ try 'sframe-conform --jobs 1 --corpus vectors --json j build/adapters/oracle; sed -i '\''s/"good":true/"good":false/'\'' j; sframe-conform compare j j'  # a report contradicts itself: it is not good, and nothing is wrong
  [2]
  $ try 'sframe-conform --jobs 1 --corpus vectors --shard 1/2 --json j build/adapters/oracle; sed '\''s#"1/2"#"2/2"#'\'' j >k; sframe-conform merge j k'  # one shard is there under two numbers
  [2]
  $ try 'sframe-conform --jobs 1 --corpus vectors --json vectors build/adapters/oracle'  # a report would be written over the corpus
  [2]
  $ try 'sframe-conform --jobs 1 --corpus vectors build/adapters/oracle >&-'  # output that is lost, of the summary
  [2]
  $ try 'sframe-conform --jobs 1 --corpus vectors --json - build/adapters/oracle >/dev/full'  # output that is lost, of a report
  [2]
  $ try 'touch known; flock known sframe-conform --jobs 1 --corpus vectors --expect known --fix build/adapters/oracle'  # an expectation file is held, or was changed, by somebody else, and is left as it is
  [2]

sframe-crosscheck

  $ try 'sframe-crosscheck both'  # of each file at least one row was judged, and no difference is unexplained; a summary of each is written
  $ try 'sframe-crosscheck --convert v2e2,v3 --json program'  # the same for the sections that CFI is converted to, in each profile that knows the machine, and each section is valid
  $ try 'sframe-crosscheck --orc --convert v3 module'  # the same for a kernel object's ORC instead of CFI: at least one row was judged, no difference is unexplained
  $ try 'sframe-crosscheck --cfi program'  # no comparison: the rows of at least one function are written
  $ try 'sframe-crosscheck --kinds'  # kinds, help or version are written
  $ try 'sframe-crosscheck both --profile v1'  # a difference is unexplained, or a section is malformed
  [1]
  $ try 'printf ".section .plt,\"ax\"\n.cfi_startproc\nret\n.cfi_endproc\n" | as -o plt.o; printf "f:.cfi_startproc\nret\n.cfi_endproc\n" | as --gsframe -o f.o; ld -shared -o half f.o plt.o; sframe-crosscheck half'  # no difference, but a PLT has CFI and no SFrame
  [3]
  $ try 'sframe-crosscheck program'  # nothing could be compared: no SFrame
  [2]
  $ try 'sframe-crosscheck --cfi elf'  # no CFI, no rows to write
  [2]
  $ try 'sframe-crosscheck --orc --convert v3 program'  # no ORC
  [2]
  $ try 'sframe-crosscheck --convert v3 unreadable'  # nothing could be compared: no row of CFI can be read
  [2]
  $ try 'sframe-crosscheck section'  # no ELF file
  [2]
  $ try 'sframe-crosscheck'  # usage
  [2]
  $ try 'sframe-crosscheck --kinds >/dev/full'  # output that is lost
  [2]

sframe-convert

  $ try 'sframe-convert program'  # every function of the CFI, at least one, is in the section; the counts are written
  $ try 'sframe-convert --json -o made program'  # the same, and the section is written too
  $ try 'sframe-convert --orc module'  # every function that was cut from the ORC, at least one, is in the section; the counts are written
  $ try 'sframe-convert --help'  # help or version is written
  $ try 'sframe-convert unreadable'  # some functions are left out; counts and section are written
  [1]
  $ try 'sframe-convert elf'  # no CFI
  [2]
  $ try 'sframe-convert --orc program'  # no ORC
  [2]
  $ try 'sframe-convert'  # usage
  [2]
  $ try 'sframe-convert -o made program >/dev/full'  # output that is lost: the counts, and then there is no section
  [2]
  $ try 'ln -s /dev/full full; sframe-convert -o full program; status=$?; test -h full && exit $status'  # output that is lost: the section; a device, or a link to one, is not taken away
  [2]

sframe-live

  $ try 'sframe-live tree'  # the program ran to its end or for `--steps`; at least one step was judged, and every frame was right wherever a section tells of it
  $ try 'sframe-live --help'  # help or version is written
  $ try 'sframe-live bare'  # a frame is wrong, or nothing was judged
  [1]
  $ try 'sframe-live --truth report tree'  # a truth that sframe-programs did not write
  [2]
  $ try 'sframe-live section'  # no program
  [2]
  $ try 'sframe-live tree >/dev/full'  # output that is lost
  [2]

build/adapters/oracle

  $ try 'build/adapters/oracle <requests'  # the input ended between requests; each was answered
  $ try 'build/adapters/oracle <empty'  # nothing was asked: the runner closed the input
  $ try 'build/adapters/oracle <section'  # the input is no request
  [2]
  $ try 'head -c 100 requests | build/adapters/oracle'  # the input ended within a request
  [2]
  $ try 'build/adapters/oracle <requests >/dev/full'  # output that is lost
  [2]

build/adapters/null

  $ try 'build/adapters/null <lookups'  # the input ended; each request was answered
  $ try 'build/adapters/null <vectors'  # no request
  [2]
  $ try 'build/adapters/null <lookups >/dev/full'  # output that is lost
  [2]

zoo

  $ try 'zoo <requests'  # the input ended between requests; each was answered
  $ try 'zoo --list'  # the bugs are listed
  $ try 'zoo <section'  # no request, or usage
  [2]
  $ try 'zoo --list >/dev/full'  # output that is lost
  [2]

zoo-as

  $ try 'echo .text >a.s; zoo-as -o a.o a.s && zoo-as --list'  # the source is assembled and the object written; or the bugs are listed, or help
  $ try 'echo .text >a.s; zoo-as --differ a.s'  # the differences that bugs make are written, and no object
  $ try 'echo mov >a.s; zoo-as -o a.o a.s; status=$?; test -e a.o || exit $status'  # errors in the source; there is no object
  [1]
  $ try 'zoo-as -o a.o nowhere'  # no source
  [2]
  $ try 'zoo-as --bug nobody'  # usage
  [2]
  $ try 'zoo-as --list >/dev/full'  # output that is lost
  [2]

zoo-ld

  $ try 'echo .text >a.s; zoo-as -o a.o a.s && zoo-ld -o linked a.o'  # the objects are linked and the result written
  $ try 'zoo-ld --help'  # help is written
  $ try 'zoo-ld -o linked section; status=$?; test -e linked || exit $status'  # an object is refused, or cannot be read; there is no result
  [1]
  $ try 'zoo-ld'  # usage
  [2]
  $ try 'zoo-ld --help >/dev/full'  # output that is lost
  [2]

page-render

  $ try 'page-render report made'  # the page of a report is written
  $ try 'page-render section made'  # no report
  [2]
  $ try 'ln -s /dev/full full; page-render report full'  # output that is lost
  [2]

inject

  $ try 'inject once 0 note sframe-ref --help'  # as the program that it ran; whether a call was changed stands in the note
  $ try 'inject once 10 note sframe-ref --help'  # as the program that it ran
  [2]
  $ try 'inject once'  # usage, or a program that cannot be run
  [125]

conformance/clauses

  $ target clauses  # every clause has its vectors, or an exemption; the table is written
  $ try 'conformance/clauses --oracle build/sframe-ref empty'  # orphans: nothing was read
  [1]
  $ try 'conformance/clauses --oracle build/sframe-ref nowhere'  # no vectors
  [2]

conformance/causes/explain

  $ try 'build/sframe-conform --core --json report oracle=build/adapters/oracle; conformance/causes/explain report'  # each failure has its cause
  $ try 'conformance/causes/explain --bogus'  # usage
  [2]
  $ try 'conformance/causes/explain nowhere'  # no report
  [2]
  $ try 'conformance/causes/explain empty'  # no report: a file of something else
  [2]

release/packages/make-packages

  $ try 'release/packages/make-packages --to made c'  # the package is made
  $ try 'release/packages/make-packages --help'  # help is written
  $ try 'mkdir no; printf '\''#!/bin/sh\nexit 5'\'' >no/npm; chmod +x no/npm; PATH=$PWD/no:/bin release/packages/make-packages --to made npm'  # a tool failed
  [1]
  $ try 'release/packages/make-packages nothing'  # no such package
  [2]
  $ try 'release/packages/make-packages --generator nowhere'  # the generator is not there
  [2]
  $ try 'mkdir no; PATH=$PWD/no release/packages/make-packages --to made rust'  # what cargo packs is there, and no crate: no cargo
  [3]

release/packages/make-runners

  $ target packages  # packages of both machines are made
  $ try 'release/packages/make-runners --help'  # help is written
  $ try 'mkdir no; touch no/sframe-conform no/sframe-gen no/sframe-adapter-oracle; printf '\''#!/bin/sh\nexit 5'\'' >no/npm; chmod +x no/npm; PATH=$PWD/no:/bin release/packages/make-runners --version 1.0 --to made --programs x86_64=no'  # a tool failed
  [1]
  $ try 'release/packages/make-runners --version 1.0 --programs vax=.'  # no such machine
  [2]
  $ try 'release/packages/make-runners --version 1.0 --programs x86_64=nowhere'  # a program is not there
  [2]
  $ try 'mkdir no; touch no/sframe-conform no/sframe-gen no/sframe-adapter-oracle; PATH=$PWD/no release/packages/make-runners --version 1.0 --to made --programs x86_64=no'  # wheels are there, and no crate: no cargo
  [3]

release/packages/runner/bin/sframe-conformance

  $ try 'release/packages/runner/bin/sframe-conformance --help'  # help is written
  $ try 'release/packages/runner/bin/sframe-conformance docs'  # the folder is printed
  $ try 'release/packages/runner/bin/sframe-conformance kit cobol made'  # no kit for that
  [2]
  $ try 'release/packages/runner/bin/sframe-conformance demo twice'  # usage
  [2]

conformance/features

  $ target features  # of what real sections have the core has enough; the table is written
  $ try 'head -n 9 build/real.jsonl >real; conformance/features empty real'  # features that are too rare: no vector was read
  [1]
  $ try 'conformance/features vectors empty'  # no real sections
  [2]

conformance/findings/index

  $ target findings  # each page, at least one, was read, and what it names is there; README.md is what they make of it, or is written
  $ try 'conformance/findings/index --bogus'  # usage
  [2]

conformance/findings/prove

  $ try 'conformance/findings/prove --help'  # help; or each peer that a page names shows what it says, and no other does; another version than expected, or a missing peer, is only reported
  $ try 'mkdir -p none/peers; touch none/peers/table none/peers/builds; conformance/findings/prove --build none'  # no peer counts: none is of a version that the expectations are for
  [1]
  $ try 'conformance/findings/prove --bogus'  # usage
  [2]
  $ try 'conformance/findings/prove nothing'  # no such page
  [2]

conformance/findings/export

  $ try 'conformance/findings/export libsframe-unsorted'  # the page is printed as a report
  $ try 'conformance/findings/export nothing'  # no such page
  [2]
  $ try 'conformance/findings/export clang-s390x-epilogue'  # a page about a compiler
  [2]

conformance/zoo/mutants/mutants

  $ try 'conformance/zoo/mutants/mutants --help'  # help; or mutants were noticed, and each other one has its reason, which no vector refutes
  $ target mutants 1  # one that no vector notices has no reason, or one that has is noticed, or none was noticed
  [1]
  $ try 'conformance/zoo/mutants/mutants --bogus'  # usage
  [2]
  $ try 'printf '\''ref | a mutant | equivalent\n'\'' >lines; conformance/zoo/mutants/mutants --survivors lines ref'  # a line of survivors.txt without a reason
  [2]

conformance/ledger/check

  $ try 'conformance/ledger/check'  # each entry, at least one, is correct
  $ try 'conformance/ledger/check --bogus'  # usage
  [2]

conformance/ledger/shown

  $ target vectors  # at least one vector of a point was read, and each point has its vectors
  $ try 'conformance/ledger/shown empty'  # nothing was read
  [1]
  $ try 'conformance/ledger/shown nowhere'  # no vectors
  [2]

conformance/peers

  $ target peers-check  # each peer, at least one, was asked the core and is as its expectations say
  $ target peers-all  # `--whole`: each peer was asked every vector that it declares, and each failure is explained; a line for each peer is written
  $ try 'mkdir -p gone/peers; printf '\''x\t-\tnot here\n'\'' >gone/peers/table; conformance/peers --build gone --whole vectors'  # `--whole`: a peer is missing
  [1]
  $ try 'mkdir -p none/peers; touch none/peers/table; conformance/peers --build none'  # no peer counts: none is of a version that the expectations are for
  [1]
  $ try 'mkdir -p other/peers; ln -s $PWD/build/sframe-conform other; printf '\''x\t1\tbuild/adapters/oracle\n'\'' >other/peers/table; conformance/peers --build other --whole nowhere'  # `--whole`: no such corpus
  [2]
  $ try 'conformance/peers --build nowhere'  # no table of peers
  [2]

conformance/trace

  $ try 'conformance/trace --facts build/clauses.json --to page vectors'  # vectors were read, at least one, and the page of every clause is written, whole
  $ try 'conformance/trace --facts build/clauses.json --to page empty'  # no vector was read, so nothing is written
  [2]
  $ try 'conformance/trace --facts nowhere --to page vectors'  # no facts
  [2]

release/site/make-site

  $ target site  # the pages are written, at least one, and none has a link to a page that is not there
  $ try 'release/site/make-site --help'  # help is written
  $ try 'release/site/make-site --vectors vectors --facts nowhere --to site'  # no facts, so nothing is written
  [2]
  $ try 'release/site/make-site --vectors empty --facts build/clauses.json --to site'  # no vectors
  [2]
  $ try 'release/site/make-site --bogus'  # usage
  [2]

conformance/writers/run

  $ try "sframe-programs --family spans --abi amd64 --select 'a row at 4 and 4 *' -o asked; conformance/writers/run --vectors asked 'host=conformance/adapters/writer.py as as'"  # every function of the programs was asked, at least one, and each bad outcome has its page
  $ target writers  # each assembler that is here was asked the core, at least one, and is as its expectations say
  $ try 'conformance/writers/run --help'  # help is written
  $ try 'printf '\''#!/bin/sh\n! grep -q startproc "$3" && exec as "$@"\n'\'' >refuses; chmod +x refuses; sframe-programs --family frames --abi amd64 --select leaf -o asked; conformance/writers/run --vectors asked '\''refuses=conformance/adapters/writer.py as ./refuses'\'''  # some functions have a bad outcome that no page explains: every writer must be able to say this one, which is refused
  [1]
  $ try 'sframe-links --select v3/amd64/link/single/leaf/gas-2.47/shared -o asked; conformance/writers/run --links --vectors asked "refuses=conformance/adapters/writer.py ld '\''ld -r'\''"'  # nothing was judged: the link was asked, and refused
  [1]
  $ try 'sframe-links --select v3/amd64/link/single/leaf/gas-2.47/static -o asked; conformance/writers/run --links --vectors asked "object=conformance/adapters/writer.py ld '\''ld -r'\''"'  # some links have a bad outcome that no page explains
  [1]
  $ try "sframe-programs --family spans --abi amd64 --select 'a row at 4 and 4 *' -o asked; conformance/writers/run --vectors asked 'nothing=conformance/adapters/writer.py as true'"  # an assembler that cannot start is asked nothing
  [2]
  $ try "sframe-links --select v3/amd64/link/single/leaf/gas-2.47/shared -o asked; conformance/writers/run --links --vectors asked 'refuses=conformance/adapters/writer.py ld false'"  # a linker that cannot start is asked nothing
  [2]
  $ try 'conformance/writers/run --links gas-forky'  # there is no such linker
  [2]
  $ try 'conformance/writers/run nobody'  # there is no such assembler
  [2]
  $ try "sframe-programs --family spans --abi s390x -o asked; conformance/writers/run --vectors asked 'host=conformance/adapters/writer.py as as'"  # nothing was asked
  [2]
  $ try 'conformance/writers/run --bogus'  # usage
  [2]

conformance/zoo/writers/kill

  $ try "sframe-programs --family single --select 'def-cfa-fp *' -o asked; conformance/zoo/writers/kill --programs asked --all base_inverted"  # the right assembler and linker passed, and each bug was noticed
  $ try "sframe-programs --family single --select 'def-cfa-fp *' -o asked; conformance/zoo/writers/kill --programs asked --all key_b_lost"  # nothing notices a bug
  [1]
  $ try 'conformance/zoo/writers/kill nobody'  # there is no such bug
  [2]
  $ try 'conformance/zoo/writers/kill --bogus'  # usage
  [2]

conformance/writers/cases

  $ target writers-cases  # each case of the GNU assembler was compared, at least one, and what differs is explained
  $ target writers-cases-llvm  # the same of LLVM's cases
  $ try 'conformance/writers/cases --help'  # help is written
  $ try 'conformance/writers/cases --cases empty'  # no cases
  [2]
  $ try 'conformance/writers/cases --of nobody'  # cases of nobody
  [2]
  $ try 'conformance/writers/cases --bogus'  # usage
  [2]

conformance/writers/fuzz

  $ target writers-tests  # each function of the rounds was asked, and nothing goes wrong that no page explains
  $ try 'conformance/writers/fuzz --help'  # help is written
  $ target writers-tests 1  # something goes wrong that no page explains, and the function is written, made small
  [1]
  $ try 'conformance/writers/fuzz nobody'  # there is no such writer
  [2]
  $ try 'conformance/writers/fuzz --bogus'  # usage
  [2]
  $ try 'conformance/writers/fuzz --rounds 0 gas-forky'  # a run of no round
  [2]
  $ target writers-tests 130  # interrupted; what was found stays
  [130]

conformance/writers/shrink

  $ try 'printf '\''#!/bin/sh\ncase $3 in nothing.s) as "$@"; esac\n'\'' >tool; chmod +x tool; conformance/writers/shrink nothing=$PWD/tool '\''amd64/single/offset-fp between code'\'''  # the smallest function with the same outcome is written
  $ try 'conformance/writers/shrink --help'  # help is written
  $ try 'printf '\''#!/bin/sh\ncase $3 in nothing.o) ld "$@"; esac\n'\'' >tool; chmod +x tool; conformance/writers/shrink nothing=$PWD/tool v3/amd64/link/mingled/code-0/gas-2.47/static'  # the smallest link with the same outcome is written
  $ try "conformance/writers/shrink host=as 'amd64/spans/a row at 4 and 4 bytes behind it'"  # the function is not bad, so nothing is written
  [1]
  $ try 'conformance/writers/shrink nothing=true amd64/single/none'  # there is no such program
  [2]
  $ try 'conformance/writers/shrink --bogus'  # usage
  [2]

conformance/writers/convert-as

  $ try 'conformance/writers/convert-as --help'  # help is written
  $ try 'conformance/writers/convert-as --bogus'  # usage
  [2]

conformance/writers/drivers

  $ try 'conformance/writers/drivers --help'  # help is written
  $ try 'conformance/writers/drivers --toolchains . --family frames --abi amd64 gas-forky'  # a driver is not here
  [2]
  $ try 'conformance/writers/drivers --bogus'  # usage
  [2]

conformance/zoo/readers/matrix

  $ target zoo  # the right decoder passed every vector, and each bug was killed
  $ try 'conformance/zoo/readers/matrix --bogus'  # usage
  [2]

conformance/zoo/readers/marks

  $ try 'conformance/zoo/readers/marks --check magic_unchecked'  # nothing differs
  $ try 'conformance/zoo/readers/marks --bogus'  # usage
  [2]

conformance/findings/inputs/reproduce

  $ target producer-findings  # each input was tried with every tool of the tables; those that its page names showed the fault, and no others; another version than that of the tables is only reported; wild is not fetched, `make corpus-real` has it
  $ try 'conformance/findings/inputs/reproduce nothing'  # usage
  [2]
  $ try 'conformance/findings/inputs/reproduce --toolchains . gas-remember-late'  # tools are missing; what the others showed is as the pages tell
  [3]

corpus/golden

  $ target same-vectors  # the generator's vectors are those of corpus/manifest; or the manifest was written
  $ try 'printf '\''#!/bin/sh\n[ $1 = list ] && echo one || cat lines\n'\'' >other; chmod +x other; corpus/golden --generator ./other --old lines'  # they are others
  [1]
  $ try 'corpus/golden --generator true'  # the generator has no vectors
  [2]

corpus/producers

  $ target producers  # each section of corpus/real was judged, at least one is selected, and each fault has its row and each row its fault
  $ try 'corpus/producers --oracle build/sframe-ref nothing'  # nothing is selected
  [2]

corpus/vectors

  $ target real-tests  # every section of corpus/real, at least one, is a vector; all are written
  $ try 'corpus/vectors --oracle nowhere'  # no oracle
  [2]
  $ try 'mkfifo pipe; head -c 0 pipe & exec 3>pipe; wait; corpus/vectors --help >&3'  # nobody reads the output any more
  [141]

sframe-measure

  $ try 'sframe-measure program section'  # each file has its line, whatever that says
  $ try 'sframe-measure --check </dev/null'  # so has none of no file
  $ try 'sframe-measure --no-such-option'  # usage
  [2]
  $ try 'sframe-measure program >/dev/full'  # output that is lost
  [2]

corpus/census/sframe-census

  $ try 'corpus/census/sframe-census --measure build/sframe-measure -o census program'  # each ELF file has its line
  $ try 'corpus/census/sframe-census --measure build/sframe-measure -o census program; corpus/census/sframe-census merge -o all census census'  # all lines are written
  $ try 'corpus/census/sframe-census --measure build/sframe-measure -o census program; corpus/census/sframe-census report --html page census'  # the page is written
  $ try 'printf "#!/bin/sh\n" >dies; chmod +x dies; corpus/census/sframe-census --measure ./dies -o census program'  # of some files the line only says that reading them failed
  [1]
  $ try 'corpus/census/sframe-census --measure build/sframe-measure -o census section'  # no ELF file
  [2]
  $ try 'corpus/census/sframe-census --measure nowhere -o census program'  # no program to ask
  [2]
  $ try 'touch census.part; flock census.part corpus/census/sframe-census --measure build/sframe-measure -o census program'  # another census writes the same file
  [2]
  $ try 'corpus/census/sframe-census --check --measure build/sframe-measure -o census program; sed -i s/\"unexplained\":0/\"unexplained\":1/g census; corpus/census/sframe-census report --strict --csv table census'  # a difference has no reason
  [1]
  $ try 'corpus/census/sframe-census report --csv table program'  # what should be reported is no census
  [2]

corpus/compile-programs

  $ target corpus-census-programs  # each file is in each row, and no difference is unexplained
  $ target crosscheck-tests 1  # a tool refused a file, or a difference is unexplained
  [1]
  $ try 'corpus/compile-programs --csv table --sources ci'  # a program has no such files
  [2]
  $ try 'corpus/compile-programs --csv table --list /dev/null'  # the list names no program
  [2]
  $ try 'corpus/compile-programs'  # usage
  [2]

corpus/orc

  $ target corpus-orc  # modules of each kernel, at least one, were compared; each section is valid, no difference is unexplained, objtool reads the same
  $ try 'corpus/orc --crosscheck build/sframe-crosscheck ci'  # a folder without modules
  [2]
  $ try 'corpus/orc --crosscheck nowhere ci'  # no program to ask
  [2]

corpus/crosscheck/real

  $ target crosscheck-real  # every file, at least one, was compared, and each difference has its row and each row its difference
  $ try 'corpus/crosscheck/real nothing'  # nothing is selected
  [2]
  $ try 'corpus/crosscheck/real --crosscheck build/sframe-crosscheck --from none'  # some files are missing; everything else is right
  [3]

corpus/compile-real

  $ target corpus-real  # every recipe was built and is the same as committed, or was committed
  $ try 'corpus/compile-real --bogus'  # usage
  [2]

corpus/live/step-programs

  $ target live  # every program was stepped, at least one; all frames are right or explained
  $ try 'corpus/live/step-programs --list'  # the runs are listed
  $ try 'corpus/live/step-programs nothing'  # nothing is selected
  [2]

corpus/live/truth

  $ target live-truth  # CFI programs were stepped, at least one; every rule is right at every stop
  $ try 'corpus/live/truth empty'  # there is nothing to step
  [2]
  $ try 'corpus/live/truth --toolchains .'  # the assembler or the linker is not there
  [3]

ci/check

  $ target check  # at least one test passed, none failed; what was skipped is named
  $ try 'ci/check --groups 10'  # all steps are printed, in groups
  $ try 'ci/check nothing'  # no such step
  [2]

conformance/zoo/faults/faults

  $ try "conformance/zoo/faults/faults --build build 'ref help'"  # faults were injected into each run, and each ended in one of the two ways
  $ try 'conformance/zoo/faults/faults --build build nothing'  # no such run
  [2]

release/gate

  $ try 'INPUT_ADAPTER=build/adapters/oracle INPUT_PROFILES=v1 INPUT_MINIMUM=1.0.0 release/gate'  # green: all that was wanted was asked of each adapter, and came out as expected; all reports are written
  $ try 'release/gate --help'  # help is written
  $ try 'mkdir bin && cp build/sframe-conform bin && cp release/gate bin/sframe-gate && INPUT_ADAPTER=build/adapters/oracle INPUT_PROFILES=v1 bin/sframe-gate'  # green, from the place where it is installed: sframe-conform is taken from there
  $ try 'INPUT_ADAPTER=false release/gate'  # red: an adapter does not start
  [1]
  $ try 'INPUT_ADAPTER="sh -c '\''rm -r lost; : >lost; exec build/adapters/oracle'\''" INPUT_PROFILES=v1 INPUT_OPTIONS='\''--jobs 1'\'' INPUT_REPORTS=lost release/gate'  # red: all reports are lost
  [1]
  $ try 'release/gate'  # no adapter
  [2]
  $ try 'INPUT_ADAPTER=x INPUT_ARCHIVE=elf release/gate'  # an archive without its checksum
  [2]
  $ try 'INPUT_ADAPTER=build/adapters/oracle INPUT_SHARD=5/4 release/gate'  # there is no such shard, says sframe-conform
  [2]
  $ try 'INPUT_ADAPTER=build/adapters/oracle INPUT_EXPECT=nowhere release/gate'  # an expectation file is not there
  [2]
  $ try 'INPUT_MERGE=. INPUT_PROFILES=v9 release/gate'  # there is no such profile
  [2]
  $ try 'INPUT_ADAPTER=build/adapters/oracle INPUT_REPORTS=elf release/gate'  # the folder of reports is a file
  [2]
  $ try 'INPUT_ADAPTER='\''sleep 1000'\'' INPUT_OPTIONS='\''--deadline 100'\'' release/gate & pid=$!; sleep 3; kill $pid; wait $pid'  # a signal ended it, and sframe-conform with it
  [143]

release/oss-fuzz-submission

  $ try 'release/oss-fuzz-submission made'  # both folders are written
  $ try 'release/oss-fuzz-submission --repository x made'  # no OWNER/NAME
  [2]

generator/programs/choose

  $ try 'generator/programs/choose --programs '\''sframe-programs --core'\'' --check'  # the members of the list show whatever some function shows
  $ try 'generator/programs/choose --help'  # help is written
  $ try 'head -n 9 generator/programs/core.txt >few; generator/programs/choose --programs '\''sframe-programs --core'\'' --check few'  # some function shows what no member shows
  [1]
  $ try 'printf '\''amd64/none\treason\n'\'' >other; generator/programs/choose --programs '\''sframe-programs --core'\'' other'  # a listed id is no function's
  [2]
  $ try 'generator/programs/choose --bogus'  # usage
  [2]

ref/quotes

  $ try 'ref/quotes'  # every clause of a text, at least one, has its words, at most twelve
  $ try 'ref/quotes --bogus'  # usage
  [2]
  $ try 'ref/quotes --texts nowhere'  # no texts
  [2]

fuzz/promote

  $ target fuzz-promote  # a find still fails, and is written to where it is kept
  $ try 'fuzz/promote'  # usage
  [2]

fuzz/reached

  $ target fuzz-reached  # all lines of ref/ that are not listed were reached, and enough branches
  $ try 'fuzz/reached'  # usage
  [2]

fuzz/seed

  $ try 'fuzz/seed --help'  # the seeds are written, or what was checked is right
  $ try 'fuzz/seed --bogus'  # usage
  [2]

fuzz/oss-fuzz/check

  $ target fuzz-build-check  # the targets were built and run as OSS-Fuzz does it
  $ try 'fuzz/oss-fuzz/check --bogus'  # usage
  [2]

proof/others/try

  $ target proof-others  # each reader holds, or AddressSanitizer stops it where CBMC says
  $ try 'proof/others/try --help'  # help is written
  $ try 'proof/others/try nothing'  # there is no such reader
  [2]
  $ try 'proof/others/try --toolchains .'  # CBMC is not there
  [3]

proof/prove

  $ target proof  # every proof holds, at least one
  $ try 'proof/prove --help'  # help is written
  $ target proof-errors  # each proof is about something, and each error and each check that is left out is noticed
  $ try 'proof/prove --covers --bounds'  # usage
  [2]
  $ try 'proof/prove nothing'  # there is no such proof
  [2]
  $ try 'proof/prove --of nothing'  # there is no such folder of proofs
  [2]
  $ try 'proof/prove --toolchains .'  # CBMC is not there
  [3]

release/install

  $ try 'release/install --build "$PWD/build" --prefix "$PWD/made"'  # every file of the table is there, and the list of them
  $ try 'release/install --build "$PWD/build" --prefix "$PWD/made" >said && release/install --uninstall --prefix "$PWD/made"'  # everything on that list is gone
  $ try 'release/install --help'  # help is written
  $ try 'release/install --uninstall --prefix "$PWD/nowhere"'  # nothing is installed there
  [2]
  $ try 'release/install --build "$PWD/nowhere" --prefix "$PWD/made"'  # nothing was built
  [2]
  $ try 'release/install --prefix relative'  # usage
  [2]

release/from-help

  $ try 'release/from-help --to made build/sframe-gen'  # a man page and two completions of each program are written
  $ try 'release/from-help --help'  # help is written
  $ try 'release/from-help --to made /bin/true'  # a program that is not one of ours
  [2]
  $ try 'release/from-help'  # usage
  [2]

release/corpus

  $ target release  # every file of the corpus is in the new folder, with its hash in the manifest
  $ try 'release/corpus --help'  # help is written
  $ try 'release/corpus --version 1.0.0 --to ci'  # the folder is there already
  [2]
  $ try 'release/corpus --build nowhere --version 1.0.0 --to made'  # a program is not there
  [2]
  $ try 'release/corpus'  # usage
  [2]

release/make-release

  $ target release  # every part of the release is in the folder, and SHA256SUMS lists each file
  $ try 'release/make-release --help'  # help is written
  $ try 'release/make-release --only nothing'  # there is no such part
  [2]

release/check

  $ target release-check  # the release was built once more, and each file has the same bytes
  $ try 'release/check --help'  # help is written
  $ try 'release/check nowhere'  # no release in the folder
  [2]
  $ try 'mkdir made; touch made/SHA256SUMS; release/check made'  # the tree is no checkout
  [2]
  $ try 'git init -q; git -c user.name=a -c user.email=a@b.c commit -q --allow-empty -m a; mkdir made; touch made/SHA256SUMS made/it.spdx.json; release/check made'  # the release is of another commit
  [2]
  $ try 'release/check'  # usage
  [2]

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
conformance/runner/page/tests/make_report.py: for tests
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
