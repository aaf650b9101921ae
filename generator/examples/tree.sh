#!/bin/sh
# A tree of files: every section that must be refused is refused.  usage: tree.sh FOLDER SFRAME-REF
folder=$1; shift
grep -rl --include='*.json' '"operation":"check","class":"malformed"' "$folder" | while read -r vector; do
    profile=${vector#"$folder"/}
    if "$@" check --profile "${profile%%/*}" "${vector%.json}.sframe" >/dev/null; then echo "accepted: $vector"; exit 1; fi
done
