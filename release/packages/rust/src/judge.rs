//! Judges answers as sframe-conform does; docs/protocol.md of the suite says what is compared.
use crate::{Abi, Class, Json, Operation, Outcome, Vector};

impl Outcome {
    /// Whether it counts against the reader.
    pub fn is_wrong(self) -> bool {
        !matches!(self, Outcome::Pass | Outcome::Reading | Outcome::Unjudged | Outcome::Unsupported)
    }
}

/// What sframe-conform would say of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    pub outcome: Outcome,
    /// Of an unread answer: from the closest reading.
    pub differences: Vec<Difference>,
    /// Which one was taken.
    pub reading: Option<String>,
}

/// A member that is not as it should be; `None`: it is not there.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Such as `functions[0].rows[1].cfa.offset`.
    pub path: String,
    pub expected: Option<Json>,
    pub actual: Option<Json>,
}

fn said(outcome: Outcome, differences: Vec<Difference>) -> Judgement {
    Judgement { outcome, differences, reading: None }
}

fn plainly(outcome: Outcome) -> Judgement {
    said(outcome, Vec::new())
}

fn differ(path: String, expected: Option<&Json>, actual: Option<&Json>) -> Difference {
    Difference { path, expected: expected.cloned(), actual: actual.cloned() }
}

// --- Members and their types

struct Member {
    name: &'static str,
    kind: &'static str,
    flags: Vec<&'static str>,
}

impl Member {
    fn is(&self, flag: &str) -> bool {
        self.flags.contains(&flag)
    }
}

/// By the path of the object that has them, in their order.
struct Members(Vec<(&'static str, Member)>);

impl Members {
    fn read() -> Self {
        let member = |line: &'static str| {
            let mut words = line.split(' ');
            let (place, name) = words.next()?.rsplit_once('.')?;
            Some((place, Member { name, kind: words.next()?, flags: words.collect() }))
        };
        Members(include_str!("members.txt").lines().filter_map(member).collect())
    }

    fn of<'a>(&'a self, place: &'a str) -> impl Iterator<Item = &'a Member> + 'a {
        self.0
            .iter()
            .filter(move |(path, _)| *path == place)
            .map(|(_, member)| member)
    }

    /// Whether all members have names that a schema has, and their types.
    fn shape(&self, answer: &Json, place: &str) -> bool {
        let is_right = |name: &str, value: &Json| {
            let member = self.of(place).find(|member| member.name == name);
            member.map_or(false, |member| self.has_type(value, member.kind, &format!("{place}.{name}")))
        };
        matches!(answer, Json::Object(members) if members.iter().all(|(name, value)| is_right(name, value)))
    }

    fn has_type(&self, value: &Json, kind: &str, place: &str) -> bool {
        let is_list = matches!(value, Json::List(_));
        match kind {
            "word" | "none" | "base" => value.text().is_some(),
            "address" => value.text().and_then(number).is_some(),
            "hex" => value.text().map_or(false, |text| text.len() % 2 == 0 && is_digits(text)),
            "integer" => value.integer().is_some(),
            "boolean" => matches!(value, Json::Bool(_)),
            "place" => self.shape(value, "place"),
            "rule" => value.text().is_some() || self.shape(value, "place"),
            "words" => is_list && value.items().iter().all(|each| each.text().is_some()),
            "objects" => is_list && value.items().iter().all(|each| self.shape(each, place)),
            _ => kind == "anything",
        }
    }
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|digit| digit.is_ascii_hexdigit())
}

fn number(text: &str) -> Option<u64> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
    u64::from_str_radix(digits, 16).ok().filter(|_| is_digits(digits))
}

fn word<'a>(of: &'a Json, name: &str) -> &'a str {
    of.get(name).and_then(Json::text).unwrap_or("")
}

fn has(words: Option<&Json>, word: &str) -> bool {
    words.map_or(false, |words| words.items().iter().any(|each| each.text() == Some(word)))
}

fn is_refusal(answer: &Json) -> bool {
    answer.get("error").is_some() || word(answer, "none") == "error" || word(answer, "verdict") == "malformed"
}

// --- Comparison

struct Judging<'a> {
    vector: &'a Vector,
    exposes: Option<&'a [&'a str]>,
    answer: &'a Json,
    members: &'a Members,
}

/// Of an answer with an expected one: the differences, and how many members were compared.
struct Comparison<'a> {
    judging: &'a Judging<'a>,
    is_part: bool,
    differences: Vec<Difference>,
    compared: usize,
}

impl Comparison<'_> {
    fn members(&mut self, place: &str, before: &str, expected: &Json, actual: &Json) {
        for member in self.judging.members.of(place).filter(|member| member.kind != "anything") {
            let (path, below) = (format!("{before}{}", member.name), format!("{place}.{}", member.name));
            let pair = (expected.get(member.name), actual.get(member.name));
            let is_wrong = match pair {
                (Some(one), Some(other)) => {
                    let are_false = pair == (Some(&Json::Bool(false)), Some(&Json::Bool(false)));
                    self.compared += usize::from(!member.is("is_asked") && !are_false);
                    self.values(&below, &path, member.kind, one, other);
                    false
                }
                (Some(_), None) => member.is("must_be_stated") || self.judging.is_exposed(&below),
                (None, Some(value)) => !self.may_be_stated(member, value),
                (None, None) => false,
            };
            if is_wrong {
                self.differences.push(differ(path, pair.0, pair.1));
            }
        }
    }

    fn may_be_stated(&self, member: &Member, value: &Json) -> bool {
        let is_reading = self.judging.vector.class == Class::Contested;
        self.is_part
            || member.is("may_be_added")
            || *value == Json::Bool(false)
            || (is_reading && !member.is("is_rule"))
    }

    fn values(&mut self, place: &str, path: &str, kind: &str, one: &Json, other: &Json) {
        if kind == "objects" {
            let counts = [one, other].map(|list| Json::Integer(list.items().len() as i64));
            if counts[0] != counts[1] {
                self.differences.push(differ(format!("{path}.length"), Some(&counts[0]), Some(&counts[1])));
            }
            for (i, (one, other)) in one.items().iter().zip(other.items()).enumerate() {
                self.members(place, &format!("{path}[{i}]."), one, other);
            }
        } else if matches!((one, other), (Json::Object(_), Json::Object(_))) {
            self.places(path, one, other);
        } else if !same(kind, one, other) {
            self.differences.push(differ(path.to_string(), Some(one), Some(other)));
        }
    }

    fn places(&mut self, path: &str, one: &Json, other: &Json) {
        let base = |place| role(self.judging.vector.abi, word(place, "base"));
        let deref = |place: &Json| place.get("deref") == Some(&Json::Bool(true));
        let same = [
            ("base", base(one) == base(other)),
            ("offset", one.get("offset") == other.get("offset")),
            ("deref", deref(one) == deref(other)),
        ];
        for (name, _) in same.iter().filter(|(_, same)| !same) {
            self.differences.push(differ(format!("{path}.{name}"), one.get(name), other.get(name)));
        }
    }
}

/// The stack pointer and the frame pointer may also be named by their numbers.
fn role(abi: Abi, base: &str) -> &str {
    match (abi, base) {
        (Abi::Amd64, "r7") | (Abi::Aarch64 | Abi::Aarch64Be, "r31") | (Abi::S390x, "r15") => "sp",
        (Abi::Amd64, "r6") | (Abi::Aarch64 | Abi::Aarch64Be, "r29") | (Abi::S390x, "r11") => "fp",
        _ => base,
    }
}

fn same(kind: &str, one: &Json, other: &Json) -> bool {
    let texts = (one.text().unwrap_or(""), other.text().unwrap_or(""));
    one == other
        || match kind {
            "none" => texts.1 == "unknown",
            "address" => number(texts.0) == number(texts.1),
            "hex" => texts.0.eq_ignore_ascii_case(texts.1),
            "words" => {
                one.items().len() == other.items().len()
                    && one.items().iter().all(|each| other.items().contains(each))
            }
            _ => false,
        }
}

// --- By class

impl Judging<'_> {
    /// Whether answers have the member, or one below it; without a list they have all.
    fn is_exposed(&self, path: &str) -> bool {
        let is_below = |low: &str, top: &str| {
            low.strip_prefix(top).map_or(false, |rest| rest.is_empty() || rest.starts_with('.'))
        };
        self.exposes
            .map_or(true, |exposes| exposes.iter().any(|each| is_below(path, each) || is_below(each, path)))
    }

    /// By what is accepted beside a real answer: an error, or none.
    fn is_accepted(&self, accept: Option<&Json>) -> bool {
        if is_refusal(self.answer) {
            return has(accept, "error");
        }
        has(accept, "none") && self.answer.get("none").is_some()
    }

    fn compare(&self, expected: &Json) -> Judgement {
        let operation = self.vector.operation;
        let is_part = operation == Operation::Decode && expected.get("version").is_none();
        let mut at = Comparison { judging: self, is_part, differences: Vec::new(), compared: 0 };
        at.members(operation.name(), "", expected, self.answer);
        match (at.differences.is_empty(), at.compared) {
            (false, _) => said(Outcome::Fail, at.differences),
            (true, 0) => plainly(Outcome::Unjudged),
            (true, _) => plainly(Outcome::Pass),
        }
    }

    /// A trace that finds nothing has no word for that: it ends as if the PC were unknown.
    fn compare_trace(&self, expected: &Json, accept: Option<&Json>) -> Judgement {
        let stop = word(self.answer, "stop");
        let mut expected = expected.clone();
        if let (Json::Object(members), "no-function" | "no-row", true) =
            (&mut expected, stop, has(accept, "none"))
        {
            members.retain(|(name, _)| name != "stop");
            members.push(("stop".into(), Json::Text(stop.into())));
        }
        self.compare(&expected)
    }

    /// What is said so far, and of the verdict.
    fn verdict(&self, so_far: Judgement, expected: &str) -> Judgement {
        let actual = self.answer.get("verdict");
        if actual.and_then(Json::text) == Some(expected) {
            let is_unjudged = so_far.outcome == Outcome::Unjudged;
            return if is_unjudged { plainly(Outcome::Pass) } else { so_far };
        }
        let mut differences = so_far.differences;
        differences.push(differ("verdict".into(), Some(&Json::Text(expected.into())), actual));
        said(Outcome::Fail, differences)
    }

    fn check(&self, expected: &str) -> Judgement {
        if self.is_exposed("check.verdict") {
            return self.verdict(plainly(Outcome::Pass), expected);
        }
        let is_there = self.answer.get("verdict").is_some();
        plainly(if is_there { Outcome::Pass } else { Outcome::Unjudged })
    }

    fn valid(&self) -> Judgement {
        match self.vector.operation {
            _ if is_refusal(self.answer) => plainly(Outcome::Fail),
            Operation::Check => self.check("valid"),
            _ => self.compare(self.vector.expect()),
        }
    }

    fn broken(&self) -> Judgement {
        let expect = self.vector.expect();
        let (accept, expected) = (expect.get("accept"), expect.get("answer"));
        let is_anything = expected.is_none() && has(accept, "error") && has(accept, "answer");
        let so_far = plainly(if is_anything { Outcome::Unjudged } else { Outcome::Pass });
        if self.is_accepted(accept) {
            return so_far;
        }
        let so_far = match expected {
            _ if !has(accept, "answer") => plainly(Outcome::Fail),
            Some(expected) => self.compare_trace(expected, accept),
            None => so_far,
        };
        let is_judged = self.vector.class == Class::Irregular && expect.get("open").is_none();
        if is_judged && self.states_verdict(expected) {
            return self.verdict(so_far, word(expect.get("oracle").unwrap_or(&Json::Null), "verdict"));
        }
        so_far
    }

    /// Whether one who accepts an irregular section must call it so.
    fn states_verdict(&self, model: Option<&Json>) -> bool {
        match self.vector.operation {
            Operation::Check => self.exposes.is_some() && self.is_exposed("check.verdict"),
            Operation::Decode => {
                model.and_then(|model| model.get("version")).is_some() && self.answer.get("verdict").is_some()
            }
            _ => false,
        }
    }

    /// Whether the answer is this reading's: as an outcome, with differences.
    fn fit(&self, reading: &Json) -> Judgement {
        let accept = reading.get("accept");
        let is_check = self.vector.operation == Operation::Check;
        let either = |fits| plainly(if fits { Outcome::Pass } else { Outcome::Fail });
        match reading.get("answer") {
            None => either(self.is_accepted(accept)),
            Some(_) if self.is_accepted(accept) => either(true),
            Some(expected) if is_refusal(self.answer) || (is_check && is_refusal(expected)) => {
                either(is_refusal(self.answer) && is_refusal(expected))
            }
            Some(expected) if is_check => self.check(word(expected, "verdict")),
            Some(expected) => self.compare_trace(expected, accept),
        }
    }

    fn contested(&self) -> Judgement {
        let readings = self.vector.expect().get("readings").map_or(&[][..], Json::items);
        let taken =
            |reading| Judgement { reading: Some(word(reading, "reading").into()), ..plainly(Outcome::Reading) };
        let mut closest = plainly(Outcome::Unread);
        for reading in readings {
            let so_far = self.fit(reading);
            let (count, least) = (so_far.differences.len(), closest.differences.len());
            match so_far.outcome {
                Outcome::Unjudged => return so_far,
                Outcome::Pass => return taken(reading),
                _ if count > 0 && (least == 0 || count < least) => closest.differences = so_far.differences,
                _ => {}
            }
        }
        let breaches = self.vector.json.get("breaches");
        let refused = |reading: &&Json| is_refusal(self.answer) && has(breaches, word(reading, "reading"));
        readings.iter().find(refused).map_or(closest, taken)
    }

    fn all(&self) -> Judgement {
        if let Some(how) = self.answer.get("ended").and_then(Json::text) {
            return plainly(if how.starts_with("SIG") { Outcome::Crash } else { Outcome::Exit });
        }
        let judgement = match self.vector.class {
            _ if self.answer.get("unsupported").is_some() => plainly(Outcome::Unsupported),
            Class::Valid => self.valid(),
            Class::Contested => self.contested(),
            Class::Malformed | Class::Irregular => self.broken(),
        };
        let is_alone = match self.answer {
            Json::Object(members) => members.iter().all(|(name, _)| name == "request" || name == "inconsistent"),
            _ => false,
        };
        let is_inconsistent = !word(self.answer, "inconsistent").is_empty();
        if is_inconsistent && (is_alone || !judgement.outcome.is_wrong()) {
            return plainly(Outcome::Inconsistent);
        }
        judgement
    }
}

impl Vector {
    /// What the suite's runner would say of an answer: a text of JSON, as an adapter gives it (without
    /// `"request"`).  `{"error": "why"}` refuses, `{"none": "unknown"}` finds nothing.  `exposes` lists the
    /// members that the reader states, such as `lookup.cfa`; without it, every one.
    pub fn judge(&self, answer: &str, exposes: Option<&[&str]>) -> Judgement {
        let members = &Members::read();
        match Json::parse(answer) {
            Ok(answer) if members.shape(&answer, self.operation.name()) => {
                Judging { vector: self, exposes, answer: &answer, members }.all()
            }
            _ => plainly(Outcome::Garbage),
        }
    }
}
