//! Says the same odd things as odd.c.
#[path = "../rust/sframe_adapter.rs"]
mod sframe_adapter;

use sframe_adapter::{self as kit, Adapter, Object, Refusal, Request, Value};
use std::sync::atomic::{AtomicU32, Ordering};

fn lookup(request: &Request) -> Result<Object, Refusal> {
    match request.pc {
        0 => Ok(vec![
            ("least", i64::MIN.into()),
            ("most", i64::MAX.into()),
            ("address", kit::address(request.address)),
            ("yes", true.into()),
            ("bytes", kit::hex(request.bytes)),
            ("flags", kit::flags(request.profile, 0xff)),
            ("cfa", kit::rule_sum("r4294967295", -1)),
            ("ra", kit::rule_load("cfa", 0)),
            ("fp", kit::same()),
            ("sp", kit::undefined()),
        ]),
        1 => Ok(vec![("quo\"te", "\\ \" \t \n \x01 \x1f \x7f /".into())]),
        2 => Ok(kit::none("unknown")),
        3 => Err("no".into()),
        4 => Err(Refusal::Unsupported("not today".into())),
        _ => panic!("a mistake of the reader"),
    }
}

fn decode(_: &Request) -> Result<Object, Refusal> {
    let list = |rows: Vec<Value>| Value::Object(vec![("rows", rows.into())]);
    let row = || Value::Object(vec![]);
    Ok(vec![("functions", vec![list(vec![]), list(vec![row(), row()])].into())])
}

fn check(request: &Request) -> Result<Object, Refusal> {
    Ok(vec![("verdict", if request.bytes.is_empty() { "malformed" } else { "valid" }.into())])
}

fn flip(request: &Request) -> Result<Object, Refusal> {
    Ok(vec![("bytes", kit::hex(request.bytes))])
}

fn unwind(request: &Request) -> Result<Object, Refusal> {
    let scenario = request.scenario.as_ref().ok_or("no scenario")?;
    let mut answer: Object =
        vec![("limit", (scenario.limit as i64).into()), ("modules", (scenario.modules.len() as i64).into())];
    answer.extend(scenario.modules.iter().map(|module| ("module", kit::hex(&module.bytes))));
    let known = ["sp", "fp", "r30", "pac_mask"].into_iter().filter_map(|name| scenario.register(name));
    let frame = |value| {
        let mut frame: Object = vec![("pc", kit::address(value))];
        frame.extend(scenario.word(value).map(|word| ("cfa", kit::address(word))));
        Value::Object(frame)
    };
    answer.push(("frames", known.map(frame).collect::<Vec<_>>().into()));
    answer.push(("stop", "unsafe".into()));
    Ok(answer)
}

/// The number of questions about a section that stays open.
struct Section(AtomicU32);

impl Drop for Section {
    fn drop(&mut self) {
        eprintln!("closed after {}", self.0.load(Ordering::SeqCst));
    }
}

fn open(request: &Request) -> Result<kit::Opened, Refusal> {
    if request.bytes == b"no" {
        return Err("not this one".into());
    }
    Ok(Box::new(Section(0.into())))
}

fn lookup_opened(request: &Request) -> Result<Object, Refusal> {
    let asked = request.opened::<Section>().0.fetch_add(1, Ordering::SeqCst) + 1;
    let bytes = ("bytes", kit::hex(request.bytes));
    Ok(if request.pc == 1 { vec![("function", asked.into()), bytes] } else { vec![bytes] })
}

fn main() -> std::process::ExitCode {
    let opens = std::env::args().len() > 1;
    kit::run(&Adapter {
        name: "odd \"reader\"",
        version: "0",
        profiles: "v1 v2 v2e1 v2e2 v3",
        abis: "amd64 aarch64 aarch64_be s390x",
        exposes: Some("check.verdict lookup"),
        requires: Some("any"),
        decode: if opens { None } else { Some(decode) },
        check: Some(check),
        lookup: Some(if opens { lookup_opened } else { lookup }),
        flip: Some(flip),
        unwind: Some(unwind),
        open: if opens { Some(open) } else { None },
        concurrent: opens,
        ..Adapter::default()
    })
}
