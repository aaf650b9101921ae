"""What a rule is.  explains() gives the rules that explain a case together, the one that names its page first, or
none.  OTHERS are those behind it in the order."""
import copy


def with_others(rule, changed, others):
    """RULE, if what came is right for the CHANGED case, or if others explain the rest."""
    if changed.came(changed.expect) or (changed.is_broken and changed.refused is not None):
        return [rule]
    rest = first(changed, others)
    return [rule, *rest] if rest else []


def first(case, table):
    """What the first rule that holds gives."""
    found = (rule.explains(case, table[number + 1:]) for number, rule in enumerate(table))
    return next(filter(None, found), [])


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
        if question is None:
            return []
        changed = case.as_if(**question)
        return with_others(self, changed, others)


class Prints:
    """Explains a case if what came is the right answer after CHANGE(case, answer): the reader says one thing otherwise.
    What comes then may have another cause beside."""

    def __init__(self, page, change, loose=None):
        self.page, self.change, self.loose = page, change, loose

    def explains(self, case, others):
        if "functions" not in case.expected or not case.answered:
            return []
        printed = copy.deepcopy(case.expected)
        self.change(case, printed)
        return with_others(self, case.if_told(printed), others) if printed != case.expected else []


class TellsAs:
    """Explains a case if what came is right, but told otherwise: TELL(case, came, wanted) returns how the reader tells an
    object of the right answer, or that object itself.  These belong behind all that ReadsAs: they do not ask again."""

    loose = None

    def __init__(self, page, tell):
        self.page, self.tell = page, tell

    def explains(self, case, others):
        told = self.within(case, case.answer, case.expected) if case.answered else case.expected
        return with_others(self, case.if_told(told), others) if told != case.expected else []

    def within(self, case, came, wanted):
        """All of the answer, with its objects as they are told."""
        if isinstance(wanted, dict) and isinstance(came, dict):
            wanted = self.tell(case, came, wanted)
            return {name: self.within(case, came.get(name), value) for name, value in wanted.items()}
        if isinstance(wanted, list) and isinstance(came, list) and len(came) == len(wanted):
            return [self.within(case, *pair) for pair in zip(came, wanted)]
        return wanted
