# What exit-statuses.t begins with: . "$TESTDIR/setup.sh"
ROOT=$(cd "$TESTDIR/../.." && pwd)
build=$(cd "$ROOT" && cd "${BUILD:-build}" && pwd)
PATH=$build:$PATH

# `section`, a valid section; `broken`, the same with a wrong magic number; `empty`; `elf`, a section in an ELF file;
# `module`, a kernel object with ORC; `program`, with .eh_frame only; `both`, with both; `unreadable`, with CFI that
# nobody can read; `vectors`, as JSON Lines; `scenario`, one to unwind; `requests` and `lookups`, questions for an
# adapter; `report`, one in JSON; `tree`, a program with .sframe to step; `bare`, a program without; `lines`, a vector's
# line that is none.  The folders of the tree lie beside them.
/usr/bin/python3 "$TESTDIR/inputs.py" "$build" inputs

# Ends as COMMAND does, in a folder of its own with the inputs; prints only what no such end may have.
try() { # COMMAND
    rm -rf place && cp -a inputs place || return
    (cd place && timeout 120 bash -c "$1" </dev/null >../said 2>&1)
    set -- $?
    case $1 in
    0) grep Traceback said ;;
    2) grep -q . said || echo "trouble without a line" ;;
    esac
    return "$1"
}

# Whether there is such a target; it stands for a command that takes long and ends with STATUS.
targets=$(MAKEFLAGS='' make -npq -C "$ROOT" 2>&1 | grep -o '^[a-z][a-z0-9-]*:')
target() { # NAME [STATUS]
    [[ $'\n'$targets$'\n' == *$'\n'"$1:"$'\n'* ]] || echo "no target $1"
    return "${2:-0}"
}
