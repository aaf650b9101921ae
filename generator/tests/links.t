sframe-links' command line, and links as lines: generator/links/README.md.

  $ build=$(cd "$TESTDIR/../.." && cd "${BUILD:-build}" && pwd); PATH=$build:$PATH
  $ ids() { grep -o '^{"id":"[^"]*' | cut -d '"' -f 4; }

Wrong use gets one line, and nothing is left half written.

  $ for words in '--family none' '--abi z80' '--profile v9' '--seed x' more '--broken 0' '--broken many' '--output /nowhere/file' \
  >     '--select none' show 'show a b' 'show none' '--select none --output out'; do
  >     sframe-links $words; echo "exit $?"
  > done 2>&1 | paste -d ' ' - -; ls
  sframe-links: --family none: must be a family; see sframe-links --help exit 2
  sframe-links: --abi z80: must be amd64, aarch64, aarch64_be or s390x; see sframe-links --help exit 2
  sframe-links: --profile v9: must be v1, v2, v2e1, v2e2 or v3; see sframe-links --help exit 2
  sframe-links: --seed x: must be a whole number; see sframe-links --help exit 2
  sframe-links: takes no arguments but show ID: more; see sframe-links --help exit 2
  sframe-links: --broken 0: must be a whole number from 1 to 4294967295; see sframe-links --help exit 2
  sframe-links: --broken many: must be a whole number from 1 to 4294967295; see sframe-links --help exit 2
  sframe-links: cannot write /nowhere/file: No such file or directory exit 2
  sframe-links: nothing is selected: no link fits all of these options; --list has families exit 1
  sframe-links: takes no arguments but show ID: show; see sframe-links --help exit 2
  sframe-links: takes no arguments but show ID: show; see sframe-links --help exit 2
  sframe-links: nothing is selected: no link fits all of these options; --list has families exit 1
  sframe-links: nothing is selected: no link fits all of these options; --list has families exit 1

`reads OPTIONS` shows what becomes of lines for one manner, ABI and mode: the links, or the mistake.

  $ reads() { sframe-links --read - --select 'v3/amd64/*/gas-2.47/static' 2>&1 | grep -o '^{"id":"[^"]*\|^sframe-links: .*' | sed 's/^{"id":"\|sframe-links: standard input://'; }
  $ sed -n 's/^    //p' "$TESTDIR/../links/README.md" | reads
  v3/amd64/link/read/small/gas-2.47/static
  v3/amd64/link/read/large/gas-2.47/static
  $ for condition in '' static 'shared pie' 'shared static' 'static v1 v2' 'v3 amd64 usual' 'v1 or amd64' 'v1 or s390x'; do
  >     echo "$condition: $(printf "link one${condition:+ if $condition}\nobject\ntext .text leaf\n" | reads)"
  > done
  : v3/amd64/link/read/one/gas-2.47/static
  static: v3/amd64/link/read/one/gas-2.47/static
  shared pie: sframe-links: nothing is selected: no link fits all of these options; --list has families
  shared static: v3/amd64/link/read/one/gas-2.47/static
  static v1 v2: sframe-links: nothing is selected: no link fits all of these options; --list has families
  v3 amd64 usual: v3/amd64/link/read/one/gas-2.47/static
  v1 or amd64: v3/amd64/link/read/one/gas-2.47/static
  v1 or s390x: sframe-links: nothing is selected: no link fits all of these options; --list has families

A mistake says where it is and what was expected.

  $ while read -r lines; do printf "$lines" | reads; done <<'END'
  > for nobody\n
  > lnk one\nobject\n
  > for v3\noption -r\ntext .text leaf\n
  > link one
  > link one\n\nlink other\n# no more\n
  > link\n
  > link one 1 2 3 4 5\n
  > link one\nobjekt\n
  > link one\nobject\n\ntexts .text\n
  > link one\nobject manner gcc\n
  > link one\nobject fixed-fp 300\n
  > link one\nobject\ntext .text leaf shares 1\n
  > link one\nobject\ntext .text leaf times 97\n
  > link one\nobject\ntext .text 290-rows times 4\n
  > link one\nobject\ntext .text laef\n
  > link one\nobject\ntext .text leaf leaf\nentries 1\n
  > END
  1:5: expected a mode, a profile, an ABI or `usual` after `for`, got `nobody`
  1:1: expected a line `link` or `for`, or `option` behind that, got `lnk`
  3:1: expected a line `link` or `for`, or `option` behind that, got `text`
  1:9: a link without an object
  4:1: a link without an object
  1:5: expected a name after `link`, but the line ends
  1:18: at most 4 words can follow a link's name
  2:1: expected a line `option`, `sections`, `object`, `link` or `for`, got `objekt`
  4:1: expected a line `text`, `table`, `entries`, `object` or `link`, got `texts`
  2:15: expected a manner after `manner`, such as `gas-2.47`; got `gcc`
  2:17: expected a number from -128 to 127 after `fixed-fp`, got `300`
  3:24: expected a number from 0 to 0 after `shares`, got `1`
  3:25: a table has at most 96 functions, and 1024 rows
  3:28: a table has at most 96 functions, and 1024 rows
  3:12: expected what stands in code after `.text`, such as `leaf`, `shares 0` or `call callee`; got `laef`
  4:10: expected a number after `1`, but the line ends

The links of the core stay as they are.

  $ sframe-links --core | cksum
  4256434307 2983296

The same links are drawn again from a seed, others from another, and whatever else is asked for.

  $ for seed in 7 7 8; do sframe-links --broken 100 --seed $seed | cksum; done | uniq -c | awk '{print $1}'
  2
  1
  $ sframe-links --family drawn --abi s390x >drawn; sframe-links --select "$(head -1 drawn | ids)" | cmp - <(head -1 drawn)

A group is kept once, and what nothing calls is gone.

  $ expect() { sframe-links --select "$1" | grep -o "\"$2\":[[][^]]*"; }
  $ expect 'v3/amd64/link/groups/01+12/*' free
  "free":["shared1","shared0","shared1","shared2"
  $ sframe-links show 'v3/amd64/link/groups/01+12/*' | sed -n '/^# the result/,$ s/^# \(shared.*\)/\1/p'
  shared0
  shared1
  shared2
  $ expect 'v3/amd64/link/garbage/collected-13/*/static' gone; expect 'v3/amd64/link/garbage/collected-13/*/static' options
  "gone":["part0","part2"
  "options":["-static","-e","f0","--gc-sections"

Rows of a function of blocks are said block by block.

  $ sframe-links --select v3/amd64/link/single/blocks/gas-2.47/shared | grep -o '"at":[0-9]*,"mang[^}]*\|"at":[0-9]*,"cfa[^}]*'
  "at":0,"cfa":{"base":7,"offset":8
  "at":8,"cfa":{"base":7,"offset":16
  "at":16,"cfa":{"base":7,"offset":8
  "at":24,"cfa":{"base":7,"offset":16

Tables are open whose starts are.

  $ sframe-links --family single --abi amd64 --select '*/frame/*/shared' | grep -o '^{"id":"[^"]*\|"class":"[^"]*\|"starts":"[^"]*' | cut -d '"' -f 4 | paste -d ' ' - - -
  v1/amd64/link/single/frame/gas-2.40/shared field contested
  v2/amd64/link/single/frame/gas-2.44/shared field contested
  v2e2/amd64/link/single/frame/llvm-22/shared pcrel valid
  v3/amd64/link/single/frame/gas-2.47/shared pcrel valid
  v3/amd64/link/single/frame/v3-from-section/shared section contested
  v3/amd64/link/single/frame/v3-progbits/shared pcrel contested
  v2e2/amd64/link/single/frame/v2e2-from-section/shared section contested
  v2/amd64/link/single/frame/v2-from-section/shared section contested
  v1/amd64/link/single/frame/v1-from-section/shared section contested

Starts of 32 bits cannot say all: then it may be refused.

  $ sframe-links --select 'v?/aarch64_be/link/widths/far-*/gas-*/static' | grep -o '^{"id":"[^"]*\|"unmixed":true' | cut -d '"' -f 2,4 | sed 's/id.//'
  v1/aarch64_be/link/widths/far-1-GiB/gas-2.40/static
  v1/aarch64_be/link/widths/far-3-GiB/gas-2.40/static
  unmixed
  v1/aarch64_be/link/widths/far-6-GiB/gas-2.40/static
  unmixed
  v1/aarch64_be/link/widths/far-before-1-GiB/gas-2.40/static
  v1/aarch64_be/link/widths/far-before-3-GiB/gas-2.40/static
  unmixed
  v2/aarch64_be/link/widths/far-1-GiB/gas-2.44/static
  v2/aarch64_be/link/widths/far-3-GiB/gas-2.44/static
  unmixed
  v2/aarch64_be/link/widths/far-6-GiB/gas-2.44/static
  unmixed
  v2/aarch64_be/link/widths/far-before-1-GiB/gas-2.44/static
  v2/aarch64_be/link/widths/far-before-3-GiB/gas-2.44/static
  unmixed
  v3/aarch64_be/link/widths/far-1-GiB/gas-2.47/static
  v3/aarch64_be/link/widths/far-3-GiB/gas-2.47/static
  v3/aarch64_be/link/widths/far-6-GiB/gas-2.47/static
  v3/aarch64_be/link/widths/far-before-1-GiB/gas-2.47/static
  v3/aarch64_be/link/widths/far-before-3-GiB/gas-2.47/static

A script is named by the options, and leaves out what it throws away.

  $ sframe-links --select v3/amd64/link/scripts/code-gone/gas-2.47/static | grep -o '"options":[^]]*\|"script":"[^"]*\|"gone":[^]]*'
  "options":["-static","-e","f0","-T","script","--no-gc-sections"
  "script":"SECTIONS { . = 0x100000 + SIZEOF_HEADERS; /DISCARD/ : { *(.text.gone) } .text : { *(.text .text.*) } .sframe : { *(.sframe) } }\u000a
  "gone":["f3","f8"
