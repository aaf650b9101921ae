# shellcheck shell=bash
# Sourced by the scripts that fetch: their help, folders that are made once, and
# packages of another architecture or suite, fetched from the machine's own mirror
# with an apt of our own (its state and cache in one folder of .toolchains/index), so
# that the machine's apt and its architectures stay as they are and nobody needs root.

export LC_ALL=C
command_name=ci/${0##*/}
project=$(cd "${BASH_SOURCE[0]%/*}/.." && pwd)
# Where the folder really is: worktrees may share one by a link.
toolchains=$(realpath -m "$project/.toolchains")
made_from=("$0" "${BASH_SOURCE[0]}" "$project/ci/lock.sh") # what decides what is made

say() { printf '%s: %s\n' "$command_name" "$*" >&2; }
die() { local status=$1; shift; say "$@"; exit "$status"; }

# usage: the comment at the head of the script, and what holds for all of them.
usage() {
    sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
    cat <<'TEXT'

What is fetched comes from the machine's own mirror, or from the registry that
cargo is configured for, into .toolchains/; VERSIONS there says what it is. No
root needed. Prints nothing when all is there.

Exit status: 0 done, 1 failed, 2 usage, 3 this machine or its mirror cannot
serve it.
TEXT
}

case ${1-} in
--help | -h) usage; exit ;;
esac

# takes COUNT NUMBER: ends with 2 if there are not as many arguments.
takes() { (($1 == $2)) || die 2 "takes $1 arguments, and not $2; see $command_name --help"; }

# one_of WORD CHOICE...: ends with 2 if the word is none of these.
one_of() {
    local word=$1 each; shift
    for each; do [[ $each != "$word" ]] || return 0; done
    die 2 "no '$word'; there are $*"
}

# shellcheck source=lock.sh
. "$project/ci/lock.sh"

# Flags that name a folder go through make and the shell, where blanks split them.
case $project in
*[[:space:]]*) die 1 "the project lies in '$project'; compiler flags cannot name a path with blanks, so move it" ;;
esac

# multiarch ARCH: the Debian architecture's name in library folders.
multiarch() {
    case $1 in
    amd64) echo x86_64-linux-gnu ;;
    i386) echo i386-linux-gnu ;;
    arm64) echo aarch64-linux-gnu ;;
    s390x) echo s390x-linux-gnu ;;
    esac
}

host=$(dpkg --print-architecture 2>/dev/null) || host=none
host_triplet=$(multiarch "$host")

# make_once DIR FUNCTION...: has FUNCTION fill the folder `part`, which becomes
# DIR only when it is whole. The stamp in DIR names the scripts that made it and
# where, as wrappers hold absolute paths: a change of either makes DIR again. So
# does RECORD=yes, to write into ci/lock what is fetched then.
make_once() {
    local dir=$1 stamp; shift
    stamp="$(cat "${made_from[@]}" | cksum) $dir"
    is_made "$dir" "$stamp" && return
    mkdir -p "${dir%/*}" 2>/dev/null || die 1 "cannot make ${dir%/*}; make its parent writable"
    [[ -w ${dir%/*} ]] || die 1 "cannot write to ${dir%/*}; make it writable"
    [[ -e $toolchains/.gitignore ]] || echo '*' >"$toolchains/.gitignore"
    exec 9>"$dir.lock"
    flock -n 9 || { say "waiting for another run that fetches the same"; flock 9; }
    is_made "$dir" "$stamp" && return

    part=$dir.part
    rm -rf "$part"
    mkdir -p "$part/apt"
    "$@"
    rm -rf "$part/apt"
    printf '%s\n' "$stamp" >"$part/.stamp"
    rm -rf "$dir"
    mv "$part" "$dir"
}

is_made() { [[ -z ${RECORD-} && -f $1/.stamp && $(<"$1/.stamp") == "$2" ]]; }

# use_index NAME ARCH FUNCTION...: makes apt use the lists of packages of ARCH that
# FUNCTION fetches. All scripts share them, for an hour.
use_index() {
    local index=$toolchains/index/$1 made_from=("${BASH_SOURCE[0]}"); shift
    find "$toolchains/index" -maxdepth 1 -name '*-*' -type d -mmin +60 -exec rm -rf {} + 2>/dev/null || true
    (make_once "$index" fill_index "$@")
    configure_apt "$index" "$1"
}

fill_index() {
    local arch=$1; shift
    type -P apt-get dpkg-deb >/dev/null || die 3 "no apt-get here, so no mirror to fetch from"
    mkdir -p "$part"/{state/lists/partial,cache/archives/partial,sources.d}
    : >"$part/status"
    configure_apt "$part" "$arch"
    "$@"
}

# private_apt PROGRAM...: an apt program on our own configuration.
private_apt() { local program=$1; shift; "$program" -c "$part/apt/apt.conf" "$@" 9>&-; }

# configure_apt INDEX ARCH: makes that configuration.
configure_apt() {
    # An empty status makes apt plan every dependency. Hooks and pins of the
    # machine are not for us; its proxies and credentials are. The _apt user
    # cannot be expected to reach this folder. Images for containers have apt
    # keep no cache, and without one each command reads the whole index again.
    cat >"$part/apt/apt.conf" <<TEXT
Dir::State "$1/state";
Dir::State::status "$1/status";
Dir::Cache "$1/cache";
Dir::Cache::pkgcache "packages";
Dir::Cache::srcpkgcache "";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
#clear APT::Architectures;
APT::Architectures { "$2"; };
APT::Architecture "$2";
#clear APT::Default-Release;
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::Retries "3";
Acquire::Check-Valid-Until "false";
TEXT
    [[ ! -e $1/sources.list ]] || cat >>"$part/apt/apt.conf" <<TEXT
Dir::Etc::sourcelist "$1/sources.list";
Dir::Etc::sourceparts "$1/sources.d";
TEXT
}

# The machine's sources of its own distribution, a line each: origin, URI, suite
# and, if the machine names some there, files of keys. apt reads them, in whatever
# format they are; a Release file, signed as the machine's configuration asks,
# tells Debian and Ubuntu from third parties. Updates and security are left out:
# what is wanted of a machine's release is one consistent set, and their lists of
# rarer architectures are often stale.
distribution_sources() {
    local log=$part/apt/log uri file origin suite entries entry
    entries=$(source_entries)
    private_apt apt-get -o Acquire::IndexTargets::deb::Packages::DefaultEnabled=false update >"$log" 2>&1 || true
    while read -r uri file _; do
        uri=${uri//\'/}
        file=$part/state/lists/$file
        [[ -f $file ]] || file=${file%_InRelease}_Release
        [[ $uri == */dists/*/InRelease && -f $file ]] || continue
        origin=$(sed -n 's/^Origin: //p; /^SHA256:/q' "$file")
        uri=${uri%/InRelease} suite=${uri##*/dists/} uri=${uri%/dists/*}
        [[ $origin =~ ^(Debian|Ubuntu)$ && $suite != *[-/]* ]] || continue
        entry=$(sed -n "s|^$uri/ $suite ||p" <<<"$entries" | sed 1q)
        printf '%s %s %s %s\n' "$origin" "$uri" "$suite" "$(named_keys "$entry")"
    done < <(private_apt apt-get --print-uris update 2>>"$log")
}

# source_entries: lines URI/ SUITE FILE:NUMBER: where each of the machine's sources is written.
source_entries() {
    private_apt apt-get indextargets --no-release-info --format "\$(REPO_URI) \$(RELEASE) \$(SOURCESENTRY)" 2>/dev/null || true
}

# named_keys FILE:NUMBER: the files of keys that this entry names, with commas between them. It is a line of a file
# *.list, or a paragraph of a file *.sources.
named_keys() {
    local file=${1%:*} number=${1##*:}
    case $file in
    *.list) sed -n "${number}s|^[^]]*[[ ]signed-by=\(/[^] ]*\).*|\1|p" "$file" ;;
    *.sources) grep -v '^#' "$file" | awk -v RS= -v number="$number" 'NR == number' |
        sed -n 's|^signed-by: *\(/.*[^ ]\) *$|\1|I; T; s/  */,/g; p' ;;
    esac
}

# find_sources: sets `sources` to those lines. A network that fails, or a mirror
# whose keys are not here, is a failure; a machine of another distribution is not.
find_sources() {
    local log=$part/apt/log
    sources=$(distribution_sources)
    [[ -z $sources ]] || return 0
    grep -q 'Failed to fetch' "$log" && die 1 "the machine's mirror does not answer: $(last_words "$log")"
    grep -q 'is not signed' "$log" &&
        die 1 "nothing is fetched, as the keys of the machine's mirror are not here:$(keys_gone) $(last_words "$log")"
    die 3 "this machine's apt sources name no Debian or Ubuntu mirror"
}

# keys_gone: what the machine's sources name of keys and is not there.
keys_gone() {
    local entry file
    while read -r _ _ entry; do
        for file in $(named_keys "$entry" | tr , ' '); do [[ -f $file ]] || echo "$file"; done
    done < <(source_entries) | sort -u | sed 's/^/ no /; s/$/;/' | tr -d '\n'
}

# use_sources: makes lines as above, read from stdin, the only sources. They count
# as signed by the keys that they name or, without that, by the distribution's own;
# what else the machine's apt trusts signs nothing here.
use_sources() {
    local origin uri suite keys components keyring
    while read -r origin uri suite keys; do
        components=main keyring=/usr/share/keyrings/${origin,,}-archive-keyring
        [[ $origin == Debian ]] || components="main universe"
        [[ -n $keys ]] || keys=$(compgen -G "$keyring.[gp]*" | paste -sd ,) ||
            die 1 "no $keyring.gpg here, by which what comes from $uri is verified; install the package that has it"
        printf 'deb [target=Packages signed-by=%s] %s %s %s\n' "$keys" "$uri" "$suite" "$components"
    done >"$part/sources.list"
    configure_apt "$part" "$arch"
}

# use_debian_mirror SUITE: the one URI of the machine's Debian mirror, whatever
# its own release, becomes the only source.
use_debian_mirror() {
    local sources uri keys
    find_sources
    read -r _ uri _ keys < <(grep '^Debian ' <<<"$sources") || die 3 "this machine's apt sources name no Debian mirror"
    use_sources <<<"Debian $uri $1 $keys"
}

# update_index WHAT: fetches the lists of packages. A mirror that answers, but
# has no WHAT (404, or not in its Release file), is no failure of ours: exit 3.
# One caught while it is being updated deserves a second try.
update_index() {
    local log=$part/apt/log try
    say "fetching the lists of packages for $1"
    rm -rf "$part/state/lists"
    mkdir -p "$part/state/lists/partial"
    for try in 1 2 3; do
        private_apt apt-get -o APT::Update::Error-Mode=any update >"$log" 2>&1 && break
        grep -q ' 404 ' "$log" && die 3 "the machine's mirror has no $1"
        ((try < 3)) || die 1 "apt-get update failed for $1: $(last_words "$log")"
        sleep 3
    done
    in_index . || die 3 "the machine's mirror has no $1"
}

last_words() { grep -m1 '^E:' "$1" || grep -m1 '^W:' "$1" || tail -n1 "$1"; }

# use_suite SUITE [ARCH]: the packages of that release of Debian, for this machine if nothing else is said.
use_suite() {
    [[ -n ${2-$host_triplet} ]] || die 3 "nothing is fetched for this machine's processor ($host)"
    use_index "$1-${2-$host}" "${2-$host}" index_suite "$1"
}

index_suite() {
    use_debian_mirror "$1"
    update_index "$1"
}

# fetch_of_machine ARCH KEEP PACKAGE...: packages of the machine's own release.
fetch_of_machine() {
    local arch=$1 keep=$2 name; shift 2
    use_index "machine-$arch" "$arch" index_machine
    ! grep -q ' universe$' "$toolchains/index/machine-$arch/sources.list" || fetched_by+=" (Ubuntu)"
    for name; do
        in_index "^$name\$" || die 3 "the machine's mirror has no $name for $arch"
    done
    fetch_packages "$keep" "$@"
}

index_machine() {
    local sources
    find_sources
    use_sources <<<"$sources"
    update_index "$arch"
}

# in_index REGEX: does the index have a package whose name matches?
in_index() { private_apt apt-cache pkgnames | grep -E "$1" >/dev/null; }

# fetch_packages KEEP PACKAGE...: downloads the packages and what they depend
# on, as far as the name matches the regular expression KEEP, compares them with
# ci/lock and unpacks them into `part`; VERSIONS lists them.
fetch_packages() {
    local keep=$1 log=$part/apt/log deb names; shift
    private_apt apt-get install -s "$@" >"$part/apt/plan" 2>"$log" ||
        die 1 "apt-get cannot plan $*: $(last_words "$log")"
    mapfile -t names < <(sed -n 's/^Inst \([^ :]*\).*/\1/p' "$part/apt/plan" | grep -E "$keep" | sort -u)
    say "fetching ${#names[@]} packages: ${names[*]}"
    mkdir "$part/apt/debs"
    (cd "$part/apt/debs" && private_apt apt-get download "${names[@]}") >"$log" 2>&1 ||
        die 1 "apt-get download failed: $(last_words "$log")"
    verify < <(rows_of "$part"/apt/debs/*.deb)
    unpack "$part"/apt/debs/*.deb
}

# unpack DEB...: into `part`, as one tree where /lib and /usr/lib are the same
# folder in every release. dpkg-deb -x would replace the links by folders.
unpack() {
    local deb
    mkdir -p "$part"/usr/{lib,lib64}
    ln -s usr/{lib,lib64} "$part"
    for deb; do
        dpkg-deb --fsys-tarfile "$deb" |
            tar -x -C "$part" --keep-directory-symlink --no-same-owner --exclude=./usr/share ||
            die 1 "cannot unpack ${deb##*/}"
        # shellcheck disable=SC2016 # dpkg-deb fills these in
        dpkg-deb -W --showformat '${Package} ${Version}\n' "$deb" >>"$part/VERSIONS"
    done
}

# write_wrapper NAME PROGRAM: makes `part`/bin/NAME, which runs PROGRAM of the tree
# that is to lie in $root by that tree's own loader, as it needs its own release's C
# library.
write_wrapper() {
    local name=$1 program=${root:?}/$2 loader folders=$root/usr/lib/$host_triplet
    [[ -e $part/$2 ]] || die 1 "the packages have no $2"
    loader=$(compgen -G "$part/usr/lib/$host_triplet/ld-linux-*.so.*" | sed 1q) || true
    [[ -n $loader ]] || die 1 "the packages have no loader for $host_triplet"
    mkdir -p "$part/bin"
    cat >"$part/bin/$name" <<TEXT
#!/bin/sh
exec '$folders/${loader##*/}' --inhibit-cache \\
     --library-path '$folders' --argv0 '$program' '$program' "\$@"
TEXT
    chmod +x "$part/bin/$name"
}
