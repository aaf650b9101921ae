//! Keeps sections open as opens.c does.
#[path = "../rust/sframe_adapter.rs"]
mod sframe_adapter;

use sframe_adapter::{self as kit, Adapter, Object, Refusal, Request};
use std::sync::atomic::{AtomicU32, Ordering};

struct Section {
    bytes: Vec<u8>,
    asked: AtomicU32,
}

impl Drop for Section {
    fn drop(&mut self) {
        eprintln!("closed after {}", self.asked.load(Ordering::SeqCst));
    }
}

fn open(request: &Request) -> Result<kit::Opened, Refusal> {
    if request.bytes == b"no" {
        return Err("not this one".into());
    }
    Ok(Box::new(Section { bytes: request.bytes.into(), asked: 0.into() }))
}

fn lookup(request: &Request) -> Result<Object, Refusal> {
    let section: &Section = request.opened();
    let asked = section.asked.fetch_add(1, Ordering::SeqCst) + 1;
    let bytes = ("bytes", kit::hex(&section.bytes));
    Ok(if request.pc == 1 { vec![("function", asked.into()), bytes] } else { vec![bytes] })
}

fn unwind(request: &Request) -> Result<Object, Refusal> {
    let scenario = request.scenario.as_ref().ok_or("no scenario")?;
    let sp = kit::address(scenario.register("sp").unwrap_or(0));
    Ok(vec![("limit", (scenario.limit as i64).into()), ("sp", sp)])
}

fn main() -> std::process::ExitCode {
    kit::run(&Adapter {
        name: "opens",
        version: "0",
        profiles: "v2",
        abis: "amd64",
        lookup: Some(lookup),
        unwind: Some(unwind),
        open: Some(open),
        concurrent: true,
        ..Adapter::default()
    })
}
