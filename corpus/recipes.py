"""What the real corpus is made from, as tables: ABIs, toolchains, compilers, sources, variants, links.

`recipes()` gives every file that is built. Names are small letters, digits, '.' and '-': they become file names
and ids of vectors, and are never used again for something else.
"""
import collections
import os
import re

FOLDER = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.join(FOLDER, "sources")

# --- ABIs ----------------------------------------------------------------------------------------------------

Abi = collections.namedtuple("Abi", "triplet gcc clang assembler linker folder")
ABIS = {
    "amd64": Abi("x86_64-linux-gnu", [], ["--target=x86_64-linux-gnu"], ["--64"], [], "amd64"),
    "aarch64": Abi("aarch64-linux-gnu", [], ["--target=aarch64-linux-gnu"], ["-EL"], [], "aarch64"),
    "aarch64_be": Abi("aarch64-linux-gnu", ["-mbig-endian"], ["--target=aarch64_be-linux-gnu"], ["-EB"],
                      ["-Wl,-EB", "-Wl,-maarch64linuxb"], "aarch64"),
    "s390x": Abi("s390x-linux-gnu", [], ["--target=s390x-linux-gnu"], [], [], "s390x"),
}

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
VARIANTS = {  # name: flags, the ABIs that have it
    "": ([], tuple(ABIS)),
    "frame": (["-fno-omit-frame-pointer"], tuple(ABIS)),
    "cet": (["-fcf-protection=full"], ("amd64",)),
    "pac": (["-mbranch-protection=pac-ret"], ("aarch64", "aarch64_be")),
    "pac-leaf": (["-mbranch-protection=pac-ret+leaf"], ("aarch64", "aarch64_be")),
    "pac-b": (["-mbranch-protection=pac-ret+leaf+b-key"], ("aarch64", "aarch64_be")),
    "standard": (["-mbranch-protection=standard"], ("aarch64", "aarch64_be")),
    "packed": (["-mpacked-stack"], ("s390x",)),
    "backchain": (["-mbackchain"], ("s390x",)),
    "kernel": (["-mpacked-stack", "-mbackchain", "-msoft-float"], ("s390x",)),
    "sections": (["-ffunction-sections"], tuple(ABIS)),
    "pic": (["-fPIC"], tuple(ABIS)),
    "no-plt": (["-fPIC", "-fno-plt"], tuple(ABIS)),
    "pic-cet": (["-fPIC", "-fcf-protection=full"], ("amd64",)),
    "pic-standard": (["-fPIC", "-mbranch-protection=standard"], ("aarch64", "aarch64_be")),
}

# --- Objects -------------------------------------------------------------------------------------------------

HOSTED = ("hosted",)  # sources that need the C library
# source: what it shows | compiler and level, variants behind slashes
COMPILED = {
    "leaf": ("functions that call nothing",
             "gcc-o0 gcc-o2/frame/pac-leaf/pac-b/packed/backchain/kernel clang-o0 clang-o2/pac-leaf"),
    "pushes": ("callee-saved registers, arguments on the stack",
               "gcc-o0 gcc-o1 gcc-o2/frame/cet/pac/pac-b/packed/backchain/kernel gcc-os clang-o1 clang-o2/frame/pac-b"),
    "alloca": ("frames of variable size", "gcc-o0 gcc-o2/pac/packed/backchain/kernel clang-o0 clang-o2"),
    "realign": ("a rounded stack pointer", "gcc-o0 gcc-o2/frame/pac gcc-os clang-o0 clang-o2"),
    "frames": ("offsets beyond 8 and 16 bits", "gcc-o0 gcc-o2/frame/pac/packed clang-o2"),
    "long": ("functions beyond 255 and 65,535 bytes", "gcc-o0 gcc-o2/pac clang-o2"),
    "cold": ("functions in a hot and a cold part", "gcc-o2/sections gcc-o3 clang-o2"),
    "tails": ("tail calls and calls that do not come back", "gcc-o0 gcc-o2/cet/pac gcc-os clang-o2"),
    "exits": ("several ways out", "gcc-o0 gcc-o1 gcc-o2/frame/cet/pac/pac-b gcc-o3 gcc-os clang-o1 clang-o2"),
}
ASSEMBLED = {  # source in the ABI's folder: what it shows
    "amd64": {
        "remember": "remembered and restored rows",
        "remember-late": "rows that are remembered right behind a directive, and far behind; nested, and not",
        "signal": "signal frames, by expressions and plainly",
        "undefined": "outermost functions, return addresses at odd places",
        "odd-cfa": "CFA on odd registers, frame pointers at odd places",
        "escape": "CFI in bytes of its own",
        "simple": "a function without rules",
        "sections": "functions in several sections, gaps, empty functions",
    },
    "aarch64": {
        "remember": "remembered and restored rows, one register saved alone",
        "signed": "return addresses signed with either key",
        "undefined": "outermost functions, CFA and return addresses in odd registers",
        "signal": "signal frames, CFI in bytes of its own",
    },
    "s390x": {
        "remember": "remembered and restored rows, one register saved alone",
        "float": "registers saved in floating-point registers",
        "undefined": "outermost functions, signal frames, odd CFA",
    },
}
# sources/ABI/written.s has its .sframe section written out.  name: what it shows, and the symbols that make it so
WRITTEN = {
    "auxiliary": ("an auxiliary header", {"AUX": 8}),
    "fixed-ra": ("another fixed place for RA", {"FIXED_RA": -16}),
    "fixed-fp": ("a fixed place for FP", {"FIXED_FP": -24}),
    "no-function": ("a header and nothing else", {"FUNCTIONS": 0}),
    "empty": ("a section of no bytes", {"FUNCTIONS": -1}),
}
AS_EVER = {"FIXED_FP": 0, "FIXED_RA": -8, "AUX": 0, "FUNCTIONS": 1}
FLAGS = {"v2e2": 4, "v3": 4}  # of sections of a text: starts relative to their fields
FEWER = {"aarch64_be": ("gcc-o2", "clang-o2")}  # fewer compilations where only the byte order differs from another ABI
# Toolchains whose sections are all empty for an ABI: no links, and only these objects.
ONLY = {("llvm-22", "aarch64"): ("leaf.gcc-o2", "signed.s"), ("llvm-22", "aarch64_be"): ("leaf.gcc-o2", "signed.s")}

# --- Links ---------------------------------------------------------------------------------------------------

# name: what it shows | objects as source.compiler[-variant] | flags of the compiler, which links | ABIs | whether every
# linker makes it, or only the toolchain's first | whether the output must have a section
Link = collections.namedtuple("Link", "shows objects flags abis everywhere section", defaults=(True, True))
OF_ALL = tuple(ABIS)
STATIC = ["-static", "-no-pie"]
CALLS = "calls.{0} calls-library.{0}"
EVERYTHING = " ".join(f"{source}.gcc-o2-pic" for source in COMPILED if source != "long")
LINKS = {
    "relocatable": Link("a relocatable link", "pushes.gcc-o2 exits.gcc-o2 cold.gcc-o2", ["-r"], OF_ALL),
    "static": Link("a static executable", CALLS.format("gcc-o2"), STATIC, OF_ALL),
    "gc": Link("a static executable without what nobody calls", CALLS.format("gcc-o2-sections"),
               [*STATIC, "-Wl,--gc-sections"], OF_ALL),
    # A program that is linked with a library contains its soname, which, unlike a path, does not depend on the folder.
    "library": Link("a shared object with a lazy PLT", "calls-library.gcc-o2-pic",
                    ["-shared", "-Wl,-soname,library", "-Wl,-z,lazy"], OF_ALL),
    "library-now": Link("a shared object with -z now", "calls-library.gcc-o2-pic", ["-shared", "-Wl,-z,now"], OF_ALL),
    "library-no-plt": Link("a shared object without a PLT", "calls-library.gcc-o2-no-plt", ["-shared"], OF_ALL),
    "library-ibt": Link("a shared object with a PLT for CET", "calls-library.gcc-o2-pic-cet",
                        ["-shared", "-Wl,-z,ibtplt", "-Wl,-z,lazy"], ("amd64",)),
    "library-pac": Link("a shared object with a PLT that signs", "calls-library.gcc-o2-pic-standard",
                        ["-shared", "-Wl,-z,pac-plt", "-Wl,-z,force-bti"], ("aarch64", "aarch64_be")),
    "everything": Link("a shared object of many functions, many of them elsewhere", EVERYTHING, ["-shared"], OF_ALL),
    "dynamic": Link("an executable at a fixed address", "calls.gcc-o2",
                    ["-no-pie", "-Wl,-z,lazy", "{library}"], OF_ALL),
    "pie": Link("an executable at any address", "calls.gcc-o2-pic", ["-pie", "-Wl,-z,lazy", "{library}"], OF_ALL),
    "pie-now": Link("an executable at any address with -z now", "calls.gcc-o2-pic",
                    ["-pie", "-Wl,-z,now", "{library}"], OF_ALL),
    "dynamic-ibt": Link("an executable with a PLT for CET", "calls.gcc-o2-cet",
                        ["-no-pie", "-Wl,-z,ibtplt", "-Wl,-z,lazy", "{library}"], ("amd64",)),
    **{f"program-{way}": Link("a program to be stepped, without a library", f"program.{way} start", STATIC, OF_ALL,
                              way == "gcc-o2") for way in ("gcc-o0", "gcc-o2", "gcc-os", "clang-o2")},
    **{f"program-{way}": Link("a program to be stepped, with signed return addresses", f"program.{way} start", STATIC,
                              ("aarch64", "aarch64_be"), False) for way in ("gcc-o2-pac-leaf", "gcc-o2-pac-b")},
    "program-gcc-o2-cet": Link("a program to be stepped, with CET", "program.gcc-o2-cet start", STATIC, ("amd64",),
                               False),
    **{f"hosted-{way}": Link("a program of the C library", f"hosted.{way}-pic", ["-pie", "-Wl,-z,lazy"],
                             ("amd64", "aarch64", "s390x"), False) for way in ("gcc-o0", "gcc-o2")},
    "hosted-static": Link("a static program of the C library", "hosted.gcc-o2", STATIC, ("amd64", "aarch64", "s390x"),
                          False),
    "by-hand": Link("a shared object of assembly by hand", "{assembled}", ["-shared", "-Wl,-z,notext"], OF_ALL),
    "library-ibt-now": Link("a shared object with a PLT for CET and -z now", "calls-library.gcc-o2-pic-cet",
                            ["-shared", "-Wl,-z,ibtplt", "-Wl,-z,now"], ("amd64",)),
    "pie-ibt-now": Link("an executable at any address with a PLT for CET and -z now", "calls.gcc-o2-pic-cet",
                        ["-pie", "-Wl,-z,ibtplt", "-Wl,-z,now", "{library}"], ("amd64",)),
    "discard": Link("a shared object with --discard-sframe", "calls-library.gcc-o2-pic",
                    ["-shared", "-Wl,--discard-sframe"], OF_ALL, section=False),
    **{f"input-{name}": Link(f"an input with {shows}, before another", f"written.{name} calls-library.gcc-o2-pic",
                             ["-shared"], ("amd64",)) for name, (shows, _) in WRITTEN.items()},
    **{f"input-{name}-later": Link(f"an input with {WRITTEN[name][0]}, behind another",
                                   f"calls-library.gcc-o2-pic written.{name}", ["-shared"], ("amd64",))
       for name in ("auxiliary", "fixed-ra", "fixed-fp")},
    **{f"input-{name}-alone": Link(f"an input with {WRITTEN[name][0]}, and no other", f"written.{name}", ["-shared"],
                                   ("amd64",), section=False) for name in ("no-function", "empty")},
}
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
    given = {"VERSION": text[1], "FLAGS": FLAGS.get(text, 0), **AS_EVER, **WRITTEN[each.variant][1]}
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
    objects = LINKS[name].objects.format(assembled=by_hand).split()
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
