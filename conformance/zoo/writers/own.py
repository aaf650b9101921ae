"""A CFI program that the bug sp_rules_ignored needs, and that no family of sframe-programs has: SP is saved in a slot.  If a
family gets one, this can be deleted."""
import os
import subprocess

from conformance.zoo.writers import asking

TEXT = """\t.cfi_sections .eh_frame, .sframe
\t.text
\t.type f0, %function
f0:
\t.cfi_startproc
\t.fill {piece}
\t.cfi_offset {sp}, -24
\t.fill {piece}
\t.cfi_endproc
\t.size f0, .-f0
"""
ABIS = {"amd64": (7, "1,1,0x90"), "aarch64": (31, "1,4,0xd503201f"), "aarch64_be": (31, "1,4,0x1f2003d5")}


def functions(build):
    found = []
    for abi, (sp, piece) in ABIS.items():
        made = subprocess.run([os.path.join(build, "sframe-programs"), "--abi", abi, "--read", "/dev/stdin"],
                              input=TEXT.format(sp=sp, piece=piece), capture_output=True, text=True, check=True).stdout
        found += asking.functions_of(made.splitlines())
    return found
