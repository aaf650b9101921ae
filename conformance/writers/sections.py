"""What is the same in two sections that say the same: functions by their addresses, and what holds at each offset.

An encoder chooses how it writes: how wide starts and words are, which rows become one, and in what order functions
stand if they need not be sorted.
"""
RULES = ("cfa", "ra", "fp", "mangled_ra")
HEADER = ("version", "abi", "fixed_fp", "fixed_ra", "aux")


def spans(function):
    """Offsets from which other rules hold than before, with the rules."""
    found = []
    for row in sorted(function["rows"], key=lambda each: each["start"]):
        rules = tuple(repr(row.get(name)) for name in RULES)
        if found and found[-1][0] == row["start"]:
            found.pop()
        if not found or found[-1][1] != rules:
            found.append((row["start"], rules))
    return found


def meaning(function):
    """What a function says, by name; a block's size means something in a mask alone."""
    masks = function["pc_type"] == "mask"
    return {"size": function["size"], "pc_type": function["pc_type"], "rep_size": function["rep_size"] if masks else 0,
            "fde_type": function["fde_type"], "signal": function["signal"], "pauth_key": function["pauth_key"],
            "rows": spans(function)}


def by_start(section):
    return sorted(section["functions"], key=lambda each: (int(each["start"], 16), each["size"], repr(each["rows"])))


def difference(wanted, got):
    """The first thing that GOT says otherwise than WANTED, in a few words; None if there is none."""
    for name in HEADER:
        if wanted[name] != got[name]:
            return f"{name}: {wanted[name]} was asked for, {got[name]} came"
    if ("frame_pointer" in wanted["flags"]) != ("frame_pointer" in got["flags"]):
        return f"flags: {wanted['flags']} were asked for, {got['flags']} came"
    if len(wanted["functions"]) != len(got["functions"]):
        return f"functions: {len(wanted['functions'])} were asked for, {len(got['functions'])} came"
    for ours, theirs in zip(by_start(wanted), by_start(got)):
        if ours["start"] != theirs["start"]:
            return f"start: {ours['start']} was asked for, {theirs['start']} came"
        left, right = meaning(ours), meaning(theirs)
        for name, value in left.items():
            if value != right[name]:
                return f"{name}: {str(value)[:120]} was asked for, {str(right[name])[:120]} came"
    return None
