//! Transition invariants at loops: measures that fall from one test of a
//! loop's condition to the next.
//!
//! Idea: a witness of termination says at a loop `\at(m, AnyPrev) > m || …`:
//! between any two tests of its condition, in one activation of its function,
//! one of some measures has fallen. Integers of C are finitely many, so a
//! measure cannot fall for ever, and such a disjunction shows that the loop
//! ends (Podelski and Rybalchenko, LICS 2004). It is proved by one round. A
//! loop has measures of its own, which are noted before the test and compared
//! at the end of the round, in the order of their names in the invariant, the
//! first that differs: `while (c) s` becomes `for (; note, c; compare) s`, so
//! that `continue` passes it, and nothing about earlier rounds has to be known.
//! Two tests in different rounds of a loop around it are told apart by the
//! measures of that one, which must be the same distance from what was noted
//! there in each test of the inner loop. Cost: one `check`.
//!
//! What the rewriting does not see is refused: `goto`, which leads into
//! rounds, macros and expressions that a loop may hide in, and `do` loops whose
//! condition has effects.

use super::measures::Measure;
use super::places::{self, Condition, Keyword};
use super::program::{Asked, Program};
use super::tokens::{self, closing, tokens, Kind, Token};
use ep_base::outcome::Bug;
use ep_base::Diagnostic;
use std::collections::BTreeSet;
use std::path::Path;

/// Prefixes of the functions that assert: the invariant, that the measures of
/// the loop itself fall, and that those of a loop around it stay.
const FALLS: &str = "__everypath_falls_";
const OWN: &str = "__everypath_own_";
const AROUND: &str = "__everypath_around_";

/// The prefix of variables that hold what was noted.
const NOTED: &str = "__everypath_noted_";

/// How far the measure of a loop around may be from what was noted there.
pub const OFFSETS: [u8; 2] = [0, 1];

/// What may lead into the middle of a loop.
const JUMPS: [&str; 6] = ["goto", "setjmp", "_setjmp", "sigsetjmp", "asm", "__asm__"];

/// Blocks and branches in each other that are followed.
const DEEPEST: usize = 2_000;

/// A transition invariant at a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Falling {
    /// The number of its file.
    pub file: usize,
    /// The head of the loop.
    pub condition: Condition,
    /// That one of these has moved.
    pub measures: Vec<Measure>,
}

/// A loop of a text and what is around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// Its head.
    pub condition: Condition,
    /// The token of its body, and the one behind its end.
    pub(super) body: (usize, usize),
    /// The byte behind the brace that opens its function.
    function: usize,
    /// Loops of the same function around it, outermost first.
    pub around: Vec<usize>,
    /// What leads into rounds stands in its function.
    jumps: bool,
    /// The tokens of its function.
    inside: (usize, usize),
}

impl Loop {
    /// A statement at the start of each round: for loops whose condition is
    /// not where it is tested, or is not there.
    pub fn first_statement(&self, all: &[Token<'_>]) -> Option<usize> {
        let at = self.body.0 + 1;
        let t = all.get(at).filter(|_| all[at - 1].is('{'))?;
        let label = all.get(at + 1).is_some_and(|n| n.is(':'));
        let plain = !t.is('}') && !label && !["case", "default"].contains(&t.text);
        plain.then_some(at)
    }
}

/// The loops of a text that are understood, in its order.
pub fn loops(text: &str) -> Vec<Loop> {
    let all = tokens(text);
    let functions = functions(&all);
    let dropped = tokens::conditional(text);
    let mut out: Vec<Loop> = Vec::new();
    for condition in places::conditions(text) {
        let at = condition.token;
        let body = match condition.keyword {
            Keyword::If => continue,
            Keyword::Do => Some(at + 1),
            Keyword::While | Keyword::For => closing(&all, at + 1).map(|c| c + 1),
        };
        let Some(body) = body else { continue };
        let Some(end) = behind(&all, body, 0) else {
            continue;
        };
        let Some(f) = functions.iter().find(|f| f.0 < at && at < f.1) else {
            continue;
        };
        if dropped.iter().any(|r| r.contains(&condition.line)) {
            continue;
        }
        let around = (0..out.len()).filter(|&k| out[k].body.0 <= at && at < out[k].body.1);
        out.push(Loop {
            around: around.collect(),
            condition,
            body: (body, end),
            function: all[f.0].at + 1,
            jumps: all[f.0..f.1].iter().any(|t| JUMPS.contains(&t.text))
                // A loop in a condition is not in the body.
                || all[f.0..f.1].windows(2).any(|w| w[0].is('(') && w[1].is('{')),
            inside: *f,
        });
    }
    // A loop that is not understood may be around one that is.
    for f in &functions {
        let keyword = |t: &&Token<'_>| ["for", "while"].contains(&t.text);
        let keywords = all[f.0..f.1].iter().filter(keyword).count();
        let known = out.iter().filter(|l| l.inside == *f).count();
        let hidden = keywords != known;
        out.iter_mut()
            .filter(|l| hidden && l.inside == *f)
            .for_each(|l| l.jumps = true);
    }
    out
}

/// Macros of the program that a loop, a jump or a block may hide in.
fn hiding(program: &Program) -> BTreeSet<String> {
    let own = program.sources.iter().map(|s| &s.text);
    let mut out = BTreeSet::new();
    for text in own.chain(&program.included.texts) {
        for d in tokens::directives(text) {
            let Some(rest) = d.is("define") else { continue };
            let words = tokens(rest);
            let hides = |t: &Token<'_>| {
                ["for", "while", "do", "goto"].contains(&t.text) || t.is('{') || t.is('#')
            };
            if let Some(name) = words.first().filter(|_| words.iter().any(hides)) {
                out.insert(name.text.to_string());
            }
        }
    }
    out
}

/// Braces of the bodies of functions.
fn functions(all: &[Token<'_>]) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut i = 0;
    while i < all.len() {
        if all[i].is('{') {
            let Some(end) = closing(all, i) else { break };
            if i > 0 && all[i - 1].is(')') {
                out.push((i, end));
            }
            i = end;
        }
        i += 1;
    }
    out
}

/// The token behind the statement that begins at this one.
fn behind(all: &[Token<'_>], at: usize, depth: usize) -> Option<usize> {
    if depth > DEEPEST {
        return None;
    }
    let t = all.get(at)?;
    let next = |i: usize| behind(all, i, depth + 1);
    match (t.kind, t.text) {
        (Kind::Mark('{'), _) => closing(all, at).map(|c| c + 1),
        (Kind::Mark(';'), _) => Some(at + 1),
        (Kind::Word, "if") => {
            let end = next(closing(all, at + 1)? + 1)?;
            match all.get(end) {
                Some(e) if e.text == "else" => next(end + 1),
                _ => Some(end),
            }
        }
        (Kind::Word, "while" | "for" | "switch") => next(closing(all, at + 1)? + 1),
        (Kind::Word, "do") => {
            let end = next(at + 1)?;
            let close = closing(all, end + 1).filter(|_| all[end].text == "while")?;
            all.get(close + 1).filter(|t| t.is(';')).map(|_| close + 2)
        }
        (Kind::Word, "case" | "default") => {
            let colon = all[at..].iter().position(|t| t.is(':'))?;
            next(at + colon + 1)
        }
        (Kind::Word, _) if all.get(at + 1).is_some_and(|n| n.is(':')) => next(at + 2),
        _ => {
            let mut i = at;
            loop {
                match all.get(i)?.kind {
                    Kind::Mark(';') => return Some(i + 1),
                    Kind::Mark('(' | '[' | '{') => i = closing(all, i)? + 1,
                    Kind::Mark(')' | ']' | '}') => return None,
                    _ => i += 1,
                }
            }
        }
    }
}

/// The program in which transition invariants are asserted.
///
/// # Errors
/// A scratch file cannot be written (exit 4), or why one cannot be asserted.
pub fn asserting(
    program: &Program,
    asked: &Asked,
    all: &[Falling],
    offset: u8,
    folder: &Path,
) -> Result<Result<Asked, String>, Diagnostic> {
    let cannot = |path: &Path, e: std::io::Error| {
        Diagnostic::surroundings(format!("cannot write a scratch file: {e}"))
            .at(path.display().to_string())
    };
    std::fs::create_dir_all(folder).map_err(|e| cannot(folder, e))?;
    // What ends runs is renamed for this unit too.
    let mut unit = String::from(
        "#undef __assert_fail\nextern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));\n",
    );
    let mut header = String::new();
    for k in 0..all.len() {
        for prefix in [FALLS, OWN, AROUND] {
            header.push_str(&format!("void {prefix}{k}(int holds);\n"));
            unit.push_str(&format!(
                "void {prefix}{k}(int holds) {{ if (!holds) __assert_fail(\"invariant\", \"witness\", {k}, \"\"); }}\n"
            ));
        }
    }
    let (header_file, unit_file) = (folder.join("falls.h"), folder.join("falls.c"));
    std::fs::write(&header_file, header).map_err(|e| cannot(&header_file, e))?;
    std::fs::write(&unit_file, unit).map_err(|e| cannot(&unit_file, e))?;
    let mut flags = asked.flags.clone();
    flags.push("-include".into());
    flags.push(header_file.display().to_string());
    let mut files = asked.files.clone();
    for (i, source) in program.sources.iter().enumerate() {
        if all.iter().all(|f| f.file != i) {
            continue;
        }
        let text = match rewritten(
            &source.text,
            i,
            all,
            &hiding(program),
            (offset, program.m32),
        ) {
            Ok(text) => text,
            Err(why) => return Ok(Err(why)),
        };
        let text = super::program::without_directives(&text).unwrap_or(text);
        let copy = folder.join(format!("unit{i}.c"));
        std::fs::write(&copy, text).map_err(|e| cannot(&copy, e))?;
        let beside = source.path.parent().unwrap_or(Path::new("."));
        let beside = beside.canonicalize().unwrap_or_else(|_| beside.into());
        flags.push(format!("-I{}", beside.display()));
        files[i] = copy;
    }
    files.push(unit_file);
    Ok(Ok(Asked { files, flags }))
}

/// The type that holds what is noted.
fn widest(m32: bool) -> &'static str {
    match m32 {
        true => "long long",
        false => "__int128",
    }
}

fn rewritten(
    text: &str,
    file: usize,
    all: &[Falling],
    hiding: &BTreeSet<String>,
    (offset, m32): (u8, bool),
) -> Result<String, String> {
    let words = tokens(text);
    let known = loops(text);
    let wide = widest(m32);
    let mut edits: Vec<(usize, usize, String)> = Vec::new();
    for (k, f) in all.iter().enumerate().filter(|(_, f)| f.file == file) {
        let line = f.condition.line;
        let l = known.iter().find(|l| l.condition == f.condition);
        let l = l.ok_or_else(|| format!("the loop in line {line} is not understood"))?;
        let hides = |t: &Token<'_>| hiding.contains(t.text);
        if l.jumps || words[l.inside.0..l.inside.1].iter().any(hides) {
            return Err(format!("the function of line {line} may jump into rounds"));
        }
        // The invariants of the loops around, outermost first.
        let around: Vec<(usize, &Falling)> = l
            .around
            .iter()
            .map(|&a| {
                let of = |(_, g): &(usize, &Falling)| {
                    g.file == file && g.condition == known[a].condition
                };
                all.iter().enumerate().find(of).ok_or_else(|| {
                    let outer = known[a].condition.line;
                    format!("the loop around, in line {outer}, has no transition invariant")
                })
            })
            .collect::<Result<_, _>>()?;
        let mut rest = f.measures.clone();
        let mut outer: Vec<(String, Measure)> = Vec::new();
        for (n, g) in &around {
            let own = own(g, all, &known)
                .ok_or_else(|| format!("which measures are line {}'s own", g.condition.line))?;
            for (i, m) in own.into_iter().enumerate() {
                let Some(at) = rest.iter().position(|r| *r == m) else {
                    return Err(format!(
                        "rounds of the loop in line {} are not told apart in line {line}",
                        g.condition.line
                    ));
                };
                outer.push((format!("{NOTED}{n}_{i}"), rest.remove(at)));
            }
        }
        if rest.is_empty() {
            return Err(format!("line {line} has no measure of its own"));
        }
        // Only integers that fit are noted as they are.
        let fits = |m: &str| {
            format!("(void)sizeof(char[1 - 2 * !(sizeof(({m}) % 1) < sizeof({wide}) || (__typeof__(({m}) % 1))(-1) < 0)])")
        };
        let (mut declared, mut notes) = (String::new(), Vec::new());
        let mut any = Vec::new();
        let mut keep = |m: &Measure, noted: &str| {
            declared.push_str(&format!(" {wide} {noted} = 0;"));
            notes.push(format!("{}, {noted} = ({})", fits(&m.text), m.text));
            any.push(m.moved(noted));
        };
        for (i, m) in rest.iter().enumerate() {
            keep(m, &format!("{NOTED}{k}_{i}"));
        }
        for (j, (_, m)) in outer.iter().enumerate() {
            keep(m, &format!("{NOTED}{k}_around{j}"));
        }
        let mut note = notes.join(", ");
        // The first that differs has moved.
        let mut first = String::from("0");
        for (i, m) in rest.iter().enumerate().rev() {
            let noted = format!("{NOTED}{k}_{i}");
            first = format!(
                "({} || ({noted} == ({}) && {first}))",
                m.moved(&noted),
                m.text
            );
        }
        let stays: Vec<String> = outer
            .iter()
            .map(|(there, m)| match (offset, m.rises) {
                (0, _) => format!("{there} == ({})", m.text),
                (c, false) => format!("({} && {there} - {c} == ({}))", m.moved(there), m.text),
                (c, true) => format!("({} && {there} + {c} == ({}))", m.moved(there), m.text),
            })
            .collect();
        if !stays.is_empty() {
            note.push_str(&format!(", {AROUND}{k}(({}) ? 1 : 0)", stays.join(" && ")));
        }
        let compare = format!(
            "{FALLS}{k}(({}) ? 1 : 0), {OWN}{k}(({}) ? 1 : 0)",
            any.join(" || "),
            first
        );
        edits.push((l.function, l.function, declared));
        let c = &l.condition;
        let empty = text[c.from..c.to].trim().is_empty();
        let head = format!("{note}, {}", if empty { "1" } else { "" });
        match c.keyword {
            Keyword::While => {
                let word = words[c.token].at;
                edits.push((word, word + "while".len(), "for".into()));
                edits.push((c.from, c.from, format!("; {head}(")));
                edits.push((c.to, c.to, format!("); {compare}")));
            }
            Keyword::For => {
                let close = closing(&words, c.token + 1).ok_or("a `for` without an end")?;
                let end = words[close].at;
                let last = text[c.to + 1..end].trim().is_empty();
                edits.push((c.from, c.from, format!(" {head}")));
                let front = if last { "" } else { ", " };
                edits.push((end, end, format!("{front}{compare}")));
            }
            Keyword::Do => {
                if !crate::validate::expression::is_pure(&text[c.from..c.to]) {
                    return Err(format!("the condition of line {line} may have effects"));
                }
                let open = words[l.body.0].at + 1;
                edits.push((open, open, format!(" {note};")));
                let again = match stays.is_empty() {
                    true => String::new(),
                    false => format!(", {AROUND}{k}(({}) ? 1 : 0)", stays.join(" && ")),
                };
                edits.push((c.from, c.from, format!("{compare}{again}, (")));
                edits.push((c.to, c.to, ")".into()));
            }
            Keyword::If => {}
        }
    }
    Ok(edited(text, edits))
}

/// The measures that this loop has and those around it have not.
fn own(f: &Falling, all: &[Falling], known: &[Loop]) -> Option<Vec<Measure>> {
    let l = known.iter().find(|l| l.condition == f.condition)?;
    let mut rest = f.measures.clone();
    for &a in &l.around {
        let of = |g: &&Falling| g.file == f.file && g.condition == known[a].condition;
        for m in own(all.iter().find(of)?, all, known)? {
            let at = rest.iter().position(|r| *r == m)?;
            rest.remove(at);
        }
    }
    (!rest.is_empty()).then_some(rest)
}

/// The text with these parts replaced, in the order of their places; of
/// several at one place the first stands first.
fn edited(text: &str, mut edits: Vec<(usize, usize, String)>) -> String {
    edits.sort_by_key(|e| e.0);
    let mut out = String::with_capacity(text.len() + 256 * edits.len());
    let mut at = 0;
    for (from, to, what) in edits {
        out.push_str(text.get(at..from).unwrap_or_default());
        out.push_str(&what);
        at = to;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// What a finding breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// The invariant with this number.
    Invariant(usize),
    /// Not the invariant, but the argument that it shows an end.
    Argument(usize),
    /// The measure of a loop around is not where it was noted.
    Around(usize),
}

/// Which part of the argument a finding breaks.
pub fn broken(bug: &Bug) -> Option<Broken> {
    let mut names = std::iter::once(&bug.place).chain(&bug.stack);
    names.find_map(|p| {
        let number = |prefix: &str| p.function.strip_prefix(prefix)?.parse().ok();
        let f = number(FALLS).map(Broken::Invariant);
        let f = f.or_else(|| number(OWN).map(Broken::Argument));
        f.or_else(|| number(AROUND).map(Broken::Around))
    })
}

#[cfg(test)]
mod tests {
    use super::super::measures::measures;
    use super::*;

    #[test]
    fn loops_know_what_is_around_them() {
        let text = "int f(int a) { while (a) a--; return 0; }\nint main(void) {\n  for (int i = 0; i < 3; i++)\n    if (i) while (i) { do { i++; } while (i < 2); }\n    else for (;;) ;\n  while (1) { goto out; }\nout: return 0;\n}\n";
        let all = loops(text);
        let around: Vec<_> = all.iter().map(|l| l.around.clone()).collect();
        assert_eq!(
            around,
            [vec![], vec![], vec![1], vec![1, 2], vec![1], vec![]]
        );
        assert!(!all[0].jumps && all[1].jumps);
    }

    #[test]
    fn a_loop_that_is_not_understood_hides_those_in_it() {
        let text = "int f(int a) { while (a) a--; return 0; }\nint main(void) {\n  int i = 0;\n#if 1\n  while (i < 3)\n#endif\n  { for (int j = 0; j < i; j++) ; i++; }\n}\n";
        let all = loops(text);
        let known: Vec<_> = all.iter().map(|l| l.jumps).collect();
        assert_eq!(known, [false, true]);
    }

    #[test]
    fn rounds_are_rewritten() {
        let text = "int main(void) {\n  int i = 0, j;\n  while (i < 3) {\n    for (j = 0; j < i;) j++;\n    i++;\n  }\n}\n";
        let known = loops(text);
        let at = |k: usize, v: &str| Falling {
            file: 0,
            condition: known[k].condition.clone(),
            measures: measures(v).unwrap(),
        };
        let (i, j) = ("\\at(i, AnyPrev) < i", "\\at(j, AnyPrev) < j");
        let none = BTreeSet::new();
        let all = [at(0, i), at(1, &format!("({i}) || ({j})"))];
        let hides = BTreeSet::from(["main".to_string(), "i".to_string()]);
        assert!(rewritten(text, 0, &all, &hides, (0, false)).is_err());
        let out = rewritten(text, 0, &all, &none, (0, false)).unwrap();
        assert_eq!(out.lines().count(), text.lines().count());
        assert!(out.contains("for (; (void)sizeof("), "{out}");
        assert!(
            out.contains("__everypath_around_1((__everypath_noted_0_0 == (i)) ? 1 : 0)"),
            "{out}"
        );
        let alone = [at(1, j)];
        assert!(rewritten(text, 0, &alone, &none, (0, false)).is_err());
        let only = [at(0, i), at(1, j)];
        let why = rewritten(text, 0, &only, &none, (0, false)).unwrap_err();
        assert!(why.contains("not told apart"), "{why}");
        let two = [at(0, &format!("({j}) || ({i})"))];
        let out = rewritten(text, 0, &two, &none, (0, false)).unwrap();
        assert!(
            out.contains("(__everypath_noted_0_0 < (j) || (__everypath_noted_0_0 == (j) && (__everypath_noted_0_1 < (i) ||"),
            "{out}"
        );
    }
}
