//! YAML as a tree whose every node knows its place.
//!
//! Idea: task definitions and witnesses come from strangers, so each message
//! has a line, and nothing is expanded: an alias is refused, since a page of
//! them stands for more nodes than memory holds. Tags, keys that are given
//! twice and a second document are refused too, since readers differ on what
//! they mean. The text becomes events in `saphyr-parser`. Source: YAML 1.2.
//! Cost: linear in the text.

use saphyr_parser::{Event, Parser, ScalarStyle};

/// The longest text that is read, in bytes.
pub const MOST_BYTES: usize = 8 << 20;
/// How deep nodes may be nested.
const MOST_DEPTH: usize = 32;

/// What is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// From 1.
    pub line: usize,
    /// One clause without a full stop.
    pub what: String,
}

impl Problem {
    /// Of a line.
    pub fn new(line: usize, what: impl Into<String>) -> Problem {
        Problem {
            line,
            what: what.into(),
        }
    }
}

/// A node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Where it begins, from 1.
    pub line: usize,
    pub value: Value,
}

/// What a node is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A text; a plain one can also be a number, a truth value or null.
    Scalar { text: String, plain: bool },
    /// `- a`.
    List(Vec<Node>),
    /// `a: b`, in the order of the text.
    Map(Vec<(Key, Node)>),
}

/// A key of a map, with its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    pub text: String,
    pub line: usize,
}

impl Node {
    /// What it is, for messages.
    pub fn kind(&self) -> &'static str {
        match &self.value {
            Value::Scalar { text, plain: true } if text.is_empty() => "nothing",
            Value::Scalar { .. } => "a value",
            Value::List(_) => "a list",
            Value::Map(_) => "a map",
        }
    }

    /// The text of a value.
    ///
    /// # Errors
    /// It is a list, a map, or nothing.
    pub fn text(&self, name: &str) -> Result<&str, Problem> {
        match &self.value {
            Value::Scalar { text, plain } if !text.is_empty() || !plain => Ok(text),
            _ => Err(Problem::new(
                self.line,
                format!("`{name}` is {}, want a value", self.kind()),
            )),
        }
    }

    /// A count from 1.
    ///
    /// # Errors
    /// It is none.
    pub fn number(&self, name: &str) -> Result<u32, Problem> {
        let text = self.text(name)?;
        match text.parse::<u32>() {
            Ok(n) if n > 0 => Ok(n),
            _ => Err(Problem::new(
                self.line,
                format!("`{name}` is `{}`, want a number from 1", cut(text)),
            )),
        }
    }

    /// The entries of a list.
    ///
    /// # Errors
    /// It is none.
    pub fn list(&self, name: &str) -> Result<&[Node], Problem> {
        match &self.value {
            Value::List(all) => Ok(all),
            _ => Err(Problem::new(
                self.line,
                format!("`{name}` is {}, want a list", self.kind()),
            )),
        }
    }

    /// The entries of a map.
    ///
    /// # Errors
    /// It is none.
    pub fn map(&self, name: &str) -> Result<&[(Key, Node)], Problem> {
        match &self.value {
            Value::Map(all) => Ok(all),
            _ => Err(Problem::new(
                self.line,
                format!("`{name}` is {}, want a map", self.kind()),
            )),
        }
    }

    /// What stands under the key, if it is there.
    pub fn get(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Map(all) => all.iter().find(|(k, _)| k.text == key).map(|(_, n)| n),
            _ => None,
        }
    }

    /// What stands under the key.
    ///
    /// # Errors
    /// It is not there.
    pub fn want(&self, key: &str) -> Result<&Node, Problem> {
        self.get(key)
            .ok_or_else(|| Problem::new(self.line, format!("`{key}` is missing")))
    }

    /// Refuses keys that are none of these.
    ///
    /// # Errors
    /// One is not known.
    pub fn only(&self, name: &str, known: &[&str]) -> Result<(), Problem> {
        for (k, _) in self.map(name)? {
            if !known.contains(&k.text.as_str()) {
                return Err(Problem::new(
                    k.line,
                    format!("`{}` is not known in `{name}`", cut(&k.text)),
                ));
            }
        }
        Ok(())
    }
}

/// A stranger's text in a message.
fn cut(text: &str) -> String {
    let mut out: String = text.chars().take(60).collect();
    if out.len() < text.len() {
        out.push('…');
    }
    out
}

/// Reads one document.
///
/// # Errors
/// It is no YAML, or has what is refused.
pub fn parse(text: &str) -> Result<Node, Problem> {
    if text.len() > MOST_BYTES {
        return Err(Problem::new(
            1,
            format!("the file is larger than {} MiB", MOST_BYTES >> 20),
        ));
    }
    let mut events = Events {
        parser: Parser::new_from_str(text),
        line: 1,
    };
    loop {
        match events.next()? {
            Event::StreamStart | Event::Nothing => {}
            Event::DocumentStart(_) => break,
            _ => return Err(Problem::new(1, "the file is empty")),
        }
    }
    let first = events.next()?;
    let root = node(&mut events, first, 0)?;
    loop {
        match events.next()? {
            Event::DocumentEnd | Event::Nothing => {}
            Event::StreamEnd => return Ok(root),
            _ => return Err(Problem::new(events.line, "a second document begins here")),
        }
    }
}

struct Events<'a> {
    parser: Parser<'a, saphyr_parser::StrInput<'a>>,
    line: usize,
}

impl<'a> Events<'a> {
    fn next(&mut self) -> Result<Event<'a>, Problem> {
        match self.parser.next_event() {
            Some(Ok((event, span))) => {
                self.line = span.start.line();
                Ok(event)
            }
            Some(Err(e)) => Err(Problem::new(e.marker().line(), e.info().to_string())),
            None => Ok(Event::StreamEnd),
        }
    }
}

fn node(events: &mut Events<'_>, event: Event<'_>, depth: usize) -> Result<Node, Problem> {
    let line = events.line;
    let wrong = |what: &str| Err(Problem::new(line, what));
    if depth > MOST_DEPTH {
        return wrong("nodes are nested too deep");
    }
    let value = match event {
        Event::Alias(_) => return wrong("an alias (*name) is not taken: write the value out"),
        Event::Scalar(_, _, _, Some(_))
        | Event::SequenceStart(_, Some(_))
        | Event::MappingStart(_, Some(_)) => return wrong("a tag (!name) is not taken"),
        Event::Scalar(text, style, ..) => Value::Scalar {
            text: text.into_owned(),
            plain: style == ScalarStyle::Plain,
        },
        Event::SequenceStart(..) => {
            let mut all = Vec::new();
            loop {
                match events.next()? {
                    Event::SequenceEnd => break,
                    e => all.push(node(events, e, depth + 1)?),
                }
            }
            Value::List(all)
        }
        Event::MappingStart(..) => {
            let mut all: Vec<(Key, Node)> = Vec::new();
            loop {
                let key = match events.next()? {
                    Event::MappingEnd => break,
                    e => node(events, e, depth + 1)?,
                };
                let text = key.text("key")?.to_string();
                if all.iter().any(|(k, _)| k.text == text) {
                    let what = format!("`{}` is given twice", cut(&text));
                    return Err(Problem::new(key.line, what));
                }
                let value = events.next()?;
                let value = node(events, value, depth + 1)?;
                let line = key.line;
                all.push((Key { text, line }, value));
            }
            Value::Map(all)
        }
        _ => return wrong("the file ends in the middle"),
    };
    Ok(Node { line, value })
}

/// The text as a YAML value that reads back as it is: single-quoted, or
/// double-quoted where it has control characters.
pub fn quoted(text: &str) -> String {
    if text.chars().any(|c| c.is_control()) {
        let mut out = String::from("\"");
        for c in text.chars() {
            match c {
                '"' | '\\' => {
                    out.push('\\');
                    out.push(c);
                }
                '\n' => out.push_str("\\n"),
                '\t' => out.push_str("\\t"),
                c if c.is_control() => out.push_str(&format!("\\u{:04x}", c as u32)),
                c => out.push(c),
            }
        }
        out.push('"');
        return out;
    }
    format!("'{}'", text.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str, line: usize, word: &str) {
        let p = parse(text).unwrap_err();
        assert_eq!(p.line, line, "{p:?}");
        assert!(p.what.contains(word), "{p:?}");
    }

    #[test]
    fn nodes_know_their_lines() {
        let n = parse("a: 1\nb:\n  - x\n  - {c: 'd: e', f: [1, 2]}\n").unwrap();
        assert_eq!(n.want("a").unwrap().number("a"), Ok(1));
        let b = n.want("b").unwrap().list("b").unwrap();
        assert_eq!((b[0].line, b[1].line), (3, 4));
        assert_eq!(b[1].want("c").unwrap().text("c"), Ok("d: e"));
        assert_eq!(n.want("z").unwrap_err().what, "`z` is missing");
        assert_eq!(n.only("top", &["a"]).unwrap_err().line, 2);
    }

    #[test]
    fn what_readers_differ_on_is_refused() {
        refused("", 1, "empty");
        refused("a: 1\na: 2\n", 2, "twice");
        refused("a: &x 1\nb: *x\n", 2, "alias");
        refused("a: !!int 1\n", 1, "tag");
        refused("a: 1\n---\nb: 2\n", 2, "second document");
        refused("a: [1, 2\n", 2, "");
        refused(&"[".repeat(100), 1, "deep");
        refused(&" ".repeat(MOST_BYTES + 1), 1, "larger");
    }

    #[test]
    fn aliases_that_explode_cost_nothing() {
        let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for i in 1..40 {
            let many = vec![format!("*a{}", i - 1); 9].join(", ");
            text.push_str(&format!("a{i}: &a{i} [{many}]\n"));
        }
        refused(&text, 2, "alias");
    }

    #[test]
    fn what_is_quoted_reads_back() {
        for text in ["", "it's", "a: b # c", "\\result == 1", "x\ny\t\"z\"", "ü"] {
            let n = parse(&format!("k: {}\n", quoted(text))).unwrap();
            assert_eq!(n.want("k").unwrap().text("k"), Ok(text));
        }
    }
}
