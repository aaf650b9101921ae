"""Finds which vectors exercise or break which clauses, and reads the list of those that no vector can show."""
import pathlib

EXEMPT = pathlib.Path(__file__).with_name("clauses.exempt")
SHOWN_BY_OTHERS = {  # subjects that no section alone can show
    "writer": "a writer's choice: the bytes are right either way",
    "tracer": "shown by unwinding, not by one lookup",
    "container": "about the ELF file around the section: ref/tests/test_container.py",
}
RELATIONS = ("valid", "breaks")


def read_exemptions():
    """For (clause, relation), the reason why no vector shows it."""
    exemptions = {}
    for number, line in enumerate(EXEMPT.read_text(encoding="utf-8").splitlines(), 1):
        if line and not line.startswith("#"):
            columns = [column.strip() for column in line.split("|")]
            if len(columns) != 3 or columns[1] not in RELATIONS:
                raise ValueError(f"{EXEMPT.name}:{number}: wants CLAUSE | valid or breaks | REASON")
            exemptions[columns[0], columns[1]] = columns[2]
    return exemptions


def relations(vector):
    """What a vector shows, as (clause, relation, id of a vector).  The valid twin of a fault exercises what the fault
    breaks, so that id may be the twin's."""
    if "fault" in vector:
        yield vector["fault"]["clause"], "valid", vector["fault"]["twin"]
    broken = {vector["fault"]["clause"]} if "fault" in vector else set()
    if vector["class"] in ("malformed", "irregular"):
        broken.add(vector["expect"]["oracle"]["violations"][0]["clause"])
    yield from ((clause, "breaks", vector["id"]) for clause in broken)
    if vector["class"] == "valid" and "fault" not in vector:
        yield from ((clause, "valid", vector["id"]) for clause in vector["clauses"])
    elif vector["class"] == "contested":
        yield from ((clause, "contested", vector["id"]) for clause in set(vector["clauses"]))
