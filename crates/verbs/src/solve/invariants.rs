//! Invariants at loops: a program in which each is asserted where it stands,
//! and candidates for the proofs that engines found.
//!
//! Idea: an invariant holds if no run of the program breaks the assertion, and
//! `check` says that. So a witness is validated, and what `solve` exports is
//! found, by one question: candidates that a run breaks or that the proof does
//! not reach are dropped until the rest is proved. Candidates compare the
//! integer variables in scope at the loop with each other and with the
//! constants of the text. Source: Houdini (Flanagan and Leino, FME 2001).
//! Cost: one `check` for each round.

use super::places::{self, Condition, Keyword};
use super::program::{Asked, Program};
use super::tokens::{tokens, Kind, Token};
use ep_base::outcome::Bug;
use ep_base::Diagnostic;
use std::path::Path;

/// The prefix of the functions that assert.
const ASSERT: &str = "__everypath_invariant_";

/// Where an invariant is asserted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum At {
    /// Before each test of the condition.
    Loop(Condition),
    /// Before the statement at this byte.
    Statement(usize),
}

/// An invariant of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asserted {
    pub file: usize,
    pub at: At,
    pub expression: String,
}

/// The program with the assertions.
///
/// # Errors
/// A scratch file cannot be written (exit 4).
pub fn asserting(
    program: &Program,
    asked: &Asked,
    all: &[Asserted],
    folder: &Path,
) -> Result<Asked, Diagnostic> {
    let cannot = |path: &Path, e: std::io::Error| {
        Diagnostic::surroundings(format!("cannot write a scratch file: {e}"))
            .at(path.display().to_string())
    };
    std::fs::create_dir_all(folder).map_err(|e| cannot(folder, e))?;
    let mut header = String::new();
    // What ends runs may be renamed, for this unit too.
    let mut unit = String::from(
        "#undef __assert_fail\nextern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));\n",
    );
    for k in 0..all.len() {
        header.push_str(&format!("void {ASSERT}{k}(int holds);\n"));
        unit.push_str(&format!(
            "void {ASSERT}{k}(int holds) {{ if (!holds) __assert_fail(\"invariant\", \"witness\", {k}, \"\"); }}\n"
        ));
    }
    let (header_file, unit_file) = (folder.join("assert.h"), folder.join("assert.c"));
    std::fs::write(&header_file, header).map_err(|e| cannot(&header_file, e))?;
    std::fs::write(&unit_file, unit).map_err(|e| cannot(&unit_file, e))?;
    let mut flags = asked.flags.clone();
    flags.push("-include".into());
    flags.push(header_file.display().to_string());
    let mut files = asked.files.clone();
    for (i, source) in program.sources.iter().enumerate() {
        let mut insertions = Vec::new();
        for (k, a) in all.iter().enumerate().filter(|(_, a)| a.file == i) {
            let call = format!("{ASSERT}{k}(({}) ? 1 : 0)", a.expression);
            match &a.at {
                At::Loop(c) => {
                    // An empty condition of a `for` is true, once.
                    let last = all[k + 1..].iter().all(|b| b.file != i || b.at != a.at);
                    let empty = source.text[c.from..c.to].trim().is_empty();
                    let rest = if empty && last { ", 1 " } else { ", " };
                    insertions.push((c.from, format!("{call}{rest}")));
                }
                At::Statement(at) => insertions.push((*at, format!("{call}; "))),
            }
        }
        if insertions.is_empty() {
            continue;
        }
        let copy = folder.join(format!("unit{i}.c"));
        let text = places::insert(&source.text, insertions);
        std::fs::write(&copy, without(&text)).map_err(|e| cannot(&copy, e))?;
        let beside = source.path.parent().unwrap_or(Path::new("."));
        let beside = beside.canonicalize().unwrap_or_else(|_| beside.into());
        flags.push(format!("-I{}", beside.display()));
        files[i] = copy;
    }
    files.push(unit_file);
    Ok(Asked { files, flags })
}

fn without(text: &str) -> String {
    super::program::without_directives(text).unwrap_or_else(|| text.to_string())
}

/// Which invariant a finding breaks.
pub fn broken(bug: &Bug) -> Option<usize> {
    let names = std::iter::once(&bug.place).chain(&bug.stack);
    names
        .filter_map(|p| p.function.strip_prefix(ASSERT))
        .find_map(|n| n.parse().ok())
}

/// The loops of a text at which invariants can be asserted.
pub fn loops(text: &str) -> Vec<Condition> {
    let dropped = super::tokens::conditional(text);
    let kept = |c: &Condition| !dropped.iter().any(|r| r.contains(&c.line));
    let is_loop = |c: &Condition| matches!(c.keyword, Keyword::While | Keyword::For);
    places::conditions(text)
        .into_iter()
        .filter(|c| is_loop(c) && kept(c))
        .collect()
}

/// An integer variable in scope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub name: String,
    unsigned: bool,
    /// How often its type says `long`.
    longs: u8,
}

impl Variable {
    /// Enough bits for its values, 32 at least.
    pub fn bits(&self, m32: bool) -> u32 {
        if self.longs > u8::from(m32) {
            64
        } else {
            32
        }
    }
}

/// The most candidates of one loop.
const MOST: usize = 48;

/// What could hold at the loops of the program.
pub fn candidates(program: &Program) -> Vec<Asserted> {
    let mut out = Vec::new();
    for (file, s) in program.sources.iter().enumerate() {
        let all = tokens(&s.text);
        for c in loops(&s.text) {
            for expression in of_loop(&all, &c) {
                out.push(Asserted {
                    file,
                    at: At::Loop(c.clone()),
                    expression,
                });
            }
        }
    }
    out
}

fn of_loop(all: &[Token<'_>], c: &Condition) -> Vec<String> {
    let mut scope = visible(all, c);
    // What the loop speaks of comes first, the rest is of no use.
    let end = all.partition_point(|t| t.at < c.from);
    let spoken: Vec<&str> = all[c.token..]
        .iter()
        .take(200 + (end - c.token))
        .map(|t| t.text)
        .collect();
    scope.retain(|v| spoken.contains(&v.name.as_str()));
    let constants = constants(all);
    let mut out = Vec::new();
    for v in &scope {
        for k in &constants {
            let negative = k.starts_with('-');
            if v.unsigned && negative {
                continue;
            }
            if !(v.unsigned && k == "0") {
                out.push(format!("{} >= {k}", v.name));
            }
            out.push(format!("{} <= {k}", v.name));
        }
    }
    for (i, a) in scope.iter().enumerate() {
        for b in &scope[i + 1..] {
            if a.unsigned == b.unsigned {
                out.push(format!("{} == {}", a.name, b.name));
                out.push(format!("{} <= {}", a.name, b.name));
                out.push(format!("{} >= {}", a.name, b.name));
            }
        }
    }
    out.truncate(MOST);
    out
}

/// The whole numbers of the text, with zero.
fn constants(all: &[Token<'_>]) -> Vec<String> {
    let mut out = vec!["0".to_string()];
    for t in all {
        let plain = t.kind == Kind::Number && t.text.chars().all(|c| c.is_ascii_digit());
        let small = t.text.len() <= 9 && !(t.text.len() > 1 && t.text.starts_with('0'));
        if plain && small && !out.iter().any(|o| o == t.text) && out.len() < 8 {
            out.push(t.text.to_string());
        }
    }
    out
}

const BASIC: [&str; 7] = [
    "int", "unsigned", "signed", "char", "short", "long", "_Bool",
];

/// Integer variables that are in scope at a loop and were declared with the
/// names of basic types: of the blocks around it, the parameters, and of its
/// own head.
pub fn visible(all: &[Token<'_>], c: &Condition) -> Vec<Variable> {
    let end = all.partition_point(|t| t.at < c.from);
    let mut blocks: Vec<Vec<Variable>> = vec![vec![]];
    let mut parameters: Vec<Variable> = Vec::new();
    let mut parens = 0i64;
    let mut i = 0;
    while i < end {
        let t = &all[i];
        match t.kind {
            Kind::Mark('(') => parens += 1,
            Kind::Mark(')') => parens -= 1,
            Kind::Mark('{') => {
                blocks.push(std::mem::take(&mut parameters));
                parens = 0;
            }
            Kind::Mark('}') => {
                if blocks.len() > 1 {
                    blocks.pop();
                }
                parameters.clear();
            }
            Kind::Mark(';') if parens == 0 => parameters.clear(),
            Kind::Word if BASIC.contains(&t.text) => {
                // A cast or `sizeof` has no name behind the type.
                let (found, next) = declared(all, i, end);
                // In the head of a loop or a list of parameters.
                if parens > 0 {
                    parameters.extend(found);
                } else if let Some(block) = blocks.last_mut() {
                    block.extend(found);
                }
                i = next;
                continue;
            }
            _ => {}
        }
        i += 1;
    }
    // The head of a `for` is part of what is before its condition.
    let mut out: Vec<Variable> = Vec::new();
    for v in parameters
        .into_iter()
        .chain(blocks.into_iter().rev().flatten())
    {
        if !out.iter().any(|o| o.name == v.name) {
            out.push(v);
        }
    }
    out
}

/// The variables of a declaration at a basic type, and where to go on.
fn declared(all: &[Token<'_>], at: usize, end: usize) -> (Vec<Variable>, usize) {
    let (mut unsigned, mut longs) = (false, 0u8);
    let mut i = at;
    while i < end && (BASIC.contains(&all[i].text) || ["const", "volatile"].contains(&all[i].text))
    {
        unsigned |= all[i].text == "unsigned";
        longs = longs.saturating_add(u8::from(all[i].text == "long"));
        i += 1;
    }
    let mut out = Vec::new();
    let mut pointer = false;
    while i < end {
        let t = &all[i];
        match t.kind {
            Kind::Mark('*') => {
                pointer = true;
                i += 1;
            }
            // A function: what follows are its parameters and its body.
            Kind::Word if all.get(i + 1).is_some_and(|n| n.is('(')) => return (out, i + 1),
            Kind::Word => {
                let next = all.get(i + 1);
                let plain = next.is_some_and(|n| n.is('=') || n.is(';') || n.is(',') || n.is(')'));
                if plain && !pointer {
                    out.push(Variable {
                        name: t.text.to_string(),
                        unsigned,
                        longs,
                    });
                }
                // To the next declarator of the list.
                let mut depth = 0i64;
                i += 1;
                while i < end {
                    match all[i].kind {
                        Kind::Mark('(' | '[' | '{') => depth += 1,
                        Kind::Mark(')' | ']' | '}') if depth == 0 => return (out, i),
                        Kind::Mark(')' | ']' | '}') => depth -= 1,
                        Kind::Mark(';') if depth == 0 => return (out, i),
                        Kind::Mark(',') if depth == 0 => break,
                        _ => {}
                    }
                    i += 1;
                }
                // In a list of parameters a type follows.
                if all.get(i + 1).is_some_and(|n| BASIC.contains(&n.text)) {
                    return (out, i);
                }
                pointer = false;
                i += 1;
            }
            _ => return (out, i),
        }
    }
    (out, i)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, loop_number: usize) -> Vec<String> {
        let c = &loops(text)[loop_number];
        let scope = visible(&tokens(text), c);
        let sign = |v: &Variable| if v.unsigned { "u" } else { "" };
        scope
            .iter()
            .map(|v| format!("{}{}", sign(v), v.name))
            .collect()
    }

    #[test]
    fn what_is_in_scope_at_a_loop() {
        let text = "int g = 1, *h;\nint f(int a, unsigned b, char *c) {\n  { int gone = 1; }\n  long d[3], e = (int)a, k;\n  for (unsigned i = 0, j; i < 3; i++) { int in; while (in) ; }\n  while (a) ;\n}\nint main(void) { int x; while (x) ; }\n";
        assert_eq!(names(text, 0), ["ui", "uj", "a", "ub", "e", "k", "g"]);
        assert!(names(text, 1).contains(&"in".to_string()));
        assert!(!names(text, 2).contains(&"in".to_string()));
        assert_eq!(names(text, 3), ["x", "g"]);
    }

    #[test]
    fn the_assertion_that_broke_is_known_by_its_function() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.c");
        std::fs::write(&file, "int main(void) { int i = 0; for (; ; i++) ; }\n").unwrap();
        let p = Program::new(&[file], &[], false, None, dir.path()).unwrap();
        let asked = p.asked(super::super::Property::UnreachCall).unwrap();
        let all = candidates(&p);
        assert!(all.iter().any(|c| c.expression == "i >= 0"));
        let out = asserting(&p, &asked, &all[..1], &dir.path().join("w")).unwrap();
        let text = std::fs::read_to_string(&out.files[0]).unwrap();
        assert!(
            text.contains("__everypath_invariant_0((i >= 0) ? 1 : 0), 1"),
            "{text}"
        );
    }
}
