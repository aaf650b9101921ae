"""The kinds of rules.  explains() returns the rules that together explain a case, or none; the first one names the
page.  OTHERS are the rules that follow in the table: they may explain the rest of the answer.  A rule is made with a
function whose docstring describes the fault; "it" is the reader with the fault."""
import copy


def with_others(rule, changed, others):
    """The rules that explain a case: RULE, if the answer is right for the CHANGED case; else RULE and others."""
    if changed.came(changed.expect) or (changed.is_broken and changed.refused is not None):
        return [rule]
    rest = first(changed, others)
    return [rule, *rest] if rest else []


def first(case, table):
    """What explains() of the first rule that explains the case returns; empty if there is none."""
    found = (rule.explains(case, table[number + 1:]) for number, rule in enumerate(table))
    return next(filter(None, found), [])


class Shows:
    """Explains a case if HOLDS(case)."""

    def __init__(self, page, holds):
        self.page, self.holds = page, holds

    def explains(self, case, _others):
        return [self] if self.holds(case) else []


class ReadsAs:
    """Explains a case if the answer is right for another question, which CHANGE(case) returns as arguments of
    Case.as_if(): the reader mistakes the section or the PC.  If CHANGE returns None, the rule does not apply.  The rest
    of the answer may have another cause."""

    def __init__(self, page, change):
        self.page, self.change = page, change

    def explains(self, case, others):
        question = self.change(case)
        if question is None:
            return []
        changed = case.as_if(**question)
        return with_others(self, changed, others)


class Prints:
    """Explains a case if CHANGE(case, answer) turns the right answer into the reader's: it says one thing otherwise.
    The rest of the answer may have another cause."""

    def __init__(self, page, change):
        self.page, self.change = page, change

    def explains(self, case, others):
        if "functions" not in case.expected or not case.answered:
            return []
        printed = copy.deepcopy(case.expected)
        self.change(case, printed)
        return with_others(self, case.if_right(printed), others) if printed != case.expected else []


class Rewords:
    """Explains a case if the answer is right in other words: REWORD(case, came, wanted) returns an object of the right
    answer as the reader words it, or unchanged.  In a table these rules follow all ReadsAs, whose questions to the
    oracle would replace the reworded answer."""

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
