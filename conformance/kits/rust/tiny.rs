//! A tiny reader of SFrame version 2 on AMD64: the examples are adapters for it.
#![allow(dead_code)] // each example uses a part of it

const HEADER_SIZE: usize = 28;
const FUNCTION_SIZE: usize = 20;
const MAGIC: u32 = 0xdee2;
const VERSION: u8 = 2;
const AMD64: u8 = 3;
const PCREL: u8 = 4;

type Result<T> = std::result::Result<T, &'static str>;

pub struct Section {
    address: u64,
    pub text: String, // "v2", "v2e1" or "v2e2"
    pub flags: u8,
    pub fixed_fp: i8,
    pub fixed_ra: i8,
    pub aux: Vec<u8>,
    functions: Vec<u8>,
    functions_at: usize,
    rows: Vec<u8>,
}

pub struct Function<'a> {
    pub start: u64,
    pub size: u32,
    pub mask: bool,
    pub row_type: u8, // a row's start has 1 << row_type bytes
    pub rep_size: u8,
    pub key_b: bool,
    pub rows: Rows<'a>,
}

pub struct Row {
    pub start: u32,
    pub mangled_ra: bool,
    pub cfa_from_sp: bool,
    pub words: Vec<i32>, // the CFA's offset from its base, then perhaps FP's from the CFA
}

fn unsigned(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte))
}

fn signed(bytes: &[u8]) -> i32 {
    let unused = 32 - 8 * bytes.len() as u32;
    (unsigned(bytes) << unused) as i32 >> unused
}

fn part<'a>(bytes: &'a [u8], at: usize, size: usize, what: &'static str) -> Result<&'a [u8]> {
    bytes.get(at..).and_then(|left| left.get(..size)).ok_or(what)
}

impl Section {
    pub fn open(bytes: &[u8], address: u64, text: &str) -> Result<Section> {
        let header = part(bytes, 0, HEADER_SIZE, "the header is not whole")?;
        if unsigned(&header[..2]) != MAGIC || header[2] != VERSION || header[4] != AMD64 {
            return Err("not little-endian SFrame version 2 of AMD64");
        }
        if header[6] == 0 {
            return Err("rows of AMD64 do not say where the return address is, so the header must");
        }
        let field = |at: usize| unsigned(&header[at..at + 4]) as usize;
        let (function_count, rows_length) = (field(8), field(16));
        let aux = part(bytes, HEADER_SIZE, header[7].into(), "the auxiliary header is not whole")?;
        let base = HEADER_SIZE + aux.len();
        let (functions_at, rows_at) = (base.saturating_add(field(20)), base.saturating_add(field(24)));
        let before_rows = bytes.get(..rows_at).ok_or("the rows are not whole")?;
        let functions_size = function_count.saturating_mul(FUNCTION_SIZE);
        Ok(Section {
            address,
            text: text.into(),
            flags: header[3],
            fixed_fp: header[5] as i8,
            fixed_ra: header[6] as i8,
            aux: aux.into(),
            functions: part(before_rows, functions_at, functions_size, "the functions are not whole")?.into(),
            functions_at,
            rows: part(bytes, rows_at, rows_length, "the rows are not whole")?.into(),
        })
    }

    pub fn functions(&self) -> impl Iterator<Item = Result<Function<'_>>> {
        (0..self.functions.len() / FUNCTION_SIZE).map(|index| self.function(index * FUNCTION_SIZE))
    }

    fn function(&self, at: usize) -> Result<Function<'_>> {
        let entry = &self.functions[at..at + FUNCTION_SIZE];
        let from_field = self.text != "v2" && self.flags & PCREL != 0; // the flag came with erratum 1
        let base = if from_field { self.functions_at + at } else { 0 };
        let row_type = entry[16] & 0x0f;
        if row_type > 2 {
            return Err("a type of rows that nobody has defined");
        }
        let rows = self.rows.get(unsigned(&entry[8..12]) as usize..);
        Ok(Function {
            start: self.address.wrapping_add(base as u64).wrapping_add(signed(&entry[..4]) as u64),
            size: unsigned(&entry[4..8]),
            mask: entry[16] & 0x10 != 0,
            row_type,
            rep_size: entry[17],
            key_b: entry[16] & 0x20 != 0,
            rows: Rows {
                bytes: rows.ok_or("a function's rows lie outside of the rows")?,
                left: unsigned(&entry[12..16]),
                start_size: 1 << row_type,
            },
        })
    }

    /// The index of the function that has the PC; the index of the row that holds there, and that row.
    pub fn find(&self, pc: u64) -> Result<Option<(usize, Option<(usize, Row)>)>> {
        for (index, function) in self.functions().enumerate() {
            let function = function?;
            let offset = pc.wrapping_sub(function.start);
            if offset < function.size.into() {
                return Ok(Some((index, function.find(offset as u32)?)));
            }
        }
        Ok(None)
    }
}

impl Function<'_> {
    /// The last row that starts at or before the offset. If the function repeats a block, rows count from it.
    fn find(self, offset: u32) -> Result<Option<(usize, Row)>> {
        let offset = match (self.mask, self.rep_size) {
            (false, _) => offset,
            (true, 0) => return Err("a block that repeats has no size"),
            (true, size) => offset % u32::from(size),
        };
        let mut found = None;
        for (index, row) in self.rows.enumerate() {
            let row = row?;
            if row.start > offset {
                break;
            }
            found = Some((index, row));
        }
        Ok(found)
    }
}

pub struct Rows<'a> {
    bytes: &'a [u8],
    left: u32,
    start_size: usize,
}

impl<'a> Rows<'a> {
    fn take(&mut self, size: usize) -> Result<&'a [u8]> {
        let taken = part(self.bytes, 0, size, "a row is not whole")?;
        self.bytes = &self.bytes[size..];
        Ok(taken)
    }

    fn row(&mut self) -> Result<Row> {
        let start = unsigned(self.take(self.start_size)?);
        let info = self.take(1)?[0];
        let (count, size) = (usize::from(info >> 1 & 15), 1 << (info >> 5 & 3));
        if size > 4 {
            return Err("a size of words that nobody has defined");
        }
        let words: Vec<i32> = self.take(count * size)?.chunks(size).map(signed).collect();
        if words.len() > 2 {
            return Err("a row of AMD64 has no more than two words");
        }
        Ok(Row { start, mangled_ra: info & 0x80 != 0, cfa_from_sp: info & 1 != 0, words })
    }
}

impl Iterator for Rows<'_> {
    type Item = Result<Row>;

    /// Ends behind a row that cannot be read.
    fn next(&mut self) -> Option<Result<Row>> {
        self.left = self.left.checked_sub(1)?;
        let row = self.row();
        if row.is_err() {
            self.left = 0;
        }
        Some(row)
    }
}
