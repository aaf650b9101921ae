"""A register has each of its names in assembly text, which cases.t shows of SP, FP and RA alone."""
import pytest

from conformance.writers import assembly


@pytest.mark.parametrize("abi, names, numbers", [
    ("aarch64", ["w29", "x29", "d8"], [29, 29, 72]), ("s390x", ["%a1", "c15", "f4"], [49, 47, 18]),
    ("amd64", ["%rbp", "xmm1", "st(2)", "mm3"], [6, 18, 35, 44])])
def test_a_register_has_each_of_its_names(abi, names, numbers):
    assert [assembly.number_of(name, abi) for name in names] == numbers
