//! The ARI form of integer transition systems, read for comparison with a
//! certificate.
//!
//! Idea: a file of this form is a sequence of lists, which the reader of
//! certificates takes apart already; what a rule means is read here, apart from
//! the reader that the provers use, so that a slip of one of them is a refusal
//! and not a proof about another system. Names between bars are read without
//! them and may hold no blanks or brackets. Source: the page "Integer Transition
//! Systems" of termination-portal.org. Cost: one pass; a condition becomes its
//! cases, of which there are at most 4,096.

use crate::koat::{position, File, Rule};
use crate::names::{Atom, Cx};
use crate::poly::{Poly, Sym};
use crate::refusal::{About, Checked, Refusal};
use crate::text::{Args, Doc, View};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

const MAX_CASES: usize = 4096;

/// A condition as its cases.
type Cases = Vec<Vec<Atom>>;

/// Whether a text is of this form.
pub fn is(text: &str) -> bool {
    let lines = text.lines().map(str::trim_start);
    let mut code = lines.filter(|l| !l.is_empty() && !l.starts_with(';'));
    let first = code.next().and_then(|l| l.strip_prefix('('));
    first.is_some_and(|l| l.trim_start().starts_with("format"))
}

/// Reads a file.
pub fn read(cx: &Cx, text: &str) -> Checked<File> {
    inner(cx, text).map_err(|e| Refusal {
        about: About::File,
        ..e
    })
}

fn inner(cx: &Cx, text: &str) -> Checked<File> {
    let doc = Doc::read(text)?;
    let mut start = None;
    let mut arities: FxHashMap<Sym, usize> = FxHashMap::default();
    let mut shown: Vec<View> = Vec::new();
    for form in doc.top() {
        let (head, mut args) = form.form("(fun …), (entrypoint …) or (rule …)")?;
        match head {
            "format" | "theory" => {
                let word = args.need("a name")?;
                let fits = ["LCTRS", "Ints"].iter().any(|w| word.word() == Some(w));
                if !fits {
                    return Err(word.refuse("only LCTRS over Ints is compared"));
                }
            }
            "fun" => {
                let name = symbol(cx, args.need("a function symbol")?)?;
                let sort = args.need("a sort")?;
                let arity = match sort.items() {
                    Some(items) => items.count().saturating_sub(2),
                    None => 0,
                };
                args.done()?;
                if arities.insert(name, arity).is_some() {
                    return Err(form.refuse("this symbol is declared twice"));
                }
            }
            "entrypoint" => {
                let name = symbol(cx, args.need("a function symbol")?)?;
                args.done()?;
                if start.replace(name).is_some() {
                    return Err(form.refuse("a second entrypoint"));
                }
            }
            "rule" => shown.push(form),
            _ => return Err(form.refuse("(fun …), (entrypoint …) or (rule …) is awaited")),
        }
    }
    let Some(start) = start else {
        return Err(doc.top().refuse("there is no entrypoint"));
    };
    let arity = arities.values().copied().max().unwrap_or(0);
    let mut rules = Vec::new();
    for form in shown {
        let read = Reader::new(cx, &arities).rule(form)?;
        rules.extend(read);
    }
    Ok(File {
        start,
        rules,
        arity,
    })
}

/// A symbol, without the bars around it.
fn symbol(cx: &Cx, v: View) -> Checked<Sym> {
    let word = v.word().ok_or_else(|| v.refuse("a symbol is awaited"))?;
    let bare = word.strip_prefix('|').and_then(|w| w.strip_suffix('|'));
    Ok(cx.sym(bare.unwrap_or(word)))
}

struct Reader<'c> {
    cx: &'c Cx,
    arities: &'c FxHashMap<Sym, usize>,
    /// What names on the left stand for.
    scope: FxHashMap<Sym, Sym>,
    temps: Vec<Sym>,
}

impl<'c> Reader<'c> {
    fn new(cx: &'c Cx, arities: &'c FxHashMap<Sym, usize>) -> Self {
        Reader {
            cx,
            arities,
            scope: FxHashMap::default(),
            temps: Vec::new(),
        }
    }

    fn rule(mut self, form: View) -> Checked<Vec<Rule>> {
        let cx = self.cx;
        cx.meter.at(form.line());
        cx.meter.spend(64)?;
        let mut args = form.called("rule")?;
        let (source, variables) = self.term(args.need("a term")?)?;
        let mut same = Vec::new();
        for (i, v) in variables.into_iter().enumerate() {
            let here = position(cx, i);
            let name = symbol(cx, v)?;
            match self.scope.get(&name) {
                Some(first) => {
                    let p = Poly::var(*first).minus(&Poly::var(here), &cx.meter)?;
                    same.push(Atom::zero(p));
                }
                None => {
                    self.scope.insert(name, here);
                }
            }
        }
        let (target, values) = self.term(args.need("a term")?)?;
        let values = values
            .into_iter()
            .map(|v| self.sum(v))
            .collect::<Checked<Vec<_>>>()?;
        let mut cases = vec![Vec::new()];
        let mut cost = Poly::int(1);
        while let Some(key) = args.next() {
            let value = args.need("what the key stands for")?;
            match key.word() {
                Some(":guard") => cases = self.cases(value, true)?,
                Some(":cost") => {
                    let n = cx.read_index(value, "a natural number")?;
                    cost = Poly::int(BigInt::from(n));
                }
                // What is free is any integer, said or not.
                Some(":var") => {}
                _ => return Err(key.refuse(":guard, :cost or :var is awaited")),
            }
        }
        let rule = |case: Vec<Atom>| Rule {
            source,
            guard: same.iter().cloned().chain(case).collect(),
            lower: cost.clone(),
            upper: cost.clone(),
            arms: vec![(target, values.clone())],
            temps: self.temps.clone(),
        };
        Ok(cases.into_iter().map(rule).collect())
    }

    /// A function symbol with as many arguments as it has.
    fn term<'a>(&self, v: View<'a>) -> Checked<(Sym, Vec<View<'a>>)> {
        let (head, given) = match v.items() {
            Some(mut args) => (args.need("a function symbol")?, args.collect()),
            None => (v, Vec::new()),
        };
        let name = self.known(head, v)?;
        match self.arities.get(&name) {
            Some(n) if *n == given.len() => Ok((name, given)),
            _ => Err(v.refuse(format!(
                "`{}` is declared with another number of arguments",
                self.cx.name(name)
            ))),
        }
    }

    fn known(&self, head: View, whole: View) -> Checked<Sym> {
        let name = symbol(self.cx, head)?;
        match self.arities.contains_key(&name) {
            true => Ok(name),
            false => Err(whole.refuse(format!("`{}` is not declared", self.cx.name(name)))),
        }
    }

    fn variable(&mut self, name: Sym) -> Sym {
        match self.scope.get(&name) {
            Some(s) => *s,
            None => {
                self.scope.insert(name, name);
                self.temps.push(name);
                name
            }
        }
    }

    fn sum(&mut self, v: View) -> Checked<Poly> {
        let cx = self.cx;
        let m = &cx.meter;
        m.spend(4)?;
        let Some(word) = v.word() else {
            let (op, mut args) = v.form("an expression")?;
            let first = self.sum(args.need("an argument")?)?;
            let single = args.peek().is_none();
            let mut rest = args;
            return match op {
                "-" if single => first.negated(m),
                "-" => rest.try_fold(first, |p, a| p.minus(&self.sum(a)?, m)),
                "+" => rest.try_fold(first, |p, a| p.plus(&self.sum(a)?, m)),
                "*" => rest.try_fold(first, |p, a| p.times(&self.sum(a)?, m)),
                _ => Err(v.refuse(format!("`{op}` is not known in expressions"))),
            };
        };
        let digits = word.strip_prefix('-').unwrap_or(word);
        if digits.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(Poly::int(cx.read_int(v, "a number")?));
        }
        Ok(Poly::var(self.variable(symbol(cx, v)?)))
    }

    /// The cases of a condition, or of its opposite.
    fn cases(&mut self, v: View, positive: bool) -> Checked<Cases> {
        let truth = |yes: bool| if yes { vec![Vec::new()] } else { Vec::new() };
        match v.word() {
            Some("true") => return Ok(truth(positive)),
            Some("false") => return Ok(truth(!positive)),
            _ => {}
        }
        let (op, mut args) = v.form("a condition")?;
        match op {
            "and" | "or" => {
                let all = (op == "and") == positive;
                let mut out = truth(all);
                for a in args {
                    let next = self.cases(a, positive)?;
                    out = match all {
                        true => both(self.cx, v, &out, &next)?,
                        false => [out, next].concat(),
                    };
                    self.limit(v, &out)?;
                }
                Ok(out)
            }
            "not" => {
                let inner = args.need("a condition")?;
                args.done()?;
                self.cases(inner, !positive)
            }
            "=>" => {
                let (a, b) = (args.need("a condition")?, args.need("a condition")?);
                args.done()?;
                let (a, b) = (self.cases(a, !positive)?, self.cases(b, positive)?);
                let out = match positive {
                    true => [a, b].concat(),
                    false => both(self.cx, v, &a, &b)?,
                };
                self.limit(v, &out)?;
                Ok(out)
            }
            _ => self.relation(v, op, args, positive),
        }
    }

    fn limit(&self, v: View, cases: &Cases) -> Checked<()> {
        let atoms: usize = cases.iter().map(Vec::len).sum();
        self.cx.meter.spend(atoms as u64 * 16)?;
        match cases.len() > MAX_CASES {
            true => Err(v.refuse(format!("a condition with more than {MAX_CASES} cases"))),
            false => Ok(()),
        }
    }

    fn relation(&mut self, v: View, op: &str, mut args: Args, positive: bool) -> Checked<Cases> {
        let left = self.sum(args.need("a side of a relation")?)?;
        let right = self.sum(args.need("a side of a relation")?)?;
        args.done()?;
        let m = &self.cx.meter;
        let (up, down) = (left.minus(&right, m)?, right.minus(&left, m)?);
        let over = Atom::at_least_zero(up.minus(&Poly::int(1), m)?);
        let under = Atom::at_least_zero(down.minus(&Poly::int(1), m)?);
        let one = |a: Atom| Ok(vec![vec![a]]);
        match (op, positive) {
            (">=", true) | ("<", false) => one(Atom::at_least_zero(up)),
            ("<=", true) | (">", false) => one(Atom::at_least_zero(down)),
            (">", true) | ("<=", false) => one(over),
            ("<", true) | (">=", false) => one(under),
            ("=", true) | ("distinct", false) => one(Atom::zero(up)),
            ("=", false) | ("distinct", true) => Ok(vec![vec![over], vec![under]]),
            _ => Err(v.refuse(format!("`{op}` is not known in conditions"))),
        }
    }
}

fn both(cx: &Cx, v: View, a: &Cases, b: &Cases) -> Checked<Cases> {
    if a.len().saturating_mul(b.len()) > MAX_CASES {
        return Err(v.refuse(format!("a condition with more than {MAX_CASES} cases")));
    }
    cx.meter.spend((a.len() * b.len()) as u64)?;
    let pairs = a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
    Ok(pairs.map(|(x, y)| [x.as_slice(), y].concat()).collect())
}
