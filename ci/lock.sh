# shellcheck shell=bash
# Sourced by apt-private.sh: what a script fetched is compared with what ci/lock
# records, before any of it is unpacked, built or run.

lock=${project:?}/ci/lock
fetched_by="${command_name:?}${*:+ $*}" # the line in ci/lock above the rows

# recorded: those rows: name, version and SHA-256.
recorded() {
    local line above=""
    while IFS= read -r line; do
        case $line in
        "  "*) [[ $above != "$fetched_by" ]] || echo "${line#  }" ;;
        *) above=$line ;;
        esac
    done <"$lock"
}

# verify: the same of what was fetched comes on stdin. Other bytes of a version
# that is recorded end the script; other versions are reported in one line.
verify() {
    local name version sum rows=() others=""
    local -A sums=() versions=()
    while read -r name version sum; do
        sums[$name $version]=$sum
        versions[$name]+="${versions[$name]+ and }$version"
    done < <(recorded)
    while read -r name version sum; do
        rows+=("  $name $version $sum")
        case ${sums[$name $version]-} in
        "$sum") ;;
        "") others+="; $name is $version, recorded is ${versions[$name]-none}" ;;
        *) die 1 "$name $version has the SHA-256 $sum, but under '$fetched_by' ci/lock records" \
            "${sums[$name $version]}; nothing of it was unpacked or run, see the head of ci/lock" ;;
        esac
    done
    ((${#rows[@]})) || die 1 "nothing came that could be compared with ci/lock"
    ((${#sums[@]})) || others="; it records nothing under '$fetched_by'"
    [[ -z $others ]] || say "other versions than in ci/lock: ${others#; }"
    [[ -z ${RECORD-} ]] || record "${rows[@]}"
}

# record ROW...: writes the rows into ci/lock, where the old ones stood or at its end.
record() {
    local line skip="" written=""
    {
        while IFS= read -r line; do
            [[ $line == "  "* && -n $skip ]] && continue
            skip=""
            printf '%s\n' "$line"
            [[ $line == "$fetched_by" ]] || continue
            printf '%s\n' "$@"
            skip=yes written=yes
        done <"$lock"
        [[ -n $written ]] || printf '%s\n' '' "$fetched_by" "$@"
    } >"$lock.part"
    mv "$lock.part" "$lock"
    say "ci/lock records it; rows: $#"
}

# rows_of FILE...: of files that apt has named, NAME_VERSION_ARCH.deb or NAME_VERSION.orig.tar.xz.
rows_of() {
    local sum file name version kind
    while read -r sum file; do
        file=${file##*/}
        IFS=_ read -r name version kind <<<"${file/.orig.tar./_source.}"
        printf '%s:%s %s %s\n' "$name" "${kind%%.*}" "${version//%3a/:}" "$sum"
    done < <(sha256sum -- "$@")
}

# crates_of FILE...: of files Cargo.lock: cargo takes no other bytes than those that they name. What has no source is the
# program itself; a crate whose source is followed by no checksum gets another word in its place.
crates_of() {
    local key value name version sum
    cat -- "$@" | while read -r key _ value; do
        case $key in
        name) name=$value ;;
        version) version=$value ;;
        source)
            read -r _ _ sum
            echo "$name $version ${sum:-none}"
            ;;
        esac
    done | sed 's/"//g' | sort -u
}

# new_cargo_home FOLDER: cargo's own, with the user's configuration and an empty cache. What cargo downloads it compares
# with Cargo.lock; what lies in its cache it takes as it is.
new_cargo_home() {
    local file
    mkdir "$1"
    for file in "${CARGO_HOME:-${HOME-}/.cargo}"/*; do
        [[ ! -e $file || ${file##*/} =~ ^(registry|git)$ ]] || ln -s "$(realpath "$file")" "$1"
    done
    export CARGO_HOME=$1
}
