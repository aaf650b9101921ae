//! Unpacks the suite, which this program contains, into the user's cache, once, and becomes its command.
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
compile_error!("the suite's programs are for Linux on x86-64 and AArch64");

include!("files.rs"); // FILES: the path, the mode and the bytes of each; DIGEST: of all of them

fn cache() -> Result<PathBuf, String> {
    let named = |name, below: &str| {
        std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute()).map(|path| path.join(below))
    };
    named("XDG_CACHE_HOME", "").or_else(|| named("HOME", ".cache")).ok_or_else(|| "set HOME, or XDG_CACHE_HOME".into())
}

fn unpack(to: &Path) -> io::Result<()> {
    for (path, mode, bytes) in FILES {
        let path = to.join(path);
        fs::create_dir_all(path.parent().unwrap_or(to))?;
        OpenOptions::new().write(true).create_new(true).mode(*mode).open(path)?.write_all(bytes)?;
    }
    Ok(())
}

/// The folder that has it, whole.
fn unpacked() -> Result<PathBuf, String> {
    let place = cache()?.join("@NAME@");
    let (whole, part) = (place.join(DIGEST), place.join(format!(".{DIGEST}-{}", std::process::id())));
    if whole.is_dir() {
        return Ok(whole);
    }
    let moved = unpack(&part).and_then(|()| fs::rename(&part, &whole));
    if moved.is_err() {
        let _ = fs::remove_dir_all(&part);
    }
    match moved {
        Err(error) if !whole.is_dir() => Err(format!("{}: {error}", whole.display())), // else another run was faster
        _ => Ok(whole),
    }
}

fn main() {
    let fault = match unpacked() {
        Ok(folder) => {
            let words: Vec<OsString> = std::env::args_os().skip(1).collect();
            Command::new(folder.join("bin/sframe-conformance")).args(words).exec().to_string()
        }
        Err(fault) => fault,
    };
    eprintln!("sframe-conformance: {fault}");
    std::process::exit(2);
}
