"""Functions that share rows."""

from dataclasses import replace

import pytest

from ref.tests.conftest import asked_at_once, call, fits, flipped_at_once, hex_bytes, section


def sharing(functions, rows):
    """A section of version 2 whose functions all have all the rows."""
    head = hex_bytes("e2 de 02 01 03 00 f8 00") + b"".join(
        number.to_bytes(4, "little") for number in (functions, rows, 3 * rows, 0, 20 * functions))
    entries = b"".join((0x1000 + 0x200 * i).to_bytes(4, "little") + (0x200).to_bytes(4, "little") + bytes(4)
                       + rows.to_bytes(4, "little") + bytes(4) for i in range(functions))
    body = b"".join(bytes((i % 256, 3, 8)) for i in range(rows))
    return replace(section("v2e2-amd64-call"), data=head + entries + body)


def test_functions_that_share_many_rows_are_irregular_and_can_be_read():
    it = sharing(64, 200)
    assert len(it.data) == 1908
    done = call("check", *it.options(), "-", data=it.data)
    assert done.returncode == 1
    assert [line.split()[1:3] for line in done.stdout.decode().splitlines()] == 63 * [["fre.unshared", "irregular"]]
    model = fits("decode", asked_at_once("decode", (it,))[it])
    assert model["verdict"] == "irregular"
    assert [len(function["rows"]) for function in model["functions"]] == 64 * [200]
    (there,) = flipped_at_once((it,)).values()
    assert list(flipped_at_once((there,)).values()) == [it]


@pytest.mark.parametrize("command", [["decode"], ["dump"]])
def test_more_rows_than_a_section_has_bytes_for_are_not_printed(command):
    it = sharing(1000, 1000)
    done = call(*command, *it.options(), "-", data=it.data)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert "functions share rows" in done.stderr.decode()


@pytest.mark.parametrize("command", [["check"], ["flip"], ["dump", "--annotate"], ["lookup"]])
def test_what_need_not_print_them_takes_any_number_of_rows(command):
    it = sharing(1000, 1000)
    done = call(*command, *it.options(), "-", *(["0x1000"] if command == ["lookup"] else []), data=it.data)
    assert (done.returncode, done.stderr) == (0 if command == ["lookup"] else 1, b"")
    assert len(done.stdout) < 1000 * len(it.data)
