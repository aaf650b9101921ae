"""Links: the zoo's linker, right or with a bug, and what the suite says of its results.

A link is a line of sframe-links, or one of those that are made here by the zoo's assembler.
"""
import base64
import io
import json
import os
import re
import subprocess

from elftools.elf.elffile import ELFFile

import asking
import own

SECTION = '\t.section {},"ax",@progbits\n'
GROUP = '\t.section .text.{0},"axG",@progbits,{0},comdat\n'
PER_LINK = 4


# --- Links of our own ------------------------------------------------------------------------------------------

class Maker:
    """Makes links for one ABI of functions that SFrame can say."""

    def __init__(self, zoo, functions, folder):
        self.zoo, self.folder, self.head, self.abi = zoo, folder, functions[0].head, functions[0].abi
        self.pieces = []
        for number, function in enumerate(functions):
            text, truth = asking.renamed(function, number)
            self.pieces.append((f"\t.globl {truth['name']}\n{text}", truth))
        self.made = []

    def object(self, parts, *options):
        """The bytes of an object; a part is the line of a section and the number of a function."""
        source, path = os.path.join(self.folder, "link.s"), os.path.join(self.folder, "link.o")
        with open(source, "w", encoding="utf-8") as file:
            file.write(self.head + "".join(section + self.pieces[number][0] for section, number in parts))
        subprocess.run([self.zoo.assembler, "--abi", self.abi, *options, "-o", path, source], check=True, capture_output=True)
        with open(path, "rb") as file:
            return file.read()

    def add(self, name, objects, options, kept, gone=(), refused=False):
        expect = {"functions": [self.pieces[number][1] for number in kept],
                  "gone": [self.pieces[number][1]["name"] for number in gone]}
        self.made.append({"id": f"{self.abi}/{name}", "abi": self.abi,
                          "input": {"objects": [{"name": f"o{number}.o", "elf": base64.b64encode(content).decode()}
                                                for number, content in enumerate(objects)], "options": options},
                          "expect": {"refused": True} if refused else expect})


def patched(content, *changes):
    """The object, with bytes of its .sframe changed: (place, how)."""
    content = bytearray(content)
    at = ELFFile(io.BytesIO(bytes(content))).get_section_by_name(".sframe")["sh_offset"]
    for place, change in changes:
        content[at + place] = change(content[at + place])
    return bytes(content)


def good_links(maker, count):
    text, all_of = "\t.text\n", list(range(count))
    half = count // 2
    first, second = [(text, number) for number in all_of[:half]], [(text, number) for number in all_of[half:]]
    maker.add("two objects", [maker.object(first), maker.object(second)], ["-static"], all_of)
    maker.add("shared", [maker.object(second), maker.object(first)], ["-shared"], all_of)
    maker.add("another object of them", [maker.object(first), maker.object(second)], ["-r"], all_of)
    maker.add("symbols", [maker.object(first, "--symbols"), maker.object(second, "--symbols")], ["-static"], all_of)
    maker.add("auxiliary headers", [maker.object(first, "--aux", "12"), maker.object(second, "--aux", "5")], ["-static"], all_of)
    apart = [(SECTION.format(f".text.{'abc'[number % 3]}") if number % 4 else text, number) for number in all_of]
    maker.add("sections in turn", [maker.object(apart)], ["-static"], all_of)
    maker.add("sections in turn, -r", [maker.object(apart)], ["-r"], all_of)
    twice = maker.object([(text, 0), (GROUP.format(maker.pieces[1][1]["name"]), 1)])
    again = maker.object([(text, 2), (GROUP.format(maker.pieces[1][1]["name"]), 1), (text, 3)])
    maker.add("a group twice", [twice, again], ["-static"], [0, 1, 2, 3])
    parts = [(SECTION.format(f".text.part{number}"), number) for number in range(4)]
    maker.add("garbage", [maker.object(parts)], ["-static", "-e", maker.pieces[2][1]["name"], "--gc-sections"], [2], gone=[0, 1, 3])
    maker.add("one without functions", [maker.object(first), maker.object([(text, count)]), maker.object(second)], ["-static"], all_of)


def odd_links(maker, count):
    text = "\t.text\n"
    plain, other = maker.object([(text, 0)]), maker.object([(text, 1)])
    for name, change in (("magic number", (0, lambda byte: byte ^ 0xff)), ("ABI", (4, lambda byte: byte ^ 7)),
                         ("fixed FP", (5, lambda byte: byte ^ 0xf0))):
        maker.add(f"another {name}", [plain, patched(other, change)], ["-static"], [], refused=True)
    maker.add("another version", [plain, maker.object([(text, 1)], "--version-of", "2")], ["-static"], [], refused=True)
    # Blocks of 16 bytes that have one row are what a function with that row is.
    rows = 28 + 16
    blocks = patched(maker.object([(text, count + 1)]), (rows + 2, lambda byte: byte | 0x10), (rows + 4, lambda _: 16))
    maker.add("blocks", [blocks, other], ["-static"], [count + 1, 1])


def own_links(zoo, functions, folder):
    """For each ABI: of functions that the right assembler says, one that SFrame cannot say, and one with one row."""
    made = []
    for abi in dict.fromkeys(function.abi for function in functions):
        of_abi = [function for function in functions if function.abi == abi]
        by_id, said = {function.id: function for function in of_abi}, []
        for batch in asking.batches(of_abi):
            said += [function for function, outcome in zip(batch, zoo.ask(batch, "3", None, folder), strict=True)
                     if outcome.name == "same" and can_be_linked(function)]
        chosen = pick(said)
        maker = Maker(zoo, [*chosen, by_id[f"{abi}/own/FP undefined"], by_id[f"{abi}/own/one row"]], folder)
        good_links(maker, len(chosen))
        odd_links(maker, len(chosen))
        made += maker.made
    return made


def can_be_linked(function):
    """Of a known size, and where the others are."""
    size = function.truth["size"]
    return isinstance(size, int) and size > 0 and function.head == own.HEAD and not re.search(r"section|\.text", function.text)


def pick(said):
    """Some of each sort: sizes beyond 8 and 16 bits, signal frames, the second key, many rows, and others."""
    sorts = (lambda f: 0xff < f.truth["size"] < 0xffff, lambda f: f.truth["size"] > 0xffff, lambda f: f.truth.get("signal"),
             lambda f: f.truth.get("key_b"), lambda f: len(f.truth["rows"]) > 8, lambda f: len(f.truth["rows"]) == 2,
             lambda f: any(row["cfa"] != "undefined" and isinstance(row["cfa"], dict) and abs(row["cfa"]["offset"]) > 4000
                           for row in f.truth["rows"]))
    chosen = []
    for sort in sorts:
        chosen += [function for function in said if sort(function) and function not in chosen][:2]
    chosen += [function for function in said if function not in chosen][:PER_LINK]
    return [*chosen, chosen[-1]]  # two that are the same


# --- Asking ----------------------------------------------------------------------------------------------------

def link(zoo, vector, bug, folder):
    """The linker's status, and what it wrote."""
    paths, result = [], os.path.join(folder, "linked")
    for each in vector["input"]["objects"]:
        paths.append(os.path.join(folder, os.path.basename(each["name"])))
        with open(paths[-1], "wb") as file:
            file.write(base64.b64decode(each["elf"]))
    done = subprocess.run([zoo.linker, *(["--bug", bug] if bug else []), *vector["input"]["options"], "-o", result, *paths],
                          capture_output=True, text=True, errors="replace", check=False)
    return done.returncode, result


def ask(zoo, vector, bug, folder):
    """What is wrong with a link, in a few words; "refused", or empty: nothing."""
    status, result = link(zoo, vector, bug, folder)
    expect = vector["expect"]
    if status not in (0, 1):
        return f"status {status}"
    if expect.get("refused"):
        return "" if status == 1 else "should be refused"
    if status == 1:
        return "refused"
    truth = os.path.join(folder, "truth.json")
    with open(truth, "w", encoding="utf-8") as file:
        json.dump(expect, file)
    done = subprocess.run([zoo.crosscheck, "--json", "--max", "1000", "--truth", truth, result], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        return done.stderr.strip().rsplit(": ", 1)[-1]
    report = json.loads(done.stdout)
    free = set(expect.get("free", ()))
    for finding in report["findings"]:
        if finding["kind"] not in zoo.explained and not (finding["kind"] == "extra" and finding["place"].split("+")[0] in free):
            return finding["kind"]
    return zoo.verdict(result) or unsorted(zoo, result, vector)


def unsorted(zoo, path, vector):
    """A linked file says that its functions are sorted."""
    decoded = subprocess.run([zoo.oracle, "decode", path], capture_output=True, text=True, check=False).stdout
    if "-r" in vector["input"]["options"] or not decoded:
        return ""
    return "" if "sorted" in json.loads(decoded.splitlines()[0])["flags"] else "not said to be sorted"
