"""What corpus/compile-real left in BUILD/real: files of the toolchains, where a committed section is not enough."""
import json

import pytest

from corpus import real, recipes, sections
from corpus.tests.compiled import BUILD, REF, must, run

RUN = {"amd64": [], "aarch64": ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
       "aarch64_be": ["qemu-aarch64_be"], "s390x": ["qemu-s390x", "-L", "/usr/s390x-linux-gnu"]}
BUILT = [recipe for recipe in recipes.recipes()
         if not real.read_list()[recipes.identity(recipe)].startswith("failed")]
PROGRAMS = [recipe for recipe in BUILT if recipe.link and recipe.link.startswith(("program", "hosted"))]


def path_of(recipe):
    return BUILD / "real" / recipes.path_of(recipe)


def decode(*arguments, given=None):
    """The oracle's model, without members that only a section in an ELF file has."""
    done = run(REF, "decode", *arguments, input=given, text=False)
    answer = json.loads(done.stdout)
    of_file = "section", "segment", "violations", "verdict"
    return {name: value for name, value in answer.items() if name not in of_file}


@pytest.mark.parametrize("toolchain", list(recipes.TOOLCHAINS))
def test_the_oracle_relocates_and_finds_sections_as_pyelftools_does(toolchain):
    """Outputs of ld -r are left out: their relocations apply to wrong places."""
    for recipe in BUILT:
        if recipe.toolchain != toolchain or recipe.link == "relocatable":
            continue
        (section,) = sections.read(path_of(recipe))
        profile = recipes.profile(recipe)
        assert decode("-p", profile, path_of(recipe)) == decode(
            "-p", profile, "-a", hex(section.address), "-", given=section.bytes), recipes.identity(recipe)


@pytest.mark.parametrize("recipe", PROGRAMS, ids=recipes.identity)
def test_each_program_runs_and_is_content(recipe):
    must(*RUN[recipe.abi], path_of(recipe), timeout=60)
