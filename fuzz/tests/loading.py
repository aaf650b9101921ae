"""The scripts of fuzz/ have no ending, so they are loaded by their place."""
import importlib.machinery
import importlib.util


def module_of(path):
    loader = importlib.machinery.SourceFileLoader(path.name.replace("-", "_"), str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module
