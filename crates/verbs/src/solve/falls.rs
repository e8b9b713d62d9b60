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
//! that `continue` passes it, and nothing about earlier rounds has to be known. Two tests in different rounds of a loop around it are told apart by
//! the measure of that one, which must be the same distance from what was
//! noted there in each test of the inner loop. Cost: one `check`.
//!
//! What the rewriting does not see is refused: `goto`, which leads into
//! rounds, and `do` loops whose condition has effects.

use super::invariants::{self, Variable};
use super::places::{self, Condition, Keyword};
use super::program::{Asked, Program};
use super::tokens::{self, closing, tokens, Kind, Token};
use ep_base::outcome::Bug;
use ep_base::Diagnostic;
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

/// An expression that falls, or rises, which is the same for numbers that are
/// finitely many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measure {
    /// In C, over what is in scope at the loop.
    pub text: String,
    pub rises: bool,
}

impl Measure {
    fn moved(&self, noted: &str) -> String {
        let sign = if self.rises { '<' } else { '>' };
        format!("{noted} {sign} ({})", self.text)
    }
}

/// A transition invariant at a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Falling {
    pub file: usize,
    pub condition: Condition,
    /// That one of these has moved.
    pub measures: Vec<Measure>,
}

/// A loop of a text and what is around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    pub condition: Condition,
    /// The token of its body, and the one behind its end.
    body: (usize, usize),
    /// The byte behind the brace that opens its function.
    function: usize,
    /// Loops of the same function around it, outermost first.
    pub around: Vec<usize>,
    /// What leads into rounds stands in its function.
    jumps: bool,
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
            jumps: all[f.0..f.1].iter().any(|t| JUMPS.contains(&t.text)),
        });
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
        let text = match rewritten(&source.text, i, all, offset, program.m32) {
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
    offset: u8,
    m32: bool,
) -> Result<String, String> {
    let words = tokens(text);
    let known = loops(text);
    let wide = widest(m32);
    let mut edits: Vec<(usize, usize, String)> = Vec::new();
    for (k, f) in all.iter().enumerate().filter(|(_, f)| f.file == file) {
        let line = f.condition.line;
        let l = known.iter().find(|l| l.condition == f.condition);
        let l = l.ok_or_else(|| format!("the loop in line {line} is not understood"))?;
        if l.jumps {
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

/// Types that a cast of a measure may name.
const TYPES: [&str; 8] = [
    "int", "unsigned", "signed", "char", "short", "long", "__int128", "_Bool",
];

/// The measures of a transition invariant.
///
/// # Errors
/// It is no disjunction of comparisons of one expression with its earlier
/// value.
pub fn measures(value: &str) -> Result<Vec<Measure>, String> {
    let all = tokens(value);
    parts(stripped(&all), "||")
        .into_iter()
        .map(|d| {
            one(value, stripped(d)).ok_or_else(|| {
                let text = d.first().zip(d.last());
                let text = text.map_or("", |(a, b)| &value[a.at..b.at + b.text.len()]);
                format!("`{text}` does not compare an expression with what it was, \\at(x, AnyPrev), by < or >")
            })
        })
        .collect()
}

/// Without parentheses around all of it.
fn stripped<'t, 'a>(mut all: &'t [Token<'a>]) -> &'t [Token<'a>] {
    while all.first().is_some_and(|t| t.is('(')) && closing(all, 0) == Some(all.len() - 1) {
        all = &all[1..all.len() - 1];
    }
    all
}

/// Cut at an operator that stands in no parentheses.
fn parts<'t, 'a>(all: &'t [Token<'a>], operator: &str) -> Vec<&'t [Token<'a>]> {
    let marks: Vec<char> = operator.chars().collect();
    let (mut out, mut from, mut depth, mut i) = (Vec::new(), 0, 0i64, 0);
    while i < all.len() {
        match all[i].kind {
            Kind::Mark('(' | '[') => depth += 1,
            Kind::Mark(')' | ']') => depth -= 1,
            _ => {}
        }
        let here = (0..marks.len()).all(|j| all.get(i + j).is_some_and(|t| t.is(marks[j])));
        if depth == 0 && here {
            out.push(&all[from..i]);
            i += marks.len();
            from = i;
            continue;
        }
        i += 1;
    }
    out.push(&all[from..]);
    out
}

fn one(value: &str, all: &[Token<'_>]) -> Option<Measure> {
    let (less, more) = (parts(all, "<"), parts(all, ">"));
    let (left, right, less) = match (&less[..], &more[..]) {
        ([a, b], [_]) => (*a, *b, true),
        ([_], [a, b]) => (*a, *b, false),
        _ => return None,
    };
    // `<=`, `->` and the like.
    if right.first()?.is('=') || left.last()?.is('-') {
        return None;
    }
    let looks_back = |s: &[Token<'_>]| s.iter().any(|t| t.is('\\'));
    let (old, now, rises) = match (looks_back(left), looks_back(right)) {
        (true, false) => (left, right, less),
        (false, true) => (right, left, !less),
        _ => return None,
    };
    let then = earlier(old)?;
    let words: Vec<&str> = now.iter().map(|t| t.text).collect();
    if bare(&then) != bare(&words) {
        return None;
    }
    let (a, b) = (now.first()?, now.last()?);
    Some(Measure {
        text: value[a.at..b.at + b.text.len()].to_string(),
        rises,
    })
}

/// The words of an expression whose variables are all earlier ones, as if they
/// were not.
fn earlier<'a>(all: &[Token<'a>]) -> Option<Vec<&'a str>> {
    let mut out = Vec::new();
    let mut i = 0;
    while i < all.len() {
        if all[i].is('\\') {
            let [_, at, open, name, comma, when, close, ..] = all.get(i..)? else {
                return None;
            };
            let shape = at.text == "at"
                && open.is('(')
                && name.kind == Kind::Word
                && comma.is(',')
                && when.text == "AnyPrev"
                && close.is(')');
            if !shape {
                return None;
            }
            out.push(name.text);
            i += 7;
            continue;
        }
        if all[i].kind == Kind::Word && !TYPES.contains(&all[i].text) {
            return None;
        }
        out.push(all[i].text);
        i += 1;
    }
    Some(out)
}

/// Without parentheses around single names and numbers, and around the whole.
fn bare<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let mut out: Vec<&str> = words.to_vec();
    loop {
        let single = out.windows(3).position(|w| {
            w[0] == "(" && w[2] == ")" && !TYPES.contains(&w[1]) && !["(", ")"].contains(&w[1])
        });
        let Some(i) = single else { return out };
        out.remove(i + 2);
        out.remove(i);
    }
}

/// The words of measures for a witness: of this expression, over variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Linear {
    terms: Vec<(i64, Variable)>,
}

impl Linear {
    /// What is compared, and with what.
    pub fn measure(&self, m32: bool) -> Measure {
        match &self.terms[..] {
            [(1, v)] => Measure {
                text: v.name.clone(),
                rises: false,
            },
            [(-1, v)] => Measure {
                text: v.name.clone(),
                rises: true,
            },
            _ => Measure {
                text: self.text(m32, |n| n.to_string()),
                rises: false,
            },
        }
    }

    fn text(&self, m32: bool, name: impl Fn(&str) -> String) -> String {
        let mut out = String::new();
        let wide = self.terms.iter().any(|(_, v)| v.bits(m32) > 32);
        let cast = if wide { "__int128" } else { "long long" };
        for (i, (k, v)) in self.terms.iter().enumerate() {
            out.push_str(match (i, *k < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            });
            if k.abs() != 1 {
                out.push_str(&format!("{} * ", k.abs()));
            }
            out.push_str(&format!("({cast}){}", name(&v.name)));
        }
        out
    }

    /// The disjunct of a transition invariant.
    pub fn disjunct(&self, m32: bool) -> String {
        let old = |n: &str| format!("\\at({n}, AnyPrev)");
        match &self.terms[..] {
            [(1, v)] => format!("{} > {}", old(&v.name), v.name),
            [(-1, v)] => format!("{} < {}", old(&v.name), v.name),
            _ => format!(
                "{} > {}",
                self.text(m32, old),
                self.text(m32, |n| n.to_string())
            ),
        }
    }

    /// What `time` says of a measure, in its words: `2*n - i + 3`, and limits
    /// of types as `INT_MAX`.
    fn read(text: &str, scope: &[Variable]) -> Option<Linear> {
        let all = tokens(text);
        let mut terms: Vec<(i64, Variable)> = Vec::new();
        let (mut sign, mut i) = (1i64, 0);
        while i < all.len() {
            let (mut factor, mut name) = (1i64, None);
            match all[i].kind {
                Kind::Mark('+') => (sign, i) = (1, i + 1),
                Kind::Mark('-') => (sign, i) = (-1, i + 1),
                _ if i > 0 => return None,
                _ => {}
            }
            let t = all.get(i)?;
            match t.kind {
                Kind::Number => {
                    factor = t.text.parse().ok()?;
                    i += 1;
                    if all.get(i).is_some_and(|m| m.is('*')) {
                        name = Some(all.get(i + 1)?.text);
                        i += 2;
                    }
                }
                Kind::Word => {
                    name = Some(t.text);
                    i += 1;
                }
                _ => return None,
            }
            // Numbers are the same before and after.
            let Some(name) = name else { continue };
            // An input by its number.
            if all.get(i).is_some_and(|t| t.is('#')) {
                i += 2;
                continue;
            }
            if name.ends_with("_MAX") || name.ends_with("_MIN") {
                continue;
            }
            let v = scope.iter().find(|v| v.name == name)?;
            terms.push((sign * factor, v.clone()));
        }
        Linear::of(terms)
    }

    /// With the least factors.
    fn of(mut terms: Vec<(i64, Variable)>) -> Option<Linear> {
        let gcd = |a: i64, b: i64| {
            let (mut a, mut b) = (a.abs(), b.abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        let common = terms.iter().fold(0, |g, (k, _)| gcd(g, *k));
        if common == 0 {
            return None;
        }
        terms.iter_mut().for_each(|(k, _)| *k /= common);
        let small = terms.iter().all(|(k, _)| (1..1 << 20).contains(&k.abs()));
        small.then_some(Linear { terms })
    }

    /// The sum, where no variable is in both.
    fn plus(&self, other: &Linear) -> Option<Linear> {
        let both = |v: &Variable| other.terms.iter().any(|(_, o)| o == v);
        if self.terms.iter().any(|(_, v)| both(v)) {
            return None;
        }
        Linear::of([&self.terms[..], &other.terms[..]].concat())
    }
}

/// The most candidates of one loop.
const MOST: usize = 16;

/// Measures that a loop could have, the first that differs falls: those that
/// `time` found there, what its condition compares, and what it speaks of.
pub fn candidates(text: &str, l: &Loop, found: &[String], m32: bool) -> Vec<Vec<Linear>> {
    let all = tokens(text);
    let mut scope = invariants::visible(&all, &l.condition);
    scope.retain(|v| v.bits(m32) <= 32 || !m32);
    let mut told: Vec<Linear> = Vec::new();
    for f in found {
        let Some(f) = f.strip_suffix(" falls") else {
            continue;
        };
        told.extend(f.split(", then ").filter_map(|m| Linear::read(m, &scope)));
    }
    let mut out: Vec<Vec<Linear>> = told.iter().map(|m| vec![m.clone()]).collect();
    // Of several each is one of some ways through the loop.
    for (i, a) in told.iter().enumerate().take(3) {
        for b in told.iter().take(3).skip(i + 1).filter(|b| *b != a) {
            out.extend(a.plus(b).map(|s| vec![s]));
            out.push(vec![a.clone(), b.clone()]);
            out.push(vec![b.clone(), a.clone()]);
        }
    }
    let c = &l.condition;
    let head: Vec<&Token<'_>> = (all.iter())
        .filter(|t| c.from <= t.at && t.at < c.to)
        .collect();
    let variable = |t: Option<&&Token<'_>>| {
        let t = t?;
        match t.kind {
            Kind::Number => Some(None),
            Kind::Word => scope.iter().find(|v| v.name == t.text).cloned().map(Some),
            _ => None,
        }
    };
    let mut put = |terms: Vec<(i64, Option<Variable>)>| {
        let terms = terms.into_iter().filter_map(|(k, v)| Some((k, v?)));
        out.extend(Linear::of(terms.collect()).map(|l| vec![l]));
    };
    for (i, t) in head.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|p| variable(head.get(p)));
        let double = head.get(i + 1).is_some_and(|n| n.is('='));
        let after = variable(head.get(i + 1 + usize::from(double)));
        let (Some(a), Some(b)) = (before, after) else {
            continue;
        };
        match t.kind {
            Kind::Mark('<') => put(vec![(1, b), (-1, a)]),
            Kind::Mark('>') => put(vec![(1, a), (-1, b)]),
            Kind::Mark('!') => {
                put(vec![(1, b.clone()), (-1, a.clone())]);
                put(vec![(1, a.clone()), (-1, b.clone())]);
                put(vec![(1, a), (1, b)]);
            }
            _ => {}
        }
    }
    let spoken = |v: &&Variable| {
        let range = all.get(c.token..l.body.1).unwrap_or_default();
        range.iter().any(|t| t.text == v.name)
    };
    for v in scope.iter().filter(spoken) {
        for k in [1, -1] {
            put(vec![(k, Some(v.clone()))]);
        }
    }
    let mut kept: Vec<Vec<Linear>> = Vec::new();
    for c in out {
        if !kept.contains(&c) && kept.len() < MOST {
            kept.push(c);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
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
    fn an_invariant_is_a_disjunction_of_measures() {
        let m = |v: &str| measures(v).unwrap();
        assert_eq!(m("\\at(i, AnyPrev) < i")[0].text, "i");
        assert!(m("\\at(i, AnyPrev) < i")[0].rises);
        assert!(!m("i < \\at(i, AnyPrev)")[0].rises);
        let two = m("((__int128)\\at(n, AnyPrev) - (\\at(i, AnyPrev)) > (__int128)n - i) || (\\at(j, AnyPrev) > (j))");
        assert_eq!(two[0].text, "(__int128)n - i");
        assert_eq!((two.len(), two[1].text.as_str()), (2, "(j)"));
        for bad in [
            "",
            "1",
            "i > 0",
            "\\at(i, AnyPrev) >= i",
            "\\at(i, AnyPrev) != i",
            "\\at(i, AnyPrev) > j",
            "\\at(i, AnyPrev) > i + 1",
            "\\at(i, AnyPrev) - j > i - j",
            "\\at(i, LastPrev) > i",
            "\\at(i, AnyPrev) > \\at(i, AnyPrev)",
            "\\at(a[0], AnyPrev) > a[0]",
            "\\at(i, AnyPrev) > i && 1",
            "\\at(i, AnyPrev) > i || 1",
            "!(\\at(i, AnyPrev) > i)",
            "\\at(i, AnyPrev) >> i",
        ] {
            assert!(measures(bad).is_err(), "{bad}");
        }
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
        let all = [at(0, i), at(1, &format!("({i}) || ({j})"))];
        let out = rewritten(text, 0, &all, 0, false).unwrap();
        assert_eq!(out.lines().count(), text.lines().count());
        assert!(out.contains("for (; (void)sizeof("), "{out}");
        assert!(
            out.contains("__everypath_around_1((__everypath_noted_0_0 == (i)) ? 1 : 0)"),
            "{out}"
        );
        let alone = [at(1, j)];
        assert!(rewritten(text, 0, &alone, 0, false).is_err());
        let only = [at(0, i), at(1, j)];
        let why = rewritten(text, 0, &only, 0, false).unwrap_err();
        assert!(why.contains("not told apart"), "{why}");
        let two = [at(0, &format!("({j}) || ({i})"))];
        let out = rewritten(text, 0, &two, 0, false).unwrap();
        assert!(
            out.contains("(__everypath_noted_0_0 < (j) || (__everypath_noted_0_0 == (j) && (__everypath_noted_0_1 < (i) ||"),
            "{out}"
        );
    }

    #[test]
    fn what_time_says_is_read() {
        let text = "int main(void) {\n  unsigned long n = 3; int i = 0;\n  while (i < n) i++;\n}\n";
        let l = &loops(text)[0];
        let found = ["ULONG_MAX + 2*n - i + 3 falls".to_string()];
        let all = candidates(text, l, &found, false);
        assert_eq!(
            all[0][0].disjunct(false),
            "2 * (__int128)\\at(n, AnyPrev) - (__int128)\\at(i, AnyPrev) > 2 * (__int128)n - (__int128)i"
        );
        let rises = |c: &Vec<Linear>| c[0].disjunct(false) == "\\at(i, AnyPrev) < i";
        assert!(all.iter().any(rises));
        for c in all.iter().flatten() {
            let back = measures(&c.disjunct(false)).unwrap();
            assert_eq!(back, [c.measure(false)]);
        }
    }
}
