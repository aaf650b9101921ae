The C header in parts; test_kernel.py has a suite that goes through it.

  $ build=$(cd "$TESTDIR/../.." && cd "${BUILD:-build}" && pwd); PATH=$build:$PATH
  $ header() { sframe-gen header --profile v3 --abi amd64 "$@"; }

Parts have the same vectors as one file, so many each, and the index says how many there are.

  $ few=(--select 'v3/amd64/lookup/bit-*/pcrel'); header "${few[@]}" --to whole.h; header "${few[@]}" --split 7 --to parts; ls parts | wc -l
  26
  $ for part in $(seq 0 $(($(ls parts | wc -l) - 2))); do cat parts/vectors-$part.h; done | grep '[.]id = ' | cmp - <(grep '[.]id = ' whole.h)
  $ grep -c '[.]id = ' whole.h parts/vectors-0.h parts/vectors-1.h; grep -A 2 'SFV_PARTS' parts/vectors.h
  whole.h:171
  parts/vectors-0.h:7
  parts/vectors-1.h:7
  enum { SFV_PARTS = 25, SFV_TOTAL = 171 };
  #define SFV_EACH_PART(DO) \
  \t DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) \\ (esc)

One part is included at a time.

  $ printf '#include "vectors-0.h"\n#include "vectors-1.h"\n' >two.c; gcc -I parts -fsyntax-only two.c 2>&1 | grep -o 'error: .*'
  error: #error "another part is included already"

Bytes that are shared are those of the vector.

  $ few=(--select 'v3/amd64/*/flex-words-*/pcrel'); header "${few[@]}" --to whole.h; rm -r parts; header "${few[@]}" --split 1000 --to parts
  $ cat >program.c <<'END'
  > #include HEADER
  > #include <stdio.h>
  > int main(void)
  > {
  >     for (unsigned i = 0; i < SFV_COUNT; i++) {
  >         fputs(sfv_vectors[i]->id, stdout);
  >         for (unsigned k = 0; k < sfv_vectors[i]->size; k++)
  >             printf(" %02x", sfv_vectors[i]->bytes[k]);
  >         putchar(10);
  >     }
  > }
  > END
  $ for name in whole.h parts/vectors-0.h; do gcc -DHEADER="\"$name\"" program.c -o program && ./program >$(basename $name).txt; done; cmp whole.h.txt vectors-0.h.txt; wc -l <whole.h.txt
  36
  $ [ $(wc -c <parts/vectors-0.h) -lt $(($(wc -c <whole.h) * 3 / 4)) ]

Readings of what is contested: the point, the reading, whether it may answer or refuse, its frames or its CFA's offset.

  $ few=(--select '*/unwinding-open-*' --select '*/open-*' --class contested); rm -r parts; header "${few[@]}" --split 1000 --to parts
  $ cat >program.c <<'END'
  > #include "parts/vectors-0.h"
  > #include <stdio.h>
  > int main(void)
  > {
  >     static const char *const stops[] = {"outermost", "no-function", "no-row", "memory", "unsafe", "loop", "limit", "error"};
  >     for (unsigned i = 0; i < SFV_COUNT; i++)
  >         for (unsigned k = 0; k < sfv_vectors[i]->reading_count; k++) {
  >             const struct sfv_reading *one = &sfv_vectors[i]->reading[k];
  >             printf("%s %s %s %u %d %u %d ", sfv_vectors[i]->id, one->point, one->name, (one->may & SFV_MAY_ANSWER) != 0,
  >                    (one->may & SFV_MAY_REFUSE) != 0, one->frames, (int)one->found.cfa.offset);
  >             puts(one->frames > 0 ? stops[one->stop] : "-");
  >         }
  > }
  > END
  $ gcc program.c -o program && ./program >said; [ $(cut -d ' ' -f 1 said | uniq | wc -l) -gt 150 ]; grep 'caller-pc/.*-0 \|reserved-fre-type/\|zero-size-function/' said | head -20
  v3/amd64/lookup/open-zero-size-function/start/pcrel zero-size-function holds-none 1 0 0 0 -
  v3/amd64/lookup/open-zero-size-function/start/pcrel zero-size-function holds-start 1 0 0 8 -
  v3/amd64/lookup/open-zero-size-function/start/pcrel zero-size-function breach 0 1 0 0 -
  v3/amd64/lookup/open-zero-size-function/start zero-size-function holds-none 1 0 0 0 -
  v3/amd64/lookup/open-zero-size-function/start zero-size-function holds-start 1 0 0 8 -
  v3/amd64/lookup/open-zero-size-function/start zero-size-function breach 0 1 0 0 -
  v3/amd64/unwind/unwinding-open-signal-caller-pc/first-of-routine-0 signal-caller-pc no-less-one 1 0 4 0 no-function
  v3/amd64/unwind/unwinding-open-signal-caller-pc/first-of-routine-0 signal-caller-pc topmost-again 1 0 4 0 no-function
  v3/amd64/unwind/unwinding-open-signal-caller-pc/first-of-routine-0 signal-caller-pc nothing 1 0 2 0 no-function
  v3/amd64/unwind/unwinding-open-signal-caller-pc/behind-a-function-0 signal-caller-pc no-less-one 1 0 5 0 no-function
  v3/amd64/unwind/unwinding-open-signal-caller-pc/behind-a-function-0 signal-caller-pc topmost-again 1 0 5 0 no-function
  v3/amd64/unwind/unwinding-open-signal-caller-pc/behind-a-function-0 signal-caller-pc nothing 1 0 2 0 memory

They are those of the lines.

  $ cat >expected.py <<'END'
  > import json, sys
  > named = {line.split()[0] for line in open("said")}  # some readings no model says
  > for vector in map(json.loads, sys.stdin):
  >     for each in vector["expect"]["readings"] if vector.get("id") in named else ():
  >         answer, accept = each.get("answer"), each.get("accept", [])
  >         frames = (answer or {}).get("frames", [])
  >         print(vector["id"], each["ledger"], each["reading"], int(answer is not None),
  >               int("error" in accept or each["reading"] in vector.get("breaches", [])), len(frames),
  >               (answer or {}).get("cfa", {}).get("offset", 0), answer["stop"] if frames else "-")
  > END
  $ sframe-gen emit --profile v3 --abi amd64 "${few[@]}" | python3 expected.py | cmp - said
