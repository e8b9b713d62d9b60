//! Brackets and atoms.
//!
//! The text becomes one flat list of nodes in the order of the text, each
//! with the index of what follows it: 16 bytes per bracket or atom, no
//! recursion, no boxes, so that 50 MB of brackets cost 400 MB and no stack.
//! Source: docs/certificates.md, section "Text".

use crate::refusal::{About, Checked, Refusal};

const MAX_BYTES: usize = 50_000_000;
const MAX_DEPTH: usize = 200;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    List,
    Word,
    Quoted,
}

struct Node {
    start: u32,
    end: u32,
    /// The index after the last node inside.
    next: u32,
    line: u32,
}

/// A text that was read.
pub struct Doc<'t> {
    text: &'t str,
    nodes: Vec<Node>,
}

fn refuse(line: u32, why: impl Into<String>) -> Refusal {
    Refusal {
        line: line as usize,
        why: why.into(),
        about: About::Certificate,
    }
}

impl<'t> Doc<'t> {
    /// Reads a certificate.
    pub fn read(text: &'t str) -> Checked<Doc<'t>> {
        Self::of(text, false)
    }

    /// Reads lists as SMT-LIB has them, where all between two bars is one word, with
    /// its bars.
    pub fn with_bars(text: &'t str) -> Checked<Doc<'t>> {
        Self::of(text, true)
    }

    fn of(text: &'t str, bars: bool) -> Checked<Doc<'t>> {
        if text.len() > MAX_BYTES {
            return Err(refuse(1, format!("more than {MAX_BYTES} bytes")));
        }
        let mut nodes: Vec<Node> = Vec::new();
        let mut open: Vec<u32> = Vec::new();
        let mut line = 1u32;
        let mut rest = text.bytes().enumerate().peekable();
        while let Some((at, b)) = rest.next() {
            let index = nodes.len() as u32;
            match b {
                b'\n' => line += 1,
                b' ' | b'\t' | b'\r' => {}
                b';' => while rest.next_if(|&(_, b)| b != b'\n').is_some() {},
                b'(' => {
                    if open.len() >= MAX_DEPTH {
                        return Err(refuse(line, format!("more than {MAX_DEPTH} brackets deep")));
                    }
                    open.push(index);
                    nodes.push(Node {
                        start: at as u32,
                        end: 0,
                        next: 0,
                        line,
                    });
                }
                b')' => {
                    let Some(node) = open.pop().and_then(|n| nodes.get_mut(n as usize)) else {
                        return Err(refuse(line, "a closing bracket that closes nothing"));
                    };
                    node.end = at as u32 + 1;
                    node.next = index;
                }
                b'"' => {
                    let mut end = at + 1;
                    loop {
                        match rest.next() {
                            Some((i, b'"')) => {
                                end = end.max(i + 1);
                                break;
                            }
                            None | Some((_, b'\n')) => {
                                return Err(refuse(line, "a name in quotes does not end"));
                            }
                            Some(_) => {}
                        }
                    }
                    nodes.push(Node {
                        start: at as u32,
                        end: end as u32,
                        next: index + 1,
                        line,
                    });
                }
                b'|' if bars => {
                    let begun = line;
                    let mut end = None;
                    for (i, b) in rest.by_ref() {
                        line += u32::from(b == b'\n');
                        if b == b'|' {
                            end = Some(i + 1);
                            break;
                        }
                    }
                    let Some(end) = end else {
                        return Err(refuse(begun, "a name between bars does not end"));
                    };
                    nodes.push(Node {
                        start: at as u32,
                        end: end as u32,
                        next: index + 1,
                        line: begun,
                    });
                }
                b if b < b' ' => return Err(refuse(line, "a control character")),
                _ => {
                    let mut end = at + 1;
                    while let Some((i, _)) =
                        rest.next_if(|&(_, b)| !matches!(b, b'(' | b')' | b';' | b'"') && b > b' ')
                    {
                        end = i + 1;
                    }
                    nodes.push(Node {
                        start: at as u32,
                        end: end as u32,
                        next: index + 1,
                        line,
                    });
                }
            }
        }
        match open.last().and_then(|&n| nodes.get(n as usize)) {
            Some(n) => Err(refuse(
                n.line,
                "a bracket is not closed: the text is cut off",
            )),
            None => Ok(Doc { text, nodes }),
        }
    }

    /// The forms outside all brackets.
    pub fn top(&self) -> Args<'_> {
        Args {
            doc: self,
            at: 0,
            end: self.nodes.len() as u32,
            line: self.nodes.last().map_or(1, |n| n.line),
        }
    }
}

/// One bracket or atom.
#[derive(Clone, Copy)]
pub struct View<'a> {
    doc: &'a Doc<'a>,
    at: u32,
}

impl<'a> View<'a> {
    fn node(self) -> Option<&'a Node> {
        self.doc.nodes.get(self.at as usize)
    }

    fn kind(self) -> Kind {
        match self.source().as_bytes().first() {
            Some(b'(') => Kind::List,
            Some(b'"') => Kind::Quoted,
            _ => Kind::Word,
        }
    }

    pub fn line(self) -> u32 {
        self.node().map_or(1, |n| n.line)
    }

    /// The text from the first to the last character.
    pub fn source(self) -> &'a str {
        let range = self.node().map(|n| n.start as usize..n.end as usize);
        range.and_then(|r| self.doc.text.get(r)).unwrap_or("")
    }

    pub fn refuse(self, why: impl Into<String>) -> Refusal {
        refuse(self.line(), why)
    }

    /// A short form of the text for messages.
    pub fn shown(self) -> String {
        let short: String = self.source().chars().take(40).collect();
        short.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// A word that is not quoted: a number, an operator, a keyword.
    pub fn word(self) -> Option<&'a str> {
        (self.kind() == Kind::Word).then(|| self.source())
    }

    /// A name, without its quotes.
    pub fn name(self) -> Option<&'a str> {
        let s = self.source();
        match self.kind() {
            Kind::List => None,
            Kind::Quoted => s.get(1..s.len().saturating_sub(1)),
            Kind::Word => {
                let first = s.chars().next()?;
                let starts = !(first.is_ascii_digit() || first == '-' || first == '+');
                (starts && !matches!(s, "*" | "^")).then_some(s)
            }
        }
    }

    /// What stands in the brackets.
    pub fn items(self) -> Option<Args<'a>> {
        let n = self.node()?;
        (self.kind() == Kind::List).then_some(Args {
            doc: self.doc,
            at: self.at + 1,
            end: n.next,
            line: n.line,
        })
    }

    /// What stands in the brackets; a refusal that says what was awaited.
    pub fn list(self, what: &str) -> Checked<Args<'a>> {
        self.items()
            .ok_or_else(|| self.refuse(format!("`{}`: {what} is awaited", self.shown())))
    }

    /// A list that begins with a word.
    pub fn form(self, what: &str) -> Checked<(&'a str, Args<'a>)> {
        let mut args = self.list(what)?;
        match args.next().and_then(View::word) {
            Some(head) => Ok((head, args)),
            None => Err(self.refuse(format!("`{}`: {what} is awaited", self.shown()))),
        }
    }

    /// The arguments of `(head …)`.
    pub fn called(self, head: &str) -> Checked<Args<'a>> {
        match self.form(&format!("({head} …)"))? {
            (h, args) if h == head => Ok(args),
            _ => Err(self.refuse(format!("`{}`: ({head} …) is awaited", self.shown()))),
        }
    }

    pub fn is(self, head: &str) -> bool {
        self.items()
            .and_then(|mut a| a.next())
            .and_then(View::word)
            .is_some_and(|w| w == head)
    }
}

/// What stands in brackets, one after the other.
#[derive(Clone)]
pub struct Args<'a> {
    doc: &'a Doc<'a>,
    at: u32,
    end: u32,
    line: u32,
}

impl<'a> Iterator for Args<'a> {
    type Item = View<'a>;

    fn next(&mut self) -> Option<View<'a>> {
        let v = self.peek()?;
        self.line = v.line();
        self.at = v.node()?.next;
        Some(v)
    }
}

impl<'a> Args<'a> {
    pub fn peek(&self) -> Option<View<'a>> {
        (self.at < self.end).then_some(View {
            doc: self.doc,
            at: self.at,
        })
    }

    pub fn refuse(&self, why: impl Into<String>) -> Refusal {
        refuse(self.line, why)
    }

    pub fn need(&mut self, what: &str) -> Checked<View<'a>> {
        self.next()
            .ok_or_else(|| self.refuse(format!("{what} is missing")))
    }

    /// The arguments of `(head …)`, which must come next.
    pub fn call(&mut self, head: &str) -> Checked<Args<'a>> {
        self.need(&format!("({head} …)"))?.called(head)
    }

    /// The next item if it is `(head …)`.
    pub fn call_if(&mut self, head: &str) -> Option<View<'a>> {
        let v = self.peek().filter(|v| v.is(head))?;
        self.next();
        Some(v)
    }

    /// Nothing more may come.
    pub fn done(mut self) -> Checked<()> {
        match self.next() {
            None => Ok(()),
            Some(v) => Err(v.refuse(format!("`{}` is one too many", v.shown()))),
        }
    }
}
