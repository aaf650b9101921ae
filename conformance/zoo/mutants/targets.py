"""The readers that are changed: their sources, how one is compiled, and what it is linked with."""
import glob
import os
import shlex
import subprocess
import sys

SOURCES = ".toolchains/sources"
FENCE = ["-DFENCE_WRAPS", "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free"]
KIT = "conformance/kits/c/sframe_adapter.c"
ADAPTERS = "conformance/adapters"


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {(done.stderr.strip().splitlines() or ['failed'])[-1]}")


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Target:
    """A reader whose SOURCES are changed; PATHS are those that are no headers.  COMPILE is the command that compiles a
    copy of a path.  Each of ADAPTERS is what the reader's objects are linked with for one program."""

    is_ours, judge = False, []

    def __init__(self, sources, compile_command):
        self.sources, self.compile, self.folder = sources, compile_command, None
        self.headers = [path for path in sources if path.endswith(".h")]
        self.paths = [path for path in sources if path not in self.headers]
        self.adapters, self.objects = [], {}

    def prepare(self, folder):
        """Builds the parts that do not change."""
        self.folder = folder
        for path in self.paths:
            self.objects[path] = self.object_of(path, {}, "unchanged-" + os.path.basename(path))
            if self.objects[path] is None:
                sys.exit(f"{path}: does not compile by `{shlex.join(self.compile)}`")

    def objects_of(self, path, text, name):
        """The objects that may differ if PATH has TEXT instead of its own text; for a header, those of all paths.  None
        if one does not compile."""
        objects = {}
        for each in self.paths if path in self.headers else [path]:
            objects[each] = self.object_of(each, {path: text}, f"{name}-{os.path.basename(each)}")
            if objects[each] is None:
                return None
        return objects

    def object_of(self, path, changed, name):
        """The object of PATH beside copies of the headers, with texts of CHANGED; None if it does not compile.  Equal
        code gives the same object."""
        here = os.path.join(self.folder, name)
        os.makedirs(here)
        for each in [*self.headers, path]:
            with open(os.path.join(here, os.path.basename(each)), "w", encoding="utf-8") as file:
                file.write(changed.get(each) or text_of(each))
        source = os.path.join(here, os.path.basename(path))
        command = [*self.compile, f"-ffile-prefix-map={here}=.", f"-I{os.path.dirname(path)}", "-c", source, "-o",
                   f"{source}.o"]
        done = subprocess.run(command, stderr=subprocess.DEVNULL, check=False)
        return f"{source}.o" if done.returncode == 0 else None

    def build(self, source, name, *more):
        result = os.path.join(self.folder, name + ".o")
        run(*self.compile, *more, "-c", source, "-o", result)
        return result

    def link(self, adapter, changed, program):
        """Links PROGRAM.  The objects in CHANGED replace those of the same path."""
        run("cc", "-o", program, *({**self.objects, **changed}).values(), *adapter)


class Reference(Target):
    """Our own library behind its adapter: any difference is noticed, also in violations."""

    is_ours, judge = True, ["--exact"]

    def __init__(self, build):
        super().__init__([path for path in sorted(glob.glob("ref/lib/*.[ch]")) if not path.endswith("/clauses.c")],
                         ["cc", "-O1", "-w", "-std=c17", "-ffreestanding", "-Iref", "-Iref/lib"])
        self.adapters = [[f"{build}/{name}" for name in (
            "conformance/adapters/oracle.o", "conformance/adapters/on_pipe.o", "conformance/kits/c/sframe_adapter.o",
            "conformance/kits/c/sframe_threads.o", "libsframe-tool.a", "libsframe-ref.a", "libsframe-common.a")]]


class Libsframe(Target):
    """sframe.c as ci/peer-sources fetches it, behind the adapters that ask it in its two ways."""

    def __init__(self, _build):
        root = f"{SOURCES}/forky"
        super().__init__([f"{root}/libsframe/sframe.c"],
                         ["cc", "-O1", "-w", "-D_GNU_SOURCE",
                          *(f"-I{root}/{name}" for name in ("include", "libsframe", "libctf"))])
        self.root = root

    def prepare(self, folder):
        with open(os.path.join(folder, "config.h"), "w", encoding="ascii"):
            pass
        self.compile.append(f"-I{folder}")
        super().prepare(folder)
        more = [self.build(path, os.path.basename(path)) for path in sorted(glob.glob(f"{self.root}/libsframe/*.c"))
                if path not in self.paths]
        more += [self.build(path, os.path.basename(path), "-DFENCE_WRAPS", "-Iconformance/kits/c") for path in
                 (f"{ADAPTERS}/on_pipe.c", f"{ADAPTERS}/fence.c", KIT)]
        for way in "", "-DLIBSFRAME_BUFFER":
            adapter = self.build(f"{ADAPTERS}/libsframe.c", f"adapter{way}", "-Iconformance/kits/c", *way.split())
            self.adapters.append([adapter, *more, *FENCE])


class Glibc(Target):
    """glibc's reader and tracer, as adapters.mk builds them for this machine."""

    def __init__(self, build):
        root = f"{SOURCES}/glibc-forky/sysdeps/generic"
        said = subprocess.run(["make", "-s", "--no-print-directory", f"BUILD={build}", "glibc-commands"],
                              check=True, capture_output=True, text=True).stdout.splitlines()
        self.own, more, self.linked = map(shlex.split, said)
        super().__init__([f"{root}/sframe-read.c", f"{root}/sframe.c"], [*self.own, *more, "-g0"])

    def prepare(self, folder):
        super().prepare(folder)
        adapter = []
        for path in (f"{ADAPTERS}/glibc/glibc.c", f"{ADAPTERS}/glibc/world.c", f"{ADAPTERS}/on_pipe.c",
                     f"{ADAPTERS}/fence.c", KIT):
            adapter.append(os.path.join(folder, os.path.basename(path) + ".o"))
            run(*self.own, "-w", f"-I{ADAPTERS}/glibc/shim", "-Iconformance/kits/c",
                f"-isystem{os.path.dirname(self.paths[0])}", "-DFENCE_WRAPS", "-c", path, "-o", adapter[-1])
        self.adapters = [[*adapter, *self.linked]]


class Own(Target):
    """Any reader in C."""

    is_ours = True

    def __init__(self, sources, compile_command, rest):
        super().__init__(sources, shlex.split(compile_command))
        self.adapters = [shlex.split(rest)]


TARGETS = {"ref": Reference, "libsframe": Libsframe, "glibc": Glibc}
