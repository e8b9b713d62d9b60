//! T2's format, read and printed.
//!
//! ```text
//! START: 0;
//! FROM: 0;
//! x := nondet();
//! assume(x > 0);
//! TO: 1;
//! ```
//!
//! Commands run in order: an assignment replaces the variable in what follows,
//! an assumption becomes part of the guard over the values at that moment.
//! Each `nondet()` is a temporary of its own. Source: the files of the tool's
//! own tests (Brockschmidt et al., "T2: temporal property verification",
//! TACAS 2016). Variables are not declared. One that every transition assigns
//! before it reads it is no part of the state: it is a name for a value of that
//! transition, and is left out.

use super::formula::{self, Names};
use super::koat::{tidy, unique, TRUTHS};
use super::lex::{Lexer, Place, Style, Token};
use super::mistake::Mistake;
use super::smt2::{costly, several};
use super::spread::{self, Part, Wide};
use crate::poly::{Poly, Var};
use crate::simplify::temporaries;
use crate::system::{Arm, Atom, Cost, Loc, Rel, System, Transition};
use ep_base::entity::EntityId;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write;

const STYLE: Style = Style {
    inside: "'.$@",
    comment: "//",
    operators_are_words: false,
    bars: false,
};

/// The index of the first temporary while the number of variables is open.
const TEMPORARY: usize = 1 << 30;

struct Rule {
    source: Loc,
    target: Loc,
    /// Values of the variables that were assigned.
    values: HashMap<usize, Poly>,
    /// Its assumptions.
    parts: Vec<Part>,
    /// All of them as cases, if these are not too many.
    cases: Option<Vec<Vec<Atom>>>,
    temporaries: usize,
}

struct State<'a> {
    variables: &'a mut Vec<String>,
    index: &'a mut HashMap<String, usize>,
    /// Variables whose value from before some transition reads.
    read: &'a mut BTreeSet<usize>,
    values: HashMap<usize, Poly>,
    temporaries: usize,
}

impl State<'_> {
    fn variable(&mut self, name: &str) -> usize {
        if let Some(i) = self.index.get(name) {
            return *i;
        }
        let i = self.variables.len();
        self.variables.push(name.to_string());
        self.index.insert(name.to_string(), i);
        i
    }
}

/// The name that the reader gives to calls of `nondet`, see [`nondet`].
impl Names for State<'_> {
    fn resolve(&mut self, name: &str, _: Place) -> Result<Poly, Mistake> {
        if name == "nondet" {
            self.temporaries += 1;
            return Ok(Poly::var(Var::from_index(TEMPORARY + self.temporaries - 1)));
        }
        let i = self.variable(name);
        if let Some(value) = self.values.get(&i) {
            return Ok(value.clone());
        }
        self.read.insert(i);
        Ok(Poly::var(Var::from_index(i)))
    }
}

/// Reads a text.
///
/// # Errors
/// The first mistake in it.
pub fn read(text: &str) -> Result<System, Mistake> {
    read_remarking(text).map(|read| read.0)
}

/// Reads a text, with what is legal in it but may not be meant.
///
/// # Errors
/// The first mistake in it.
pub fn read_remarking(text: &str) -> Result<(System, Vec<Mistake>), Mistake> {
    // `nondet()` is the only call; as a plain word it is an expression.
    let text = nondet(text);
    let mut l = Lexer::new(&text, STYLE);
    let mut start = None;
    let mut places: HashMap<String, Loc> = HashMap::new();
    let mut names: Vec<String> = Vec::new();
    let mut variables = Vec::new();
    let mut index = HashMap::new();
    let mut used = BTreeSet::new();
    let mut rules = Vec::new();
    while *l.peek() != Token::End {
        let at = l.place();
        let section = l.word("START, FROM, CUTPOINT, ERROR or SHADOW")?;
        l.want(":")?;
        let location = location(&mut l, &mut places, &mut names)?;
        l.want(";")?;
        match section {
            "START" => start = Some((location, at)),
            "CUTPOINT" | "ERROR" | "SHADOW" => {}
            "FROM" => {
                let mut state = State {
                    variables: &mut variables,
                    index: &mut index,
                    read: &mut used,
                    values: HashMap::new(),
                    temporaries: 0,
                };
                let parts = commands(&mut l, &mut state)?;
                let (values, temporaries) = (state.values, state.temporaries);
                let cases = cases(&parts)?;
                l.want(":")?;
                let target = self::location(&mut l, &mut places, &mut names)?;
                l.want(";")?;
                rules.push(Rule {
                    source: location,
                    target,
                    values,
                    parts,
                    cases,
                    temporaries,
                });
            }
            other => {
                return Err(at
                    .mistake(format!("there is no section `{other}`"))
                    .helped("sections are START, FROM, CUTPOINT, ERROR and SHADOW"))
            }
        }
    }
    let Some((start, start_at)) = start else {
        return Err(l
            .place()
            .mistake("there is no start location")
            .helped("add START: name;"));
    };
    let mut remarks = Vec::new();
    if !rules.iter().any(|r| r.source == start) {
        let name = names.get(start.index()).map_or("?", String::as_str);
        remarks.push(start_at.idle(name));
    }
    let system = build(start, names, &variables, &used, rules)?;
    Ok((system, remarks))
}

/// Takes the empty brackets off `nondet()`.
fn nondet(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("nondet") {
        let (before, from) = rest.split_at(at + "nondet".len());
        out.push_str(before);
        let tail = from.trim_start();
        let inner = tail.strip_prefix('(').map(str::trim_start);
        // As many blanks as were there, so that places stay right.
        match inner.and_then(|t| t.strip_prefix(')')) {
            Some(after) => {
                let gone = from.len().saturating_sub(after.len());
                let gap = from.get(..gone).unwrap_or_default();
                out.extend(gap.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
                rest = after;
            }
            None => rest = from,
        }
    }
    out.push_str(rest);
    out
}

fn location(
    l: &mut Lexer,
    places: &mut HashMap<String, Loc>,
    names: &mut Vec<String>,
) -> Result<Loc, Mistake> {
    let name = match l.peek() {
        Token::Word(w) | Token::Number(w) => w.to_string(),
        _ => return Err(l.unexpected("a location")),
    };
    l.take();
    if let Some(p) = places.get(&name) {
        return Ok(*p);
    }
    let p = Loc::from_index(names.len());
    names.push(name.clone());
    places.insert(name, p);
    Ok(p)
}

/// Reads commands up to `TO`.
fn commands(l: &mut Lexer, state: &mut State) -> Result<Vec<Part>, Mistake> {
    let mut parts = Vec::new();
    loop {
        let at = l.place();
        match l.word("a command or TO")? {
            "TO" => return Ok(parts),
            "AT" => {
                // A place in another program's source.
                l.want("(")?;
                while !l.eat(")") {
                    if l.take() == Token::End {
                        return Err(l.unexpected("`)`"));
                    }
                }
            }
            "skip" => l.want(";")?,
            // A value that is chosen may always be the one that lets it through.
            "assume" if any(l) => {}
            "assume" => {
                let place = l.place();
                let tree = formula::tree(l, state)?;
                l.want(";")?;
                parts.push((tree, place));
            }
            name => {
                if !l.eat(":=") {
                    return Err(at
                        .mistake(format!("`{name}` is no command"))
                        .helped("commands are assignments with `:=` and `assume`"));
                }
                let value = formula::poly(l, state)?;
                l.want(";")?;
                let i = state.variable(name);
                state.values.insert(i, value);
            }
        }
    }
}

/// All parts together as cases; `None` where these are too many.
fn cases(parts: &[Part]) -> Result<Option<Vec<Vec<Atom>>>, Mistake> {
    let mut count = 1usize;
    for (tree, at) in parts {
        count = count.saturating_mul(tree.count(true, *at)?);
    }
    if count > formula::MAX_CASES {
        return Ok(None);
    }
    let mut cases: Vec<Vec<Atom>> = vec![Vec::new()];
    for (tree, at) in parts {
        let right = tree.cases(*at)?;
        let with = |a: &Vec<Atom>, b: &Vec<Atom>| a.iter().chain(b).cloned().collect();
        cases = (cases.iter())
            .flat_map(|a| right.iter().map(move |b| with(a, b)))
            .collect();
    }
    Ok(Some(cases))
}

/// Takes `(nondet());` if it stands here.
fn any(l: &mut Lexer) -> bool {
    let before = l.clone();
    let whole = ["(", "nondet", ")", ";"].iter().all(|t| l.eat(t));
    if !whole {
        *l = before;
    }
    whole
}

fn build(
    start: Loc,
    names: Vec<String>,
    variables: &[String],
    used: &BTreeSet<usize>,
    rules: Vec<Rule>,
) -> Result<System, Mistake> {
    let mut system = System::new("");
    system.locations = Default::default();
    for n in names {
        system.locations.push(n);
    }
    system.start = start;
    system.variables = (used.iter())
        .filter_map(|i| variables.get(*i).cloned())
        .collect();
    let n = system.dimension();
    let kept: HashMap<usize, usize> = used.iter().copied().zip(0..).collect();
    let place = |v: Var| match v.index().checked_sub(TEMPORARY) {
        None => kept.get(&v.index()).map_or(v, |i| Var::from_index(*i)),
        Some(i) => Var::from_index(i + n),
    };
    // Files have variables such as `nondet_12` too.
    let mut prefix = "nondet_".to_string();
    while system.variables.iter().any(|v| v.starts_with(&prefix)) {
        prefix.push('_');
    }
    let mut wide = Vec::new();
    for (origin, r) in rules.into_iter().enumerate() {
        let mut update = system.identity();
        for (i, p) in r.values {
            if let Some(u) = kept.get(&i).and_then(|i| update.get_mut(*i)) {
                *u = p.rename(&place);
            }
        }
        let whole = Transition {
            source: r.source,
            guard: Vec::new(),
            temporaries: (0..r.temporaries).map(|i| format!("{prefix}{i}")).collect(),
            arms: vec![Arm {
                target: r.target,
                update,
            }],
            cost: Cost::exactly(Poly::from(1)),
            origin: origin as u32,
        };
        let put = |v: Var| Some(Poly::var(place(v)));
        for case in r.cases.iter().flatten() {
            let mut t = whole.clone();
            t.guard = case.iter().map(|a| a.substitute(&put)).collect();
            temporaries::drop_unused(&mut t, n);
            system.transitions.push(t);
        }
        if r.cases.is_none() {
            let parts = r.parts.iter().map(|(t, at)| (t.substitute(&put), *at));
            wide.push(Wide {
                whole,
                parts: parts.collect(),
            });
        }
    }
    spread::put(&mut system, wide)?;
    Ok(system)
}

/// Words with a meaning of their own.
const RESERVED: [&str; 11] = [
    "nondet", "assume", "skip", "AT", "TO", "TRUE", "true", "True", "FALSE", "false", "False",
];

/// Prints a system so that reading it gives the same system, but for origins, for
/// names that the format cannot write and for those of temporaries, and for
/// locations that no transition has. A transition without a target leads to a
/// location that nothing leaves.
///
/// # Errors
/// The first transition that the format cannot say, as a sentence.
pub fn print(system: &System) -> Result<String, String> {
    let mut used = HashSet::new();
    let variables: Vec<String> = (system.variables.iter())
        .map(|n| tidy(n, &RESERVED, &mut used))
        .collect();
    let mut places = HashSet::new();
    let locations: Vec<String> = (system.locations.as_slice().iter())
        .map(|n| match n.chars().all(|c| c.is_ascii_digit()) {
            true => unique(n.clone(), &mut places),
            false => tidy(n, &TRUTHS, &mut places),
        })
        .collect();
    let end = unique("end".into(), &mut places);
    let location = |l: Loc| locations.get(l.index()).cloned().unwrap_or_default();
    let mut out = format!("START: {};\n", location(system.start));
    for (id, t) in system.transitions.iter() {
        let target = match t.arms.as_slice() {
            [] => end.clone(),
            [arm] => location(arm.target),
            _ => return Err(several(id)),
        };
        if t.cost != Cost::exactly(Poly::from(1)) {
            return Err(costly(id));
        }
        let _ = writeln!(out, "\nFROM: {};", location(t.source));
        if id.index() == 0 {
            // Variables are known in the order in which they are named.
            for v in &variables {
                let _ = writeln!(out, "{v} := {v};");
            }
        }
        let mut taken = used.clone();
        let own: Vec<String> = (t.temporaries.iter())
            .map(|n| tidy(n, &RESERVED, &mut taken))
            .collect();
        for n in &own {
            let _ = writeln!(out, "{n} := nondet();");
        }
        let names: Vec<String> = variables.iter().chain(&own).cloned().collect();
        let name = |v: Var| named(&names, v);
        for a in &t.guard {
            let rel = match a.rel {
                Rel::Ge => ">=",
                Rel::Eq => "==",
            };
            let _ = writeln!(out, "assume({} {rel} 0);", a.poly.show(&name));
        }
        assignments(&mut out, system, t, names, &mut taken);
        let _ = writeln!(out, "TO: {target};");
    }
    Ok(out)
}

fn named(names: &[String], v: Var) -> String {
    (names.get(v.index()).cloned()).unwrap_or_else(|| v.to_string())
}

/// An update as assignments one after another: what others still read is assigned
/// after them, and where all that is left is read by others, one value is kept
/// under a name of its own.
fn assignments(
    out: &mut String,
    system: &System,
    t: &Transition,
    mut names: Vec<String>,
    taken: &mut HashSet<String>,
) {
    let identity = system.identity();
    let update = t.arms.first().map_or(&identity, |a| &a.update);
    let targets = names.clone();
    let mut left: Vec<(Var, &Poly)> = (system.vars().zip(update))
        .filter(|(v, p)| p.as_var() != Some(*v))
        .collect();
    // Values that have a second name by now.
    let mut safe: HashSet<Var> = HashSet::new();
    while !left.is_empty() {
        let free = left.iter().position(|(v, _)| {
            let others = left.iter().filter(|(w, _)| w != v);
            safe.contains(v) || !others.into_iter().any(|(_, p)| p.mentions(*v))
        });
        match free {
            Some(i) => {
                let (v, p) = left.remove(i);
                let value = p.show(&|w| named(&names, w));
                let _ = writeln!(out, "{} := {value};", named(&targets, v));
            }
            None => {
                let Some((v, _)) = left.first().copied() else {
                    return;
                };
                let old = named(&targets, v);
                let kept = unique(format!("{old}_old"), taken);
                let _ = writeln!(out, "{kept} := {old};");
                if let Some(slot) = names.get_mut(v.index()) {
                    *slot = kept;
                }
                safe.insert(v);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_assumption_of_anything_holds() {
        let of = |what: &str| {
            let text = format!("START: 0;\nFROM: 0;\nassume({what});\nx := x + 1;\nTO: 0;\n");
            read(&text).map(|s| s.transitions.iter().map(|(_, t)| t.guard.len()).sum())
        };
        assert_eq!(of("nondet()").ok(), Some(0usize));
        assert_eq!(of("nondet() > x").ok(), Some(1));
        assert_eq!(of("nondet() = 0 && x > 1").ok(), Some(2));
        assert!(of("x").is_err());
        assert!(of("nondet() + 1").is_err());
    }

    #[test]
    fn a_start_that_no_rule_leaves_is_remarked() {
        let of = |start: &str| {
            let text = format!("START: {start};\nFROM: 1;\nx := x + 1;\nTO: 1;\n");
            let (_, remarks) = read_remarking(&text).expect("a system");
            remarks.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert!(of("1").is_empty());
        let [one] = of("0").try_into().expect("one remark");
        assert!(
            one.contains("no rule leaves the start location `0`"),
            "{one}"
        );
    }

    #[test]
    fn temporaries_have_names_of_their_own() {
        let text = "START: 0;\nFROM: 0;\nnondet_0 := nondet();\nassume(nondet_0 > 0);\nTO: 0;\n";
        let s = read(text).expect("a system");
        let mut seen = 0;
        for (_, t) in s.transitions.iter() {
            seen += t.temporaries.len();
            assert!(t.temporaries.iter().all(|n| !s.variables.contains(n)));
        }
        assert_eq!(seen, 1);
    }
}
