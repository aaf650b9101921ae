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

# Runs COMMAND in a folder of its own with the inputs; prints only what no such end may have, and another status.
try() { # STATUS COMMAND
    rm -rf place && cp -a inputs place || return
    (cd place && timeout 120 bash -c "$2" </dev/null >../said 2>&1)
    set -- "$1" $?
    [ "$2" = "$1" ] || echo "ended with status $2"
    case $2 in
    0) grep Traceback said ;;
    2) grep -q . said || echo "trouble without a line" ;;
    esac
    true
}

# Whether there is such a target; it stands for a command that takes long and ends with STATUS.
targets=$(MAKEFLAGS='' make -npq -C "$ROOT" 2>&1 | grep -o '^[a-z][a-z0-9-]*:')
target() { # STATUS NAME
    [[ $'\n'$targets$'\n' == *$'\n'"$2:"$'\n'* ]] || echo "no target $2"
}
