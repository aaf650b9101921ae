"""Reads the tables of this folder: a row is a line with ` | ` between its cells. Skips empty lines and comments."""


def read_rows(path, kind):
    """The rows of a file, as named tuples of this kind."""
    rows = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            cells = [cell.strip() for cell in line.split(" | ")]
            if len(cells) != len(kind._fields):
                raise SystemExit(f"{path}: line {number}: {len(cells)} cells, and not {len(kind._fields)}")
            rows.append(kind(*cells))
    return rows
