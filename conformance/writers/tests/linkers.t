Scripts that start a real linker and go wrong in known ways get the right outcome; so do bugs of the zoo's linker.

  $ . "$TESTDIR/setup.sh"

A linker of which PYTHON does something before the real one does the work, or changes what that made: ld PYTHON.

  $ ld() { program ld <<PROGRAM
  > import os, re, signal, struct, subprocess, sys, time
  > words = sys.argv[1:]
  > to = words[words.index("-o") + 1]
  > objects = [word for word in words if word.endswith(".o")]  # made by the adapter: NUMBER-NAME
  > def link(words=words):
  >     return subprocess.run(["${REAL_LD:-$ROOT/.toolchains/forky/bin/x86_64-linux-gnu-ld}", *words]).returncode
  > if words[-1] == "nothing.o":  # the adapter tries the tool
  >     sys.exit(link())
  > def table():
  >     '''Where the section lies in the file, and the file.'''
  >     data = open(to, "rb").read()
  >     return data.index(b"\xe2\xde\x03"), bytearray(data)
  > def write(data):
  >     open(to, "wb").write(data)
  > def without(*flags):
  >     '''The section is taken out, or gets other flags.'''
  >     subprocess.run(["$ROOT/.toolchains/forky/bin/x86_64-linux-gnu-objcopy", *flags, to], check=True)
  > $1
  > sys.exit(link())
  > PROGRAM
  > }
  $ links() { IFS=/ read -r _ _ _ family _ <<<"$1"; sframe-links --select "$1" "${2:---family=$family}" "${@:3}"; }
  $ of() { links "$@" >links; asked links "${options}ld ${linker:-./ld}"; }
  $ pair='v3/amd64/link/pairs/leaf+frame/gas-2.47/*' shared=v3/amd64/link/pairs/leaf+leaf/gas-2.47/shared
  $ garbage=v3/amd64/link/garbage/collected-13/gas-2.47/static stubs=v3/amd64/link/stubs/lazy-2/gas-2.47/shared

A right linker passes.

  $ ld; for select in "$pair" $shared $garbage $stubs; do of "$select"; done
  status 0
  1 same
  status 0
  1 same
  status 0
  1 same
  status 0
  1 same

What every linker must say is neither refused nor left out.

  $ drops="link(); without('-R', '.sframe'); print('warning: no .sframe'); sys.exit(0)"
  $ ld "sys.exit('ld: error: no')"; of v3/amd64/link/single/frame/gas-2.47/static
  status 1
  1 fail
    v3/amd64/link/single/frame/gas-2.47/static: fail: refused: error: no; every writer must be able to say this: an object with one function
  $ ld "$drops"; of v3/amd64/link/single/frame/gas-2.47/static
  status 1
  1 fail
    v3/amd64/link/single/frame/gas-2.47/static: fail: omits: no section

One that drops everything with a word is red, and so is one that keeps a single link.

  $ options='--profile v3 ' of 'v3/amd64/link/single/frame/*' | grep -v '^  '; grep -c 'every writer must' report
  status 1
  1 fail, 7 omits, 4 refused
  1
  $ options='--profile v3 --leaves-out v3 ' of 'v3/amd64/link/single/frame/*'
  status 1
  hello: leaves_out has every profile that is declared
  $ ld "if '-shared' not in words or len(objects) != 1: $drops"; options='--profile v3 ' of 'v3/amd64/link/single/frame/gas-2.47/*' | grep -v '^  '
  status 1
  1 fail, 2 omits, 1 same

One that cannot link nothing is missing, with its own words.

  $ for command in false true "$ROOT/.toolchains/forky/bin/x86_64-linux-gnu-ld --bogus-option" "$ROOT/.toolchains/forky/bin/aarch64-linux-gnu-ld"; do
  >     linker="'$command'" of $shared | sed 's/nothing: .*\( .--bogus-option\)/nothing: ... \1/; s/nothing: .*\(unknown architecture\).*/nothing: ... \1 .../'
  > done
  status 1
  hello: it ended with exit status 1: ld for amd64, asked for nothing: without a word (it ended with status 1)
  status 1
  hello: it ended with exit status 1: ld for amd64, asked for nothing: it ended with status 0 and wrote no file
  status 1
  hello: it ended with exit status 1: ld for amd64, asked for nothing: ...  '--bogus-option' (it ended with status 1)
  status 1
  hello: it ended with exit status 1: ld for amd64, asked for nothing: ... unknown architecture ...

What is refused is no failure; a section that is gone is lost unless a word is said.

  $ ld "sys.exit('ld: error: cannot merge .sframe')"; of $shared
  status 1
  1 refused
    v3/amd64/link/pairs/leaf+leaf/gas-2.47/shared: refused: error: cannot merge .sframe
  $ ld "link(); without('-R', '.sframe'); sys.exit(0)"; of $shared
  status 1
  1 wrong
    v3/amd64/link/pairs/leaf+leaf/gas-2.47/shared: wrong: lost: no section
  $ ld "$drops"; of $shared
  status 1
  1 omits
    v3/amd64/link/pairs/leaf+leaf/gas-2.47/shared: omits: omits: no section

Each bug of the zoo's linker has its kind of fault.

  $ bug() { linker="'$build/zoo-ld --bug $1'" of "$2" | grep '^  \|^status 0' | sed 's/.*: wrong/  wrong/' | sort -u; }
  $ for bug in last_function_lost place_is_section sorted_flag_lost sorted_downwards magic_swapped rows_length_short segment_lost \
  >     segment_elsewhere section_type_progbits; do
  >     links $shared | sed "s/\"id\":\"/&$bug:/; s/\"options\":\[/&\"--bug\",\"ld_$bug\",/"
  > done >each; asked each "ld $build/zoo-ld" | sed 's/:v3[^ ]* wrong//'
  status 1
  9 wrong
    last_function_lost: lost: functions; irregular: fre.owned; irregular: header.fre-total
    place_is_section: lost: functions; extra: where there is no code
    sorted_flag_lost: unsorted: the table does not say that it is sorted
    sorted_downwards: irregular: fde.sorted-flagged
    magic_swapped: unreadable: header.freoff-inside; lost: functions; irregular: abi.byte-order
    rows_length_short: unreadable: fre.inside; error; irregular: tile.cover
    segment_lost: container: no segment
    segment_elsewhere: container: the segment is elsewhere
    section_type_progbits: container: the section's type
  $ bug ld_rows_not_moved "$pair"; bug ld_plt_push_twice $stubs
    wrong: cfa; fp; irregular: fre.unshared; irregular: fre.owned; irregular: header.fre-total
    wrong: plt: .plt: another rule

What has nothing to do with starts counts in objects of older versions; an older table need not say that it is sorted.

  $ for each in v1,2.40,pairs/leaf+frame,last_function_lost v2,2.44,pairs/leaf+frame,rows_not_moved v2,2.44,pairs/leaf+frame,segment_lost \
  >     v2,2.44,garbage/collected-13,gc_follows_sframe v2,2.44,pairs/leaf+frame,sorted_flag_lost; do
  >     IFS=, read -r profile gas what bug <<<$each; select=$profile/amd64/link/$what/gas-$gas/static
  >     linker=$build/zoo-ld of $select; echo $bug; bug ld_$bug $select
  > done
  status 0
  1 same
  last_function_lost
    wrong: lost: functions; irregular: fre.owned; irregular: header.fre-total
  status 0
  1 same
  rows_not_moved
    wrong: cfa; fp; irregular: fre.unshared; irregular: fre.start-order; irregular: fre.owned; irregular: header.fre-total
  status 0
  1 same
  segment_lost
    wrong: container: no segment
  status 0
  1 same
  gc_follows_sframe
    wrong: keeps: code; reading: relocatable-start
  status 0
  1 same
  sorted_flag_lost
    v2/amd64/link/pairs/leaf+frame/gas-2.44/static: reading: reading: sorted-unflagged
  status 0

Code that had to go is there; stubs of unknown instructions are not trusted; the link that crashes is blamed and no other.

  $ ld "sys.exit(link([word for word in words if word != '--gc-sections']))"; of $garbage
  status 1
  1 wrong
    v3/amd64/link/garbage/collected-13/gas-2.47/static: wrong: keeps: code; extra: a function
  $ ld "link(); write(open(to, 'rb').read().replace(bytes.fromhex('0f1f4000'), bytes.fromhex('0f0b0f0b'))); sys.exit(0)"; of $stubs
  status 1
  1 wrong
    v3/amd64/link/stubs/lazy-2/gas-2.47/shared: wrong: plt: .plt: unknown instructions
  $ ld "if '-shared' in words: os.abort()"; of 'v3/amd64/link/single/leaf/gas-2.47/*'
  status 1
  1 crash, 3 same
    v3/amd64/link/single/leaf/gas-2.47/shared: crash: status -6

An internal error is a crash whatever the status.

  $ for body in "print('ld: BFD (GNU Binutils) 2.99 assertion fail ../../bfd/elf-sframe.c:138'); sys.exit(0)" \
  >     "sys.exit('ld: ../x.c:9: sframe_do: Assertion \`0\\' failed.')" "print('thread \\'main\\' panicked at src/elf.rs:12:3:'); sys.exit(101)"; do
  >     ld "$body"; of $shared
  > done
  status 1
  1 crash
    v3/amd64/link/pairs/leaf+leaf/gas-2.47/shared: crash: elf-sframe.c:138
  status 1
  1 crash
    v3/amd64/link/pairs/leaf+leaf/gas-2.47/shared: crash: sframe_do
  status 1
  1 crash
    v3/amd64/link/pairs/leaf+leaf/gas-2.47/shared: crash: elf.rs:12

No end is a hang, and what it started ends too.

  $ ld "subprocess.Popen(['sh', '-c', 'sleep 5; touch $PWD/alive']); time.sleep(60)"; deadline=1 of $shared; sleep 5; ls alive
  status 1
  1 hang
    v3/amd64/link/pairs/leaf+leaf/gas-2.47/shared: hang: did not answer within 1 s
  ls: cannot access 'alive': No such file or directory
  [2]
  $ ld "while True: os.write(1, b'x' * 65536)"; of $shared | grep -c 'crash\|refused\|trouble'
  2
  $ ld "os.truncate(os.open(to, os.O_CREAT | os.O_WRONLY), 4 << 30); sys.exit(0)"; of $shared | grep -c 'crash\|refused\|trouble'
  2

What is no result of this link is trouble.

  $ for body in "write(b'no ELF file'); sys.exit(0)" "sys.exit(0)" "link(); os.truncate(to, 100); sys.exit(0)" \
  >     "link(); os.truncate(to, os.path.getsize(to) // 2); sys.exit(0)" "os.mkdir(to); sys.exit(0)" \
  >     "link(); data = bytearray(open(to, 'rb').read()); data[18] = 3; write(data); sys.exit(0)" \
  >     "link(['-shared', '-o', to, objects[0]]); sys.exit(0)"; do
  >     ld "$body"; of $shared | grep '^  ' | sed 's/0x[0-9a-f]*/0x.../g'
  > done
    v3/amd64/link/pairs/leaf+leaf/gas-2.47/shared: trouble: not an ELF file
    v3/amd64/link/pairs/leaf+leaf/gas-2.47/shared: trouble: it ended with status 0 and wrote no file
    v3/amd64/link/pairs/leaf+leaf/gas-2.47/shared: trouble: truncated: section headers at offset 0x... reach beyond the file's end, 0x...
    v3/amd64/link/pairs/leaf+leaf/gas-2.47/shared: trouble: truncated: section headers at offset 0x... reach beyond the file's end, 0x...
    v3/amd64/link/pairs/leaf+leaf/gas-2.47/shared: trouble: it ended with status 0 and wrote no file
    v3/amd64/link/pairs/leaf+leaf/gas-2.47/shared: trouble: machine 3 in this byte order has no SFrame ABI
    v3/amd64/link/pairs/leaf+leaf/gas-2.47/shared: trouble: no function f2, of which the truth is told
  $ ld "write(open(objects[0], 'rb').read()); sys.exit(0)"; of 'v3/amd64/link/headers/sorted-alone/gas-2.47/*'
  status 1
  1 same, 3 trouble
    v3/amd64/link/headers/sorted-alone/gas-2.47/shared: trouble: it is an object, which is not linked
    v3/amd64/link/headers/sorted-alone/gas-2.47/static: trouble: it is an object, which is not linked
    v3/amd64/link/headers/sorted-alone/gas-2.47/pie: trouble: it is an object, which is not linked

A broken link may be refused, and what is healthy may not be lost; what else is wrong with it does not count.

  $ broken() { of 'v3/amd64/link/broken/damage-*/gas-2.47/shared' --broken 3000 | grep '^  ' | sed 's/^[^:]*: //' | tr ';' '\n' | sort -u; }
  $ ld "sys.exit('ld: error: .sframe is broken')"; broken
  refused: error: .sframe is broken
  $ ld "link(words[:words.index(objects[0])] + [objects[-1], objects[0]] if len(objects) == 2 else words)
  > without('-R', '.sframe'); sys.exit(0)"; broken | grep -v '^refused\|^omits'
  wrong: lost: no section
  $ ld "link(); at, data = table(); data[at + 3] &= 0xfe; write(data); sys.exit(0)"; broken | grep -v '^refused'
  reading: reading: the input is broken

A page about a linker explains one kind of fault, but not another kind in the same link.

  $ segment="place = data.index(struct.pack('<I', 0x6474e554)); struct.pack_into('<I', data, place, 0)"
  $ for more in "" "row = data.index(bytes([0, 3, 8]), at); data[row + 2] = 24"; do
  >     ld "link(); at, data = table()
  > $segment
  > $more
  > write(data); sys.exit(0)"
  >     links $shared >links
  >     "$ROOT/conformance/writers/run" --build "$build" --links --vectors links --json tally "lld-22=$ROOT/conformance/adapters/writer.py ld $PWD/ld" >said
  >     echo "status $?"; grep -o '"kind": "[^"]*"\|"page": [^,}]*' tally
  > done
  status 0
  "kind": "container: no segment"
  "page": "lld-segment"
  status 1
  "kind": "cfa"
  "page": null
  "kind": "container: no segment"
  "page": "lld-segment"

What is reported of a link has not its objects.

  $ ld "sys.exit(0)"; of $shared >said; grep -c '"objects"\|"functions"' report; grep -o '"options":[^]]*]\|"gone":[^]]*]' report
  0
  "options":["-shared"]
  "gone":[]

Links in which only words are changed, as JSON; the adapter declares from where starts count: changed BUG PROFILES MEMBERS.

  $ changed() {
  >     program adapter <<PROGRAM
  > import os, sys
  > sys.path[0] = "$ROOT"
  > from conformance.adapters import writer
  > right = writer.kit.run
  > writer.kit.run = lambda *words, **named: right(*words, **(named | {"starts_from_field": "$2"}))
  > sys.exit(writer.main())
  > PROGRAM
  >     links $shared >links
  >     /usr/bin/python3 -IS -c 'import json, sys; one = json.load(open("links")); more = json.loads(sys.argv[1])
  > one["input"]["starts"] = more.pop("starts", "pcrel"); print(json.dumps(one | more), file=open("links", "w"))' "$3"
  >     asked links "ld '$build/zoo-ld --bug $1'" | sed 's/^ .*shared: / /' | paste -sd ' '
  > }

Functions may be elsewhere if the texts leave open from where starts count.

  $ changed ld_place_is_section '' '{"starts": "pcrel"}'
  status 1 1 wrong  wrong: lost: functions; extra: where there is no code
  $ for profiles in '' v3 v1; do changed ld_place_is_section "$profiles" '{"starts": "field"}'; done
  status 0 1 reading  reading: reading: relocatable-start
  status 1 1 wrong  wrong: lost: functions; extra: where there is no code
  status 0 1 reading  reading: reading: relocatable-start
  $ changed ld_place_is_section v3 '{"starts": "section"}'
  status 0 1 reading  reading: reading: relocatable-start

A point of the ledger leaves open only what it is about.

  $ for each in sorted_flag_lost,tile-filler sorted_flag_lost,section-type-errata section_padded,tile-trailing-bytes \
  >     section_padded,flag-frame-pointer-scope last_function_lost,tile-filler first_start_one_more,fixed-fp-any-abi \
  >     section_type_progbits,tile-filler last_function_lost,no-such-point; do
  >     echo $each; changed ld_${each%,*} '' "{\"ledger\": \"${each#*,}\", \"class\": \"contested\"}"
  > done
  sorted_flag_lost,tile-filler
  status 1 1 wrong  wrong: unsorted: the table does not say that it is sorted
  sorted_flag_lost,section-type-errata
  status 0 1 reading  reading: reading: section-type-errata
  section_padded,tile-trailing-bytes
  status 0 1 reading  reading: reading: tile-trailing-bytes
  section_padded,flag-frame-pointer-scope
  status 1 1 wrong  wrong: irregular: tile.cover
  last_function_lost,tile-filler
  status 1 1 wrong  wrong: irregular: fre.owned; irregular: header.fre-total; reading: tile-filler
  first_start_one_more,fixed-fp-any-abi
  status 1 1 wrong  wrong: irregular: fde.overlap; reading: fixed-fp-any-abi
  section_type_progbits,tile-filler
  status 0 1 reading  reading: reading: section-type-errata
  last_function_lost,no-such-point
  status 0 1 reading  reading: reading: no-such-point

Bad input gets one line.

  $ printf '{"id":"x","abi":"amd64"}\n' >links; adapter=$ROOT/conformance/adapters/writer.py
  $ "$ROOT/conformance/writers/run" --build "$build" --links nobody
  run: no linker nobody; there are ld-bookworm, ld-trixie, ld-forky, lld-22, lld-23, mold-forky, mold-sid, wild
  [2]
  $ "$ROOT/conformance/writers/run" --build "$build" --links gas-forky
  run: no linker gas-forky; there are ld-bookworm, ld-trixie, ld-forky, lld-22, lld-23, mold-forky, mold-sid, wild
  [2]
  $ "$ROOT/conformance/writers/run" --build "$build" --links --vectors /nowhere "mine=$adapter ld true"
  sframe-conform: /nowhere: No such file or directory
  [2]
  $ "$ROOT/conformance/writers/run" --build "$build" --links --vectors links "mine=$adapter ld true"
  sframe-conform: links: line 1: it has no profile, or one that is unknown
  [2]
