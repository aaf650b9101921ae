//! An adapter for the lookups of the reader in tiny.rs: all that it needs beside the kit.
mod sframe_adapter;
mod tiny;

use sframe_adapter::{self as kit, Adapter, Object, Refusal, Request};

fn rules(section: &tiny::Section, row: &tiny::Row) -> Object {
    let fp = match row.words[..] {
        [] if section.text == "v2e2" => return vec![("ra", kit::undefined())], // so says erratum 2
        [] => return vec![],
        [_, fp] => kit::rule_load("cfa", fp.into()),
        _ if section.fixed_fp != 0 => kit::rule_load("cfa", section.fixed_fp.into()),
        _ => kit::same(),
    };
    vec![
        ("cfa", kit::rule_sum(if row.cfa_from_sp { "sp" } else { "fp" }, row.words[0].into())),
        ("ra", kit::rule_load("cfa", section.fixed_ra.into())),
        ("fp", fp),
    ]
}

fn open(request: &Request) -> Result<kit::Opened, Refusal> {
    Ok(Box::new(tiny::Section::open(request.bytes, request.address, request.profile)?))
}

fn lookup(request: &Request) -> Result<Object, Refusal> {
    let section: &tiny::Section = request.opened();
    let (function, index, row) = match section.find(request.pc)? {
        None => return Ok(kit::none("function")),
        Some((_, None)) => return Ok(kit::none("row")),
        Some((function, Some((index, row)))) => (function, index, row),
    };
    let rules = rules(section, &row);
    if rules.is_empty() {
        return Err("the row says nothing".into());
    }
    let mut answer: Object = vec![("function", (function as u32).into()), ("row", (index as u32).into())];
    answer.extend(rules);
    answer.extend([("mangled_ra", row.mangled_ra.into()), ("signal", false.into())]);
    Ok(answer)
}

fn main() -> std::process::ExitCode {
    kit::run(&Adapter {
        name: "tiny",
        version: "1",
        profiles: "v2 v2e1 v2e2",
        abis: "amd64",
        one_byte_order: true,
        lookup: Some(lookup),
        open: Some(open),
        concurrent: true,
        ..Adapter::default()
    })
}
