"""The runs of `faults`: each program on small inputs, in all that it does."""
import collections
import json
import shlex
import subprocess

# words: the command; trouble: statuses that say that it failed; files: what lies in its folder before; inside: the injector stands
# where @INJECT@ is, not before the command.
Run = collections.namedtuple("Run", "name words stdin trouble files inside", defaults=(None, (2,), {}, False))

# By the first word of a run's name: the program, its statuses for trouble, and options of all its runs.
PROGRAMS = {"ref": ("sframe-ref", (2,), []), "gen": ("sframe-gen", (1, 2), []), "programs": ("sframe-programs", (1, 2), []),
            "links": ("sframe-links", (1, 2), []), "crosscheck": ("sframe-crosscheck", (2,), []),
            "convert": ("sframe-convert", (2,), []), "conform": ("sframe-conform", (2,), ["--jobs", "1", "--deadline", "1"])}

CFI_SOURCE = "\t.cfi_sections .sframe\nf:\n\t.cfi_startproc\n\t.fill 1,1,0\n\t.cfi_endproc\n"


def output(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, **options).stdout


class Inputs:
    """Input files: a section, also in an ELF file; a program with CFI, and one with CFI and SFrame; a kernel object;
    vectors; requests."""

    def __init__(self, build, folder):
        self.folder = folder
        self.vectors = self.one_of_each(output(build / "sframe-gen", "emit", "--profile", "v3", "--abi", "amd64",
                                               "--core").decode())
        self.corpus = self.write("corpus.jsonl", "".join(self.vectors))
        decoded = json.loads(next(line for line in self.vectors if '"operation":"decode"' in line and
                                  '"class":"valid"' in line))
        self.section = self.write("section", bytes.fromhex(decoded["input"]["bytes"]))
        self.scenario = self.write("scenario", next(line for line in self.vectors if '"operation":"unwind"' in line))
        self.glob = "v3/amd64/decode/size-functions-1/*"
        output(build / "sframe-gen", "elf", "--family", "sizes", "--select", self.glob, "--to", folder / "elves")
        self.elf = str(next((folder / "elves").rglob("*.elf")))
        self.program = str(build / "adapters/null")
        self.both = self.with_section(build)
        self.tree = self.freestanding()
        self.module = self.with_orc()
        self.report = str(folder / "report.json")
        self.requests = str(folder / "requests")
        keep = shlex.join(["sh", "-c", f"tee -a {shlex.quote(self.requests)} | {build}/adapters/oracle"])
        output(build / "sframe-conform", "--corpus", self.corpus, "--jobs", "1", "--json", self.report, keep)
        self.lookups = self.requests_of(build, "lookup")
        self.cfi_source = self.write("source.s", CFI_SOURCE)
        self.cfi_object = str(folder / "source.o")
        output(build / "zoo-as", "-o", self.cfi_object, self.cfi_source)

    def write(self, name, data):
        path = self.folder / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return str(path)

    @staticmethod
    def one_of_each(lines):
        found = {}
        for line in lines.splitlines(keepends=True)[:-1]:  # without the last line, which counts the vectors
            vector = json.loads(line)
            found.setdefault((vector["operation"], vector["class"]), line)
        return [*found.values()]

    def requests_of(self, build, operation):
        path = self.folder / f"requests-{operation}"
        keep = shlex.join(["sh", "-c", f"tee -a {shlex.quote(str(path))} | {build}/adapters/oracle"])
        output(build / "sframe-conform", "--corpus", self.corpus, "--select", f"operation={operation}", "--jobs", "1",
               keep)
        return str(path)

    def with_section(self, build):
        raw, path = self.folder / "raw", self.folder / "both"
        said = json.loads(output(build / "sframe-convert", "--json", "-o", raw, self.program))
        output("objcopy", "--add-section", f".sframe={raw}", "--change-section-address",
               f".sframe={said['converted']['address']}", self.program, path)
        return str(path)

    def freestanding(self):
        path = self.folder / "tree"
        start = "void _start(void) { __asm__ volatile(\"mov $60, %eax\\nxor %edi, %edi\\nsyscall\"); }\n"
        source = self.write("tree.c", start)
        output("gcc", "-O2", "-ffreestanding", "-nostdlib", "-static", "-fno-pie", "-no-pie",
               "-fasynchronous-unwind-tables", "-Wa,--gsframe", "-o", path, source)
        return str(path)

    def with_orc(self):
        path = self.folder / "module"
        source = self.write("module.s", ".text\n.type f, @function\nf: ret\n.size f, . - f\n"
                            ".section .orc_unwind, \"a\"\n.short 8, 0, 5\n"
                            ".section .orc_unwind_ip, \"a\"\n.long f - .\n")
        output("gcc", "-c", "-o", path, source)
        return str(path)


def make(build, folder):
    have = Inputs(build, folder)

    def program(name):
        return str(build / name)

    def run(name, *words, **more):
        """A run of the program that the first word of its name stands for."""
        path, trouble, options = PROGRAMS[name.split()[0]]
        return Run(name, [program(path), *options, *words], **{"trouble": trouble, **more})

    some = ["--family", "sizes", "--select", have.glob]
    frames = ["--family", "frames", "--abi", "amd64", "--select", "frame with fp"]
    corpus = ["--corpus", have.corpus]
    oracle, null = program("adapters/oracle"), program("adapters/null")
    reports = [word for format in ("json", "junit", "html") for word in (f"--{format}", format)]  # tap: further below
    known = {"known": b"v3/amd64/no-such* pass\n"}
    return [
        run("ref help", "--help"),
        run("ref clauses", "clauses"),
        run("ref clauses json", "clauses", "--json"),
        run("ref decode", "decode", have.section),
        run("ref decode stdin", "decode", "-", stdin=have.section),
        run("ref decode elf", "decode", have.elf),
        run("ref dump", "dump", have.section),
        run("ref dump annotate", "dump", "--annotate", have.section),
        run("ref dump annotate json", "dump", "--annotate", "--json", have.section),
        run("ref dump notation", "dump", "--notation", have.section),
        run("ref check", "check", have.section),
        run("ref check elf", "check", "--json", have.elf),
        run("ref check elf with rows", "check", have.both),
        run("ref lookup", "lookup", have.section, "0x0", "0x1000"),
        run("ref flip", "flip", have.section),
        run("ref unwind", "unwind", have.scenario),
        run("ref unwind stdin", "unwind", "-", stdin=have.scenario),
        run("gen help", "--help"),
        run("gen list", "list"),
        run("gen emit", "emit", *some),
        run("gen emit to", "emit", *some, "--to", "out"),
        run("gen header to", "header", *some, "--to", "out"),
        run("gen tree", "tree", *some, "--to", "out"),
        run("gen elf", "elf", *some, "--to", "out"),
        run("gen dejagnu", "dejagnu", *frames, "--to", "out"),
        run("gen lit", "lit", *frames, "--to", "out"),
        run("gen coverage", "coverage", "--strength", "2"),
        run("links list", "--list"),
        run("links single", "--family", "single", "--abi", "s390x", "--select", "*/leaf/gas-2.47/*"),
        run("links single to", "--family", "single", "--abi", "s390x", "--select", "*/leaf/gas-2.47/*", "--output", "out"),
        run("programs list", "--list"),
        run("programs frames", "--family", "frames", "--abi", "amd64"),
        run("programs core", "--core", "--abi", "amd64", "--family", "frames"),
        run("programs ladder", "--functions", "3", "--abi", "amd64"),
        run("programs frames to", "--family", "frames", "--abi", "amd64", "--output", "out"),
        run("crosscheck kinds", "--kinds"),
        run("crosscheck file", have.both),
        run("crosscheck file json", "--json", have.both),
        run("crosscheck convert", "--convert", "v2e2,v3", have.program, have.both),
        run("crosscheck cfi", "--cfi", have.program),
        run("crosscheck orc", "--orc", "--convert", "v3", have.module),
        run("crosscheck foreign", "--foreign", "/usr/lib/x86_64-linux-gnu/crt1.o", have.both),
        run("convert counts", have.program),
        run("convert orc", "--orc", have.module),
        run("convert to", "--json", "-o", "out", have.program),
        run("convert stdout", "-o", "-", have.program),
        run("conform help", "--help"),
        run("conform stdin", "--corpus", "-", oracle, stdin=have.corpus),
        run("conform reports", *corpus, "--select", "operation=lookup", *reports, oracle),
        run("conform expect fix", *corpus, "--select", "operation=lookup", "--expect", "oracle=known", "--fix", oracle, files=known),
        run("conform one-shot", *corpus, "--one-shot", f"ref={program('sframe-ref')} check {{file}}"),
        run("conform of a bad adapter", *corpus, "--tap", "tap", f"oracle=@INJECT@ {oracle}",
                trouble=(1, 2), inside=True),
        Run("adapter oracle", [oracle], stdin=have.requests),
        Run("adapter null", [null], stdin=have.lookups),
        Run("adapter zoo", [program("zoo")], stdin=have.requests),
        Run("zoo list", [program("zoo"), "--list"]),
        Run("zoo-as", [program("zoo-as"), "-o", "object", have.cfi_source]),
        Run("zoo-as differ", [program("zoo-as"), "--differ", have.cfi_source]),
        Run("zoo-ld", [program("zoo-ld"), "-o", "linked", have.cfi_object], trouble=(1, 2)),
        Run("page-render", [program("page-render"), have.report, "page"]),
        Run("live", [program("sframe-live"), "--json", "--record", "vectors", have.tree]),
    ]
