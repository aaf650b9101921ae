A file that any program writes appears whole or not at all, with the mode that it would have if written in place.

  $ . "$TESTDIR/setup.sh"; vectors 8 >corpus

`write PROGRAM PATH` writes a file, and prints what is said if that fails.  `each DO` does it with each program in a folder of
its own; in what is printed, equal lines are counted.

  $ written_by() {
  >     case $1 in
  >     json) sframe-conform --corpus corpus --json "$2" 'hostile behave';;
  >     accept) sframe-conform --corpus corpus --accept --expect "$2" 'hostile refuse';;
  >     generator) sframe-gen emit --family settled --to "$2";;
  >     convert) sframe-convert -o "$2" "$(type -P true)";;
  >     script) /usr/bin/python3 -c 'import sys; sys.path[0] = sys.argv[2]; from common import safe_text, standard
  > sys.exit(standard.run(lambda: safe_text.write_whole(sys.argv[1], b"x" * 100)))' "$2" "$ROOT";;
  >     esac
  > }
  $ write() { local said; said=$(written_by "$@" 2>&1 >/dev/null) || test $? = 1 || sed 's,^[^ ]*: ,,; s,/[^ ]*/here/,here/,' <<<"$said"; }
  $ each() { for program in json accept generator convert script; do rm -rf here; mkdir here; "$@" $program; done | sort | uniq -c; }
  $ is_new() { test -s $1 && ! echo '# old' | cmp -s - $1 && echo "$1 is new"; }

It is written through links, and keeps its mode, its owner and its attributes.

  $ about() { stat -c '%a %u %g' here/home/file; /usr/bin/python3 -c 'import os; path = "here/home/file"
  > print({name: os.getxattr(path, name) for name in os.listxattr(path)})'; }
  $ through() {
  >     mkdir here/home here/links; ln -s ../home/file here/links/link; ln -s link here/links/second; echo '# old' >here/home/file
  >     /usr/bin/python3 -c 'import os; os.setxattr("here/home/file", "user.about", b"mine")' 2>/dev/null
  >     chmod 640 here/home/file; test $UID != 0 || chown 65534:65534 here/home/file; about >before
  >     write $1 here/links/second; readlink here/links/*; ls here/home here/links; is_new here/home/file; about | diff before -
  > }
  $ each through
        5 
        5 ../home/file
        5 file
        5 here/home/file is new
        5 here/home:
        5 here/links:
       10 link
        5 second
  $ to_nothing() { ln -s new here/link; test $1 != accept || touch here/new; write $1 here/link; readlink here/link; is_new here/new; stat -c %a here/new; }
  $ (umask 027; each to_nothing)
        5 640
        5 here/new is new
        5 new

What has two names is refused, as they would be parted; so are links to themselves and to folders.

  $ parted() { echo '# old' >here/file; ln here/file here/other; write $1 here/file; cat here/other; test here/file -ef here/other && ls here; }
  $ each parted
        5 # old
        1 cannot write here/file: the file has other names (hard links), which would go on naming the old one; remove this name first, or write elsewhere
        5 file
        1 here/file: cannot write: the file has other names (hard links), which would go on naming the old one; remove this name first, or write elsewhere
        1 here/file: the file has other names (hard links), which would go on naming the old one
        2 here/file: the file has other names (hard links), which would go on naming the old one; remove this name first, or write elsewhere
        5 other
  $ looped() { ln -s link here/link; write $1 here/link; ls here; }; each looped
        1 cannot write here/link: Too many levels of symbolic links
        3 here/link: Too many levels of symbolic links
        1 here/link: cannot write: Too many levels of symbolic links
        5 link
  $ to_folder() { mkdir here/folder; ln -s folder here/link; write $1 here/link; ls -R here; }; each to_folder
        5 
        1 cannot write here/link: Is a directory
        5 folder
        5 here/folder:
        3 here/link: Is a directory
        1 here/link: cannot write: Is a directory
        5 here:
        5 link

A file that may not grow is an error, and nothing is left.

  $ full() { (ulimit -f 0; write $1 here/file 2>&1) | grep -o 'File too large'; ls here; }; each full
        5 File too large
  $ full_again() { echo '# old' >here/file; full $1; cat here/file; }; each full_again
        5 # old
        5 File too large
        5 file
