"""What a rule is."""
import copy


class Shows:
    """Explains a case if HOLDS(case).  LOOSE: why the rule cannot tell one wrong answer from another."""

    def __init__(self, page, holds, loose=None):
        self.page, self.holds, self.loose = page, holds, loose

    def explains(self, case, _others):
        return bool(self.holds(case))


class ReadsAs:
    """Explains a case if what came is right for another question, that of CHANGE(case): the reader takes the section, or
    the PC, for another.  None: the cause is not in play.  What comes then may have another cause beside."""

    loose = None

    def __init__(self, page, change):
        self.page, self.change = page, change

    def explains(self, case, others):
        question = self.change(case)
        if question is None:
            return False
        changed = case.as_if(**question)
        return changed.came(changed.expect) or any(rule.explains(changed, others[number + 1:])
                                                   for number, rule in enumerate(others))


class Prints:
    """Explains a case if what came is the right answer after CHANGE(case, answer): the reader says one thing otherwise.
    What comes then may have another cause beside."""

    loose = None

    def __init__(self, page, change):
        self.page, self.change = page, change

    def explains(self, case, others):
        if "functions" not in case.expected or not case.answered:
            return False
        printed = copy.deepcopy(case.expected)
        self.change(case, printed)
        if printed == case.expected:
            return False
        changed = case.had_it_been_right(printed)
        return changed.came(printed) or any(rule.explains(changed, others[number + 1:])
                                            for number, rule in enumerate(others))
