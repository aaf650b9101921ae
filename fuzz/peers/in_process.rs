
// --- In process -------------------------------------------------------------------------------------
// Stands behind the kit's text where an adapter is linked into a fuzz target: what would answer a pipe
// answers calls, as fuzz/agree/implementation.h has them. A panic ends the call, and is told as a find.

use std::cell::RefCell;
use std::ffi::{c_char, CStr, CString};
use std::panic;
use std::sync::OnceLock;

#[repr(C)]
pub struct ImplementationRequest {
    operation: *const c_char,
    profile: *const c_char,
    abi: *const c_char,
    address: u64,
    pc: u64,
    bytes: *const u8,
    size: usize,
}

extern "C" {
    fn found(kind: *const c_char, place: *const c_char) -> !;
}

static ADAPTER: OnceLock<Adapter> = OnceLock::new();
thread_local! {
    static LINE: RefCell<String> = const { RefCell::new(String::new()) };
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Numbers in a panic's words are one input's, and no part of its cause.
fn without_numbers(words: &str) -> String {
    let marked: String = words.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect();
    marked.split('#').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("#")
}

fn on_panic(info: &panic::PanicHookInfo) {
    let place = info.location().map_or(String::new(), |at| {
        format!("{}:{}", at.file().rsplit('/').next().unwrap_or(""), at.line())
    });
    PLACE.set(format!("{place}: {}", without_numbers(info.payload_as_str().unwrap_or(""))));
}

pub fn run(adapter: &Adapter) -> ExitCode {
    panic::set_hook(Box::new(on_panic));
    let _ = ADAPTER.set(Adapter { ..*adapter });
    ExitCode::SUCCESS
}

unsafe fn answer_call(adapter: &Adapter, asked: &ImplementationRequest) -> Object {
    let text = |text: *const c_char| unsafe { CStr::from_ptr(text) }.to_str().unwrap_or("");
    let bytes =
        if asked.size == 0 { &[] } else { unsafe { std::slice::from_raw_parts(asked.bytes, asked.size) } };
    let mut request = Request {
        profile: text(asked.profile),
        abi: text(asked.abi),
        address: asked.address,
        bytes,
        pc: asked.pc,
        scenario: None,
        kept: None,
    };
    let kept = adapter.open.map(|open| open(&request));
    request.kept = kept.as_ref();
    let mut answered = answer(adapter, text(asked.operation), &request);
    answered.insert(0, ("request", 0i64.into()));
    answered
}

/// # Safety
/// As in C: strings end in a zero, and `bytes` has `size`.
#[no_mangle]
pub unsafe extern "C" fn implementation_answer(
    asked: *const ImplementationRequest,
    size: *mut usize,
) -> *const c_char {
    if ADAPTER.get().is_none() {
        crate::answer();
    }
    let adapter = ADAPTER.get().expect("the adapter ended before it could be asked");
    let answered = panic::catch_unwind(|| {
        let object = if asked.is_null() { hello(adapter) } else { unsafe { answer_call(adapter, &*asked) } };
        Value::Object(object).to_string() + "\n"
    });
    let Ok(line) = answered else {
        let place = CString::new(PLACE.take()).unwrap_or_default();
        unsafe { found(c"panic".as_ptr(), place.as_ptr()) }
    };
    LINE.set(line);
    LINE.with_borrow(|line| {
        unsafe { *size = line.len() };
        line.as_ptr().cast()
    })
}
