//! A reader that reads the header alone, held against the vectors.  Copy this file, and call your own reader.
use sframe_corpus::{Kind, Operation, Profile, Vector};

const HEADER_SIZE: u64 = 28;

/// How many functions there are, if the section can be read.
fn read_header(section: &[u8], profile: Profile) -> Result<u32, &'static str> {
    let little = match section.get(..2) {
        Some([0xe2, 0xde]) => true,
        Some([0xde, 0xe2]) => false,
        _ => return Err("no magic number"),
    };
    if (section.len() as u64) < HEADER_SIZE {
        return Err("the header is cut");
    }
    let number = |at: usize| {
        let bytes = [section[at], section[at + 1], section[at + 2], section[at + 3]];
        if little {
            u32::from_le_bytes(bytes)
        } else {
            u32::from_be_bytes(bytes)
        }
    };
    let (version, entry_size) = match profile {
        Profile::V1 => (1, 17),
        Profile::V2 | Profile::V2e1 | Profile::V2e2 => (2, 20),
        Profile::V3 => (3, 16),
    };
    if section[2] != version {
        return Err("another version");
    }
    let aux = u64::from(section[7]);
    let [functions, _, row_bytes, functions_at, rows_at] =
        [8, 12, 16, 20, 24].map(|at| u64::from(number(at)));
    let body = (section.len() as u64 - HEADER_SIZE).checked_sub(aux).ok_or("the auxiliary header is cut")?;
    if functions_at + functions * entry_size > body.min(rows_at) {
        return Err("functions end behind the section, or in the rows");
    }
    if rows_at + row_bytes > body {
        return Err("rows end behind the section");
    }
    Ok(functions as u32)
}

/// Clauses.  A reader of headers does not see what is wrong with rows.
const HEADER: [&str; 10] = [
    "preamble.magic",
    "preamble.complete",
    "version.known",
    "version.described",
    "header.complete",
    "header.aux-inside",
    "header.fde-array",
    "header.fdeoff-inside",
    "header.freoff-inside",
    "header.fre-len-inside",
];

fn is_asked(vector: &Vector) -> bool {
    let must_answer = !vector.accepts(Kind::Error);
    let must_refuse =
        !vector.accepts(Kind::Answer) && vector.breaks().map_or(false, |clause| HEADER.contains(&clause));
    vector.operation == Operation::Check && (must_answer || must_refuse)
}

#[test]
fn header() {
    let asked: Vec<_> = sframe_corpus::core().map(Result::unwrap).filter(is_asked).collect();
    let is_wrong =
        |vector: &&Vector| read_header(&vector.bytes, vector.profile).is_err() != vector.accepts(Kind::Error);
    let wrong: Vec<_> = asked.iter().filter(is_wrong).map(|vector| &vector.id).collect();
    println!("{} vectors asked, {} wrong", asked.len(), wrong.len());
    assert!(!asked.is_empty());
    assert!(wrong.is_empty(), "{wrong:#?}");
}
