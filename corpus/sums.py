"""Sums of what sframe-crosscheck --json prints."""


def add(total, part):
    """Adds the numbers in PART, also in dictionaries in it, to those of the same names in TOTAL. Words are copied, and
    lists are left out."""
    for key, value in part.items():
        if isinstance(value, dict):
            add(total.setdefault(key, {}), value)
        elif isinstance(value, int):
            total[key] = total.get(key, 0) + value
        elif isinstance(value, str):
            total[key] = value
