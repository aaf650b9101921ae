//! An adapter for the Rust crate simple-frame-rs, as its documentation describes it. Since 0.3 the crate has a module
//! for each version of the format. They have the same names and no common trait, so one macro calls them; what only
//! one version has is passed to it. If the crate has two ways to one answer, both are tried, and a difference is
//! reported. With `--sframe FILE ADDRESS` the adapter prints the crate's text for the section in FILE, for dump.py.
mod sframe_adapter;

use fallible_iterator::FallibleIterator;
use sframe_adapter::{self as kit, Adapter, Object, Refusal, Request, Value};

/// On s390x a word may be a register. The crate's documentation has the encoding; its callers must decode it.
fn stored_rule(abi: &str, offset: i32) -> Value {
    if abi == "s390x" && offset & 1 != 0 {
        return kit::rule_sum(&format!("r{}", (offset >> 1) as u32), 0); // numbers have no sign
    }
    kit::rule_load("cfa", offset.into())
}

fn default_rules(abi: &str, base: u8, cfa: Option<i32>, ra: Option<i32>, fp: Option<i32>) -> Object {
    let Some(cfa) = cfa else { return vec![] };
    let ra = match ra {
        None => kit::same(),
        Some(0) if abi == "s390x" => kit::same(), // SFRAME_FRE_RA_OFFSET_INVALID
        Some(offset) => stored_rule(abi, offset),
    };
    let fp = fp.map_or(kit::same(), |offset| stored_rule(abi, offset));
    vec![("cfa", kit::rule_sum(if base == 1 { "sp" } else { "fp" }, cfa.into())), ("ra", ra), ("fp", fp)]
}

/// What the crate's modules have in common: `$reader` is one of them, the other arguments are where they differ.
macro_rules! reader {
    ($name:ident, $reader:path, $fde_type:ident, $pc_type:ident, [$one:ident $two:ident $four:ident], $members:ident, $rules:ident, $no_row:ident) => {
        mod $name {
            use super::*;
            use $reader as reader;

            #[allow(unreachable_patterns)] // version 1 has three
            fn abi(section: &reader::SFrameSection) -> &'static str {
                match section.get_abi() {
                    reader::SFrameABI::AMD64LittleEndian => "amd64",
                    reader::SFrameABI::AArch64LittleEndian => "aarch64",
                    reader::SFrameABI::AArch64BigEndian => "aarch64_be",
                    _ => "s390x",
                }
            }

            fn function_object(section: &reader::SFrameSection, fde: &reader::SFrameFDE) -> Result<Object, Refusal> {
                let pc_type = match fde.func_info.$pc_type()? {
                    reader::$fde_type::PCInc => "inc",
                    reader::$fde_type::PCMask => "mask",
                };
                let fre_type = match fde.func_info.get_fre_type()? {
                    reader::SFrameFREType::$one => "addr1",
                    reader::SFrameFREType::$two => "addr2",
                    reader::SFrameFREType::$four => "addr4",
                };
                let key = match fde.func_info.get_aarch64_pauth_key()? {
                    reader::SFrameAArch64PAuthKey::KeyA => "a",
                    reader::SFrameAArch64PAuthKey::KeyB => "b",
                };
                let mut rows = Vec::new();
                let mut entries = fde.iter_fre(section);
                while let Some(fre) = entries.next()? {
                    let mut row: Object = vec![("start", fre.start_address.get().into())];
                    row.extend(row_object(section, fde, &fre)?);
                    rows.push(Value::Object(row));
                }
                let mut object: Object = vec![
                    ("start", kit::address(fde.get_pc(section))),
                    ("size", fde.func_size.into()),
                    ("pc_type", pc_type.into()),
                    ("fre_type", fre_type.into()),
                    ("pauth_key", key.into()),
                    ("rows", Value::List(rows)),
                ];
                object.extend($members!(reader, fde));
                Ok(object)
            }

            fn row_object(
                section: &reader::SFrameSection,
                fde: &reader::SFrameFDE,
                fre: &reader::SFrameFRE,
            ) -> Result<Object, Refusal> {
                let _ = fde;
                let mut object: Object = vec![("mangled_ra", fre.info.get_mangled_ra_p().into())];
                object.extend($rules!(reader, section, fde, fre, abi(section)));
                Ok(object)
            }

            /// Compares the function that iter_fde gave with what get_fde returns for its index.
            fn compare_by_index(
                section: &reader::SFrameSection,
                index: u32,
                fde: Option<&reader::SFrameFDE>,
            ) -> Result<Option<String>, Refusal> {
                let by_index = section.get_fde(index)?;
                let (one, other) = (format!("{fde:?}"), format!("{:?}", by_index.as_ref()));
                Ok((one != other).then(|| format!("function {index} by iter_fde: {one}; by get_fde: {other}")))
            }

            pub fn decode(section: &reader::SFrameSection, request: &Request) -> Result<Object, Refusal> {
                let mut functions = Vec::new();
                let mut entries = section.iter_fde();
                let mut differs = None;
                while let Some(fde) = entries.next()? {
                    differs = differs.or(compare_by_index(section, functions.len() as u32, Some(&fde))?);
                    functions.push(Value::Object(function_object(section, &fde)?));
                }
                differs = differs.or(compare_by_index(section, section.get_fde_count(), None)?);
                if section.get_fde_count() as usize != functions.len() {
                    let counts = (section.get_fde_count(), functions.len());
                    differs = Some(format!("get_fde_count: {}; functions by iter_fde: {}", counts.0, counts.1));
                }
                let mut object = header_object(section, request);
                object.push(("functions", Value::List(functions)));
                object.extend(differs.map(|words| ("inconsistent", words.into())));
                Ok(object)
            }

            fn header_object(section: &reader::SFrameSection, request: &Request) -> Object {
                vec![
                    ("abi", abi(section).into()),
                    ("flags", kit::flags(request.profile, section.get_flags().bits())),
                    ("fixed_fp", section.get_cfa_fixed_fp_offset().into()),
                    ("fixed_ra", section.get_cfa_fixed_ra_offset().into()),
                    ("address", kit::address(request.address)),
                ]
            }

            pub fn lookup(section: &reader::SFrameSection, pc: u64) -> Result<Object, Refusal> {
                let Some(fde) = section.find_fde(pc)? else { return Ok(kit::none("function")) };
                let Some(fre) = fde.find_fre(section, pc)? else { return Ok($no_row!(fde)) };
                let mut found = row_object(section, &fde, &fre)?;
                found.extend($members!(reader, &fde).into_iter().filter(|(name, _)| *name == "signal"));
                Ok(found)
            }
        }
    };
}

/// The answer if a function has no row for the PC. Before version 3 no function is without rows.
macro_rules! nothing {
    ($fde:expr) => {
        kit::none("row")
    };
}

macro_rules! version_2_members {
    ($reader:ident, $fde:expr) => {
        Object::from([("rep_size", $fde.func_rep_size.into())])
    };
}

#[cfg(feature = "one-reader")]
mod reading {
    use super::*;

    // This get_cfa_offset() does not know the section, so it returns the CFA's offset as it is stored.
    macro_rules! stored_cfa_rules {
        ($reader:ident, $section:ident, $fde:ident, $fre:ident, $abi:expr) => {{
            let (cfa, ra, fp) = ($fre.get_cfa_offset(), $fre.get_ra_offset($section), $fre.get_fp_offset($section));
            default_rules($abi, $fre.info.get_cfa_base_reg_id(), cfa, ra, fp)
        }};
    }
    reader!(any, simple_frame_rs, SFrameFDEType, get_fde_type, [Addr0 Addr1 Addr2], version_2_members, stored_cfa_rules, nothing);

    use simple_frame_rs::{SFrameSection, SFrameVersion};

    pub const PROFILES: &str = "v1 v2 v2e1";
    pub const ABIS: &str = "amd64 aarch64 aarch64_be s390x";

    pub fn decode(request: &Request) -> Result<(i64, Object), Refusal> {
        let section = SFrameSection::from(request.bytes, request.address)?;
        let version = if matches!(section.get_version(), SFrameVersion::V1) { 1 } else { 2 };
        Ok((version, any::decode(&section, request)?))
    }

    pub fn text(bytes: &[u8], address: u64) -> Result<String, Refusal> {
        Ok(SFrameSection::from(bytes, address)?.to_string()?)
    }

    pub fn lookup(request: &Request) -> Result<Object, Refusal> {
        any::lookup(&SFrameSection::from(request.bytes, request.address)?, request.pc)
    }
}

#[cfg(not(feature = "one-reader"))]
mod reading {
    use super::*;
    use simple_frame_rs::v3::{SFrameFlexRecoveryRule, SFrameFlexRecoveryRules};
    use simple_frame_rs::SFrameSection;

    fn flexible_rule(rule: &SFrameFlexRecoveryRule) -> Value {
        let control = &rule.control;
        let base = if control.reg_p() { format!("r{}", control.regnum()) } else { "cfa".to_string() };
        let make = if control.deref_p() { kit::rule_load } else { kit::rule_sum };
        make(&base, rule.offset.into())
    }

    /// The rule of a register: the row's or, if that is missing or padding, the header's fixed offset, if there is one.
    fn flexible_or_fixed(rule: &Option<SFrameFlexRecoveryRule>, fixed: i8) -> Option<Value> {
        match rule {
            Some(rule) if !rule.control.is_padding() => Some(flexible_rule(rule)),
            _ if fixed != 0 => Some(kit::rule_load("cfa", fixed.into())),
            _ => None,
        }
    }

    /// On AMD64 no register has RA, so without a rule the answer does not state RA.
    fn flexible_rules(found: &SFrameFlexRecoveryRules, abi: &str, fixed_ra: i8, fixed_fp: i8) -> Object {
        let fp = flexible_or_fixed(&found.fp, fixed_fp).unwrap_or(kit::same());
        let mut rules = vec![("cfa", flexible_rule(&found.cfa)), ("fp", fp)];
        let ra = flexible_or_fixed(&found.ra, fixed_ra).or((abi != "amd64").then(kit::same));
        rules.extend(ra.map(|rule| ("ra", rule)));
        rules
    }

    macro_rules! version_1_members {
        ($reader:ident, $fde:expr) => {
            Object::new()
        };
    }
    macro_rules! plain_rules {
        ($reader:ident, $section:ident, $fde:ident, $fre:ident, $abi:expr) => {{
            let (cfa, ra) = ($fre.get_cfa_offset($section), $fre.get_ra_offset($section));
            default_rules($abi, $fre.info.get_cfa_base_reg_id(), cfa, ra, $fre.get_fp_offset($section))
        }};
    }
    macro_rules! version_3_members {
        ($reader:ident, $fde:expr) => {{
            let flexible = matches!($fde.get_fde_type()?, $reader::SFrameFDEType::Flex);
            Object::from([
                ("rep_size", $fde.func_rep_size.into()),
                ("fde_type", if flexible { "flex" } else { "default" }.into()),
                ("signal", $fde.func_info.is_signal_frame()?.into()),
            ])
        }};
    }
    /// The answer if a function has no row for the PC. In version 3 a function without rows is an outermost frame.
    macro_rules! outermost {
        ($fde:expr) => {
            if $fde.func_num_fres == 0 {
                vec![("ra", kit::undefined()), ("signal", $fde.func_info.is_signal_frame()?.into())]
            } else {
                kit::none("row")
            }
        };
    }
    macro_rules! version_3_rules {
        ($reader:ident, $section:ident, $fde:ident, $fre:ident, $abi:expr) => {{
            let mut rules = Object::new();
            if $fre.info.get_dataword_count() == 0 {
                rules.push(("ra", kit::undefined()));
            } else if matches!($fde.get_fde_type()?, $reader::SFrameFDEType::Default) {
                rules.extend(plain_rules!($reader, $section, $fde, $fre, $abi));
            } else {
                let found = $fre.get_flex_recovery_rules().ok_or("the row's words make no rules")?;
                let (ra, fp) = ($section.get_cfa_fixed_ra_offset(), $section.get_cfa_fixed_fp_offset());
                rules.extend(flexible_rules(&found, $abi, ra, fp));
            }
            rules
        }};
    }
    reader!(v1, simple_frame_rs::v1, SFrameFDEType, get_fde_type, [Addr1 Addr2 Addr4], version_1_members, plain_rules, nothing);
    reader!(v2, simple_frame_rs::v2, SFrameFDEType, get_fde_type, [Addr1 Addr2 Addr4], version_2_members, plain_rules, nothing);
    reader!(
        v3, simple_frame_rs::v3, SFrameFDEPCType, get_fde_pctype, [Addr1 Addr2 Addr4],
        version_3_members, version_3_rules, outermost
    );

    pub const PROFILES: &str = "v1 v2 v2e1 v3";
    pub const ABIS: &str = "amd64 aarch64 aarch64_be s390x";

    pub fn decode(request: &Request) -> Result<(i64, Object), Refusal> {
        Ok(match SFrameSection::from(request.bytes, request.address)? {
            SFrameSection::V1(section) => (1, v1::decode(&section, request)?),
            SFrameSection::V2(section) => (2, v2::decode(&section, request)?),
            SFrameSection::V3(section) => (3, v3::decode(&section, request)?),
        })
    }

    pub fn text(bytes: &[u8], address: u64) -> Result<String, Refusal> {
        Ok(SFrameSection::from(bytes, address)?.to_string()?)
    }

    /// A row as the crate's calls outside of its modules find it: base register, offsets of CFA, RA and FP.
    type Found = Option<(u8, Option<i32>, Option<i32>, Option<i32>)>;

    fn find_above(section: &SFrameSection, pc: u64) -> Result<Found, Refusal> {
        let Some(fde) = section.find_fde(pc)? else { return Ok(None) };
        let Some(fre) = fde.find_fre(section, pc)? else { return Ok(None) };
        let (cfa, ra, fp) = (fre.get_cfa_offset(section)?, fre.get_ra_offset(section)?, fre.get_fp_offset(section)?);
        Ok(Some((fre.get_cfa_base_reg_id(), cfa, ra, fp)))
    }

    macro_rules! find_in_module {
        ($section:expr, $pc:expr) => {{
            let found = match $section.find_fde($pc)? {
                Some(fde) => fde.find_fre($section, $pc)?,
                None => None,
            };
            found.map(|fre| {
                let (cfa, ra) = (fre.get_cfa_offset($section), fre.get_ra_offset($section));
                (fre.info.get_cfa_base_reg_id(), cfa, ra, fre.get_fp_offset($section))
            })
        }};
    }

    pub fn lookup(request: &Request) -> Result<Object, Refusal> {
        let whole = SFrameSection::from(request.bytes, request.address)?;
        let (mut object, inside): (Object, Found) = match &whole {
            SFrameSection::V1(section) => (v1::lookup(section, request.pc)?, find_in_module!(section, request.pc)),
            SFrameSection::V2(section) => (v2::lookup(section, request.pc)?, find_in_module!(section, request.pc)),
            SFrameSection::V3(section) => (v3::lookup(section, request.pc)?, find_in_module!(section, request.pc)),
        };
        let above = find_above(&whole, request.pc)?;
        if above != inside {
            let words = format!("by the module of the version: {inside:?}; by the crate's own types: {above:?}");
            object.push(("inconsistent", words.into()));
        }
        Ok(object)
    }
}

const EXPOSES: &str = "decode.version decode.abi decode.flags decode.fixed_fp decode.fixed_ra \
         decode.functions.start decode.functions.size decode.functions.pc_type decode.functions.fre_type \
         decode.functions.pauth_key decode.functions.rows lookup.cfa lookup.ra lookup.fp lookup.mangled_ra";

fn decode(request: &Request) -> Result<Object, Refusal> {
    let (version, members) = reading::decode(request)?;
    let mut object: Object = vec![("version", version.into())];
    object.extend(members);
    Ok(object)
}

/// The crate has no check of its own, so everything is read.
fn check(request: &Request) -> Result<Object, Refusal> {
    reading::decode(request).map(|_| vec![("verdict", "valid".into())])
}

/// Prints the crate's text for the section. An error if the crate refuses it.
fn print_text(file: &str, address: &str) -> Result<(), String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let address = u64::from_str_radix(address, 16).map_err(|error| format!("{address}: {error}"))?;
    match reading::text(&bytes, address) {
        Ok(text) => std::io::Write::write_all(&mut std::io::stdout(), text.as_bytes()).map_err(|e| e.to_string()),
        Err(Refusal::Error(why)) | Err(Refusal::Unsupported(why)) => Err(why),
    }
}

const VERSION: &str = match option_env!("SIMPLE_FRAME_RS_VERSION") {
    Some(version) => version,
    None => "unknown",
};

fn main() -> std::process::ExitCode {
    // A panic prints place and reason, whatever RUST_BACKTRACE says: a backtrace takes a hundred times as long.
    std::panic::set_hook(Box::new(|panic| eprintln!("{panic}")));
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => answer(),
        ["--version"] => {
            println!("simple-frame-rs {VERSION}");
            std::process::ExitCode::SUCCESS
        }
        ["--sframe", file, address] => match print_text(file, address) {
            Ok(()) => std::process::ExitCode::SUCCESS,
            Err(why) => {
                eprintln!("{why}");
                std::process::ExitCode::FAILURE
            }
        },
        _ => {
            eprintln!("usage: simple-frame-rs-adapter [--sframe FILE ADDRESS | --version]");
            std::process::ExitCode::from(2)
        }
    }
}

fn answer() -> std::process::ExitCode {
    kit::run(&Adapter {
        name: "simple-frame-rs",
        version: VERSION,
        profiles: reading::PROFILES,
        abis: reading::ABIS,
        exposes: Some(EXPOSES),
        decode: Some(decode),
        check: Some(check),
        lookup: Some(reading::lookup),
        ..Adapter::default()
    })
}
