What failures of a reader have in common is named, without a page about the reader.

  $ . "$TESTDIR/setup.sh"

`causes GLOB ADAPTER` asks these vectors of the core, and prints the first two causes: the kind, the words, and the bug of the
zoo if it is one.

  $ causes() {
  >     sframe-gen emit --core --select "$1" >corpus; shift; conform --json report "$@" >/dev/null
  >     grep -o '{"words":"[^}]*' report | head -n 2 | sed 's/{"words":"\(.*\)","kind":"\([^"]*\)"/\2: \1/; s/,"\(clause\|explains\)".*//'
  > }
  $ kernel() { echo "python3 -IS $TESTDIR/../adapters/kernel.py oracle $*"; }
  $ altered() { echo "$1 | sed -u -E '$2'" >script; echo "sh $PWD/script"; }

A reader of a kernel's kind refuses by properties of sections.

  $ causes '*/amd64/lookup/*' "$(kernel rows-without-words)"
  refuses: refuses sections that are not of version 3, not sorted, not PC-relative, or have an auxiliary header
  as if: answers as a reader that refuses functions without rows, and says: no words,"bug":"no_rows_refused"
  $ awk '/^  cause 1 / { $4 = ($4 > 0.8 * $6 ? "most" : "few"); $6 = "all"; print }' said
  cause 1 explains most of all failures: refuses sections that are not of version 3, not sorted, not PC-relative, or have an auxiliary header

An effect says how much, and where.

  $ for mistake in adds-16-to-fp refuses-signal fp-for-ra; do causes '*/amd64/lookup/*' "$(kernel $mistake)"; done
  refuses: refuses sections that are not of version 3, not sorted, not PC-relative, or have an auxiliary header
  effect: gives a wrong cfa.offset, 16 too large, all in rows with a CFA from FP
  refuses: refuses sections that are not of version 3, not sorted, not PC-relative, or have an auxiliary header
  effect: refuses what is right: unknown bits, all in signal functions
  refuses: refuses sections that are not of version 3, not sorted, not PC-relative, or have an auxiliary header
  effect: gives FP's rule for RA, all in rows that save FP
  $ causes 'v3/*/lookup/*' "$(kernel takes-all holds-its-end)"
  effect: finds a row where none holds, all at the end of a function
  $ causes 'v3/amd64/decode/*' "$(altered oracle 's/"(address|start)":"0x[0-9a-f]+([1-9a-f][0-9a-f]{7})"/"\1":"0x\2"/g')" | head -n 1
  effect: gives a wrong functions.start, in four bytes

Narrow words: a register below 0; the row before by its number, though of its rules a base alone is wrong.

  $ causes '*/lookup/*' "$(altered oracle 's/"base":"r16"/"base":"r-16"/g')" | head -n 1
  effect: gives a wrong ra.base, signed instead of unsigned
  $ causes '*/lookup/*' "$(altered oracle 's/"row":1,(.*"cfa":\{"base":)"sp"/"row":0,\1"r5"/')" | head -n 1
  effect: gives the row before

A reader that refuses everything refuses by no property; one that refuses nothing is named so.

  $ causes 'v3/amd64/lookup/*' "$(kernel refuses-all)" | cut -d : -f 1
  as if
  $ awk '/^  cause 1 / { print $4 == $6 }' said
  1
  $ causes '*/check/*' "python3 -IS $TESTDIR/../adapters/silent.py wrong check - oracle" | sed 's/[0-9][0-9]*/N/'
  effect: refuses no section: N malformed ones were accepted
  effect: calls malformed sections valid
  $ grep -o 'cause [3-9] .* sections valid$' said | sed 's/[0-9][0-9]*/N/g'
  cause N explains N of N failures: calls irregular sections valid

What a requirement set refuses is named by its line, and rests on no clause.

  $ causes '*/lookup/*' --requires kernel-v3 oracle | head -n 1
  effect: answers outside of kernel-v3 line 6 (profile = v3; else refuse): declare fewer profiles in hello, or refuse
  $ grep 'decided by' said
  [1]

A bug of the zoo is named.

  $ causes '*/lookup/*' 'zoo --bug words_unsigned' | head -n 1
  as if: answers as a reader that reads words as unsigned,"bug":"words_unsigned"
  $ causes 'v3/amd64/decode/*' 'zoo --bug last_row_lost' | head -n 1
  as if: answers as a reader that loses the last row of each function,"bug":"last_row_lost"
  $ causes 'v3/*/lookup/*' 'zoo --bug flex_order_fp_ra' | head -n 1
  as if: answers as a reader that swaps the pairs of RA and FP,"bug":"flex_order_fp_ra"
  $ causes 'v2/amd64/decode/*' 'zoo --bug fixed_offsets_swapped' | head -n 1
  as if: answers as a reader that swaps fixed FP and fixed RA,"bug":"fixed_offsets_swapped"

Bugs that answer alike are named together, the plainest first, where the vectors that distinguish them are not asked.

  $ causes 'v3/amd64/lookup/*' 'zoo --bug mask_is_inc' | head -n 1
  as if: answers as a reader that matches masks as increments, reads the PC type a bit too low, or reads the PC type a bit too high,"bug":"mask_is_inc"
  $ causes 'v2e2/amd64/lookup/*' 'zoo --bug pcrel_forgotten' | head -n 1
  as if: answers as a reader that never looks at the PC-relative flag, looks at the PC-relative flag only when it lists functions, or tests the frame-pointer flag for the PC-relative one,"bug":"pcrel_forgotten"

A cause rests on a clause that its failures share.

  $ for bug in pcrel_from_array mangled_inverted aux_not_in_offsets; do
  >     causes '*/lookup/*' "zoo --bug $bug" >causes; grep -m 1 -o 'likely decided by [^:]*' said
  >     grep -o '{"words":"[^}]*' report | head -n 1 | grep -o '"clause":"[^"]*"'
  > done
  likely decided by fde.start-pcrel, section 1.2, 2.3
  "clause":"fde.start-pcrel"
  likely decided by fre.mangled, section 1.4.1
  "clause":"fre.mangled"
  likely decided by header.aux-skip, section 2.2
  "clause":"header.aux-skip"

What explains the most is first, also if the search found another cause before it, which fits its fewer failures exactly.

  $ causes '*/amd64/lookup/*' "$(altered 'zoo --bug words_unsigned' 's/"signal":false/"signal":true/')"
  effect: gives a wrong signal, true instead of false
  as if: answers as a reader that reads words as unsigned,"bug":"words_unsigned"
  $ awk '/^  cause / { print ($4 < last ? "fewer" : "more"); last = $4 }' said
  more
  fewer

Each failure is counted once.

  $ causes '*' 'zoo --bug sorted_always' >causes
  $ awk '/^  cause / { left = (left == "" ? $6 : left) - $4 } /grouped by clause:$/ { left -= $1 } END { print left }' said
  0

A clause that a bug breaks is one of the first three of those on which a failure rests, in at least half of the failures that are
about it.  What is no wrong answer rests on none.

  $ decided() {
  >     causes "$2" "zoo --bug $1" >causes; grep '"outcome":"\(fail\|unread\)"' report >wrong
  >     grep "\"clauses\":[^]]*\"$3\"\|\"fault\":{\"clause\":\"$3\"" wrong >about
  >     test $((2 * $(grep -c "\"decides\":[^]]*\"$3\"" about))) -ge $(wc -l <about) && test -s about && echo "$1: $3"
  >     grep -o '"decides":\["[^"]*","[^"]*","[^"]*",.*' wrong; grep '^{"id"' report | grep -v -x -F -f wrong | sed -n /decides/p
  > }
  $ decided mangled_inverted 'v2e1/aarch64/lookup/*' fre.mangled; decided signal_forgotten 'v3/amd64/decode/*' info.signal
  mangled_inverted: fre.mangled
  signal_forgotten: info.signal
  $ decided key_inverted 'v3/aarch64/decode/*' info.pauth-key; decided pcrel_v3_by_20 'v3/amd64/decode/*' fde.start-pcrel
  key_inverted: info.pauth-key
  pcrel_v3_by_20: fde.start-pcrel
  $ decided aux_refused 'v1/*/*' header.aux-skip; decided size_16_bits 'v2e1/amd64/decode/*' fde.size
  aux_refused: header.aux-skip
  size_16_bits: fde.size
  $ decided fixed_ra_unsigned 'v1/amd64/decode/*' header.fixed-int8; decided flip_magic_forgotten 'v1/amd64/flip/*' endian.flip
  fixed_ra_unsigned: header.fixed-int8
  flip_magic_forgotten: endian.flip
