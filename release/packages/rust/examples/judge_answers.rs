//! Judges two answers to a lookup: a right one, and one with a wrong offset.
use sframe_corpus::Json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for vector in sframe_corpus::core() {
        let vector = vector?;
        if vector.id != "v3/amd64/lookup/settled-inc-single-instruction/in-first-row/pcrel" {
            continue;
        }
        for offset in [320, 312] {
            let answer = format!(
                r#"{{"pc": "0x11001", "function": 0, "row": 0, "cfa": {{"base": "sp", "offset": {offset}}},
                    "ra": {{"base": "cfa", "offset": -8, "deref": true}}, "fp": "same", "mangled_ra": false,
                    "signal": false}}"#
            );
            let judgement = vector.judge(&answer, None);
            println!("{}", judgement.outcome.name());
            for difference in judgement.differences {
                let number = |value: Option<Json>| value.and_then(|value| value.integer()).unwrap_or_default();
                let (path, expected) = (difference.path, number(difference.expected));
                println!("{path} is {}, not {expected}", number(difference.actual));
            }
        }
    }
    Ok(())
}
