//! Test vectors for readers of SFrame: `for vector in sframe_corpus::core() { let vector = vector?; ... }`.  README.md
//! says more.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};

mod json;
mod judge;
pub use json::Json;
pub use judge::{Difference, Judgement};

/// Of the corpus.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Names the file of the whole corpus.
pub const VARIABLE: &str = "SFRAME_CORPUS";

/// One question about one section, and what may be answered.
#[derive(Clone, Debug)]
pub struct Vector {
    pub id: String,
    pub profile: Profile,
    pub abi: Abi,
    pub operation: Operation,
    pub class: Class,
    /// What it is about.
    pub clauses: Vec<String>,
    /// The section.
    pub bytes: Vec<u8>,
    /// Where the section lies in memory.
    pub address: u64,
    /// Of lookup and unwind.
    pub pc: Option<u64>,
    /// The whole line.
    pub json: Json,
}

macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($word:ident = $text:literal),* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($word),* }
        impl $name {
            /// As the corpus writes it.
            pub fn name(self) -> &'static str {
                match self { $($name::$word => $text),* }
            }
            #[allow(dead_code)] // of an outcome
            fn named(text: &str) -> Result<Self, String> {
                match text { $($text => Ok($name::$word),)* _ => Err(format!("an unknown word: {text:.40}")) }
            }
        }
    };
}
words!(/// The text to read by.
    Profile { V1 = "v1", V2 = "v2", V2e1 = "v2e1", V2e2 = "v2e2", V3 = "v3" });
words!(Abi { Amd64 = "amd64", Aarch64 = "aarch64", Aarch64Be = "aarch64_be", S390x = "s390x" });
words!(Operation { Decode = "decode", Check = "check", Lookup = "lookup", Flip = "flip", Unwind = "unwind" });
words!(Class { Valid = "valid", Malformed = "malformed", Irregular = "irregular", Contested = "contested" });
words!(/// What a reader does: it answers, it refuses, or it says that there is nothing.
    Kind { Answer = "answer", Error = "error", None = "none" });
words!(/// What sframe-conform calls an answer.
    Outcome { Pass = "pass", Reading = "reading", Unjudged = "unjudged", Unsupported = "unsupported", Fail = "fail",
        Unread = "unread", Inconsistent = "inconsistent", Crash = "crash", Exit = "exit", Garbage = "garbage" });

/// Why vectors cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

impl std::fmt::Display for Error {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl Vector {
    /// What is right; see README.md.
    pub fn expect(&self) -> &Json {
        self.json.get("expect").unwrap_or(&Json::Null)
    }

    /// The clause that a malformed or irregular section was made to break.
    pub fn breaks(&self) -> Option<&str> {
        match self.class {
            Class::Malformed | Class::Irregular => self.clauses.first().map(String::as_str),
            _ => None,
        }
    }

    /// Whether this can be right.  Which answer is right stands in `expect`.
    pub fn accepts(&self, what: Kind) -> bool {
        accepted(self.expect()).contains(&what)
            || (what == Kind::Error && self.json.get("breaches").is_some())
    }

    fn read(line: Json) -> Result<Vector, String> {
        let member = |of: &Json, name: &str| of.get(name).cloned().ok_or(format!("no {name}"));
        let word = |of: &Json, name: &str| {
            member(of, name)?.text().map(String::from).ok_or(format!("no word: {name}"))
        };
        let input = member(&line, "input")?;
        Ok(Vector {
            id: word(&line, "id")?,
            profile: Profile::named(&word(&line, "profile")?)?,
            abi: Abi::named(&word(&line, "abi")?)?,
            operation: Operation::named(&word(&line, "operation")?)?,
            class: Class::named(&word(&line, "class")?)?,
            clauses: texts(&member(&line, "clauses")?),
            bytes: match input.get("parts") {
                Some(parts) => made_of(parts.items())?,
                None => bytes_of(&word(&input, "bytes")?)?,
            },
            address: address_of(&word(&input, "address")?)?,
            pc: input.get("pc").and_then(Json::text).map(address_of).transpose()?,
            json: line,
        })
    }
}

fn texts(list: &Json) -> Vec<String> {
    list.items().iter().filter_map(Json::text).map(String::from).collect()
}

fn address_of(text: &str) -> Result<u64, String> {
    let digits = text.strip_prefix("0x").ok_or_else(|| format!("no address: {text:.40}"))?;
    u64::from_str_radix(digits, 16).map_err(|_| format!("no address: {text:.40}"))
}

fn bytes_of(text: &str) -> Result<Vec<u8>, String> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|value| value as u8);
    let pair = |two: &[u8]| Some(digit(two[0])? << 4 | digit(*two.get(1)?)?);
    text.as_bytes().chunks(2).map(pair).collect::<Option<_>>().ok_or_else(|| "no bytes".to_string())
}

/// The most bytes of a section that is made of parts.
const MOST: usize = 1 << 22;

/// A large section: parts, each so many times, with numbers in them that count up.
fn made_of(parts: &[Json]) -> Result<Vec<u8>, String> {
    let mut section = Vec::new();
    let mut big = None;
    for part in parts {
        let bytes = bytes_of(part.get("bytes").and_then(Json::text).unwrap_or(""))?;
        let times = part.get("times").and_then(Json::integer).and_then(|times| usize::try_from(times).ok());
        let times = times.filter(|times| *times > 0 && !bytes.is_empty()).ok_or("a part of no bytes")?;
        if times > (MOST - section.len()) / bytes.len() {
            return Err("parts of more than 4 MiB".into());
        }
        let big = *big.get_or_insert(bytes[0] == 0xde);
        let begin = section.len();
        section.extend(bytes.iter().cycle().take(times * bytes.len()));
        for count in part.get("count").map_or(&[][..], Json::items) {
            count_up(&mut section[begin..], bytes.len(), count, big)?;
        }
    }
    Ok(section)
}

/// A number that stands at the same place in each piece of `size` bytes, and is a step more in each.
fn count_up(pieces: &mut [u8], size: usize, count: &Json, big: bool) -> Result<(), String> {
    let number = |name| count.get(name).and_then(Json::integer).ok_or(format!("no {name}"));
    let (at, width, step) = (number("at")? as usize, number("width")? as usize, number("step")?);
    if ![1, 2, 4, 8].contains(&width) || at > size || width > size - at {
        return Err("a number that counts outside of its part".into());
    }
    for (time, piece) in pieces.chunks_mut(size).enumerate() {
        let mut sum = (step as u64).wrapping_mul(time as u64);
        for i in 0..width {
            let byte = &mut piece[at + if big { width - 1 - i } else { i }];
            sum = sum.wrapping_add(u64::from(*byte));
            *byte = sum as u8;
            sum >>= 8;
        }
    }
    Ok(())
}

/// What may be answered, by an expectation or by one of its readings.
fn accepted(expect: &Json) -> Vec<Kind> {
    if let Some(readings) = expect.get("readings") {
        return readings.items().iter().flat_map(accepted).collect();
    }
    let (accept, answer) = (expect.get("accept"), expect.get("answer"));
    if accept.is_none() && answer.is_none() {
        return vec![kind(expect)];
    }
    let words: Vec<_> =
        texts(accept.unwrap_or(&Json::Null)).iter().filter_map(|word| Kind::named(word).ok()).collect();
    match answer {
        Some(answer) => {
            words.into_iter().filter(|word| *word != Kind::Answer).chain([kind(answer)]).collect()
        }
        None if words.contains(&Kind::Answer) => [words, vec![Kind::None]].concat(), // any answer at all
        None => words,
    }
}

fn kind(answer: &Json) -> Kind {
    let word = |name| answer.get(name).and_then(Json::text);
    match (word("verdict"), word("none")) {
        (Some("malformed"), _) | (_, Some("error")) => Kind::Error,
        (_, Some(_)) => Kind::None,
        _ => Kind::Answer,
    }
}

/// The vectors inside this crate: the core, selected to cover the format. All vectors find more mistakes.
pub fn core() -> Vectors<&'static [u8]> {
    Vectors::new("core.jsonl".to_string(), include_bytes!("core.jsonl"))
}

/// All vectors, from the corpus of a release (`.tar`), or a file of it (`.jsonl.zst`, `.jsonl`); without a path from where
/// `$SFRAME_CORPUS` says.  What is compressed needs the program `zstd`.
pub fn whole(path: Option<&Path>) -> Result<Vectors<Box<dyn BufRead>>, Error> {
    let path = path
        .map(Path::to_path_buf)
        .or_else(|| std::env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from))
        .ok_or_else(|| {
            Error(format!("say where the whole corpus is: whole(path), or {VARIABLE} in the environment"))
        })?;
    let name = path.display().to_string();
    let lines = opened(&path).map_err(|error| Error(format!("needs the program {name}: {error}")))?;
    Ok(Vectors::new(name, lines))
}

/// The lines of a file; an archive has them in `whole.jsonl.zst`, in a folder of its own name.
fn opened(path: &Path) -> std::io::Result<Box<dyn BufRead>> {
    let mut from = Stdio::from(File::open(path)?);
    let kind = path.extension().and_then(|kind| kind.to_str()).unwrap_or("");
    if kind == "tar" {
        let member = Path::new(path.file_stem().unwrap_or_default()).join("whole.jsonl.zst");
        from = output(Command::new("tar").arg("-xO").arg(member).stdin(from))?.into();
    }
    if kind == "tar" || kind == "zst" {
        return Ok(Box::new(BufReader::new(output(Command::new("zstd").arg("-dc").stdin(from))?)));
    }
    Ok(Box::new(BufReader::new(File::open(path)?)))
}

fn output(command: &mut Command) -> std::io::Result<ChildStdout> {
    let name = command.get_program().to_string_lossy().into_owned();
    let child = command.stdout(Stdio::piped()).spawn();
    let told = |error: std::io::Error| std::io::Error::new(error.kind(), format!("needs the program {name}: {error}"));
    child.map_err(told)?.stdout.take().ok_or_else(|| std::io::ErrorKind::Other.into())
}

/// Reads lines.  The last one counts the vectors, so that none is missed; what is wrong comes as the last item.
pub struct Vectors<Lines> {
    name: String,
    lines: Lines,
    count: i64,
    done: bool,
}

impl<Lines: BufRead> Vectors<Lines> {
    fn new(name: String, lines: Lines) -> Self {
        Vectors { name, lines, count: 0, done: false }
    }

    fn line(&mut self) -> Result<String, String> {
        let mut line = String::new();
        self.lines
            .read_line(&mut line)
            .map_err(|error| format!("{error} (is the file still compressed?)"))?;
        Ok(line)
    }

    fn step(&mut self) -> Result<Option<Vector>, String> {
        let line = self.line()?;
        if line.is_empty() {
            return Err("its last line is missing, so vectors may be missing, too".into());
        }
        let read = Json::parse(&line).map_err(|fault| format!("line {}: {fault}", self.count + 1))?;
        if read.get("corpus").is_none() {
            self.count += 1;
            return Vector::read(read).map(Some).map_err(|fault| format!("line {}: {fault}", self.count));
        }
        let promised = read.get("corpus").and_then(|corpus| corpus.get("vectors")).and_then(Json::integer);
        if promised != Some(self.count) {
            return Err(format!("{} vectors, but its last line says {promised:?}", self.count));
        }
        if !self.line()?.is_empty() {
            return Err("goes on behind its last line".into());
        }
        Ok(None)
    }
}

impl<Lines: BufRead> Iterator for Vectors<Lines> {
    type Item = Result<Vector, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let step = self.step().map_err(|fault| Error(format!("{}: {fault}", self.name))).transpose();
        self.done = !matches!(step, Some(Ok(_)));
        step
    }
}
