"""Runs programs and keeps what they print as text, for tests."""
import subprocess


def run(*command, **options):
    """As subprocess.run, whose options these are; whatever the status."""
    return subprocess.run(list(map(str, command)), **{"capture_output": True, "text": True, "check": False} | options)


def must(*command, **options):
    """What a program prints that ends with status 0."""
    done = run(*command, **options)
    assert done.returncode == 0, f"{command} ended with {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout
