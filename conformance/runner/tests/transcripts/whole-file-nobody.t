A program that may not write another user's file in our folder, a read-only file, or in another user's folder says so and changes
nothing.

  $ test $UID = 0 || exit 80  # nobody else can be nobody
  $ . "$TESTDIR/setup.sh"; home=$(mktemp -d /tmp/nobody.XXXXXX); chmod 755 $home; cp "$build/sframe-gen" "$build/sframe-convert" $home
  $ nobody() { (cd /; setpriv --reuid 65534 --regid 65534 --clear-groups "$@") 2>&1 | sed "/: address /d; s,$home/,,g"; echo "status ${PIPESTATUS[0]}"; }
  $ mkdir $home/folder $home/closed; echo old | tee $home/folder/others >$home/folder/ours; chmod 666 $home/folder/others
  $ chown 65534:65534 $home/folder $home/folder/ours; chmod 444 $home/folder/ours
  $ for path in folder/others folder/ours closed/new; do
  >     nobody $home/sframe-gen emit --family settled --to $home/$path; nobody $home/sframe-convert -o $home/$path "$(type -P true)"
  > done
  sframe-gen: cannot write folder/others: the file belongs to another user or group, which cannot be kept; write elsewhere, or remove the file first
  status 2
  sframe-convert: folder/others: cannot write: the file belongs to another user or group, which cannot be kept; write elsewhere, or remove the file first
  status 2
  sframe-gen: cannot write folder/ours: Permission denied
  status 2
  sframe-convert: folder/ours: cannot write: Permission denied
  status 2
  sframe-gen: cannot write closed/new: its folder cannot be written to
  status 2
  sframe-convert: closed/new: cannot write: its folder cannot be written to
  status 2
  $ ls $home/folder $home/closed | sed "s,$home/,,"; cat $home/folder/*; rm -r $home
  closed:
  
  folder:
  others
  ours
  old
  old
