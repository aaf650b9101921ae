"""The runs of `faults`: each program on small inputs, in all that it does."""
import collections
import json
import shlex
import subprocess

# words: the command; told: statuses for trouble; files: what lies in its folder before; inside: the injector stands
# where @INJECT@ is, not before the command.
Run = collections.namedtuple("Run", "name words stdin told files inside", defaults=(None, (2,), {}, False))

CFI_SOURCE = "\t.cfi_sections .sframe\nf:\n\t.cfi_startproc\n\t.byte 0\n\t.cfi_endproc\n"


def output(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, **options).stdout


class Inputs:
    """Made anew: a section, the same in an ELF file, a program with CFI, and one with both; a kernel object; vectors, requests."""

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
        for line in lines.splitlines(keepends=True)[:-1]:  # the last one closes them
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
        told = json.loads(output(build / "sframe-convert", "--json", "-o", raw, self.program))
        output("objcopy", "--add-section", f".sframe={raw}", "--change-section-address",
               f".sframe={told['converted']['address']}", self.program, path)
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

    def ref(name, *words, **more):
        return Run(f"ref {name}", [program("sframe-ref"), *words], **more)

    def gen(name, *words, **more):
        return Run(f"gen {name}", [program("sframe-gen"), *words], told=(1, 2), **more)

    def programs(name, *words, **more):
        return Run(f"programs {name}", [program("sframe-programs"), *words], told=(1, 2), **more)

    def links(name, *words, **more):
        return Run(f"links {name}", [program("sframe-links"), *words], told=(1, 2), **more)

    def cross(name, *words, **more):
        return Run(f"crosscheck {name}", [program("sframe-crosscheck"), *words], **more)

    def convert(name, *words, **more):
        return Run(f"convert {name}", [program("sframe-convert"), *words], **more)

    def conform(name, *words, **more):
        return Run(f"conform {name}", [program("sframe-conform"), "--jobs", "1", "--deadline", "1", *words], **more)

    def adapter(name, *words, **more):
        return Run(f"adapter {name}", [*words], **more)

    some = ["--family", "sizes", "--select", have.glob]
    frames = ["--family", "frames", "--abi", "amd64", "--select", "frame with fp"]
    corpus = ["--corpus", have.corpus]
    oracle, null = program("adapters/oracle"), program("adapters/null")
    reports = [word for format in ("json", "junit", "tap", "markdown", "html") for word in (f"--{format}", format)]
    known = {"known": b"v3/amd64/no-such* pass\n"}
    return [
        ref("help", "--help"),
        ref("clauses", "clauses"),
        ref("clauses json", "clauses", "--json"),
        ref("decode", "decode", have.section),
        ref("decode stdin", "decode", "-", stdin=have.section),
        ref("decode elf", "decode", have.elf),
        ref("dump", "dump", have.section),
        ref("dump annotate", "dump", "--annotate", have.section),
        ref("dump annotate json", "dump", "--annotate", "--json", have.section),
        ref("dump notation", "dump", "--notation", have.section),
        ref("check", "check", have.section),
        ref("check elf", "check", "--json", have.elf),
        ref("check elf with rows", "check", have.both),
        ref("lookup", "lookup", have.section, "0x0", "0x1000"),
        ref("flip", "flip", have.section),
        ref("unwind", "unwind", have.scenario),
        ref("unwind stdin", "unwind", "-", stdin=have.scenario),
        gen("help", "--help"),
        gen("list", "list"),
        gen("emit", "emit", *some),
        gen("emit to", "emit", *some, "--to", "out"),
        gen("header to", "header", *some, "--to", "out"),
        gen("tree", "tree", *some, "--to", "out"),
        gen("elf", "elf", *some, "--to", "out"),
        gen("dejagnu", "dejagnu", *frames, "--to", "out"),
        gen("lit", "lit", *frames, "--to", "out"),
        gen("coverage", "coverage", "--strength", "2"),
        links("list", "--list"),
        links("single", "--family", "single", "--abi", "s390x", "--select", "*/leaf/gas-2.47/*"),
        links("single to", "--family", "single", "--abi", "s390x", "--select", "*/leaf/gas-2.47/*", "--output", "out"),
        programs("list", "--list"),
        programs("frames", "--family", "frames", "--abi", "amd64"),
        programs("core", "--core", "--abi", "amd64", "--family", "frames"),
        programs("ladder", "--functions", "3", "--abi", "amd64"),
        programs("frames to", "--family", "frames", "--abi", "amd64", "--output", "out"),
        cross("kinds", "--kinds"),
        cross("file", have.both),
        cross("file json", "--json", have.both),
        cross("convert", "--convert", "v2e2,v3", have.program, have.both),
        cross("cfi", "--cfi", have.program),
        cross("orc", "--orc", "--convert", "v3", have.module),
        cross("foreign", "--foreign", "/usr/lib/x86_64-linux-gnu/crt1.o", have.both),
        convert("counts", have.program),
        convert("orc", "--orc", have.module),
        convert("to", "--json", "-o", "out", have.program),
        convert("stdout", "-o", "-", have.program),
        conform("help", "--help"),
        conform("text", *corpus, oracle),
        conform("stdin", "--corpus", "-", oracle, stdin=have.corpus),
        conform("reports", *corpus, *reports, oracle, null),
        conform("expect fix", *corpus, "--expect", "oracle=known", "--fix", oracle, files=known),
        conform("one-shot", *corpus, "--one-shot", f"ref={program('sframe-ref')} check {{file}}"),
        conform("of a bad adapter", *corpus, "--tap", "tap", f"oracle=@INJECT@ {oracle}",
                told=(1, 2), inside=True),
        adapter("oracle", oracle, stdin=have.requests),
        adapter("null", null, stdin=have.lookups),
        adapter("zoo", program("zoo"), stdin=have.requests),
        Run("zoo list", [program("zoo"), "--list"]),
        Run("zoo-as", [program("zoo-as"), "-o", "object", have.cfi_source]),
        Run("zoo-as differ", [program("zoo-as"), "--differ", have.cfi_source]),
        Run("zoo-ld", [program("zoo-ld"), "-o", "linked", have.cfi_object], told=(1, 2)),
        Run("page-render", [program("page-render"), have.report, "page"]),
        Run("live", [program("sframe-live"), "--json", "--record", "vectors", have.tree]),
    ]
