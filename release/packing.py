"""What the scripts of a release share: archives and checksums that are the same each time."""
import hashlib
import subprocess

TAR = ("tar", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX", "--format=gnu")


def tar(folder, path, epoch):
    """The folder by its own name; all of it is of that second."""
    subprocess.run([*TAR, f"--mtime=@{epoch}", "-C", folder.parent, "-cf", path, folder.name], check=True)


def sha256(path):
    """In parts, as files may be large."""
    with open(path, "rb") as file:
        hashed = hashlib.sha256()
        for block in iter(lambda: file.read(1 << 20), b""):
            hashed.update(block)
    return hashed.hexdigest()
