"""The commands and small programs by which maintainers see what a page says; they need nothing of this project."""
import base64
import json
import os
import re
import shlex
import subprocess
import textwrap

from conformance.findings.pages import HERE, read

GENERATOR = shlex.split(os.environ.get("SFRAME_GEN", "build/sframe-gen"))

# For each ABI byte of a section: objcopy's name of such files, and the prefix of tools that read them.
TARGETS = {1: ("elf64-bigaarch64", "aarch64-linux-gnu-"), 2: ("elf64-littleaarch64", "aarch64-linux-gnu-"),
           3: ("elf64-x86-64", ""), 4: ("elf64-s390", "s390x-linux-gnu-")}
PREFIXES = {"amd64": "", "aarch64": "aarch64-linux-gnu-", "s390x": "s390x-linux-gnu-"}
DUMP = """\
base64 -d >section.bin <<'END'
{dump}
END
"""
MAKE_FILE = """\
{prefix}objcopy -I binary -O {target} --rename-section .data=.sframe,alloc,load,readonly,data,contents \\
    --set-section-alignment .data=8 --change-section-address .data={address} section.bin section.elf
"""
PRINTED_BY = {
    "readelf": "readelf --sframe section.elf\n", "objdump": "{prefix}objdump --sframe=.sframe section.elf\n",
    "llvm-readobj": "llvm-readobj --sframe section.elf\n",
}
PRINTED_AS_JSON = "llvm-readobj --elf-output-style=JSON --sframe section.elf\n"

# --- Libraries -----------------------------------------------------------------------------------------------

LIBSFRAME = """\
cat >try.c <<'END'
#include <sframe-api.h>
#include <stdio.h>

int main(void)
{{
    static char bytes[{size}];
    FILE *file = fopen("section.bin", "rb");
    size_t size = fread(bytes, 1, sizeof bytes, file);
    int error = 0;
    sframe_decoder_ctx *decoder = sframe_decode(bytes, size, &error);
    if (decoder == NULL)
        return printf("sframe_decode: %s\\n", sframe_errmsg(error)), 1;
{ask}
    sframe_decoder_free(&decoder);
}}
END
cc -g try.c -lsframe -o try && ./try
"""
LIBSFRAME_LOOKUP = """\
    sframe_frame_row_entry row;
    int result = sframe_find_fre(decoder, {distance}, &row);  /* the PC, from the section on */
    printf("sframe_find_fre: %d\\n", result);
#ifdef SFRAME_VERSION_3
#define OF_TYPE , 0
#else
#define OF_TYPE
#endif
    if (result == 0)
        printf("row that starts at %u: base %d, CFA %d", (unsigned)row.fre_start_addr,
               (int)sframe_fre_get_base_reg_id(&row, &error),
               (int)sframe_fre_get_cfa_offset(decoder, &row OF_TYPE, &error)),
        printf(", RA %d", (int)sframe_fre_get_ra_offset(decoder, &row OF_TYPE, &error)),
        printf(", FP %d\\n", (int)sframe_fre_get_fp_offset(decoder, &row OF_TYPE, &error));"""
LIBSFRAME_DUMP = "    dump_sframe(decoder, {address});"
LIBSFRAME_WAYS = {
    "buffer": """\
The rows of a function, as bytes: in place of what follows sframe_decode,

uint32_t count;
for (unsigned i = 0; i <= sframe_decoder_get_num_fidx(decoder); i++) {{
    char *rows = NULL;
    error = sframe_decoder_get_fres_buf(decoder, i, &rows, &size, &count);
    printf("%u: %zu bytes, error %d\\n", i, size, error);
}}
""",
    "function": """\
The function at the PC: in place of what follows sframe_decode,

void *function = sframe_get_funcdesc_with_addr(decoder, {distance}, &error);
printf("%p, error %d\\n", function, error);
""",
}
RUST = """\
cargo new try-crate && cd try-crate && cargo add simple-frame-rs@{version}
cat >src/main.rs <<'END'
use simple_frame_rs::SFrameSection;

fn main() {{
    let bytes = std::fs::read("../section.bin").unwrap();
    let section = SFrameSection::from(&bytes, {address}).unwrap();
{ask}
}}
END
cargo run{release}
"""
RUST_LOOKUP = """\
    let Some(fde) = section.find_fde({pc}).unwrap() else {{ return println!("no function") }};
    println!("{{fde:?}}");
    println!("{{:?}}", fde.find_fre(&section, {pc}).unwrap());"""
RUST_TEXT = """    println!("{{}}", section.to_string().unwrap());"""
GLIBC = """\
cat >test.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <sframe-read.h>

static char *bytes;

int main (int argc, char **argv)
{{
  sframe_decoder_ctx decoder = {{ 0 }};
  sframe_frame_row_entry row = {{ 0 }};
  _Unwind_Reason_Code error;
  int32_t cfa;
  long size = atol (argv[1]);
  bytes = malloc (size); /* which ends where the section does */
  if (fread (bytes, 1, size, fopen ("section.bin", "rb")) != size)
    return 2;
  if (__sframe_decode (&decoder, bytes) != _URC_NO_REASON)
    return puts ("refused");
  if (__sframe_find_fre (&decoder, atol (argv[2]), &row) != _URC_NO_REASON)
    return puts ("nothing found");
  cfa = __sframe_fre_get_cfa_offset (&decoder, &row, &error);
  printf ("CFA: %s + %d%s\\n", __sframe_fre_get_base_reg_id (&row) ? "SP" : "FP", cfa, error ? ", an error" : "");
  return 0;
}}
END
# In glibc's sources, on a machine of the section's ABI:
cc -w -g -fsanitize=address -include stddef.h '-Dlibc_hidden_proto(name)=' -I sysdeps/generic \\
    -o test test.c sysdeps/generic/sframe-read.c
./test {size} {distance}  # the section's size, and the PC from the section
"""
GROWN = """With more rows, for `time` (and as much room for them in the program):
python3 - 32768 >section.bin <<'END'
import struct, sys
count = int(sys.argv[1])
rows = b"".join(struct.pack("<IBb", start, 3, 8) for start in range(count))
function = struct.pack("<iIIIBBH", 4096, count, 0, count, 2, 0, 0)
header = bytes.fromhex("e2de02010300f800") + struct.pack("<5I", 1, count, len(rows), 0, len(function))
sys.stdout.buffer.write(header + function + rows)
END
"""
OF_BUILD = {  # for each of pages.BUILDS: how to see it
    "undefined": "Build library and program with -fsanitize=undefined, and run that.\n",
    "demand": "See what it asks the system for: strace -e trace=mmap ./try\n",
}


def ways_of(facts, program):
    """The words in brackets behind this program's names in the page's peers, such as `json`."""
    return {match[1] for match in re.finditer(rf"{re.escape(program)} [^ ,]+(?: \((\w+)\))?", facts["peers"])}


def of_libsframe(facts, known):
    ask = LIBSFRAME_LOOKUP if facts["pc"] else LIBSFRAME_DUMP
    return LIBSFRAME.format(size=len(facts["bytes"]) // 2, ask=ask.format(**known))


def of_crate(facts, known):
    newest = max(re.findall(r"simple-frame-rs ([\d.]+)", facts["peers"]))
    return RUST.format(version=newest, release="" if facts.get("build") == "checked" else " --release",
                       ask=(RUST_LOOKUP if facts["pc"] else RUST_TEXT).format(**known), **known)


def of_glibc(facts, known):
    return GLIBC.format(size=len(facts["bytes"]) // 2, **known) if facts["pc"] else ""


LIBRARIES = {"libsframe": of_libsframe, "simple-frame-rs": of_crate, "glibc": of_glibc}

# --- What a page needs ---------------------------------------------------------------------------------------


def known_of(facts):
    data = bytes.fromhex(facts["bytes"])
    target, prefix = TARGETS.get(data[4] if len(data) > 4 else 3, TARGETS[3])
    return {"address": facts["address"], "pc": facts["pc"], "target": target, "prefix": prefix,
            "distance": int(facts["pc"] or "0", 16) - int(facts["address"], 16)}


def is_unwind(facts):
    return "/unwind/" in facts.get("vector", "")


def of_reader(facts, programs):
    """The commands by which each named program reads the input; for a trace only the section."""
    known = known_of(facts)
    dump = textwrap.wrap(base64.b64encode(bytes.fromhex(facts["bytes"])).decode(), 72)
    text = DUMP.format(dump="\n".join(dump))
    if is_unwind(facts):
        return text + "# glibc traces by sysdeps/generic/sframe.c, and reads by sframe-read.c beside it.\n"
    printers = [program for program in programs if program in PRINTED_BY]
    if printers:
        text += MAKE_FILE.format(**known)
    for program in printers:
        text += "" if ways_of(facts, program) == {"json"} else PRINTED_BY[program].format(**known)
        text += PRINTED_AS_JSON if "json" in ways_of(facts, program) else ""
    return text + "".join(LIBRARIES[program](facts, known) for program in programs if program in LIBRARIES)


def right_answer(facts):
    """What a lookup of the first vector must find, if the texts leave it no choice."""
    if not facts["pc"] or not facts["vectors"]:
        return None
    made = subprocess.run([*GENERATOR, "emit", "--select", facts["vector"]], capture_output=True, text=True, check=True)
    vector = next(json.loads(line) for line in made.stdout.splitlines() if f'"id":"{facts["vector"]}"' in line)
    return json.dumps(vector["expect"]) if vector["class"] == "valid" else None


def notes(facts, programs):
    """Notes for maintainers: what they must know or do besides the commands."""
    known = known_of(facts)
    if known["prefix"] and set(programs) & set(PRINTED_BY):
        package = f"binutils-{known['prefix'].rstrip('-')}"
        yield f"{known['prefix']}objcopy is one that knows {known['target']}, of Debian's package {package}.\n"
    for way in sorted(ways_of(facts, "libsframe") & set(LIBSFRAME_WAYS)):
        yield LIBSFRAME_WAYS[way].format(**known)
    if any("SIGSEGV" in came for came in facts["seen"].values()):
        yield "If it does not crash: valgrind shows the access.\n"
    if facts.get("build") in OF_BUILD:
        yield OF_BUILD[facts["build"]]
    if "measure" in facts:
        yield GROWN


def objects_of(name):
    """The assembler that a linker's input names for its objects."""
    if os.path.exists(os.path.join(HERE, "inputs", f"{name}.c")):
        return None
    return next(iter(re.findall(r"^# objects: (.*)$", read(HERE, "inputs", f"{name}.s"), re.MULTILINE)), None)


def of_producer(name):
    """The source, and its commands with a tool that everybody has instead of ours."""
    if os.path.exists(os.path.join(HERE, "inputs", f"{name}.c")):
        text = read(HERE, "inputs", f"{name}.c").partition("*/\n")[2]
        return f"cat >input.c <<'END_OF_INPUT'\n{text.rstrip()}\nEND_OF_INPUT\ncc -o input input.c -lsframe && ./input\n", ""
    text = read(HERE, "inputs", f"{name}.s")
    abi = (re.findall(r"^# abi: (.*)$", text, re.MULTILINE) or ["amd64"])[0]
    prefix = PREFIXES[abi]
    source = re.sub(r"^# (abi|objects|beside|seen): .*\n|^# \$.*\n", "", text, flags=re.MULTILINE)
    shell = "\n".join(re.findall(r"^# \$ (.*)$", text, re.MULTILINE)).replace("%s", "input.s")
    shell = re.sub(r'sframe-ref lookup (?:-p "[^"]*" )?(\w+) (0x\$\w+)',
                   r'echo "Which function holds \2?"; readelf --sframe \1', shell)
    shell = re.sub(r'sframe-ref (?:dump|check) (?:-p "[^"]*" )?(\S+)', r"readelf --sframe \1", shell)
    shell = re.sub(r"text (\S+)", r"readelf --sframe \1 | head", shell)
    return f"cat >input.s <<'END_OF_INPUT'\n{source.rstrip()}\nEND_OF_INPUT\n{shell}\n", prefix
