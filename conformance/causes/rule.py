"""What a rule is.  It explains a case, or what is left of it, by the list of rules that it took; an empty one does not."""


def right_or_explained(rule, case, others):
    """RULE alone, if what came is right for the case that it makes of another; or with those that explain the rest."""
    if case.came(case.expect) or (case.is_broken and case.refused is not None):
        return [rule]
    for number, other in enumerate(others):
        if rest := other.explains(case, others[number + 1:]):
            return [rule, *rest]
    return []


class Shows:
    """Explains a case if HOLDS(case).  LOOSE: why the rule cannot tell one wrong answer from another."""

    def __init__(self, page, holds, loose=None):
        self.page, self.holds, self.loose = page, holds, loose

    def explains(self, case, _others):
        return [self] if self.holds(case) else []


class ReadsAs:
    """Explains a case if what came is right for another question, that of CHANGE(case): the reader takes the section, or
    the PC, for another.  None: the cause is not in play.  What comes then may have another cause beside."""

    loose = None

    def __init__(self, page, change):
        self.page, self.change = page, change

    def explains(self, case, others):
        question = self.change(case)
        return right_or_explained(self, case.as_if(**question), others) if question is not None else []


class TellsAs:
    """Explains a case if what came is right, but told otherwise: TELL(case, came, wanted) returns how the reader tells an
    object of the right answer, or that object itself.  These belong behind all that ReadsAs: they do not ask again."""

    loose = None

    def __init__(self, page, tell):
        self.page, self.tell = page, tell

    def explains(self, case, others):
        told = self.within(case, case.answer, case.expected) if case.answered else case.expected
        return right_or_explained(self, case.if_told(told), others) if told != case.expected else []

    def within(self, case, came, wanted):
        """All of the answer, with its objects as they are told."""
        if isinstance(wanted, dict) and isinstance(came, dict):
            wanted = self.tell(case, came, wanted)
            return {name: self.within(case, came.get(name), value) for name, value in wanted.items()}
        if isinstance(wanted, list) and isinstance(came, list) and len(came) == len(wanted):
            return [self.within(case, *pair) for pair in zip(came, wanted)]
        return wanted
