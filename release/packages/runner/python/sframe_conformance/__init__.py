"""The conformance suite for SFrame: programs for Linux, linked statically, with the core, kits and documents."""
import os
import sys

VERSION = "@VERSION@"
FOLDER = os.path.dirname(os.path.abspath(__file__))  # has bin/ and share/


def run(name):
    """Becomes the program of this name, with the arguments of this one."""
    program = os.path.join(FOLDER, "bin", name)
    os.execv(program, [program, *sys.argv[1:]])


def conformance():
    run("sframe-conformance")


def conform():
    run("sframe-conform")


def gen():
    run("sframe-gen")
