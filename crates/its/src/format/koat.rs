//! KoAT's format, read and printed.
//!
//! ```text
//! (GOAL COMPLEXITY)
//! (STARTTERM (FUNCTIONSYMBOLS f))
//! (VAR x y z)
//! (RULES
//!   f(x, y) -{1,2}> Com_2(g(x - 1, z), f(x, y)) :|: x > 0 && (y < 3 || z^2 = x)
//! )
//! ```
//!
//! Source: the format of the tool of Brockschmidt et al. 2016, as its examples
//! use it. A left side takes variables; variables that are not on the left are
//! temporaries, also where `VAR` does not name them: KoAT's own reader takes no
//! notice of that list, and files rely on it. Such names are remarked, as they
//! may be slips. Functions may differ in arity: a location leaves the variables
//! that it does not name as they are, and nothing can read them there.

use super::formula::{self, Names};
use super::lex::{Lexer, Place, Style, Token};
use super::mistake::Mistake;
use super::spread::{self, Part, Wide};
use crate::linear::Facts;
use crate::poly::{Poly, Var};
use crate::system::{Arm, Atom, Cost, Loc, Rel, System, Transition};
use ep_base::entity::EntityId;
use ep_base::Stop;
use num_traits::Signed;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

const STYLE: Style = Style {
    inside: "'.#$@",
    comment: "#",
    operators_are_words: false,
    bars: false,
};

const NO_COST: &str = "write -{lower,upper}>: no cost lies between these two";

/// A rule as it is read: variables are numbered in the order of their first
/// use, the left side first.
struct Rule {
    source: (String, usize),
    names: Vec<String>,
    arms: Vec<(String, Vec<Poly>)>,
    cases: Vec<Vec<Atom>>,
    /// What holds besides the one case that there is then, where the condition has too
    /// many to be written out.
    parts: Vec<Part>,
    cost: Cost,
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
    let mut l = Lexer::new(text, STYLE);
    let mut remarks: BTreeMap<String, Mistake> = BTreeMap::new();
    let mut start: Option<(String, Place)> = None;
    let mut declared: Option<HashSet<String>> = None;
    let mut rules: Vec<Rule> = Vec::new();
    let mut arity: HashMap<String, (usize, usize)> = HashMap::new();
    let mut seen_rules = false;
    loop {
        if *l.peek() == Token::End {
            break;
        }
        l.want("(")?;
        let at = l.place();
        match l.word("a section such as VAR or RULES")? {
            "GOAL" | "COMMENT" => skip_section(&mut l)?,
            "STARTTERM" => {
                l.want("(")?;
                let inner = l.word("FUNCTIONSYMBOLS")?;
                if inner != "FUNCTIONSYMBOLS" {
                    return Err(at
                        .mistake(format!("`{inner}` is no kind of start term"))
                        .helped("write (STARTTERM (FUNCTIONSYMBOLS name))"));
                }
                let place = l.place();
                let name = l.word("the name of the start location")?;
                start = Some((name.to_string(), place));
                if let Token::Word(second) = l.peek() {
                    let what = format!("a second start location `{second}`");
                    return Err(l.place().mistake(what).helped("name one"));
                }
                l.want(")")?;
                l.want(")")?;
            }
            "VAR" => {
                let names = declared.get_or_insert_with(HashSet::new);
                while let Token::Word(w) = *l.peek() {
                    names.insert(w.to_string());
                    l.take();
                    l.eat(",");
                }
                l.want(")")?;
            }
            "RULES" => {
                seen_rules = true;
                while !l.eat(")") {
                    rules.push(rule(&mut l, declared.as_ref(), &mut arity, &mut remarks)?);
                }
            }
            other => {
                return Err(at
                    .mistake(format!("there is no section `{other}`"))
                    .helped("sections are GOAL, STARTTERM, VAR and RULES"))
            }
        }
    }
    let Some((start, start_at)) = start else {
        return Err(l
            .place()
            .mistake("there is no start term")
            .helped("add (STARTTERM (FUNCTIONSYMBOLS name)) with the location where runs start"));
    };
    if !seen_rules {
        return Err(l
            .place()
            .mistake("there are no rules")
            .helped("add (RULES …)"));
    }
    let mut remarks: Vec<Mistake> = remarks.into_values().collect();
    if !rules.iter().any(|r| r.source.0 == start) {
        remarks.push(start_at.idle(&start));
    }
    remarks.sort_by_key(|m| (m.line, m.column));
    Ok((build(&start, rules)?, remarks))
}

fn skip_section(l: &mut Lexer) -> Result<(), Mistake> {
    let mut depth = 1u32;
    while depth > 0 {
        match l.take() {
            Token::Sign("(") => depth += 1,
            Token::Sign(")") => depth -= 1,
            Token::End => return Err(l.unexpected("`)`")),
            _ => {}
        }
    }
    Ok(())
}

struct RuleNames<'a> {
    names: Vec<String>,
    index: HashMap<String, usize>,
    declared: Option<&'a HashSet<String>>,
    /// Fresh variables that are not declared, where they stand first.
    remarks: &'a mut BTreeMap<String, Mistake>,
}

impl RuleNames<'_> {
    fn add(&mut self, name: &str) -> usize {
        let n = self.names.len();
        self.index.insert(name.to_string(), n);
        self.names.push(name.to_string());
        n
    }
}

impl Names for RuleNames<'_> {
    fn resolve(&mut self, name: &str, at: Place) -> Result<Poly, Mistake> {
        if let Some(i) = self.index.get(name) {
            return Ok(Poly::var(Var::from_index(*i)));
        }
        if self.declared.is_some_and(|d| !d.contains(name)) {
            (self.remarks.entry(name.to_string())).or_insert_with(|| {
                at.mistake(format!(
                    "`{name}` is not declared and not on the left: it is any integer, chosen anew"
                ))
                .helped(&format!("add {name} to (VAR …) if this is meant"))
            });
        }
        let i = self.add(name);
        Ok(Poly::var(Var::from_index(i)))
    }
}

fn same_arity(
    arity: &mut HashMap<String, (usize, usize)>,
    name: &str,
    n: usize,
    at: Place,
) -> Result<(), Mistake> {
    let (known, line) = *arity.entry(name.to_string()).or_insert((n, at.line));
    if known == n {
        return Ok(());
    }
    let what = format!(
        "`{name}` has {} here and {known} in line {line}",
        ep_base::words::count(n, "argument")
    );
    Err(at
        .mistake(what)
        .helped("a location has the same variables everywhere"))
}

fn rule(
    l: &mut Lexer,
    declared: Option<&HashSet<String>>,
    arity: &mut HashMap<String, (usize, usize)>,
    remarks: &mut BTreeMap<String, Mistake>,
) -> Result<Rule, Mistake> {
    let at = l.place();
    let source = l.word("a rule or `)`")?.to_string();
    let mut names = RuleNames {
        names: Vec::new(),
        index: HashMap::new(),
        declared,
        remarks,
    };
    let mut same = Vec::new();
    if l.eat("(") && !l.eat(")") {
        loop {
            let name = l.word("a variable")?;
            let earlier = names.index.get(name).copied();
            let i = match earlier {
                // Twice the same variable: both places hold the same value.
                Some(_) => {
                    let n = names.names.len();
                    names.names.push(format!("{name}_{n}"));
                    n
                }
                None => names.add(name),
            };
            if let Some(e) = earlier {
                same.push(Atom::eq(
                    &Poly::var(Var::from_index(e)),
                    &Poly::var(Var::from_index(i)),
                ));
            }
            if !l.eat(",") {
                break;
            }
        }
        l.want(")").map_err(|m| {
            m.helped("a left side has variables alone; what they are to be stands in the condition")
        })?;
    }
    let left = names.names.len();
    same_arity(arity, &source, left, at)?;
    let mut varies = None;
    let cost = match l.eat("->") {
        true => Cost::exactly(Poly::from(1)),
        false => {
            if !l.eat("-{") {
                return Err(l.unexpected("`->` or `-{cost}>`"));
            }
            let place = l.place();
            let lower = formula::poly(l, &mut names)?;
            let upper = match l.eat(",") {
                true => formula::poly(l, &mut names)?,
                false => lower.clone(),
            };
            l.want("}>")?;
            let room = upper.minus(&lower).as_constant();
            if room.as_ref().is_some_and(Signed::is_negative) {
                return Err(place
                    .mistake("the lower cost is above the upper cost")
                    .helped(NO_COST));
            }
            if room.is_none() {
                varies = Some(place);
            }
            Cost { lower, upper }
        }
    };
    let place = l.place();
    let head = l.word("a location or Com_k")?.to_string();
    let mut arms = Vec::new();
    let calls = head.strip_prefix("Com_").map(str::parse::<usize>);
    match calls {
        Some(Ok(k)) => {
            if l.eat("(") && !l.eat(")") {
                loop {
                    let place = l.place();
                    let name = l.word("a location")?.to_string();
                    arms.push(arm(l, &mut names, name, place, arity)?);
                    if !l.eat(",") {
                        break;
                    }
                }
                l.want(")")?;
            }
            if arms.len() != k {
                let n = arms.len();
                return Err(place.mistake(format!("Com_{k} has {n} terms")));
            }
        }
        _ => arms.push(arm(l, &mut names, head, place, arity)?),
    }
    let mut cases = vec![same];
    let mut parts: Vec<Part> = Vec::new();
    let place = l.place();
    let bracket = l.eat("[");
    if bracket || l.eat(":|:") {
        let tree = formula::tree(l, &mut names)?;
        if bracket {
            l.want("]")?;
        }
        if tree.is_wide(place)? {
            parts.extend(tree.conjuncts().into_iter().map(|t| (t, place)));
        } else {
            let wanted = tree.cases(place)?;
            let same = cases.pop().unwrap_or_default();
            cases = wanted
                .into_iter()
                .map(|c| same.iter().cloned().chain(c).collect())
                .collect();
        }
    }
    if let Some(place) = varies {
        if cases.iter().any(|guard| costs_nothing(guard, &cost)) {
            return Err(place
                .mistake("the lower cost is above the upper cost wherever the condition holds")
                .helped(NO_COST));
        }
    }
    Ok(Rule {
        source: (source, left),
        names: names.names,
        arms,
        cases,
        parts,
        cost,
    })
}

/// Whether a condition can hold, and with it no number lies between the costs.
fn costs_nothing(guard: &[Atom], cost: &Cost) -> bool {
    let room = Atom::ge0(cost.upper.minus(&cost.lower));
    let never = |atoms: &[Atom]| Facts::new(&Stop::never(), atoms).contradiction().is_some();
    let both: Vec<Atom> = guard.iter().cloned().chain([room]).collect();
    never(&both) && !never(guard)
}

fn arm(
    l: &mut Lexer,
    names: &mut RuleNames,
    name: String,
    at: Place,
    arity: &mut HashMap<String, (usize, usize)>,
) -> Result<(String, Vec<Poly>), Mistake> {
    let mut updates = Vec::new();
    if l.eat("(") && !l.eat(")") {
        loop {
            updates.push(formula::poly(l, names)?);
            if !l.eat(",") {
                break;
            }
        }
        l.want(")")?;
    }
    same_arity(arity, &name, updates.len(), at)?;
    Ok((name, updates))
}

fn build(start: &str, rules: Vec<Rule>) -> Result<System, Mistake> {
    let widest = rules.iter().map(|r| r.source.1);
    let dimension = rules
        .iter()
        .flat_map(|r| r.arms.iter().map(|a| a.1.len()))
        .chain(widest)
        .max()
        .unwrap_or(0);
    let mut system = System::new(start);
    let named = rules.iter().find(|r| r.source.1 == dimension);
    let mut used: HashSet<String> = HashSet::new();
    system.variables = (0..dimension)
        .map(|i| {
            let name = named.and_then(|r| r.names.get(i).cloned());
            unique(name.unwrap_or_else(|| format!("x{i}")), &mut used)
        })
        .collect();
    let mut locations: HashMap<String, Loc> = HashMap::new();
    locations.insert(start.to_string(), system.start);
    let mut wide = Vec::new();
    for (origin, r) in rules.into_iter().enumerate() {
        let mut at = |name: &str, system: &mut System| {
            *(locations.entry(name.to_string()))
                .or_insert_with(|| system.locations.push(name.to_string()))
        };
        let left = r.source.1;
        // Variables of the left side are those of the system, the rest moves
        // behind them.
        let place = |v: Var| match v.index() < left {
            true => v,
            false => Var::from_index(v.index() - left + dimension),
        };
        let mut taken = used.clone();
        let temporaries: Vec<String> = (r.names.iter().skip(left))
            .map(|n| unique(n.clone(), &mut taken))
            .collect();
        let source = at(&r.source.0, &mut system);
        let mut arms = Vec::new();
        for (target, updates) in &r.arms {
            let target = at(target, &mut system);
            let mut update = system.identity();
            for (u, p) in update.iter_mut().zip(updates) {
                *u = p.rename(&place);
            }
            arms.push(Arm { target, update });
        }
        let put = |v: Var| Some(Poly::var(place(v)));
        for case in r.cases {
            let guard = case.iter();
            let whole = Transition {
                source,
                guard: guard.map(|a| a.substitute(&put)).collect(),
                temporaries: temporaries.clone(),
                arms: arms.clone(),
                cost: Cost {
                    lower: r.cost.lower.rename(&place),
                    upper: r.cost.upper.rename(&place),
                },
                origin: origin as u32,
            };
            match r.parts.is_empty() {
                true => drop(system.transitions.push(whole)),
                false => {
                    let parts = r.parts.iter().map(|(t, at)| (t.substitute(&put), *at));
                    let parts = parts.collect();
                    wide.push(Wide { whole, parts });
                }
            }
        }
    }
    spread::put(&mut system, wide)?;
    Ok(system)
}

/// A name that is not used yet.
pub(super) fn unique(name: String, used: &mut HashSet<String>) -> String {
    let mut out = name.clone();
    let mut n = 1;
    while !used.insert(out.clone()) {
        out = format!("{name}_{n}");
        n += 1;
    }
    out
}

/// A word of letters, digits and a few signs, as infix formats have them, that no
/// other name has and that none of these words is.
pub(super) fn tidy(name: &str, reserved: &[&str], used: &mut HashSet<String>) -> String {
    let fits = |c: char| c.is_alphanumeric() || "_'.$@".contains(c);
    let mut clean: String = (name.chars())
        .map(|c| if fits(c) { c } else { '_' })
        .collect();
    let starts = |c: char| c.is_ascii_digit();
    if clean.is_empty() || clean.starts_with(starts) || reserved.contains(&clean.as_str()) {
        clean.insert(0, 'v');
    }
    unique(clean, used)
}

/// Words that are conditions.
pub(super) const TRUTHS: [&str; 6] = ["TRUE", "true", "True", "FALSE", "false", "False"];

/// Prints a system so that reading it gives the same system, but for names
/// that the format cannot write and for origins, which are counted anew.
pub fn print(system: &System) -> String {
    let mut used = HashSet::new();
    let variables: Vec<String> = system
        .variables
        .iter()
        .map(|n| tidy(n, &TRUTHS, &mut used))
        .collect();
    let base = used.clone();
    let mut declared = variables.clone();
    let mut temporaries: Vec<Vec<String>> = Vec::new();
    for (_, t) in system.transitions.iter() {
        let mut taken = base.clone();
        let names: Vec<String> = (t.temporaries.iter())
            .map(|n| tidy(n, &TRUTHS, &mut taken))
            .collect();
        for n in &names {
            if used.insert(n.clone()) {
                declared.push(n.clone());
            }
        }
        temporaries.push(names);
    }
    let mut places = HashSet::new();
    let locations: Vec<String> = (system.locations.as_slice().iter())
        .map(|n| {
            let n = if n.starts_with("Com_") {
                format!("l_{n}")
            } else {
                n.clone()
            };
            tidy(&n, &TRUTHS, &mut places)
        })
        .collect();
    let location = |l: Loc| locations.get(l.index()).cloned().unwrap_or_default();
    let mut out = format!(
        "(GOAL COMPLEXITY)\n(STARTTERM (FUNCTIONSYMBOLS {}))\n(VAR {})\n(RULES\n",
        location(system.start),
        declared.join(" ")
    );
    for ((_, t), own) in system.transitions.iter().zip(&temporaries) {
        let n = variables.len();
        let name = |v: Var| {
            let known = variables
                .get(v.index())
                .or_else(|| own.get(v.index().wrapping_sub(n)));
            known.cloned().unwrap_or_else(|| v.to_string())
        };
        let one = Poly::from(1);
        let arrow = match (&t.cost.lower, &t.cost.upper) {
            (a, b) if a == b && *a == one => "->".to_string(),
            (a, b) if a == b => format!("-{{{}}}>", a.show(&name)),
            (a, b) => format!("-{{{},{}}}>", a.show(&name), b.show(&name)),
        };
        let source = location(t.source);
        let _ = write!(
            out,
            "  {source}({}) {arrow} Com_{}(",
            variables.join(", "),
            t.arms.len()
        );
        let arms: Vec<String> = (t.arms.iter())
            .map(|a| {
                let args: Vec<String> = a.update.iter().map(|p| p.show(&name)).collect();
                format!("{}({})", location(a.target), args.join(", "))
            })
            .collect();
        let _ = write!(out, "{})", arms.join(", "));
        let guard: Vec<String> = t.guard.iter().map(|a| condition(a, &name)).collect();
        if !guard.is_empty() {
            let _ = write!(out, " :|: {}", guard.join(" && "));
        }
        out.push('\n');
    }
    out.push_str(")\n");
    out
}

fn condition(a: &Atom, name: &dyn Fn(Var) -> String) -> String {
    let rel = match a.rel {
        Rel::Ge => ">=",
        Rel::Eq => "=",
    };
    format!("{} {rel} 0", a.poly.show(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn costs(given: &str) -> Result<System, Mistake> {
        read(&format!(
            "(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x)\n(RULES\n f(x) -{{{given}}}> f(x) :|: x > 7\n)"
        ))
    }

    #[test]
    fn no_lower_cost_is_above_the_upper_one() {
        for given in ["5,2", "x + 1,x", "1,-1", "2*x,x + x - 1", "2*x,x"] {
            let e = costs(given).expect_err(given);
            assert_eq!(
                (e.line, e.what.contains("lower cost")),
                (4, true),
                "{given}"
            );
        }
        // Where some values that meet the condition leave room it is left to them.
        for given in ["2,5", "5,5", "5", "x,2*x", "x - 9,9 - x", "-1,1"] {
            assert!(costs(given).is_ok(), "{given}");
        }
    }
}
