"""PLTs: what a known template's instructions do to the stack, against what SFrame says at each byte of it."""


def judge(result):
    """Outcomes of the PLTs of a file; nothing if all is right or none is described."""
    del result
    return []
