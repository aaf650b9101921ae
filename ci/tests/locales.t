Reports and messages are the same in every locale and time zone, and whatever script files and words are in.

  $ . "$TESTDIR/setup.sh"; mkdir locales place; cd place
  $ for made in de_DE:ISO-8859-1 tr_TR.UTF-8:UTF-8; do
  >     localedef -i "${made%%[.:]*}" -f "${made#*:}" "../locales/${made%:*}"
  > done

`each FILES COMMAND...` runs it in all of them: none, C, unknown ones, Latin-1, a decimal comma and a dotless i, far away, with
other settings of Python.  It prints how many different things were said and written to FILES, but for times, and the exit status.

  $ each() {
  >     files=$1; shift
  >     for where in none=1 LC_ALL=C LC_ALL=C.UTF-8 LC_ALL=xx_YY LC_ALL=xx_YY.UTF-8 'LANG=de_DE LANGUAGE=de:fr' LC_ALL=de_DE \
  >         LC_ALL=tr_TR.UTF-8 TZ=XXX-25 PYTHONIOENCODING=latin-1; do
  >         env $(printenv | sed -n 's/^\(LC_[A-Z]*\|LANG[A-Z]*\)=.*/-u \1/p') LOCPATH="$PWD/../locales" PYTHONPATH="$ROOT" $where "$@" >out 2>err; echo "exit $?" >status
  >         { cat status out err; [ -z "$files" ] || PYTHONPATH="$ROOT" /usr/bin/python3 -c 'import sys; from common.page_data import unpacked; [sys.stdout.buffer.write(unpacked(open(name, "rb").read())) for name in sys.argv[1:]]' \
  >             $files; } | LC_ALL=C sed -E 's/"(started|seconds)": ?("[^"]*"|[0-9.e-]+)|(timestamp|time)="[^"]*"|\[[0-9]+\.[0-9]{1,3}\]|[0-9.]+ s$|[0-9-]{10}T[0-9:]{8}Z/TIME/g' | md5sum
  >     done | sort -u | wc -l; cat status
  > }

A report; what the adapter says before it ends is kept: words that are not ASCII, and in which language it was asked.

  $ cat >ordnér\ 你 <<'END'
  > {"id":"v2/amd64/check/made/1","profile":"v2","abi":"amd64","operation":"check","class":"valid","family":"made","clauses":["preamble.magic"],"origin":"generated","note":"é","expect":{"verdict":"valid","violations":[]},"input":{"address":"0x1000","bytes":"e2de02"}}
  > END
  $ cat >ordnér\ 你.sh <<'END'
  > read hello
  > echo '{"protocol": 1, "name": "ü", "version": "1", "profiles": ["v2"], "abis": ["amd64"], "operations": ["check"]}'
  > read request
  > echo "blöd $LC_ALL $LANGUAGE" >&2
  > ls nowhere >&2
  > printf 'déjà %.1f\n' 1.5 >&2
  > exit 3
  > END
  $ each '' printenv LC_ALL
  7
  exit 1
  $ each 'jé h x t m s' "$build/sframe-conform" --jobs 1 --corpus 'ordnér 你' --json jé --html h --junit x --tap t --markdown m --sarif s \
  >     "one=sh 'ordnér 你.sh'" "$build/ü" --missing m=ä
  1
  exit 1
  $ /usr/bin/python3 -c 'import json; print(ascii(json.load(open("jé"))["implementations"][1]["cases"][0]["stderr"]))'
  "bl\xf6d C.UTF-8 \nls: cannot access 'nowhere': No such file or directory\nd\xe9j\xe0 1.5\n"

A script prints a name that it was given, and reads and writes a file: by all that Python may decode otherwise.

  $ echo 'naïve 你' >ordnér\ 你; cat >script <<'END'
  > import subprocess, sys
  > from common import safe_text, standard
  > def main():
  >     with open(sys.argv[1]) as file, open("copy", "w") as copy:
  >         text = file.read()
  >         copy.write(text)
  >     print(sys.argv[1], text, f"{1.5:n}", sorted("ézaI".lower()))
  >     print(sys.argv[1], file=sys.stderr)
  >     print(subprocess.run(["ls", "nowhere"], capture_output=True, text=True).stderr)
  >     return 0
  > sys.exit(standard.run(main, safe_text.guard))
  > END
  $ each copy /usr/bin/python3 script 'ordnér 你'; cmp copy ordnér\ 你; cmp err <(echo 'ordnér 你'); grep -c 'ordnér 你 naïve 你' out
  1
  exit 0
  1
