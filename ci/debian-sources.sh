# shellcheck shell=bash
# Sourced behind apt-private.sh: archives of sources, from Debian's packages that
# hold one, or from those that Debian itself builds a package of.

made_from+=("${BASH_SOURCE[0]}")
suite=${suite-} # of a release, set by the script that sources this

# unpack_source PACKAGE PATTERN...: what matches of the archive in a package of
# sources of $suite comes to $part/apt/source, with its paths below the top.
unpack_source() {
    local package=$1 folder=${part:?} archive; shift
    use_suite "$suite"
    in_index "^$package\$" || die 3 "the machine's mirror has no $package of $suite"
    fetch_packages "^$package\$" "$package"
    archive=$(compgen -G "$folder/usr/src/${package%-source}/${package%-source}-*.tar.*" | sed 1q) || true
    [[ -n $archive ]] || die 1 "$package of $suite holds no archive of sources"
    unpack_archive "$archive" "$@"
    rm -r "${folder:?}"/{lib,lib64,usr}
}

# unpack_built_source PACKAGE PATTERN...: the same of the archive that Debian
# builds its package from.
unpack_built_source() {
    local package=$1 folder=${part:?} log=${part:?}/apt/log archive; shift
    use_release
    private_apt apt-get source --print-uris --tar-only "$package" >"$log" 2>&1 ||
        die 3 "the machine's mirror has no source of $package of $suite"
    say "fetching $(sed -n "s/^'[^']*' \([^ ]*\) .*/\1/p" "$log")"
    (cd "$folder/apt" && private_apt apt-get source --download-only --tar-only "$package") >"$log" 2>&1 || {
        grep -q ' 404 ' "$log" && die 3 "the machine's mirror lists the source of $package of $suite, but has it not"
        die 1 "apt-get source failed: $(last_words "$log")"
    }
    archive=$(compgen -G "$folder/apt/${package}_*.orig.tar.*" | sed 1q) || true
    [[ -n $archive ]] || die 1 "the source of $package of $suite is no archive"
    verify < <(rows_of "$archive")
    unpack_archive "$archive" "$@"
    archive=${archive##*/} archive=${archive%.orig.tar.*}
    echo "${archive/_/ }" >"$folder/VERSIONS"
}

# use_release: the index of the sources of $suite, and of its packages.
use_release() { use_index "$suite-sources" "${host:?}" index_release; }

index_release() {
    use_debian_mirror "$suite"
    sed -i 'p; s/^deb \[target=Packages/deb-src [target=Sources/' "${part:?}/sources.list"
    update_index "$suite"
}

# unpack_archive FILE PATTERN...
unpack_archive() {
    local archive=$1; shift
    mkdir "${part:?}/apt/source"
    XZ_DEFAULTS=-T0 tar -x -C "$part/apt/source" -f "$archive" --no-same-owner --strip-components=1 --wildcards "$@" ||
        die 1 "cannot unpack ${archive##*/}"
}
