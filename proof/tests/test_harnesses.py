"""Each harness compiles as its line of proofs.txt says: by gcc, with CBMC's words declared, where CBMC is not."""
import re
from pathlib import Path

import pytest

from common import commands
from common.scripts import module_of

ROOT = Path(__file__).resolve().parents[2]

PROVE = module_of(ROOT / "proof/prove")
PROOFS = [(of, proof) for of in PROVE.PLACES for proof in PROVE.rows("proofs.txt", PROVE.Proof, of)]
OF_CBMC = """
#include <stdbool.h>
#include <stddef.h>
#define __CPROVER_constant_infinity_uint 1
void __CPROVER_assume(bool);
void __CPROVER_havoc_object(void *);
bool __CPROVER_r_ok(const void *, size_t);
bool __CPROVER_w_ok(const void *, size_t);
bool __CPROVER_same_object(const void *, const void *);
size_t __CPROVER_OBJECT_SIZE(const void *);
size_t __CPROVER_POINTER_OFFSET(const void *);
size_t __CPROVER_POINTER_OBJECT(const void *);
"""


@pytest.fixture(scope="module", name="words")
def words_of_cbmc(tmp_path_factory):
    path = tmp_path_factory.mktemp("words") / "cbmc.h"
    path.write_text(OF_CBMC, encoding="utf-8")
    return path


def compiled(of, words, name, defines=""):
    command = ["gcc", "-std=gnu17", "-fsyntax-only", "-w", "-Werror=implicit-function-declaration", "-include", words,
               *PROVE.PLACES[of].compiled, *(f"-D{word}" for word in defines.split()), name]
    return commands.run(*command, cwd=ROOT).stderr


@pytest.mark.parametrize("of, proof", PROOFS, ids=[f"{of}/{proof.name}" for of, proof in PROOFS])
def test_a_harness_compiles(of, proof, words):
    assert compiled(of, words, PROVE.path_of(proof, PROVE.PLACES[of]), proof.defines) == ""


@pytest.mark.parametrize("of", PROVE.PLACES)
def test_models_compile_and_have_what_is_put_in_place(of, words):
    assert compiled(of, words, f"{of}/models.c") == ""
    folder = ROOT / of
    there = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.[ch]"))
    wanted = {pair.partition(":")[2] for each, proof in PROOFS if each == of for pair in proof.replaced.split()} - {""}
    assert len(wanted) > 5 and [name for name in wanted if not re.search(rf"\b{name}\(", there)] == []


def test_what_prove_copies_and_what_it_compiles_is_there():
    for of, place in PROVE.PLACES.items():
        assert of == place.proofs and all((ROOT / name).exists() for name in place.copied)
        assert (ROOT / place.compiled[-1]).exists()


@pytest.mark.parametrize("of", PROVE.PLACES)
def test_each_place_of_the_tables_is_there_once(of):
    """prove ends with a message where one is not."""
    assert len(list(PROVE.loop_edits(PROVE.PLACES[of], str(ROOT)))) > 20
    rows = [(table, row) for table in ("planted.txt", "bounds.txt", "mutants.txt")
            for row in PROVE.rows(table, PROVE.Planted, of)]
    assert len(rows) > 50
    for table, row in rows:
        PROVE.place_of(str(ROOT), row.file, r"\s+".join(map(re.escape, row.right.split())), table)


def test_each_proof_has_its_harness_whose_head_says_what_it_proves():
    proofs = {PROVE.path_of(proof, PROVE.PLACES["proof/ref"]) for of, proof in PROOFS if of == "proof/ref"}
    assert len(proofs) > 10 and all((ROOT / path).read_text(encoding="utf-8").startswith("/* ") for path in proofs)
