#!/usr/bin/python3
"""JSON Lines: counts the lookups that sframe-ref answers as expected.  usage: lines.py VECTORS SFRAME-REF"""
import json, subprocess, sys

wrong = 0
for vector in map(json.loads, open(sys.argv[1])):
    if "corpus" in vector or vector["class"] != "valid" or vector["operation"] != "lookup":
        continue  # the last line is no vector: it counts them
    if "parts" in vector["input"]:
        continue  # a large section, which is described: docs/vectors.md says how it is made
    command = [*sys.argv[2:], "lookup", "--profile", vector["profile"], "--address", vector["input"]["address"], "-", vector["input"]["pc"]]
    answer = json.loads(subprocess.run(command, input=bytes.fromhex(vector["input"]["bytes"]), capture_output=True).stdout)
    wrong += any(answer.get(member) != value for member, value in vector["expect"].items())
sys.exit(f"{wrong} wrong answers" if wrong else 0)
