# shellcheck shell=bash
# Sourced behind apt-private.sh: archives of sources that lie in Debian's packages.

made_from+=("${BASH_SOURCE[0]}")

# unpack_source PACKAGE PATTERN...: what matches of the archive in a package of
# sources of $suite comes to $part/apt/source, with its paths below the top.
unpack_source() {
    local package=$1 folder=${part:?} release=${suite:?} archive; shift
    private_apt_setup "$(dpkg --print-architecture 2>/dev/null || echo none)"
    use_debian_mirror "$release"
    update_index "$release"
    in_index "^$package\$" || die 3 "the machine's mirror has no $package of $release"
    fetch_packages "^$package\$" "$package"
    archive=$(compgen -G "$folder/usr/src/${package%-source}/${package%-source}-*.tar.*" | sed 1q) || true
    [[ -n $archive ]] || die 1 "$package of $release holds no archive of sources"
    mkdir "$folder/apt/source"
    tar -x -C "$folder/apt/source" -f "$archive" --no-same-owner --strip-components=1 --wildcards "$@" ||
        die 1 "cannot unpack ${archive##*/}"
    rm -r "${folder:?}"/{lib,lib64,usr}
}
