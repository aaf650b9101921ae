Runs: what they need and keep, whose children they have, and a command for each vector (--one-shot).

  $ . "$TESTDIR/setup.sh"

The oracle passes the core, and takes its own readings alone.

  $ sframe-conform --core --json report oracle | sed -n '1s/[0-9][0-9]*/N/gp'
  oracle (sframe-ref N.N.N): N asked: N pass N reading N unjudged; N judged
  $ grep -o '"oracle":"[^"]*","took":{[^}]*}' report >took; grep -c . took | sed 's/..*/some/'
  some
  $ grep -v -E '"oracle":"(.*)","took":\{"\1":[0-9]+\}' took
  [1]
  $ test $(awk -F '[^0-9]+' '{ sum += $(NF - 1) } END { print sum }' took) = $(grep -o '"outcome":"reading"' report | wc -l)

Two runs give the same report but for times.

  $ again() { conform --jobs 3 --json - --tap tap "$@" | sed 's/"started":"[^"]*","seconds":[0-9.]*//'; cat tap; }
  $ for actions in die:SEGV 'right right' "right 'say:x\n'" "'say:oops\n'" 'each right exit:0'; do
  >     again "hostile $actions" >one; again "hostile $actions" | diff -q one - && wc -l <one
  > done | uniq -c
        4 50
        1 47

Many long lines do not need much memory, and many processes no large limit of open files; a limit that is too small is said.

  $ sframe-gen emit --family sizes --largest 20000 | (ulimit -v 390625; sframe-conform --corpus - null) | sed -n '2s/ (.*//p'
    nothing was judged
  $ vectors 599 >corpus; (ulimit -Sn 64; conform --jobs 32 null) | sed 1q
  null (null 1): 599 asked: 599 unsupported; 0 judged
  $ vectors 1 >corpus; conform --json report --jobs 1 $(seq -f 'each%g=null' 300) >out; grep -c '^each.* 1 unsupported' out
  300
  $ few() { (ulimit -n $1; conform --jobs 2 --json few $(seq -f 'each%g=null' 20)) | tail -n 1 | cut -c 1-150; ls few; rm -f few; }
  $ few 100; few 172
  sframe-conform: 2 processes of each of 20 implementations need 172 open files, and the limit is 100; fewer --jobs, or ulimit -n
  ls: cannot access 'few': No such file or directory
  NOT as expected (not judged): 20 implementations, 1 vectors, 20 asked, 0 unexpected, 0 judged
  few
  $ vectors 40 | sframe-gen close >corpus

Results that cannot be kept are reported.

  $ (ulimit -f 1; sframe-conform --corpus corpus 'hostile behave' 2>&1) | grep -o 'the results cannot be kept.*'
  the results cannot be kept in a temporary file: File too large

What writes the corpus is nobody's stray, if a shell that becomes the runner leaves it that child.

  $ echo '*/0007 crash' >known; cat >becomes <<'EOS'
  > exec sframe-conform --strict --expect known --corpus <(head -n 20 corpus; sleep 1; tail -n +21 corpus) 'hostile die:SEGV'
  > EOS
  $ bash becomes | sed -n 1p
  hostile (hostile 1): 40 asked: 39 pass 1 crash; 40 judged
  $ for words in '--corpus /nowhere x' --help "--corpus /dev/null 'hostile behave'"; do
  >     for before in : "trap '' CHLD"; do bash -c "$before; sleep 30 & exec sframe-conform $words" >said 2>&1 </dev/null; echo $?; done
  > done | uniq -c
        2 2
        2 0
        2 1

An adapter cannot plainly stop or trace its runner.

  $ for way in signal signal_all signal_group signal_thread signal_starter join trace open limit; do
  >     conform "hostile against:$way" | sed 1q
  > done | uniq -c
        9 hostile (hostile 1): 40 asked: 40 pass; 40 judged

An adapter without any input ends well.

  $ for adapter in oracle null; do $adapter </dev/null; done

A command is run for each vector, and its status counts.

  $ cat >shot <<'EOS'
  > #!/bin/bash
  > number=$(od -An -tu1 -j 4 -N 1 "$1" | tr -d ' '); echo "asked $number $2 $3 $4" >&2
  > case $number in 2) exit 1;; 3) exit 89;; 4) exit 7;; 5) kill -SEGV $$;; 6) exec sleep 1000;; esac
  > EOS
  $ chmod +x shot; vectors 7 >corpus; conform --deadline 2 --json report --one-shot './shot {file} {profile} {abi} {address}'
  shot (shot one-shot): 7 asked: 2 pass 1 fail 1 unsupported 1 crash 1 exit 1 hang; 6 judged
    v2/amd64/check/made/0002: fail: an error where an answer is due: rejected
      likely decided by preamble.magic, section 2.1: "The magic number for SFrame section: 0xdee2"
    v2/amd64/check/made/0004: exit: ended with exit status 7
      stderr: asked 4 v2 amd64 0x1000
    v2/amd64/check/made/0005: crash: died by SIGSEGV
      stderr: asked 5 v2 amd64 0x1000
    v2/amd64/check/made/0006: hang: did not answer within 2 s
      stderr: asked 6 v2 amd64 0x1000
  the corpus has no closing line, so nobody knows whether it is whole
  To go on with failures that are known, run this again with --expect FILE --accept: it begins FILE
  NOT as expected: 1 implementation, 7 vectors, 7 asked, 4 unexpected, 6 judged
  [1]
  $ grep -o '"signal":"[^"]*"' report
  "signal":"SIGSEGV"

A command may be called anything, and gets an ELF file where it wants one.

  $ printf '#!/bin/sh\n' >'a "b\c'; chmod +x 'a "b\c'; conform --json report --one-shot "'$PWD/a \"b\\c'" | sed 1q
  a "b\c (a "b\c one-shot): 7 asked: 7 pass; 7 judged
  $ grep -o '"name":"a[^,]*' report
  "name":"a \"b\\c"
  $ (vectors 1; vectors 2 2 | sed 's/"abi":"amd64"/"abi":"s390x"/') >corpus
  $ cat >reads <<'EOS'
  > readelf -hSW "$1" 2>/dev/null | sed -n 's/^  \(Data\|Machine\): *//p; s/.* \(.sframe\) .* \([0-9a-f]\{16\}\) .*/\1 \2/p' >&2
  > readelf -x .sframe "$1" 2>/dev/null | grep -q '0x00001000 e2de02' && exit 7
  > EOS
  $ conform --json report --one-shot 'sh reads {elf}' >out; grep -o '"stderr":"[^"]*"' report
  "stderr":"2's complement, little endian\u000aAdvanced Micro Devices X86-64\u000a.sframe 0000000000001000\u000a"
  "stderr":"2's complement, big endian\u000aIBM S/390\u000a.sframe 0000000000001000\u000a"
