//! An adapter that answers with everything that the reader in tiny.rs knows about a section. The reader checks
//! little, so the answer is the model without a verdict.
mod sframe_adapter;
mod tiny;

use sframe_adapter::{self as kit, Adapter, Object, Refusal, Request, Value};

fn row_object(section: &tiny::Section, row: &tiny::Row) -> Object {
    let mut object: Object = vec![("start", row.start.into()), ("mangled_ra", row.mangled_ra.into())];
    if row.words.is_empty() && section.text == "v2e2" {
        object.push(("ra", kit::undefined())); // so says erratum 2
    }
    if let Some(cfa) = row.words.first() {
        let fp = row.words.get(1).copied().unwrap_or_else(|| section.fixed_fp.into());
        let saved = row.words.len() > 1 || fp != 0;
        object.push(("cfa", kit::rule_sum(if row.cfa_from_sp { "sp" } else { "fp" }, (*cfa).into())));
        object.push(("ra", kit::rule_load("cfa", section.fixed_ra.into())));
        object.push(("fp", if saved { kit::rule_load("cfa", fp.into()) } else { kit::same() }));
    }
    object
}

fn function_object(section: &tiny::Section, function: tiny::Function) -> Result<Object, Refusal> {
    let mut object: Object = vec![
        ("start", kit::address(function.start)),
        ("size", function.size.into()),
        ("pc_type", if function.mask { "mask" } else { "inc" }.into()),
        ("fre_type", format!("addr{}", 1 << function.row_type).into()),
        ("rep_size", function.rep_size.into()),
        ("fde_type", "default".into()),
        ("signal", false.into()),
        ("pauth_key", if function.key_b { "b" } else { "a" }.into()),
    ];
    let rows: Result<Vec<Value>, Refusal> =
        function.rows.map(|row| Ok(row_object(section, &row?).into())).collect();
    object.push(("rows", rows?.into()));
    Ok(object)
}

fn decode(request: &Request) -> Result<Object, Refusal> {
    let section = tiny::Section::open(request.bytes, request.address, request.profile)?;
    let functions: Result<Vec<Value>, Refusal> =
        section.functions().map(|function| Ok(function_object(&section, function?)?.into())).collect();
    Ok(vec![
        ("profile", request.profile.into()),
        ("version", 2.into()),
        ("byte_order", "little".into()),
        ("abi", "amd64".into()),
        ("flags", kit::flags(request.profile, section.flags)),
        ("fixed_fp", section.fixed_fp.into()),
        ("fixed_ra", section.fixed_ra.into()),
        ("aux", kit::hex(&section.aux)),
        ("address", kit::address(request.address)),
        ("functions", functions?.into()),
    ])
}

fn main() -> std::process::ExitCode {
    kit::run(&Adapter {
        name: "tiny",
        version: "1",
        profiles: "v2 v2e1 v2e2",
        abis: "amd64",
        one_byte_order: true,
        exposes: Some(
            "decode.profile decode.version decode.byte_order decode.abi decode.flags decode.fixed_fp \
             decode.fixed_ra decode.aux decode.address decode.functions",
        ),
        decode: Some(decode),
        ..Adapter::default()
    })
}
