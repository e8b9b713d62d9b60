//! A Java file as people write it, cut down to what the asked method reaches.
//!
//! Idea: the subset of Java that is executed says nothing about the rest of a
//! file. Where the whole file cannot be read, its members are told apart by
//! their brackets, and those that the asked method can come to are kept: methods
//! by the names that are called, so that no way of dispatch is lost, fields by
//! the names that are mentioned, classes by their names and by what they extend,
//! constructors and what else runs for a new object where the class is made. All
//! else becomes blanks, so that every place keeps its line and column; the
//! reader then refuses what is reached and outside of the subset. Names are
//! compared and not resolved, which keeps too much and never too little: two
//! methods of one name are both reached, and the type of every expression is
//! named by a declaration that is reached. Annotations, imports, type parameters
//! that nothing names and interfaces that the file does not have say nothing
//! about an execution and go, too.
//!
//! What must never happen: something goes that changes what the asked method
//! does. Classes that go have no objects, which is an assumption that is told.
//! Alternative: a reader for all of Java with nodes that cannot be executed.
//! Cost: one walk over the text, and a closure over its names.

mod scan;

use ep_base::Diagnostic;
use scan::{Class, Item, Kind, Tokens};
use std::collections::BTreeSet;

/// A file with blanks where the asked method never comes.
pub struct Cut {
    pub text: String,
    /// The classes that are left.
    pub classes: Vec<String>,
}

/// Cuts a file down; nothing where its brackets do not match.
///
/// # Errors
/// The file has no such class or method (exit 2).
pub fn cut(text: &str, asked: &str, file: &str) -> Result<Option<Cut>, Diagnostic> {
    // Brackets may hide in escapes.
    if text.contains("\\u00") {
        return Ok(None);
    }
    let tokens = Tokens::of(text);
    let Some(items) = scan::unit(&tokens) else {
        return Ok(None);
    };
    let path = asked.split('(').next().unwrap_or(asked);
    let Some((class, method)) = path.rsplit_once('.') else {
        return Ok(None);
    };
    let (class, method) = (class.trim(), method.trim());
    let wrong = |what: String, help: String| Diagnostic::bad_input(what).at(file).help(help);
    let named: Vec<&str> = classes(&items).map(|(i, _)| i.name()).collect();
    let Some((_, home)) = classes(&items).find(|(i, _)| i.name() == class) else {
        return Err(wrong(
            format!("there is no class `{class}`"),
            match named.is_empty() {
                true => "the file has no class".into(),
                false => format!("the classes are {}", named.join(", ")),
            },
        ));
    };
    let has: Vec<&str> = (home.members.iter())
        .filter(|m| m.kind == Kind::Method)
        .map(Item::name)
        .collect();
    if !has.contains(&method) {
        return Err(wrong(
            format!("class `{class}` has no method `{method}`"),
            match has.is_empty() {
                true => "the class has no methods".into(),
                false => format!("its methods are {}", has.join(", ")),
            },
        ));
    }
    let mut reach = Reach {
        classes: [class.to_owned()].into(),
        calls: [method.to_owned()].into(),
        ..Reach::default()
    };
    while reach.round(&tokens, &items) {}
    let left = named.iter().filter(|n| reach.classes.contains(**n));
    Ok(Some(Cut {
        text: reach.blanked(text, &tokens, &items),
        classes: left.map(|n| (*n).to_owned()).collect(),
    }))
}

fn classes(items: &[Item]) -> impl Iterator<Item = (&Item, &Class)> {
    items.iter().filter_map(|i| match &i.kind {
        Kind::Class(c) => Some((i, c)),
        _ => None,
    })
}

/// The classes that every file has.
fn library() -> BTreeSet<String> {
    let none = ep_java::read(&[]);
    let all = none.iter().flat_map(|p| p.classes.iter());
    all.map(|(_, c)| c.name.clone()).collect()
}

/// What is reached so far, by names.
#[derive(Default)]
struct Reach {
    /// Words in what is reached.
    words: BTreeSet<String>,
    /// Words before an opening bracket there: what is called or made.
    calls: BTreeSet<String>,
    classes: BTreeSet<String>,
    /// Classes whose constructors run.
    made: BTreeSet<String>,
    /// Members that are reached, by where they begin.
    members: BTreeSet<usize>,
}

impl Reach {
    fn size(&self) -> usize {
        let names = [&self.words, &self.calls, &self.classes, &self.made];
        names.iter().map(|n| n.len()).sum::<usize>() + self.members.len()
    }

    /// One round of the closure; whether it found something new.
    fn round(&mut self, tokens: &Tokens<'_>, items: &[Item]) -> bool {
        let before = self.size();
        for (item, class) in classes(items) {
            let name = item.name();
            let below = class.above.iter().any(|n| self.classes.contains(n));
            if self.words.contains(name) || below {
                self.classes.insert(name.to_owned());
            }
            if !self.classes.contains(name) {
                continue;
            }
            self.words.extend(class.above.iter().cloned());
            // Constructors call those above them, also where they are not written.
            let below = class.above.iter().any(|n| self.made.contains(n));
            if self.calls.contains(name) || below {
                self.made.insert(name.to_owned());
                self.made.extend(class.above.iter().cloned());
            }
            if self.made.contains(name) {
                self.made.extend(class.above.iter().cloned());
            }
            for m in &class.members {
                if !self.members.contains(&m.from) && self.wants(m, name) {
                    self.members.insert(m.from);
                    self.words.extend(tokens.mentioned(m));
                    self.calls.extend(tokens.called(m.from, m.to));
                }
            }
        }
        self.size() > before
    }

    /// Whether a member of a class is reached by what is known now.
    fn wants(&self, m: &Item, class: &str) -> bool {
        let made = self.made.contains(class);
        let named = || m.names.iter().any(|n| self.words.contains(n));
        match &m.kind {
            Kind::Method => self.calls.contains(m.name()),
            Kind::Constructor => made,
            Kind::Field { own, initialised } => named() || made && *own && *initialised,
            Kind::Block { own: true, .. } => made,
            // It may give a value to a constant.
            Kind::Block { words, .. } => words.iter().any(|w| self.words.contains(w)),
            Kind::Class(_) | Kind::Other => named(),
            Kind::Line => false,
        }
    }

    /// The text with blanks for all that is not reached.
    fn blanked(&self, text: &str, tokens: &Tokens<'_>, items: &[Item]) -> String {
        let mut out = Blanks(text.as_bytes().to_vec());
        let library = library();
        let mut last = 0;
        for item in items {
            let end = tokens.end(item.to);
            match &item.kind {
                Kind::Class(c) if self.classes.contains(item.name()) => {
                    self.class(&mut out, tokens, item, c, (items, &library));
                }
                Kind::Line if tokens.word(item.from) == Some("package") => {}
                // A class of another package under a name that is known.
                Kind::Line if self.shadows(tokens, item, &library) => {}
                // The comments before it are its own.
                _ => out.blank(last, end),
            }
            last = end;
        }
        for (from, to) in tokens.annotations() {
            out.blank(tokens.start(from), tokens.end(to));
        }
        // Whole tokens and comments became blanks.
        String::from_utf8(out.0).unwrap_or_else(|_| text.to_owned())
    }

    /// Whether an import gives a name of `java.lang` that is reached another meaning.
    fn shadows(&self, tokens: &Tokens<'_>, line: &Item, library: &BTreeSet<String>) -> bool {
        let words = tokens.words(line.from + 1, line.to);
        let Some((name, from)) = words.split_last() else {
            return false;
        };
        let known = library.contains(name) || ["String", "System"].contains(&name.as_str());
        known && self.words.contains(name) && *from != ["java", "lang"]
    }

    fn class(
        &self,
        out: &mut Blanks,
        tokens: &Tokens<'_>,
        item: &Item,
        class: &Class,
        (items, library): (&[Item], &BTreeSet<String>),
    ) {
        let own = |name: &str| classes(items).any(|(i, _)| i.name() == name);
        let there = |name: &str| own(name) || library.contains(name);
        for (from, to) in class.idle(tokens, &|w| self.words.contains(w), &there) {
            out.blank(tokens.start(from), tokens.end(to));
        }
        let mut last = tokens.end(class.open);
        for m in &class.members {
            let end = tokens.end(m.to);
            let constant = matches!(
                m.kind,
                Kind::Field {
                    own: true,
                    initialised: false
                }
            );
            if !self.members.contains(&m.from) {
                // A contract before a member is its own.
                out.blank(last, end);
            } else if constant && !self.made.contains(item.name()) {
                // The constructor that gives it its value is not there.
                for k in tokens.those(m.from, m.to, "final") {
                    out.blank(tokens.start(k), tokens.end(k));
                }
            }
            last = end;
        }
    }
}

/// A text that becomes blank in places, with its lines.
struct Blanks(Vec<u8>);

impl Blanks {
    fn blank(&mut self, from: usize, to: usize) {
        for b in self.0.get_mut(from..to).into_iter().flatten() {
            if !matches!(*b, b'\n' | b'\r') {
                *b = b' ';
            }
        }
    }
}

#[cfg(test)]
mod tests;
