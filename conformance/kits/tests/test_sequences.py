"""The runner asks the examples in other orders, and finds what a reader keeps of an opened section wrongly."""
import shlex
import shutil
import subprocess

import pytest

from conformance.kits.tests.conftest import CONFORM, EXAMPLES, HERE, ROOT, program

SECTION = "v2/amd64/lookup/after-mask/*"  # three lookups
# Of each kit: how tiny is changed so that it answers for the first PC that it was asked about a section, and how the
# example is built.  Asked alone, each question gets the right answer.
PLANTED = {
    "python": ("tiny.py", {
        "    def find(self, pc):\n": "    def find(self, pc):\n        pc = vars(self).setdefault('first', pc)\n"}, ""),
    "javascript": ("tiny.mjs", {"  find(pc) {": "  find(pc) {\n    pc = this.first ??= pc;"}, ""),
    "java": ("Tiny.java", {
        "    Place find(long pc) throws Unreadable {":
        "    private Long first;\n    synchronized Place find(long pc) throws Unreadable {\n"
        "        pc = first = first == null ? pc : first;"}, "javac Example.java Tiny.java SframeAdapter.java"),
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


def asked_in_other_orders(command):
    """It runs without a memory limit, as runtimes reserve more address space than that."""
    return subprocess.run([*CONFORM, "--memory", "0", "--core", "--sequences", "--select", SECTION, shlex.join(command)], cwd=ROOT,
                          stdout=subprocess.PIPE, text=True, check=False)


@pytest.mark.parametrize("kit", PLANTED)
def test_an_example_is_steady(kit):
    done = asked_in_other_orders(EXAMPLES[kit])
    assert done.returncode == 0 and " 3 asked: 3 pass; 3 judged" in done.stdout, done.stdout


@pytest.mark.parametrize("kit", PLANTED)
def test_what_a_reader_keeps_of_an_opened_section_wrongly_is_found(tmp_path, kit):
    name, changes, build = PLANTED[kit]
    folder = tmp_path / kit
    shutil.copytree(HERE.parent / kit, folder)
    text = (folder / name).read_text(encoding="utf-8")
    for old, new in changes.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    (folder / name).write_text(text, encoding="utf-8")
    subprocess.run(shlex.split(build) or ["true"], cwd=folder, check=True)
    done = asked_in_other_orders(program(kit, "example", tmp_path, tmp_path))
    assert done.returncode == 1 and " 3 asked: 3 unsteady; 3 judged" in done.stdout, done.stdout
