"""The runner asks the examples in other orders, and finds what a reader keeps of an opened section wrongly."""
import re
import shlex
import shutil
import subprocess

import pytest

from conformance.kits.tests.conftest import CONFORM, EXAMPLES, GENERATOR, HERE, ROOT, program

SECTION = "v2/amd64/lookup/after-mask/f1-start-*"  # three lookups
# Of each kit: how tiny is changed so that it answers for the first PC that it was asked about a section, and how the
# example is built.  Asked alone, each question gets the right answer.
PLANTED = {
    "python": ("tiny.py", {
        "    def find(self, pc):\n": "    def find(self, pc):\n        pc = vars(self).setdefault('first', pc)\n"}, ""),
    "javascript": ("tiny.mjs", {"  find(pc) {": "  find(pc) {\n    pc = this.first ??= pc;"}, ""),
    "java": ("Tiny.java", {
        "    Place find(long pc) throws Unreadable {":
        "    private Long first;\n    synchronized Place find(long pc) throws Unreadable {\n"
        "        pc = first = first == null ? pc : first;"},
             "javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC Example.java Tiny.java SframeAdapter.java"),
    "go": ("tiny.go", {
        '"errors"\n': '"errors"\n\t"sync"\n', "type tinySection struct {": "type tinySection struct {\n\tonce sync.Once\n\tfirst uint64",
        ") find(pc uint64) (place tinyPlace, err error) {":
        ") find(pc uint64) (place tinyPlace, err error) {\n\tsection.once.Do(func() { section.first = pc })\n\tpc = section.first"},
           "go build -o example example.go tiny.go sframe_adapter.go"),
    "rust": ("tiny.rs", {
        "pub struct Section {": "pub struct Section {\n    first: std::sync::Mutex<Option<u64>>,",
        "Ok(Section {": "Ok(Section {\n            first: Default::default(),",
        "pub fn find(&self, pc: u64)": "pub fn find(&self, pc: u64) -> Result<Option<(usize, Option<(usize, Row)>)>> {\n"
        "        let first = *self.first.lock().unwrap().get_or_insert(pc);\n        self.find_first(first)\n    }\n\n"
        "    fn find_first(&self, pc: u64)"}, "rustc --edition 2021 -A warnings -o example example.rs"),
}


@pytest.fixture(name="corpus", scope="module")
def fixture_corpus(tmp_path_factory):
    path = tmp_path_factory.mktemp("corpus") / "vectors"
    subprocess.run([*GENERATOR, "emit", "--select", SECTION, "--to", path], cwd=ROOT, check=True)
    return path


def outcome_in_other_orders(corpus, command):
    """The outcome of all.  It runs without a memory limit, as runtimes reserve more address space than that."""
    done = subprocess.run([*CONFORM, "--memory", "0", "--sequences", "--corpus", corpus, shlex.join(command)], cwd=ROOT,
                          stdout=subprocess.PIPE, text=True, check=False)
    counts = re.search(r" (\d+) asked: \1 (\w+); \1 judged$", done.stdout, re.MULTILINE)
    assert counts and int(counts[1]) > 2 and done.returncode == (counts[2] != "pass"), done.stdout
    return counts[2]


@pytest.mark.parametrize("kit", PLANTED)
def test_an_example_is_steady(corpus, kit):
    assert outcome_in_other_orders(corpus, EXAMPLES[kit]) == "pass"


@pytest.mark.parametrize("kit", PLANTED)
def test_what_a_reader_keeps_of_an_opened_section_wrongly_is_found(tmp_path, corpus, kit):
    name, changes, build = PLANTED[kit]
    folder = tmp_path / kit
    shutil.copytree(HERE.parent / kit, folder)
    text = (folder / name).read_text(encoding="utf-8")
    for old, new in changes.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    (folder / name).write_text(text, encoding="utf-8")
    subprocess.run(shlex.split(build) or ["true"], cwd=folder, check=True)
    assert outcome_in_other_orders(corpus, program(kit, "example", tmp_path, tmp_path)) == "unsteady"
