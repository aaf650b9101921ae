//! As dump.py.
use sframe_corpus::{Json, Kind, Outcome, Vector};
use std::error::Error;
use std::io::{stdout, BufWriter, Write};

fn dump(v: Vector, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let hex: String = v.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let pc = v.pc.map_or("-".to_string(), |pc| format!("{pc:#x}"));
    let kinds = [Kind::Answer, Kind::Error, Kind::None];
    let accepts: Vec<_> = kinds.into_iter().filter(|kind| v.accepts(*kind)).map(Kind::name).collect();
    let words =
        [v.profile.name(), v.abi.name(), v.operation.name(), v.class.name(), v.breaks().unwrap_or("-")];
    Ok(writeln!(out, "{}\t{}\t{hex}\t{:#x}\t{pc}\t{}", v.id, words.join("\t"), v.address, accepts.join(","))?)
}

fn say(value: &Option<Json>) -> String {
    match value {
        None => "nothing".into(),
        Some(Json::List(_)) => "list".into(),
        Some(Json::Object(_)) => "object".into(),
        Some(Json::Text(text)) if text.len() + 2 >= 240 => "string".into(),
        Some(Json::Text(text)) => format!("\"{text}\""),
        Some(Json::Integer(number)) => number.to_string(),
        Some(Json::Bool(value)) => value.to_string(),
        Some(Json::Null) => "null".into(),
    }
}

fn judge(path: &str, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let text = std::fs::read_to_string(path)?;
    let mut cases = text.lines().map(|line| line.split('\t').collect::<Vec<_>>()).peekable();
    for vector in sframe_corpus::core() {
        let vector = vector?;
        while let Some(case) = cases.next_if(|case| case[0] == vector.id) {
            let exposes = Json::parse(case[1]).ok(); // of `-` nothing
            let exposes: Option<Vec<_>> = exposes.as_ref().map(|list| list.items().iter().filter_map(Json::text).collect());
            let judgement = vector.judge(case[2], exposes.as_deref());
            let shown = if judgement.outcome == Outcome::Fail { judgement.differences.len().min(16) } else { 0 };
            write!(out, "{}\t{}", judgement.outcome.name(), judgement.reading.as_deref().unwrap_or("-"))?;
            for each in &judgement.differences[..shown] {
                write!(out, "\t{}: {} > {}", each.path, say(&each.expected), say(&each.actual))?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

fn all() -> Result<(), Box<dyn Error>> {
    let words: Vec<_> = std::env::args().collect();
    let out = &mut BufWriter::new(stdout());
    match &words[1..] {
        [_, path] => judge(path, out),
        [_] => sframe_corpus::whole(None)?.try_for_each(|vector| dump(vector?, out)),
        _ => sframe_corpus::core().try_for_each(|vector| dump(vector?, out)),
    }
}

fn main() {
    if let Err(fault) = all() {
        eprintln!("{fault}");
        std::process::exit(1);
    }
}
