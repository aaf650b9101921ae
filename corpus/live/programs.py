"""The programs that are stepped: made by corpus/build's Builder from corpus/sources."""
import collections
import os

from common import scripts
from corpus import recipes

CORPUS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(CORPUS)

build = scripts.module_of(os.path.join(CORPUS, "build"))  # its Builder makes our programs too

# --- What is run --------------------------------------------------------------------------------------------

LEVELS = [f"{compiler}-{level}" for compiler in ("gcc", "clang") for level in ("o0", "o1", "o2", "os")]
VARIANTS = {  # of an ABI, beside plain ones
    "amd64": ["gcc-o2-frame", "gcc-o2-cet", "clang-o2-frame"],
    "aarch64": ["gcc-o2-pac-leaf", "gcc-o2-pac-b", "clang-o2-pac-leaf"],
    "aarch64_be": ["gcc-o2-pac-leaf", "gcc-o2-pac-b"],
    "s390x": ["gcc-o2-frame", "gcc-o2-packed", "gcc-o2-backchain"],
}
FREESTANDING = ["program", "tree"]
HOSTED = {"amd64": ["gcc-o0", "gcc-o2"]}  # dynamic: its C library is no part of the toolchains

Run = collections.namedtuple("Run", "toolchain abi source way")


def name_of(run):
    return f"{run.toolchain}/{run.abi}/{run.source}.{run.way}"


def runs():
    for toolchain, each in recipes.TOOLCHAINS.items():
        for abi in each.abis if not each.suffix else ():  # one of each text
            for source in FREESTANDING:
                for way in LEVELS + VARIANTS[abi]:
                    yield Run(toolchain, abi, source, way)
            for way in HOSTED.get(abi, []):
                yield Run(toolchain, abi, "hosted", way)


def recipe_of(run, flags=()):
    name = f"live-{run.source}-{run.way}{''.join(flags)}"
    if run.source in recipes.HOSTED:
        objects, how = f"{run.source}.{run.way}-pic", ["-pie", "-Wl,-z,lazy", *flags]
    else:
        objects, how = f"{run.source}.{run.way} start", [*recipes.STATIC, *flags]
    recipes.LINKS[name] = recipes.Link("a program to be stepped", objects, how, (), False)
    return recipes.link_recipe(name, run.abi, run.toolchain, recipes.TOOLCHAINS[run.toolchain].linkers[0])
