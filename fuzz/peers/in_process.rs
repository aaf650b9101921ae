//! Stands in for the adapter kit where an adapter is linked into a fuzz target: the same module, but what would
//! answer a pipe answers a call. A panic ends the call, and is told as a find.
#[path = "kit.rs"]
mod kit;
pub use kit::*;

use std::cell::Cell;
use std::ffi::{c_char, CStr, CString};
use std::panic::{self, PanicHookInfo};
use std::process::ExitCode;
use std::sync::OnceLock;

/// As in fuzz/peers/peer.h.
#[repr(C)]
pub struct PeerRequest {
    profile: *const c_char,
    abi: *const c_char,
    address: u64,
    pc: u64,
    bytes: *const u8,
    length: usize,
}

extern "C" {
    fn found(kind: *const c_char, place: *const c_char) -> !;
}

type Operations = (Option<Operation>, Option<Operation>);
static ASKED: OnceLock<Operations> = OnceLock::new();
thread_local!(static PLACE: Cell<String> = const { Cell::new(String::new()) });

/// What a panic's words say of one input is no part of its cause.
fn on_panic(info: &PanicHookInfo) {
    let mut words: String = info
        .payload_as_str()
        .unwrap_or("")
        .chars()
        .map(|c| if c.is_ascii_digit() { '#' } else { c })
        .collect();
    while words.contains("##") {
        words = words.replace("##", "#");
    }
    let at = info.location().map_or(String::new(), |at| {
        let file = at.file().rsplit('/').next().unwrap_or("");
        format!("{file}:{}", at.line())
    });
    PLACE.set(format!("{at}: {words}"));
}

pub fn run(adapter: &Adapter) -> ExitCode {
    panic::set_hook(Box::new(on_panic));
    let _ = ASKED.set((adapter.decode, adapter.lookup));
    ExitCode::SUCCESS
}

fn answer(operation: Option<Operation>, request: &Request) -> Object {
    match operation.map(|operation| operation(request)) {
        Some(Ok(object)) => object,
        Some(Err(Refusal::Error(why))) => vec![("error", why.into())],
        Some(Err(Refusal::Unsupported(why))) => vec![("unsupported", why.into())],
        None => vec![("unsupported", "no such operation".into())],
    }
}

/// # Safety
/// As in C: strings end in a zero, `bytes` has `length`, and `line` `room`.
#[no_mangle]
pub unsafe extern "C" fn peer_answer(
    operation: *const c_char,
    request: &PeerRequest,
    line: *mut u8,
    room: usize,
) -> usize {
    let text = |text: *const c_char| unsafe { CStr::from_ptr(text) }.to_str().unwrap_or("");
    if ASKED.get().is_none() {
        crate::main();
    }
    let Some((decode, lookup)) = ASKED.get() else { return 0 };
    let bytes: &[u8] =
        if request.length == 0 { &[] } else { std::slice::from_raw_parts(request.bytes, request.length) };
    let asked = Request {
        profile: text(request.profile),
        abi: text(request.abi),
        address: request.address,
        bytes,
        pc: request.pc,
        scenario: None,
    };
    let operation = if text(operation) == "decode" { decode } else { lookup };
    let Ok(answer) = panic::catch_unwind(|| Value::Object(answer(*operation, &asked)).to_string()) else {
        let place = CString::new(PLACE.take().replace('\0', "")).unwrap_or_default();
        found(c"panic".as_ptr(), place.as_ptr())
    };
    let size = answer.len().min(room);
    std::ptr::copy_nonoverlapping(answer.as_ptr(), line, size);
    size
}
