"""What the real corpus is made from: ABIs, toolchains, compilers; recipes.txt has the sources, variants and links.

`recipes()` gives every file that is built. Names are small letters, digits, '.' and '-': they become file names
and ids of vectors, and are never used again for something else.
"""
import collections
import os
import re

from corpus import real

FOLDER = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.join(FOLDER, "sources")

TABLE = real.read_table(os.path.join(FOLDER, "recipes.txt"))


def lines_of(kind):
    return [line[1:] for line in TABLE if line[0] == kind]


# --- ABIs ----------------------------------------------------------------------------------------------------

Abi = collections.namedtuple("Abi", "triplet gcc clang assembler linker folder")
ABIS = {
    "amd64": Abi("x86_64-linux-gnu", [], ["--target=x86_64-linux-gnu"], ["--64"], [], "amd64"),
    "aarch64": Abi("aarch64-linux-gnu", [], ["--target=aarch64-linux-gnu"], ["-EL"], [], "aarch64"),
    "aarch64_be": Abi("aarch64-linux-gnu", ["-mbig-endian"], ["--target=aarch64_be-linux-gnu"], ["-EB"],
                      ["-Wl,-EB", "-Wl,-maarch64linuxb"], "aarch64"),
    "s390x": Abi("s390x-linux-gnu", [], ["--target=s390x-linux-gnu"], [], [], "s390x"),
}


def abis(words):
    return tuple(ABIS) if words == "all" else tuple(words.split())


# --- Toolchains ----------------------------------------------------------------------------------------------

# An assembler, the text that its sections are read by, and the linkers of its objects; names of recipes leave out the
# first linker.  suffix: of names, if another toolchain has the same text.  assembles: its program; clang compiles too.
Toolchain = collections.namedtuple("Toolchain", "profile abis linkers suffix assembles", defaults=("", "as"))
WITHOUT_S390X = ("amd64", "aarch64", "aarch64_be")
TOOLCHAINS = {
    "bookworm": Toolchain("v1", WITHOUT_S390X, ("bookworm", "llvm-22")),
    "trixie": Toolchain("v2", WITHOUT_S390X, ("trixie", "forky", "llvm-22", "mold-forky", "wild")),
    "llvm-22": Toolchain("v2e2", WITHOUT_S390X, ("llvm-22", "trixie", "forky", "wild"), assembles="llvm-mc"),
    "forky": Toolchain("v3", tuple(ABIS), ("forky", "llvm-22", "mold-forky", "mold-sid", "wild")),
    "llvm-23": Toolchain("v2e2", ("amd64",), ("llvm-23",), ".llvm-23", "llvm-mc"),
    "clang-23": Toolchain("v2e2", ("amd64",), ("llvm-23",), ".clang-23", "clang"),
}
LINKERS = {  # toolchain: its program, as fetched
    "bookworm": "{triplet}-ld", "trixie": "{triplet}-ld", "forky": "{triplet}-ld", "llvm-22": "ld.lld",
    "llvm-23": "ld.lld", "mold-forky": "mold", "mold-sid": "mold", "wild": "wild",
}
LINKER_FLAGS = {"wild": ["-Wl,--wild-experimental-sframe"]}
ABIS_OF = {"wild": ("amd64", "aarch64")}  # linkers that do not know all
LINKERS_OF = {"discard": ("forky", "wild")}  # links that not all linkers know

# --- Compilers -----------------------------------------------------------------------------------------------

COMMON_FLAGS = ["-fasynchronous-unwind-tables", "-fno-stack-protector", "-g0"]
FREESTANDING = ["-ffreestanding"]
# Turn off what a compiler adds by default: variants turn on what is wanted. -fno-addrsig: gas 2.40 and later have no
# .addrsig.
OWN_FLAGS = {"gcc": ["-fno-pie"], "clang": ["-fno-pie", "-fno-addrsig"]}
VARIANTS = {name: (flags.split(), abis(words)) for name, flags, words in lines_of("variant")}

# --- Objects -------------------------------------------------------------------------------------------------

HOSTED = ("hosted",)  # sources that need the C library
COMPILED = {source: (shows, ways) for source, shows, ways in lines_of("compiled")}
ASSEMBLED = {folder: {source: shows for each, source, shows in lines_of("assembled") if each == folder}
             for folder in dict.fromkeys(abi.folder for abi in ABIS.values())}
# sources/ABI/written.s has its .sframe section written out, by these symbols.
WRITTEN = {name: dict(symbol.split("=") for symbol in symbols.split()) for name, symbols in lines_of("written")}
AS_EVER = {"FIXED_FP": 0, "FIXED_RA": -8, "AUX": 0, "FUNCTIONS": 1}
FLAGS = {"v2e2": 4, "v3": 4}  # of sections of a text: starts relative to their fields
FEWER = {"aarch64_be": ("gcc-o2", "clang-o2")}  # fewer compilations where only the byte order differs from another ABI
# Toolchains whose sections are all empty for an ABI: no links, and only these objects.
ONLY = {("llvm-22", "aarch64"): ("leaf.gcc-o2", "signed.s"), ("llvm-22", "aarch64_be"): ("leaf.gcc-o2", "signed.s")}

# --- Links ---------------------------------------------------------------------------------------------------

# everywhere: every linker makes it, or only the toolchain's first.  section: the output must have one.
Link = collections.namedtuple("Link", "shows objects flags abis everywhere section", defaults=(True, True))
STATIC = ["-static", "-no-pie"]
EVERYTHING = " ".join(f"{source}.gcc-o2-pic" for source in COMPILED if source != "long")
LINKS = {name: Link(shows, objects, flags.split(), abis(words), linkers != "first", linkers != "no-section")
         for name, objects, flags, words, linkers, shows in lines_of("link")}
# Recipes that were added later: vectors ask about their sections last, so that the ids of older vectors stay.
LATER = ("remember-late", "library-ibt-now", "pie-ibt-now", "input-")


def hosted(link):
    return any(name.split(".")[0] in HOSTED for name in LINKS[link].objects.split())


# --- All of them ---------------------------------------------------------------------------------------------

# One object: source without its ending, compiler ('' for assembly) with level and variant, ABI, toolchain.
Object = collections.namedtuple("Object", "source compiler variant abi toolchain")
Recipe = collections.namedtuple("Recipe", "name shows abi toolchain objects link linker")


def profile(recipe):
    """The text of the output.  The newest GNU ld drops the SFrame of older objects and describes its PLT in its own
    version."""
    return TOOLCHAINS["forky" if recipe.linker == "forky" else recipe.toolchain].profile


def identity(recipe):
    return f"{profile(recipe)}/{recipe.abi}/{recipe.name}"


def is_later(name):
    return name.removeprefix("link.").startswith(LATER)


def path_of(recipe):
    """The path of a recipe's file, below the folder that corpus/compile-real fills."""
    each = recipe.objects[0]
    name = recipe.name if recipe.link else f"{object_name(each.source, each.compiler, each.variant)}.o"
    return os.path.join(recipe.toolchain, recipe.abi, name)


def compiled(abi):
    """(source, compiler, variant) of each object that is compiled for an ABI."""
    for source, (_, ways) in COMPILED.items():
        for way in ways.split():
            compiler, *variants = way.split("/")
            for variant in ["", *variants]:
                if abi in VARIANTS[variant][1] and compiler in FEWER.get(abi, (compiler,)):
                    yield source, compiler, variant


def object_name(source, compiler, variant):
    return ".".join(filter(None, [source, "-".join(filter(None, [compiler, variant]))]))


def symbols(each):
    """NAME=VALUE of an object whose section is written out; else none."""
    if each.source != "written":
        return []
    text = TOOLCHAINS[each.toolchain].profile
    given = {"VERSION": text[1], "FLAGS": FLAGS.get(text, 0), **AS_EVER, **WRITTEN[each.variant]}
    return [f"{name}={value}" for name, value in given.items()]


def parse_object(name, abi, toolchain):
    """The object that a link names: source.gcc-o2-variant."""
    source, _, way = name.partition(".")
    if source == "written":
        return Object(source, "", way, abi, toolchain)
    compiler, level, variant = (way.split("-", 2) + [""])[:3] if way else ("", "", "")
    return Object(source, f"{compiler}-{level}" if way else "", variant, abi, toolchain)


def object_recipes(abi, toolchain):
    """All objects of an ABI."""
    suffix = TOOLCHAINS[toolchain].suffix
    for source, compiler, variant in compiled(abi):
        yield Recipe(object_name(source, compiler, variant) + suffix, COMPILED[source][0], abi, toolchain,
                     (Object(source, compiler, variant, abi, toolchain),), None, None)
    for source, shows in ASSEMBLED[ABIS[abi].folder].items():
        yield Recipe(f"{source}.s{suffix}", shows, abi, toolchain, (Object(source, "", "", abi, toolchain),), None, None)


def link_name(link, toolchain, linker):
    if linker == TOOLCHAINS[toolchain].linkers[0]:
        return f"link.{link}{TOOLCHAINS[toolchain].suffix}"
    return f"link.{link}.from-{toolchain}" if linker == "forky" else f"link.{link}.{linker}"


def link_recipe(name, abi, toolchain, linker):
    by_hand = " ".join(source for source in ASSEMBLED[ABIS[abi].folder] if not is_later(source))
    objects = LINKS[name].objects.format(assembled=by_hand, everything=EVERYTHING).split()
    return Recipe(link_name(name, toolchain, linker), LINKS[name].shows, abi, toolchain,
                  tuple(parse_object(each, abi, toolchain) for each in objects), name, linker)


def link_recipes(abi, toolchain):
    for linker in TOOLCHAINS[toolchain].linkers:
        for name, link in LINKS.items():
            known = abi in ABIS_OF.get(linker, ABIS) and linker in LINKERS_OF.get(name, LINKERS)
            if known and abi in link.abis and (link.everywhere or linker == TOOLCHAINS[toolchain].linkers[0]):
                yield link_recipe(name, abi, toolchain, linker)


def library_of(recipe):
    """The shared object that an executable is linked with."""
    return link_recipe("library", recipe.abi, recipe.toolchain, recipe.linker)


def recipes():
    for toolchain, each in TOOLCHAINS.items():
        for abi in each.abis:
            only = ONLY.get((toolchain, abi))
            yield from (recipe for recipe in object_recipes(abi, toolchain) if only is None or recipe.name in only)
            yield from link_recipes(abi, toolchain) if only is None else ()


def first_error(text):
    """The first error that a tool has printed, without folders; what gcc says of its linker (collect2) is no error."""
    lines = [line for line in text.splitlines() if not line.startswith("collect2:")]
    errors = [line for line in lines if re.search(r"error|fatal|cannot|unknown|unrecognized", line, re.I)]
    return re.sub(r"/\S*/", "", (errors or lines or [""])[0]).strip()
