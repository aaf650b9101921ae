"""The kinds of rules.  explains() returns the rules that together explain a case, the one with its page first, or
none.  OTHERS are the rules behind it in the order."""
import copy


def with_others(rule, changed, others):
    """The rules that explain a case: RULE, if the answer is right for the CHANGED case; else RULE and others."""
    if changed.came(changed.expect) or (changed.is_broken and changed.refused is not None):
        return [rule]
    rest = first(changed, others)
    return [rule, *rest] if rest else []


def first(case, table):
    """The result of the first rule that explains the case."""
    found = (rule.explains(case, table[number + 1:]) for number, rule in enumerate(table))
    return next(filter(None, found), [])


class Shows:
    """Explains a case if HOLDS(case).  LOOSE: why the rule cannot distinguish wrong answers."""

    def __init__(self, page, holds, loose=None):
        self.page, self.holds, self.loose = page, holds, loose

    def explains(self, case, _others):
        return [self] if self.holds(case) else []


class ReadsAs:
    """Explains a case if the answer is right for another question, CHANGE(case): the reader takes the section, or
    the PC, for another.  None: the rule does not apply.  The rest of the answer may have another cause."""

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
    """Explains a case if the answer is the right one after CHANGE(case, answer): the reader says one thing otherwise.
    The rest of the answer may have another cause."""

    def __init__(self, page, change, loose=None):
        self.page, self.change, self.loose = page, change, loose

    def explains(self, case, others):
        if "functions" not in case.expected or not case.answered:
            return []
        printed = copy.deepcopy(case.expected)
        self.change(case, printed)
        return with_others(self, case.if_right(printed), others) if printed != case.expected else []


class Rewords:
    """Explains a case if the answer is right in other words: REWORD(case, came, wanted) returns an object of the right
    answer as the reader words it, or unchanged.  These rules go behind all ReadsAs, as they do not ask again."""

    loose = None

    def __init__(self, page, reword):
        self.page, self.reword = page, reword

    def explains(self, case, others):
        reworded = self.within(case, case.answer, case.expected) if case.answered else case.expected
        return with_others(self, case.if_right(reworded), others) if reworded != case.expected else []

    def within(self, case, came, wanted):
        """The whole right answer, with its objects as the reader words them."""
        if isinstance(wanted, dict) and isinstance(came, dict):
            wanted = self.reword(case, came, wanted)
            return {name: self.within(case, came.get(name), value) for name, value in wanted.items()}
        if isinstance(wanted, list) and isinstance(came, list) and len(came) == len(wanted):
            return [self.within(case, *pair) for pair in zip(came, wanted)]
        return wanted
