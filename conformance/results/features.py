"""What questions are about, in a reader's words: the rows of the matrix of results."""
import functools

from common.section import bytes_of_input
from conformance.section_features import features

# (group, name, what it means).  `names_of` says which of them a question has.
VERSIONS, MACHINES, QUESTIONS = "Version of the format", "Machine", "Question"
CORRECT, BROKEN, OPEN = "Correct sections with", "Broken sections: is it noticed?", "Open points of the texts"
ROWS = (
    (VERSIONS, "v1", "version 1"), (VERSIONS, "v2", "version 2"), (VERSIONS, "v2e1", "version 2, errata 1"),
    (VERSIONS, "v2e2", "version 2, errata 2"), (VERSIONS, "v3", "version 3"),
    (MACHINES, "amd64", "AMD64"), (MACHINES, "aarch64", "AArch64"), (MACHINES, "aarch64_be", "AArch64, big-endian"),
    (MACHINES, "s390x", "s390x"),
    (QUESTIONS, "decode", "what does the section say?"), (QUESTIONS, "check", "is it correct?"),
    (QUESTIONS, "lookup", "what holds at this address?"), (QUESTIONS, "flip", "write it in the other byte order"),
    (QUESTIONS, "unwind", "who called whom?"),
    (CORRECT, "sorted", "functions in order"), (CORRECT, "unsorted", "functions in any order"),
    (CORRECT, "pcrel", "starts that count from their own field"),
    (CORRECT, "masks", "functions of repeated blocks, such as PLTs"),
    (CORRECT, "flexible", "flexible functions: any register, any place"),
    (CORRECT, "signal", "signal frames"), (CORRECT, "signed", "signed return addresses"),
    (CORRECT, "outermost", "functions or rows without a caller"),
    (CORRECT, "wide", "numbers of four bytes"),
    (CORRECT, "auxiliary", "an auxiliary header"), (CORRECT, "many", "thousands of functions or rows"),
    (BROKEN, "broken-header", "in the preamble and the header"),
    (BROKEN, "broken-functions", "in functions and how they lie"), (BROKEN, "broken-rows", "in rows and their words"),
    (OPEN, "contested", "an answer that some reading allows"),
)
OF_SECTION = {  # what section_features finds: our name
    "flag sorted": "sorted", "flag sorted not set": "unsorted", "flag PC-relative": "pcrel", "PC masks": "masks",
    "flexible function": "flexible", "signal function": "signal", "RA mangled": "signed", "key B": "signed",
    "words in a row: 0": "outermost", "rows of a function: 0": "outermost", "size of words: 4 bytes": "wide",
    "size of row starts: 4 bytes": "wide", "auxiliary header": "auxiliary",
}
OF_CLAUSE = {  # the first part of a broken clause: where the section is broken; the others are about rows
    **dict.fromkeys(("preamble", "version", "flags", "header", "abi"), "broken-header"),
    **dict.fromkeys(("fde", "tile", "attribute", "info", "info2", "index"), "broken-functions"),
}


@functools.lru_cache(maxsize=1000)  # vectors of the same section follow each other
def of_section(profile, address, data):
    found, _ = features(profile, address, data)
    return {OF_SECTION[name] for unit in found.values() for name in unit if name in OF_SECTION}


def names_of(vector):
    """The rows of ROWS that a reader's question belongs to."""
    names, given = {vector["profile"], vector["abi"], vector["operation"]}, vector["input"]
    if vector["class"] == "contested":
        return names | {"contested"}
    if vector["class"] == "valid":
        if "parts" in given:
            return names | {"many"}
        return names | of_section(vector["profile"], int(given["address"], 16), bytes_of_input(given))
    violations = vector["expect"].get("oracle", {}).get("violations", ())
    return names | {OF_CLAUSE.get(one["clause"].partition(".")[0], "broken-rows") for one in violations[:1]}
