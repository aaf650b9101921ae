//! JSON as the corpus has it: its only numbers are integers.  Any text gives a value or an error.

const DEPTH: usize = 64;

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Integer(i64),
    Text(String),
    List(Vec<Json>),
    /// In the order of the text.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The member of an object, if there is one.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(members) => members.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn integer(&self) -> Option<i64> {
        match self {
            Json::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// The items of a list; of anything else none.
    pub fn items(&self) -> &[Json] {
        match self {
            Json::List(items) => items,
            _ => &[],
        }
    }

    pub fn parse(text: &str) -> Result<Json, String> {
        let mut parser = Parser { text, at: 0 };
        let value = parser.value(0)?;
        parser.blanks();
        if parser.at != text.len() {
            return Err(parser.fault("more behind the value"));
        }
        Ok(value)
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn fault(&self, what: &str) -> String {
        format!("{what}, at byte {}", self.at)
    }

    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while matches!(self.next(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        self.blanks();
        let here = self.next() == Some(byte);
        self.at += usize::from(here);
        here
    }

    fn demand(&mut self, byte: u8) -> Result<(), String> {
        if self.take(byte) {
            return Ok(());
        }
        Err(self.fault(&format!("no {:?}", char::from(byte))))
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth == DEPTH {
            return Err(self.fault("too deep"));
        }
        self.blanks();
        match self.next() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => self.string().map(Json::Text),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Json, String> {
        for (word, value) in [("true", Json::Bool(true)), ("false", Json::Bool(false)), ("null", Json::Null)]
        {
            if self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.fault("no value"))
    }

    fn number(&mut self) -> Result<Json, String> {
        let from = self.at;
        while matches!(self.next(), Some(b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')) {
            self.at += 1;
        }
        self.text[from..self.at].parse().map(Json::Integer).map_err(|_| self.fault("no integer"))
    }

    fn list(&mut self, depth: usize) -> Result<Json, String> {
        let mut items = Vec::new();
        self.demand(b'[')?;
        if self.take(b']') {
            return Ok(Json::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if !self.take(b',') {
                self.demand(b']')?;
                return Ok(Json::List(items));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        let mut members = Vec::new();
        self.demand(b'{')?;
        if self.take(b'}') {
            return Ok(Json::Object(members));
        }
        loop {
            self.blanks();
            let key = self.string()?;
            self.demand(b':')?;
            members.push((key, self.value(depth + 1)?));
            if !self.take(b',') {
                self.demand(b'}')?;
                return Ok(Json::Object(members));
            }
        }
    }

    fn string(&mut self) -> Result<String, String> {
        let mut read = String::new();
        if !self.take(b'"') {
            return Err(self.fault("no string"));
        }
        loop {
            let rest = &self.text[self.at..];
            let plain = rest.find(['"', '\\']).ok_or_else(|| self.fault("a string without an end"))?;
            read.push_str(&rest[..plain]);
            self.at += plain + 1;
            if rest.as_bytes()[plain] == b'"' {
                return Ok(read);
            }
            read.push(self.escaped()?);
        }
    }

    fn escaped(&mut self) -> Result<char, String> {
        let byte = self.next().ok_or_else(|| self.fault("a string without an end"))?;
        let plain = match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.by_number(),
            _ => return Err(self.fault("an unknown escape")),
        };
        self.at += 1;
        Ok(plain)
    }

    /// `uXXXX`.  The corpus has no pairs of them.
    fn by_number(&mut self) -> Result<char, String> {
        let digits = self.text.get(self.at + 1..self.at + 5);
        let read = digits
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|digits| u32::from_str_radix(digits, 16).ok())
            .and_then(char::from_u32)
            .ok_or_else(|| self.fault("no character"))?;
        self.at += 5;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::Json;

    #[test]
    fn values() {
        let read = Json::parse(r#" {"a": [-1, true, null, "x\"\u00e9\n"], "b": {}} "#).unwrap();
        let items = read.get("a").unwrap().items();
        assert_eq!(items[0].integer(), Some(-1));
        assert_eq!(items[1..3], [Json::Bool(true), Json::Null]);
        assert_eq!(items[3].text(), Some("x\"é\n"));
        assert_eq!(read.get("b"), Some(&Json::Object(vec![])));
    }

    #[test]
    fn any_text_ends() {
        let whole = r#"{"a":[1,"\u00e9\\"],"b":false}"#;
        for end in 0..whole.len() {
            assert!(Json::parse(&whole[..end]).is_err());
        }
        for text in ["[1 2]", "1.5", "99999999999999999999", "{\"a\" 1}", "\"\\ud800\"", "\"\\uéé\"", "[]]"]
        {
            assert!(Json::parse(text).is_err(), "{text}");
        }
        assert!(Json::parse(&"[".repeat(100_000)).is_err());
    }
}
