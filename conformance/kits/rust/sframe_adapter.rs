//! An adapter for sframe-conform in Rust: copy this module, fill in an `Adapter` with functions of your own, and
//! end `main` with `run(&adapter)`.
//!
//! Each function takes a `Request` and returns an answer as docs/protocol.md describes it, or a `Refusal`; `?`
//! makes one of any error that can be displayed. An operation without a function is not declared, and never asked.
//! A panic ends the adapter, and the runner counts that as a failure: an accident is not a refusal.
//!
//! If your reader opens a section once and is then asked many times, set `open`. What it returns must own all that it
//! needs, as the request's bytes do not last. Each request about the section has it as `request.opened()`, also a
//! request that brings its own section. If `open` refuses, that is the answer to each question. At the end, what it
//! returned is dropped.
//!
//! Write the members of an answer in the order of corpus/schema: the runner compares that fastest.
#![allow(dead_code)] // an adapter seldom needs all of it

use std::any::Any;
use std::fmt::{self, Display, Write as _};
use std::io::{self, BufRead, Read, Write};
use std::panic::resume_unwind;
use std::process::ExitCode;
use std::sync::Barrier;

pub const LENGTH_LIMIT: u64 = 64 << 20; // bytes in a section
const LINE_LIMIT: u64 = 160;
const COUNT_LIMIT: u64 = 1 << 16; // registers, modules or pieces of memory
const OPEN_LIMIT: usize = 16; // sections that are open at once
const THREAD_LIMIT: u64 = 64;
const ROUNDS: usize = 16; // how often each of several threads asks every question

/// Bytes at an address: a section, or a piece of readable memory.
pub struct Piece {
    pub address: u64,
    pub bytes: Vec<u8>,
}

/// What an unwinding starts from, besides a section and the topmost PC: docs/unwinding.md.
pub struct Scenario {
    pub limit: u64,                    // how many frames to give at most
    pub registers: Vec<(String, u64)>, // "sp", "fp", "r30" and so on, or "pac_mask"
    pub modules: Vec<Piece>,           // further sections
    pub memory: Vec<Piece>,
    pub big_endian: bool, // the byte order of memory
}

impl Scenario {
    pub fn register(&self, name: &str) -> Option<u64> {
        self.registers.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
    }

    /// The word of 8 bytes at an address, if it can be read.
    pub fn word(&self, address: u64) -> Option<u64> {
        let mut bytes = [0; 8];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = self.byte(address.wrapping_add(i as u64))?;
        }
        Some(if self.big_endian { u64::from_be_bytes(bytes) } else { u64::from_le_bytes(bytes) })
    }

    fn byte(&self, address: u64) -> Option<u8> {
        let at = |piece: &Piece| usize::try_from(address.wrapping_sub(piece.address)).ok();
        self.memory.iter().find_map(|piece| piece.bytes.get(at(piece)?).copied())
    }
}

pub struct Request<'a> {
    pub profile: &'a str, // "v1", "v2", "v2e1", "v2e2", "v3"
    pub abi: &'a str,     // "amd64", "aarch64", "aarch64_be", "s390x"
    pub address: u64,     // where the section lies in memory
    pub bytes: &'a [u8],
    pub pc: u64,                    // the PC of a lookup or of the topmost frame; else 0
    pub scenario: Option<Scenario>, // for an unwinding
    kept: Option<&'a Result<Opened, Refusal>>,
}

impl Request<'_> {
    /// What `open` returned.
    pub fn opened<T: 'static>(&self) -> &T {
        let opened = self.kept.and_then(|kept| kept.as_ref().ok());
        opened.and_then(|opened| opened.downcast_ref()).expect("`open` returned something else")
    }
}

/// What a reader keeps of a section.
pub type Opened = Box<dyn Any + Send + Sync>;

#[derive(Clone)]
pub enum Refusal {
    Error(String),       // the section cannot be read
    Unsupported(String), // the reader cannot do what was asked here
}

impl<T: Display> From<T> for Refusal {
    fn from(why: T) -> Self {
        Refusal::Error(why.to_string())
    }
}

pub type Operation = fn(&Request) -> Result<Object, Refusal>;

/// Lists are words with one space between them.
#[derive(Default)]
pub struct Adapter {
    pub name: &'static str,
    pub version: &'static str,
    pub profiles: &'static str,
    pub abis: &'static str,
    pub one_byte_order: bool, // the reader only reads sections in the ABI's own byte order
    pub exposes: Option<&'static str>, // members that it states; None: all
    pub requires: Option<&'static str>, // questions that it means to answer: docs/requirements.md; None: all
    pub decode: Option<Operation>,
    pub check: Option<Operation>,
    pub lookup: Option<Operation>,
    pub flip: Option<Operation>,
    pub unwind: Option<Operation>,
    pub open: Option<fn(&Request) -> Result<Opened, Refusal>>,
    pub concurrent: bool, // several threads may ask an opened section at once
}

// --- What answers are made of ------------------------------------------------------------------------------

pub type Object = Vec<(&'static str, Value)>;

pub enum Value {
    Number(i64),
    Bool(bool),
    Text(String),
    List(Vec<Value>),
    Object(Object),
    Json(String), // written as it is
}

macro_rules! values {
    ($($from:ty => $make:expr),* $(,)?) => {
        $(impl From<$from> for Value { fn from(value: $from) -> Self { $make(value) } })*
    };
}
values! {
    i8 => |n: i8| Value::Number(n.into()), u8 => |n: u8| Value::Number(n.into()),
    i32 => |n: i32| Value::Number(n.into()), u32 => |n: u32| Value::Number(n.into()),
    i64 => Value::Number, bool => Value::Bool, String => Value::Text,
    &str => |text: &str| Value::Text(text.to_string()),
    Vec<Value> => Value::List, Object => Value::Object,
}

pub fn address(value: u64) -> Value {
    Value::Text(format!("{value:#x}"))
}

/// "aux" of a decode, "bytes" of a flip.
pub fn hex(bytes: &[u8]) -> Value {
    Value::Text(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Base plus offset; a base is "sp", "fp", "cfa" or a DWARF number such as "r10".
pub fn rule_sum(base: &str, offset: i64) -> Value {
    Value::Object(vec![("base", base.into()), ("offset", offset.into())])
}

/// What lies in memory at base plus offset.
pub fn rule_load(base: &str, offset: i64) -> Value {
    Value::Object(vec![("base", base.into()), ("offset", offset.into()), ("deref", true.into())])
}

/// The rule of a value that is still in its register.
pub fn same() -> Value {
    "same".into()
}

/// The rule of RA in an outermost frame, which has no caller.
pub fn undefined() -> Value {
    "undefined".into()
}

/// The answer to a lookup that finds nothing. What is missing: "function", "row", or "unknown" for either.
pub fn none(what: &str) -> Object {
    vec![("none", what.into())]
}

/// The bits that are set, by their names in this profile; a bit without a name by its value.
pub fn flags(profile: &str, bits: u8) -> Value {
    let name = |bit: u8| match bit {
        1 => "sorted".into(),
        2 if profile != "v3" => "frame_pointer".into(),
        4 if profile != "v1" && profile != "v2" => "pcrel".into(),
        _ => address(bit.into()),
    };
    Value::List((0..8).map(|i| 1u8 << i).filter(|bit| bits & bit != 0).map(name).collect())
}

// --- JSON --------------------------------------------------------------------------------------------------

impl Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Value::Number(number) => write!(out, "{number}"),
            Value::Bool(value) => write!(out, "{value}"),
            Value::Text(text) => write_text(out, text),
            Value::Json(text) => out.write_str(text),
            Value::List(values) => {
                out.write_char('[')?;
                for (i, value) in values.iter().enumerate() {
                    write!(out, "{}{value}", if i == 0 { "" } else { "," })?;
                }
                out.write_char(']')
            }
            Value::Object(members) => {
                out.write_char('{')?;
                for (i, (key, value)) in members.iter().enumerate() {
                    write!(out, "{}", if i == 0 { "" } else { "," })?;
                    write_text(out, key)?;
                    write!(out, ":{value}")?;
                }
                out.write_char('}')
            }
        }
    }
}

fn write_text(out: &mut fmt::Formatter, text: &str) -> fmt::Result {
    out.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(out, "\\{c}")?,
            c if c < ' ' => write!(out, "\\u{:04x}", u32::from(c))?,
            c => out.write_char(c)?,
        }
    }
    out.write_char('"')
}

// --- Requests ----------------------------------------------------------------------------------------------

/// An error that ends the adapter: the runner could take later output for the answer to another request.
type Broken = String;

/// One line without its end; None where the input ends before it begins.
fn read_line(source: &mut impl BufRead) -> Result<Option<String>, Broken> {
    let mut line = Vec::new();
    source
        .take(LINE_LIMIT)
        .read_until(b'\n', &mut line)
        .map_err(|error| format!("standard input: {error}"))?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.pop() != Some(b'\n') {
        return Err(if line.len() as u64 + 1 == LINE_LIMIT {
            format!("a request's line is longer than {} bytes", LINE_LIMIT - 1)
        } else {
            "the input ends within a request's line".into()
        });
    }
    if let Some(byte) = line.iter().find(|byte| !(b' '..=b'~').contains(byte)) {
        return Err(format!(
            "a request's line holds the byte {byte:#04x}: do the bytes before it match their LENGTH?"
        ));
    }
    Ok(Some(line.into_iter().map(char::from).collect()))
}

/// Reads a number. from_str_radix alone also takes a sign, which no request has.
fn number_of(what: &str, word: &str, base: u32, limit: u64) -> Result<u64, Broken> {
    if word.is_empty() || !word.chars().all(|c| c.is_digit(base)) {
        return Err(format!("{what} is not a number to base {base}: '{word}'"));
    }
    match u64::from_str_radix(word, base) {
        Ok(number) if number <= limit => Ok(number),
        _ => Err(format!("{what} is over the limit of {limit}: '{word}'")),
    }
}

/// Reads bytes into a block of their own.
fn read_bytes(source: &mut impl Read, length: u64, number: u64) -> Result<Vec<u8>, Broken> {
    let mut bytes = Vec::new();
    let got =
        source.take(length).read_to_end(&mut bytes).map_err(|error| format!("standard input: {error}"))?;
    if got as u64 != length {
        return Err(format!("the input ends within the bytes of request {number}: {got} of {length}"));
    }
    Ok(bytes)
}

/// A line of two words within a scenario.
fn read_pair(source: &mut impl BufRead) -> Result<(String, String), Broken> {
    let line = read_line(source)?.ok_or("the input ends within a scenario")?;
    match line.split(' ').collect::<Vec<_>>()[..] {
        [first, second] => Ok((first.into(), second.into())),
        _ => Err(format!("a line of a scenario is not two words: '{line}'")),
    }
}

fn read_register(source: &mut impl BufRead) -> Result<(String, u64), Broken> {
    let (name, value) = read_pair(source)?;
    if name.len() > 15 {
        return Err(format!("not the name of a register: '{name}'"));
    }
    Ok((name, number_of("VALUE", &value, 16, u64::MAX)?))
}

fn read_piece(source: &mut impl BufRead, number: u64) -> Result<Piece, Broken> {
    let (address, length) = read_pair(source)?;
    let address = number_of("ADDRESS", &address, 16, u64::MAX)?;
    let length = number_of("LENGTH", &length, 10, LENGTH_LIMIT)?;
    Ok(Piece { address, bytes: read_bytes(source, length, number)? })
}

/// Reads the scenario that follows the section's bytes; the line's last words say how long it is.
fn read_scenario(
    counts: &[&str],
    abi: &str,
    source: &mut impl BufRead,
    number: u64,
) -> Result<Scenario, Broken> {
    let limit = number_of("LIMIT", counts[0], 10, u32::MAX.into())?;
    let registers = number_of("REGISTERS", counts[1], 10, COUNT_LIMIT)?;
    let modules = number_of("MODULES", counts[2], 10, COUNT_LIMIT)?;
    let pieces = number_of("PIECES", counts[3], 10, COUNT_LIMIT)?;
    Ok(Scenario {
        limit,
        registers: (0..registers).map(|_| read_register(source)).collect::<Result<_, _>>()?,
        modules: (0..modules).map(|_| read_piece(source, number)).collect::<Result<_, _>>()?,
        memory: (0..pieces).map(|_| read_piece(source, number)).collect::<Result<_, _>>()?,
        big_endian: abi == "aarch64_be" || abi == "s390x",
    })
}

// --- Answering ---------------------------------------------------------------------------------------------

fn operations(adapter: &Adapter) -> [(&'static str, Option<Operation>); 5] {
    [
        ("decode", adapter.decode),
        ("check", adapter.check),
        ("lookup", adapter.lookup),
        ("flip", adapter.flip),
        ("unwind", adapter.unwind),
    ]
}

fn words(text: &str) -> Value {
    Value::List(text.split_whitespace().map(Value::from).collect())
}

fn hello(adapter: &Adapter) -> Object {
    let declared = operations(adapter).into_iter().filter(|(_, function)| function.is_some());
    let mut hello: Object = vec![
        ("protocol", if adapter.open.is_some() { 3 } else { 1 }.into()),
        ("name", adapter.name.into()),
        ("version", adapter.version.into()),
        ("profiles", words(adapter.profiles)),
        ("abis", words(adapter.abis)),
        ("operations", Value::List(declared.map(|(name, _)| name.into()).collect())),
        ("foreign_byte_order", (!adapter.one_byte_order).into()),
    ];
    hello.extend(adapter.open.map(|_| ("opens", true.into())));
    hello.extend((adapter.open.is_some() && adapter.concurrent).then(|| ("concurrent", true.into())));
    hello.extend(adapter.exposes.map(|exposes| ("exposes", words(exposes))));
    hello.extend(adapter.requires.map(|requires| ("requires", requires.into())));
    hello
}

fn no_function(_: &Request) -> Result<Object, Refusal> {
    Err(Refusal::Unsupported("the adapter has no function for this operation".into()))
}

fn answer(adapter: &Adapter, operation: &str, request: &Request) -> Object {
    let known = operations(adapter).into_iter().find(|(name, _)| *name == operation);
    let function = known.and_then(|(_, function)| function);
    let answered = match (function, request.kept) {
        (Some(_), Some(Err(refusal))) => Err(refusal.clone()),
        _ => function.unwrap_or(no_function)(request),
    };
    match answered {
        Ok(mut answer) => {
            if operation == "lookup" {
                answer.insert(0, ("pc", address(request.pc)));
            }
            answer
        }
        Err(Refusal::Error(why)) => vec![("error", why.into())],
        Err(Refusal::Unsupported(why)) => vec![("unsupported", why.into())],
    }
}

fn request_number(word: &str) -> Result<u64, Broken> {
    number_of("NUMBER", word, 10, i64::MAX as u64)
}

/// Adds the request's number to the answer.
fn numbered(number: &str, mut answered: Object) -> Result<Object, Broken> {
    answered.insert(0, ("request", (request_number(number)? as i64).into()));
    Ok(answered)
}

// --- Opened sections ---------------------------------------------------------------------------------------

/// A section, and what `open` returned for it; None if the adapter has no `open`.
struct Section {
    profile: String,
    abi: String,
    address: u64,
    bytes: Vec<u8>,
    kept: Option<Result<Opened, Refusal>>,
}

impl Section {
    /// Reads the section of a request. A scenario that may follow its bytes is not read yet.
    fn read(adapter: &Adapter, words: &[&str], source: &mut impl Read) -> Result<Section, Broken> {
        let number = request_number(words[1])?;
        let address = number_of("ADDRESS", words[4], 16, u64::MAX)?;
        let length = number_of("LENGTH", words[5], 10, LENGTH_LIMIT)?;
        let bytes = read_bytes(source, length, number)?;
        let mut section =
            Section { profile: words[2].into(), abi: words[3].into(), address, bytes, kept: None };
        section.kept = adapter.open.map(|open| open(&section.request(0, None)));
        Ok(section)
    }

    fn request(&self, pc: u64, scenario: Option<Scenario>) -> Request<'_> {
        let Section { profile, abi, address, bytes, kept } = self;
        Request { profile, abi, address: *address, bytes, pc, scenario, kept: kept.as_ref() }
    }

    /// Answers the question in `words`: operation, PC, and for an unwinding how long the scenario is, which is
    /// then read.
    fn answer(
        &self,
        adapter: &Adapter,
        number: &str,
        words: &[&str],
        source: &mut impl BufRead,
    ) -> Result<Object, Broken> {
        let pc = number_of("PC", words[1], 16, u64::MAX)?;
        let scenario = match words[0] {
            "unwind" => Some(read_scenario(&words[2..], &self.abi, source, request_number(number)?)?),
            _ => None,
        };
        numbered(number, answer(adapter, words[0], &self.request(pc, scenario)))
    }
}

/// The sections that are open; the index is the name, a number that the runner chooses.
type Sections = [Option<Section>; OPEN_LIMIT];

/// The entry of this name; an error unless its section is open, or not open, as `is_open` demands.
fn named<'a>(
    sections: &'a mut Sections,
    word: &str,
    is_open: bool,
) -> Result<&'a mut Option<Section>, Broken> {
    let place = &mut sections[number_of("NAME", word, 10, OPEN_LIMIT as u64 - 1)? as usize];
    match (is_open, place.is_some()) {
        (true, false) => Err(format!("the section {word} is not open")),
        (false, true) => Err(format!("the section {word} is open already")),
        _ => Ok(place),
    }
}

// --- Several threads ---------------------------------------------------------------------------------------

type Question = (&'static str, u64);

/// Reads a line with an operation and a PC.
fn read_question(adapter: &Adapter, source: &mut impl BufRead) -> Result<Question, Broken> {
    let (operation, pc) = read_pair(source)?;
    let known =
        operations(adapter).into_iter().find(|(name, function)| *name == operation && function.is_some());
    match known {
        Some((name, _)) if name != "unwind" => Ok((name, number_of("PC", &pc, 16, u64::MAX)?)),
        _ => Err(format!("not an operation that several threads are asked: '{operation}'")),
    }
}

/// Asks every question ROUNDS times, beginning with number `first`. Returns the first answer that is not that in
/// `alone`, and the number of its question.
fn ask_all(
    ask: impl Fn(&Question) -> String,
    questions: &[Question],
    alone: &[String],
    first: usize,
) -> Option<(usize, String)> {
    let mut differs = None;
    for i in 0..ROUNDS * questions.len() {
        let number = (first + i) % questions.len();
        let together = ask(&questions[number]);
        if differs.is_none() && together != alone[number] {
            differs = Some((number, together));
        }
    }
    differs
}

fn concurrently(adapter: &Adapter, section: &Section, questions: &[Question], threads: usize) -> Object {
    let ask = |(operation, pc): &Question| {
        Value::Object(answer(adapter, operation, &section.request(*pc, None))).to_string()
    };
    let alone: Vec<String> = questions.iter().map(ask).collect();
    let gate = Barrier::new(threads); // until all threads are started
    let found: Vec<_> = std::thread::scope(|scope| {
        let start = |i| {
            let (gate, alone, first) = (&gate, &alone, i * questions.len() / threads);
            scope.spawn(move || {
                gate.wait();
                ask_all(ask, questions, alone, first)
            })
        };
        let running: Vec<_> = (0..threads).map(start).collect();
        running.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    match found.into_iter().flatten().next() {
        None => vec![],
        Some((number, together)) => vec![
            ("differs", (number as i64).into()),
            ("alone", Value::Json(alone[number].clone())),
            ("together", Value::Json(together)),
        ],
    }
}

// --- The requests ------------------------------------------------------------------------------------------

/// Answers the requests that only an adapter with `open` gets; None if this is another request.
fn answer_kept(
    adapter: &Adapter,
    sections: &mut Sections,
    words: &[&str],
    source: &mut impl BufRead,
) -> Result<Option<Object>, Broken> {
    match *words {
        _ if adapter.open.is_none() => return Ok(None),
        ["open", number, _, _, _, _, name] => {
            *named(sections, name, false)? = Some(Section::read(adapter, words, source)?);
            numbered(number, vec![])
        }
        ["close", number, name] => {
            *named(sections, name, true)? = None;
            numbered(number, vec![])
        }
        ["ask", number, name, operation, _, ..]
            if words.len() == if operation == "unwind" { 9 } else { 5 } =>
        {
            let section = named(sections, name, true)?.as_ref().ok_or("not open")?;
            section.answer(adapter, number, &words[3..], source)
        }
        ["concurrent", number, name, threads, count] if adapter.concurrent => {
            let section = named(sections, name, true)?.as_ref().ok_or("not open")?;
            let threads = number_of("THREADS", threads, 10, THREAD_LIMIT)?;
            let count = number_of("COUNT", count, 10, COUNT_LIMIT)?;
            let questions: Vec<_> =
                (0..count).map(|_| read_question(adapter, source)).collect::<Result<_, _>>()?;
            numbered(number, concurrently(adapter, section, &questions, threads as usize))
        }
        _ => return Ok(None),
    }
    .map(Some)
}

fn answer_line(
    adapter: &Adapter,
    sections: &mut Sections,
    line: &str,
    source: &mut impl BufRead,
) -> Result<Object, Broken> {
    let words: Vec<&str> = line.split(' ').collect();
    if words == ["hello", "1"] {
        return Ok(hello(adapter));
    }
    if let Some(answered) = answer_kept(adapter, sections, &words, source)? {
        return Ok(answered);
    }
    if words.len() != if words[0] == "unwind" { 11 } else { 7 } {
        return Err(format!("not a request of the protocol: '{line}'"));
    }
    let asked: Vec<&str> = [&words[..1], &words[6..]].concat();
    Section::read(adapter, &words, source)?.answer(adapter, words[1], &asked, source)
}

fn answer_all(adapter: &Adapter) -> Result<(), Broken> {
    let (mut source, mut sink) = (io::stdin().lock(), io::stdout().lock());
    let mut sections = Sections::default();
    while let Some(line) = read_line(&mut source)? {
        let text = format!("{}\n", Value::Object(answer_line(adapter, &mut sections, &line, &mut source)?));
        // at once: the runner waits for it
        let written = sink.write_all(text.as_bytes()).and_then(|()| sink.flush());
        written.map_err(|error| format!("standard output cannot be written: {error}"))?;
    }
    Ok(())
}

/// Answers requests until the input ends. Exit status 2 after a message on standard error.
pub fn run(adapter: &Adapter) -> ExitCode {
    match answer_all(adapter) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("sframe_adapter: {why}");
            ExitCode::from(2)
        }
    }
}
