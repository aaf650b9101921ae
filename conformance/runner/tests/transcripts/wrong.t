What is wrong, where, and what to do.

  $ . "$TESTDIR/setup.sh"; touch script; mkdir folder; printf 'x\n' >text; chmod +x text
  $ ask() { conform "$@" 2>&1 | grep -m 1 -e sframe-conform: -e : ; }
  $ ask --select '' x; ask --skip profile= x; ask --select colour=red x
  sframe-conform: --select or --skip: a pattern is expected, as GLOB on ids or FIELD=GLOB, and it is empty, which fits nothing
  sframe-conform: profile=: a pattern is expected, as GLOB on ids or FIELD=GLOB, and it is empty, which fits nothing
  sframe-conform: colour=red: no such field; there are id, profile, abi, operation, class, family, ledger, clause and origin
  $ ask --one-shot 'readelf {section}'; ask --one-shot "awk '{print}' {file}"
  sframe-conform: --one-shot readelf {section}: it has no place for a section, and {section} is none of {file} {elf} {profile} {abi} {address} {pc}
  awk (awk one-shot): 40 asked: 40 pass; 40 judged
  $ ask --expect other=text one=x two=y
  sframe-conform: --expect other: no implementation has this label; there are one, two
  $ ask nowhere; ask ./nowhere; ask ./script; ask ./folder; ask ./text
  nowhere: missing: cannot be started: No such file or directory (on the PATH, or beside sframe-conform; a program of this folder has ./ before its name)
  nowhere: missing: cannot be started: No such file or directory (the program, or the interpreter that its first line names)
  script: missing: cannot be started: Permission denied (is it a program, and executable? chmod +x)
  folder: missing: cannot be started: Permission denied (is it a program, and executable? chmod +x)
  text: cannot be asked: hello: it ended with exit status 127: ./text: 1: x: not found
  $ sframe-conform compare --junit a b c
  sframe-conform: compare takes no --junit
  [2]
  $ sframe-gen emit --family sises; sframe-gen show v1/nothing
  sframe-gen: --family sises: must be a family (sframe-gen list prints them); see sframe-gen --help
  sframe-gen: no vector has this id: v1/nothing
  [1]
  $ sframe-gen emit --select 'v1/nothing*'; sframe-gen emit --select class=irregular
  sframe-gen: nothing is selected: no vector fits all of these options
  sframe-gen: --select class=irregular: must be a pattern on ids, one of 64 at most; a field has its own option, such as --class irregular; see sframe-gen --help
  [2]
  $ sframe-gen show v2e2/amd64/check/search-far-first-32/whole
  sframe-gen: cannot show v2e2/amd64/check/search-far-first-32/whole: its section is described by parts; print what `tree` writes of it by sframe-ref dump --notation
  [2]
  $ sframe-gen tree --select v2e2/amd64/check/search-far-first-32/whole --to parts
  $ sframe-ref dump --notation parts/v2e2/amd64/check/search-far-first-32/whole.sframe | head -n 1
  section v2e2 amd64 at 0x0 sorted pcrel
