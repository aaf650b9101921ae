"""Loads a program of ours that is written in Python: its name has no ending, so `import` does not find it."""
import importlib.machinery
import importlib.util
import os


def module_of(path):
    loader = importlib.machinery.SourceFileLoader(os.path.basename(path).replace("-", "_"), os.fspath(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module
