The exports, and the examples of how to consume each; test_exports.py has what holds of all files.

  $ build=$(cd "$TESTDIR/../.." && cd "${BUILD:-build}" && pwd); PATH=$build:$PATH; examples=$TESTDIR/../examples

Exports are the same again, whatever else is there.

  $ for command in tree elf; do
  >     sframe-gen $command --core --profile v3 --select '*/check/*' --select '*/s390x/*' --to all-$command; sframe-gen $command --core --profile v3 --abi s390x --to few-$command
  >     diff -r all-$command/v3/s390x few-$command/v3/s390x
  > done; ls few-tree few-elf all-elf/v3
  all-elf/v3:
  aarch64
  aarch64_be
  amd64
  s390x
  
  few-elf:
  v3
  
  few-tree:
  v3

The header compiles without a warning, by clang and by gcc with the example.

  $ sframe-gen header --core --to vectors.h; printf '#include "vectors.h"\nint main(void) { return sfv_vectors[0]->size == 0; }\n' >program.c
  $ clang -std=c17 -fsyntax-only -Wall -Wextra -Werror -I . program.c
  $ run() { gcc -std=gnu11 -Wall -Wextra -Werror -I . -I "$TESTDIR/../../ref" $examples/header.c $TESTDIR/../../build/libsframe-ref.a -o program && ./program; }
  $ sframe-gen header --core --select 'v*/amd64/lookup/*' --to vectors.h; run | sed 's/[0-9]* lookups/N lookups/'; sed -i 's/[.]offset = 16/.offset = 24/' vectors.h; run | sed 's/[0-9]* lookups, [0-9]*/N lookups, M/'
  N lookups, 0 wrong answers
  N lookups, M wrong answers

Lines, a tree and ELF files.

  $ sframe-gen emit --core --profile v3 --abi amd64 --select '*/lookup/size-*' --select '*/lookup/f*' --to lines; $examples/lines.py lines sframe-ref && sed -i 's/"offset":16/"offset":24/' lines; $examples/lines.py lines sframe-ref 2>&1 | sed 's/[0-9]*/N/'
  N wrong answers
  $ sh $examples/tree.sh few-tree sframe-ref; sh $examples/tree.sh few-tree true | cut -d / -f 1
  accepted: few-tree
  $ sframe-gen elf --core --select 'v3/*/flip/beside-*-cfa/*' --to flips; sh $examples/elf.sh flips | sed 's/.*: //' | sort -u
  AArch64, 1 segment of SFrame
  Advanced Micro Devices X86-64, 1 segment of SFrame
  IBM S/390, 1 segment of SFrame

They are short.

  $ for file in $examples/*.*; do [ $(wc -l <$file) -le 28 ] || echo $file; done
