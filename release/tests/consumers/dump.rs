//! As dump.py.
use sframe_corpus::{Kind, Vector};

fn dump(v: Vector) {
    let hex: String = v.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let pc = v.pc.map_or("-".to_string(), |pc| format!("{pc:#x}"));
    let kinds = [Kind::Answer, Kind::Error, Kind::None];
    let accepts: Vec<_> = kinds.into_iter().filter(|kind| v.accepts(*kind)).map(Kind::name).collect();
    let words =
        [v.profile.name(), v.abi.name(), v.operation.name(), v.class.name(), v.breaks().unwrap_or("-")];
    println!("{}\t{}\t{hex}\t{:#x}\t{pc}\t{}", v.id, words.join("\t"), v.address, accepts.join(","));
}

fn all() -> Result<(), String> {
    if std::env::args().len() == 1 {
        sframe_corpus::core().for_each(dump);
        return Ok(());
    }
    for vector in sframe_corpus::whole(None)? {
        dump(vector?);
    }
    Ok(())
}

fn main() {
    if let Err(fault) = all() {
        eprintln!("{fault}");
        std::process::exit(1);
    }
}
